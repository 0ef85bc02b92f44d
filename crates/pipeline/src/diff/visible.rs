//! Globals that a function may access, and the subset of outputs that is compared.

use incise_engine::ObservedSubset;
use incise_guide::Outputs;
use incise_ir::{GlobalId, Module};
use incise_replay::Observed;
use std::collections::BTreeSet;

/// What a plan leaves to be compared, of the globals that are visible.
pub fn compared(outputs: &Outputs, visible: &Visible) -> ObservedSubset {
    let globals = outputs.globals.iter().map(|global| (global.modified.0, global.bytes.clone()));
    ObservedSubset {
        result: outputs.result,
        globals: Some(globals.filter(|(id, _)| visible.has(*id)).collect()),
        memory: outputs.outside || outputs.heap,
        output: outputs.stream,
    }
}

/// The globals that a function may have to do with. Of another the value before the call is any, the same in both versions, and
/// not its concern; a comparison that starts from initial values sees all.
pub struct Visible {
    ids: Option<BTreeSet<GlobalId>>,
    names: BTreeSet<String>,
}

impl Visible {
    /// All globals.
    pub fn all() -> Visible {
        Visible { ids: None, names: BTreeSet::new() }
    }

    /// Those of these names, the linker's, in the new version.
    pub fn only(modified: &Module, names: BTreeSet<String>) -> Visible {
        let named = modified.globals.iter_ids().filter(|(_, global)| names.contains(&global.name));
        Visible { ids: Some(named.map(|(id, _)| id).collect()), names }
    }

    fn has(&self, id: GlobalId) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.contains(&id))
    }

    /// All of them are compared.
    pub fn everything(&self) -> ObservedSubset {
        let globals = self.ids.as_ref().map(|ids| ids.iter().map(|id| (*id, None)).collect());
        ObservedSubset { globals, ..ObservedSubset::default() }
    }

    /// Takes the others out of what a native run showed.
    pub fn restrict(&self, observed: &mut Observed) {
        if self.ids.is_some() {
            observed.globals.retain(|name, _| self.names.contains(name));
        }
    }
}
