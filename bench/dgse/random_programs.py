"""Guidance by dependence beside exploring everything, on random programs in which nearly all decisions are about the same few inputs.

random_programs.py INCISE FUZZ [FIRST [COUNT]]   those of `incise-fuzz dgse` from a seed on (300000, 200)

Prints how the CPU time of dgse compares with full's where full takes at least LEAST seconds, program by program and in all. BENCH_RUNS is how
often each is run, in turns, of which the fastest counts (3).
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from exploring import GUIDES, run

RUNS = int(os.environ.get("BENCH_RUNS", "3"))
LEAST = 0.05
SECONDS_EACH = 20


def explored(incise, file, guide):
    options = ["--function", "test", "--guide", guide, "--json", "--no-paths", "--no-replay", "--timeout", f"{SECONDS_EACH}s"]
    text, _, cpu = run([incise, "explore", file, "--jobs", "1", *options])
    function = json.loads(text)["function"]
    stats = function["stats"]
    fallback = (function.get("tasks") or {}).get("fallback")
    is_over = any(line["kind"] == "timeout" for line in function["bounds_hit"])
    return cpu, stats["paths"] + stats["error_paths"], fallback, is_over


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    incise, fuzz, *numbers = sys.argv[1:]
    first, count = (list(map(int, numbers)) + [300000, 200][len(numbers):])[:2]
    found = []
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "program.c"
        for seed in range(first, first + count):
            file.write_bytes(subprocess.run([fuzz, "show", "dgse", str(seed)], check=True, capture_output=True).stdout)
            explored(incise, file, "full")
            best = {}
            for _ in range(RUNS):
                for guide in GUIDES:
                    now = explored(incise, file, guide)
                    best[guide] = min(best.get(guide, now), now, key=lambda one: one[0])
            full, dgse = best["full"], best["dgse"]
            if full[0] >= LEAST and not full[3] and not dgse[3]:
                found.append((dgse[0] / full[0], seed, full[1], dgse[1], dgse[2]))
    for ratio, seed, full, dgse, fallback in sorted(found, key=lambda one: one[:2]):
        print(f"{seed}: {ratio:.2f} of full's CPU time, {dgse} paths instead of {full}" + (f" ({fallback})" if fallback else ""))
    ratios = [one[0] for one in found]
    if not ratios:
        sys.exit("no program takes long enough")
    slower = sum(ratio > 1.02 for ratio in ratios)
    print(f"{len(found)} programs: {statistics.median(ratios):.2f} in the middle, {min(ratios):.2f} at best, {max(ratios):.2f} at worst; "
          f"{slower} more than 2 % slower, {sum(one[4] is not None for one in found)} explored whole")


if __name__ == "__main__":
    main()
