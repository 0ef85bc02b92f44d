//! The store of terms: hash-consing, structural hashes, access to nodes.
//!
//! *Invariants.* Two structurally equal terms of a pool have the same id. Children have smaller ids than
//! their parents. Every node carries a 64-bit hash of its structure (operators, widths, constants,
//! names), never of ids: whatever orders operands orders by that hash, so that pools which build
//! the same terms in different orders build the same structures.

use crate::concrete::mask;
use crate::facts::{self, FactTable, Facts, KnownBits};
use crate::ids::{FunId, TermId};
use crate::op::Op;
use crate::rewrite::Rule;
use crate::variables::{VarId, VarInfo, VarKind, VarSetId, VarSets};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    width: u32,
    /// Children; of a constant the value in four limbs; of a function application start and length in `arguments`.
    data: [TermId; 4],
}

struct Var {
    name: Box<str>,
    width: u32,
    kind: VarKind,
    term: TermId,
}

struct Fun {
    name: Box<str>,
    width: u32,
    argument_widths: Box<[u32]>,
}

/// Owner of terms. One per worker; terms travel to another one as [`crate::PortableTerms`].
pub struct Pool {
    pub(crate) identity: u64,
    pub(crate) rewriting: bool,
    /// How many builders called by rules are on the stack.
    pub(crate) depth: u32,
    /// How many more builders the outermost one may cause to be called with rules.
    pub(crate) fuel: u32,
    /// How often each rule was applied.
    pub(crate) fired: Vec<u64>,
    pub(crate) fact_table: FactTable,
    nodes: Vec<Node>,
    hashes: Vec<u64>,
    sets: Vec<VarSetId>,
    table: HashTable<TermId>,
    arguments: Vec<TermId>,
    vars: Vec<Var>,
    var_by_name: FxHashMap<Box<str>, VarId>,
    funs: Vec<Fun>,
    fun_by_name: FxHashMap<Box<str>, FunId>,
    var_sets: VarSets,
}

/// A number that no other pool and no other assignment of this process has.
pub(crate) fn fresh_identity() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Mixes a value into a structural hash: the two halves of a 64x64-bit product folded together.
fn mix(hash: u64, value: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from(value ^ 0xd1b5_4a32_d192_ed03);
    ((product >> 64) as u64 ^ product as u64).wrapping_add(hash.rotate_left(23))
}

fn hash_name(seed: u64, name: &str) -> u64 {
    name.bytes().fold(mix(seed, name.len() as u64), |hash, byte| mix(hash, u64::from(byte)))
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// A pool whose builders simplify.
    pub fn new() -> Pool {
        Pool {
            identity: fresh_identity(),
            rewriting: true,
            depth: 0,
            fuel: 0,
            fired: vec![0; Rule::ALL.len()],
            fact_table: FactTable::default(),
            nodes: Vec::new(),
            hashes: Vec::new(),
            sets: Vec::new(),
            table: HashTable::new(),
            arguments: Vec::new(),
            vars: Vec::new(),
            var_by_name: FxHashMap::default(),
            funs: Vec::new(),
            fun_by_name: FxHashMap::default(),
            var_sets: VarSets::new(),
        }
    }

    /// The slow twin: shares equal terms and does nothing else.
    pub fn without_rewriting() -> Pool {
        Pool { rewriting: false, ..Pool::new() }
    }

    /// Number of terms.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Number of variables.
    pub fn n_vars(&self) -> usize {
        self.vars.len()
    }

    /// The constant `value`, reduced modulo `2^width`.
    pub fn constant(&mut self, width: u32, value: u128) -> TermId {
        assert!((1..=128).contains(&width), "a term is 1 to 128 bits wide, not {width}");
        let value = value & mask(width);
        let limb = |i: u32| TermId::raw((value >> (32 * i)) as u32);
        let data = [limb(0), limb(1), limb(2), limb(3)];
        let hash = mix(mix(mix(Op::Const.code(), u64::from(width)), value as u64), (value >> 64) as u64);
        let node = Node { op: Op::Const, width, data };
        match self.lookup(&node, hash) {
            Some(known) => known,
            None => self.push(node, hash, VarSetId::EMPTY, Facts::exactly(width, value)),
        }
    }

    /// The variable `name`. The same name is the same variable; its width and kind may not change.
    pub fn var(&mut self, name: &str, width: u32, kind: VarKind) -> TermId {
        assert!((1..=128).contains(&width), "a term is 1 to 128 bits wide, not {width}");
        if let Some(&known) = self.var_by_name.get(name) {
            let var = &self.vars[known.index()];
            assert!(
                var.width == width && var.kind == kind,
                "variable {name} is {:?} of {} bits, not {kind:?} of {width}",
                var.kind,
                var.width
            );
            return var.term;
        }
        let id = VarId(u32::try_from(self.vars.len()).expect("fewer than 2^32 variables"));
        let seed = mix(mix(Op::Var(id).code(), u64::from(width)), kind as u64);
        let node = Node { op: Op::Var(id), width, data: [TermId::raw(0); 4] };
        let set = self.var_sets.singleton(id, matches!(kind, VarKind::Undefined | VarKind::Irrelevant));
        let term = self.push(node, hash_name(seed, name), set, Facts::nothing(width));
        self.vars.push(Var { name: name.into(), width, kind, term });
        self.var_by_name.insert(name.into(), id);
        term
    }

    /// The application of the uninterpreted function `name`. A name stands for one signature.
    pub fn uninterpreted(&mut self, name: &str, width: u32, args: &[TermId]) -> TermId {
        assert!((1..=128).contains(&width), "a term is 1 to 128 bits wide, not {width}");
        let fun = match self.fun_by_name.get(name) {
            Some(&known) => {
                let fun = &self.funs[known.index()];
                let same_arguments = fun.argument_widths.len() == args.len()
                    && fun.argument_widths.iter().zip(args).all(|(&w, &arg)| w == self.width(arg));
                assert!(fun.width == width && same_arguments, "function {name} has another signature");
                known
            }
            None => {
                let id = FunId(u32::try_from(self.funs.len()).expect("fewer than 2^32 functions"));
                let argument_widths = args.iter().map(|&arg| self.width(arg)).collect();
                self.funs.push(Fun { name: name.into(), width, argument_widths });
                self.fun_by_name.insert(name.into(), id);
                id
            }
        };
        let op = Op::Uninterpreted(fun);
        let seed = hash_name(mix(op.code(), u64::from(width)), name);
        let hash = args.iter().fold(seed, |hash, &arg| mix(hash, self.hash(arg)));
        let found = self.table.find(hash, |&t| self.op(t) == op && self.children(t) == args);
        if let Some(&known) = found {
            return known;
        }
        let set = args.iter().fold(VarSetId::EMPTY, |set, &arg| {
            let more = self.sets[arg.index_in(self.identity)];
            self.var_sets.union(set, more)
        });
        let start = u32::try_from(self.arguments.len()).expect("fewer than 2^32 arguments");
        self.arguments.extend_from_slice(args);
        let data = [TermId::raw(start), TermId::raw(args.len() as u32), TermId::raw(0), TermId::raw(0)];
        self.push(Node { op, width, data }, hash, set, Facts::nothing(width))
    }

    /// The node with this operator and these children, without rules; a rewriting pool still makes a constant
    /// of what can have one value only.
    pub(crate) fn node(&mut self, op: Op, width: u32, children: &[TermId]) -> TermId {
        debug_assert_eq!(op.arity(), Some(children.len()));
        let mut data = [TermId::raw(0); 4];
        data[..children.len()].copy_from_slice(children);
        let seed = mix(op.code(), u64::from(width));
        let hash = children.iter().fold(seed, |hash, &child| mix(hash, self.hash(child)));
        let node = Node { op, width, data };
        if let Some(known) = self.lookup(&node, hash) {
            return known;
        }
        let facts = facts::derive(&self.fact_table, op, width, children, |child| self.width(child));
        if self.rewriting
            && let Some(value) = facts.value()
        {
            self.fired[Rule::OneValue as usize] += 1;
            return self.constant(width, value);
        }
        let mut set = VarSetId::EMPTY;
        for &child in children {
            let more = self.sets[child.index_in(self.identity)];
            set = self.var_sets.union(set, more);
        }
        self.push(node, hash, set, facts)
    }

    #[inline]
    fn lookup(&self, node: &Node, hash: u64) -> Option<TermId> {
        let same = |&t: &TermId| {
            let known = &self.nodes[t.index_in(self.identity)];
            known.data == node.data && known.width == node.width && known.op == node.op
        };
        self.table.find(hash, same).copied()
    }

    fn push(&mut self, node: Node, hash: u64, set: VarSetId, facts: Facts) -> TermId {
        let id = TermId::new(self.identity, u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.fact_table.push(node.width, facts);
        self.nodes.push(node);
        self.hashes.push(hash);
        self.sets.push(set);
        let hashes = &self.hashes;
        self.table.insert_unique(hash, id, |&t| hashes[t.index()]);
        id
    }

    /// The width of a term in bits.
    #[inline]
    pub fn width(&self, t: TermId) -> u32 {
        self.nodes[t.index_in(self.identity)].width
    }

    /// The operator at the root.
    #[inline]
    pub fn op(&self, t: TermId) -> Op {
        self.nodes[t.index_in(self.identity)].op
    }

    /// The children of the root.
    #[inline]
    pub fn children(&self, t: TermId) -> &[TermId] {
        let node = &self.nodes[t.index_in(self.identity)];
        match node.op.arity() {
            Some(n) => &node.data[..n],
            None => &self.arguments[node.data[0].index()..][..node.data[1].index()],
        }
    }

    /// The `i`-th child; the operator must have so many, and not be a function application.
    #[inline]
    pub fn child(&self, t: TermId, i: usize) -> TermId {
        let node = &self.nodes[t.index_in(self.identity)];
        debug_assert!(node.op.arity().is_some_and(|n| i < n));
        node.data[i]
    }

    /// The value, if the term is a constant.
    #[inline]
    pub fn as_const(&self, t: TermId) -> Option<u128> {
        let node = &self.nodes[t.index_in(self.identity)];
        if node.op != Op::Const {
            return None;
        }
        let limb = |i: usize| u128::from(node.data[i].number()) << (32 * i);
        Some(limb(0) | limb(1) | limb(2) | limb(3))
    }

    /// Is it the constant 1 of width 1?
    pub fn is_true(&self, t: TermId) -> bool {
        self.width(t) == 1 && self.as_const(t) == Some(1)
    }

    /// Is it the constant 0 of width 1?
    pub fn is_false(&self, t: TermId) -> bool {
        self.width(t) == 1 && self.as_const(t) == Some(0)
    }

    /// A hash of the structure that is the same in every pool and every run.
    #[inline]
    pub fn hash(&self, t: TermId) -> u64 {
        self.hashes[t.index_in(self.identity)]
    }

    /// The set of variables in a term.
    pub fn var_set(&self, t: TermId) -> VarSetId {
        self.sets[t.index_in(self.identity)]
    }

    /// The variables in a term, sorted.
    pub fn vars(&self, t: TermId) -> &[VarId] {
        self.var_sets.members(self.var_set(t))
    }

    /// The members of a set, sorted.
    pub fn set_members(&self, set: VarSetId) -> &[VarId] {
        self.var_sets.members(set)
    }

    /// The union of two sets.
    pub fn union(&mut self, a: VarSetId, b: VarSetId) -> VarSetId {
        self.var_sets.union(a, b)
    }

    /// Do two sets have no variable in common?
    pub fn disjoint(&self, a: VarSetId, b: VarSetId) -> bool {
        self.var_sets.disjoint(a, b)
    }

    /// Does the term mention a variable of kind [`VarKind::Undefined`] or [`VarKind::Irrelevant`]?
    pub fn has_undefined(&self, t: TermId) -> bool {
        self.var_sets.has_undefined(self.var_set(t))
    }

    /// Name, width and kind of a variable.
    pub fn var_info(&self, v: VarId) -> VarInfo<'_> {
        let var = &self.vars[v.index()];
        VarInfo { name: &var.name, width: var.width, kind: var.kind }
    }

    /// The term that is just this variable.
    pub fn var_term(&self, v: VarId) -> TermId {
        self.vars[v.index()].term
    }

    /// The variable of this name, if there is one.
    pub fn find_var(&self, name: &str) -> Option<VarId> {
        self.var_by_name.get(name).copied()
    }

    /// The uninterpreted function of this name, if there is one.
    pub fn find_fun(&self, name: &str) -> Option<FunId> {
        self.fun_by_name.get(name).copied()
    }

    /// Name, result width and argument widths of an uninterpreted function.
    pub fn fun_info(&self, f: FunId) -> (&str, u32, &[u32]) {
        let fun = &self.funs[f.index()];
        (&fun.name, fun.width, &fun.argument_widths)
    }

    #[inline]
    pub(crate) fn facts(&self, t: TermId) -> Facts {
        self.fact_table.get(self.width(t), t)
    }

    /// Bits that are the same whatever the variables are.
    pub fn known_bits(&self, t: TermId) -> KnownBits {
        self.facts(t).bits
    }

    /// Least and greatest value, read as unsigned; every value lies between, not every one between is a value.
    pub fn unsigned_range(&self, t: TermId) -> (u128, u128) {
        self.facts(t).unsigned
    }

    /// Least and greatest value, read as signed.
    pub fn signed_range(&self, t: TermId) -> (i128, i128) {
        self.facts(t).signed
    }
}
