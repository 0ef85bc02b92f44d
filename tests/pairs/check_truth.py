#!/usr/bin/env python3
"""Establishes the truth of every pair in equivalent/ and different/ without incise, by running both versions natively.

    check_truth.py [--quick] [--every N] [--jobs N] [NAME ...]

Different: the witness of truth.json is run on both versions; what is seen must differ.
Equivalent: every input is run if truth.json says `exhaustive`, else TRIALS random and boundary inputs, beside the
argument written in truth.json. A second build with the address and undefined-behaviour sanitizers runs FEWER inputs:
an equivalent pair must be free of undefined behaviour, except for what its `ub` names.
--quick runs FEWER inputs of each equivalent pair and no second build: enough to see that a pair that was changed is still one.
--every N checks each Nth pair only.

A pair with `calls` is a module with private state: sequences of calls of its external functions, each from program start, are
run on both versions side by side. sequences.py has what its truth.json says; it needs no `function`.
A version is one file (old.c, new.c) or a folder (old, new), whose header `api.h` declares the external functions.

truth.json
    function, verdict, kind, established_by, domain, argument   for the reader; `function` is where a run starts
    witness      the inputs that show a difference; an array is a list, what a pointer p to a number points to is "*p", a
                 null pointer is null, a pointer that is the same as another is the name of that; `nondet` lists what
                 the program's calls of __VERIFIER_nondet_* give; an input that is not named is 0
    inputs       how the inputs are made; without it every parameter is a scalar and there are no globals
        globals  names of all variables that are not constant; `name[]` is an array
        ranges   {name: [low, high]}: the values that are tried, where the whole type would be too slow
        objects  {pointer parameter: how many elements it points to, or the list of the fields of its struct}
        null     pointer parameters that are also tried as null
    ub           what undefined behaviour is meant: "signed overflow" (it wraps)
    expected     what `incise diff` must say: equivalent, within, undecided or different; with decided_by, the word of its JSON
                 document. Where that depends on what varies_by names in one word: expected_at_least, the weakest that may come out.
                 Nothing here looks at them, crates/incise/tests/pairs.rs does
    calls, stubs, answers   of a module: prototypes of its external functions; of the functions without body that it calls; what these
                 answer in the witness
    seen_by      "sanitizer" if the difference is an invalid access that a plain run does not notice
A folder with a harness.c uses it instead of `inputs`: see native/harness.h.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import sequences
from sequences import Wrong

HERE = pathlib.Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
OBJCOPY = os.environ.get("OBJCOPY", "llvm-objcopy-19")
LD = os.environ.get("LD", "ld")
NM = os.environ.get("NM", "llvm-nm-19")
TRIALS = 2_000_000
FEWER = 20_000
LIMIT = 1 << 24
PLAIN = ["-O1", "-fwrapv"]
SANITIZED = ["-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=undefined", "-fno-sanitize=null",
             "-fno-sanitize-address-globals-dead-stripping"]
BOTH = ["-std=c11", "-D_GNU_SOURCE", "-fno-builtin", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-pie", "-w"]
REDIRECTED = {"printf": "pair_printf", "puts": "pair_puts", "putchar": "pair_putchar", "exit": "pair_exit",
              "abort": "pair_abort", "__assert_fail": "pair_assert_fail"}
KEYS = {"function", "verdict", "kind", "established_by", "domain", "argument", "witness", "inputs", "ub", "seen_by",
        "expected", "decided_by", "expected_at_least", "varies_by", "calls", "stubs", "answers"}


def command(arguments, **options):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, errors="replace", **options)
    if done.returncode != 0:
        raise Wrong(f"{arguments[0]} failed: {done.stderr[:2000]}")
    return done.stdout


def without_comments(source):
    return re.sub(r"//[^\n]*", " ", re.sub(r"/\*.*?\*/", " ", source, flags=re.S))


def signature(source, function):
    """Return type and [(type, name, is_pointer)] of a function's definition."""
    found = re.search(r"(?:^|[;}\n])([\w\s*]+?)\b" + function + r"\s*\(([^)]*)\)\s*\{", without_comments(source))
    if not found:
        raise Wrong(f"no definition of {function}")
    result = found.group(1).strip()
    result = re.sub(r"\b(static|inline)\b", "", result).strip()
    parameters = []
    for text in found.group(2).split(","):
        text = text.strip()
        if text in ("", "void"):
            continue
        parts = re.fullmatch(r"(.*?)(\*?)\s*(?:const\s+)?(\w+)\s*(\[[^\]]*\])?", text, flags=re.S)
        kind = re.sub(r"\b(const|restrict)\b", "", parts.group(1)).strip()
        parameters.append((kind, parts.group(3), bool(parts.group(2) or parts.group(4))))
    return result, parameters


def input_line(lvalue, ranges, key=None):
    array = lvalue.endswith("[]")
    name = lvalue.removesuffix("[]")
    bounds = ranges.get(key or lvalue)
    macro = "INPUT" + ("_ARRAY" if array else "")
    if bounds is None:
        return f"    {macro}({name});"
    return f"    {macro}_IN({name}, {bounds[0]}, {bounds[1]});"


def observe_line(lvalue):
    return f"    OBSERVE_ARRAY({lvalue[:-2]});" if lvalue.endswith("[]") else f"    OBSERVE({lvalue});"


def harness(source, truth):
    """The text that makes the inputs, calls the function and observes, from the `inputs` of truth.json."""
    inputs = truth.get("inputs", {})
    ranges = inputs.get("ranges", {})
    observed = []
    lines = ["static void run(void)", "{"]
    for lvalue in inputs.get("globals", []):
        lines.append(input_line(lvalue, ranges))
        observed.append(observe_line(lvalue))
    if truth["function"] == "main":
        return "\n".join(["void pair_exit(int);"] + lines + ["    pair_exit(program_main());", "}"]) + "\n"
    result, parameters = signature(source, truth["function"])
    by_type = {}
    for kind, name, is_pointer in parameters:
        if not is_pointer:
            lines += [f"    {kind} {name};", input_line(name, ranges)]
            continue
        if name not in inputs.get("objects", {}):
            raise Wrong(f"nothing is said of what {name} points to")
        shape = inputs["objects"][name]
        lines.append(f"    {kind} *{name} = OBJECT({kind}, {shape if isinstance(shape, int) else 1});")
        fields = [f"{name}->{field}" for field in shape] if isinstance(shape, list) else []
        if shape == 1:
            fields = [f"*{name}"]
        for field in fields:
            lines.append(input_line(field, ranges))
            observed.append(f"    if ({name})" + observe_line(field))
        if not fields:
            bounds = ranges.get(name)
            lines.append(f"    INPUT_FIRST({name}, {shape});" if bounds is None else
                         f"    for (int i = 0; i < {shape}; i++)\n        INPUT_IN({name}[i], {bounds[0]}, {bounds[1]});")
            observed.append(f"    if ({name})    OBSERVE_FIRST({name}, {shape});")
        if kind in by_type:
            lines.append(f"    unsigned char alias_{name};\n    INPUT_IN(alias_{name}, 0, 3);\n"
                         f"    if (alias_{name} == 3)\n        {name} = {by_type[kind]};")
        by_type[kind] = name
        if name in inputs.get("null", []):
            lines.append(f"    unsigned char null_{name};\n    INPUT_IN(null_{name}, 0, 7);\n"
                         f"    if (null_{name} == 7)\n        {name} = NULL;")
    call = f"{truth['function']}({', '.join(name for _, name, _ in parameters)})"
    lines.append(f"    {call};" if result == "void" else f"    OBSERVE_RESULT({call});")
    return "\n".join(lines + observed + ["}"]) + "\n"


def check_globals(object_file, version, truth):
    """All variables must be named as inputs: incise takes every one that is not constant as an input."""
    listed = {re.split(r"[.\[]", name)[0] for name in truth.get("inputs", {}).get("globals", [])}
    for line in command([NM, object_file]).splitlines():
        kind, name = line.split()[-2:]
        if kind in "bBdDcC" and name not in listed and truth["function"] != "main":
            raise Wrong(f"{version}: the variable {name} is not named in inputs.globals")


def check_calls(object_file, version, truth):
    """The calls of a module are those of all its external functions."""
    listed = {sequences.prototype(text)[1] for key in ("calls", "stubs") for text in truth.get(key, [])}
    symbols = [line.split()[-2:] for line in command([NM, object_file]).splitlines()]
    external = {name for kind, name in symbols if kind in "TW"} - {f"{version}_run"}
    if external != listed:
        raise Wrong(f"{version}: the external functions are {', '.join(sorted(external))}")
    variables = {name for kind, name in symbols if kind in "BDC"} - set(truth.get("inputs", {}).get("globals", []))
    if variables and not truth.get("established_by") == "harness":
        raise Wrong(f"{version}: the variables {', '.join(sorted(variables))} are not named in inputs.globals")


def build(pair, truth, text, runtime, flags, into):
    """One executable with both versions: all symbols of a version but its entry become local to it."""
    objects = []
    for version in ("old", "new"):
        unit = into / f"{version}_unit.c"
        folder = pair / version
        source = folder / "api.h" if folder.is_dir() else pair / f"{version}.c"
        unit.write_text(f'#define main program_main\n#include "{source}"\n#undef main\n'
                        f'#include "{HERE / "native/harness.h"}"\n{text}\nvoid {version}_run(void) {{ run(); }}\n')
        compiled = into / f"{version}.o"
        command([CLANG, *BOTH, *flags, f"-I{pair}", "-c", unit, "-o", compiled])
        if folder.is_dir():
            parts = []
            for file in sorted(folder.glob("*.c")):
                parts.append(into / f"{version}_{file.stem}.o")
                command([CLANG, *BOTH, *flags, f"-I{folder}", "-c", file, "-o", parts[-1]])
            command([LD, "-r", compiled, *parts, "-o", into / f"{version}.linked.o"])
            compiled = into / f"{version}.linked.o"
        if flags is PLAIN and "calls" in truth:
            check_calls(compiled, version, truth)
        elif flags is PLAIN and not (pair / "harness.c").exists():
            check_globals(compiled, version, truth)
        command([OBJCOPY, f"--keep-global-symbol={version}_run",
                 *(f"--redefine-sym={a}={b}" for a, b in REDIRECTED.items()), compiled])
        objects.append(compiled)
    executable = into / "pair"
    command([CLANG, "-no-pie", *flags, *objects, runtime, "-o", executable, "-lm"])
    return executable


def literals(pair):
    integers, reals = [], []
    for file in sorted([*pair.glob("*.c"), *pair.glob("*/*.c")]):
        source = without_comments(file.read_text())
        for text in re.findall(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?)", source):
            if re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", text):
                integers.append(text)
            reals.append(text)
        integers += [str(ord(c)) for c in re.findall(r"'([^\\'])'", source)]
    return ",".join(sorted(set(integers))[:250]), ",".join(sorted(set(reals))[:250])


def flattened(truth):
    pointers = truth.get("inputs", {}).get("objects", {})
    for name, value in truth["witness"].items():
        if name in pointers and value is None:
            yield f"null_{name}=7"
        elif name in pointers and isinstance(value, str):
            yield f"alias_{name}=3"
        elif isinstance(value, list):
            yield from (f"{name}[{i}]={element}" for i, element in enumerate(value))
        else:
            yield f"{name}={int(value) if isinstance(value, bool) else value}"


def show(executable, version, truth, sanitized, skip=0):
    given = [f"skip={skip}", *sequences.answers(truth)] if "calls" in truth else flattened(truth)
    done = subprocess.run([executable, "show", version, *given], capture_output=True, text=True,
                          errors="replace", timeout=20)
    if sanitized and done.returncode not in (0, 2):
        found = re.search(r"AddressSanitizer: ([\w-]+)|runtime error: ([^\n]*)", done.stderr)
        return "error: " + (found.group(1) or found.group(2) if found else "unknown")
    if done.returncode != 0:
        raise Wrong(f"the {version} version could not be run: {done.stderr[:500]}")
    return done.stdout.strip().replace("\n", "\\n")


def check(pair, runtimes, quick):
    """What was done for one pair: (verdict, how, number of inputs, seconds, remark)."""
    started = time.monotonic()
    truth = json.loads((pair / "truth.json").read_text())
    if truth["verdict"] != pair.parent.name:
        raise Wrong("the verdict is not that of the folder")
    start = "calls" if "calls" in truth else "function"
    if not {start, "verdict", "kind", "established_by", "domain", "argument"} <= truth.keys() <= KEYS:
        raise Wrong("keys are missing or unknown")
    is_module = "calls" in truth
    if (pair / "harness.c").exists():
        text = (pair / "harness.c").read_text()
    elif is_module:
        text = sequences.recorded_calls(truth) if "witness" in truth else sequences.random_calls(truth)
    else:
        text = harness((pair / "old.c").read_text(), truth)
    with tempfile.TemporaryDirectory() as folder:
        into = pathlib.Path(folder)
        if truth["verdict"] == "different":
            sanitized = truth.get("seen_by") == "sanitizer"
            executable = build(pair, truth, text, runtimes[sanitized], SANITIZED if sanitized else PLAIN, into)
            old = show(executable, "old", truth, sanitized)
            new = show(executable, "new", truth, sanitized)
            if old == new:
                raise Wrong(f"the witness shows no difference: both {old}")
            for skip in sequences.skippable(truth) if is_module and not (pair / "harness.c").exists() else []:
                if show(executable, "old", truth, sanitized, skip) != show(executable, "new", truth, sanitized, skip):
                    raise Wrong(f"the witness shows the difference also without call {skip}")
            return "different", "witness", 1, time.monotonic() - started, f"{old}  ->  {new}"
        executable = build(pair, truth, text, runtimes[False], PLAIN, into)
        exhaustive = truth["established_by"] == "exhaustive"
        integers, reals = literals(pair)
        random = "sequences" if is_module else "sample"
        asked = ["exhaust", LIMIT] if exhaustive else [random, TRIALS, 1, integers, reals]
        if quick:
            asked = [random, FEWER, 1, integers, reals]
        done = subprocess.run([str(a) for a in [executable, *asked]], capture_output=True, text=True, errors="replace",
                              timeout=300)
        if done.returncode != 0:
            raise Wrong(f"not equivalent, or not run: {done.stdout[:1500]}{done.stderr[:500]}")
        n_inputs = int(done.stdout)
        if quick:
            return "equivalent", "a quick look", n_inputs, time.monotonic() - started, ""
        flags = list(SANITIZED)
        if truth.get("ub") == "signed overflow":
            flags.append("-fwrapv")
        elif "ub" in truth:
            raise Wrong("this undefined behaviour is not known")
        executable = build(pair, truth, text, runtimes[True], flags, into)
        done = subprocess.run([executable, random, str(FEWER), "2", integers, reals], capture_output=True, text=True,
                              errors="replace", timeout=300)
        if done.returncode != 0:
            raise Wrong(f"undefined behaviour: {done.stdout[:300]}{done.stderr[:400]}")
        return "equivalent", truth["established_by"], n_inputs, time.monotonic() - started, truth.get("ub", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0:exitcode=99:detect_stack_use_after_return=0:allocator_may_return_null=1"
    pairs = [p.parent for p in sorted(HERE.glob("*/*/truth.json"))]
    for folder in sorted(p for p in HERE.glob("*/*") if p.is_dir()):
        for file in ("old", "new", "truth.json"):
            exists = (folder / file).exists() or (folder / f"{file}.c").exists()
            if folder.parent.name in ("equivalent", "different") and not exists:
                sys.exit(f"{folder.relative_to(HERE)} has no {file}")
    if options.names:
        pairs = [p for p in pairs if p.name in options.names]
    pairs = pairs[:: options.every]
    counts, n_wrong, n_inputs_all = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        runtimes = {}
        for sanitized, flags in ((False, PLAIN), (True, SANITIZED)):
            runtimes[sanitized] = pathlib.Path(folder) / f"runtime{int(sanitized)}.o"
            command([CLANG, "-std=c11", "-D_GNU_SOURCE", "-O2", "-fno-pie", *(["-fsanitize=address"] if sanitized else []), "-c",
                     HERE / "native/runtime.c", "-o", runtimes[sanitized]])
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            waiting = [(pair, pool.submit(check, pair, runtimes, options.quick)) for pair in pairs]
            for pair, result in waiting:
                name = f"{pair.parent.name}/{pair.name}"
                try:
                    verdict, how, n_inputs, seconds, remark = result.result()
                    counts[verdict, how] = counts.get((verdict, how), 0) + 1
                    n_inputs_all += n_inputs
                    print(f"ok     {name}: {how}, {n_inputs} inputs, {seconds:.1f} s {remark}", flush=True)
                except (Wrong, KeyError, ValueError, subprocess.TimeoutExpired) as wrong:
                    n_wrong += 1
                    print(f"WRONG  {name}: {type(wrong).__name__}: {wrong}", flush=True)
    for (verdict, how), n in sorted(counts.items()):
        print(f"{n:4} {verdict}, established by {how}")
    print(f"{len(pairs)} pairs, {n_inputs_all} inputs run on both versions, {n_wrong} wrong")
    return 1 if n_wrong or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
