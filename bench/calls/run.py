"""What the directed search across calls saves on a program of ten functions with 41 one-change versions.

run.py table INCISE [ID...]     a line for each version as in Tables I and II of [idise-icsm2012]: states, path conditions and
                                constraints of both versions, directed across calls (dise) and in full, and medians
run.py check                    that each version differs from the original in one line and compiles

Constraints are counted by the lines of the branches that they come from: impacted lines are those of `incise impact --calls`.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
FUNCTION = "advise"
# The share of full's path conditions that the median of local changes must not exceed.
PROMISE = 0.10


def versions(work):
    """The original, and each version with its path."""
    text = (HERE / "tcas.c").read_text()
    base = work / "tcas.c"
    base.write_text(text)
    lines = text.splitlines(keepends=True)
    found = []
    for version in json.loads((HERE / "versions.json").read_text()):
        places = [place for place, line in enumerate(lines) if line.strip() == version["line"]]
        if len(places) != 1:
            sys.exit(f"{version['id']}: {len(places)} lines are {version['line']!r}")
        changed = list(lines)
        changed[places[0]] = changed[places[0]].replace(version["line"], version["replacement"])
        path = work / f"tcas-{version['id']}.c"
        path.write_text("".join(changed))
        found.append((version, path))
    return base, found


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode not in (0, 1, 3):
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stderr}")
    return json.loads(result.stdout)


def explored(incise, old, new, guide):
    """States, path conditions, impacted and unimpacted constraints of the second version."""
    command = [incise, "diff", old, new, "--function", FUNCTION, "--guide", guide, "--globals", "any", "--ub", "wrap", "--jobs", "1"]
    function = run(command + ["--no-replay", "--paths", "--json", "--loop-bound", "16", "--timeout", "300s"])["functions"][0]
    calls = run([incise, "impact", old, new, "--function", FUNCTION, "--calls", "--json"])["calls"]
    impacted = {line for context in calls["contexts"] for line in context["lines"]}
    taken = [int("".join(letter for letter in decision if letter.isdigit()))
             for path in function["paths"] for decision in path["decisions"]]
    inside = sum(line in impacted for line in taken)
    return function["stats"]["states"], function["stats"]["paths"], inside, len(taken) - inside


def table(incise, wanted):
    form = "{:<4}" + " {:>7}" * 2 + " |" + " {:>7}" * 2 + " |" + " {:>7}" * 2 + " |" + " {:>7}" * 2 + " |" + " {:>14}" * 2 + "  {}"
    print(form.format("", "states'", "", "states", "", "PCs'", "", "PCs", "", "constraints'", "constraints", ""))
    print(form.format("", *["full", "dise"] * 4, "imp/unimp", "imp/unimp", ""), flush=True)
    local, others = [], []
    with tempfile.TemporaryDirectory() as work:
        base, all_versions = versions(Path(work))
        for version, path in all_versions:
            if wanted and version["id"] not in wanted:
                continue
            new = {guide: explored(incise, base, path, guide) for guide in ("full", "dise")}
            old = {guide: explored(incise, path, base, guide) for guide in ("full", "dise")}
            counts = [side[guide][what] for what in (0, 1) for side in (new, old) for guide in ("full", "dise")]
            constraints = [f"{side['dise'][2]}/{side['dise'][3]}" for side in (new, old)]
            where = "local, " if version["local"] else ""
            print(form.format(version["id"], *counts, *constraints, where + version["what"]), flush=True)
            share = new["dise"][1] / new["full"][1]
            (local if version["local"] else others).append(share)
    for name, shares in (("local changes", local), ("other changes", others)):
        if shares:
            figures = f"median {statistics.median(shares):.2%}, greatest {max(shares):.2%}"
            print(f"{name} ({len(shares)}): {figures} of full's path conditions")
    return not local or statistics.median(local) <= PROMISE


def check():
    with tempfile.TemporaryDirectory() as work:
        base, all_versions = versions(Path(work))
        for path in [base] + [path for _, path in all_versions]:
            subprocess.run([CLANG, "-Wall", "-Wextra", "-c", path, "-o", Path(work) / "object.o"], check=True)
        print(f"{len(all_versions)} versions compile")


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["check"] and len(arguments) == 1:
        check()
    elif arguments[:1] == ["table"] and len(arguments) > 1:
        if not table(arguments[1], arguments[2:]):
            sys.exit("the promise on local changes is broken")
    else:
        sys.exit(__doc__)


main()
