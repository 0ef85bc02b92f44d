//! Search memory: what was decided on the running path, what of that matters to what comes next, and which sides were explored.
//!
//! It is asked in the middle of a run ([`incise_engine::ExploredSides`]), so that sides that were tried are neither asked about nor kept.

use super::entry::Entry;
use super::relation::{Interaction, Relation};
use super::relevant_conditions::{ChainId, Chains, Sides};
use incise_deps::NodeId;
use incise_engine::{DecisionKind, ExploredSides, LoggedDecision, Spot, State, spots};
use incise_ir::IdVec;
use incise_term::TermId;
use std::cell::RefCell;
use std::rc::Rc;

/// Why the relation cannot be relied on.
pub type Surprise = String;

/// What is known.
pub struct SearchMemory {
    pub relation: Relation,
    pub chains: Chains,
    /// Sides that were tried, or that a whole run took.
    pub tried: Sides,
    /// What was decided on the path that runs.
    pub entries: Vec<Entry>,
    /// Whether it is asked about all sides, to see which could have been left out.
    pub is_on_trial: bool,
    interaction: Interaction,
    /// The run, by its number, and where on it each node was decided last.
    run: u64,
    last: IdVec<NodeId, (u64, usize)>,
    /// Entries that were there when the run began.
    n_before: usize,
    /// The next decision, while it is asked about: its statement on the path, the entries before it, where it is and what matters.
    next: Option<(u64, usize, NodeId, ChainId)>,
    surprise: Option<Surprise>,
}

impl SearchMemory {
    pub fn new(relation: Relation, interaction: Interaction, is_on_trial: bool) -> SearchMemory {
        let n_nodes = relation.n_nodes();
        SearchMemory {
            relation,
            chains: Chains::default(),
            tried: Sides::default(),
            entries: Vec::new(),
            is_on_trial,
            interaction,
            run: 0,
            last: (0..n_nodes).map(|_| (0, 0)).collect(),
            n_before: 0,
            next: None,
            surprise: None,
        }
    }

    /// Begins a run that goes on after some decisions.
    pub fn begin(&mut self, entries: impl Iterator<Item = Entry>) {
        self.entries.clear();
        self.run += 1;
        entries.for_each(|entry| self.push(entry));
        self.n_before = self.entries.len();
        self.next = None;
    }

    fn push(&mut self, entry: Entry) {
        if entry.decides() {
            self.last[entry.node] = (self.run, self.entries.len());
        }
        self.entries.push(entry);
    }

    /// Adds what was decided since.
    pub fn follow(&mut self, log: &[LoggedDecision]) -> Result<(), Surprise> {
        for logged in &log[self.entries.len() - self.n_before..] {
            let (node, chain) = match self.next.take() {
                Some((step, n_entries, node, chain)) if step == logged.step && n_entries == self.entries.len() => {
                    (node, chain)
                }
                _ => {
                    let node = self.node(&logged.stack)?;
                    (node, self.chain(logged.step, node))
                }
            };
            let decides = matches!(logged.kind, DecisionKind::Branch | DecisionKind::Inner);
            if decides && !self.relation.may_decide(node) {
                return Err(String::from("something is decided where nothing was expected to be"));
            }
            let own = if decides { self.chains.with(chain, logged.taken) } else { chain };
            let forked = logged.forked || logged.left_out;
            self.push(Entry { kind: logged.kind, node, step: logged.step, taken: logged.taken, chain, own, forked });
        }
        match self.surprise.take() {
            Some(surprise) => Err(surprise),
            None => Ok(()),
        }
    }

    fn node(&mut self, stack: &[Spot]) -> Result<NodeId, Surprise> {
        self.relation.node(stack).ok_or_else(|| String::from("code runs that the entry does not call"))
    }

    /// The relevant path condition of what is decided next, without that ([dgse-tse2017] Def. 5).
    fn chain(&mut self, step: u64, node: NodeId) -> ChainId {
        if self.interaction != Interaction::Closed {
            return self.chain_of_all(step, node);
        }
        // Lemma 5.1: to the last decision that matters all the others matter.
        let here = self.entries.iter().rev().take_while(|entry| entry.step == step).find(|entry| entry.decides());
        if let Some(here) = here {
            return here.own;
        }
        let last = match self.relation.little_that_matters(node) {
            Some(nodes) => {
                let seen = nodes.iter().map(|on| self.last[*on]).filter(|(run, _)| *run == self.run);
                seen.map(|(_, position)| position).max()
            }
            None => self.entries.iter().rposition(|entry| entry.decides() && self.relation.matters(entry.node, node)),
        };
        last.map_or_else(Chains::empty, |position| self.entries[position].own)
    }

    /// The relevant path condition of a node that comes after everything.
    pub fn chain_at_end(&mut self, node: NodeId) -> Result<ChainId, Surprise> {
        let (chain, all) = (self.chain(u64::MAX, node), self.chain_of_all(u64::MAX, node));
        if chain != all {
            return Err(String::from("what matters to an output does not matter to each other"));
        }
        Ok(chain)
    }

    /// The same from the definition.
    pub fn chain_of_all(&mut self, step: u64, node: NodeId) -> ChainId {
        let relation = &self.relation;
        let matters = |entry: &&Entry| entry.decides() && (entry.step == step || relation.matters(entry.node, node));
        let chains = &mut self.chains;
        self.entries.iter().filter(matters).fold(Chains::empty(), |chain, entry| chains.with(chain, entry.taken))
    }

    /// What is decided next.
    fn next(&mut self, log: &[LoggedDecision], state: &State) -> Result<(NodeId, ChainId), Surprise> {
        self.follow(log)?;
        if let Some((step, n_entries, node, chain)) = self.next
            && (step, n_entries) == (state.steps, self.entries.len())
        {
            return Ok((node, chain));
        }
        let node = self.node(&spots(state))?;
        let chain = self.chain(state.steps, node);
        self.next = Some((state.steps, self.entries.len(), node, chain));
        Ok((node, chain))
    }
}

/// What is known, for the engine.
pub struct Asked(pub Rc<RefCell<SearchMemory>>);

impl ExploredSides for Asked {
    fn is_explored(&mut self, log: &[LoggedDecision], state: &State, side: TermId) -> bool {
        let mut known = self.0.borrow_mut();
        if known.surprise.is_some() {
            return false;
        }
        match known.next(log, state) {
            Ok((node, chain)) => match known.chains.find(chain, side) {
                Some(own) => known.tried.contains((own, node)),
                None => false,
            },
            Err(surprise) => {
                known.surprise = Some(surprise);
                false
            }
        }
    }

    fn asks_all(&self) -> bool {
        self.0.borrow().is_on_trial
    }
}
