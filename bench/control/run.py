"""The cost of comparing one-line mutants of control programs with the original, guide by guide.

run.py table INCISE [PROGRAM...]     a line for each mutant as in Table II of [dise-tosem2014], medians, and what it costs where a change
                                     impacts everything
run.py static INCISE [PROGRAM...]    only what `incise impact` gives: changed and impacted nodes
run.py check [PROGRAM...]            that mutants apply and compile, and that native runs differ, or not, as mutants.json says

BENCH_RUNS is how often each comparison is run, of which the fastest counts (3); one that takes seconds is run once. Where everything is
impacted exact and full take turns, twice each. BENCH_SECONDS bounds each run (300).
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
RUNS = int(os.environ.get("BENCH_RUNS", "3"))
WHOLE_RUNS = 2
# CPU seconds past which a comparison is not run again.
SLOW = 2.0
SECONDS_EACH = int(os.environ.get("BENCH_SECONDS", "300"))
# Statuses of incise: the same, different, not decided.
SAME, DIFFERENT, UNDECIDED = 0, 1, 3
GUIDES = ["exact", "dise", "full"]
NATIVE_RUNS = 400_000


class Program:
    """A control program, and its mutants in a folder of their own."""

    def __init__(self, name, given, work):
        self.name, self.function, self.mutants = name, given["function"], given["mutants"]
        # Those that impact everything.
        self.whole = given["whole"]
        self.base = work / f"{name}.c"
        self.text = (HERE / f"{name}.c").read_text()
        self.base.write_text(self.text)
        self.work = work

    def mutant(self, mutant):
        """Writes a mutant and gives its path."""
        lines = self.text.splitlines(keepends=True)
        found = [position for position, line in enumerate(lines) if line.strip() == mutant["line"]]
        if len(found) != 1:
            sys.exit(f"{self.name} {mutant['id']}: {len(found)} lines are {mutant['line']!r}")
        lines[found[0]] = lines[found[0]].replace(mutant["line"], mutant["replacement"])
        path = self.work / f"{self.name}-{mutant['id']}.c"
        path.write_text("".join(lines))
        return path


def run(command):
    """The JSON document that a command prints, its status, and the CPU seconds it took."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode not in (SAME, DIFFERENT, UNDECIDED):
        sys.exit(f"{' '.join(map(str, command))}: status {process.returncode}")
    return json.loads(text), process.returncode, usage.ru_utime + usage.ru_stime


def impact(incise, base, modified):
    """Statements, changed ones and impacted ones, over the functions that are touched."""
    document, _, _ = run([incise, "impact", base, modified, "--json"])
    members = [member for function in document["functions"] for member in function.get("members", [])]
    removed = sum(len(function.get("base", {}).get("changed_lines", [])) for function in document["functions"])
    n_changed = sum(member["rule"] == "changed" for member in members)
    statements = sum(function.get("statements", 0) for function in document["functions"])
    return statements, max(n_changed, removed), len(members)


def n_statements(incise, program):
    """All statements of a program: against an empty one everything is new."""
    empty = program.work / "empty.c"
    empty.write_text("int nothing;\n")
    return impact(incise, empty, program.base)[0]


def compare(incise, program, path, guide, runs):
    """What a comparison counts and the least CPU time that it took, children included."""
    command = [incise, "diff", program.base, path, "--function", program.function, "--guide", guide, "--jobs", "1", "--globals", "any"]
    command += ["--ub", "wrap", "--json", "--timeout", f"{SECONDS_EACH}s"]
    best = None
    for _ in range(runs):
        document, status, cpu = run(command)
        best = cpu if best is None else min(best, cpu)
        if best > SLOW:
            break
    stats = document["functions"][0]["stats"]
    calls = stats["solver_calls"]
    return {
        "verdict": document["verdict"],
        "status": status,
        "paths": stats["paths"],
        "states": stats["states"],
        "calls": calls["total"] if isinstance(calls, dict) else calls,
        "cpu": best,
    }


def side_by_side(incise, program, path):
    """What exact and full cost, taking turns."""
    found = {}
    for _ in range(WHOLE_RUNS):
        for guide in ("exact", "full"):
            now = compare(incise, program, path, guide, 1)
            found[guide] = min(now, found.get(guide, now), key=lambda one: one["cpu"])
    return found


def ratio(part, whole):
    return part / whole if whole else 1.0


def static(incise, programs):
    form = "{:<5} {:>2}  {:>5} {:>7} {:>15}  {}"
    print(form.format("", "", "nodes", "changed", "impacted", "what"))
    for program in programs:
        total = n_statements(incise, program)
        for mutant in program.mutants:
            _, changed, impacted = impact(incise, program.base, program.mutant(mutant))
            share = f"{impacted} ({ratio(impacted, total):.1%})"
            print(form.format(program.name, mutant["id"], total, changed, share, mutant["what"]), flush=True)


def table(incise, programs):
    """Prints everything; whether exact and full agree and the truth is what mutants.json says."""
    form = "{:<5} {:>2} {:>5} {:>7} {:>8}" + " |" + " {:>7}" * 3 + " |" + " {:>7}" * 3 + " |" + " {:>7}" * 3 + " |" + " {:>8}" * 3 + " {:>6} {:>6}  {}"
    names = GUIDES * 4
    print(form.format("", "", "", "", "", "states", "", "", "paths", "", "", "calls", "", "", "CPU s", "", "", "exact", "dise", ""))
    print(form.format("", "", "nodes", "changed", "impacted", *names, "/full", "/full", "verdict"), flush=True)
    agreed = True
    every_row = []
    for program in programs:
        total = n_statements(incise, program)
        rows = []
        for mutant in program.mutants:
            path = program.mutant(mutant)
            _, changed, impacted = impact(incise, program.base, path)
            found = {guide: compare(incise, program, path, guide, RUNS) for guide in GUIDES}
            counts = [found[guide][what] for what in ("states", "paths", "calls") for guide in GUIDES]
            costs = [f"{found[guide]['cpu']:.3f}" for guide in GUIDES]
            ratios = [ratio(found[guide]["cpu"], found["full"]["cpu"]) for guide in ("exact", "dise")]
            expected = SAME if mutant["same"] else DIFFERENT
            wrong = [guide for guide in ("exact", "full") if found[guide]["status"] != expected]
            note = found["exact"]["verdict"] + (f"  WRONG: {', '.join(wrong)}" if wrong else "")
            if found["dise"]["status"] != expected:
                note += f"  dise: {found['dise']['verdict']}"
            agreed &= not wrong
            rows.append((found, ratios))
            shares = [f"{part:.1%}" for part in ratios]
            print(form.format(program.name, mutant["id"], total, changed, impacted, *counts, *costs, *shares, note), flush=True)
        medians(program.name, rows)
        every_row += rows
    if len(programs) > 1:
        medians("all", every_row)
    return whole(incise, programs) and agreed


def whole(incise, programs):
    """What it costs that everything is impacted; whether exact and full agree with mutants.json."""
    form = "{:<5} {:>2} |" + " {:>7}" * 2 + " |" + " {:>7}" * 2 + " |" + " {:>8}" * 2 + " |" + " {:>8}" * 2 + " {:>7}  {}"
    print("Everything impacted:")
    print(form.format("", "", "states", "", "paths", "", "calls", "", "CPU s", "", "exact", ""))
    print(form.format("", "", *["exact", "full"] * 4, "/full", "verdict"), flush=True)
    agreed, ratios = True, []
    for program in programs:
        for mutant in program.whole:
            found = side_by_side(incise, program, program.mutant(mutant))
            counts = [found[guide][what] for what in ("states", "paths", "calls") for guide in ("exact", "full")]
            costs = [f"{found[guide]['cpu']:.3f}" for guide in ("exact", "full")]
            ratios.append(ratio(found["exact"]["cpu"], found["full"]["cpu"]))
            expected = SAME if mutant["same"] else DIFFERENT
            wrong = [guide for guide in found if found[guide]["status"] != expected]
            agreed &= not wrong
            note = found["exact"]["verdict"] + (f"  WRONG: {', '.join(wrong)}" if wrong else "")
            print(form.format(program.name, mutant["id"], *counts, *costs, f"{ratios[-1]:.1%}", note), flush=True)
    print(f"median {statistics.median(ratios):.1%}, greatest {max(ratios):.1%} of full's CPU time", flush=True)
    return agreed


def medians(name, rows):
    """The two promises on cost, for one program."""
    for guide, position in (("exact", 0), ("dise", 1)):
        everything = [found[guide]["paths"] >= found["full"]["paths"] for found, _ in rows]
        for all_impacted, text in ((False, "not every path is impacted"), (True, "every path is impacted")):
            ratios = [ratios[position] for (_, ratios), every in zip(rows, everything) if every == all_impacted]
            if ratios:
                figures = f"median {statistics.median(ratios):.1%}, greatest {max(ratios):.1%} of full's CPU time"
                print(f"{name}, {guide}, where {text} ({len(ratios)}): {figures}")
    print(flush=True)


def check(programs):
    """Holds mutants.json against native runs."""
    passed = failed = 0
    for program in programs:
        variables = [f"{name}:{4 if kind == 'int' else 1}" for kind, names in
                     re.findall(r"^(int|bool) ([\w, ]+);", program.text, re.MULTILINE) for name in names.split(", ")]
        numbers = set(re.findall(r"-?\b\d+\b", program.text))
        parameters = re.search(rf"^\w+ {program.function}\((.*)\)$", program.text, re.MULTILINE)[1]
        arguments = "".join(word[0] for word in re.findall(r"int|bool", parameters))
        base = shared(program.base)
        native = program.work / "native"
        subprocess.run([CLANG, "-O2", "-Wall", "-Wextra", HERE / "native.c", "-o", native, "-ldl"], check=True)
        for mutant in program.mutants + program.whole:
            command = [native, base, shared(program.mutant(mutant)), program.function, arguments, str(NATIVE_RUNS)]
            command += variables + [f"@{number}" for number in sorted(numbers)]
            differing = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            if (differing == 0) == mutant["same"]:
                passed += 1
            else:
                failed += 1
                print(f"failed: {program.name} {mutant['id']}: {differing} of {NATIVE_RUNS} native runs differ")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def shared(source):
    target = source.with_suffix(".so")
    subprocess.run([CLANG, "-O1", "-fwrapv", "-w", "-shared", "-fPIC", source, "-o", target], check=True)
    return target


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] not in ("table", "static", "check"):
        sys.exit(__doc__)
    command, arguments = arguments[0], arguments[1:]
    incise = arguments.pop(0) if command != "check" and arguments else None
    if command != "check" and incise is None:
        sys.exit(__doc__)
    given = json.loads((HERE / "mutants.json").read_text())
    unknown = set(arguments) - set(given)
    if unknown:
        sys.exit(f"no control program {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as work:
        wanted = [name for name in given if not arguments or name in arguments]
        programs = [Program(name, given[name], Path(work)) for name in wanted]
        if command == "static":
            static(incise, programs)
        elif not (check(programs) if command == "check" else table(incise, programs)):
            sys.exit(1)


main()
