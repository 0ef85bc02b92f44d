//! Refactored computations: how fast is "can they differ?" answered, and by which link?
//!
//! `cargo run --release -p incise-solver --example equal [-- NAME]`

mod expression;
mod list;

use expression::read;
use incise_solver::{Extend, PathCondition, Solver, SolverConfig, SolverStats};
use incise_term::{Evaluator, Pool};
use list::{DIFFERENT, DIFFERENT_FLOATS, EQUAL, EQUAL_FLOATS, Pair};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(10);

fn main() {
    let only = std::env::args().nth(1);
    let lists: [(&[Pair], &[u32], bool); 4] = [
        (EQUAL, &[32, 64], true),
        (EQUAL_FLOATS, &[32], true),
        (DIFFERENT, &[32, 64], false),
        (DIFFERENT_FLOATS, &[32], false),
    ];
    let mut totals = [0; 3];
    for (pairs, widths, equal) in lists {
        for &(name, assumed, old, new) in pairs {
            if only.as_deref().is_some_and(|only| !name.contains(only)) {
                continue;
            }
            for &width in widths {
                let verdict = ask(width, assumed, old, new);
                println!("{name:28}{width:3}  {}", verdict.text);
                match verdict.equal {
                    None => totals[2] += 1,
                    Some(found) => {
                        // At some width a pair of the second list may be equal after all.
                        assert!(found || !equal, "{name} at {width}: not equal");
                        totals[usize::from(!found)] += 1;
                    }
                }
            }
        }
    }
    println!("{} equal, {} different, {} open", totals[0], totals[1], totals[2]);
}

struct Verdict {
    equal: Option<bool>,
    text: String,
}

fn ask(width: u32, assumed: &str, old: &str, new: &str) -> Verdict {
    let mut pool = Pool::new();
    let with_width = |text: &str| text.replace("BITS5", &(width - 5).to_string()).replace("BITS", &width.to_string());
    let [assumed, old, new] = [assumed, old, new].map(|text| read(&mut pool, width, &with_width(text)));
    let config = SolverConfig { timeout_per_query: Some(TIMEOUT), ..SolverConfig::default() };
    let mut solver = Solver::new(config).expect("no external solver");
    let zero = pool.constant(width, 0);
    let assumed = pool.ne(assumed, zero);
    let pc = match solver.extend(&mut pool, &PathCondition::new(), assumed) {
        Extend::Sat(pc) => pc,
        _ => panic!("the assumption is not satisfiable"),
    };
    let before = solver.stats().clone();
    let differ = pool.ne(old, new);
    let start = Instant::now();
    let answer = solver.extend(&mut pool, &pc, differ);
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    let by = links(&before, solver.stats());
    let mut model_text = String::new();
    let (equal, word) = match answer {
        Extend::Unsat => (Some(true), "equal"),
        Extend::Sat(pc) => {
            let model = solver.witness(&pool, &pc);
            assert!(Evaluator::new().holds(&pool, &model, differ), "the model does not tell them apart");
            let start = Instant::now();
            let canonical = solver.canonical_model(&mut pool, &pc).is_ok();
            let elapsed = start.elapsed().as_secs_f64() * 1e3;
            model_text = format!(", canonical model {} {elapsed:.1} ms", if canonical { "in" } else { "OPEN after" });
            (Some(false), "different")
        }
        Extend::Unknown(_) => (None, "OPEN"),
    };
    let conflicts = solver.stats().conflicts - before.conflicts;
    Verdict { equal, text: format!("{word:10}{elapsed:9.1} ms {conflicts:7} conflicts  {by}{model_text}") }
}

/// The links whose counters went up.
fn links(before: &SolverStats, after: &SolverStats) -> String {
    let counters = |stats: &SolverStats| {
        [
            ("folded", stats.folded),
            ("witness", stats.witness),
            ("domain", stats.domain),
            ("ranges", stats.ranges),
            ("order", stats.order),
            ("algebra", stats.algebra),
            ("trials", stats.trials),
            ("cases", stats.cases),
            ("sat", stats.sat),
            ("sweep", stats.sweep),
            ("one-shot", stats.one_shot),
        ]
    };
    let changed = counters(before).into_iter().zip(counters(after)).filter(|(old, new)| old.1 != new.1);
    changed.map(|(_, (name, _))| name).collect::<Vec<_>>().join(", ")
}
