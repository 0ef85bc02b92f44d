#!/usr/bin/env bash
# Tests of the runtime, natively: the libc models against glibc, plain and under sanitizers; what the models refer to;
# the headers; the replay harness. The last line is `N passed, N failed`; the status is not 0 if any failed.
# CLANG names another compiler.
set -euo pipefail
runtime=$(cd "$(dirname "$0")/.." && pwd)
clang=${CLANG:-clang-19}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings=(-Wall -Wextra -Werror)
passed=0
failed=0

# A check of this script's own: name, then a command that must succeed.
expect() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name" >&2
    fi
}

# The models under the prefix incise_, linked with the differential tests; their counts are added to ours.
differential() {
    local name=$1
    shift
    local out=$work/$name
    mkdir "$out"
    local source object
    for source in "$runtime"/libc/*.c; do
        "$clang" -std=c11 "${warnings[@]}" -fno-builtin "$@" -c "$source" -o "$out/model_$(basename "$source" .c).o"
    done
    nm -g --defined-only "$out"/model_*.o | awk 'NF == 3 { print $3, "incise_" $3 }' | sort -u >"$out/names"
    for object in "$out"/model_*.o; do objcopy --redefine-syms="$out/names" "$object"; done
    for source in "$runtime"/test/{main,engine_double,memory_test,string_test,ctype_test,stdlib_test,strtod_test,stdio_test,scanf_test,strerror_test,network_test,getopt_test,calendar_test,wchar_test,math_test,more_test}.c; do
        "$clang" -std=gnu11 "${warnings[@]}" -Wno-deprecated-declarations -fno-builtin "$@" -c "$source" -o "$out/$(basename "$source" .c).o"
    done
    "$clang" "$@" "$out"/*.o -lm -o "$out/test"
    local counts
    # replace_str=0: strtol and the like are to be glibc's, not the sanitizer's.
    counts=$(cd "$out" && ASAN_OPTIONS=replace_str=0:intercept_strlen=0:intercept_strchr=0:intercept_strndup=0 ./test | tail -n 1) || true
    if [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        echo "$name: $counts"
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    else
        echo "failed: $name: the test program did not finish" >&2
        failed=$((failed + 1))
    fi
}

# As the engine compiles them, the models refer to nothing but one another and what engine.h lists.
references() {
    local source
    for source in "$runtime"/libc/*.c; do
        "$clang" -std=c11 "${warnings[@]}" -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -ffp-contract=off \
            -fno-builtin -S -emit-llvm "$source" -o "$work/$(basename "$source" .c).ll"
    done
    local allowed='malloc free memcpy __incise_read __incise_write __incise_open __incise_close __incise_seek __incise_unsupported __incise_assumed __incise_disjoint realloc memmove vsnprintf trunc copysign'
    local intrinsics='llvm\.(lifetime\.(start|end)|va_start|va_end|va_copy|memcpy|memset|dbg\.declare)(\.|$)'
    cat "$work"/*.ll | sed -n 's/^define [^@]*@\([A-Za-z0-9_.]*\)(.*/\1/p' | sort -u >"$work/defined"
    cat "$work"/*.ll | sed -n 's/^declare [^@]*@\([A-Za-z0-9_.]*\)(.*/\1/p' | sort -u >"$work/declared"
    local foreign
    foreign=$(comm -23 "$work/declared" <(sort -u "$work/defined" <(tr ' ' '\n' <<<"$allowed")) | grep -Ev "^$intrinsics" || true)
    [[ -z $foreign ]] || echo "the models refer to: $foreign" >&2
    expect "the models refer only to what the engine has" test -z "$foreign"
}

differential plain -O1
differential sanitized -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined
references
source "$runtime/test/replay.sh"
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
