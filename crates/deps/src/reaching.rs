//! Reaching definitions, with kills: which write may be the one that a read sees.

use crate::facts::Facts;
use crate::ids::{NodeId, VarId};
use incise_base::depth_first;
use incise_ir::{Id, IdVec};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The value of `var` written at `from` may be read at `to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Flow {
    /// The write.
    pub from: NodeId,
    /// The read.
    pub to: NodeId,
    /// What is written and read.
    pub var: VarId,
}

/// What a node does to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Touch {
    defines: bool,
    uses: bool,
    kills: bool,
}

/// Who reads what.
pub struct Reads {
    /// All flows, in order.
    pub flows: Vec<Flow>,
    /// Where what a variable holds on entry may be read, in order.
    pub on_entry: Vec<(VarId, NodeId)>,
}

impl Reads {
    /// Of a procedure. Variables that the same nodes touch in the same way, as most of those that only calls touch, have the same
    /// flows, which are looked for once, and only where the variable is live: most are read soon after they are written.
    pub fn of(facts: &Facts) -> Reads {
        let (mut flows, mut on_entry) = (Vec::new(), Vec::new());
        let mut walk = Walk::new(facts);
        for (touches, vars) in alike(facts) {
            walk.begin(touches);
            for position in 0..walk.touches.len() {
                let (_, from, touch) = walk.touches[position];
                if touch.defines {
                    walk.readers_after(position, |at| {
                        flows.extend(vars.iter().map(|var| Flow { from, to: at, var: *var }));
                    });
                }
            }
            walk.readers_of_entry(|at| on_entry.extend(vars.iter().map(|var| (*var, at))));
            walk.end();
        }
        // A chain in a circle is left and entered again.
        flows.sort_unstable();
        flows.dedup();
        on_entry.sort_unstable();
        Reads { flows, on_entry }
    }
}

/// Runs of nodes that control goes through from the first to the last: what is walked over, and not node by node.
struct Chains {
    /// The chain of a node, and its position there.
    of: IdVec<NodeId, (usize, usize)>,
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
}

impl Chains {
    fn of(facts: &Facts) -> Chains {
        let flow = &facts.flow;
        let goes_on = |node: NodeId| match flow.predecessors(node) {
            [before] => node.index() != 0 && flow.successors(*before).len() == 1,
            _ => false,
        };
        let mut of: IdVec<NodeId, Option<(usize, usize)>> = flow.nodes().map(|_| None).collect();
        let mut ends = Vec::new();
        // Circles that nothing leads into have no first node: there every node is a chain.
        for (first, is_alone) in flow.nodes().map(|node| (node, false)).chain(flow.nodes().map(|node| (node, true))) {
            if of[first].is_some() || !is_alone && goes_on(first) {
                continue;
            }
            let (chain, mut last) = (ends.len(), first);
            of[first] = Some((chain, 0));
            while let ([next], false) = (flow.successors(last), is_alone)
                && goes_on(*next)
            {
                of[*next] = of[last].map(|(chain, position)| (chain, position + 1));
                last = *next;
            }
            ends.push((first, last));
        }
        let of: IdVec<NodeId, (usize, usize)> = of.iter().map(|of| of.expect("every node is in a chain")).collect();
        let chains = |nodes: &[NodeId]| nodes.iter().map(|node| of[*node].0).collect();
        let before = ends.iter().map(|(first, _)| chains(flow.predecessors(*first))).collect();
        let after = ends.iter().map(|(_, last)| chains(flow.successors(*last))).collect();
        Chains { of, before, after }
    }
}

/// Looks for the reads of one variable after the other.
struct Walk {
    chains: Chains,
    /// What is done to the variable, by chain and there in order, and which of that is in a chain.
    touches: Vec<(usize, NodeId, Touch)>,
    in_chain: Vec<Range<usize>>,
    /// The last variable, by number, that was live on entry to a chain, and the last search that came to it.
    live: Vec<usize>,
    seen: Vec<usize>,
    variable: usize,
    search: usize,
    work: Vec<usize>,
}

impl Walk {
    fn new(facts: &Facts) -> Walk {
        let chains = Chains::of(facts);
        let n_chains = chains.before.len();
        let (live, seen, in_chain) = (vec![0; n_chains], vec![0; n_chains], vec![0..0; n_chains]);
        Walk { chains, touches: Vec::new(), in_chain, live, seen, variable: 0, search: 0, work: Vec::new() }
    }

    /// Takes up a variable: finds where it is live.
    fn begin(&mut self, mut touches: Vec<(NodeId, Touch)>) {
        let of = &self.chains.of;
        touches.sort_unstable_by_key(|(node, _)| of[*node]);
        self.touches.extend(touches.into_iter().map(|(node, touch)| (of[node].0, node, touch)));
        self.variable += 1;
        let mut start = 0;
        while let Some((chain, ..)) = self.touches.get(start) {
            let n_touches = self.touches[start..].iter().take_while(|(other, ..)| other == chain).count();
            self.in_chain[*chain] = start..start + n_touches;
            let mut until_kill = self.touches[start..start + n_touches].iter().map(|(.., touch)| touch);
            // What kills may read first.
            let first = until_kill.find(|touch| touch.uses || touch.kills);
            self.work.extend(first.filter(|touch| touch.uses).map(|_| *chain));
            start += n_touches;
        }
        let Walk { chains, touches, in_chain, live, variable, work, .. } = self;
        let kills = |chain: &usize| touches[in_chain[*chain].clone()].iter().any(|(.., touch)| touch.kills);
        let is_new = |chain: usize| std::mem::replace(&mut live[chain], *variable) != *variable;
        depth_first(work, is_new, |chain| chains.before[chain].iter().copied().filter(|before| !kills(before)));
    }

    /// Reports the nodes that may read what one of the touches writes.
    fn readers_after(&mut self, position: usize, mut reads: impl FnMut(NodeId)) {
        let chain = self.touches[position].0;
        if passes(&self.touches[position + 1..self.in_chain[chain].end], &mut reads) {
            self.work.extend(&self.chains.after[chain]);
            self.readers(reads);
        }
    }

    /// Reports the nodes that may read what the variable holds on entry.
    fn readers_of_entry(&mut self, reads: impl FnMut(NodeId)) {
        self.work.extend(self.chains.of.ids().take(1).map(|entry| self.chains.of[entry].0));
        self.readers(reads);
    }

    fn readers(&mut self, mut reads: impl FnMut(NodeId)) {
        self.search += 1;
        let Walk { chains, touches, in_chain, live, seen, variable, search, work } = self;
        let is_new = |chain: usize| {
            live[chain] == *variable
                && std::mem::replace(&mut seen[chain], *search) != *search
                && passes(&touches[in_chain[chain].clone()], &mut reads)
        };
        depth_first(work, is_new, |chain| chains.after[chain].iter().copied());
    }

    fn end(&mut self) {
        for (chain, ..) in self.touches.drain(..) {
            self.in_chain[chain] = 0..0;
        }
    }
}

/// Reports the nodes that may read the variable among some of its touches in one chain; whether control leaves the chain with its value.
fn passes(touches: &[(usize, NodeId, Touch)], reads: &mut impl FnMut(NodeId)) -> bool {
    for (_, node, touch) in touches {
        if touch.uses {
            reads(*node);
        }
        if touch.kills {
            return false;
        }
    }
    true
}

/// Variables that are read, by all that is done to them.
fn alike(facts: &Facts) -> impl Iterator<Item = (Vec<(NodeId, Touch)>, Vec<VarId>)> {
    let n_vars =
        facts.nodes.iter().flat_map(|node| [&node.defs, &node.uses]).filter_map(|vars| vars.iter().next_back());
    let n_vars = n_vars.map(|var| var.index() + 1).max().unwrap_or(0);
    let mut touches: Vec<Vec<(NodeId, Touch)>> = vec![Vec::new(); n_vars];
    let mut mark = |var: &VarId, id: NodeId, change: fn(&mut Touch)| {
        let Some(touches) = touches.get_mut(var.index()) else { return };
        if touches.last().is_none_or(|(last, _)| *last != id) {
            touches.push((id, Touch::default()));
        }
        touches.last_mut().into_iter().for_each(|(_, touch)| change(touch));
    };
    for (id, node) in facts.nodes.iter_ids() {
        node.defs.iter().for_each(|var| mark(var, id, |touch| touch.defines = true));
        node.uses.iter().for_each(|var| mark(var, id, |touch| touch.uses = true));
        node.kills.iter().for_each(|var| mark(var, id, |touch| touch.kills = true));
    }
    let mut found: FxHashMap<Vec<(NodeId, Touch)>, Vec<VarId>> = FxHashMap::default();
    for (var, touches) in touches.into_iter().enumerate() {
        if touches.iter().any(|(_, touch)| touch.uses) {
            found.entry(touches).or_default().push(VarId::new(var));
        }
    }
    // In no order: who asks puts what follows in order.
    found.into_iter()
}
