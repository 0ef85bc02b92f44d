# Sourced by ./demo, ./test and the other scripts, in the root of the repository: where set-up put things.
export PATH="$HOME/.cargo/bin:$PATH"
if [[ -x .tools/bin/z3 ]]; then
    INCISE_Z3=$PWD/.tools/bin/z3
    export INCISE_Z3
fi
