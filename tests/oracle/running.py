"""Runs one build on the command lines, and reads what was recorded of one.

What is kept of a run: exit code, standard output and standard error, and the hashes of the files it wrote. Taken out are times, what
a run took (`effort`), the working folder and the names of temporary folders, and nothing else.

A run that the clock cut has no reproducible output. The report says so: every bound that was hit is in a document, and the rest of the
chain is then not run. Budgets inside a command (for one query, for a proof) leave no such trace; a chain that took long is therefore run
twice when it is recorded, and a line that two runs of one build answer differently counts as unsteady.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from commands import Chain, prepare

# A run past this is killed: no command line has a time limit near it.
KILLED_AFTER = 300
# Seconds past which a budget inside a command may have been spent.
LONG = 1.0
RECORDING = "recording.jsonl"

# The fields of docs/schema that are times. They are floats; an input of the program that has such a name is an integer.
TIMES_OF_DOCUMENT = re.compile(r'("(?:(?:wall|solver|sat|unsat|slowest_query|analysis)_)?ms": )[0-9]+(?:\.[0-9]+(?:e-?[0-9]+)?|e-?[0-9]+)')
# The end of the line that counts paths.
TIME_OF_TEXT = re.compile(r"^(  .*\S      )[0-9]+\.[0-9]{2} s$", re.MULTILINE)
# What a run took depends on the machine and the number of workers.
EFFORT = re.compile(r'^( *)"effort": \{.*?^\1\}', re.DOTALL | re.MULTILINE)
TEMPORARY = re.compile(r"""WORK/temporary/[^/\s:;,'"`)]+""")
CUT = re.compile(r'raise --(?:solver-)?timeout|\(--timeout\)|time was up|"kind": "(?:timeout|solver-unknown)"')


@dataclass(frozen=True)
class Result:
    """What one command line gave."""

    line: str
    code: int = 0
    stdout: str = ""
    stderr: str = ""
    files: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    cut: bool = False
    steady: bool = True

    def output(self) -> str:
        """Everything in which two builds are compared."""
        files = "".join(f"file {name}: {digest}\n" for name, digest in self.files)
        stdout = EFFORT.sub('"effort": TAKEN OUT', self.stdout)
        return f"{stdout}\nstandard error:\n{self.stderr}\nexit code {self.code}\n{files}"


class Build:
    """An executable, with a folder of its own for the programs and for the cache."""

    def __init__(self, executable: Path, work: Path) -> None:
        self.executable = executable.resolve(strict=True)
        self.work = work
        prepare(work)
        (work / "temporary").mkdir()
        self.environment = os.environ | {
            "INCISE_CACHE_DIR": str(work / "cache"), "TMPDIR": str(work / "temporary"), "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
        }

    def run(self, index: int, chain: Chain) -> list[Result]:
        """Runs a chain; `index` names its folder for output, which is emptied first."""
        out = self.work / "out" / str(index)
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        named = os.path.relpath(out, self.work / chain.folder)
        results: list[Result] = []
        for line in chain.lines:
            arguments = [argument.replace("{out}", named) for argument in line]
            if results and results[-1].cut:
                results.append(Result(written(arguments, chain.folder), cut=True))
            else:
                results.append(self.run_line(arguments, chain.folder, out))
        return results

    def run_line(self, arguments: list[str], folder: str, out: Path) -> Result:
        start = time.monotonic()
        try:
            process = subprocess.run([self.executable, *arguments], cwd=self.work / folder, env=self.environment, stdin=subprocess.DEVNULL,
                                     capture_output=True, timeout=KILLED_AFTER, check=False)
        except subprocess.TimeoutExpired:
            return Result(written(arguments, folder), stderr="killed", seconds=KILLED_AFTER, cut=True)
        seconds = time.monotonic() - start
        stdout, stderr = self.normalised(process.stdout), self.normalised(process.stderr)
        files = sorted(file for file in out.rglob("*") if file.is_file())
        hashes = tuple((str(file.relative_to(out)), self.digest(file)) for file in files)
        cut = CUT.search(stdout + stderr) is not None
        return Result(written(arguments, folder), process.returncode, stdout, stderr, hashes, round(seconds, 2), cut)

    def normalised(self, output: bytes) -> str:
        text = output.decode(errors="backslashreplace").replace(str(self.work), "WORK")
        text = TEMPORARY.sub("WORK/temporary/NAME", text)
        return TIME_OF_TEXT.sub(r"\1TIME", TIMES_OF_DOCUMENT.sub(r"\1TIME", text))

    def digest(self, file: Path) -> str:
        return hashlib.sha256(self.normalised(file.read_bytes()).encode()).hexdigest()


class Recording:
    """The results of a build, from a folder."""

    def __init__(self, folder: Path) -> None:
        self.results: dict[str, Result] = {}
        for text in (folder / RECORDING).read_text().splitlines():
            entry = json.loads(text)
            result = Result(**entry | {"files": tuple(map(tuple, entry["files"]))})
            self.results[result.line] = result

    def run(self, index: int, chain: Chain) -> list[Result]:
        named = os.path.relpath(Path("out", str(index)), chain.folder)
        lines = [written([argument.replace("{out}", named) for argument in line], chain.folder) for line in chain.lines]
        for line in lines:
            if line not in self.results:
                sys.exit(f"not recorded: {line}")
        return [self.results[line] for line in lines]


def written(arguments: Iterable[str], folder: str) -> str:
    """A command line as a person writes it."""
    place = "" if folder == "." else f"cd {folder} && "
    return f"{place}incise {shlex.join(arguments)}"


def mark(results: list[Result], again: list[Result]) -> list[Result]:
    """The results, unsteady where another run of the same build gave something else."""
    return [replace(one, steady=one.steady and one.output() == two.output() and one.cut == two.cut) for one, two in zip(results, again, strict=True)]


def run_for_recording(build: Build, index: int, chain: Chain) -> list[Result]:
    results = build.run(index, chain)
    took_long = any(result.seconds > LONG and not result.cut for result in results)
    return mark(results, build.run(index, chain)) if took_long else results


def write(folder: Path, results: Iterable[Result]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / RECORDING).open("w") as file:
        for result in results:
            file.write(json.dumps(asdict(result)) + "\n")
