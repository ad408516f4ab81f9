# `make run` and `make test` set up a fresh machine by themselves (tools/setup.sh).
.PHONY: all setup run viewer site install test test-all test-gpu hashes bench lint format fuzz fuzz-models wheel clean
JOBS ?= $(shell nproc)
SOURCES = $(shell git ls-files 'src/*.[ch]' 'cli/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]' 'fuzz/*.[ch]' 'include/ingot/*.h')

all: setup
	@tools/setup.sh gpu
	@cmake --preset release -DINGOT_GPU=ON >/dev/null
	@cmake --build build -j $(JOBS)

setup:
	@tools/setup.sh

# without the kernels for GPUs, which take longer than all the rest
run: setup
	@cmake --preset release -DINGOT_GPU=OFF >/dev/null
	@cmake --build build -j $(JOBS) --target ingot_program
	@build/ingot run --picture build/crane.png

# the engine as WebAssembly and the page of `ingot view` and `ingot export`: build/viewer/viewer.html
viewer:
	@tools/setup.sh viewer
	@viewer/wasm/fetch.sh build/wasm-sources
	@cmake --preset wasm >/dev/null
	@cmake --build build/wasm -j $(JOBS)
	@cd viewer && npm ci --no-audit --no-fund --silent && npm run --silent check && npm run --silent build
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target ingot_program

# docs, reference and examples as a site: build/site/index.html
site:
	@tools/setup.sh python
	@python3 tools/site.py

# what is built, and the viewer's page if `make viewer` has built it; PREFIX=~/.local
PREFIX ?= /usr/local
install: all
	@cmake --install build --prefix $(PREFIX)

test: all
	@tools/setup.sh python
	@JOBS=$(JOBS) tools/test.sh

# worlds on a GPU against the CPU; DEVICE=cuda:1 takes another
test-gpu: all
	@tools/setup.sh python
	@tools/test_gpu.sh $(DEVICE)

# with the page of the viewer in them
wheel: viewer
	@tools/setup.sh wheel
	@tools/wheel/build.sh $(MACHINES)

# The golden hashes of tests/golden, after a change of results that is meant. MODELS: a folder of public models
hashes: setup
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target hash_models
	@tools/hashes.py --write $(if $(MODELS),--models $(MODELS))

# every build and every other check, in parts: tools/test_all.sh --list; PARTS="lint clang" runs only these
test-all: setup
	@JOBS=$(JOBS) tools/test_all.sh $(PARTS)

bench: all
	@tools/setup.sh python
	@for program in build/bench_*; do [ -x $$program ] && $$program build/venv/lib/python3*/site-packages/mujoco/libmujoco.so.3.5.0; done

# one version for all: others break lines elsewhere
FORMATTER = build/format/bin/clang-format

$(FORMATTER):
	@python3 -m venv build/format && build/format/bin/pip install -q clang-format==14.0.6

# clang-tidy runs without options that only GCC knows. cppcheck gets one configuration, that of a checked build: by itself
# it tries a dozen per file. It does not read stdint.h: addresses are as wide as on the machines we build for.
CHECKED = -D__x86_64__ -D_GNU_SOURCE -DIG_X86_LEVELS -DIG_CHECKED -DUINTPTR_MAX=1 -DUINT64_MAX=1 -Iinclude -Isrc

lint: setup $(FORMATTER)
	@tools/licence.py
	@$(FORMATTER) --dry-run -Werror $(SOURCES)
	@cmake --preset release >/dev/null
	@command -v clang-tidy >/dev/null && command -v cppcheck >/dev/null || { echo "needed: clang-tidy cppcheck" >&2; exit 1; }
	@tools/lint_commands.py build/compile_commands.json build/lint/compile_commands.json | xargs -n 8 -P $(JOBS) clang-tidy --quiet -p build/lint
	@cppcheck --quiet --enable=warning,performance,portability --inline-suppr --suppressions-list=tools/cppcheck.txt --error-exitcode=1 -j $(JOBS) $(CHECKED) src cli

format: $(FORMATTER)
	@$(FORMATTER) -i $(SOURCES)

# clang's libFuzzer on every input path, FUZZ_SECONDS each (docs/fuzz.md); what it finds is left in build/fuzz
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= load urdf asset mesh mjb state
fuzz:
	@command -v clang >/dev/null || { echo "needed: clang" >&2; exit 1; }
	@cmake -B build/fuzz -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DINGOT_SIMD=OFF -DINGOT_FUZZ=ON -DINGOT_TESTS=OFF -DINGOT_GPU=OFF >/dev/null
	@cmake --build build/fuzz -j $(JOBS) --target $(FUZZ_TARGETS:%=fuzz_%)
	@for target in $(FUZZ_TARGETS); do fuzz/run.sh build/fuzz $$target $(FUZZ_SECONDS) || exit 1; done

# mutated models, each in a process of its own; MODELS: files and folders to start from instead of models/
FUZZ_COUNT ?= 10000
FUZZ_SEED ?= 1
fuzz-models: all
	@cmake --build build -j $(JOBS) --target fuzz_step
	@python3 fuzz/models/run.py build/fuzz_step --count $(FUZZ_COUNT) --seed $(FUZZ_SEED) --jobs $(JOBS) $(MODELS)

.PHONY: windows
# The libraries for Windows on x86-64, cross-compiled: build/windows/bin/libingot.dll and mujoco.dll, and hash_models.exe. The program
# is not there yet.
windows: setup
	@tools/zig.sh build/zig x86_64-windows-gnu
	@viewer/wasm/fetch.sh build/sources
	@cmake -B build/windows -G Ninja --toolchain cmake/windows.cmake -DCMAKE_BUILD_TYPE=Release -DINGOT_GPU=OFF -DINGOT_TESTS=OFF -DINGOT_HASHES=ON \
	  -DINGOT_BENCH=OFF -DINGOT_PYTHON=OFF -DINGOT_PROGRAM=OFF -DINGOT_PLUGINS=OFF -DINGOT_INSTALL=OFF >/dev/null
	@cmake --build build/windows -j $(JOBS) --target ingot ingot_compat hash_models

clean:
	rm -rf build
