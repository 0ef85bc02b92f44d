#!/usr/bin/env python3
"""Compares the output of two builds of incise, byte by byte but for times, on every program of the repository.

oracle.py record --incise EXE DIR    runs all command lines and keeps what they give in DIR
oracle.py compare A B                A and B: an executable (`incise-llvm` lies beside it) or a folder of `record`
oracle.py list                       prints the command lines

`source scripts/environment.sh` first, for Z3. `--jobs N` runs as many at a time (1); `--only TEXT` takes only chains of which a command line
contains it. `compare` prints each command line whose output differs with the first lines that differ, and ends with status 1 if there is one.
Listed and not compared are command lines that the clock cut, and those to which one build gives two answers because a query or a proof inside has a
budget in seconds: both builds are asked again where they differ. A recording knows it of lines that took long.
"""

import argparse
import difflib
import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from commands import Chain, chains
from running import Build, Recording, Result, run_for_recording, write, written

# How often both builds are asked again about a chain in which they differ.
AGAIN = 2
# Seconds of the shortest budget inside a command: a run that took less depends on no clock.
LEAST_BUDGET = 0.2
# Lines of a difference that are shown.
SHOWN = 24
# Without --only, fewer command lines than these show nothing: the rest was cut.
LEAST = 600

SAME, DIFFERENT, CUT, RACED = "same", "different", "cut by the clock", "with two answers of one build"

Numbered = tuple[int, Chain]
T = TypeVar("T")


def selected(only: str) -> list[Numbered]:
    """The chains of which a line contains the text, by their number in the whole list."""
    found = [(index, chain) for index, chain in enumerate(chains()) if any(only in written(line, chain.folder) for line in chain.lines)]
    if not found:
        sys.exit(f"oracle: no command line contains `{only}`")
    return found


def in_order(work: Callable[[Numbered], T], numbered: list[Numbered], jobs: int) -> Iterator[T]:
    """Results in the order of the chains, several of which are run at a time."""
    n_lines = sum(len(chain.lines) for _, chain in numbered)
    done = 0
    with ThreadPoolExecutor(jobs) as pool:
        for (_, chain), result in zip(numbered, pool.map(work, numbered), strict=True):
            yield result
            before, done = done, done + len(chain.lines)
            if done // 100 != before // 100:
                print(f"{done} of {n_lines} command lines", file=sys.stderr, flush=True)


def source(name: str, work: Path) -> Build | Recording:
    path = Path(name)
    return Recording(path) if path.is_dir() else Build(path, work)


@dataclass(frozen=True)
class Compared:
    """The runs of one command line by both builds."""

    first: list[Result]
    second: list[Result]

    def verdict(self) -> str:
        one, two = self.first[0], self.second[0]
        if one.cut or two.cut:
            return CUT
        if not differs(one, two):
            return SAME
        return RACED if self.raced() else DIFFERENT

    def raced(self) -> bool:
        """Whether the first build gives two answers, or the second one also gives that of the first, and a budget can be why."""
        first, second = ({run.output() for run in runs} for runs in (self.first, self.second))
        both = self.first + self.second
        unsteady = len(first) > 1 or first & second or not all(run.steady for run in both)
        return bool(unsteady) and any(run.seconds >= LEAST_BUDGET for run in both)


def compare_chain(one: Build | Recording, two: Build | Recording, numbered: Numbered) -> list[Compared]:
    """Runs a chain with both builds, and again where they differ."""
    first = [one.run(*numbered)]
    # Nothing of a chain is compared whose first line the clock cut.
    second = [first[0] if first[0][0].cut else two.run(*numbered)]
    if any(differs(*pair) for pair in zip(first[0], second[0], strict=True)):
        for _ in range(AGAIN):
            for build, runs in ((one, first), (two, second)):
                if isinstance(build, Build):
                    runs.append(build.run(*numbered))
    return [Compared(list(left), list(right)) for left, right in zip(zip(*first), zip(*second), strict=True)]


def differs(one: Result, two: Result) -> bool:
    return not one.cut and not two.cut and one.output() != two.output()


def show(one: Result, two: Result) -> None:
    print(f"DIFFERENT  {one.line}")
    lines = difflib.unified_diff(one.output().splitlines(), two.output().splitlines(), "first", "second", n=1, lineterm="")
    for line in itertools.islice(lines, SHOWN):
        print(f"    {line}")


def compare(first: str, second: str, jobs: int, only: str) -> bool:
    """Prints what differs, and a summary; whether nothing does."""
    lines: dict[str, list[str]] = {verdict: [] for verdict in (SAME, DIFFERENT, CUT, RACED)}
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        one, two = source(first, Path(folder, "a")), source(second, Path(folder, "b"))
        for compared in in_order(lambda numbered: compare_chain(one, two, numbered), selected(only), jobs):
            for line in compared:
                verdict = line.verdict()
                lines[verdict].append(line.first[0].line)
                if verdict == DIFFERENT:
                    show(line.first[0], line.second[0])
    for verdict in (CUT, RACED):
        for name in lines[verdict]:
            print(f"{verdict}: {name}")
    n_compared, n_different = len(lines[SAME]) + len(lines[DIFFERENT]), len(lines[DIFFERENT])
    found = f"{n_different} differences" if n_different else "no difference"
    left_out = ", ".join(f"{len(lines[verdict])} {verdict}" for verdict in (CUT, RACED) if lines[verdict] or verdict == CUT)
    print(f"{found} over {n_compared} command lines ({left_out}, listed above)")
    if not only and n_compared < LEAST:
        print(f"fewer than {LEAST} command lines were compared")
        return False
    return n_different == 0


def record(executable: Path, target: Path, jobs: int, only: str) -> None:
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        build = Build(executable, Path(folder, "a"))
        runs = in_order(lambda numbered: run_for_recording(build, *numbered), selected(only), jobs)
        write(target, itertools.chain.from_iterable(runs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording, comparing, listing = (commands.add_parser(name) for name in ("record", "compare", "list"))
    recording.add_argument("--incise", type=Path, required=True, metavar="EXE")
    recording.add_argument("folder", type=Path, metavar="DIR")
    comparing.add_argument("first", metavar="A")
    comparing.add_argument("second", metavar="B")
    for command in (recording, comparing, listing):
        command.add_argument("--jobs", type=int, default=1, metavar="N")
        command.add_argument("--only", default="", metavar="TEXT")
    arguments = parser.parse_args()
    if arguments.command == "record":
        record(arguments.incise, arguments.folder, arguments.jobs, arguments.only)
    elif arguments.command == "list":
        for _, chain in selected(arguments.only):
            for line in chain.lines:
                print(written(line, chain.folder))
    elif not compare(arguments.first, arguments.second, arguments.jobs, arguments.only):
        sys.exit(1)


if __name__ == "__main__":
    main()
