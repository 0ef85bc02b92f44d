//! Options of `dump`.

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
    /// Folder with headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Macro definition
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// A flag for clang, such as --cflag=-std=c99
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub cflag: Vec<String>,
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
            include: self.include.clone(),
            define: self.define.clone(),
            cflag: self.cflag.clone(),
            timeout: self.timeout,
        }
    }
}
