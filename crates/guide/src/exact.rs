//! The exact guide: which steps of two versions need to be run so that comparing what they leave behind compares the versions.
//!
//! *In*: two versions, what differs between them, the function that is run, what is compared. *Out*: for each version a
//! [`Plan`], and which of the compared outputs can differ at all.
//!
//! *Source*: the promise of [dise-tosem2014] Theorem 4.8, kept by backward closure instead of by a set of explored nodes. First what a
//! change can influence is closed forward in both versions together (`forward`), until what is left is provably the same
//! program (`structure`). Then what the influenced outputs depend on is closed backward (`backward`); it is what is run.
//!
//! # Invariants
//! - An output that is not in [`ExactPlan::outputs`] is the same in both versions for equal inputs.
//! - A step that is run gets the values that it has when everything is run.
//!
//! # Deviations
//! 1. What is skipped is taken to come to an end and to be no error.
//! 2. Memory is compared when the entry function returns; when the program ends otherwise, streams and how it ended are.

mod backward;
mod bits;
mod build;
mod clobbered_memory;
mod events;
mod failures;
mod forward;
mod model;
mod observable_events;
mod outputs;
mod pair;
mod planner;
#[cfg(test)]
mod random;
mod seed;
mod skip_routing;
mod structure;

pub use outputs::{GlobalOutput, Outputs, PlanRequest};

use backward::Backward;
use build::{beyond, reachable, version};
use clobbered_memory::ClobberedMemory;
use forward::Forward;
use incise_base::Exhausted;
use incise_deps::NodeId;
use incise_diff::{Base, Mod, ProgramDiff, Side};
use incise_engine::{Aspect, Plan};
use incise_ir::FuncId;
use model::SlicedProgram;
use observable_events::{Around, ObservableEvents, Supergraph};
use outputs::{Changed, at_return};
use planner::Planner;
use seed::Seeds;
use std::collections::BTreeMap;

/// The steps of a version that matter, by function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matters {
    /// Steps that a change can influence.
    pub influenced: BTreeMap<FuncId, Vec<NodeId>>,
    /// Steps that are run.
    pub run: BTreeMap<FuncId, Vec<NodeId>>,
}

/// Why nothing could be planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplanned {
    /// The program does something that no plan can be made for.
    Refused(String),
    /// It is too large.
    Exhausted(Exhausted),
}

impl std::fmt::Display for Unplanned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unplanned::Refused(why) => why.fmt(f),
            Unplanned::Exhausted(why) => why.fmt(f),
        }
    }
}

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct ExactPlan {
    /// In the old version.
    pub base: Plan,
    /// In the new version.
    pub modified: Plan,
    /// What can differ.
    pub outputs: Outputs,
    /// Steps of the old version, for display.
    pub base_steps: Matters,
    /// Steps of the new version, for display.
    pub mod_steps: Matters,
    /// Whether a change reaches anything that is compared; if not, the versions are equivalent.
    pub reached: bool,
    /// Why everything is run: nothing could be planned.
    pub everything: Option<Unplanned>,
}

impl ExactPlan {
    fn everything(programs: ProgramPair, asked: &PlanRequest, why: Unplanned) -> ExactPlan {
        let global =
            |pair: &incise_diff::GlobalPair| GlobalOutput { base: pair.base, modified: pair.modified, bytes: None };
        let globals = programs.diff.global_pairs.iter().filter(|_| asked.has(Aspect::Globals));
        let outputs = Outputs {
            result: asked.has(Aspect::Return),
            globals: globals.map(global).collect(),
            outside: asked.has(Aspect::Memory),
            heap: asked.has(Aspect::Memory),
            stream: asked.has_output(),
            ending: asked.has(Aspect::Ending),
        };
        let plan = |side: Side| Plan { functions: side.module.functions.iter().map(|_| None).collect() };
        let (base, modified) = (plan(programs.base), plan(programs.modified));
        ExactPlan { base, modified, outputs, reached: true, everything: Some(why), ..ExactPlan::default() }
    }
}

/// Two versions of a program and how they differ.
#[derive(Clone, Copy)]
pub struct ProgramPair<'a> {
    /// The old version.
    pub base: Side<'a>,
    /// The new version.
    pub modified: Side<'a>,
    /// What corresponds, and what does not.
    pub diff: &'a ProgramDiff,
}

/// Plans the comparison of two versions of a function; to run everything where that is not possible within the budget.
pub fn exact(programs: ProgramPair, entry: (Base<FuncId>, Mod<FuncId>), asked: PlanRequest) -> ExactPlan {
    let ProgramPair { base, modified, diff } = programs;
    let refused = || {
        let beyond = |side: Side, entry: FuncId| beyond(side, &reachable(side, entry), asked.at_end);
        beyond(base, entry.0.0).or_else(|| beyond(modified, entry.1.0))
    };
    let paired = diff.pairs.iter().any(|pair| (pair.base, pair.modified) == entry);
    let unpaired = || (!paired).then(|| String::from("the two functions do not belong together"));
    let planned = match refused().or_else(unpaired) {
        Some(why) => Err(Unplanned::Refused(why)),
        None => plan(programs, entry, asked).map_err(Unplanned::Exhausted),
    };
    planned.unwrap_or_else(|why| ExactPlan::everything(programs, &asked, why))
}

fn plan(programs: ProgramPair, entry: (Base<FuncId>, Mod<FuncId>), asked: PlanRequest) -> Result<ExactPlan, Exhausted> {
    let ProgramPair { base, modified, diff } = programs;
    let (old_entry, new_entry, mut budget) = (entry.0.0, entry.1.0, asked.budget);
    let (old_reached, new_reached) = (reachable(base, old_entry), reachable(modified, new_entry));
    let old = version(base, old_entry, asked.arithmetic);
    let new = version(modified, new_entry, asked.arithmetic);
    let (mut old_forward, mut new_forward) = (Forward::new(&old), Forward::new(&new));
    let seeds = Seeds::new((base, modified), (&old, &new), diff);
    let pairing = seeds.pairing();
    seeds.mark(&pairing, &mut old_forward, &mut new_forward);
    pairing.close_forward(&mut old_forward, &mut new_forward, &mut budget)?;

    let (old_places, new_places) =
        (ClobberedMemory::new(base, &old_reached), ClobberedMemory::new(modified, &new_reached));
    let was =
        Changed { side: base, entry: old_entry, forward: &old_forward, places: &old_places, values: &diff.base_values };
    let is = Changed {
        side: modified,
        entry: new_entry,
        forward: &new_forward,
        places: &new_places,
        values: &diff.mod_values,
    };
    let mut outputs = at_return(&was, &is, diff, &asked);
    let (old_events, new_events) = (ObservableEvents::of(&old, &old_forward), ObservableEvents::of(&new, &new_forward));
    outputs.stream = asked.has_output() && (old_events.output || new_events.output);
    outputs.ending = asked.has(Aspect::Ending) && !(old_events.ends.is_empty() && new_events.ends.is_empty());

    let (mut old_needed, mut new_needed) = (Backward::new(&old), Backward::new(&new));
    require(&mut old_needed, &old, &was, &outputs, |global| global.base.0);
    require(&mut new_needed, &new, &is, &outputs, |global| global.modified.0);
    if outputs.ending {
        old_events.require_ends(&mut old_needed);
        new_events.require_ends(&mut new_needed);
        if old_events.dead || new_events.dead {
            old_needed.observe_return();
            new_needed.observe_return();
        }
    }
    let graphs = (Supergraph::of(&old), Supergraph::of(&new));
    let (base_plan, mod_plan) = loop {
        pairing.close_backward(&mut old_needed, &mut new_needed, &mut budget)?;
        if asked.has(Aspect::Ending) {
            let old_around = Around::of(&old, &graphs.0, &old_forward, &old_needed, &mut budget)?;
            let new_around = Around::of(&new, &graphs.1, &new_forward, &new_needed, &mut budget)?;
            let (was, is) = pairing.hidden((&old_around, &new_around), (&old_needed, &new_needed));
            if asked.has_output() && !outputs.stream && (was.output || is.output) {
                outputs.stream = true;
                require_output(&mut old_needed, &old);
                require_output(&mut new_needed, &new);
                continue;
            }
            if !was.steps.is_empty() || !is.steps.is_empty() {
                pairing.force((&was, &is), &mut old_needed, &mut new_needed);
                continue;
            }
        }
        let old_plan = Planner { side: base, version: &old, needed: &old_needed, places: &old_places }.plan();
        let new_plan = Planner { side: modified, version: &new, needed: &new_needed, places: &new_places }.plan();
        match (old_plan, new_plan) {
            (Ok(old_plan), Ok(new_plan)) => break (old_plan, new_plan),
            (old_plan, new_plan) => {
                old_plan.err().into_iter().flatten().for_each(|(id, node)| old_needed.run_end(id, node));
                new_plan.err().into_iter().flatten().for_each(|(id, node)| new_needed.run_end(id, node));
            }
        }
    };
    Ok(ExactPlan {
        base: base_plan,
        modified: mod_plan,
        reached: !outputs.is_empty(),
        outputs,
        base_steps: matters(&old, &old_forward, &old_needed),
        mod_steps: matters(&new, &new_forward, &new_needed),
        everything: None,
    })
}

fn require(
    needed: &mut Backward,
    version: &SlicedProgram,
    changed: &Changed,
    outputs: &Outputs,
    id: impl Fn(&GlobalOutput) -> incise_ir::GlobalId,
) {
    if outputs.result {
        needed.observe_result();
    }
    let mut cells = Vec::new();
    for global in &outputs.globals {
        cells.extend(changed.global_cells(id(global), global.bytes.as_deref()));
    }
    if outputs.outside {
        cells.extend(changed.outside());
    }
    if outputs.heap {
        cells.extend(changed.heap());
    }
    cells.into_iter().for_each(|cell| needed.observe_cell(cell));
    if outputs.stream {
        require_output(needed, version);
    }
}

fn require_output(needed: &mut Backward, version: &SlicedProgram) {
    for (function, body) in version.reached() {
        for (node, _) in body.steps.iter_ids().filter(|(_, step)| step.output) {
            needed.run_event(function, node);
        }
    }
}

fn matters(version: &SlicedProgram, forward: &Forward, needed: &Backward) -> Matters {
    let mut matters = Matters::default();
    for (id, body) in version.reached() {
        for (node, _) in body.steps.iter_ids().filter(|(_, step)| step.acts) {
            if forward.is_touched(id, node) {
                matters.influenced.entry(id).or_default().push(node);
            }
            if needed.runs(id, node) {
                matters.run.entry(id).or_default().push(node);
            }
        }
    }
    matters
}
