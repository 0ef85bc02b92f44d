//! Executables are made without clang where that can be done, and do then what clang's do.

mod agreement;

use agreement::{Explored, config, explored};
use incise_frontend::{Cache, Options};
use incise_replay::{Observed, Replayer, Sanitize, StopReason};

/// What native runs of all tests do, with the executable made as `options` say.
fn observed(explored: &Explored, options: &Options) -> Vec<Observed> {
    let entry = &explored.tests.first().expect("there is a test").entry;
    let replayer = Replayer::new(&explored.inputs, options, entry, Sanitize::No).unwrap_or_else(|e| panic!("{e}"));
    explored.tests.iter().map(|test| replayer.replay(test).unwrap_or_else(|e| panic!("{e}"))).collect()
}

/// The same with nothing remembered: clang compiles and links.
fn by_clang(explored: &Explored) -> Vec<Observed> {
    observed(explored, &Options { cache: Cache::Off, ..explored.options.clone() })
}

#[test]
fn a_function_does_the_same() {
    let explored = explored(
        r#"
#include <math.h>
#include <stdio.h>
#include <string.h>
static double scale = 0.5;
static _Thread_local int depth;
static inline __attribute__((always_inline)) int twice(int x) { return x + x; }
static int shown(char *to, const char *format, long double x) { return sprintf(to, format, x); }
int work(int n, double x, unsigned char c) {
    char text[32] = "abc";
    depth += n & 3;
    if (n > 5) return twice(n) + (int)strlen(text);
    if (x > 1.0) scale = fabs(x) * scale;
    switch (c) {
    case 1: return shown(text, "%.2Lf", 1.25L);
    case 2: return depth;
    default: printf("%d\n", c > 9);
    }
    return (int)(__int128)n / 3;
}
"#,
        config(Some("work")),
    );
    let runs = observed(&explored, &explored.options);
    assert!(runs.len() >= 6 && runs.iter().all(|run| run.stopped == StopReason::Returned), "{runs:?}");
    assert_eq!(runs, by_clang(&explored));
}

#[test]
fn what_runs_before_main_does() {
    let explored = explored(
        r#"
static int ready = 1;
__attribute__((constructor(200))) static void second(void) { ready = ready * 10 + 2; }
__attribute__((constructor(150))) static void first(void) { ready = 4; }
int main(void) { return ready; }
"#,
        config(None),
    );
    for runs in [observed(&explored, &explored.options), by_clang(&explored)] {
        assert!(runs.iter().all(|run| run.stopped == StopReason::Exit(42)), "{runs:?}");
    }
}
