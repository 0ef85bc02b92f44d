//! What `dump` is asked, and the comparison whose stages are dumped: that of `incise diff` without options.

use crate::draft::Form;
use crate::request::{ComparisonRequest, GuideName, Limits, OrderName, Ub, VersionsRequest};
use incise_engine::{Aspect, FloatEquality};
use incise_report::Style;
use std::time::Duration;

/// Stages of the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Stage {
    /// Source-level nodes of each function with their control and data dependences, and the call graph
    Facts,
    /// Which functions, locals and nodes of the two versions correspond, and the mark of each node
    Pairs,
    /// The impacted nodes, each with the rule that put it there
    Impact,
    /// What is run and what is skipped of each block in each version
    Plan,
    /// Each path with its choices, decisions, path condition and ending
    Paths,
}

/// What `dump` is asked.
#[derive(Clone)]
pub struct DumpRequest {
    /// The stage.
    pub stage: Stage,
    /// The old and the new version, or one program.
    pub versions: Vec<String>,
    /// Show this function only.
    pub function: Option<String>,
    /// Bound on decisions at one branch in one call.
    pub loop_bound: Option<u32>,
    /// Folder with headers.
    pub include: Vec<String>,
    /// Macro definition.
    pub define: Vec<String>,
    /// A flag for clang.
    pub cflag: Vec<String>,
    /// Stop the whole command after this long.
    pub timeout: Option<Duration>,
}

impl DumpRequest {
    /// The comparison.
    pub fn comparison(&self) -> ComparisonRequest {
        ComparisonRequest {
            versions: VersionsRequest {
                versions: self.versions.clone(),
                staged: false,
                program: None,
                config: None,
                include: self.include.clone(),
                define: self.define.clone(),
                cflag: self.cflag.clone(),
            },
            function: self.function.iter().cloned().collect(),
            entry: None,
            callers: None,
            assume: Vec::new(),
            guide: GuideName::Exact,
            order: OrderName::Default,
            seed: 0,
            jobs: 1,
            observe: Aspect::ALL.to_vec(),
            cover: None,
            suite: None,
            globals: None,
            max_history: None,
            accept_within: Vec::new(),
            allow_interface: false,
            ub: Ub::Wrap,
            fp: FloatEquality::Bits,
            max_elements: 16,
            max_nesting: 3,
            limits: self.limits(),
            baseline: None,
            accept: false,
            out: None,
            no_replay: true,
            paths: true,
            form: Form { json: false, quiet: true, style: Style { colour: false } },
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            max_depth: None,
            loop_bound: self.loop_bound,
            max_steps: None,
            max_call_depth: 10_000,
            timeout: self.timeout,
            solver_timeout: None,
            solver_conflicts: None,
            max_memory: None,
            max_object: 4 << 10,
            alloc: None,
            sym_stdin: None,
            sym_args: Vec::new(),
            sym_file: Vec::new(),
            arg: Vec::new(),
            solver: Vec::new(),
            cross_check: false,
            log_queries: None,
        }
    }
}
