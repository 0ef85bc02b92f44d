//! Names by which texts of two versions can be compared: the same name on both sides means the same thing.

use incise_deps::Names;
use incise_ir::{FuncId, GlobalId, IdVec, LocalId};
use std::cell::RefCell;

/// What globals and functions of one version are called in comparisons.
pub struct SharedNames {
    /// By global.
    pub globals: IdVec<GlobalId, String>,
    /// By function.
    pub functions: IdVec<FuncId, String>,
}

/// Names for one function of one version.
pub struct KeyNames<'a> {
    /// Globals and functions.
    pub shared: &'a SharedNames,
    /// What each local is called.
    pub locals: &'a IdVec<LocalId, String>,
    /// The locals that were asked for, in order.
    pub asked: RefCell<Vec<LocalId>>,
}

impl<'a> KeyNames<'a> {
    /// With these names.
    pub fn new(shared: &'a SharedNames, locals: &'a IdVec<LocalId, String>) -> Self {
        KeyNames { shared, locals, asked: RefCell::new(Vec::new()) }
    }
}

impl Names for KeyNames<'_> {
    fn local(&self, local: LocalId) -> String {
        self.asked.borrow_mut().push(local);
        self.locals[local].clone()
    }
    fn global(&self, global: GlobalId) -> String {
        self.shared.globals[global].clone()
    }
    fn function(&self, function: FuncId) -> String {
        self.shared.functions[function].clone()
    }
    fn exact(&self) -> bool {
        true
    }
}
