//! What only one content or one shape of was tried is never called equivalent: globals that hold pointers, `errno`, the program's name,
//! objects that are shared. That the versions differ is plain from the C standard and said beside each pair.

mod support;

use serde_json::Value;
use support::{document, versions};

fn compared(old: &str, new: &str) -> (Value, i32) {
    document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &["--json"]))
}

fn never_equivalent(old: &str, new: &str) {
    let (found, code) = compared(old, new);
    assert!(code == 1 || code == 3, "{old}\n{new}\n{found:#}");
    let contradicted = found.to_string().contains("this is a defect of incise");
    assert!(!contradicted, "{found:#}");
}

fn equivalent(old: &str, new: &str) {
    let (found, code) = compared(old, new);
    assert_eq!(code, 0, "{old}\n{new}\n{found:#}");
}

#[test]
fn globals_with_pointers_may_hold_something_before() {
    let message = "static const char *err;\nint chk(int x) { if (x < 0) { err = \"neg\"; return -1; } err = 0; return 0; }\n\
                   const char *lasterr(void) { return err; }\n";
    never_equivalent(message, &message.replace("err = 0; return 0", "return 0"));
    never_equivalent(
        "char *name = \"x\"; void reset(void) { name = \"x\"; }\n",
        "char *name = \"x\"; void reset(void) { }\n",
    );
    never_equivalent("int *gp; void reset(void) { gp = 0; }\n", "int *gp; void reset(void) { }\n");
    let members = "struct s { int n; const char *p; } st;\nvoid f(void) { st.n = 0; }\n";
    never_equivalent(members, &members.replace("st.n = 0; ", ""));
    never_equivalent(members, &members.replace("st.n = 0; ", "st.p = 0; "));
    let handlers = "static int dflt(int x) { return x; }\nstatic int (*op)(int) = dflt;\nvoid set(int (*o)(int)) { op = o; }\n\
                    void restore(void) { op = dflt; }\nint run(int x) { return op(x); }\n";
    never_equivalent(handlers, &handlers.replace("op = dflt; }", "}"));
    let table = "static int *tab[2];\nvoid forget(int i) { tab[i & 1] = 0; }\nint *at(int i) { return tab[i & 1]; }\n";
    never_equivalent(table, &table.replace("tab[i & 1] = 0", "(void)i"));
    // The same writes in other words.
    equivalent(message, &message.replace("x < 0", "!(x >= 0)"));
    equivalent(members, &members.replace("st.n = 0", "st.n = 1; st.n = 0"));
}

#[test]
fn objects_that_one_version_declares_may_be_written_by_it() {
    let counted = "extern int cnt;\nint f(int x) { if (x < 0) { cnt++; return -1; } return 0; }\n";
    never_equivalent(counted, "int f(int x) { if (x < 0) return -1; return 0; }\n");
    never_equivalent("extern int limit;\nvoid f(int x) { limit = x; }\n", "void f(int x) { (void)x; }\n");
    never_equivalent("extern int t[];\nvoid f(int i) { t[i & 3] = 0; }\n", "void f(int i) { (void)i; }\n");
    equivalent("extern int limit;\nint f(int x) { return x + 0 * limit; }\n", "int f(int x) { return x; }\n");
}

#[test]
fn one_object_is_not_two_of_equal_contents() {
    let head = "#include <stdlib.h>\n";
    let two = format!(
        "{head}int mk(char **a, char **b) {{ char *x = calloc(4, 1), *y = calloc(4, 1);\n if (!x || !y) {{ free(x); free(y); return -1; }}\n *a = x; *b = y; return 0; }}\n"
    );
    never_equivalent(&two, &two.replace("*b = y", "*b = x"));
    equivalent(&two, &two.replace("!x || !y", "!y || !x"));
    let tree = format!(
        "{head}struct n {{ int v; struct n *l, *r; }};\nstatic struct n *leaf(int v) {{ struct n *p = calloc(1, sizeof *p); if (p) p->v = v; return p; }}\n\
         struct n *mk(int v) {{ struct n *p = leaf(v); if (p) {{ p->l = leaf(1); p->r = leaf(1); }} return p; }}\n"
    );
    never_equivalent(&tree, &tree.replace("p->r = leaf(1)", "p->r = p->l"));
    let last = format!(
        "{head}static int *last, spare;\nint *mk(int v) {{ int *p = malloc(sizeof *p); if (!p) return 0; *p = v; last = p; return p; }}\nint peek(void) {{ return last ? *last : 0; }}\n"
    );
    never_equivalent(&last, &last.replace("last = p", "spare = v; last = &spare"));
}

#[test]
fn errno_may_be_anything_before_a_call() {
    let old = "#include <errno.h>\nint f(int x) { if (x < 0) { errno = EINVAL; return -1; } return 0; }\n";
    never_equivalent(old, &old.replace("if (x < 0)", "errno = 0; if (x < 0)"));
    never_equivalent(
        "#include <errno.h>\nint f(void) { return errno != 0; }\n",
        "#include <errno.h>\nint f(void) { return 0; }\n",
    );
    equivalent(old, &old.replace("x < 0", "x <= -1"));
    // A function without body may set it.
    let between = "#include <errno.h>\nint dev(int);\nint f(int x) { errno = 0; int a = dev(x), e = errno, b = dev(x + 1); return a + b + e; }\n";
    never_equivalent(between, &between.replace("e = errno, b = dev(x + 1)", "b = dev(x + 1), e = errno"));
}

#[test]
fn the_name_of_the_program_is_a_restriction() {
    let old = "#include <stdio.h>\nint main(int c, char **v) { if (c < 2) { fprintf(stderr, \"usage: %s\\n\", v[0]); return 1; } return 0; }\n";
    let (found, code) = compared(old, &old.replace("%s\\n\", v[0]", "%s\\n\", \"program\""));
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent within"), 3), "{found:#}");
    assert!(found.to_string().contains("`argv[0]`"), "{found:#}");
}

#[test]
fn unset_bytes_that_others_get_are_no_equal_bytes() {
    let old = "void put_bytes(const void *, int);\nstruct h { int type, len; };\nvoid f(int x) { struct h h; h.type = x; h.len = 0; put_bytes(&h, sizeof h); }\n";
    never_equivalent(old, &old.replace("h.len = 0; ", ""));
}

#[test]
fn functions_in_tables_are_known_by_name() {
    let old = "struct ops { int (*f)(int); };\nstatic int inc(int x) { return (x + 1) & 255; }\n\
               const struct ops *get(void) { static const struct ops o = { inc }; return &o; }\n";
    never_equivalent(old, &old.replace("inc", "dec").replace("x + 1", "x - 1"));
}

#[test]
fn private_memory_may_be_called_otherwise() {
    let old = "static int a, b;\nint *ga(void) { return &a; }\nint *gb(void) { return &b; }\n";
    let new = "static struct { int a, b; } s;\nint *ga(void) { return &s.a; }\nint *gb(void) { return &s.b; }\n";
    let (found, code) = compared(old, new);
    assert_ne!(code, 1, "{found:#}");
}
