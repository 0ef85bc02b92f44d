#!/usr/bin/env bash
# Installs what building and testing incise needs, and says in one line each what it did or that it is there already.
# Uses only apt (with sudo when not root), pip and rustup. When everything is there it changes nothing and is done at once.
# Debian 12 and 13, Ubuntu 24.04; on Ubuntu 22.04, which has no LLVM 19, it says so and stops.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/environment.sh

Z3_VERSION=5.4.0
Z3_WHEEL=z3_solver-5.4.0.0-py3-none-manylinux_2_27_x86_64.whl
Z3_SHA256=0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b
# What the build cannot do without, and what only some tests use and some distributions lack.
REQUIRED=(build-essential ca-certificates curl pkg-config clang-19 llvm-19-dev libpolly-19-dev libclang-rt-19-dev
    zlib1g-dev libzstd-dev libxml2-dev python3 python3-pip unzip git)
OPTIONAL=(csmith libcsmith-dev cvc5 cmake)

say() { echo "setup: $*"; }
stop() {
    echo "setup: $*" >&2
    exit 1
}
installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }
available() { [[ $(apt-cache policy "$1" 2>/dev/null) == *Candidate:\ [0-9]* ]]; }

as_root() {
    if [[ $(id -u) -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        stop "not root and no sudo: run as root: $*"
    fi
}

apt_lists_are_fresh=no
apt_update() {
    [[ $apt_lists_are_fresh == no ]] || return 0
    as_root apt-get update -qq
    apt_lists_are_fresh=yes
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

packages() {
    # One question for all; one by one only when something is missing.
    local states
    states=$(dpkg-query -W -f '${db:Status-Status}\n' "${REQUIRED[@]}" "${OPTIONAL[@]}" 2>/dev/null | grep -cx installed || true)
    if [[ $states -eq $((${#REQUIRED[@]} + ${#OPTIONAL[@]})) ]]; then
        say "packages: all there"
        return
    fi
    command -v apt-get >/dev/null || stop "no apt-get: this needs Debian or Ubuntu; elsewhere install the likes of: ${REQUIRED[*]}"
    local package missing=() lacking=() absent=()
    for package in "${REQUIRED[@]}"; do installed "$package" || missing+=("$package"); done
    if [[ ${#missing[@]} -gt 0 ]]; then
        apt_update
        for package in "${missing[@]}"; do available "$package" || lacking+=("$package"); done
        [[ ${#lacking[@]} -eq 0 ]] || stop "this distribution does not have: ${lacking[*]} (Debian 12, Debian 13 and Ubuntu 24.04 do)"
        apt_install "${missing[@]}"
        say "packages: installed ${missing[*]}"
    fi
    missing=()
    for package in "${OPTIONAL[@]}"; do
        installed "$package" && continue
        compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || apt_update
        if available "$package"; then missing+=("$package"); else absent+=("$package"); fi
    done
    if [[ ${#missing[@]} -gt 0 ]]; then
        apt_install "${missing[@]}"
        say "packages: installed ${missing[*]}"
    fi
    if [[ ${#absent[@]} -gt 0 ]]; then
        say "packages: all there but ${absent[*]}, which this distribution does not have; only some comparisons use them"
    fi
}

# Whether the first version is at least the second.
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

rust() {
    local wanted found
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    found=$(rust_version)
    if [[ -n $found ]] && at_least "$found" "$wanted" && cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1; then
        say "rust: $found is there"
        return
    fi
    if ! command -v rustup >/dev/null; then
        [[ -z $found ]] || stop "rust: $found is there, $wanted or newer with rustfmt and clippy is needed: see https://rustup.rs"
        apt_update
        available rustup || stop "rust: not there, nor is the package rustup: install Rust $wanted or newer from https://rustup.rs and run this again"
        apt_install rustup
    fi
    rustup toolchain install stable --profile minimal --component rustfmt --component clippy >/dev/null 2>&1 ||
        stop "rust: rustup could not install the stable toolchain; run: rustup toolchain install stable"
    rustup default stable >/dev/null 2>&1
    found=$(rust_version)
    at_least "${found:-0}" "$wanted" || stop "rust: ${found:-nothing} is there, $wanted or newer is needed"
    say "rust: installed $found"
}

rust_version() { rustc --version 2>/dev/null | awk '{ print $2 }'; }

z3() {
    if [[ $(.tools/bin/z3 --version 2>/dev/null) == "Z3 version $Z3_VERSION "* ]]; then
        say "z3: $Z3_VERSION is there"
        return
    fi
    if [[ $(uname -m) != x86_64 ]]; then
        installed z3 || { apt_update && apt_install z3; }
        say "z3: $(/usr/bin/z3 --version), the distribution's: $Z3_VERSION is fetched on x86_64 only"
        return
    fi
    mkdir -p .tools/bin
    work=$(mktemp -d .tools/XXXXXX)
    trap 'rm -rf "$work"' EXIT
    echo "z3-solver==5.4.0.0 --hash=sha256:$Z3_SHA256" >"$work/requirements.txt"
    local python=python3
    python3 -m pip --version >/dev/null 2>&1 || python=/usr/bin/python3
    "$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        --platform manylinux_2_27_x86_64 --dest "$work" --requirement "$work/requirements.txt" ||
        stop "z3: pip could not fetch z3-solver 5.4.0.0"
    echo "$Z3_SHA256  $work/$Z3_WHEEL" | sha256sum --check --quiet || stop "z3: the wheel is not the one expected"
    unzip -q -o -j "$work/$Z3_WHEEL" '*/data/bin/z3' -d "$work"
    chmod +x "$work/z3"
    [[ $("$work/z3" --version) == "Z3 version $Z3_VERSION "* ]] || stop "z3: what was fetched does not run or is not $Z3_VERSION"
    mv "$work/z3" .tools/bin/z3
    say "z3: installed $Z3_VERSION in .tools/bin"
}

packages
rust
z3
