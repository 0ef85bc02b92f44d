//! Inputs of one version that another version is given: the data; `environment/given_inputs.rs` looks them up and fills it.

use crate::input::Input;
use crate::source_types::Member;
use incise_term::{Format, TermId, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How a parameter holds a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Bool,
    Int {
        signed: bool,
    },
    /// What an old-style definition is passed for an integer no wider than `int`: that of the caller's type.
    Promoted,
    Float(Format),
}

/// The inputs of another version.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub(crate) inputs: BTreeMap<String, Rc<Input>>,
    /// Initial bytes of the globals among them.
    pub(crate) initial: BTreeMap<String, Option<Vec<u8>>>,
    /// How parameters among them hold a number.
    pub(crate) numbers: BTreeMap<String, Number>,
    /// The members of each, by name.
    pub(crate) members: BTreeMap<String, BTreeMap<String, Member>>,
    /// Names of the functions to which pointers among them lead, by address.
    pub(crate) functions: BTreeMap<u64, Rc<str>>,
    pub(crate) used: BTreeSet<String>,
    /// Private globals, by the linker's names, that each version has for itself although both have one of that name.
    pub own_state: BTreeSet<String>,
    /// What scalars in private globals hold, by the linker's name of the global and the offset.
    pub defined: BTreeMap<(String, u32), TermId>,
    /// Variables of this version that are given to it alone.
    pub(crate) apart: BTreeSet<VarId>,
}
