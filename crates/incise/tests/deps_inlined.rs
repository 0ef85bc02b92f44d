//! Paths through calls against the same program with the text of what is called written in the place of each call, on random programs.
//!
//! The program with calls is taken as it is; the other is one function, so that nothing of what follows calls is used for it. Lines of the one are
//! lines of the other by a table that is made while the two are written. Arguments are evaluated before any of them is handed over.

mod support;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use support::{document, incise_in, write};

/// The functions that are called, from line 2.
const CALLED: &str = "\
static int pick(int v, int w) {
    int r = w;
    if (v > g0)
        r = v + 1;
    return r;
}
static void put(int *p, int v) {
    if (v > 0)
        *p = v;
    else
        g1 = v;
}
static void both(int *q, int u) {
    put(q, u);
    g0 = pick(u, g1);
}
";

/// Two texts of one program, and one path of it.
#[derive(Default)]
struct Pair {
    calls: String,
    inlined: String,
    /// For each line of the text without calls: the line of the other, and the call that its function was entered by.
    lines: BTreeMap<usize, (usize, Option<usize>)>,
    /// For each such call, in the order of the text: its function, and whether the path enters it.
    entered: Vec<(&'static str, bool)>,
    path: Vec<String>,
    inlined_path: Vec<String>,
}

impl Pair {
    /// The next line of the text with calls.
    fn line(&mut self, text: &str) -> usize {
        let _ = writeln!(self.calls, "{text}");
        self.calls.lines().count()
    }

    /// The next line of the other text, which is this one of the text with calls.
    fn same(&mut self, text: &str, line: usize, call: Option<usize>) {
        let _ = writeln!(self.inlined, "{text}");
        self.lines.insert(self.inlined.lines().count(), (line, call));
    }

    /// A branch that stands on the last line of the text without calls.
    fn decide(&mut self, random: &mut StdRng, runs: bool) -> bool {
        let side = random.random_bool(0.5);
        let name = if side { "T" } else { "F" };
        let inlined = self.inlined.lines().count();
        if runs {
            self.path.push(format!("{}{name}", self.lines[&inlined].0));
            self.inlined_path.push(format!("{inlined}{name}"));
        }
        runs && side
    }

    fn begin(&mut self, function: &'static str, runs: bool) -> usize {
        self.entered.push((function, runs));
        self.entered.len() - 1
    }

    /// The text of `dst = pick(v, w)` on a line.
    fn pick(&mut self, random: &mut StdRng, runs: bool, place: (usize, Option<usize>), [dst, v, w]: [&str; 3]) {
        let n = self.begin("pick", runs);
        let call = Some(n);
        self.same(&format!("int last{n} = {w};"), place.0, place.1);
        self.same(&format!("int v{n} = {v};"), place.0, place.1);
        self.same(&format!("int w{n} = last{n};"), place.0, place.1);
        self.same(&format!("int r{n} = w{n};"), 3, call);
        self.same(&format!("if (v{n} > g0)"), 4, call);
        self.decide(random, runs);
        self.same(&format!("r{n} = v{n} + 1;"), 5, call);
        self.same(&format!("int result{n} = r{n};"), 6, call);
        self.same(&format!("{dst} = result{n};"), place.0, place.1);
    }

    /// The text of `put(p, v)` on a line.
    fn put(&mut self, random: &mut StdRng, runs: bool, place: (usize, Option<usize>), [p, v]: [&str; 2]) {
        let n = self.begin("put", runs);
        let call = Some(n);
        self.same(&format!("int last{n} = {v};"), place.0, place.1);
        self.same(&format!("int *p{n} = {p};"), place.0, place.1);
        self.same(&format!("int v{n} = last{n};"), place.0, place.1);
        self.same(&format!("if (v{n} > 0)"), 9, call);
        self.decide(random, runs);
        self.same(&format!("*p{n} = v{n};"), 10, call);
        self.same("else", 11, call);
        self.same(&format!("g1 = v{n};"), 12, call);
    }

    /// The text of `both(q, u)` on a line.
    fn both(&mut self, random: &mut StdRng, runs: bool, place: (usize, Option<usize>), [q, u]: [&str; 2]) {
        let n = self.begin("both", runs);
        self.same(&format!("int last{n} = {u};"), place.0, place.1);
        self.same(&format!("int *q{n} = {q};"), place.0, place.1);
        self.same(&format!("int u{n} = last{n};"), place.0, place.1);
        let (q, u) = (format!("q{n}"), format!("u{n}"));
        self.put(random, runs, (15, Some(n)), [&q, &u]);
        self.pick(random, runs, (16, Some(n)), ["g0", &u, "g1"]);
    }

    fn random(random: &mut StdRng) -> Pair {
        let mut pair = Pair::default();
        pair.line("static int g0, g1;");
        CALLED.lines().for_each(|line| _ = pair.line(line));
        pair.line("int f(int a, int b, int c) {");
        pair.inlined.push_str("static int g0, g1;\nint f(int a, int b, int c) {\n");
        for name in ["x", "y"] {
            let text = format!("int {name} = {};", random.random_range(0..5));
            let line = pair.line(&text);
            pair.same(&text, line, None);
        }
        let vars = ["a", "b", "c", "x", "y", "g0", "g1"];
        for _ in 0..random.random_range(2..5) {
            let var = |random: &mut StdRng| vars[random.random_range(0..vars.len())];
            let to = |random: &mut StdRng| ["x", "y", "g0"][random.random_range(0..3)];
            let mut runs = true;
            let is_guarded = random.random_bool(0.4);
            if is_guarded {
                let text = format!("if ({} > {}) {{", var(random), var(random));
                let line = pair.line(&text);
                pair.same(&text, line, None);
                runs = pair.decide(random, true);
            }
            let (dst, v, w) = (to(random), var(random), var(random));
            let address = format!("&{}", ["x", "y"][random.random_range(0..2)]);
            match random.random_range(0..5) {
                0 | 1 => {
                    let line = pair.line(&format!("{dst} = pick({v}, {w});"));
                    pair.pick(random, runs, (line, None), [dst, v, w]);
                }
                2 => {
                    let line = pair.line(&format!("put({address}, {v});"));
                    pair.put(random, runs, (line, None), [&address, v]);
                }
                3 => {
                    let line = pair.line(&format!("both({address}, {v});"));
                    pair.both(random, runs, (line, None), [&address, v]);
                }
                _ => {
                    let text = format!("{dst} = {v} + {w};");
                    let line = pair.line(&text);
                    pair.same(&text, line, None);
                }
            }
            if is_guarded {
                let line = pair.line("}");
                pair.same("}", line, None);
            }
        }
        for text in ["if (x > y)", "g1 = 1;", "return x + g0 + g1;", "}"] {
            let line = pair.line(text);
            pair.same(text, line, None);
            if text.starts_with("if") {
                pair.decide(random, true);
            }
        }
        pair
    }

    /// What the text with calls calls something of the text without.
    fn translated(&self, name: &str) -> String {
        let side = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let line: usize = name[..name.len() - side.len()].parse().expect("a line");
        let (line, call) = self.lines[&line];
        let number = call.and_then(|call| {
            let function = self.entered[call].0;
            let of_function =
                |calls: &[(&str, bool)]| calls.iter().filter(|entered| **entered == (function, true)).count();
            (of_function(&self.entered) > 1).then(|| of_function(&self.entered[..=call]))
        });
        format!("{line}{side}{}", number.map(|number| format!("#{number}")).unwrap_or_default())
    }
}

type Pairs = BTreeSet<(String, String)>;

/// The pairs of a relation; what a line has with itself is left out, since a call is one line and its text several.
fn pairs(function: &Value, kind: &str, name: &dyn Fn(&str) -> String) -> Pairs {
    let edges = function[kind].as_array().expect("a list").iter();
    let pair =
        |edge: &Value| (name(edge["from"].as_str().expect("a name")), name(edge["to"].as_str().expect("a name")));
    edges.map(pair).filter(|(from, to)| from != to).collect()
}

fn slices(function: &Value, name: &dyn Fn(&str) -> String) -> Vec<(String, bool, BTreeSet<String>)> {
    let names =
        |list: &Value| list.as_array().expect("a list").iter().map(|of| name(of.as_str().expect("a name"))).collect();
    let slice = |of: &Value| (name(of["side"].as_str().expect("a name")), of["taken"] == true, names(&of["slice"]));
    function["slices"].as_array().expect("slices").iter().map(slice).collect()
}

#[test]
fn a_path_through_calls_is_that_of_the_text_without_calls() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut random = StdRng::seed_from_u64(17);
    let (mut n_slices, mut n_numbered) = (0, 0);
    for number in 0..40 {
        let pair = Pair::random(&mut random);
        let run = |text: &str, path: Option<&[String]>| {
            let file = write(folder.path(), "program.c", text);
            let path = path.map(|path| path.join(","));
            let mut args = vec!["deps", &file, "--function", "f", "--json"];
            args.extend(path.iter().flat_map(|path| ["--path", path.as_str()]));
            let output = incise_in(folder.path(), &args);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "program {number}: {error}\n{text}");
            document(&output).0["functions"][0].clone()
        };
        let calls = run(&pair.calls, Some(&pair.path));
        let inlined = run(&pair.inlined, Some(&pair.inlined_path));
        let without_path = run(&pair.inlined, None);
        let (same, translated) = (|name: &str| name.to_owned(), |name: &str| pair.translated(name));
        for kind in ["control", "data", "potential", "interactive"] {
            let found = pairs(&calls, kind, &same);
            assert_eq!(found, pairs(&inlined, kind, &translated), "{kind} of program {number}\n{}", pair.calls);
            // What holds on a path holds without; numbers of calls that the path does not enter have no meaning there.
            let (on_path, known) = (pairs(&inlined, kind, &same), pairs(&without_path, kind, &same));
            assert!(on_path.is_subset(&known), "{kind} of program {number}\n{}", pair.inlined);
        }
        let found = slices(&calls, &same);
        assert_eq!(found, slices(&inlined, &translated), "slices of program {number}\n{}", pair.calls);
        n_slices += found.len();
        n_numbered += found.iter().filter(|(side, _, _)| side.contains('#')).count();
    }
    assert!(
        n_slices > 200 && n_numbered > 50,
        "{n_slices} slices, {n_numbered} in functions that are entered several times"
    );
}
