"""Guidance by dependence beside exploring everything, on the programs of this folder.

run.py table INCISE [PROGRAM...]     what both cost at several sizes, as rows of Markdown
run.py blocks INCISE                 what dgse alone costs for more and more independent blocks
run.py mutants INCISE [PROGRAM...]   how many mutants the tests of both kill (kill.py)
run.py check INCISE                  small sizes: the paths of full against exhaustive native runs, that dgse finds its errors, and the paths
                                     of dgse for independent blocks

BENCH_RUNS is how often each is run, in turns, of which the fastest counts (3); what takes long is run once. BENCH_SECONDS bounds each run (300).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from exploring import GUIDES, HERE, PROGRAMS, compile_beforehand, explore, source
from kill import INCLUDE, mutants
from mutate import CLANG

RUNS = int(os.environ.get("BENCH_RUNS", "3"))
# CPU seconds past which nothing is run again.
SLOW = 5.0

ANY = "0:255"
# Program, size, and ranges for its symbolic bytes that let native runs take every path. Native runs share what is static, so that programs that
# keep state are not here.
EXHAUSTIVE = [
    ("blocks", 6, ["0:1", "0:0", "0:0", "0:0"] * 6),
    ("record", 1, ["0:32", "0:13", ANY, "7:8"] + ["0:0"] * 12),
    ("channels", 1, ["0:4", "0:63", ANY, "0:2", "0:1", "0:1"]),
    ("replace", 1, [ANY, "0:2", "0:1"]),
    ("replace", 2, [ANY, ANY, "0:2", "0:1"]),
]
# Where dgse has to find the errors of full.
SMALL = [("record", 3), ("channels", 1), ("wbs", 2), ("tcas", 1), ("replace", 3), ("tokens", 2), ("scheduler", 3)]
BLOCKS = [4, 16, 64, 256]


def measured(incise, program, size):
    """What both guides count, and the least CPU time that each took, taking turns."""
    compile_beforehand(incise, program, size)
    found = {}
    for _ in range(RUNS):
        for guide in GUIDES:
            now = explore(incise, program, size, guide)
            found[guide] = min(now, found.get(guide, now), key=lambda one: one["cpu"])
        if any(one["cpu"] > SLOW for one in found.values()):
            break
    return found


def row(cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def table(incise, programs):
    """Prints the table; whether dgse found the errors of full and nothing else."""
    row(["program", "N", "paths of full", "dgse: feasible", "infeasible", "total", "of full", "solver calls: full", "dgse",
         "CPU s: full", "dgse", "speed-up", "of it analysis"])
    row(["---"] * 13)
    agreed = True
    for program in programs:
        for size in PROGRAMS[program][0]:
            found = measured(incise, program, size)
            full, dgse = found["full"], found["dgse"]
            tasks = dgse["tasks"]
            more = ["" if one["decided"] else "> " for one in (full, dgse)]
            share = f"{tasks['feasible'] / full['paths']:.3%}" if full["paths"] else ""
            row([program, size, more[0] + str(full["paths"]), more[1] + str(tasks["feasible"]), tasks["infeasible"], tasks["total"], share,
                 full["solver"], dgse["solver"], f"{more[0]}{full['cpu']:.3f}", f"{more[1]}{dgse['cpu']:.3f}",
                 f"{full['cpu'] / dgse['cpu']:.1f}", f"{1000 * dgse['analysis']:.1f} ms"])
            if not any(more) and full["errors"] != dgse["errors"]:
                agreed = False
                print(f"WRONG: {program} {size}: errors of full {full['errors']}, of dgse {dgse['errors']}", flush=True)
    return agreed


def blocks(incise):
    row(["N", "paths of dgse", "instructions", "CPU s"])
    row(["---"] * 4)
    for size in BLOCKS:
        compile_beforehand(incise, "blocks", size)
        found = min((explore(incise, "blocks", size, "dgse") for _ in range(RUNS)), key=lambda one: one["cpu"])
        row([size, found["paths"], found["instructions"], f"{found['cpu']:.3f}"])
    return True


def native(program, size, ranges, work):
    """Paths completed and failed that native runs over all combinations take (bench/native.c)."""
    unprinted, executable = work / "unprinted.c", work / "native"
    unprinted.write_text("int unprinted(const char *format, ...) { return format == 0; }\n")
    objects = []
    for path, flags in (
        (source(program), ["-Dmain=program", "-Dprintf=unprinted", f"-DN={size}", "-w", "-O0", "-fwrapv",
                           "-fsanitize-coverage=edge,trace-pc-guard,no-prune"]),
        (HERE.parent / "native.c", ["-O2"]),
        (unprinted, ["-O2"]),
    ):
        objects.append(work / f"{path.stem}.{len(objects)}.o")
        subprocess.run([CLANG, *flags, *INCLUDE, "-c", path, "-o", objects[-1]], check=True)
    subprocess.run([CLANG, *objects, "-o", executable], check=True)
    text = subprocess.run([executable, *ranges], check=True, capture_output=True, text=True).stdout
    return tuple(map(int, text.split()))


def check(incise):
    passed, failures = 0, []
    for program, size, ranges in EXHAUSTIVE:
        with tempfile.TemporaryDirectory() as work:
            expected = native(program, size, ranges, Path(work))
        full = explore(incise, program, size, "full")
        found = (full["completed"], full["failed"])
        if found != expected or not full["decided"]:
            failures.append(f"{program} {size}: natively {expected} paths completed and failed, by incise {found}")
        passed += 1
    for program, size in SMALL:
        errors = {guide: explore(incise, program, size, guide)["errors"] for guide in GUIDES}
        if errors["full"] != errors["dgse"]:
            failures.append(f"{program} {size}: errors of full {errors['full']}, of dgse {errors['dgse']}")
        passed += 1
    for size in BLOCKS:
        n_paths = explore(incise, "blocks", size, "dgse")["tasks"]["total"]
        if n_paths != size + 1:
            failures.append(f"blocks {size}: {n_paths} paths by dgse")
        passed += 1
    for failure in failures:
        print(f"failed: {failure}")
    print(f"{passed - len(failures)} passed, {len(failures)} failed")
    return not failures


def main():
    arguments = sys.argv[1:]
    if len(arguments) < 2 or arguments[0] not in ("table", "blocks", "mutants", "check"):
        sys.exit(__doc__)
    action, incise, *names = arguments
    unknown = set(names) - set(PROGRAMS)
    if unknown:
        sys.exit(f"no program {', '.join(sorted(unknown))}")
    programs = [name for name in PROGRAMS if not names or name in names]
    if action == "mutants":
        mutants(incise, programs)
    elif action == "table":
        agreed = table(incise, programs)
        print()
        sys.exit(0 if agreed and (names or blocks(incise)) else 1)
    elif not (check(incise) if action == "check" else blocks(incise)):
        sys.exit(1)


if __name__ == "__main__":
    main()
