# SPDX-License-Identifier: Apache-2.0
"""python -m ingot.cluster bench: steps per second over actors, and what a call costs."""
import argparse
import os
import pathlib
import sys


def main():
    parser = argparse.ArgumentParser(prog="python -m ingot.cluster", description="Worlds on a Ray cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    text = "Steps per second on 1, 2, 4, ... actors, against the threads of this process, and the overhead of a call."
    bench = commands.add_parser("bench", help="steps per second over actors", description=text)
    bench.add_argument("model", nargs="?", default=str(pathlib.Path(__file__).with_name("runner.xml")), help="an MJCF file; the runner that ships")
    bench.add_argument("--worlds", type=int, default=256)
    bench.add_argument("--steps", type=int, default=50, help="steps of a call")
    bench.add_argument("--actors", type=int, nargs="+", help="1 2 4 ... up to twice the CPUs")
    bench.add_argument("--seconds", type=float, default=6.0, help="for each number of actors, about")
    bench.add_argument("--address", help="of a Ray cluster; else RAY_ADDRESS, or this machine")
    bench.add_argument("--cpus", type=int, help="start Ray on this machine with so many")
    arguments = parser.parse_args()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        from ingot._library import Error
        from ingot.cluster._bench import bench as run
    except ImportError as error:
        sys.exit(f"ingot: {error}")
    own = {"num_cpus": arguments.cpus, "object_store_memory": 256 << 20, "log_to_driver": False} if arguments.cpus else None
    try:
        run(arguments.model, arguments.worlds, arguments.steps, arguments.actors, arguments.seconds, arguments.address or own)
    except Error as error:
        sys.exit(f"ingot: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
