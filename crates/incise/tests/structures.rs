//! Lists, trees and strings behind pointer parameters: verdicts that a person can check, witnesses that were replayed, assumptions that
//! are printed.

mod support;

use serde_json::{Value, json};
use support::{document, versions};

const NODE: &str = "#include <stdlib.h>\nstruct node { int v; struct node *next; };\n";
const TREE: &str = "struct tree { int v; struct tree *left, *right; };\n";

fn compared(head: &str, old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let (old, new) = (format!("{head}{old}\n"), format!("{head}{new}\n"));
    let mut all = vec!["--json"];
    all.extend(args);
    let (found, code) = document(&versions("diff", &[("a.c", &old)], &[("a.c", &new)], &all));
    (found["functions"][0].clone(), code)
}

/// Nothing differs, and only how far structures and strings were followed is between that and a proof.
fn equivalent(head: &str, old: &str, new: &str) -> Value {
    let (function, code) = compared(head, old, new, &[]);
    assert_eq!((&function["verdict"], code), (&json!("equivalent within"), 3), "{function:#}");
    assert_eq!((&function["differences"], &function["approximations"]), (&json!([]), &json!([])), "{function:#}");
    let bounds = function["bounds_hit"].as_array().expect("a list");
    assert!(
        bounds
            .iter()
            .all(|line| ["nesting-bound", "size-bound", "step-bound"].contains(&line["kind"].as_str().unwrap_or(""))),
        "{function:#}"
    );
    function
}

/// The conditions, every one with a witness that native runs of both versions confirm.
fn different(head: &str, old: &str, new: &str, args: &[&str]) -> Vec<String> {
    let (function, code) = compared(head, old, new, args);
    assert_eq!((&function["verdict"], code), (&json!("different"), 1), "{function:#}");
    let differences = function["differences"].as_array().expect("a list");
    assert!(differences.iter().all(|one| one["replayed"] == true), "{function:#}");
    differences.iter().map(|one| one["condition"].as_str().expect("a condition").to_owned()).collect()
}

#[test]
fn lists_are_followed_and_how_far_is_said() {
    let sum = "int sum(struct node *p) { int s = 0; while (p) { s += p->v; p = p->next; } return s; }";
    let same =
        "int sum(struct node *p) { int s = 0; for (struct node *q = p; q; q = q->next) s = q->v + s; return s; }";
    let function = equivalent(NODE, sum, same);
    let bounds = function["bounds_hit"].to_string();
    assert!(bounds.contains("`p->next->next->next` was not followed further; raise --max-nesting"), "{function:#}");
    // The last element is left out: of one element it is the first, of two the second.
    let short = "int sum(struct node *p) { int s = 0; while (p && p->next) { s += p->v; p = p->next; } return s; }";
    assert_eq!(
        different(NODE, sum, short, &["--max-nesting", "2"]),
        ["p->next == NULL && p->v != 0", "p->next->next == NULL && p->next->v != 0"]
    );
    let length = "int length(const struct node *p) { int n = 0; while (p) { n++; p = p->next; } return n; }";
    equivalent(NODE, length, "int length(const struct node *p) { return p ? 1 + length(p->next) : 0; }");
    let some = "int length(const struct node *p) { int n = 0; while (p) { if (p->v) n++; p = p->next; } return n; }";
    assert_eq!(different(NODE, length, some, &["--max-nesting", "1"]), ["p->next == NULL && p->v == 0"]);
}

#[test]
fn trees_are_followed() {
    let body = |result: &str| {
        format!(
            "int depth(struct tree *t) {{ if (!t) return 0; int l = depth(t->left), r = depth(t->right); return 1 + ({result}); }}"
        )
    };
    equivalent(TREE, &body("l > r ? l : r"), &body("r >= l ? r : l"));
    // The smaller depth is another where a child has no sibling.
    let found = different(TREE, &body("l > r ? l : r"), &body("l > r ? r : l"), &["--max-nesting", "2"]);
    let only =
        |side: &str, other: &str| format!("t->{other} == NULL && t->{side}->left == NULL && t->{side}->right == NULL");
    let mut expected = [only("left", "right"), only("right", "left")];
    expected.sort();
    let mut sorted = found.clone();
    sorted.sort();
    assert_eq!(sorted, expected);
}

#[test]
fn what_is_written_behind_pointers_is_compared() {
    let swap = "void f(struct node *p) { if (p && p->next) { int t = p->v; p->v = p->next->v; p->next->v = t; } }";
    let lost = "void f(struct node *p) { if (p && p->next) { p->v = p->next->v; } }";
    let found = different(NODE, swap, lost, &["--max-nesting", "2"]);
    let ends = ["NULL", "p", "p->next"];
    assert_eq!(found, ends.map(|end| format!("p->next->next == {end} && p->v != p->next->v")));
    // The pointers themselves: nothing else shows that the list is shorter.
    let keep = "void f(struct node *p) { }";
    let cut = "void f(struct node *p) { if (p) p->next = 0; }";
    let shapes = ["p->next == p", "p->next->next == NULL", "p->next->next == p", "p->next->next == p->next"];
    assert_eq!(different(NODE, keep, cut, &["--max-nesting", "2"]), shapes);
    let last = "struct node *f(struct node *p) { while (p && p->next) p = p->next; return p; }";
    let first = "struct node *f(struct node *p) { return p; }";
    assert_eq!(different(NODE, last, first, &["--max-nesting", "2"]), ["p->next->next == NULL"]);
    let drop = "void f(struct node *p) { if (p && p->next) { struct node *n = p->next; p->next = n->next; free(n); } }";
    let same = "void f(struct node *p) { struct node *n = p ? p->next : 0; if (n) { p->next = n->next; free(n); } }";
    // Neither follows the pointers of the third element: how deep lists are does not matter.
    let (function, code) = compared(NODE, drop, same, &[]);
    assert_eq!((&function["verdict"], code), (&json!("equivalent"), 0), "{function:#}");
}

#[test]
fn records_lead_to_arrays() {
    let head = "struct buffer { unsigned n; int *data; };\n";
    let old = "int f(const struct buffer *b) { return b && b->data && b->n > 2 ? b->data[2] : -1; }";
    let new = "int f(const struct buffer *b) { return b && b->data && b->n >= 2 ? b->data[2] : -1; }";
    let found = different(head, old, new, &["--max-elements", "4"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("b->n == 2") && found[0].contains("b->data[2]"), "{found:?}");
}

#[test]
fn two_pointers_may_lead_to_one_object() {
    // Only where the second element is the first again do the versions differ.
    let old = "int f(struct node *p) { return p && p->next == p; }";
    let new = "int f(struct node *p) { return 0; }";
    assert_eq!(different(NODE, old, new, &["--max-nesting", "1"]), ["p->next == p"]);
}

#[test]
fn strings_end_anywhere() {
    let old = "int length(const char *s) { int n = 0; while (s[n]) n++; return n; }";
    let new = "int length(const char *s) { int n = 0; while (s[n] > 0) n++; return n; }";
    let (function, code) = compared("", old, new, &["--max-elements", "3"]);
    assert_eq!(code, 1, "{function:#}");
    assert!(function["differences"].as_array().expect("a list").iter().all(|one| one["replayed"] == true));
    let same = "int length(const char *s) { const char *p = s; while (*p) p++; return (int)(p - s); }";
    equivalent("", old, same);
}

/// A longer string goes on where an assumed object ends: only what never reads that far is equivalent.
#[test]
fn the_assumed_end_of_an_object_is_a_bound() {
    let longer = |than: u32| format!("int f(const char *s) {{ int n = 0; while (s[n]) n++; return n > {than}; }}");
    let (function, code) = compared("", &longer(20), &longer(21), &[]);
    assert_eq!((code, function["verdict"].as_str()), (3, Some("equivalent within")), "{function:#}");
    let bounds = function["bounds_hit"].to_string();
    assert!(bounds.contains("`*s` was taken to have 16 bytes; raise --max-elements"), "{bounds}");
    assert_eq!(compared("", &longer(20), &longer(21), &["--max-elements", "24"]).1, 1);
    let head = "int f(const char *s, unsigned i) {";
    let at = |index: &str| format!("{head} return s[0] && s[{index}] == 'a' ? 1 : 0; }}");
    let twice = |index: &str| format!("{head} if (!s[0] || s[{index}] != 'a') return 0; return 1; }}");
    for (index, expected) in [("3", 0), ("15", 0), ("16", 3), ("i & 7", 0), ("i & 15", 0), ("i & 31", 3)] {
        let (function, code) = compared("", &at(index), &twice(index), &[]);
        assert_eq!(code, expected, "{index}: {function:#}");
    }
}

/// The witnesses as tests: by the engine again, natively, and as C with nothing but a compiler.
#[test]
fn structures_are_written_as_tests() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sum = |condition: &str| {
        format!(
            "{NODE}int sum(struct node *p) {{ int s = 0; while ({condition}) {{ s += p->v; p = p->next; }} return s; }}\n"
        )
    };
    support::write(folder.path(), "old.c", sum("p"));
    support::write(folder.path(), "new.c", sum("p && p->next"));
    let made = support::incise_in(folder.path(), &["diff", "old.c", "new.c", "--max-nesting", "2", "--out", "out"]);
    assert_eq!(made.status.code(), Some(1), "{}", String::from_utf8_lossy(&made.stderr));
    let again = support::incise_in(folder.path(), &["replay", "out/sum", "new.c"]);
    let said = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(said.contains("2 of 2 tests agree"), "{said}");
    for name in ["000001", "000002"] {
        let file = format!("out/sum/{name}.c");
        let args = ["-I.", "-Iout/sum/include", &file, "-o", "t", "-lm"];
        let run = |program: &str, args: &[&str]| {
            std::process::Command::new(program).args(args).current_dir(folder.path()).status().expect("it starts")
        };
        assert!(run("cc", &args).success());
        assert!(run("./t", &[]).success(), "{name} fails");
    }
}
