#!/usr/bin/env bash
# Makes a repository of a small heating controller, several files and fifteen commits, in the folder that is named.
# The trailer `Expected` of each commit says what it does to behaviour, by the commit's author and not by incise:
# `equivalent` (`elements` after it: for as many as are tried), or `different` and the functions in which a difference must be found.
# Three commits are regressions (trailer `Regression`); the initial gain shows only from main, two calls above its use.
set -euo pipefail
folder=$1
mkdir -p "$folder" && cd "$folder"
git init -q -b main .
git config user.name "A Developer"
git config user.email developer@example.org
git config commit.gpgsign false
export GIT_AUTHOR_DATE="2024-01-01T00:00:00Z" GIT_COMMITTER_DATE="2024-01-01T00:00:00Z"

commit() { # subject, expected, [regression]
    git add -A
    git commit -q -m "$1" -m "Expected: $2${3:+
Regression: $3}"
    git tag "step$((++n_commits))"
}
replace() { # file, old line, new line: the old one must be there
    grep -qF -- "$2" "$1" || { echo "$1 has no line: $2" >&2; exit 1; }
    OLD="$2" NEW="$3" perl -0pi -e 's/\Q$ENV{OLD}\E/$ENV{NEW}/' "$1"
}
n_commits=0

mkdir src include
cat > incise.toml <<'EOF'
sources = ["src/*.c"]
include = ["include"]
flags = ["-std=c11"]
EOF
cat > include/heating.h <<'EOF'
#ifndef HEATING_H
#define HEATING_H
#define RAW_MAX 1023
int clamp(int value, int low, int high);
int celsius(int raw);
#endif
EOF
cat > src/limits.c <<'EOF'
#include "heating.h"

int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}
EOF
cat > src/sensor.c <<'EOF'
#include "heating.h"

/* Tenths of a degree. */
int celsius(int raw) {
    int bounded = clamp(raw, 0, RAW_MAX);
    return bounded * 5 / 4 - 400;
}
EOF
cat > src/main.c <<'EOF'
#include <stdio.h>
#include "heating.h"

int main(void) {
    int raw = getchar();
    if (raw < 0)
        return 1;
    printf("%d\n", celsius(4 * raw) > 0);
    return 0;
}
EOF
commit "Read the sensor" "nothing before it"

cat > src/control.c <<'EOF'
#include "heating.h"

int gain = 4;

/* Per cent of the heater's power. */
int power(int measured, int target) {
    int error = target - measured;
    return clamp(error * gain / GAIN_DIVISOR, 0, 100);
}

void set_gain(int value) {
    gain = clamp(value, 1, 10);
}

int step(int raw, int target) {
    return power(celsius(raw), target);
}
EOF
replace include/heating.h "int celsius(int raw);" "int celsius(int raw);
#define GAIN_DIVISOR 8
int power(int measured, int target);
void set_gain(int value);
int step(int raw, int target);"
replace src/main.c 'printf("%d\n", celsius(4 * raw) > 0);' 'int heat = step(4 * raw, 210);
    puts(heat > 50 ? "high" : heat > 0 ? "low" : "off");'
commit "Control the heater" "different main"

replace src/limits.c "    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;" "    return value < low ? low : value > high ? high : value;"
commit "clamp in one line" "equivalent"

cat > src/alarm.c <<'EOF'
#include "heating.h"

/* 0 all is well, 1 warm, 2 too hot. */
int alarm_level(int measured) {
    if (measured > 800)
        return 2;
    if (measured > 600)
        return 1;
    return 0;
}
EOF
replace include/heating.h "int celsius(int raw);" "int celsius(int raw);
int alarm_level(int measured);"
replace src/main.c "    return 0;" "    return alarm_level(celsius(4 * raw)) == 2 ? 2 : 0;"
commit "An alarm" "different main"

replace src/sensor.c "/* Tenths of a degree. */
int celsius(int raw) {
    int bounded = clamp(raw, 0, RAW_MAX);
    return bounded * 5 / 4 - 400;
}" "static int tenths(int steps) {
    return steps * 5 / 4;
}

/* Tenths of a degree. */
int celsius(int raw) {
    return tenths(clamp(raw, 0, RAW_MAX)) - 400;
}"
commit "A function for the scale" "equivalent"

replace src/control.c "    int error = target - measured;
    return clamp(error * gain" "    /* What is missing. */
    int missing = target - measured;
    return clamp(missing * gain"
commit "Comments and names" "equivalent"

replace src/alarm.c "measured > 800" "measured >= 800"
commit "Tidy the alarm" "different alarm_level" "an alarm at exactly 80 degrees"

replace include/heating.h "#define RAW_MAX 1023" "enum { RAW_MAX = 0x3ff };"
commit "The largest reading is an enumerator" "equivalent"

replace include/heating.h "#define GAIN_DIVISOR 8" "#define GAIN_DIVISOR 10"
commit "Constants in one place" "different power" "the header's divisor changed on the way"

cat > src/scale.c <<'EOF'
#include "heating.h"

int tenths(int steps) {
    int quarters = steps * 5;
    return quarters / 4;
}
EOF
replace src/sensor.c "static int tenths(int steps) {
    return steps * 5 / 4;
}

" ""
replace include/heating.h "int celsius(int raw);" "int celsius(int raw);
int tenths(int steps);"
commit "The scale in a file of its own" "equivalent"

replace src/control.c "int gain = 4;" "int gain = 6;"
commit "Declare variables first" "different main" "the initial gain, which only main starts with"

cat > src/mean.c <<'EOF'
#include "heating.h"

/* The mean of n readings, which are at most 1023. */
int mean(const unsigned short *readings, unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += readings[i];
    return n ? (int)(sum / n) : 0;
}
EOF
replace include/heating.h "int celsius(int raw);" "int celsius(int raw);
int mean(const unsigned short *readings, unsigned n);"
commit "The mean of several readings" "equivalent"

replace src/mean.c "    for (unsigned i = 0; i < n; i++)
        sum += readings[i];" "    unsigned i = 0;
    while (i < n) {
        sum = readings[i] + sum;
        ++i;
    }"
commit "A while loop" "equivalent elements"

replace src/alarm.c "measured >= 800" "measured > 800"
commit "The alarm as before" "different alarm_level"

replace src/limits.c "value < low ? low : value > high ? high : value" "value > high ? high : value < low ? low : value"
commit "The upper limit first" "different clamp"
