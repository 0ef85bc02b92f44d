"""Runs incise on bench/programs and prints what it cost, or checks the paths it finds against native counts.

measure.py table INCISE    every size: paths, errors, instructions, queries, solver calls, CPU s, peak memory
measure.py check INCISE    the small sizes: the paths must be as many as exhaustive native runs take
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLANG = os.environ.get("CLANG", "clang-19")
# As incise compiles C itself: nothing is optimised, so branches are the source's.
BITCODE = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names", "-ffp-contract=off", "-emit-llvm"]
SECONDS_EACH = int(os.environ.get("BENCH_SECONDS", "300"))

SIZES = [
    ("blocks", [8, 12, 16]),
    ("bubble", [4, 5, 6]),
    ("insertion", [4, 5, 6, 7]),
    ("regexp", [3, 5, 7]),
    ("tokenizer", [2, 3, 4]),
    ("index", [4, 16, 64]),
    ("tcas", [0]),
    ("hash", [1, 2]),
    ("control", [1, 2, 3]),
]

ANY = "0:255"


def ints(n, least, greatest):
    """Ranges for n little-endian ints of small values."""
    return [f"{least}:{greatest}", "0:0", "0:0", "0:0"] * n


# Program, size, and ranges for its symbolic bytes that let native runs take every path: all values, or, where only
# signs or the order of ints count, one for each sign or as many as there are ints.
EXHAUSTIVE = [
    ("blocks", 6, ints(6, 0, 1)),
    ("bubble", 4, ints(4, 0, 3)),
    ("insertion", 5, ints(5, 0, 4)),
    ("regexp", 1, [ANY]),
    ("regexp", 2, [ANY] * 2),
    ("regexp", 3, [ANY] * 3),
    ("tokenizer", 1, [ANY]),
    ("tokenizer", 2, [ANY] * 2),
    ("hash", 1, [ANY]),
    ("index", 2, ["0:1"] * 4 + [ANY] * 2),
    ("index", 4, ["0:3"] * 4 + [ANY] * 2),
]


def clang(*arguments):
    subprocess.run([CLANG, "-I", ROOT / "runtime/include", *arguments], check=True)


def source(program):
    return ROOT / "bench/programs" / f"{program}.c"


def run(command):
    """Output, CPU seconds of the command and of what it started, peak memory in MB; no output when time is up."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        end = time.monotonic() + SECONDS_EACH
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() > end:
                process.kill()
                os.wait4(process.pid, 0)
                return None, 0.0, 0.0
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    # 1 is "errors found".
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}: status {process.returncode}\n{text}")
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Explorer:
    """The incise executable: its counts for a program of a size."""

    def __init__(self, executable, work):
        self.executable = executable
        self.work = work
        usage = subprocess.run([executable, "explore", "--help"], capture_output=True, text=True).stdout
        self.json = "--json" in usage

    def explore(self, program, size):
        bitcode = self.work / f"{program}-{size}.bc"
        clang(*BITCODE, f"-DN={size}", "-c", source(program), "-o", bitcode)
        options = [bitcode, "--ub", "wrap"]
        command = ["explore", *options, "--json"] if self.json else [*options, "--fast"]
        text, cpu, memory = run([self.executable, *command])
        if text is None:
            return None
        counts = from_json(text) if self.json else from_debug(text)
        return counts | {"cpu": cpu, "memory": memory}


def from_json(text):
    document = json.loads(text)
    stats, effort = document["function"]["stats"], document["effort"]
    return {
        "paths": stats["paths"],
        "errors": stats["errors"],
        "instructions": stats["instructions"],
        "queries": effort["queries"],
        "solver": effort["sat_calls"],
    }


def from_debug(text):
    stats, solver = re.search(r"^Stats \{.*\}", text, re.M).group(), re.findall(r"^SolverStats \{.*\}", text, re.M)

    def number(line, name):
        return int(re.search(rf"\b{name}: (\d+)", line).group(1))

    return {
        "paths": number(stats, "completed"),
        "errors": number(stats, "failed"),
        "instructions": number(stats, "instructions"),
        "queries": sum(number(line, "queries") for line in solver),
        "solver": sum(number(line, name) for line in solver for name in ("sat", "one_shot", "external")),
    }


def native(program, size, ranges, work):
    """Paths completed and failed that native runs over all combinations take."""
    function, counter, executable = work / "function.o", work / "native.o", work / "native"
    names = ["-Dmain=program", "-Dmalloc=guarded", "-Dfree=unguarded", f"-DN={size}"]
    coverage = ["-w", "-O0", "-fwrapv", "-fsanitize-coverage=edge,trace-pc-guard,no-prune"]
    clang(*names, *coverage, "-c", source(program), "-o", function)
    clang("-Wall", "-Wextra", "-O2", "-c", ROOT / "bench/native.c", "-o", counter)
    clang(function, counter, "-o", executable)
    text = subprocess.run([executable, *ranges], check=True, capture_output=True, text=True).stdout
    completed, failed = map(int, text.split())
    return completed, failed


def table(explorer):
    form = "{:<10} {:>3} {:>9} {:>8} {:>13} {:>10} {:>8} {:>9} {:>9}"
    print(form.format("program", "N", "paths", "errors", "instructions", "queries", "solver", "CPU s", "MB"))
    for program, sizes in SIZES:
        for size in sizes:
            row = explorer.explore(program, size)
            if row is None:
                print(f"{program:<10} {size or '':>3} not finished in {SECONDS_EACH} s", flush=True)
                continue
            cost = [f"{row['cpu']:.2f}", f"{row['memory']:.0f}"]
            counts = [row[name] for name in ("paths", "errors", "instructions", "queries", "solver")]
            print(form.format(program, size or "", *counts, *cost), flush=True)


def check(explorer, work):
    passed = failed = 0
    for program, size, ranges in EXHAUSTIVE:
        expected = native(program, size, ranges, work)
        row = explorer.explore(program, size)
        found = row and (row["paths"], row["errors"])
        if found == expected:
            passed += 1
        else:
            failed += 1
            print(f"failed: {program} {size}: natively {expected} paths completed and failed, by incise {found}")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("table", "check"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        explorer = Explorer(sys.argv[2], work)
        if sys.argv[1] == "table":
            table(explorer)
        elif not check(explorer, work):
            sys.exit(1)


main()
