//! What `impact` is asked: plain data, whoever asks.

use crate::draft::Form;
use crate::request::{RulesName, VersionsRequest};
use std::path::PathBuf;
use std::time::Duration;

/// What `impact` is asked.
#[derive(Clone)]
pub struct ImpactRequest {
    /// The versions.
    pub versions: VersionsRequest,
    /// Report this function only.
    pub function: Option<String>,
    /// Rules of impact.
    pub impact_rules: RulesName,
    /// Show the impact by calling context: a set for each function's own changes and for each parameter, and what calls hand on.
    pub calls: bool,
    /// Write the control-flow graphs of the new version, impacted nodes coloured (Graphviz).
    pub dot: Option<PathBuf>,
    /// Write them as a picture.
    pub svg: Option<PathBuf>,
    /// Say why this line of the new version is impacted.
    pub why: Option<u32>,
    /// Stop the whole command after this long, with a report of what was found until then (90, 90s, 2m, 1h; 60s unless given).
    pub timeout: Option<Duration>,
    /// Workers; what is found does not depend on them.
    pub jobs: usize,
    /// How the answer is printed.
    pub form: Form,
}
