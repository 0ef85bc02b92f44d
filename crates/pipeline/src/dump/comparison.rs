//! The comparison whose stages are dumped: that of `incise diff` without options.

use super::DumpRequest;
use crate::draft::Form;
use crate::request::{Aspect, ComparisonRequest, Globals, GuideName, Limits, OrderName, Ub, VersionsRequest};
use incise_report::Style;

/// The comparison.
pub fn request(request: &DumpRequest) -> ComparisonRequest {
    ComparisonRequest {
        versions: VersionsRequest {
            versions: request.versions.clone(),
            staged: false,
            program: None,
            config: None,
            include: request.include.clone(),
            define: request.define.clone(),
            cflag: request.cflag.clone(),
        },
        function: request.function.iter().cloned().collect(),
        entry: None,
        callers: None,
        assume: Vec::new(),
        guide: GuideName::Exact,
        order: OrderName::Default,
        seed: 0,
        jobs: 1,
        observe: vec![Aspect::Return, Aspect::Globals, Aspect::Memory, Aspect::Output, Aspect::Ending, Aspect::Calls],
        cover: None,
        suite: None,
        globals: Globals::Symbolic,
        ub: Ub::Wrap,
        fp: incise_compare::FloatEquality::Bits,
        max_elements: 16,
        max_nesting: 3,
        aliases: false,
        strings: false,
        limits: limits(request),
        baseline: None,
        accept: false,
        out: None,
        no_replay: true,
        paths: true,
        form: Form { json: false, quiet: true, style: Style { colour: false } },
    }
}

fn limits(request: &DumpRequest) -> Limits {
    Limits {
        max_depth: None,
        loop_bound: request.loop_bound,
        max_steps: None,
        max_calls: 10_000,
        timeout: request.timeout,
        solver_timeout: None,
        max_memory: None,
        max_object: 4 << 10,
        sym_stdin: None,
        sym_args: Vec::new(),
        sym_file: Vec::new(),
        arg: Vec::new(),
        solver: Vec::new(),
        cross_check: false,
        log_queries: None,
    }
}
