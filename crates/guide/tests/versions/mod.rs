//! Two versions of a C program, planned. The LLVM reader must have been built (`cargo build -p incise-llvm`).
#![allow(dead_code)]

use incise_base::Budget;
use incise_deps::{ProgramFacts, Site, SourceNames, node_text};
use incise_diff::{Base, Mod, ProgramDiff, Side, diff};
use incise_engine::{Action, Aspects, EndAction, FunctionPlan, Plan, SeenAtEnd};
use incise_frontend::{Options, load};
use incise_guide::{ExactPlan, PlanRequest, ProgramPair, exact};
use incise_ir::{FuncId, Id, Module, StmtKind, link_missing};
use std::collections::BTreeSet;

/// Two versions and the plan for them.
pub struct Versions {
    pub base: Module,
    pub modified: Module,
    pub base_facts: ProgramFacts,
    pub mod_facts: ProgramFacts,
    pub diff: ProgramDiff,
    pub plan: ExactPlan,
    pub entry: (FuncId, FuncId),
}

pub fn module(source: &str) -> Module {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("a temporary file");
    load(&[file], &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// With the models of libc.
pub fn linked(source: &str) -> Module {
    let mut module = module(source);
    let library = incise_runtime::libc_module(&Options::default()).unwrap_or_else(|error| panic!("{error}"));
    link_missing(&mut module, &library, incise_engine::is_modelled);
    module
}

pub fn named(module: &Module, name: &str) -> FuncId {
    module.functions.iter_ids().find(|(_, function)| function.source_name == name).expect("the function exists").0
}

/// A plan for everything that can be observed, as far as it takes.
pub const EVERYTHING: PlanRequest = PlanRequest {
    aspects: Aspects::ALL,
    at_end: SeenAtEnd { exit: false, abort: false },
    arithmetic: false,
    budget: Budget::new(1 << 30),
};

pub fn versions(old: &str, new: &str, entry: &str) -> Versions {
    observed(old, new, entry, EVERYTHING)
}

pub fn observed(old: &str, new: &str, entry: &str, asked: PlanRequest) -> Versions {
    planned(module(old), module(new), entry, asked)
}

pub fn planned(base: Module, modified: Module, entry: &str, asked: PlanRequest) -> Versions {
    let entry = (named(&base, entry), named(&modified, entry));
    let base_facts = ProgramFacts::of(&base, &[entry.0]);
    let mod_facts = ProgramFacts::of(&modified, &[entry.1]);
    let old = Side { module: &base, facts: &base_facts };
    let new = Side { module: &modified, facts: &mod_facts };
    let difference = diff(old, new);
    let programs = ProgramPair { base: old, modified: new, diff: &difference };
    let plan = exact(programs, (Base(entry.0), Mod(entry.1)), asked);
    Versions { base, modified, base_facts, mod_facts, diff: difference, plan, entry }
}

impl Versions {
    /// The lines of a function of the new version with steps that are run.
    pub fn run_lines(&self, function: &str) -> Vec<u32> {
        lines(&self.modified, &self.mod_facts, named(&self.modified, function), &self.plan.mod_steps.run)
    }
    /// The same, old version.
    pub fn old_run_lines(&self, function: &str) -> Vec<u32> {
        lines(&self.base, &self.base_facts, named(&self.base, function), &self.plan.base_steps.run)
    }
    /// The texts of steps of a function of the new version that are run.
    pub fn run_texts(&self, function: &str) -> Vec<String> {
        let id = named(&self.modified, function);
        let function = &self.modified.functions[id];
        let nodes = &self.mod_facts.functions[id].as_ref().expect("a body").nodes;
        let names = SourceNames { module: &self.modified, function };
        let run = self.plan.mod_steps.run.get(&id).into_iter().flatten();
        run.map(|node| node_text(&self.modified, function, nodes, *node, &names)).collect()
    }
    pub fn function_plan(&self, function: &str) -> &FunctionPlan {
        function_plan(&self.plan.modified, named(&self.modified, function))
    }
    /// The names of the globals that can differ.
    pub fn globals(&self) -> Vec<&str> {
        let name = |global: &incise_guide::GlobalOutput| self.modified.globals[global.modified.0].source_name.as_str();
        self.plan.outputs.globals.iter().map(name).collect()
    }
}

pub fn function_plan(plan: &Plan, id: FuncId) -> &FunctionPlan {
    plan.functions[id].as_ref().expect("the function has a plan")
}

fn lines(
    module: &Module,
    facts: &ProgramFacts,
    id: FuncId,
    run: &std::collections::BTreeMap<FuncId, Vec<incise_deps::NodeId>>,
) -> Vec<u32> {
    let nodes = &facts.functions[id].as_ref().expect("a body").nodes;
    let lines: BTreeSet<u32> = run
        .get(&id)
        .into_iter()
        .flatten()
        .filter(|node| nodes.is_visible(&module.functions[id], **node))
        .map(|node| nodes.span(&module.functions[id], *node).line)
        .collect();
    lines.into_iter().collect()
}

/// The jumps of a plan.
pub fn jumps(plan: &FunctionPlan) -> Vec<&EndAction> {
    plan.blocks.iter().map(|block| &block.end).filter(|end| **end != EndAction::Run).collect()
}

/// Checks that a plan fits its module: as many actions as statements, storage is made, no temporary that runs reads one that does not.
pub fn check(module: &Module, facts: &ProgramFacts, plan: &Plan) {
    for (id, plan) in plan.functions.iter_ids() {
        let Some(plan) = plan else { continue };
        let function = &module.functions[id];
        let nodes = &facts.functions[id].as_ref().expect("a body").nodes;
        let sites: BTreeSet<Site> = nodes.sites.iter().copied().collect();
        assert_eq!(plan.blocks.len(), function.blocks.len());
        let mut skipped = BTreeSet::new();
        for (block, contents) in function.blocks.iter_ids() {
            assert_eq!(plan.blocks[block].stmts.len(), contents.stmts.len());
            for (stmt, action) in contents.stmts.iter().zip(&plan.blocks[block].stmts) {
                if let (StmtKind::Assign { dst, .. }, Action::Skip(_)) = (&stmt.kind, action) {
                    skipped.insert(*dst);
                }
            }
        }
        for (block, contents) in function.blocks.iter_ids() {
            for (position, stmt) in contents.stmts.iter().enumerate() {
                let runs = plan.blocks[block].stmts[position] == Action::Run;
                if runs && !sites.contains(&Site::Stmt(block, position)) {
                    for operand in stmt.kind.operands() {
                        if let incise_ir::Operand::Local(local) = operand
                            && nodes.folded(function, local).is_some()
                        {
                            assert!(!skipped.contains(&local), "{} {block} {position}", function.name);
                        }
                    }
                }
            }
        }
        let _ = function.blocks.ids().next().map(|first| first.index());
    }
}
