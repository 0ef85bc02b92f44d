//! Options of `dump`.

use super::options::CompileOptions;
use clap::Args;
use incise_pipeline::dump::{DumpRequest, Stage};
use incise_pipeline::value_parsers;
use std::time::Duration;

/// Options of `dump`.
#[derive(Args)]
pub struct DumpOptions {
    /// The stage
    #[arg(value_enum)]
    pub stage: Stage,
    /// The old and the new version, each a C, .ll or .bc file, a folder, or a git revision; for `facts` and `paths` also one file
    #[arg(value_name = "BASE MOD", num_args = 1..=2, required = true)]
    pub versions: Vec<String>,
    /// Show this function only; `plan` and `paths` start in it, without it in those that changed, or in `main` of one program
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Bound on decisions at one branch in one call (16 unless given)
    #[arg(long, value_name = "N")]
    pub loop_bound: Option<u32>,
    /// How they are compiled.
    #[command(flatten)]
    pub compile: CompileOptions,
    /// Stop the whole command after this long (90, 90s, 2m, 1h; 60s unless given)
    #[arg(long, value_name = "TIME", value_parser = value_parsers::duration)]
    pub timeout: Option<Duration>,
}

impl DumpOptions {
    /// The same as plain data.
    pub fn request(&self) -> DumpRequest {
        DumpRequest {
            stage: self.stage,
            versions: self.versions.clone(),
            function: self.function.clone(),
            loop_bound: self.loop_bound,
            include: self.compile.include.clone(),
            define: self.compile.define.clone(),
            cflag: self.compile.cflag.clone(),
            timeout: self.timeout,
        }
    }
}
