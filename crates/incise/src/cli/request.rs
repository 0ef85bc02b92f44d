//! From options as they were typed to requests.

use super::options::*;
use super::versions::*;
use incise_pipeline::deps::DepsRequest;
use incise_pipeline::draft::Form;
use incise_pipeline::impact::ImpactRequest;
use incise_pipeline::request;
use incise_report::Style;
use std::io::IsTerminal;

impl ProgramOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::ProgramRequest {
        request::ProgramRequest {
            files: self.files.clone(),
            include: self.compile.include.clone(),
            define: self.compile.define.clone(),
            cflag: self.compile.cflag.clone(),
            optimise: self.optimise,
        }
    }
}

impl LimitOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::Limits {
        request::Limits {
            max_depth: self.max_depth,
            loop_bound: self.loop_bound,
            max_steps: self.max_steps,
            max_call_depth: self.max_call_depth,
            timeout: self.timeout,
            solver_timeout: self.solver_timeout,
            solver_conflicts: self.solver_conflicts,
            max_memory: self.max_memory,
            max_object: self.max_object,
            alloc: self.alloc,
            sym_stdin: self.sym_stdin,
            sym_args: self.sym_args.clone(),
            sym_file: self.sym_file.clone(),
            arg: self.arg.clone(),
            solver: self.solver.clone(),
            cross_check: self.cross_check,
            log_queries: self.log_queries.clone(),
        }
    }
}

impl ExploreOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::ExploreRequest {
        request::ExploreRequest {
            program: self.program.request(),
            function: self.function.clone(),
            entry: self.entry.clone(),
            globals: self.globals,
            ub: self.ub,
            assume: self.assume.clone(),
            max_elements: self.max_elements,
            max_nesting: self.max_nesting,
            null_errors: self.null_errors,
            silence: self.silence.clone(),
            fp: self.fp,
            leaks: self.leaks,
            guide: self.guide,
            no_interactive: self.no_interactive,
            order: self.order,
            seed: self.seed,
            jobs: self.jobs.get(),
            limits: self.limits.request(),
            out: self.out.clone(),
            no_replay: self.no_replay,
            no_paths: self.no_paths,
            dump_ir: self.dump_ir,
            form: Form { json: self.json, quiet: self.quiet, style: style(self.color) },
        }
    }
}

impl ReplayOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::ReplayRequest {
        request::ReplayRequest {
            test: self.test.clone(),
            program: self.program.request(),
            sanitize: self.sanitize,
            fp: self.fp,
            timeout: self.timeout,
            jobs: self.jobs.get(),
        }
    }
}

impl DepsOptions {
    /// The same as plain data.
    pub fn request(&self) -> DepsRequest {
        DepsRequest {
            program: self.program.request(),
            function: self.function.clone(),
            kind: self.kind.clone(),
            base: self.base.clone(),
            path: self.path.clone(),
            step_over: self.step_over,
            why: self.why.clone(),
            dot: self.dot.clone(),
            timeout: self.timeout,
            jobs: self.jobs.get(),
            form: Form { json: self.json, quiet: false, style: Style { colour: false } },
        }
    }
}

impl VersionOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::VersionsRequest {
        request::VersionsRequest {
            versions: self.versions.clone(),
            staged: self.staged,
            program: self.program.clone(),
            config: self.config.clone(),
            include: self.compile.include.clone(),
            define: self.compile.define.clone(),
            cflag: self.compile.cflag.clone(),
        }
    }
}

impl DiffOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::ComparisonRequest {
        request::ComparisonRequest {
            versions: self.versions.request(),
            function: self.function.clone(),
            entry: self.entry.clone(),
            callers: self.callers,
            assume: self.assume.clone(),
            guide: self.guide,
            order: self.order,
            seed: self.seed,
            jobs: self.jobs.get(),
            observe: self.observe.clone(),
            cover: self.cover,
            suite: self.suite.clone(),
            globals: self.globals,
            max_history: self.max_history,
            ub: self.ub,
            fp: self.fp,
            max_elements: self.max_elements,
            max_nesting: self.max_nesting,
            limits: self.limits.request(),
            accept_within: self.accept_within.clone(),
            allow_interface: self.allow_interface,
            baseline: self.baseline.clone(),
            accept: self.accept,
            out: self.out.clone(),
            no_replay: self.no_replay,
            paths: self.paths,
            form: Form { json: self.json, quiet: self.quiet, style: style(self.color) },
        }
    }
}

impl BisectOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::BisectRequest {
        request::BisectRequest { test: self.test.clone(), diff: self.diff.request() }
    }
}

impl TestOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::TestRequest {
        request::TestRequest { diff: self.diff.request(), expect: self.expect }
    }
}

impl DebugOptions {
    /// The same as plain data.
    pub fn request(&self) -> request::DebugRequest {
        request::DebugRequest { diff: self.diff.request(), test: self.test.clone() }
    }
}

impl ImpactOptions {
    /// The same as plain data.
    pub fn request(&self) -> ImpactRequest {
        ImpactRequest {
            versions: self.versions.request(),
            function: self.function.clone(),
            impact_rules: self.impact_rules,
            calls: self.calls,
            dot: self.dot.clone(),
            svg: self.svg.clone(),
            why: self.why,
            timeout: self.timeout,
            jobs: self.jobs.get(),
            form: Form { json: self.json, quiet: false, style: Style { colour: false } },
        }
    }
}

/// Whether colours are used.
fn style(colour: Colour) -> Style {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let colour = match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if set("NO_COLOR") => false,
        Colour::Auto => set("CLICOLOR_FORCE") || std::io::stdout().is_terminal(),
    };
    Style { colour }
}
