#!/usr/bin/env bash
# Where the machine's instructions go: bench/profile.sh PROGRAM N runs one exploration under callgrind and prints the number of
# instructions (which repeats exactly) and the functions that take most of them.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:?usage: bench/profile.sh PROGRAM N}
size=${2:?usage: bench/profile.sh PROGRAM N}
cargo build --quiet --release -p incise -p incise-llvm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
explore=(target/release/incise explore "bench/programs/$program.c" "-DN=$size" --ub wrap --no-replay -q)
"${explore[@]}" >/dev/null || [[ $? -eq 1 ]]
valgrind --tool=callgrind --callgrind-out-file="$work/out" "${explore[@]}" >"$work/log" 2>&1 || [[ $? -eq 1 ]]
callgrind_annotate "$work/out" 2>/dev/null | sed -n '/PROGRAM TOTALS/p; /file:function/,$p' |
    sed -E 's/\[[^]]*\]//; s#[^ ]*/(crates/)#\1#; s#/rustc/[0-9a-f]*/##' | cut -c1-150 | head -24
