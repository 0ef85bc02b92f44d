#!/usr/bin/env python3
"""Compares the output of two builds of incise, byte by byte but for times, on every program of the repository.

oracle.py record --incise EXE DIR    runs all command lines and keeps what they give in DIR
oracle.py compare A B                A and B: an executable (`incise-llvm` lies beside it) or a folder of `record`
oracle.py list                       prints the command lines

`--jobs N` runs as many at a time (1); `--only TEXT` takes only command lines that contain it. `compare` prints each command line whose output
differs with the first lines that differ, and ends with status 1 if there is one. Listed and not compared are command lines that the clock cut in one
of the builds, and those to which the first build itself gives another answer when it is asked again.
"""

import argparse
import difflib
import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from commands import Chain, chains
from running import Build, Recording, Result, mark, run_for_recording, write, written

# How often the first build is asked again about a chain in which the builds differ.
AGAIN = 2
# Lines of a difference that are shown.
SHOWN = 24
# Without --only, fewer command lines than these show nothing: the rest was cut.
LEAST = 600

Numbered = tuple[int, Chain]
T = TypeVar("T")


def selected(only: str) -> list[Numbered]:
    """The chains of which a line contains the text, by their number in the whole list."""
    return [(index, chain) for index, chain in enumerate(chains()) if any(only in written(line, chain.folder) for line in chain.lines)]


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


def compare_chain(one: Build | Recording, two: Build | Recording, numbered: Numbered) -> list[tuple[Result, Result]]:
    """The results of both builds; where they differ, those of the first are marked by further runs of it."""
    first = one.run(*numbered)
    # Nothing of a chain is compared whose first line the clock cut.
    second = first if first[0].cut else two.run(*numbered)
    if isinstance(one, Build) and any(differs(*pair) for pair in zip(first, second, strict=True)):
        for _ in range(AGAIN):
            first = mark(first, one.run(*numbered))
    return list(zip(first, second, strict=True))


def differs(one: Result, two: Result) -> bool:
    return not one.cut and not two.cut and one.output() != two.output()


def show(one: Result, two: Result) -> None:
    print(f"DIFFERENT  {one.line}")
    lines = difflib.unified_diff(one.output().splitlines(), two.output().splitlines(), "first", "second", n=1, lineterm="")
    for line in itertools.islice(lines, SHOWN):
        print(f"    {line}")


def compare(first: str, second: str, jobs: int, only: str) -> bool:
    """Prints what differs, and a summary; whether nothing does."""
    n_compared, n_different = 0, 0
    cut: list[str] = []
    unsteady: list[str] = []
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        one, two = source(first, Path(folder, "a")), source(second, Path(folder, "b"))
        for pairs in in_order(lambda numbered: compare_chain(one, two, numbered), selected(only), jobs):
            for left, right in pairs:
                if left.cut or right.cut:
                    cut.append(left.line)
                elif differs(left, right) and not (left.steady and right.steady):
                    unsteady.append(left.line)
                else:
                    n_compared += 1
                    if differs(left, right):
                        n_different += 1
                        show(left, right)
    for title, lines in (("cut by the clock", cut), ("not reproduced by one build", unsteady)):
        for line in lines:
            print(f"{title}: {line}")
    found = f"{n_different} differences" if n_different else "no difference"
    repeated = f", {len(unsteady)} not reproduced by one build" if unsteady else ""
    print(f"{found} over {n_compared} command lines ({len(cut)} cut by the clock{repeated}, listed above)")
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
