#!/usr/bin/env bash
# Holds the path counts that the examples' headers promise against native runs over many inputs. incise has no part in it.
# The last line is `N passed, N failed`; the status is not 0 if any failed. CLANG names another compiler.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
clang=${CLANG:-clang-19}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# count FILE 'COMPLETED FAILED' DECLARATION CALL LOW:HIGH...
count() {
    local file=$1 expected=$2 declaration=$3 call=$4 found
    shift 4
    "$clang" -w -O0 -fwrapv -fsanitize=bounds -fsanitize-trap=bounds -fsanitize-coverage=edge,trace-pc-guard,no-prune \
        -Dmalloc=allocate -include stdlib.h -c "$root/$file" -o "$work/function.o"
    "$clang" -Wall -Wextra -O1 "-DDECLARATION=$declaration" "-DCALL=$call" -c "$root/tests/papers/brute_force.c" -o "$work/main.o"
    "$clang" "$work/function.o" "$work/main.o" -o "$work/count"
    found=$("$work/count" "$@") || found="a crash"
    if [[ $found == "$expected" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $file: $expected paths completed and failed expected, $found found" >&2
    fi
}

count examples/wheel-brake/wbs_old.c '24 0' 'void update(int, int, int)' 'update(v[0], v[1], v[2])' -4:6 -4:6 -6:6
count examples/wheel-brake/wbs_new.c '24 0' 'void update(int, int, int)' 'update(v[0], v[1], v[2])' -4:6 -4:6 -6:6
count examples/testx/testx.c '2 0' 'void testX(int)' 'testX(v[0])' -4:4
count examples/explore-me/packet.c '8 2' 'int answer(unsigned char, unsigned char, unsigned char, unsigned char)' \
    'answer(v[0], v[1], v[2], v[3])' 0:5 0:4 0:255 0:255
papers=tests/papers/dgse-tse2017
count $papers/fig1.c '4 0' 'void Test(int, int)' 'Test(v[0], v[1])' -4:4 -4:4
count $papers/fig2.c '4 4' 'int Test(int, int, int)' 'Test(v[0], v[1], v[2])' -4:6 -4:6 -4:6
count $papers/fig4.c '16 0' 'void test(int, int, int, int, int, int, int, int)' 'test(v[0], v[1], v[2], v[3], 0, 0, 0, 0)' -2:2 -2:2 -2:2 -2:2
count $papers/fig5.c '3 0' 'void Test(int)' 'Test(v[0])' -4:6
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
