//! Line, branch and block coverage of the paths, by function.

use incise_ir::{Function, Id, Module, TermKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was executed of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionCoverage {
    /// The function.
    pub function: String,
    /// The file.
    pub file: String,
    /// Lines with code that were executed.
    pub lines_covered: u32,
    /// Lines with code.
    pub lines: u32,
    /// Edges of branches and switches that were taken.
    pub branches_covered: u32,
    /// Edges of branches and switches.
    pub branches: u32,
    /// Basic blocks that were executed.
    pub blocks_covered: u32,
    /// Basic blocks.
    pub blocks: u32,
    /// The lines that were not executed.
    pub missed_lines: Vec<u32>,
}

/// Coverage of every function of the user's files that was entered, or that is defined beside one that was.
/// `covered` has one bit for each block followed by one for each of its edges, functions in order.
pub fn coverage(module: &Module, covered: &[u64]) -> Vec<FunctionCoverage> {
    let mut bit = 0usize;
    let is_set = |bit: usize| covered.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1);
    let mut all = Vec::new();
    for function in module.functions.iter() {
        let mut blocks = Vec::new();
        for block in function.blocks.iter() {
            let n_edges = block.terminator.kind.successors().len();
            let edges: Vec<bool> = (0..n_edges).map(|edge| is_set(bit + 1 + edge)).collect();
            blocks.push((is_set(bit), edges));
            bit += 1 + n_edges;
        }
        if !function.is_declaration() && is_users(module, function) {
            all.push(of_function(module, function, &blocks));
        }
    }
    all
}

fn is_users(module: &Module, function: &Function) -> bool {
    module.files.get(function.span.file).is_some_and(|file| !file.path.starts_with('<'))
}

fn of_function(module: &Module, function: &Function, blocks: &[(bool, Vec<bool>)]) -> FunctionCoverage {
    let mut lines: BTreeMap<u32, bool> = BTreeMap::new();
    let (mut branches, mut branches_covered) = (0, 0);
    for (block, (executed, edges)) in function.blocks.iter().zip(blocks) {
        let spans = block.stmts.iter().map(|stmt| stmt.span).chain([block.terminator.span]);
        for span in spans.filter(|span| span.is_known() && span.file == function.span.file) {
            *lines.entry(span.line).or_default() |= executed;
        }
        if matches!(
            block.terminator.kind,
            TermKind::Branch { .. } | TermKind::Switch { .. } | TermKind::IndirectGoto { .. }
        ) {
            branches += edges.len() as u32;
            branches_covered += edges.iter().filter(|taken| **taken).count() as u32;
        }
    }
    FunctionCoverage {
        function: function.source_name.clone(),
        file: module.files.get(function.span.file).map(|file| file.path.clone()).unwrap_or_default(),
        lines_covered: lines.values().filter(|executed| **executed).count() as u32,
        lines: lines.len() as u32,
        branches_covered,
        branches,
        blocks_covered: blocks.iter().filter(|(executed, _)| *executed).count() as u32,
        blocks: function.blocks.ids().map(|id| id.index() as u32 + 1).max().unwrap_or(0),
        missed_lines: lines.into_iter().filter(|(_, executed)| !executed).map(|(line, _)| line).collect(),
    }
}
