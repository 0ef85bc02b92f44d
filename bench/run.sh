#!/usr/bin/env bash
# Builds incise and prints a table of what exploring bench/programs costs.
# `bench/run.sh check` instead checks the number of paths against exhaustive native runs, with the development build.
# BENCH_SECONDS bounds each run (300).
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/environment.sh
if [[ ${1:-} == check ]]; then
    cargo build --quiet -p incise -p incise-llvm
    exec python3 bench/measure.py check target/debug/incise
fi
cargo build --quiet --release -p incise -p incise-llvm
exec python3 bench/measure.py table target/release/incise
