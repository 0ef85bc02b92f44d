"""Mutants of a C program: one operator replaced, one condition negated, or one statement deleted.

mutate.py FILE -DN=1 [FLAG...]     lists the mutants of a file

Where operators, conditions and statements are is taken from clang's syntax tree, so that unary and binary operators, declarations, strings
and comments are told apart. What comes from a macro is left alone, assertions with it. The order is that of the text.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CLANG = os.environ.get("CLANG", "clang-19")

# What takes the place of an operator, by kind of mutant.
REPLACEMENTS = {
    "arithmetic": {"+": "- *", "-": "+ *", "*": "/ +", "/": "* %", "%": "/ *"},
    "relational": {"<": "<= >= !=", ">": ">= <= !=", "<=": "< > ==", ">=": "> < ==", "==": "!= <= >=", "!=": "== < >"},
    "conditional": {"&&": "||", "||": "&&"},
    "bitwise": {"&": "| ^", "|": "& ^", "^": "& |"},
    "shift": {"<<": ">>", ">>": "<<"},
    "assignment": {"+=": "-= *=", "-=": "+= *=", "*=": "/= +=", "/=": "*= %=", "%=": "/= *=", "&=": "|= ^=", "|=": "&= ^=",
                   "^=": "&= |=", "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++"},
}
CONDITIONAL_STATEMENTS = {"IfStmt", "WhileStmt", "ConditionalOperator", "ForStmt", "DoStmt"}
# Of statements those that can be missing.
ASSIGNMENTS = {"=", "++", "--"}


@dataclass(frozen=True)
class Mutant:
    start: int
    end: int
    replacement: str
    kind: str
    place: str
    what: str

    def apply(self, text):
        return text[: self.start] + self.replacement + text[self.end :]

    def __str__(self):
        return f"{self.place}: {self.kind}: {self.what}"


class Mutator:
    """Collects the mutants of one file; positions are those of bytes, so the file has to be ASCII."""

    def __init__(self, path, flags):
        self.path = Path(path)
        self.text = self.path.read_text(encoding="ascii")
        self.found = {}
        command = [CLANG, "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", *flags, str(path)]
        tree = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for declaration in tree["inner"]:
            if declaration["kind"] == "FunctionDecl" and "includedFrom" not in declaration["loc"]:
                self.visit(declaration)

    def mutants(self):
        return [self.found[key] for key in sorted(self.found)]

    def visit(self, node):
        if is_macro(node):
            return
        kind, inner = node.get("kind"), [child for child in node.get("inner", []) if child.get("kind")]
        if kind in ("BinaryOperator", "CompoundAssignOperator"):
            self.binary(node["opcode"], *inner)
        elif kind == "UnaryOperator":
            self.unary(node, inner[0])
        elif kind in CONDITIONAL_STATEMENTS:
            self.negate(node)
        if kind in ("CompoundStmt", "CaseStmt", "DefaultStmt", "IfStmt", "ForStmt", "WhileStmt"):
            self.delete_parts(kind, node)
        for child in inner:
            self.visit(child)

    def binary(self, opcode, left, right):
        start, end = ends(left)[1], ends(right)[0]
        if start is None or end is None or start > end:
            return
        between = self.text[start:end]
        if between.strip() == opcode:
            self.replace(start + between.index(opcode), opcode)

    def unary(self, node, operand):
        if node["opcode"] not in REPLACEMENTS["assignment"]:
            return
        place = ends(operand)[1] if node.get("isPostfix") else ends(node)[0]
        if place is not None and self.text.startswith(node["opcode"], place):
            self.replace(place, node["opcode"])

    def replace(self, start, opcode):
        for kind, table in REPLACEMENTS.items():
            for other in table.get(opcode, "").split():
                self.add(start, start + len(opcode), other, kind, f"{opcode} -> {other}")

    def negate(self, node):
        # A part that is missing, as in `for (;;)`, is an empty node; of `for` the condition is the third, of `do` the last.
        position = {"ForStmt": 2, "DoStmt": -1}.get(node["kind"], 0)
        start, end = ends(node["inner"][position])
        if start is not None and end is not None and start < end:
            condition = self.text[start:end]
            self.add(start, end, f"!({condition})", "conditional", f"{condition} -> !({condition})")

    def delete_parts(self, kind, node):
        # What is no statement of its own: the condition, and of `for` all but the body.
        inner = node["inner"] if kind == "CompoundStmt" and "inner" in node else node.get("inner", [])[1:]
        if kind == "ForStmt":
            inner = inner[-1:]
        for part in inner:
            if is_macro(part) or not is_deletable(part):
                continue
            start, end = ends(part)
            if start is None or end is None or not self.text[end:].lstrip().startswith(";"):
                continue
            statement = " ".join(self.text[start:end].split())
            # Without its inputs it is no program.
            if not statement.startswith("klee_"):
                self.add(start, end, "", "deletion", f"{statement};")

    def add(self, start, end, replacement, kind, what):
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        mutant = Mutant(start, end, replacement, kind, f"{self.path.name}:{line}:{column}", what)
        self.found.setdefault((start, end, replacement), mutant)


def is_deletable(node):
    kind = node.get("kind")
    if kind in ("BinaryOperator", "UnaryOperator"):
        return node["opcode"] in ASSIGNMENTS
    return kind in ("CallExpr", "CompoundAssignOperator", "BreakStmt", "ContinueStmt") or (kind == "ReturnStmt" and "inner" not in node)


def is_macro(node):
    """Whether all of a node comes from one use of a macro."""
    begin, end = (node.get("range", {}).get(side, {}).get("expansionLoc", {}).get("offset") for side in ("begin", "end"))
    return begin is not None and begin == end


def ends(node):
    """Where a node starts and ends in the text; nothing for what is written inside a macro's arguments."""
    places = []
    for side, length in (("begin", 0), ("end", 1)):
        place = node.get("range", {}).get(side, {})
        if "expansionLoc" in place:
            place = place["expansionLoc"]
            if place.get("isMacroArgExpansion"):
                place = {}
        places.append(place["offset"] + length * place["tokLen"] if "offset" in place else None)
    return places


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    include = ["-I", str(Path(__file__).resolve().parent.parent.parent / "runtime/include")]
    found = Mutator(sys.argv[1], [*include, *sys.argv[2:]]).mutants()
    for mutant in found:
        print(mutant)
    print(f"{len(found)} mutants")


if __name__ == "__main__":
    main()
