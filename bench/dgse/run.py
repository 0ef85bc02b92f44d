"""Guidance by dependence beside exploring everything, on the programs of this folder.

run.py table INCISE [PROGRAM...]     what both cost at several sizes, as rows of Markdown
run.py mutants INCISE [PROGRAM...]   how many mutants the tests of both kill (kill.py)
run.py check INCISE                  small sizes: the paths of full against exhaustive native runs, those of dgse for independent blocks

BENCH_RUNS is how often each is run, in turns, of which the fastest counts (3); what takes long is run once. BENCH_SECONDS bounds each run (300).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from exploring import GUIDES, HERE, PROGRAMS, compile_beforehand, explore, source
from kill import mutants

RUNS = int(os.environ.get("BENCH_RUNS", "3"))
# CPU seconds past which nothing is run again.
SLOW = 5.0


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
            share = f"{tasks['total'] / full['paths']:.2%}" if full["paths"] else ""
            row([program, size, more[0] + str(full["paths"]), more[1] + str(tasks["feasible"]), tasks["infeasible"], tasks["total"], share,
                 full["solver"], dgse["solver"], f"{more[0]}{full['cpu']:.3f}", f"{more[1]}{dgse['cpu']:.3f}",
                 f"{full['cpu'] / dgse['cpu']:.1f}", f"{1000 * dgse['analysis']:.1f} ms"])
            if not any(more) and full["errors"] != dgse["errors"]:
                agreed = False
                print(f"WRONG: {program} {size}: errors of full {full['errors']}, of dgse {dgse['errors']}", flush=True)
    return agreed


def main():
    arguments = sys.argv[1:]
    if len(arguments) < 2 or arguments[0] not in ("table", "mutants"):
        sys.exit(__doc__)
    action, incise, *names = arguments
    unknown = set(names) - set(PROGRAMS)
    if unknown:
        sys.exit(f"no program {', '.join(sorted(unknown))}")
    programs = [name for name in PROGRAMS if not names or name in names]
    if action == "mutants":
        mutants(incise, programs)
    elif not table(incise, programs):
        sys.exit(1)


if __name__ == "__main__":
    main()
