//! Random programs of steps, and random changes of them.

use crate::exact::model::{Body, Call, DIVISION, Ends, MEMORY, SlicedProgram, Step};
use incise_base::Digraph;
use incise_deps::{CellId, NodeId};
use incise_ir::{FuncId, Id, IdVec};
use rand::Rng;
use rand::rngs::StdRng;
use std::collections::BTreeMap;

/// Locals of a function; the first two are its arguments.
pub const N_LOCALS: usize = 3;
pub const N_CELLS: usize = 3;
const N_ARGS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Op,
    Branch,
    Pass,
    Return,
    Dead,
}

/// A step; variables are locals, then cells.
#[derive(Clone, Debug)]
pub struct Made {
    /// Who it is in both versions.
    pub key: u64,
    pub tag: u64,
    pub kind: Kind,
    pub strong: Vec<u32>,
    pub weak: Vec<u32>,
    pub uses: Vec<u32>,
    pub target: Option<usize>,
    pub args: Vec<Vec<u32>>,
    pub dst: Option<u32>,
    pub output: bool,
    pub ends: Ends,
    pub fails: u8,
    pub next: Vec<usize>,
}

impl Made {
    pub fn acts(&self) -> bool {
        matches!(self.kind, Kind::Op | Kind::Branch) || (self.kind == Kind::Return && self.tag != 0)
    }
    pub fn same_text(&self, other: &Made) -> bool {
        let text = |step: &Made| {
            let own = (step.tag, step.kind, step.strong.clone(), step.weak.clone(), step.uses.clone());
            (own, step.target, step.args.clone(), step.dst, step.output, step.ends, step.fails)
        };
        text(self) == text(other)
    }
}

pub struct Program {
    functions: Vec<Vec<Made>>,
    next_key: u64,
}

/// A program without steps that cannot be reached, and the version that is made of it.
pub struct Built {
    pub functions: Vec<Vec<Made>>,
    pub version: SlicedProgram,
}

fn vars(random: &mut StdRng, most: usize) -> Vec<u32> {
    let least = usize::from(random.random_bool(0.8));
    let mut found: Vec<u32> =
        (0..random.random_range(least..=most)).map(|_| random.random_range(0..(N_LOCALS + N_CELLS) as u32)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Program {
    pub fn random(random: &mut StdRng) -> Program {
        let n_functions = random.random_range(1..=3);
        let mut program = Program { functions: Vec::new(), next_key: 1 };
        for _ in 0..n_functions {
            let n_steps = random.random_range(2..10);
            let mut steps = Vec::new();
            for at in 0..n_steps {
                let mut made = program.step(random, at, n_steps, n_functions);
                // What ends the program is mostly not followed by anything.
                let ended = steps.last().is_some_and(|before: &Made| before.ends == Ends::Always);
                if ended && at + 1 < n_steps && random.random_bool(0.7) {
                    made = Made { kind: Kind::Dead, next: Vec::new(), ..program.blank() };
                }
                steps.push(made);
            }
            program.functions.push(steps);
        }
        program
    }
    fn blank(&mut self) -> Made {
        self.next_key += 1;
        Made {
            key: self.next_key,
            tag: 0,
            kind: Kind::Pass,
            strong: Vec::new(),
            weak: Vec::new(),
            uses: Vec::new(),
            target: None,
            args: Vec::new(),
            dst: None,
            output: false,
            ends: Ends::No,
            fails: 0,
            next: Vec::new(),
        }
    }
    fn step(&mut self, random: &mut StdRng, at: usize, n_steps: usize, n_functions: usize) -> Made {
        let last = at + 1 == n_steps;
        let kind = if last || random.random_bool(0.03) {
            Kind::Return
        } else if random.random_bool(0.3) {
            Kind::Branch
        } else if random.random_bool(0.08) {
            Kind::Pass
        } else if random.random_bool(0.03) {
            Kind::Dead
        } else {
            Kind::Op
        };
        // Mostly forward, so that most runs come to an end.
        let somewhere = |random: &mut StdRng| {
            if random.random_bool(0.85) {
                random.random_range(at.min(n_steps - 2) + 1..n_steps)
            } else {
                random.random_range(0..n_steps)
            }
        };
        let next = match kind {
            Kind::Op => vec![at + 1],
            Kind::Pass => vec![somewhere(random)],
            Kind::Branch => vec![at + 1, somewhere(random)],
            Kind::Return | Kind::Dead => Vec::new(),
        };
        let mut made = Made {
            tag: if random.random_bool(0.8) { random.random_range(1..5) } else { 0 },
            kind,
            uses: if matches!(kind, Kind::Pass | Kind::Dead) { Vec::new() } else { vars(random, 2) },
            next,
            ..self.blank()
        };
        if made.kind == Kind::Return && made.tag == 0 {
            made.uses.clear();
        }
        if kind == Kind::Op && n_functions > 1 && random.random_bool(0.25) {
            made.uses.clear();
            // Mostly of later ones: few programs that call themselves come to an end.
            let later = (self.functions.len() + 1).min(n_functions - 1);
            let first = if random.random_bool(0.85) { later } else { 0 };
            made.target = Some(random.random_range(first..n_functions));
            made.args = (0..N_ARGS).map(|_| vars(random, 1)).collect();
            made.dst = random.random_bool(0.6).then(|| random.random_range(0..N_LOCALS as u32));
        } else if kind == Kind::Op {
            if random.random_bool(0.75) {
                made.strong = vars(random, 1);
            } else {
                made.weak = vars(random, 2);
            }
            made.output = random.random_bool(0.2);
            if random.random_bool(0.07) {
                made.ends = if random.random_bool(0.6) { Ends::May } else { Ends::Always };
                made.strong.clear();
                made.weak.clear();
            }
        }
        if made.acts() && random.random_bool(0.12) {
            made.fails = if random.random_bool(0.5) { DIVISION } else { MEMORY };
        }
        made
    }

    pub fn changed(&self, random: &mut StdRng) -> Program {
        let mut program = Program { functions: self.functions.clone(), next_key: self.next_key + 1_000 };
        let mut left = random.random_range(1..=2);
        while left > 0 {
            left -= 1;
            let function = random.random_range(0..program.functions.len());
            let n_functions = program.functions.len();
            let n_steps = program.functions[function].len();
            let at = random.random_range(0..n_steps);
            let kind = program.functions[function][at].kind;
            match random.random_range(0..9) {
                0 | 1 if kind != Kind::Return => program.functions[function][at].tag += 7,
                2 if matches!(kind, Kind::Op | Kind::Branch) && program.functions[function][at].target.is_none() => {
                    program.functions[function][at].uses = vars(random, 2);
                }
                3 if program.functions[function][at].target.is_some() => {
                    program.functions[function][at].args = (0..N_ARGS).map(|_| vars(random, 1)).collect();
                }
                4 if kind == Kind::Op => {
                    // Removed.
                    let next = program.functions[function][at].next.clone();
                    let made = Made { next, ..program.blank() };
                    program.functions[function][at] = made;
                }
                5 if !program.functions[function][at].next.is_empty() => {
                    // Added, on an edge.
                    let edge = random.random_range(0..program.functions[function][at].next.len());
                    let target = program.functions[function][at].next[edge];
                    let mut made = program.step(random, target.saturating_sub(1), n_steps + 1, n_functions);
                    if made.kind == Kind::Op {
                        made.next = vec![target];
                        program.functions[function][at].next[edge] = n_steps;
                        program.functions[function].push(made);
                    }
                }
                6 => {
                    // Two steps change places.
                    let other = random.random_range(0..n_steps);
                    let steps = &mut program.functions[function];
                    if steps[at].kind == Kind::Op && steps[other].kind == Kind::Op {
                        let (here, there) = (steps[at].next.clone(), steps[other].next.clone());
                        steps.swap(at, other);
                        (steps[at].next, steps[other].next) = (here, there);
                    }
                }
                7 if !program.functions[function][at].next.is_empty() => {
                    let edge = random.random_range(0..program.functions[function][at].next.len());
                    program.functions[function][at].next[edge] = random.random_range(0..n_steps);
                }
                8 if kind == Kind::Branch => program.functions[function][at].next.reverse(),
                _ => left += 1,
            }
        }
        program
    }

    pub fn build(&self) -> Built {
        let functions: Vec<Vec<Made>> = self.functions.iter().map(|steps| reached(steps)).collect();
        let mut modified: Vec<Vec<bool>> = vec![vec![false; N_CELLS]; functions.len()];
        let mut called = vec![false; functions.len()];
        called[0] = true;
        for _ in 0..functions.len() + 1 {
            for (id, steps) in functions.iter().enumerate() {
                for step in steps {
                    for var in step.strong.iter().chain(&step.weak).filter(|var| **var >= N_LOCALS as u32) {
                        modified[id][*var as usize - N_LOCALS] = true;
                    }
                    if let Some(target) = step.target {
                        called[target] |= called[id];
                        let theirs = modified[target].clone();
                        modified[id].iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
                    }
                }
            }
        }
        let body = |id: usize| called[id].then(|| make_body(&functions[id], &modified));
        let bodies: IdVec<FuncId, Option<Body>> = (0..functions.len()).map(body).collect();
        let version = SlicedProgram::new(FuncId::new(0), bodies);
        Built { functions, version }
    }
}

fn reached(steps: &[Made]) -> Vec<Made> {
    let mut seen = vec![false; steps.len()];
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            work.extend(&steps[at].next);
        }
    }
    let numbers: BTreeMap<usize, usize> = (0..steps.len()).filter(|at| seen[*at]).zip(0..).collect();
    let renumbered = |at: &usize| {
        let mut step = steps[*at].clone();
        step.next.iter_mut().for_each(|next| *next = numbers[next]);
        step
    };
    numbers.keys().map(renumbered).collect()
}

fn make_body(made: &[Made], modified: &[Vec<bool>]) -> Body {
    let n_vars = N_LOCALS + N_CELLS + 1;
    let mut flow: Digraph<NodeId> = Digraph::new(made.len());
    let mut steps = IdVec::new();
    for (at, step) in made.iter().enumerate() {
        step.next.iter().for_each(|next| flow.add_edge(NodeId::new(at), NodeId::new(*next)));
        let mut defs: Vec<u32> = step.strong.iter().chain(&step.weak).chain(&step.dst).copied().collect();
        if let Some(target) = step.target {
            defs.extend((0..N_CELLS).filter(|cell| modified[target][*cell]).map(|cell| (N_LOCALS + cell) as u32));
        }
        defs.sort_unstable();
        let call = |target: usize| Call { targets: vec![FuncId::new(target)], args: step.args.clone(), dst: step.dst };
        steps.push(Step {
            acts: step.acts(),
            defs,
            kills: step.strong.iter().chain(&step.dst).copied().collect(),
            uses: step.uses.clone(),
            returns: step.kind == Kind::Return,
            output: step.output,
            ends: step.ends,
            fails: step.fails,
            call: step.target.map(call),
        });
    }
    let cells: BTreeMap<CellId, u32> = (0..N_CELLS).map(|cell| (CellId::new(cell), (N_LOCALS + cell) as u32)).collect();
    let mut cell_of = vec![None; n_vars];
    cells.iter().for_each(|(cell, var)| cell_of[*var as usize] = Some(*cell));
    Body {
        steps,
        flow,
        n_vars,
        formals: vec![vec![0], vec![1], vec![n_vars as u32 - 1]],
        cells,
        cell_of,
        may_end: false,
        meets: IdVec::new(),
        parents: IdVec::new(),
        dependents: IdVec::new(),
    }
}

impl std::fmt::Display for Built {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (id, steps) in self.functions.iter().enumerate() {
            writeln!(f, "function {id}")?;
            for (at, step) in steps.iter().enumerate() {
                let defs = format!("={:?} ~{:?} <-{:?}", step.strong, step.weak, step.uses);
                let call = step
                    .target
                    .map(|target| format!("{:?}=call {target}{:?}", step.dst, step.args))
                    .unwrap_or_default();
                let more = format!("out {} {:?} fails {}", step.output, step.ends, step.fails);
                writeln!(
                    f,
                    "  n{at} k{} t{} {:?} {defs} {call} {more} -> {:?}",
                    step.key, step.tag, step.kind, step.next
                )?;
            }
        }
        Ok(())
    }
}
