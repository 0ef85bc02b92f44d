//! Pairs of versions: the generator keeps its word, broken promises are noticed, and a short run from fixed seeds. `incise` and the LLVM
//! reader must have been built (`cargo build -p incise -p incise-llvm`).

use incise_fuzz::batch::{self, Tally};
use incise_fuzz::pairs::ast::{ENTRY, Expr, Function, Op, Program, Shape, Stmt, Type, Variable};
use incise_fuzz::pairs::pair::{Kind, Pair, Sort};
use incise_fuzz::pairs::promises::{Answer, one_guide};
use incise_fuzz::pairs::tool::{Difference, Report, Tool};
use incise_fuzz::pairs::truth::{Outcome, Row, build};
use incise_fuzz::pairs::{Counts, GUIDES, Questions, check, inputs, print, witness};
use incise_fuzz::rng::Rng;
use serde_json::{Value, json};
use std::time::Duration;

fn run(sort: Sort, count: usize, first: u64, questions: &Questions) {
    let counts = Counts::default();
    let Tally { passed, failed, .. } =
        batch::run(count, first, 2, &|seed, folder| check(sort, seed, questions, &counts, folder), &|_, _| {});
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(passed, count);
}

#[test]
fn refactorings_change_nothing_and_only_planted_errors_happen() {
    run(Sort::Function, 30, 7000, &Questions { tool: None, guides: Vec::new(), callers: false, conditions: false });
}

#[test]
fn what_differs_natively_is_impacted_and_what_is_cosmetic_is_no_change() {
    let tool = Some(Tool::beside(Duration::from_secs(120)));
    run(Sort::Function, 30, 7100, &Questions { tool, guides: Vec::new(), callers: false, conditions: false });
}

#[test]
fn differences_are_those_of_native_runs() {
    let tool = Some(Tool::beside(Duration::from_secs(120)));
    run(Sort::Function, 8, 7200, &Questions { tool, guides: GUIDES.to_vec(), callers: false, conditions: true });
}

#[test]
fn pairs_of_several_functions_keep_the_generators_word() {
    run(Sort::Calls, 20, 7300, &Questions { tool: None, guides: Vec::new(), callers: false, conditions: false });
}

#[test]
fn differences_in_callees_are_those_of_native_runs() {
    let tool = Some(Tool::beside(Duration::from_secs(120)));
    run(Sort::Calls, 6, 7400, &Questions { tool, guides: GUIDES.to_vec(), callers: true, conditions: true });
}

/// `int entry(int x)` that returns its input, and 0 when `body` returns it.
fn program(body: Vec<Stmt>) -> Program {
    let x = Variable {
        name: String::from("x"),
        shape: Shape::Scalar(Type::Int),
        init: vec![0],
        target: None,
        counts: false,
    };
    let entry = Function {
        name: ENTRY.to_string(),
        ty: Type::Int,
        params: vec![x],
        locals: Vec::new(),
        recursion: None,
        body,
        result: Expr::Var(String::from("x")),
    };
    let members = vec![(String::from("m0"), Type::Int)];
    Program { members, globals: Vec::new(), functions: vec![entry], table: None, order: vec![0], comments: false }
}

/// The versions differ when `x < 3 && x != 0`: what is made of a report with this verdict, condition and witness.
fn broken(verdict: &str, condition: &str, x: i64) -> Option<String> {
    let small = Expr::Binary(Op::Less, Box::new(Expr::Var(String::from("x"))), Box::new(Expr::Const(3)));
    let early = Stmt::If(small, vec![Stmt::Return(Expr::Const(0))], Vec::new());
    let (base, modified) = (program(Vec::new()), program(vec![early]));
    let pair = Pair { base, modified, kind: Kind::Changed, changes: Vec::new(), global_inputs: true };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, program) in [("base.c", &pair.base), ("mod.c", &pair.modified)] {
        std::fs::write(folder.path().join(name), print::print(program)).expect("a version can be written");
    }
    let slots = inputs::slots(&pair);
    let mut values = inputs::sample(&pair, &slots, &mut Rng::new(1));
    let from = values.len();
    let mut report = Report {
        verdict: verdict.to_string(),
        differences: Vec::new(),
        approximations: Vec::new(),
        function: Value::Null,
    };
    if verdict == "different" {
        report.differences.push(Difference {
            condition: condition.to_string(),
            exact: true,
            case: None,
            inputs: json!({ "x": x }),
        });
        values.push(witness::values(&slots, &report.differences[0].inputs).expect("the witness is understood"));
    }
    let conditions: Vec<String> = report.differences.iter().map(|difference| difference.condition.clone()).collect();
    let checker = build(&pair, &slots, &[conditions], &values, folder.path()).expect("the checker compiles");
    let rows: Vec<Row> = checker.rows().expect("the checker runs");
    for (row, value) in rows.iter().zip(&values) {
        let differs = (value[0] as i32) < 3 && value[0] != 0;
        assert_eq!(row.outcome, if differs { Outcome::Differs } else { Outcome::Same }, "x = {}", value[0] as i32);
    }
    let answer = Answer { guide: "full", report: &report, set: Some(0), witnesses: from..values.len() };
    one_guide(&answer, true, &rows).map(|(what, _)| what)
}

#[test]
fn broken_promises_are_noticed() {
    let has = |broken: Option<String>, part: &str| {
        assert!(broken.as_deref().is_some_and(|text| text.contains(part)), "{broken:?}")
    };
    assert_eq!(broken("different", "x < 3 && x != 0", -1), None);
    assert_eq!(broken("undecided", "", 0), None);
    has(broken("different", "x < 3", -1), "does not differ natively: x < 3");
    has(broken("different", "x < 2 && x != 0", -1), "is not reported");
    has(broken("different", "x < 3 && x != 0", 5), "the witness of difference 0 does not differ");
    has(broken("different", "x > 0 && x < 3", -1), "satisfies no condition");
    has(broken("equivalent", "", 0), "equivalent, but an input that differs");
}
