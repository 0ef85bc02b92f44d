//! Inputs of one version that another version is given: the data; `environment/given_inputs.rs` looks them up and fills it.

use crate::input::Input;
use incise_term::VarId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The inputs of another version.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub(crate) inputs: BTreeMap<String, Rc<Input>>,
    /// Initial bytes of the globals among them.
    pub(crate) initial: BTreeMap<String, Option<Vec<u8>>>,
    pub(crate) used: BTreeSet<String>,
    /// Variables of this version that are given to it alone.
    pub(crate) apart: BTreeSet<VarId>,
}
