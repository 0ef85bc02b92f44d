//! From a condition to its text.

use crate::atom::{Context, Cube};
use crate::division_by_shift::disguises;
use crate::error::Error;
use crate::formula::cube_terms;
use crate::input::{Input, Inputs};
use crate::judge::Judge;
use crate::text::measure;
use crate::written::Formula;
use incise_solver::{Solver, SolverConfig};
use incise_term::{Assignment, Op, Pool, TermId};
use rustc_hash::FxHashSet;

/// A condition in C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// A C expression, not zero for exactly the inputs that satisfy the condition.
    pub text: Formula,
    /// Is it for certain true for every input? The text is `1` then.
    pub always: bool,
    /// Is it for certain true for no input? The text is `0` then.
    pub never: bool,
    /// Is the text true for exactly these inputs? If not it implies the condition, which is too large to be written down, or
    /// it differs where it depends on the sign or the payload of a NaN that it computes, which C does not define.
    pub exact: bool,
    /// How much there is to read: names, numbers, operators.
    pub size: usize,
    /// Of a condition that is too long to be read: a shorter one that implies it; the text itself, if the whole is too large to be
    /// written down.
    pub case: Option<Formula>,
}

/// Conjunctions that are simplified one by one.
const MAX_DISJUNCTS: usize = 200;
/// What is read at a glance, in names, numbers and operators.
const READ_AT_A_GLANCE: usize = 60;

/// How much may be done to shorten a text. What was not done leaves it longer, never wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Questions to the solver; one with products, quotients or floats in it counts as several.
    pub queries: u32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { queries: 2_000 }
    }
}

/// Settings of a solver that gives up on a question after so many conflicts, so that texts neither take long nor
/// depend on the speed of the machine.
pub fn solver_config() -> SolverConfig {
    SolverConfig { conflict_budget: 5_000, max_conflicts: Some(5_000), ..SolverConfig::default() }
}

/// A condition to be written in C.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// A disjunction of conjunctions.
    pub condition: &'a [Vec<TermId>],
    /// What it may be written with.
    pub inputs: &'a [Input],
    /// If one case of it is written, it is the case of this example.
    pub example: Option<&'a Assignment>,
}

/// The condition as a C expression over the inputs.
pub fn explain(pool: &mut Pool, solver: &mut Solver, question: Question, effort: Effort) -> Result<Explanation, Error> {
    let Question { condition, inputs, example } = question;
    let inputs = Inputs::new(pool, inputs)?;
    let roots: Vec<TermId> = condition.iter().flatten().copied().collect();
    no_functions(pool, &roots)?;
    let mut judge = Judge::new(pool, solver, &inputs, effort.queries);
    let conjunctions: Vec<TermId> = condition.iter().map(|conjuncts| judge.all(conjuncts)).collect();
    let whole = judge.any(&conjunctions);
    let opposite = judge.negation(whole);
    if judge.excludes(&[whole]) {
        return Ok(Explanation { text: "0".into(), always: false, never: true, exact: true, size: 1, case: None });
    }
    if judge.excludes(&opposite) {
        return Ok(Explanation { text: "1".into(), always: true, never: false, exact: true, size: 1, case: None });
    }
    let mut context = Context { inputs: &inputs, disguises: disguises(judge.pool, &roots), observes_nan: false.into() };
    let mut forms: Vec<Vec<Cube>> = vec![as_given(&mut judge, &context, condition)];
    let (short, cases) = simplified(&mut judge, &context, (whole, condition), example);
    let short_terms = cube_terms(&mut judge, &short);
    context.disguises.extend(disguises(judge.pool, &short_terms));
    forms.push(short);
    let mut best: Result<(bool, usize, Formula), Error> = Err(Error::TooLarge);
    for form in forms {
        context.observes_nan.set(false);
        let text = context.text(&mut judge, &form, &[]);
        let key = text.map(|text| (context.observes_nan.get(), measure(text.as_str()), text.into_formula()));
        match (key, &best) {
            // What was simplified is preferred, unless there is more of it.
            (Ok(found), Ok(known)) if (found.0, found.1) > (known.0, known.1) => {}
            (Ok(found), _) => best = Ok(found),
            (Err(error), Err(_)) => best = Err(error),
            (Err(_), Ok(_)) => {}
        }
    }
    let first_case = |judge: &mut Judge| {
        let text = context.text(judge, &[cases.into_iter().next()?], &[]).ok()?;
        Some((measure(text.as_str()), text.into_formula()))
    };
    let (observes_nan, size, text) = match best {
        Ok(best) => best,
        Err(error) => {
            let (size, text) = first_case(&mut judge).ok_or(error)?;
            let case = Some(text.clone());
            return Ok(Explanation { text, always: false, never: false, exact: false, size, case });
        }
    };
    let case = if size > READ_AT_A_GLANCE { first_case(&mut judge) } else { None };
    let case = case.filter(|(length, _)| *length < size / 2).map(|(_, text)| text);
    Ok(Explanation { text, always: false, never: false, exact: !observes_nan, size, case })
}

/// The disjunction of conjunctions as few conjunctions of comparisons, if few suffice; nothing else is tried.
pub fn summary(
    pool: &mut Pool,
    solver: &mut Solver,
    condition: &[Vec<TermId>],
    inputs: &[Input],
    effort: Effort,
) -> Option<Explanation> {
    let inputs = Inputs::new(pool, inputs).ok()?;
    let roots: Vec<TermId> = condition.iter().flatten().copied().collect();
    no_functions(pool, &roots).ok()?;
    let mut judge = Judge::new(pool, solver, &inputs, effort.queries);
    let conjunctions: Vec<TermId> = condition.iter().map(|conjuncts| judge.all(conjuncts)).collect();
    let whole = judge.any(&conjunctions);
    let context = Context { inputs: &inputs, disguises: disguises(judge.pool, &roots), observes_nan: false.into() };
    let (cubes, true) = context.implicants(&mut judge, whole, None) else { return None };
    let cubes = context.cover(&mut judge, whole, cubes);
    let text = context.text(&mut judge, &cubes, &[]).ok()?.into_formula();
    let size = measure(&text);
    let always = cubes.iter().any(Vec::is_empty);
    Some(Explanation { text, always, never: cubes.is_empty(), exact: !context.observes_nan.get(), size, case: None })
}

/// The condition without any simplification.
fn as_given(judge: &mut Judge, context: &Context, condition: &[Vec<TermId>]) -> Vec<Cube> {
    let atoms = |conjuncts: &Vec<TermId>| {
        let conjuncts = conjuncts.iter().filter(|&&term| !judge.pool.is_true(term));
        conjuncts.map(|&term| context.atom(judge.pool, term)).collect::<Cube>()
    };
    condition.iter().map(atoms).collect()
}

/// The condition as few short conjunctions, and conjunctions that imply it.
fn simplified(
    judge: &mut Judge,
    context: &Context,
    (whole, condition): (TermId, &[Vec<TermId>]),
    example: Option<&Assignment>,
) -> (Vec<Cube>, Vec<Cube>) {
    // A condition on one input is a set of values.
    if let &[var] = judge.pool.vars(whole)
        && context.scale(judge.pool, var).is_some()
    {
        let cube = context.by_input(judge, vec![whole]);
        if cube.iter().all(|atom| atom.set.is_some()) {
            return (vec![cube], Vec::new());
        }
    }
    let atom = context.atom(judge.pool, whole);
    if let Some(shorter) = context.shorter(judge, &[], &atom) {
        return (vec![vec![shorter]], Vec::new());
    }
    let (cases, is_all) = context.implicants(judge, whole, example);
    if is_all {
        return (context.cover(judge, whole, cases.clone()), cases);
    }
    // A long disjunction stays long.
    if condition.len() > MAX_DISJUNCTS {
        return (as_given(judge, context, condition), cases);
    }
    let mut cubes = Vec::new();
    for conjuncts in condition {
        cubes.extend(context.simplified(judge, conjuncts));
    }
    (context.cover(judge, whole, cubes), cases)
}

/// A function that is not modelled has no C expression, whatever its arguments.
fn no_functions(pool: &Pool, roots: &[TermId]) -> Result<(), Error> {
    let (mut seen, mut stack) = (FxHashSet::default(), roots.to_vec());
    while let Some(next) = stack.pop() {
        if !seen.insert(next) {
            continue;
        }
        if let Op::Uninterpreted(fun) = pool.op(next) {
            return Err(Error::Variable(pool.fun_info(fun).0.to_owned()));
        }
        stack.extend_from_slice(pool.children(next));
    }
    Ok(())
}
