//! Dump of the exact plan: per version, what is run and what is skipped of each block.

use super::body::Body;
use incise_deps::{NodeId, Site};
use incise_diff::Side;
use incise_engine::{Action, BlockPlan, Clobber, EndAction, FunctionPlan, MemoryRegion, Plan};
use incise_guide::ExactPlan;
use incise_ir::{BlockId, FuncId};
use std::fmt::Write;

/// What is planned for one pair of functions.
pub struct PlannedPair<'a> {
    /// The name of the function that is compared.
    pub name: &'a str,
    /// The plan.
    pub plan: &'a ExactPlan,
    /// Why a comparison runs everything although there is a plan.
    pub unused: Option<&'a str>,
    /// The old version with the functions that are shown.
    pub base: (Side<'a>, Vec<FuncId>),
    /// The new version with the functions that are shown.
    pub modified: (Side<'a>, Vec<FuncId>),
}

/// What can differ, then each function of each version, block by block.
pub fn plan_dump(pair: &PlannedPair) -> String {
    let mut out = format!("comparison of {}\n", pair.name);
    let outputs = outputs(pair);
    let _ = writeln!(out, "  can differ: {}", if outputs.is_empty() { "nothing" } else { &outputs });
    if let Some(why) = pair.plan.everything.as_ref().map(ToString::to_string).or(pair.unused.map(str::to_owned)) {
        let _ = writeln!(out, "  everything is run: {why}");
    }
    for (label, (side, functions), plan) in
        [("base", &pair.base, &pair.plan.base), ("mod", &pair.modified, &pair.plan.modified)]
    {
        for body in functions.iter().filter_map(|id| Body::of(*side, *id)) {
            let _ = writeln!(out, "{label}  {}", body.heading());
            match function_plan(plan, body.id) {
                Some(plan) => function(body, plan, &mut out),
                None => out.push_str("  all blocks are run\n"),
            }
        }
    }
    out
}

fn function_plan(plan: &Plan, id: FuncId) -> Option<&FunctionPlan> {
    plan.functions.get(id)?.as_ref()
}

/// The outputs that the change can influence.
fn outputs(pair: &PlannedPair) -> String {
    let outputs = &pair.plan.outputs;
    let parts = [
        (outputs.result, "result"),
        (outputs.outside, "memory behind pointers"),
        (outputs.heap, "heap"),
        (outputs.stream, "output"),
        (outputs.ending, "ending"),
    ];
    let named = parts.iter().filter(|(is_in, _)| *is_in).map(|(_, name)| (*name).to_owned());
    let globals = outputs.globals.iter().map(|global| {
        let name = &pair.modified.0.module.globals[global.modified.0].source_name;
        let ranges = global.bytes.iter().flatten().map(|(start, end)| format!("[{start}..{end}]"));
        format!("global {name}{}", ranges.collect::<String>())
    });
    named.chain(globals).collect::<Vec<_>>().join(", ")
}

fn function(body: Body, plan: &FunctionPlan, out: &mut String) {
    let blocks: Vec<BlockId> = body
        .facts
        .nodes
        .sites
        .iter()
        .filter_map(|site| match site {
            Site::End(block) => Some(*block),
            Site::Stmt(..) => None,
        })
        .collect();
    for block in blocks {
        let planned = &plan.blocks[block];
        let n_run = planned.stmts.iter().filter(|action| **action == Action::Run).count();
        let _ = writeln!(out, "  {block}  {n_run} of {} statements run", planned.stmts.len());
        let is_in = |node: &NodeId| match body.facts.nodes.sites[*node] {
            Site::Stmt(of, _) | Site::End(of) => of == block,
        };
        for node in body.facts.nodes.sites.ids().filter(is_in) {
            row(body, planned, node, out);
        }
    }
}

fn row(body: Body, plan: &BlockPlan, node: NodeId, out: &mut String) {
    let (action, clobber) = match body.facts.nodes.sites[node] {
        Site::Stmt(_, position) => match &plan.stmts[position] {
            Action::Run => (String::from("run"), None),
            Action::Skip(clobber) => (String::from("skip"), Some(clobber)),
        },
        Site::End(_) => match &plan.end {
            EndAction::Run if !body.acts(node) => return,
            EndAction::Run => (String::from("run"), None),
            EndAction::Jump { to, clobber } => (format!("jump {to}"), Some(clobber)),
        },
    };
    let clobbered = clobber.map(|clobber| clobbered(body, clobber)).unwrap_or_default();
    let _ = writeln!(out, "    {}", format!("{action:<8} {:<40} {clobbered}", body.row(node)).trim_end());
}

/// What was skipped may have written.
fn clobbered(body: Body, clobber: &Clobber) -> String {
    let module = body.side.module;
    let range = |bytes: Option<(u64, u64)>| bytes.map(|(start, end)| format!("[{start}..{end}]")).unwrap_or_default();
    let locals = clobber.locals.iter().map(|local| body.local(*local));
    let memory = clobber.memory.iter().map(|place| match place {
        MemoryRegion::Global(id, bytes) => format!("{}{}", module.globals[*id].source_name, range(*bytes)),
        MemoryRegion::Site(function, local, bytes) => {
            let of = &module.functions[*function];
            format!("object {} of {}{}", of.locals[*local].name, of.source_name, range(*bytes))
        }
        MemoryRegion::Outside => String::from("memory from outside"),
    });
    let all: Vec<String> = locals.chain(memory).collect();
    if all.is_empty() { String::new() } else { format!("clobbers {}", all.join(", ")) }
}
