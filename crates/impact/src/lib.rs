//! Which statements a change can influence: change impact analysis.
//!
//! *In*: two versions of a program, or plain facts of one procedure and the nodes that changed. *Out*: for each function the
//! impacted nodes, each with the rule and the node that put it there.
//!
//! *Source*: [dise-pldi2011] §3.2, [dise-tosem2014] §4.1; by calling context [idise-icsm2012] §III ([`idise`]). One file per rule set: [`Rules::Pldi11`] and [`Rules::Tosem14`] are the
//! published ones, over one procedure; [`Rules::Precise`] is ours, and follows calls.

mod calls;
mod idise;
mod pldi11;
mod precise;
mod procedure;
mod program;
mod set;
mod tosem14;

pub use idise::{CallEdge, CallImpact, Context, ContextId, Flow, Source, SourceSet, idise};
pub use pldi11::pldi11;
pub use precise::precise;
pub use procedure::{Change, Procedure};
pub use program::{FunctionImpact, ProgramImpact, impact};
pub use set::{Impact, Origin, Reason, Rule};
pub use tosem14::tosem14;

/// The rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// [dise-pldi2011] Eq. 1–4: no forward rule from a write to a write, paths instead of data flow.
    Pldi11,
    /// [dise-tosem2014] Fig. 5: forward control and data, then backward control, then backward data; paths instead of data flow.
    Tosem14,
    /// Reaching definitions with kills, through memory and calls, closed backwards.
    Precise,
}
