//! `incise diff`: a function that a caller passes, or to which a pointer in memory leads, is unknown. Its calls are compared like output, its answers are inputs, and null is a case of its
//! own. Native runs of both versions, with a function that answers as predicted, show each difference.

mod support;

use serde_json::Value;
use std::process::Command;
use support::{incise_in, write};

fn diff(old: &str, new: &str) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", old);
    write(folder.path(), "new.c", new);
    let output = incise_in(folder.path(), &["diff", "--function", "f", "--json", "old.c", "new.c"]);
    let document = serde_json::from_slice(&output.stdout).expect("a document");
    (document, output.status.code().expect("it was not killed"))
}

fn differs(old: &str, new: &str) {
    let (document, code) = diff(old, new);
    assert_eq!(code, 1, "{document:#}");
    for difference in document["functions"][0]["differences"].as_array().expect("a list") {
        assert_eq!(difference["native"]["outcome"], "confirmed", "{document:#}");
    }
}

const OLD: &str = "int f(int (*cb)(int), int x) { return cb ? cb(x) + 1 : 0; }\n";

/// Both call once with `x`, if there is anything to call, and add one.
#[test]
fn the_same_calls_are_equivalent() {
    let new = "int f(int (*cb)(int), int x) { int r; if (!cb) return 0; r = cb(x); r++; return r; }\n";
    let (document, code) = diff(OLD, new);
    assert_eq!(code, 0, "{document:#}");
}

#[test]
fn another_argument_another_number_of_calls_and_another_use_of_the_answer_differ() {
    differs(OLD, "int f(int (*cb)(int), int x) { return cb ? cb(x + 1) + 1 : 0; }\n");
    differs(OLD, "int f(int (*cb)(int), int x) { if (!cb) return 0; cb(x); return cb(x) + 1; }\n");
    differs(OLD, "int f(int (*cb)(int), int x) { return cb ? cb(x) + 2 : 0; }\n");
}

#[test]
fn null_is_tried() {
    differs(OLD, "int f(int (*cb)(int), int x) { return cb ? cb(x) + 1 : 1; }\n");
}

/// A caller may pass a function of the program as well.
#[test]
fn a_comparison_with_a_function_of_the_program_is_not_decided() {
    let program = |result: &str| {
        format!("int g(int x) {{ return x; }}\nint f(int (*cb)(int), int x) {{ return cb == g ? {result} : 2; }}\n")
    };
    let (document, code) = diff(&program("x"), &program("x + 1"));
    assert_eq!(code, 3, "{document:#}");
}

const OPS: &str = "struct ops { int (*read)(int port, int n); void (*done)(void); int n; };\n";

fn in_ops(body: &str) -> String {
    format!("{OPS}{body}\n")
}

fn equivalent(old: &str, new: &str) {
    let (document, code) = diff(old, new);
    assert_eq!(code, 0, "{document:#}");
}

/// Undecided, or equivalent within the restriction that says what was not given.
fn undecided(old: &str, new: &str) -> Value {
    let (document, code) = diff(old, new);
    assert_eq!(code, 3, "{document:#}");
    document
}

#[test]
fn a_pointer_behind_a_parameter_is_null_or_an_unknown_function() {
    let old = in_ops("int f(struct ops *o, int x) { return o->read ? o->read(x, 2) + 1 : 0; }");
    let same = "int f(struct ops *o, int x) { int r; if (!o->read) return 0; r = o->read(x, 2); r++; return r; }";
    equivalent(&old, &in_ops(same));
    differs(&old, &in_ops("int f(struct ops *o, int x) { return o->read ? o->read(x, 3) + 1 : 0; }"));
    differs(&old, &in_ops("int f(struct ops *o, int x) { return o->read ? o->read(x, 2) + 2 : 0; }"));
    differs(&old, &in_ops("int f(struct ops *o, int x) { return o->read(x, 2) + 1; }"));
    differs(&old, &in_ops("int f(struct ops *o, int x) { return o->read ? o->read(x, 2) + 1 : 1; }"));
}

#[test]
fn calls_are_named_as_c_writes_them() {
    let old = in_ops("int f(struct ops *o) { return o->read ? o->read(1, 2) : 0; }");
    let (document, _) = diff(&old, &in_ops("int f(struct ops *o) { return o->read ? o->read(1, 3) : 0; }"));
    let difference = &document["functions"][0]["differences"][0];
    assert_eq!(difference["condition"], "o->read != 0", "{document:#}");
    let text = difference.to_string();
    assert!(text.contains("o->read(1, 2)") && text.contains("o->read(1, 3)") && text.contains("a function"), "{text}");
}

#[test]
fn the_order_of_calls_through_two_pointers_is_seen() {
    let two = "struct two { void (*a)(int); void (*b)(int); };\n";
    let calls = |body: &str| format!("{two}void f(struct two *s) {{ if (s->a && s->b) {{ {body} }} }}\n");
    differs(&calls("s->a(1); s->b(1);"), &calls("s->b(1); s->a(1);"));
    let one = "struct one { void (*a)(int); };\n";
    let calls = |body: &str| {
        format!("{one}void f(struct one *s, struct one *t) {{ if (s && t && s->a && t->a) {{ {body} }} }}\n")
    };
    differs(&calls("s->a(1); t->a(1);"), &calls("t->a(1); s->a(1);"));
    equivalent(&calls("s->a(1); t->a(1);"), &calls("int one = 1; s->a(one); t->a(one);"));
}

#[test]
fn pointers_in_nested_structs_arrays_and_lists() {
    let inner = "struct inner { int k; int (*g)(int); };\nstruct outer { int a; struct inner in; };\n";
    let nested = |body: &str| format!("{inner}int f(struct outer *s) {{ {body} }}\n");
    let old = nested("return s->in.g ? s->in.g(s->a) : 0;");
    equivalent(&old, &nested("struct inner *p = &s->in; if (p->g) return p->g(s->a); return 0;"));
    differs(&old, &nested("return s->in.g ? s->in.g(s->in.k) : 0;"));
    let table = "struct table { void (*h[3])(int); };\n";
    let handlers = |body: &str| format!("{table}void f(struct table *t, int x) {{ {body} }}\n");
    let old = handlers("for (int i = 0; i < 3; i++) if (t->h[i]) t->h[i](x);");
    let unrolled = "if (t->h[0]) t->h[0](x); if (t->h[1]) t->h[1](x); if (t->h[2]) t->h[2](x);";
    equivalent(&old, &handlers(unrolled));
    differs(&old, &handlers("for (int i = 2; i >= 0; i--) if (t->h[i]) t->h[i](x);"));
    let at = |body: &str| {
        format!("struct t4 {{ int (*h[4])(int); }};\nint f(struct t4 *t, unsigned i, int x) {{ {body} }}\n")
    };
    let old = at("if (i >= 4 || !t->h[i]) return -1; return t->h[i](x);");
    equivalent(&old, &at("if (i > 3) return -1; if (t->h[i] == 0) return -1; x = t->h[i](x); return x;"));
    differs(&old, &at("if (i >= 3 || !t->h[i]) return -1; return t->h[i](x);"));
    let hook = "struct hook { struct hook *next; void (*fn)(int); };\n";
    let list = |body: &str| format!("{hook}void f(struct hook *h) {{ for (; h; h = h->next) if (h->fn) {body} }}\n");
    differs(&list("h->fn(1);"), &list("h->fn(h->next != 0);"));
    let device = "struct ops2 { int (*get)(int); };\nstruct device { int v; const struct ops2 *ops; };\n";
    let get = |body: &str| format!("{device}int f(struct device *d) {{ {body} }}\n");
    let old = get("return d->ops->get(d->v);");
    equivalent(&old, &get("const struct ops2 *o = d->ops; int v = d->v; return o->get(v);"));
    differs(&old, &get("return d->ops->get(d->v + 1);"));
}

#[test]
fn pointers_in_structs_by_value() {
    let large =
        |body: &str| format!("struct large {{ int (*a)(int); long k[3]; }};\nint f(struct large b) {{ {body} }}\n");
    equivalent(&large("return b.a ? b.a(1) : 0;"), &large("if (b.a) return b.a(1); return 0;"));
    differs(&large("return b.a ? b.a(1) : 0;"), &large("return b.a ? b.a(2) : 0;"));
    let small =
        |body: &str| format!("struct small {{ int (*a)(int); long k; }};\nint f(struct small b) {{ {body} }}\n");
    equivalent(&small("return b.a ? b.a(1) : 0;"), &small("if (b.a) return b.a(1); return 0;"));
    differs(&small("return b.a ? b.a(1) : 0;"), &small("return b.a ? b.a(2) : 0;"));
}

/// What calls get to see of the object that they are called for.
#[test]
fn memory_that_holds_such_pointers_is_passed_on() {
    let link = "struct link { int state; void (*notify)(struct link *l, int now); };\n";
    let set = |body: &str| format!("{link}void f(struct link *l, int s) {{ {body} }}\n");
    let old = set("if (l->state == s) return; l->state = s; if (l->notify) l->notify(l, s);");
    equivalent(&old, &set("if (l->state != s) { l->state = s; if (l->notify) l->notify(l, l->state); }"));
    differs(&old, &set("if (l->state == s) return; if (l->notify) l->notify(l, s); l->state = s;"));
    let pass = |body: &str| {
        format!("void enter(int (*)(int));\nstruct s {{ int (*a)(int); }};\nvoid f(struct s *s) {{ {body} }}\n")
    };
    equivalent(&pass("enter(s->a);"), &pass("int (*x)(int) = s->a; enter(x);"));
    differs(&pass("enter(s->a);"), &pass("if (s->a) enter(s->a);"));
}

#[test]
fn pointers_are_copied_and_returned() {
    let copy =
        |body: &str| format!("struct s {{ int (*a)(int); int (*b)(int); }};\nvoid f(struct s *s) {{ {body} }}\n");
    equivalent(&copy("s->b = s->a;"), &copy("if (s->a) s->b = s->a; else s->b = 0;"));
    differs(&copy("s->b = s->a;"), &copy("if (s->a) s->b = s->a;"));
    let give = |body: &str| {
        format!("struct s {{ int (*a)(int); int (*b)(int); }};\nvoid *f(struct s *s) {{ return (void *)s->{body}; }}\n")
    };
    differs(&give("a"), &give("b"));
}

/// The function is that of the place, whatever the member is called; a member that has moved is another interface.
#[test]
fn both_versions_are_given_the_same_function_at_the_same_place() {
    let old = in_ops("int f(struct ops *o, int x) { return o->read ? o->read(x, 2) + 1 : 0; }");
    let new = in_ops("int f(struct ops *o, int x) { if (!o->read) return 0; return 1 + o->read(x, 2); }");
    equivalent(&old, &new.replace("read", "fetch"));
    differs(&old, &new.replace("read", "fetch").replace("(x, 2)", "(x, 3)"));
    let moved = new.replace(OPS, "struct ops { void (*done)(void); int (*read)(int port, int n); int n; };\n");
    undecided(&old, &moved);
    differs(&old, &new.replace("read", "fetch").replace("if (!", "if (0 && !"));
    // A number in one version is no function in the other.
    let cookie = |ty: &str| format!("struct s {{ {ty}; }};\nint f(struct s *s) {{ return (long)s->k == 5; }}\n");
    undecided(&cookie("long k"), &cookie("int (*k)(int)"));
    undecided(&cookie("int (*k)(int)"), &cookie("long k"));
}

#[test]
fn external_globals_hold_unknown_functions() {
    let hook = |body: &str| {
        format!(
            "void (*on_change)(int);\nvoid set(void (*h)(int)) {{ on_change = h; }}\nint f(int x) {{ {body} return 0; }}\n"
        )
    };
    let old = hook("if (on_change) on_change(x);");
    equivalent(&old, &hook("void (*h)(int) = on_change; if (!h) return 0; h(x);"));
    differs(&old, &hook("if (on_change) on_change(x + 1);"));
    differs(&old, &hook("on_change(x);"));
    let table = |body: &str| format!("int (*table[4])(int);\nint f(int i, int x) {{ i &= 3; return {body}; }}\n");
    differs(&table("table[i] ? table[i](x) : 0"), &table("table[i] ? table[i](x + 1) : 0"));
    // Other pointers beside them are not given.
    let hooks = |body: &str| {
        format!("struct hooks {{ void (*a)(void *); void *arg; int n; }} hooks;\nint f(int x) {{ {body} return 0; }}\n")
    };
    let old = hooks("if (hooks.a) hooks.a(hooks.arg);");
    let document = undecided(&old, &hooks("if (hooks.a) hooks.a(0);"));
    assert!(document.to_string().contains("`hooks.arg` is taken to be null"), "{document:#}");
    differs(&old, &hooks("if (hooks.a && hooks.n) hooks.a(hooks.arg);"));
}

/// The program can put its own functions there as well: these are not tried.
#[test]
fn functions_of_the_program_are_a_restriction() {
    let own = "static int count;\nstatic void own(int x) { count += x; }\nstruct s { void (*cb)(int); };\n\
               void init(struct s *s) { s->cb = own; }\n";
    let program = |body: &str| format!("{own}int f(struct s *s) {{ {body} return count; }}\n");
    let document = undecided(
        &program("count = 0; if (s->cb) s->cb(1);"),
        &program("count = 0; if (!s->cb) return count; s->cb(1);"),
    );
    assert!(document.to_string().contains("none of the program's functions, such as `own`"), "{document:#}");
    undecided(&program("count = 0; if (s->cb) s->cb(1);"), &program("if (s->cb) s->cb(1); count = 0;"));
    let compares = |other: &str, result: &str| {
        format!(
            "struct s {{ int (*a)(int); int (*b)(int); }};\nint g(int x) {{ return x; }}\nint f(struct s *s) {{ return s->a == {other} ? {result} : 2; }}\n"
        )
    };
    undecided(&compares("g", "1"), &compares("g", "3"));
    undecided(
        &compares("s->b", "1"),
        &compares("s->b", "1").replace("return s->a", "if (!s->a && !s->b) return 1; return s->a"),
    );
}

/// One address was tried.
#[test]
fn addresses_of_functions_as_numbers_are_not_decided() {
    let number = |body: &str| format!("struct s {{ int (*a)(int); }};\nint f(struct s *s) {{ return {body}; }}\n");
    undecided(&number("((unsigned char *)s)[3] == 1"), &number("((unsigned char *)s)[3] == 2"));
    undecided(&number("(int)((unsigned long)s->a & 15)"), &number("0 * (s->a != 0)"));
}

#[test]
fn types_that_are_not_given_are_named_or_undecided() {
    let log = |n: i32| {
        format!(
            "struct s {{ int (*log)(const char *, ...); }};\nint f(struct s *s) {{ return s->log ? s->log(\"a\", {n}) : 0; }}\n"
        )
    };
    undecided(&log(1), &log(2));
    let leave = |body: &str| {
        format!("#include <stdlib.h>\nstruct s {{ void (*h)(void); }};\nvoid f(struct s *s) {{ if (s->h) {body} }}\n")
    };
    undecided(&leave("atexit(s->h);"), &leave("{ atexit(s->h); atexit(s->h); }"));
    let either = |n: i32| {
        format!(
            "struct s {{ int t; union {{ int (*a)(int); long k; }} u; }};\nint f(struct s *s) {{ return s->t == 1 && s->u.a ? s->u.a({n}) : 0; }}\n"
        )
    };
    undecided(&either(1), &either(2));
}

/// A call may set the pointers of the object that it is given, and give functions.
#[test]
fn functions_that_calls_leave_or_give_are_unknown() {
    let object = |body: &str| {
        format!(
            "struct s {{ int (*a)(struct s *); int (*b)(int); int n; }};\nint f(struct s *s) {{ if (!s->a) return 0; int r = s->a(s); {body} }}\n"
        )
    };
    let old = object("return s->b ? s->b(r) : 0;");
    equivalent(&old, &object("if (!s->b) return 0; r = s->b(r); return r;"));
    differs(&old, &object("return s->b ? s->b(r + 1) : 0;"));
    differs(&old, &object("return s->b(r);"));
    differs(
        &old,
        &old.replace("int r = s->a(s);", "int (*b)(int) = s->b; int r = s->a(s);")
            .replace("return s->b ? s->b", "return b ? b"),
    );
    let give = |body: &str| format!("int (*find(int))(int);\nint f(int x) {{ int (*h)(int) = find(x); {body} }}\n");
    equivalent(&give("return h ? h(1) : 0;"), &give("if (h) return h(1); return 0;"));
    differs(&give("return h ? h(1) : 0;"), &give("return h ? h(2) : 0;"));
}

/// Private state is set by calls only.
#[test]
fn what_is_registered_is_called_later() {
    let program = |body: &str| {
        format!(
            "static void (*cb)(int);\nvoid set(void (*h)(int)) {{ cb = h; }}\nint f(int x) {{ {body} return 0; }}\n"
        )
    };
    differs(&program("if (cb) cb(x);"), &program("if (cb) cb(x + 1);"));
    undecided(&program("if (cb) cb(x);"), &program("if (!cb) return 0; cb(x);"));
}

/// Tests and harnesses of differences pass on the version that they are written for, and on no other.
#[test]
fn written_tests_are_repeated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let link =
        "struct link { int state; void (*notify)(struct link *l, int now); int (*ask)(int); };\nint (*hook)(int);\n";
    let program = |state: &str, more: i32| {
        format!(
            "{link}int f(struct link *l, int s) {{ int r = 1; {state} if (l->notify) l->notify(l, s); \
             if (l->ask) r = l->ask(s); if (hook) r += hook(r + {more}); return r; }}\n"
        )
    };
    write(folder.path(), "old.c", program("l->state = s;", 0));
    write(folder.path(), "new.c", program("l->state = s + 1;", 1));
    let args = ["diff", "--function", "f", "--out", "tests", "old.c", "new.c"];
    assert_eq!(incise_in(folder.path(), &args).status.code(), Some(1));
    let written = folder.path().join("tests/f");
    let replayed = incise_in(folder.path(), &["replay", "tests/f", "new.c"]);
    let text = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert_eq!(replayed.status.code(), Some(0), "{text}");
    assert_eq!(incise_in(folder.path(), &["replay", "tests/f", "old.c"]).status.code(), Some(1));
    let mut files: Vec<_> =
        std::fs::read_dir(&written).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    assert!(!files.is_empty(), "{text}");
    for file in files {
        let harness = std::fs::read_to_string(&file).expect("a harness");
        for (version, passes) in [("new.c", true), ("old.c", false)] {
            write(folder.path(), "harness.c", harness.replace("\"new.c\"", &format!("\"{version}\"")));
            let built = Command::new("cc")
                .args(["-I.", "-Itests/f/include", "harness.c", "-o", "harness"])
                .current_dir(folder.path())
                .output()
                .expect("a compiler");
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let run = Command::new("./harness").current_dir(folder.path()).output().expect("it starts");
            assert_eq!(run.status.success(), passes, "{version}: {}", String::from_utf8_lossy(&run.stdout));
        }
    }
}

#[test]
fn explore_takes_them_as_unknown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", in_ops("int f(struct ops *o) { return 10 / (o->n + 1) + o->read(1, 2); }"));
    let output = incise_in(folder.path(), &["explore", "--function", "f", "--json", "a.c"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let list = |name: &str| document["function"][name].as_array().cloned().unwrap_or_default();
    let (errors, nulls) = (list("errors"), list("null_errors"));
    let is_null_call = |error: &&Value| error["message"] == "call through a null pointer `o->read`";
    let null = nulls.iter().find(is_null_call).expect("the null case is tried");
    assert_eq!(null["only_for_null"][0], "o->read", "{document:#}");
    assert!(errors.iter().any(|error| error["kind"] == "division-by-zero"), "{document:#}");
}
