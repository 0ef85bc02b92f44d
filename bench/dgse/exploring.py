"""The programs of this folder, and what `incise explore` says about them."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Statuses of incise.
CLEAN, FOUND, UNDECIDED = 0, 1, 3
SECONDS_EACH = int(os.environ.get("BENCH_SECONDS", "300"))
GUIDES = ["full", "dgse"]
# Why dgse explores everything where it could go on.
NOT_WORTH_IT = ["hardly any decision", "too many runs"]

# In the order of the tables: sizes that are measured, the size at which mutants are run.
PROGRAMS = {
    "blocks": ([4, 16, 20], 8),
    "record": ([4, 5, 6], 4),
    "channels": ([1, 2], 1),
    "wbs": ([2, 3, 4], 3),
    "tcas": ([1, 2], 1),
    "replace": ([3, 7, 9], 4),
    "tokens": ([3, 4, 5], 3),
    "scheduler": ([2, 3, 4], 2),
}


def source(program):
    return HERE / f"{program}.c"


def command(incise, program, size, guide):
    # Guided by dependence there is one worker always.
    jobs = [] if guide == "dgse" else ["--jobs", "1"]
    return [incise, "explore", source(program), f"-DN={size}", "--guide", guide, "--alloc", "succeeds", "--ub", "wrap", "--no-replay", *jobs]


def run(arguments):
    """What a command prints, its status, and the CPU seconds it took."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(arguments, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode not in (CLEAN, FOUND, UNDECIDED):
        sys.exit(f"{' '.join(map(str, arguments))}: status {process.returncode}")
    return text, process.returncode, usage.ru_utime + usage.ru_stime


def explore(incise, program, size, guide):
    """What a guide counts and costs."""
    options = ["--json", "--no-paths", "--timeout", f"{SECONDS_EACH}s"]
    text, _, cpu = run(command(incise, program, size, guide) + options)
    document = json.loads(text)
    function, effort = document["function"], document["effort"]
    stats, tasks = function["stats"], function.get("tasks")
    if tasks and tasks.get("fallback") and not any(reason in tasks["fallback"] for reason in NOT_WORTH_IT):
        sys.exit(f"{program} {size}: everything was explored: {tasks['fallback']}")
    return {
        "paths": stats["paths"] + stats["error_paths"],
        "completed": stats["paths"],
        "failed": stats["error_paths"],
        "tasks": tasks,
        "instructions": stats["instructions"],
        "errors": sorted({(error["line"], error["kind"]) for error in function["errors"]}),
        "queries": effort["queries"],
        "solver": sum(effort["answered_by"].get(link, 0) for link in ("sat", "one-shot", "external")),
        "analysis": effort["tasks"]["analysis_ms"] / 1000 if tasks else 0.0,
        "cpu": cpu,
        "decided": not function["bounds_hit"] and not function["approximations"],
    }


def compile_beforehand(incise, program, size):
    """So that what is measured is the exploration, from the remembered program."""
    run(command(incise, program, size, "full") + ["--max-depth", "0", "-q"])
