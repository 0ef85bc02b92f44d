#!/usr/bin/env python3
"""Check the native truth of the programs in `errors` and `clean`.

check_truth.py [--quick] [--every N] [NAME ...]

A program begins with a comment of lines `KEY: VALUE`:
  explore:       options for `incise explore` (none: the program from main)
  error:         kinds of error that are planted, in the words of incise
  run:           C statements that call the function
  stdin:         what the program reads (with C escapes), instead of `run:`
  natively:      `pointer pairs`: built with AddressSanitizer's checks of pairs
  not natively:  why no sanitizer can see this error
Every `run:` and `stdin:` of a program in `clean` ends without a report of
AddressSanitizer, LeakSanitizer, UndefinedBehaviorSanitizer and
MemorySanitizer, and with gcc's sanitizers where there is gcc. Each one of a
program in `errors` ends with the first report being of a planted kind, or,
where no sanitizer can see it, without one. With --quick only clang's
AddressSanitizer and UndefinedBehaviorSanitizer are used, and MemorySanitizer
for what is uninitialised; --every N checks each Nth program. CLANG names the clang to use. Exit status 1 on a
failure.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
GCC = shutil.which("gcc")
LIMIT = 20
COMMON = ["-std=gnu11", "-w", "-g1", "-O0", "-fno-omit-frame-pointer"]
ADDRESS = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
MEMORY = ["-fsanitize=memory", "-fno-sanitize-recover=all"]
PAIRS = ["-fsanitize=pointer-compare,pointer-subtract"]

# What a sanitizer, the C library or the machine says about each kind of error.
SAYS = {
    "out-of-bounds": r"buffer-(over|under)flow|out of bounds for type|unknown-crash|SEGV on unknown",
    "index-out-of-bounds": r"out of bounds for type",
    "division-by-zero": r"division by zero|FPE on",
    "overflow": r"signed integer overflow|negation of|cannot be represented in type|left shift of",
    "bad-shift": r"shift exponent",
    "float-cast": r"outside the range of representable values",
    "null-access": r"null pointer|SEGV on unknown address 0x0000000000",
    "use-after-free": r"heap-use-after-free",
    "double-free": r"attempting double-free",
    "invalid-free": r"attempting free on address which was not malloc",
    "memory-leak": r"LeakSanitizer: detected memory leaks",
    "use-after-scope": r"stack-use-after-(scope|return)",
    "uninitialised": r"MemorySanitizer: use-of-uninitialized-value",
    "bad-call": r"through pointer to incorrect function type|SEGV on unknown",
    "zero-argument": r"passing zero to",
    "character-argument": r"^$",
    "overlapping-copy": r"(memcpy|strcpy)-param-overlap",
    "invalid-value": r"not a valid value for type '(bool|_Bool)'",
    "pointer-arithmetic": r"applying non-zero offset",
    "unrelated-pointers": r"invalid-pointer-pair",
    "array-length": r"variable length array bound",
    "null-argument": r"null pointer passed as argument",
    "read-only-write": r"SEGV on unknown[^\n]*\n.*WRITE memory access",
    "misaligned": r"misaligned address",
    "wild-pointer": r"SEGV on unknown",
    "unreachable": r"unreachable program point",
    "stack-overflow": r"stack-overflow",
    "assert": r"Assertion `",
    "abort": r"^$|ABRT on",
}
REPORT = re.compile(r"runtime error:|ERROR: \w+Sanitizer|WARNING: MemorySanitizer|Assertion `")


class Program:
    """A program with what its comment says."""

    def __init__(self, path):
        self.path = path
        self.name = f"{path.parent.name}/{path.stem}"
        self.planted = path.parent.name == "errors"
        self.keys = {}
        comment = path.read_text().split("*/")[0].removeprefix("/*")
        for line in comment.split("\n"):
            key, _, value = line.strip().removeprefix("* ").partition(":")
            self.keys.setdefault(key.strip(), []).append(value.strip())

    def one(self, key):
        return self.keys.get(key, [""])[0]

    def kinds(self):
        return self.one("error").split()

    def is_memory(self):
        return "uninitialised" in self.kinds()


def driver(program):
    """A C file with the program and a `main` that does what one `run:` says."""
    text = f'#include "{program.path}"\n'
    if "run" in program.keys:
        text += "#include <stdlib.h>\nstatic void run_of_driver(int number)\n{\n    switch (number) {\n"
        for number, call in enumerate(program.keys["run"]):
            text += f"    case {number}: {{ {call} break; }}\n"
        # What a function left on the stack is no pointer to memory that it lost.
        text += "    }\n}\nstatic void clear_stack_of_driver(void)\n{\n    volatile char stack[4096];\n"
        text += "    for (int i = 0; i < 4096; i++)\n        stack[i] = 0;\n}\n"
        # Nor is what a register still holds: that is the last of several.
        times = 3 if "--leaks" in program.one("explore") else 1
        text += f"int main(int argc, char **argv)\n{{\n    for (int i = 0; i < {times}; i++) {{\n"
        text += "        run_of_driver(argc > 1 ? atoi(argv[1]) : 0);\n        clear_stack_of_driver();\n    }\n    return 0;\n}\n"
    return text


def inputs(program):
    """Arguments and standard input of each run."""
    if "run" in program.keys:
        return [([str(number)], b"") for number in range(len(program.keys["run"]))]
    texts = program.keys.get("stdin", [""])
    return [([], text.encode("latin-1").decode("unicode_escape").encode("latin-1")) for text in texts]


def runs(program, compiler, flags, folder):
    """What each run of one build says: its text on standard error, and how it ended."""
    source, binary = folder / "driver.c", folder / "program"
    source.write_text(driver(program))
    built = subprocess.run([compiler, *COMMON, *flags, str(source), "-o", str(binary)], capture_output=True, text=True)
    if built.returncode != 0:
        raise RuntimeError(f"does not compile: {built.stderr}")
    leaks = int("--leaks" in program.one("explore"))
    environment = dict(
        os.environ,
        ASAN_OPTIONS=f"detect_leaks={leaks}:detect_stack_use_after_return={1 - leaks}:detect_invalid_pointer_pairs=2:symbolize=0",
        UBSAN_OPTIONS="symbolize=0",
        MSAN_OPTIONS="symbolize=0",
    )
    for args, stdin in inputs(program):
        try:
            ended = subprocess.run(
                [str(binary), *args], input=stdin, capture_output=True, env=environment, timeout=LIMIT, cwd=folder
            )
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"runs longer than {LIMIT} s on {args or stdin}") from None
        yield args or [stdin], ended.stderr.decode("utf-8", "replace"), ended.returncode


def check(program, builds):
    """Complaints about one program."""
    complaints = []
    for label, compiler, flags in builds:
        with tempfile.TemporaryDirectory() as folder:
            try:
                for given, text, code in runs(program, compiler, flags, Path(folder)):
                    found = judged(program, text, code)
                    if found:
                        complaints.append(f"{label}, {given}: {found}")
            except RuntimeError as error:
                complaints.append(f"{label}: {error}")
    return complaints


def judged(program, text, code):
    """What is wrong with what a run said."""
    said = REPORT.search(text)
    is_report = said is not None or code < 0
    first = text[said.start():][:300] if said else f"ended with {code}"
    if not program.planted or "not natively" in program.keys:
        return f"a report: {first}" if is_report else None
    if not is_report:
        return "no report"
    if not any(re.search(SAYS[kind], text, re.S) for kind in program.kinds()):
        return f"another report: {first}"
    return None


def builds_for(program, quick):
    """The builds that judge a program."""
    extra = PAIRS if program.one("natively") == "pointer pairs" else []
    address = ("clang", CLANG, ADDRESS + extra)
    memory = ("clang memory", CLANG, MEMORY)
    if program.planted:
        return [memory if program.is_memory() else address]
    if quick:
        return [address]
    builds = [address, ("clang pairs", CLANG, ADDRESS + PAIRS), memory]
    return builds + ([("gcc", GCC, ADDRESS)] if GCC else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    programs = [Program(path) for folder in ("errors", "clean") for path in sorted((HERE / folder).glob("*.c"))]
    if options.names:
        programs = [program for program in programs if program.path.stem in options.names]
    programs = programs[:: options.every]
    if not programs:
        sys.exit("check_truth.py: no such program")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda program: check(program, builds_for(program, options.quick)), programs))
    n_wrong = 0
    for program, complaints in zip(programs, found):
        n_wrong += bool(complaints)
        for complaint in complaints:
            print(f"{program.name}: {complaint}")
    n_errors = sum(program.planted for program in programs)
    print(f"{n_errors} programs with errors, {len(programs) - n_errors} clean ones, {n_wrong} not as they say")
    sys.exit(1 if n_wrong else 0)


if __name__ == "__main__":
    main()
