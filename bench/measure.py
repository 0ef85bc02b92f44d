"""Runs incise on bench/programs and prints what it cost, or checks the paths it finds against native counts.

measure.py table INCISE    every size: paths, errors, instructions, queries, solver calls, CPU s, peak memory
measure.py check INCISE    the small sizes: the paths must be as many as exhaustive native runs take
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLANG = os.environ.get("CLANG", "clang-19")
# Statuses of incise.
CLEAN, FOUND, UNDECIDED = 0, 1, 3
SECONDS_EACH = int(os.environ.get("BENCH_SECONDS", "300"))

SIZES = [
    ("blocks", [8, 10, 12, 14, 16, 20]),
    ("bubble", [4, 5, 6, 7]),
    ("insertion", [4, 5, 6, 7]),
    ("regexp", [3, 5, 7]),
    ("tokenizer", [6, 8, 10]),
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
# signs or the order of ints count, one for each sign or as many as there are ints; of floats the two upper bytes, which
# hold sign, exponent and the first digits (a path that only other floats take would show as a difference).
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
    ("control", 1, ["0:0", "0:0", ANY, ANY]),
    ("control", 2, ["0:0", "0:0", ANY, "64:67"] * 2),
]


def clang(*arguments):
    subprocess.run([CLANG, "-I", ROOT / "runtime/include", *arguments], check=True)


def source(program):
    return ROOT / "bench/programs" / f"{program}.c"


def explore(incise, program, size):
    """What incise counts, what it cost in CPU seconds and MB, and whether it decided everything."""
    options = ["--ub", "wrap", "--json", "--no-paths", "--no-replay", "--timeout", f"{SECONDS_EACH}s"]
    command = [incise, "explore", source(program), f"-DN={size}", "--jobs", "1", "--alloc", "succeeds", *options]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode not in (CLEAN, FOUND, UNDECIDED):
        sys.exit(f"{' '.join(map(str, command))}: status {process.returncode}")
    document = json.loads(text)
    stats, effort = document["function"]["stats"], document["effort"]
    return {
        "paths": stats["paths"],
        "errors": stats["error_paths"],
        "instructions": stats["instructions"],
        "queries": effort["queries"],
        "solver": sum(effort["answered_by"].get(link, 0) for link in ("sat", "one-shot", "external")),
        "cpu": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss / 1024,
        "decided": process.returncode != UNDECIDED,
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


def table(incise):
    form = "{:<10} {:>3} {:>9} {:>8} {:>13} {:>10} {:>8} {:>9} {:>9}"
    print(form.format("program", "N", "paths", "errors", "instructions", "queries", "solver", "CPU s", "MB"))
    for program, sizes in SIZES:
        for size in sizes:
            # Compiled once beforehand: what is measured is the exploration, from the remembered program.
            subprocess.run([incise, "explore", source(program), f"-DN={size}", "--max-depth", "0", "--alloc", "succeeds", "--no-replay", "-q"],
                           stdout=subprocess.DEVNULL)
            row = explore(incise, program, size)
            cost = [f"{row['cpu']:.3f}", f"{row['memory']:.0f}"]
            counts = [row[name] for name in ("paths", "errors", "instructions", "queries", "solver")]
            note = "" if row["decided"] else "  not everything decided"
            print(form.format(program, size or "", *counts, *cost) + note, flush=True)


def check(incise):
    passed = failed = 0
    for program, size, ranges in EXHAUSTIVE:
        with tempfile.TemporaryDirectory() as work:
            expected = native(program, size, ranges, Path(work))
        row = explore(incise, program, size)
        found = (row["paths"], row["errors"])
        if found == expected and row["decided"]:
            passed += 1
        else:
            failed += 1
            print(f"failed: {program} {size}: natively {expected} paths completed and failed, by incise {found}")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("table", "check"):
        sys.exit(__doc__)
    command, incise = sys.argv[1:]
    if command == "table":
        table(incise)
    elif not check(incise):
        sys.exit(1)


main()
