#!/usr/bin/env bash
# Builds incise and prints a table of what exploring bench/programs costs.
#   bench/run.sh check             the number of paths against exhaustive native runs, and what the mutants of bench/control do
#                                  natively against what is written about them, and bench/dgse at small sizes; with the development build
#   bench/run.sh control [NAME..]  what comparing the control programs with their mutants costs, guide by guide
#   bench/run.sh static [NAME..]   only which of their statements a mutant changes and impacts
#   bench/run.sh dgse [NAME..]     guidance by dependence beside exploring everything, on bench/dgse
#   bench/run.sh random [FIRST [COUNT]]  the same on random programs of incise-fuzz, by their seeds
#   bench/run.sh mutants [NAME..]  how many mutants of those programs the tests of both kill
#   bench/run.sh calls [ID..]      the directed search across calls on bench/calls: states, path conditions, constraints of both versions
#   bench/run.sh large             differencing and impact of programs of 10,000 and 30,000 lines, from the remembered programs
#   bench/run.sh repository        what comparing two commits costs in a repository of 30,000 lines, by how many functions the change reaches
# BENCH_SECONDS bounds each run (300).
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/environment.sh
if [[ ${1:-} == check ]]; then
    # As the tests are built: another choice of packages would build dependencies anew.
    cargo build --quiet --workspace --bins --tests
    python3 bench/control/run.py check
    python3 bench/calls/run.py check
    python3 bench/dgse/run.py check target/debug/incise
    exec python3 bench/measure.py check target/debug/incise
fi
cargo build --quiet --release -p incise -p incise-llvm
incise=$PWD/target/release/incise
case ${1:-} in
control) exec python3 bench/control/run.py table "$incise" "${@:2}" ;;
calls) exec python3 bench/calls/run.py table "$incise" "${@:2}" ;;
dgse) exec python3 bench/dgse/run.py table "$incise" "${@:2}" ;;
random)
    cargo build --quiet --release -p incise-fuzz
    exec python3 bench/dgse/random_programs.py "$incise" "$PWD/target/release/incise-fuzz" "${@:2}"
    ;;
mutants) exec python3 bench/dgse/run.py mutants "$incise" "${@:2}" ;;
static) exec python3 bench/control/run.py static "$incise" "${@:2}" ;;
repository) exec python3 bench/repository.py "$incise" "${@:2}" ;;
large)
    work=$(mktemp -d)
    trap 'rm -r "$work"' EXIT
    for lines in 10000 30000; do
        python3 bench/generate_large.py "$lines" 1 "$work"
        # Status 1: something changed.
        for _ in 1 2; do
            TIMEFORMAT="$lines lines: %R s elapsed, %U s user, %S s system"
            took=$({ time "$incise" impact --jobs 1 "$work/old.c" "$work/new.c" >"$work/report" || [[ $? == 1 ]]; } 2>&1)
        done
        echo "$took; $(grep -c 'impacted$' "$work/report") functions touched"
    done
    ;;
*) exec python3 bench/measure.py table "$incise" ;;
esac
