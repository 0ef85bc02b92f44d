"""Writes a C program of about the given number of lines, and the same with one line changed.

generate_large.py LINES SEED FOLDER    writes FOLDER/old.c and FOLDER/new.c; the same arguments give the same files

The program is a stack of functions that call earlier ones: branches, loops, switches, globals of every kind, arrays, records
that hold pointers to each other, pointers to locals, tables of functions, and now and then a call of the C library.
"""

import random
import sys
from pathlib import Path

FIELDS = ["level", "rate", "count", "mode"]
PARAMETERS = [("int", "a"), ("int", "b"), ("struct record *", "r"), ("int *", "out"), ("unsigned", "bits")]
# Where a function stands among those that can be called, at least and at most this many before the caller.
NEAREST, FARTHEST = 1, 60


class Writer:
    """Makes the lines of one program."""

    def __init__(self, n_lines, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 0
        self.n_wanted = n_lines
        # Name and the kinds of the parameters of each function so far.
        self.functions = []
        # Positions of lines in which a constant can be changed.
        self.changeable = []
        # Globals, the arrays with their sizes.
        self.totals, self.tables = ["spare"], [("spares", 4)]
        self.n_globals = max(8, n_lines // 120)
        self.n_records = max(4, n_lines // 250)

    def line(self, text):
        self.lines.append("    " * self.depth + text if text else "")

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self, most=100):
        return self.random.randint(1, most)

    def head(self):
        self.line("#include <stdlib.h>")
        self.line("#include <string.h>")
        self.line("")
        self.line("struct record { int level; int rate; unsigned count; int mode; struct record *next; int history[8]; };")
        self.line("")
        self.line("static int spare;")
        self.line("static int spares[4];")
        for position in range(self.n_globals):
            storage = self.pick("static ", "static ", "")
            size = self.pick("", "", f"[{self.pick(4, 16, 64)}]")
            value = f" = {self.number()}" if not size and self.random.random() < 0.5 else ""
            self.line(f"{storage}int {'table' if size else 'total'}_{position}{size}{value};")
            if size:
                self.tables.append((f"table_{position}", int(size[1:-1])))
            else:
                self.totals.append(f"total_{position}")
        for position in range(self.n_records):
            storage = self.pick("static ", "static ", "")
            after = f" = {{ .next = &record_{position - 1} }}" if position % 3 else ""
            self.line(f"{storage}struct record record_{position}{after};")
        self.line("static struct record *current;")
        self.line("")

    def place(self, scope):
        """Something that can be assigned."""
        table, size = self.random.choice(scope["tables"])
        choices = ["local"] * 5 + ["total"] * 2 + ["table", "record"]
        choices += ["field"] * 2 if "r" in scope["names"] else []
        choices += ["out"] if "out" in scope["names"] else []
        kind = self.random.choice(choices)
        if kind == "local":
            return self.random.choice(scope["locals"])
        if kind == "total":
            return self.random.choice(scope["totals"])
        if kind == "table":
            anywhere = f"(unsigned){scope['locals'][0]} % {size}"
            return f"{table}[{self.pick(self.random.randrange(size), anywhere)}]"
        if kind == "record":
            return f"{self.random.choice(scope['records'])}.{self.random.choice(FIELDS)}"
        return "*out" if kind == "out" else f"r->{self.pick(*FIELDS, 'history[2]')}"

    def value(self, scope):
        return self.pick(self.place(scope), self.place(scope), str(self.number()))

    def expression(self, scope):
        sign = self.pick("+", "-", "*", "&", "|", "^", "+", "-")
        return self.pick(self.value(scope), f"{self.place(scope)} {sign} {self.value(scope)}")

    def condition(self, scope):
        sign = self.pick("<", ">", "<=", ">=", "==", "!=")
        left, right = self.place(scope), self.value(scope)
        first = f"{left} {sign} {right if right != left else self.number()}"
        if self.random.random() < 0.2:
            return f"{first} {self.pick('&&', '||')} {self.place(scope)} > {self.number()}"
        return first

    def assignment(self, scope):
        target, number = self.place(scope), self.number()
        if self.random.random() < 0.25:
            self.changeable.append(len(self.lines))
            self.line(f"{target} = {self.place(scope)} + {number};")
        else:
            self.line(f"{target} {self.pick('=', '=', '=', '+=', '-=')} {self.expression(scope)};")

    def call(self, scope):
        if not self.functions:
            return self.assignment(scope)
        nearest = max(0, len(self.functions) - NEAREST)
        position = self.random.randint(max(0, nearest - FARTHEST), nearest)
        name, kinds = self.functions[min(position, len(self.functions) - 1)]
        records = [f"&{record}" for record in scope["records"]] + ["current"]
        records += ["r", "r->next"] if "r" in scope["names"] else []
        given = {
            "int": lambda: self.value(scope),
            "unsigned": lambda: f"(unsigned){self.value(scope)}",
            "int *": lambda: "&" + self.random.choice(scope["locals"] + scope["totals"]),
            "struct record *": lambda: self.random.choice(records),
        }
        arguments = ", ".join(given[kind]() for kind in kinds)
        self.line(f"{self.random.choice(scope['locals'])} = {name}({arguments});")

    def statement(self, scope, nesting):
        kind = self.random.random()
        if kind < 0.50 or nesting > 3:
            self.assignment(scope)
        elif kind < 0.60:
            self.call(scope)
        elif kind < 0.82:
            self.line(f"if ({self.condition(scope)}) {{")
            self.block(scope, nesting + 1, self.random.randint(1, 3))
            if self.random.random() < 0.4:
                self.line("} else {")
                self.block(scope, nesting + 1, self.random.randint(1, 3))
            self.line("}")
        elif kind < 0.88:
            self.line(f"for (int i = 0; i < {self.number(8)}; i++) {{")
            self.block(scope, nesting + 1, self.random.randint(1, 3))
            self.line("}")
        elif kind < 0.91:
            counter = self.random.choice(scope["locals"])
            self.line(f"while ({counter} > {self.number()}) {{")
            self.block(scope, nesting + 1, 1)
            self.depth += 1
            self.line(f"{counter}--;")
            self.depth -= 1
            self.line("}")
        elif kind < 0.95:
            self.line(f"switch ({self.random.choice(scope['locals'])}) {{")
            for case in range(self.random.randint(2, 4)):
                self.line(f"case {case * 5 + self.number(4)}:")
                self.block(scope, nesting + 1, 1)
                self.line("    break;")
            self.line("default:")
            self.block(scope, nesting + 1, 1)
            self.line("}")
        elif kind < 0.97:
            self.line(f"if ({self.condition(scope)})")
            self.line(f"    return {self.value(scope)};")
        elif kind < 0.98:
            self.line(f"current = {self.pick('&' + self.random.choice(scope['records']), 'current->next')};")
        elif kind < 0.985:
            table, size = self.random.choice(scope["tables"])
            self.line(f"memset({table}, 0, {size * 4});")
        elif kind < 0.99:
            self.line("current->next = calloc(1, sizeof(struct record));")
        else:
            target, index = self.random.choice(scope["locals"]), scope["locals"][0]
            self.line(f"{target} = handlers[(unsigned){index} % 4]({self.value(scope)});")

    def block(self, scope, nesting, n_statements):
        self.depth += 1
        for _ in range(n_statements):
            self.statement(scope, nesting)
        self.depth -= 1

    def function(self, number):
        names = self.random.sample(PARAMETERS, self.random.randint(1, 4))
        storage = self.pick("static ", "static ", "static ", "")
        parameters = ", ".join(f"{kind}{'' if kind.endswith('*') else ' '}{name}" for kind, name in names)
        first = self.random.randrange(len(self.totals))
        scope = {
            "names": {name for _, name in names},
            "locals": ["x", "y", "z"][: self.random.randint(2, 3)] + [name for kind, name in names if kind == "int"],
            # A function works on a few globals, as those of one module do.
            "totals": [self.totals[(first + step) % len(self.totals)] for step in range(4)],
            "tables": self.random.sample(self.tables, min(2, len(self.tables))),
            "records": [f"record_{self.random.randrange(self.n_records)}" for _ in range(2)],
        }
        name = f"{self.pick('update', 'filter', 'check', 'step', 'apply', 'read')}_{number}"
        self.line(f"{storage}int {name}({parameters})")
        self.line("{")
        self.depth += 1
        for local in ["x", "y", "z"]:
            if local in scope["locals"]:
                self.line(f"int {local} = {self.number()};")
        self.depth -= 1
        self.block(scope, 0, self.random.randint(2, 5))
        self.line("    return x;")
        self.line("}")
        self.line("")
        self.functions.append((name, [kind for kind, _ in names]))

    def handlers(self):
        for position in range(4):
            self.line(f"static int handler_{position}(int value)")
            self.line("{")
            self.line(f"    {self.totals[position % len(self.totals)]} += value;")
            self.line(f"    return value {self.pick('+', '-', '^')} {self.number()};")
            self.line("}")
            self.line("")
        names = ", ".join(f"handler_{position}" for position in range(4))
        self.line(f"static int (*handlers[4])(int) = {{ {names} }};")
        self.line("")

    def program(self):
        self.head()
        self.handlers()
        while len(self.lines) < self.n_wanted:
            self.function(len(self.functions))
        return "\n".join(self.lines) + "\n"

    def changed(self):
        """The program with one constant, about in the middle, one greater."""
        middle = min(self.changeable, key=lambda position: abs(position - len(self.lines) // 2))
        start, number = self.lines[middle].rsplit(" ", 1)
        lines = list(self.lines)
        lines[middle] = f"{start} {int(number.rstrip(';')) + 1};"
        return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    writer = Writer(int(sys.argv[1]), int(sys.argv[2]))
    folder = Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "old.c").write_text(writer.program())
    (folder / "new.c").write_text(writer.changed())


main()
