# Tests of the replay harness; sourced by run.sh.
replay_program=$work/replayed

"$clang" -std=gnu11 -D_GNU_SOURCE "${warnings[@]}" -O1 -I"$runtime/include" -include incise.h -include klee/klee.h \
    -c "$runtime/replay/replay.c" -o "$work/replay.o"
"$clang" -std=gnu11 "${warnings[@]}" -O1 -I"$runtime/include" -Wl,--wrap=rand,--wrap=time,--wrap=getenv,--wrap=getpid \
    "$runtime/test/replayed.c" "$work/replay.o" -o "$replay_program"

# replayed CASE STATUS TRACE [INPUT…]: running a case of replayed.c with these inputs ends so and leaves this trace.
replayed() {
    local case=$1 status=$2 trace=$3 actual=0
    shift 3
    printf '%s\n' "$@" >"$work/inputs"
    [[ $# -gt 0 ]] || : >"$work/inputs"
    rm -f "$work/trace"
    INCISE_REPLAY_INPUTS=$work/inputs INCISE_REPLAY_TRACE=$work/trace bash -c '"$@"; exit $?' - "$replay_program" "$case" 2>/dev/null || actual=$?
    expect "replay of $case: status $actual, not $status" test "$actual" -eq "$status"
    local got
    got=$(tr -d '\0' <"$work/trace" | tr '\n' ';')
    expect "replay of $case: trace '$got', not '$trace'" test "$got" = "$trace"
}

{
    replayed scalars 0 'end 0;' 'i ffffffff' 'u ffffffff' 'l 0000000000000080' 'b 02' 'd 000000000000f03f' 'v 2a000000' 'vb 01' 's 68690000'
    replayed scalars 1 'extra v;extra __VERIFIER_nondet_int;extra __VERIFIER_nondet_bool;extra a_name_with_spaces;end 1;' \
        'i ffffffff' 'u ffffffff' 'l 0000000000000080' 'b 01'
    replayed scalars 97 'mismatch u 4 2;' 'i 00000000' 'u 0000'
    replayed scalars 97 'mismatch i 4 0;' 'i'
    replayed scalars 98 'bad-inputs 1;' 'i 0000000g'
    replayed scalars 98 'bad-inputs 2;' 'i 00000000' 'u 0000000'
    replayed library 0 'end 0;' 'rand 07000000' 'time 0500000000000000' 'getpid 09000000' 'getenv 00' 'getenv 01' 'getenv 76616c756500000000000000000000ff'
    replayed klee-range 0 'end 0;' 'r 05000000'
    replayed klee-range 96 'assume-failed;' 'r 0a000000'
    replayed assume 96 'b 1 2 1;assume-failed;'
    replayed assert 134 'assert-failed;'
    replayed klee-assert 134 ''
    replayed verifier-error 134 'error;'
    replayed own-reach-error 3 'end 3;'
    replayed events 0 'b 0 0 1;b 12 345 0;s -1 2 -9223372036854775808;s 2147483647 0 9223372036854775807;end 0;'
    replayed segv 139 'b 1 1 1;b 1 2 0;'
    replayed fpe 136 'b 1 1 1;'
    replayed abort 134 'b 1 1 1;'
    replayed underscore-exit 5 'b 1 1 1;'
    replayed late 0 'b 9 9 1;end 0;b 8 8 1;'
}

rm -f "$work/trace"
for _ in 1 2; do INCISE_REPLAY_TRACE=$work/trace bash -c '"$@"; exit $?' - "$replay_program" segv 2>/dev/null || true; done
expect "a second run appends" test "$(tr -d '\0' <"$work/trace" | tr '\n' ';')" = 'b 1 1 1;b 1 2 0;b 1 1 1;b 1 2 0;'
INCISE_REPLAY_TRACE=$work/trace "$replay_program" events
expect "no padding is left between runs and after exit" test "$(tr '\n\0' ';?' <"$work/trace" | cut -c1-40)" = \
    'b 1 1 1;b 1 2 0;b 1 1 1;b 1 2 0;b 0 0 1;'
expect "nor at the end" test "$(tail -c 6 "$work/trace")" = 'end 0'
rm -f "$work/trace"
INCISE_REPLAY_TRACE=$work/trace bash -c '"$@"; exit $?' - "$replay_program" many 2>/dev/null || true
expect "a long trace is whole after a crash" test "$(tr -d '\0' <"$work/trace" | sha256sum)" = \
    "$(for ((i = 0; i < 50000; i++)); do echo "b 7 $i $((i % 2))"; done | sha256sum)"
rm -f "$work/trace"
INCISE_REPLAY_TRACE=$work/trace "$replay_program" threads
expect "threads do not mix their lines" test "$(grep -cE '^b [1-4] [0-9]+ 1$' "$work/trace")" -eq 40000
actual=0
INCISE_REPLAY_INPUTS=$work/absent "$replay_program" events || actual=$?
expect "inputs that cannot be read are an error" test "$actual" -eq 98
expect "without variables it runs" "$replay_program" events
