"""How many mutants the tests of exploring everything kill, and how many those of guidance by dependence.

A mutant (mutate.py) is killed by a test on which it natively prints something else or ends otherwise than the program (native.c). The
tests are those that `incise explore --out` writes. What the program natively does with each is held against what the test predicts.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from exploring import GUIDES, HERE, PROGRAMS, command, run, source
from mutate import CLANG, Mutator

INCLUDE = ["-I", HERE.parent.parent / "runtime/include", "-I", HERE]
# Accesses outside of arrays trap, and what was never set is 0, so that a mutant does the same on every machine.
FLAGS = ["-O0", "-fwrapv", "-w", "-ftrivial-auto-var-init=zero", "-fsanitize=array-bounds,integer-divide-by-zero",
         "-fsanitize-trap=all", "-Dprintf=noted"]


def tests_of(incise, program, size, guide, work):
    """What a guide's tests give to the program, as hexadecimal digits, and what they predict."""
    folder = work / guide
    run(command(incise, program, size, guide) + ["-q", "--out", folder])
    found = []
    for path in sorted(folder.glob("*.json")):
        test = json.loads(path.read_text())
        if "inputs" not in test:
            continue
        if any(given["kind"] != "marker" for given in test["inputs"]):
            sys.exit(f"{program}: an input that is none of the program's marks")
        found.append(("".join(given["bytes"] for given in test["inputs"]), test["expected"]))
    return found


def compiled(texts, size, work):
    """Compiles versions of a program; gives an executable of them and the positions of those that compile."""
    objects, kept = [], []
    for position, text in enumerate(texts):
        path = work / f"version{position}.c"
        path.write_text(text)
        target = path.with_suffix(".o")
        flags = [*FLAGS, f"-DN={size}", f"-Dmain=program{position}", *INCLUDE]
        if subprocess.run([CLANG, *flags, "-c", path, "-o", target], stderr=subprocess.DEVNULL).returncode == 0:
            objects.append(target)
            kept.append(position)
    listing = work / "programs.c"
    names = [f"program{position}" for position in kept]
    listing.write_text("".join(f"int {name}(void);\n" for name in names)
                       + f"int (*const programs[])(void) = {{{', '.join(names)}}};\nconst int n_programs = {len(names)};\n")
    executable = work / "versions"
    subprocess.run([CLANG, "-Wall", "-Wextra", "-O2", *INCLUDE, HERE / "native.c", listing, *objects, "-static", "-o", executable], check=True)
    return executable, kept


def hashed(printed):
    """As in native.c; what is no text is there in hexadecimal."""
    value = 0xCBF29CE484222325
    for byte in printed.encode() if isinstance(printed, str) else bytes.fromhex(printed["hex"]):
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def contradicted(expected, status, output):
    """Whether the program natively does not do what a test predicts."""
    is_failure = os.WIFSIGNALED(status) or os.WEXITSTATUS(status) > 127
    return is_failure != (expected["ends"] == "error") or (expected.get("exact") and hashed(expected["stdout"]) != output)


def killed(incise, program, work):
    """Mutants, how many do not compile, the tests of both guides, and for each mutant the first test of each that kills it."""
    size = PROGRAMS[program][1]
    mutator = Mutator(source(program), [f"-DN={size}", *map(str, INCLUDE)])
    mutants = mutator.mutants()
    tests = [(suite, *test) for suite, guide in enumerate(GUIDES) for test in tests_of(incise, program, size, guide, work)]
    executable, kept = compiled([mutator.text, *(mutant.apply(mutator.text) for mutant in mutants)], size, work)
    listing = work / "tests"
    listing.write_text("".join(f"{suite} {given}\n" for suite, given, _ in tests))
    lines = subprocess.run([executable, listing], check=True, capture_output=True, text=True).stdout.splitlines()
    for (_, given, expected), line in zip(tests, lines):
        status, output = line.split()
        if contradicted(expected, int(status), int(output, 16)):
            sys.exit(f"{program}: the original does not do what was predicted: {given}: {expected}, natively {line}")
    first = [tuple(map(int, line.split())) for line in lines[len(tests) :]]
    return [mutants[position - 1] for position in kept[1:]], len(mutants) + 1 - len(kept), tests, first


def row(cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def points(part, whole):
    return 100 * part / whole if whole else 0.0


def summary(name, size, n_mutants, n_tests, n_killed):
    shares = [points(one, n_mutants) for one in n_killed]
    row([name, size, n_mutants, n_tests[0], f"{shares[0]:.1f} %", n_tests[1], f"{shares[1]:.1f} %", f"{shares[1] - shares[0]:+.1f}"])


def mutants(incise, programs):
    """Prints the table, then each mutant that only one of the two kills, with a test that does."""
    row(["program", "N", "mutants", "tests of full", "killed", "tests of dgse", "killed", "difference in points"])
    row(["---"] * 8)
    totals, n_broken, apart = [0] * 5, 0, []
    for program in programs:
        with tempfile.TemporaryDirectory() as work:
            found, broken, tests, first = killed(incise, program, Path(work))
        n_broken += broken
        n_tests = [sum(suite == one for suite, _, _ in tests) for one in (0, 1)]
        n_killed = [sum(test[one] >= 0 for test in first) for one in (0, 1)]
        summary(program, PROGRAMS[program][1], len(found), n_tests, n_killed)
        totals = [sum(pair) for pair in zip(totals, [len(found), *n_tests, *n_killed])]
        for mutant, (by_full, by_dgse) in zip(found, first):
            if (by_full < 0) != (by_dgse < 0):
                apart.append(f"only {GUIDES[by_full < 0]} kills {mutant}, with {tests[max(by_full, by_dgse)][1]}")
    summary("all", "", totals[0], totals[1:3], totals[3:5])
    print(f"{n_broken} more mutants do not compile.")
    print("\n".join(apart))
