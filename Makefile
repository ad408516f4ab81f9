# Everything from a fresh machine: `make run` and `make test` set up what they need.
.PHONY: all setup run test bench lint format clean
JOBS ?= $(shell nproc)

all: setup
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS)

setup:
	@tools/setup.sh

run: all
	@build/ingot

test: all
	@tools/test.sh

clean:
	rm -rf build
