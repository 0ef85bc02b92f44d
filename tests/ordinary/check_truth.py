#!/usr/bin/env python3
"""Check the native truth of pairs of C files.

check_truth.py [--root DIR] [--same | --different] [--every N] [NAME ...]

DIR (default: the folder of this script) has the sub-folders `different`
and `same` (one may be missing), each with one folder NAME per pair:
  old.c, new.c  the two versions, each a complete translation unit
  driver.c      a `main` for versions that have none (optional)
  truth.json    {"row": ..., "argument": ..., "runs": [RUN, ...]}
RUN is {"args": [...], "stdin": "...", "env": {...}}; every part may be left
out, and a missing list means one run without arguments. A run starts in an
empty folder and is observed by its exit status or signal, its standard output
and the files that it leaves (kind, permissions, contents). One that takes
longer than LIMIT seconds is observed as "no end".
  different/NAME  at least one run differs with clang -O0, or only one version
                  links; the old version is run twice and must repeat itself
  same/NAME       no run differs with clang -O0, clang -O2 and gcc -O1, and the
                  address and undefined-behaviour sanitizers report nothing
--every N checks each Nth pair only.
Both versions must compile with clang and gcc. CLANG names the clang to use;
checks with gcc are left out where there is none. Exit status 1 on a failure.
"""
import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLANG = os.environ.get("CLANG", "clang-19")
GCC = shutil.which("gcc")
COMMON = ["-std=gnu11", "-w", "-pthread"]
REPORT = re.compile(rb"runtime error:|ERROR: \w*Sanitizer")
SANITIZE = [CLANG, "-O0", "-g", "-fsanitize=address,undefined"]
LIMIT = 2
WRAPPER = 'ulimit -c 0; ulimit -f 32768; ulimit -s 8192; ulimit -v %s; exec "$0" "$@"'


def build(pair, version, compiler, work):
    """Path of the program, or None if it does not link with the driver."""
    program = os.path.join(work, version)
    command = compiler + COMMON + ["-c", pair / f"{version}.c", "-o", program + ".o"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{version}.c does not compile: {done.stderr.strip()}")
    driver = [pair / "driver.c"] if (pair / "driver.c").exists() else []
    command = compiler + COMMON + driver + [program + ".o", "-lm", "-o", program]
    return program if subprocess.run(command, capture_output=True).returncode == 0 else None


def left_files(folder):
    found = {}
    for path in Path(folder).rglob("*"):
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode):
            path.chmod(0o600)
        found[str(path.relative_to(folder))] = mode, stat.S_ISREG(mode) and path.read_bytes()
    return found


def run(program, how, limited=True):
    """Observe one run: ((status, output, files), standard error)."""
    if program is None:
        return ("does not link", b"", {}), b""
    env = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C",
           "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    env.update(how.get("env", {}))
    wrapper = WRAPPER % (1 << 20 if limited else "unlimited")  # KiB of address space
    with tempfile.TemporaryDirectory() as cwd, tempfile.TemporaryFile() as given, \
            tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(how.get("stdin", "").encode())
        given.seek(0)
        child = subprocess.Popen(
            ["sh", "-c", wrapper, program] + how.get("args", []), cwd=cwd, env=env,
            stdin=given, stdout=out, stderr=err, start_new_session=True)
        try:
            status = child.wait(LIMIT)
        except subprocess.TimeoutExpired:
            status = "no end"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        out.seek(0)
        err.seek(0)
        return (status, out.read() if status != "no end" else b"", left_files(cwd)), err.read()


def check(task):
    kind, pair = task
    try:
        truth = json.loads((pair / "truth.json").read_text())
        assert truth["row"] and truth["argument"], "truth.json: empty row or argument"
        builds = [[CLANG, "-O0"]] + ([[GCC, "-O1"]] if GCC else [])
        builds += [[CLANG, "-O2"], SANITIZE] if kind == "same" else []
        for compiler in builds:
            with tempfile.TemporaryDirectory() as work:
                old, new = (build(pair, version, compiler, work) for version in ("old", "new"))
                if old is None and new is None:
                    raise ValueError("neither version links")
                if kind == "different" and compiler[0] == GCC:
                    continue  # only that it compiles
                different = 0
                for how in truth.get("runs") or [{}]:
                    seen, errors = zip(*(run(p, how, compiler is not SANITIZE) for p in (old, new)))
                    different += seen[0] != seen[1]
                    if kind == "different" and run(old, how)[0] != seen[0]:
                        raise ValueError(f"{how}: the old version does not repeat itself")
                    if kind == "same" and different:
                        raise ValueError(f"{how} differs with {' '.join(compiler)}")
                    if compiler is SANITIZE and REPORT.search(b"".join(errors)):
                        raise ValueError(f"{how}: sanitizer report")
                if kind == "different" and not different:
                    raise ValueError("no run differs")
        return f"ok {pair.name}"
    except (AssertionError, OSError, ValueError, KeyError) as error:
        return f"WRONG {kind}/{pair.name}: {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", default=Path(__file__).resolve().parent)
    parser.add_argument("--same", action="store_true")
    parser.add_argument("--different", action="store_true")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    kinds = ["different"] * options.different + ["same"] * options.same or ["different", "same"]
    tasks = [(kind, pair) for kind in kinds for pair in sorted(Path(options.root, kind).glob("*"))
             if pair.name in options.names or not options.names][:: options.every]
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for line in pool.map(check, tasks):
            print(line, flush=True)
            failed += not line.startswith("ok")
    missing = set(options.names) - {pair.name for _, pair in tasks}
    if missing:
        print("WRONG no such pair:", *sorted(missing))
    print(f"{len(tasks) - failed} passed, {failed + len(missing)} failed")
    return 1 if failed or missing or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
