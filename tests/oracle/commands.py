"""The command lines of the oracle, generated from the programs of the repository.

`prepare` fills a folder with everything they name; `chains` lists them. A chain is run from its first line to its last, because a line
may read what an earlier one wrote. `{out}` is the chain's own folder, whose files are part of the output.
"""

import csv
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = ["examples", "tests/papers", "tests/pairs", "tests/ordinary", "tests/regress", "bench"]
WHEEL = ["examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c"]

# Options of `diff`, each for some of the pairs.
VARIANTS = [
    "--guide dgse", "--guide full", "--guide dise", "--guide dise:tosem14", "--guide dise:pldi11", "--observe return,ending",
    "--observe globals,memory,output", "--ub report", "--ub undefined", "--fp value", "--fp tolerance:0.001", "--globals initial",
    "--order bfs", "--order greedy", "--order random --seed 7", "--no-replay --paths", "--loop-bound 4", "--max-depth 12",
    "--max-steps 200", "--max-elements 4", "--max-nesting 1", "--callers 0", "--callers all", "--cover statement", "--cover block", "--cover branch", "--cover path-fragment",
    "--cover data-flow", "--color always", "--quiet", "--max-memory 1M", "--max-object 64", "--cflag=-O1", "-D UNUSED=1",
]
# The same for whole programs.
WHOLE = ["--sym-args 2", "--arg x", "--sym-stdin 2", "--sym-file data:4", "--sym-args 1,1 --guide dgse", "--guide full", "--observe output,ending"]
GUIDES = ["full", "dgse", "dise", "dise:tosem14", "dise:pldi11"]
# Sizes at which the programs of bench/ take less than a second.
PROGRAM_SIZES = {"blocks": 8, "bubble": 4, "insertion": 4, "regexp": 3, "tokenizer": 6, "index": 4, "tcas": 0, "hash": 1, "control": 1}
DGSE_SIZES = {"blocks": 8, "record": 3, "channels": 1, "wbs": 2, "tcas": 1, "replace": 3, "tokens": 2, "scheduler": 2}
# Which of the generated versions of bench/control and bench/calls are compared: every fourth.
MUTANT_STEP = 4


@dataclass(frozen=True)
class Chain:
    """Command lines without the program's name, and the folder in which they are run."""

    lines: tuple[tuple[str, ...], ...]
    folder: str = "."


def chain(*lines: str, folder: str = ".") -> Chain:
    return Chain(tuple(tuple(line.split()) for line in lines), folder)


def both(line: str, folder: str = ".") -> Chain:
    """As a document and as text. The document is first: it names every bound, so that it shows whether the clock cut the run."""
    return chain(f"{line} --json", line, folder=folder)


def alternately(lines: list[str], folder: str = ".") -> Iterator[Chain]:
    """Every second line as a document, the others as text."""
    for index, line in enumerate(lines):
        yield chain(line if index % 2 else f"{line} --json", folder=folder)


def varied(line: str, variants: list[str], turn: int) -> Chain:
    """With one of the variants in turn, as a document or as text where it is only for one of them."""
    variant = variants[turn % len(variants)]
    as_document = "--paths" in variant or (turn % 2 == 1 and "--quiet" not in variant)
    return chain(f"{line} {variant}{' --json' if as_document else ''}")


def prepare(work: Path) -> None:
    """Everything that the command lines name, in an empty folder."""
    for folder in COPIED:
        shutil.copytree(ROOT / folder, work / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in mutants().items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    subprocess.run([ROOT / "tests/history/make.sh", work / "history"], check=True, capture_output=True)
    write_table(work / "suites/wheel/tests.csv", [{"PedalPos": p, "BSwitch": 1, "PedalCmd": c} for p in (-1, 0, 1, 2) for c in (0, 1)])
    write_table(work / "suites/wheel_one/test.csv", [{"PedalPos": -1, "BSwitch": 0, "PedalCmd": 1}])
    for pair in witnessed():
        write_table(work / "suites" / pair.name / "test.csv", [truth(pair)["witness"]])


def write_table(file: Path, rows: list[dict[str, object]]) -> None:
    file.parent.mkdir(parents=True)
    with file.open("w", newline="") as table:
        writer = csv.DictWriter(table, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def truth(pair: Path) -> dict:
    return json.loads((pair / "truth.json").read_text())


def pairs_in(folder: str) -> list[Path]:
    return sorted(path.parent for path in (ROOT / folder).glob("*/*/old.c"))


def witnessed() -> list[Path]:
    """Pairs with an input of plain numbers on which they differ."""
    found = [pair for pair in pairs_in("tests/pairs") if isinstance(truth(pair).get("witness"), dict)]
    return [pair for pair in found if all(isinstance(value, int) for value in truth(pair)["witness"].values())][::12]


def mutants() -> dict[str, str]:
    """The versions of bench/control and bench/calls, by the name of the file."""
    lists = {f"control/{name}": program["mutants"] for name, program in json.loads((ROOT / "bench/control/mutants.json").read_text()).items()}
    lists["calls/tcas"] = json.loads((ROOT / "bench/calls/versions.json").read_text())
    return {
        f"mutants/{program}-{mutant['id']}.c": changed((ROOT / f"bench/{program}.c").read_text(), mutant["line"], mutant["replacement"])
        for program, listed in lists.items() for mutant in listed
    }


def changed(text: str, line: str, replacement: str) -> str:
    """The text with another line in the place of one, which is unique."""
    return "".join(there.replace(line, replacement) if there.strip() == line else there for there in text.splitlines(keepends=True))


def chains() -> list[Chain]:
    generators = [papers, wheel, pairs, ordinary, programs, versions, history, suites, refused]
    return [found for generator in generators for found in generator()]


def papers() -> Iterator[Chain]:
    """Examples and figures: single ones by the command in their header, those of two versions by every guide."""
    for file in sorted([*ROOT.glob("examples/*/*.c"), *ROOT.glob("tests/papers/*/*.c")]):
        name = file.relative_to(ROOT)
        command = re.search(r"^ \* incise explore \S+ (.*)$", file.read_text(), re.MULTILINE)
        if command:
            options = command[1].replace(" --guide dgse", "")
            yield both(f"explore {name} {options}")
            yield both(f"explore {name} {options} --guide dgse")
            yield both(f"deps {name}")
            yield chain(f"deps {name} --kind control,potential")
        if name.stem.endswith("_new"):
            versions = f"{str(name).replace('_new.c', '_old.c')} {name} --timeout 10s"
            yield chain(f"diff {versions} --paths --json", f"diff {versions}", f"verify {versions}")
            yield from alternately([f"diff {versions} --guide {guide}" for guide in GUIDES])
            yield both(f"impact {versions.removesuffix(' --timeout 10s')} --calls")


def wheel() -> Iterator[Chain]:
    """Options that need a program of known lines, and commands that write files."""
    versions, new = " ".join(WHEEL), WHEEL[1]
    packet = "examples/explore-me/packet.c"
    figure = "tests/papers/dgse-tse2017/fig2.c --function Test"
    for rules in ("pldi11", "tosem14", "precise"):
        yield both(f"impact {versions} --impact-rules {rules}")
    yield chain(f"impact {versions} --why 35", f"impact {versions} --why 28", f"impact {versions} --why 30")
    yield chain(f"impact {versions} --dot {{out}}/impact.dot", f"impact {versions} --svg {{out}}/impact.svg")
    yield both(f"deps {new} --base {WHEEL[0]}")
    yield both(f"deps {figure} --path 24F,26T,30T")
    yield both(f"deps {figure} --path 24T,26F,30F --step-over")
    yield chain(f"deps {figure} --why 24F:34", f"deps {figure} --why 23:26T", f"deps {figure} --dot {{out}}/deps.dot")
    for criterion in ("statement", "block", "branch", "path-fragment", "data-flow"):
        yield both(f"diff {versions} --cover {criterion}")
        yield both(f"diff {versions} --cover {criterion} --suite suites/wheel")
    yield chain(f"diff {versions} --baseline {{out}}/lock --quiet", f"diff {versions} --baseline {{out}}/lock --accept",
                f"diff {versions} --baseline {{out}}/lock --json", f"diff {versions} --baseline {{out}}/lock")
    yield chain(f"diff {versions} --out {{out}}/tests", f"replay {{out}}/tests/update {new}", f"replay {{out}}/tests/update {WHEEL[0]}")
    yield chain(f"explore {packet} --function answer --out {{out}}/tests", f"replay {{out}}/tests {packet}",
                f"replay {{out}}/tests/000001.json {packet} --sanitize")
    yield chain(f"explore bench/programs/tcas.c --out {{out}}/tests --json", "replay {out}/tests bench/programs/tcas.c")
    yield chain("explore bench/programs/regexp.c -DN=3 --log-queries {out}/queries.smt2", f"diff {versions} --log-queries {{out}}/diff.smt2")
    yield both(f"explore {packet} --function answer --cross-check --solver z3")
    yield both(f"diff {versions} --function update --assume PedalPos>=0")
    for options in ("--silence assert", "--leaks", "--ub wrap", "-O 1", "-O 2", "--order greedy", "--max-depth 2", "--max-steps 20",
                    "--no-replay", "--color always"):
        yield both(f"explore {packet} --function answer {options}")
    yield chain(f"explore {packet} --function answer --no-paths --json", f"explore {packet} --function answer --quiet")


def function_of(pair: Path) -> str:
    """The option that names the function of a pair; a module has none."""
    name = truth(pair).get("function")
    return f" --function {name}" if name else ""


def pairs() -> Iterator[Chain]:
    for index, pair in enumerate(pairs_in("tests/pairs")):
        name = pair.relative_to(ROOT)
        line = f"{name}/old.c {name}/new.c{function_of(pair)}"
        text = "diff" if index % 2 else "verify"
        yield chain(f"diff {line} --timeout 10s --json", f"{text} {line} --timeout 10s")
        if index % 5 == 0:
            yield varied(f"diff {line} --timeout 10s", VARIANTS, index // 5)
        if index % 20 == 7:
            yield both(f"impact {line}")
            yield both(f"deps {name}/new.c --base {name}/old.c")


def ordinary() -> Iterator[Chain]:
    """Whole files, with the time that `crates/incise/tests/ordinary.rs` gives them."""
    turn = 0
    for index, pair in enumerate(pairs_in("tests/ordinary")):
        name = pair.relative_to(ROOT)
        line = f"{name}/old.c {name}/new.c"
        text = "verify" if index % 2 else "diff"
        yield chain(f"diff {line} --timeout 3s --json", f"{text} {line} --timeout 3s")
        if index % 10 == 0:
            yield varied(f"diff {line} --timeout 3s", VARIANTS, index // 10)
        if index % 24 == 3:
            yield both(f"impact {line}")
        if "int main" in (pair / "new.c").read_text():
            if turn % 4 == 0:
                yield varied(f"diff {line} --entry main --loop-bound 4 --timeout 3s", WHOLE, turn // 4)
            if turn % 8 == 0:
                yield both(f"explore {name}/new.c --sym-args 1 --loop-bound 3 --timeout 3s")
            turn += 1


def programs() -> Iterator[Chain]:
    for order in ("bfs", "greedy", "random --seed 7"):
        yield from alternately([f"explore bench/programs/{name}.c -DN={PROGRAM_SIZES[name]} --order {order} --ub wrap" for name in ("regexp", "index")])
    for folder, sizes in (("bench/programs", PROGRAM_SIZES), ("bench/dgse", DGSE_SIZES)):
        for program, size in sizes.items():
            line = f"{folder}/{program}.c -DN={size}"
            yield both(f"explore {line} --timeout 20s")
            yield both(f"explore {line} --guide dgse --no-replay --timeout 20s")
    for file in sorted((ROOT / "tests/regress").glob("*.c")):
        yield both(f"explore {file.relative_to(ROOT)}")


def versions() -> Iterator[Chain]:
    """One-line changes of control programs and of a program of ten functions."""
    functions = {name: program["function"] for name, program in json.loads((ROOT / "bench/control/mutants.json").read_text()).items()}
    for index, mutant in enumerate(list(mutants())[::MUTANT_STEP]):
        folder, program = re.fullmatch(r"mutants/(\w+)/(\w+)-\d+\.c", mutant).groups()
        function = functions[program] if folder == "control" else "advise"
        line = f"bench/{folder}/{program}.c {mutant} --function {function}"
        limits = "--loop-bound 16 --timeout 10s"
        yield both(f"diff {line} {limits}")
        if index % 4 == 0:
            yield from alternately([f"diff {line} {limits} --guide {guide} --no-replay" for guide in ("dise", "dgse")])
            yield chain(f"impact {line} --calls")


def history() -> Iterator[Chain]:
    """Revisions of a repository of several files."""
    for step in range(2, 16):
        yield both(f"diff step{step - 1} step{step}", folder="history")
    lines = ["diff step14 step15 --entry main", "diff step10 step11 --callers all", "diff step14 step15 --callers main", "verify step4...step7",
             "impact step6 step7", "impact step8..step9 --calls", "bisect step4 step13 --function alarm_level",
             "bisect step3 step13 --function power", "bisect step3..step13 --function clamp", "bisect step9 step13 --function main"]
    for line in lines:
        yield both(line, folder="history")
    yield chain("explore src/alarm.c -I include --function alarm_level --out {out}/tests", "bisect step4 step13 --test {out}/tests/000001.json",
                "bisect step4 step13 --test {out}/tests/000002.json --json", folder="history")


def suites() -> Iterator[Chain]:
    versions = " ".join(WHEEL)
    yield both(f"debug {versions} --test suites/wheel_one/test.csv")
    yield both(f"test {versions} --suite suites/wheel")
    yield chain(f"test {versions} --suite suites/wheel_one --out {{out}}/new --expect mod", f"replay {{out}}/new {WHEEL[1]}")
    for pair in witnessed():
        name = pair.relative_to(ROOT)
        line = f"{name}/old.c {name}/new.c{function_of(pair)} --timeout 10s"
        yield both(f"debug {line} --test suites/{pair.name}/test.csv")
        yield both(f"test {line} --suite suites/{pair.name}")


def refused() -> Iterator[Chain]:
    """What cannot be run: the message counts as well."""
    versions = " ".join(WHEEL)
    lines = ["explore no-such-file.c", f"explore {WHEEL[1]}", f"explore {WHEEL[1]} --function nowhere", f"diff {WHEEL[0]}",
             f"diff {versions} --function nowhere", f"diff {versions} --function update --assume nothing>0", f"impact {versions} --why 1",
             f"deps {WHEEL[1]} --path 1T", f"deps {WHEEL[1]} --why 1:2", f"test {versions}", f"debug {versions} --test nothing.csv",
             "diff nothing-1 nothing-2", f"explore {WHEEL[1]} --function update --cover branch", "replay nothing bench/programs/tcas.c"]
    for line in lines:
        yield chain(line)
