//! `incise impact` on pairs of C programs: what is a change, and what it reaches.

mod support;

use incise_report::Impacted;
use serde_json::Value;
use support::{document, incise};

/// The document of two versions, and the exit code. Each version is a folder of files; `main.c` is compiled.
fn versions(old: &[(&str, &str)], new: &[(&str, &str)], args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&support::versions("impact", old, new, &all))
}

fn pair(old: &str, new: &str) -> (Value, i32) {
    versions(&[("main.c", old)], &[("main.c", new)], &[])
}

fn no_change(old: &str, new: &str) {
    let (document, code) = pair(old, new);
    assert_eq!((&document["verdict"], code), (&Value::from("no-change"), 0), "{document:#}");
    assert_eq!(document["functions"], Value::Array(Vec::new()));
}

/// The lines of a function under a key of the document.
fn lines(document: &Value, function: &str, key: &str) -> Vec<u64> {
    let functions = document["functions"].as_array().expect("a list of functions");
    let Some(found) = functions.iter().find(|other| other["name"] == function) else { return Vec::new() };
    found[key].as_array().expect("a list of lines").iter().map(|line| line.as_u64().expect("a line")).collect()
}

fn changed(document: &Value, function: &str) -> Vec<u64> {
    lines(document, function, "changed_lines")
}

fn impacted(document: &Value, function: &str) -> Vec<u64> {
    lines(document, function, "impacted_lines")
}

/// n0–n5 and n10–n14 of [dise-pldi2011] Fig. 2, by their lines in `wbs_new.c`; n6–n9 are not impacted.
const WHEEL_BRAKE: [u64; 11] = [21, 22, 23, 24, 26, 28, 35, 36, 37, 38, 40];

#[test]
fn dise_pldi2011_fig2_wheel_brake_by_every_rule_set() {
    for rules in ["pldi11", "tosem14", "precise"] {
        let files = ["examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c"];
        let (document, code) = document(&incise(&["impact", files[0], files[1], "--json", "--impact-rules", rules]));
        assert_eq!(code, 1);
        assert_eq!(document["rules"], rules);
        assert_eq!(changed(&document, "update"), [21]);
        assert_eq!(impacted(&document, "update"), WHEEL_BRAKE, "{rules}");
        assert_eq!(document["functions"][0]["statements"], 15);
        assert_eq!(document["functions"][0]["impacted_statements"], 11);
    }
}

#[test]
fn the_text_marks_changed_and_impacted_lines() {
    let output = incise(&["impact", "examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let first = "examples/wheel-brake/wbs_new.c: update()   1 line changed, 11 of 15 statements impacted\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("  !    21      if (PedalPos <= 0) "), "{text}");
    assert!(text.contains("  !    18      if (PedalPos == 0) "), "{text}");
    assert!(text.contains("  >    40          AltPress = 2; "), "{text}");
    assert!(text.contains("       31          Meter = 1; "), "{text}");
}

#[test]
fn why_leads_back_to_the_change() {
    let why = |line: &str| {
        let files = ["examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c"];
        String::from_utf8(incise(&["impact", files[0], files[1], "--why", line]).stdout).expect("text")
    };
    let places = |text: &str| -> Vec<String> {
        let place = |line: &str| line.trim_start_matches("  because of ").split(" of ").next().map(String::from);
        text.lines().filter_map(place).collect()
    };
    // n13 runs by n12, which reads what n5 wrote, which reads what n1 wrote, which runs by n0.
    assert_eq!(places(&why("38")), ["line 38", "line 37", "line 28", "line 22", "line 21"]);
    assert!(why("38").trim_end().ends_with("changed"));
    assert!(why("31").contains("not impacted"));
}

#[test]
fn a_graph_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("graph.dot").to_string_lossy().into_owned();
    incise(&["impact", "examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c", "--dot", &file]);
    let graph = std::fs::read_to_string(&file).expect("the graph was written");
    assert_eq!(graph.matches("fillcolor=red").count(), 1);
    assert_eq!(graph.matches("fillcolor=orange").count(), 10);
}

/// A rectangle of the picture: its class and where it is.
struct Rectangle {
    class: String,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

/// Checks that elements are nested and text is escaped; gives each element's name and attributes in their order.
fn elements(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut rest = xml.trim_end();
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| entity.starts_with(name));
            assert!(known, "{text}");
        }
        assert!(!open.is_empty() || text.is_empty(), "text outside the root: {text}");
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut inside) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((key, value)) = inside.trim_start().split_once("=\"") {
            let (value, after) = value.split_once('"').expect("a value ends");
            attributes.push((key.to_owned(), value.to_owned()));
            inside = after;
        }
        assert_eq!(inside.trim(), "");
        if !is_empty {
            open.push(name.to_owned());
        }
        found.push((name.to_owned(), attributes));
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    found
}

fn picture(old: &str, new: &str) -> Vec<(String, Vec<(String, String)>)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("graph.svg").to_string_lossy().into_owned();
    assert_eq!(incise(&["impact", old, new, "--svg", &file]).status.code(), Some(1));
    elements(&std::fs::read_to_string(&file).expect("the picture was written"))
}

fn rectangles(elements: &[(String, Vec<(String, String)>)]) -> Vec<Rectangle> {
    let rectangle = |attributes: &[(String, String)]| {
        let get = |key: &str| attributes.iter().find(|(name, _)| name == key).expect("an attribute").1.clone();
        let number = |key: &str| get(key).parse().expect("a number");
        let (x, y, width, height) = (number("x"), number("y"), number("width"), number("height"));
        Rectangle { class: get("class"), x, y, width, height }
    };
    elements.iter().filter(|(name, _)| name == "rect").map(|(_, attributes)| rectangle(attributes)).collect()
}

#[test]
fn a_picture_is_drawn() {
    let elements = picture("examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c");
    let boxes = rectangles(&elements);
    let of_class = |class: &str| boxes.iter().filter(|one| one.class == class).count();
    // n0; n1-n5 and n10-n14; n6-n9.
    assert_eq!((of_class("changed"), of_class("impacted"), of_class("same")), (1, 10, 4));
    for (index, one) in boxes.iter().enumerate() {
        for other in &boxes[..index] {
            let apart = one.x + one.width <= other.x
                || other.x + other.width <= one.x
                || one.y + one.height <= other.y
                || other.y + other.height <= one.y;
            assert!(apart, "boxes at {},{} and {},{} overlap", one.x, one.y, other.x, other.y);
        }
    }
    // n0-n4 have 7 edges, n5-n9 have 7, n10-n14 have 7.
    assert_eq!(elements.iter().filter(|(name, _)| name == "path").count(), 21);
    assert_eq!(elements.iter().filter(|(name, _)| name == "circle").count(), 1);
}

/// Loops, a switch, comparisons that need escaping, and text too long for a box.
#[test]
fn a_picture_of_anything_is_well_formed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = |value: &str| {
        format!(
            "int g; const char *s = \"<&>\\1\";\nint f(int a, int b) {{\n  for (int i = 0; i < a && b > 3; i++) {{\n    switch (i & 7) {{\n\
             case 1: g += s[1]; continue;\n    case 2: g++; break;\n    case 5: return {value};\n    default: do g--; while (g > 5);\n    }}\n\
             while (b--) if (g) break;\n  }}\n  return a * a * a + b * b * b + g * g * g + a * b * g * 1234567 + {value};\n}}\n"
        )
    };
    let files: Vec<String> = [("old.c", "1"), ("new.c", "2")]
        .iter()
        .map(|(name, value)| {
            let file = folder.path().join(name);
            std::fs::write(&file, program(value)).expect("the file can be written");
            file.to_string_lossy().into_owned()
        })
        .collect();
    assert!(rectangles(&picture(&files[0], &files[1])).iter().any(|one| one.class == "changed"));
}

#[test]
fn the_document_reads_back_as_it_was_printed() {
    for rules in ["pldi11", "tosem14", "precise"] {
        let files = ["examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c"];
        let (printed, _) = document(&incise(&["impact", files[0], files[1], "--json", "--impact-rules", rules]));
        reads_back(&printed);
    }
    let old = "int g = 1;\nint f(void) { return g; }\nint h(void) { return 5; }\n";
    let new = "int g = 2;\nint f(void) { return g; }\nint k(int a) { return a; }\n";
    let (printed, _) = pair(old, new);
    assert_eq!(printed["functions"].as_array().map(Vec::len), Some(3));
    reads_back(&printed);
}

fn reads_back(printed: &Value) {
    let model: Impacted = serde_json::from_value(printed.clone()).expect("the model reads it");
    assert_eq!(serde_json::to_value(&model).expect("the model writes it"), *printed);
}

#[test]
fn bad_input_is_code_2() {
    let wheel = "examples/wheel-brake/wbs_new.c";
    for args in [
        vec!["impact", "no-such-file.c", wheel],
        vec!["impact", wheel, wheel, "--function", "nowhere"],
        vec!["impact", wheel, wheel, "--why", "1"],
        vec!["impact", "docs-of-nothing", wheel],
    ] {
        let output = incise(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{args:?}");
    }
}

// What is no change.

#[test]
fn comments_and_formatting_are_no_change() {
    no_change("int f(int a) { return a + 1; }\n", "/* adds one */\nint f(int a)\n{\n    return a + 1; // here\n}\n");
}

#[test]
fn renamed_locals_and_parameters_are_no_change() {
    no_change(
        "int f(int a, int b) { int s = 0; for (int i = 0; i < a; i++) s += b; return s; }",
        "int f(int n, int step) { int total = 0; for (int k = 0; k < n; k++) total += step; return total; }",
    );
}

#[test]
fn an_assertion_in_another_line_with_renamed_variables_is_no_change() {
    no_change(
        "#include <assert.h>\nint f(int a) { int s = a; assert(s != 3); return s; }\n",
        "#include <assert.h>\n/* moved */\nint f(int a) {\n    int t = a;\n    assert(t != 3);\n    return t;\n}\n",
    );
    let (document, code) = pair(
        "#include <assert.h>\nint f(int a) { assert(a != 3); return a; }\n",
        "#include <assert.h>\nint f(int a) { assert(a != 4); return a; }\n",
    );
    assert_eq!((changed(&document, "f"), code), (vec![2], 1));
}

#[test]
fn swapped_names_are_no_change() {
    no_change(
        "int f(int a, int b) { int x = a, y = b; return x - y; }",
        "int f(int b, int a) { int y = b, x = a; return y - x; }",
    );
}

#[test]
fn moved_functions_and_reordered_declarations_are_no_change() {
    no_change(
        "int g, h;\nint f(int a) { return a; }\nint k(int a) { int x; int y; x = a; y = g; return x + y + h; }",
        "int h;\nint g;\nint k(int a) { int y; int x; x = a; y = g; return x + y + h; }\nint f(int a) { return a; }",
    );
}

#[test]
fn renamed_functions_are_found() {
    no_change(
        "static int twice(int a) { return 2 * a; }\nint f(int a) { return twice(a); }",
        "static int doubled(int b) { return 2 * b; }\nint f(int a) { return doubled(a); }",
    );
}

#[test]
fn an_equal_expansion_is_no_change() {
    no_change("#define N 4\nint f(int a) { return a + N; }", "enum { N = 2 + 2 };\nint f(int a) { return a + N; }");
}

#[test]
fn equal_strings_are_no_change() {
    no_change(
        "int puts(const char *); int f(void) { puts(\"a\"); return puts(\"b\"); }",
        "int puts(const char *); int g(void); int f(void) { puts(\"a\"); return puts(\"b\"); }",
    );
}

// What is a change although the function's own text is the same.

const USES_LIMIT: &str =
    "#include \"limit.h\"\nint f(int a) {\n  int r = 0;\n  if (a > LIMIT)\n    r = 1;\n  return r;\n}\n";

fn header(old: &str, new: &str) -> Value {
    versions(&[("main.c", USES_LIMIT), ("limit.h", old)], &[("main.c", USES_LIMIT), ("limit.h", new)], &[]).0
}

#[test]
fn a_macro_of_a_header_changes_its_uses() {
    let document = header("#define LIMIT 3\n", "#define LIMIT 4\n");
    assert_eq!(changed(&document, "f"), [4]);
    // The first write is in the slice, since the return reads it.
    assert_eq!(impacted(&document, "f"), [3, 4, 5, 6]);
}

#[test]
fn an_enumerator_changes_its_uses() {
    assert_eq!(changed(&header("enum { LIMIT = 3 };\n", "enum { FIRST, LIMIT = 4 };\n"), "f"), [4]);
}

#[test]
fn a_type_changes_its_uses() {
    let uses = |ty: &str| format!("{ty} g;\nint f(int a) {{\n  return\n    a > g;\n}}\n");
    let (document, code) = pair(&uses("int"), &uses("unsigned"));
    assert_eq!((changed(&document, "f"), code), (vec![3], 1), "{document:#}");
}

#[test]
fn an_initialiser_changes_reads_not_writes() {
    let uses =
        |value: &str| format!("int g = {value};\nint f(int a) {{\n  int r = g + a;\n  g = 5;\n  return r;\n}}\n");
    let (document, code) = pair(&uses("1"), &uses("2"));
    assert_eq!((changed(&document, "f"), code), (vec![3], 1), "{document:#}");
    assert_eq!(impacted(&document, "f"), [3, 5]);
    assert_eq!(document["globals"], serde_json::json!(["g"]));
}

#[test]
fn a_layout_changes_accesses() {
    let uses = |fields: &str| {
        format!(
            "struct S {{ {fields} int b; }};\nint f(struct S *s) {{\n  s->a = 1;\n  s->b = 2;\n  return s->b;\n}}\n"
        )
    };
    let (document, _) = pair(&uses("int a;"), &uses("int a; int more;"));
    assert_eq!(changed(&document, "f"), [4, 5], "{document:#}");
}

#[test]
fn a_string_changes_its_uses() {
    let uses = |text: &str| {
        format!("int puts(const char *);\nint f(void) {{\n  puts(\"x\");\n  puts(\"{text}\");\n  return 0;\n}}\n")
    };
    assert_eq!(changed(&pair(&uses("a"), &uses("b")).0, "f"), [4]);
}

#[test]
fn a_signature_changes_its_calls() {
    let uses = |ty: &str| {
        format!(
            "static long g({ty} a) {{ return 1; }}\nlong f(int a) {{\n  long r = 2;\n  r += g(a);\n  return r;\n}}\n"
        )
    };
    let (document, _) = pair(&uses("int"), &uses("long"));
    assert_eq!(changed(&document, "f"), [4], "{document:#}");
}

// What a change reaches.

#[test]
fn both_sides_of_a_changed_decision_and_all_users() {
    let text = |condition: &str| {
        format!(
            "int out, other;\nvoid f(int c, int d) {{\n  int x, y;\n  if ({condition})\n    x = 1;\n  else\n    x = 2;\n  y = x;\n  out = y;\n  other = d;\n}}\n"
        )
    };
    let (document, _) = pair(&text("c"), &text("c > 1"));
    assert_eq!(changed(&document, "f"), [4]);
    assert_eq!(impacted(&document, "f"), [4, 5, 7, 8, 9]);
}

#[test]
fn a_conditional_expression_is_a_decision() {
    let text = |condition: &str| {
        format!("int out;\nvoid f(int c) {{\n  int x = {condition}\n      ? 1 : 2;\n  out = x;\n}}\n")
    };
    let (document, _) = pair(&text("c"), &text("c > 1"));
    assert!(changed(&document, "f").contains(&3), "{document:#}");
    assert!(impacted(&document, "f").contains(&5), "{document:#}");
}

#[test]
fn a_statement_that_leaves_a_branch_is_changed() {
    let (document, _) = pair(
        "int x, y;\nvoid f(int a) {\n  if (a) {\n    x = 1;\n    y = 2; }\n}\n",
        "int x, y;\nvoid f(int a) {\n  if (a) {\n    x = 1; }\n  y = 2;\n}\n",
    );
    assert_eq!(changed(&document, "f"), [5], "{document:#}");
}

#[test]
fn a_removed_statement_reaches_what_read_it() {
    let (document, code) = pair(
        "int out;\nvoid f(int a) {\n  int x = 0;\n  x = a;\n  out = x;\n}\n",
        "int out;\nvoid f(int a) {\n  int x = 0;\n  out = x;\n}\n",
    );
    assert_eq!(code, 1);
    assert_eq!(changed(&document, "f"), Vec::<u64>::new());
    assert_eq!(impacted(&document, "f"), [3, 4]);
    assert_eq!(document["functions"][0]["base"]["changed_lines"], serde_json::json!([4]));
}

#[test]
fn memory_carries_impact_field_by_field() {
    let text = |value: &str| {
        format!(
            "struct S {{ int a, b; }} s;\nint p, q;\nvoid f(void) {{\n  s.a = {value};\n  s.b = 2;\n  p = s.a;\n  q = s.b;\n}}\n"
        )
    };
    let (document, _) = pair(&text("1"), &text("3"));
    assert_eq!(impacted(&document, "f"), [4, 6]);
}

#[test]
fn pointers_carry_impact() {
    let text = |value: &str| {
        format!(
            "int out;\nvoid f(int c) {{\n  int a = 0, b = 0;\n  int *p = c ? &a : &b;\n  *p = {value};\n  out = a;\n}}\n"
        )
    };
    let (document, _) = pair(&text("1"), &text("3"));
    assert!(impacted(&document, "f").contains(&6), "{document:#}");
}

#[test]
fn results_of_changed_functions_reach_their_callers() {
    let text = |value: &str| {
        format!(
            "int out, other;\nstatic int g(int a) {{\n  return a + {value};\n}}\nvoid f(int a) {{\n  int r = g(a);\n  other = a;\n  out = r;\n}}\n"
        )
    };
    let (document, _) = pair(&text("1"), &text("2"));
    assert_eq!(changed(&document, "g"), [3]);
    assert_eq!(changed(&document, "f"), Vec::<u64>::new());
    assert_eq!(impacted(&document, "f"), [6, 8]);
}

#[test]
fn impacted_arguments_reach_into_callees() {
    let text = |value: &str| {
        format!(
            "int out, other;\nstatic void g(int a, int b) {{\n  out = a;\n  other = b;\n}}\nvoid f(int a) {{\n  int r = {value};\n  g(r, a);\n}}\n"
        )
    };
    let (document, _) = pair(&text("1"), &text("2"));
    assert_eq!(impacted(&document, "f"), [7, 8]);
    assert_eq!(impacted(&document, "g"), [3], "{document:#}");
}

#[test]
fn globals_reach_into_callees() {
    let text = |value: &str| {
        format!(
            "int in, still, out, other;\nstatic void g(void) {{\n  out = in;\n  other = still;\n}}\nvoid f(void) {{\n  in = {value};\n  g();\n}}\n"
        )
    };
    let (document, _) = pair(&text("1"), &text("2"));
    assert_eq!(impacted(&document, "g"), [3], "{document:#}");
}

#[test]
fn what_is_new_or_gone_is_said() {
    let (document, code) = pair(
        "int f(void) { return 1; }\nint h(void) { return 5; }",
        "int f(void) { return 1; }\nint g(void) { return 2; }",
    );
    assert_eq!(code, 1);
    let status = |name: &str| {
        let functions = document["functions"].as_array().expect("a list");
        functions.iter().find(|function| function["name"] == name).map(|function| function["status"].clone())
    };
    assert_eq!(status("g"), Some(Value::from("added")));
    assert_eq!(status("h"), Some(Value::from("removed")));
    assert_eq!(status("f"), None);
}

#[test]
fn a_write_reaches_a_write_in_tosem14_not_in_pldi11() {
    let text = |value: &str| format!("int x, y;\nvoid f(void) {{\n  x = {value};\n  y = x;\n}}\n");
    let (old, new) = (text("1"), text("2"));
    let with = |rules: &str| {
        let (document, _) = versions(&[("main.c", &old)], &[("main.c", &new)], &["--impact-rules", rules]);
        impacted(&document, "f")
    };
    assert_eq!(with("pldi11"), [3]);
    assert_eq!(with("tosem14"), [3, 4]);
    assert_eq!(with("precise"), [3, 4]);
}

/// The last part of a condition that is a value is computed for the place where the compiler gathers the parts.
#[test]
fn a_change_in_the_last_part_of_a_condition_is_seen() {
    let text = "int a, b;\nint f(void)\n{\n    return a > 1 &&\n           b > 2;\n}\n";
    let (document, code) = pair(text, &text.replace("b > 2", "b > 3"));
    assert_eq!(code, 1);
    assert_eq!(changed(&document, "f"), [5]);
    assert_eq!(impacted(&document, "f"), [4, 5]);
}
