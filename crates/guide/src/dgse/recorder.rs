//! Records what outputs hold at the end of runs, under which relevant path conditions.

use super::relevant_conditions::ChainId;
use super::run::Run;
use super::search_memory::{SearchMemory, Surprise};
use incise_base::IdSet;
use incise_deps::NodeId;
use incise_engine::{Engine, State};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Whether lists of outputs, by their numbers, are the same in two states.
pub type Same<'a, 'p> = dyn FnMut(&mut Engine<'_, 'p>, &[usize], &State, &State) -> bool + 'a;

/// Writes down what is seen at the end of runs.
pub(super) struct Recorder<'a, 'p> {
    pub(super) classes: Vec<Class>,
    pub(super) same: &'a mut Same<'a, 'p>,
    pub(super) n_runs: u64,
}

pub(super) struct Class {
    /// A node that reads them.
    pub(super) node: NodeId,
    /// Which lists of outputs.
    pub(super) outputs: Vec<usize>,
    pub(super) known: FxHashMap<ChainId, usize>,
    pub(super) slices: Vec<(ChainId, Rc<State>)>,
}

impl<'p> Recorder<'_, 'p> {
    /// A run ended.
    pub(super) fn ended(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        known: &mut SearchMemory,
        run: &Run,
    ) -> Result<(), Surprise> {
        let state = Rc::new(run.state.clone());
        for class in &mut self.classes {
            let chain = known.chain_at_end(class.node)?;
            match class.known.get(&chain) {
                Some(position) => {
                    if !(self.same)(engine, &class.outputs, &class.slices[*position].1, &state) {
                        return Err(String::from("an output depends on a decision that should not matter to it"));
                    }
                }
                None => {
                    class.known.insert(chain, class.slices.len());
                    class.slices.push((chain, Rc::clone(&state)));
                }
            }
        }
        self.n_runs += 1;
        Ok(())
    }
}

/// Lists of outputs to which the same matters.
pub(super) fn classes(known: &SearchMemory, n_outputs: usize) -> (Vec<usize>, Vec<Class>) {
    let mut by_set: FxHashMap<&IdSet<NodeId>, usize> = FxHashMap::default();
    let mut classes: Vec<Class> = Vec::new();
    let mut class_of = Vec::new();
    for number in 0..n_outputs {
        let node = known.relation.output(number);
        let class = *by_set.entry(known.relation.all_that_matters(node)).or_insert(classes.len());
        if class == classes.len() {
            classes.push(Class { node, outputs: Vec::new(), known: FxHashMap::default(), slices: Vec::new() });
        }
        classes[class].outputs.push(number);
        class_of.push(class);
    }
    (class_of, classes)
}
