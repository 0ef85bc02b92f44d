"""What `incise diff` costs in a repository of 30,000 lines, by how many functions a change reaches.

repository.py INCISE [LINES]    prints a table

The repository is made in a temporary folder, the same each time: modules of functions with branches, loops, globals, records and calls
of each other, and beside them, for each number N, a function that N - 1 others call, directly or not, from other files. A commit
changes one line of each of these functions in turn; it is compared with the one before, callers included. Times are the CPU time of
a second run, so that what is compiled is remembered.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

REACHES = [1, 2, 4, 8, 16, 32]
N_MODULES = 60


class Module:
    """One file of functions that call earlier ones of the same file, and of the file before in a library of four."""

    def __init__(self, number, n_lines, seed):
        self.random = random.Random(seed * 1000 + number)
        self.number = number
        self.lines = ['#include "all.h"', "", f"static int table_{number}[16];", f"int total_{number};", ""]
        n_functions = 0
        while len(self.lines) < n_lines:
            self.function(n_functions)
            n_functions += 1

    def expression(self):
        return self.random.choice(
            ["a + {}", "b - {}", "s * {}", "r->level + {}", f"table_{self.number}[(a + {{}}) & 15]", "(a ^ {})"]
        ).format(self.random.randint(1, 99))

    def function(self, index):
        put = self.lines.append
        put(f"int m{self.number}_{index}(int a, int b, struct record *r)")
        put("{")
        put("    int s = b;")
        for _ in range(self.random.randint(3, 6)):
            kind = self.random.randint(0, 3)
            if kind == 0:
                put(f"    if ({self.expression()} > {self.random.randint(0, 50)})")
                put(f"        s = {self.expression()};")
                put("    else")
                put(f"        r->level = {self.expression()};")
            elif kind == 1:
                put(f"    for (int i = 0; i < {self.random.randint(2, 8)}; i++) {{")
                put(f"        table_{self.number}[i] += {self.expression()};")
                put("    }")
            elif kind == 2 and index > 0:
                put(f"    s += m{self.number}_{self.random.randint(max(0, index - 9), index - 1)}(a, s, r);")
            else:
                put(f"    total_{self.number} += {self.expression()};")
        if self.number % 4 > 0 and index % 7 == 3:
            put(f"    s ^= m{self.number - 1}_{self.random.randint(0, 3)}(b, a, r);")
        put("    return s;")
        put("}")
        put("")


def core(n, constant):
    return (
        '#include "all.h"\n\n'
        f"int core_{n}(int a, int b)\n{{\n"
        f"    if (a > {constant})\n        return a - b;\n"
        "    if (b < 0)\n        return b;\n    return a + b;\n}\n"
    )


def user(n, index):
    """The function that calls the core of N, or another that does."""
    above = index // 2
    callee = f"core_{n}" if above == 0 else f"use_{n}_{above}"
    return (
        f"int use_{n}_{index}(int a, int b)\n{{\n    int s = {callee}(a, b);\n"
        f"    if (b > {index + 7})\n        s += {index};\n    return s;\n}}\n\n"
    )


def generate(folder, n_lines):
    source = folder / "src"
    source.mkdir()
    header = ["struct record { int level; int rate; };"]
    texts = {}
    for number in range(N_MODULES):
        lines = Module(number, n_lines // N_MODULES, 1).lines
        header += [line + ";" for line in lines if line.startswith("int m")]
        texts[f"m{number:02}.c"] = lines
    for n in REACHES:
        (source / f"core_{n}.c").write_text(core(n, 10))
        header.append(f"int core_{n}(int a, int b);")
        for index in range(1, n):
            header.append(f"int use_{n}_{index}(int a, int b);")
            # Callers are among other functions, eight in a file.
            texts[f"m{(n + index // 8) % N_MODULES:02}.c"] += user(n, index).split("\n")
    for name, lines in texts.items():
        (source / name).write_text("\n".join(lines) + "\n")
    (source / "all.h").write_text("\n".join(header) + "\n")
    (folder / "incise.toml").write_text('sources = ["src/*.c"]\n')
    return sum(len(path.read_text().splitlines()) for path in source.glob("*.c"))


def git(folder, *arguments):
    name = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    subprocess.run(["git", "-C", folder, *name, *arguments], check=True, stdout=subprocess.DEVNULL)


def cpu(command, folder, environment):
    """Seconds of CPU and what was printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}: status {run.returncode}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, json.loads(run.stdout)


def main():
    incise = Path(sys.argv[1]).resolve()
    n_lines = int(sys.argv[2]) if len(sys.argv) > 2 else 30000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repository"
        folder.mkdir()
        environment = {**os.environ, "XDG_CACHE_HOME": str(Path(place) / "cache")}
        written = generate(folder, n_lines)
        git(folder, "init", "--quiet")
        git(folder, "add", "-A")
        git(folder, "commit", "--quiet", "-m", "all")
        print(f"{written} lines in {len(list((folder / 'src').glob('*.c')))} files")
        print("| functions reached | files compiled | impact, CPU s | compared | different | diff, CPU s | of it exploring, s |")
        print("|---|---|---|---|---|---|---|")
        for n in REACHES:
            (folder / "src" / f"core_{n}.c").write_text(core(n, 11))
            git(folder, "commit", "--quiet", "-a", "-m", f"core {n}")
            row = [str(n)]
            impact = [incise, "impact", "HEAD~1", "HEAD", "--json", "--jobs", "1"]
            diff = [incise, "diff", "HEAD~1", "HEAD", "--callers", "all", "--json", "--jobs", "1"]
            for command in (impact, diff):
                cpu(command, folder, environment)
            spent, _ = cpu(impact, folder, environment)
            impact_spent = spent
            spent, found = cpu(diff, folder, environment)
            functions = found["functions"]
            different = sum(function["verdict"] == "different" for function in functions)
            if len(functions) != n:
                sys.exit(f"{len(functions)} functions compared, {n} expected")
            exploring = sum(function["stats"]["effort"]["wall_ms"] for function in functions) / 1000
            row += [str(len(found["modified"])), f"{impact_spent:.2f}", str(len(functions)), str(different)]
            row += [f"{spent:.2f}", f"{exploring:.3f}"]
            print("| " + " | ".join(row) + " |", flush=True)


main()
