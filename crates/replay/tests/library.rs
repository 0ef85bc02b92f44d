//! Programs that lean on libc: what the models and the engine predict is what glibc does.

mod agreement;

use agreement::{config, errors, exit_codes, explored, wrapping};
use incise_replay::{Confirmation, Sanitize};

#[test]
fn files() {
    let all = explored(
        r#"
#include <stdio.h>
int main(void) {
    FILE *f = fopen("data.txt", "r");
    if (!f) return 1;
    if (fopen("absent.txt", "r")) return 2;
    int first = fgetc(f), second = fgetc(f);
    if (first == EOF) return 3;
    if (second == EOF) return 4;
    if (first == 'a' && second == '\n') { fclose(f); return 5; }
    if (fseek(f, 0, SEEK_SET) == 0 && fgetc(f) != first) return 6;
    return 7;
}
"#,
        config(None).with(|run| run.environment.sym_files = vec![("data.txt".to_owned(), 3)]),
    )
    .all_agree();
    let mut codes = exit_codes(&all);
    codes.dedup();
    assert_eq!(codes, [3, 4, 5, 7]);
}

#[test]
fn numbers_read_and_printed() {
    let all = explored(
        r#"
#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>
#include <string.h>
int main(void) {
    char text[4] = {0};
    int n = -1;
    if (scanf("%3s", text) != 1) return 1;
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text) { printf("[%s] %d\n", text, isalpha((unsigned char)text[0]) != 0); return 2; }
    n = (int)v;
    printf("%d %5d|%-5d|%05d %x %c\n", n, n, n, n, (unsigned)n, 'a' + (n & 7));
    if (n > 10) return 3;
    return 4;
}
"#,
        config(None).with(|run| run.environment.stdin_bytes = Some(2)),
    )
    .all_agree();
    let codes = exit_codes(&all);
    for code in [1, 2, 3, 4] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
}

#[test]
fn strings() {
    explored(
        r#"
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    char *copy = malloc(strlen(s) + 1);
    if (!copy) return 1;
    strcpy(copy, s);
    if (strchr(copy, 'z')) { free(copy); return 2; }
    if (memcmp(copy, "abc", 2) == 0) { free(copy); return 3; }
    if (strncmp(copy, "b", 1) > 0) { free(copy); return 4; }
    char out[16];
    int n = snprintf(out, sizeof out, "<%s>", copy);
    free(copy);
    return n == 2 ? 5 : 6;
}
"#,
        config(None),
    )
    .all_agree();
}

#[test]
fn callbacks_of_the_library() {
    let all = explored(
        r#"
#include <klee/klee.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x < y) return -1;
    if (x > y) return 1;
    return 0;
}
int main(void) {
    int a[3];
    klee_make_symbolic(a, sizeof a, "a");
    qsort(a, 3, sizeof a[0], compare);
    if (a[0] > a[1] || a[1] > a[2]) return 1;
    int key = 5;
    if (bsearch(&key, a, 3, sizeof a[0], compare)) return 2;
    return 3;
}
"#,
        config(None),
    )
    .all_agree();
    let mut codes = exit_codes(&all);
    codes.dedup();
    assert_eq!(codes, [2, 3]);
}

#[test]
fn constructs_of_the_language() {
    let all = explored(
        r#"
#include <klee/klee.h>
#include <stdio.h>
#include <stdint.h>
union u { uint32_t whole; uint8_t part[4]; };
struct bits { unsigned a : 3; int b : 5; unsigned long c : 40; };
static int one(int x) { return x + 1; }
static int two(int x) { if (x > 100) return 0; return x * 2; }
static int (*const table[])(int) = {one, two};
__thread int local = 4;
static int started;
__attribute__((constructor)) static void before(void) { if (!started) started = 3; }
int main(void) {
    union u u; struct bits b; int x; long double l = 1.5L;
    klee_make_symbolic(&u, sizeof u, "u");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&x, sizeof x, "x");
    if (u.part[1] == 7 && u.whole > 0x10000000) return 1;
    if (b.b < -3 && b.a == 5) { printf("%d %lu\n", b.b, (unsigned long)b.c); return 2; }
    static void *labels[] = {&&first, &&second};
    goto *labels[x == 9];
first:
    if (table[x & 1](x & 0xff) == 0) return 3;
    switch (x) { case 1 ... 20: return 4; case -6: return 5; case 0x7ffffffe: return 6; }
    for (;;) { if (++local > 6) break; }
    do x >>= 3; while (x > 1000);
    return 7 + local - started;
second:
    return (int)(l * 2) + 20;
}
"#,
        wrapping(config(None)),
    )
    .all_agree();
    let mut codes = exit_codes(&all);
    codes.dedup();
    assert_eq!(codes, [1, 2, 3, 4, 5, 6, 11, 23]);
}

#[test]
fn lost_memory() {
    let source = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n  int x; klee_make_symbolic(&x, sizeof x, \"x\");\n  char *p = malloc(10); if (!p) return 1;\n  if (x == 4) { p = 0; return 2; }\n  free(p); return 3; }\n";
    let explored = explored(source, config(None).with(|run| run.checks.leaks = true));
    let all = explored.all_agree();
    let found = errors(&all);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, found[0].2), ("memory-leak", Confirmation::NotObservable));
    let sanitized = explored.replayed(Sanitize::AddressAndUndefined);
    for replayed in &sanitized {
        assert!(replayed.agreement.agrees, "{:?}", replayed.agreement.differences);
    }
}
