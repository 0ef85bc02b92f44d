//! Terms in plain data, for any pool: what travels between workers and processes, and what is kept.
//!
//! Nodes are listed children first, each once. A child is named by its distance back in the list, a variable and a function by its position
//! in a table of names. *Invariant.* [`PortableTerms::read_into`] checks every node against the signature of its operator before it
//! builds it: whatever the data, the result is well-formed terms or a [`Misfit`]. Against changed bytes the seal helps ([`Sealed`]).

use crate::concrete::mask;
use crate::ids::{FunId, TermId};
use crate::op::Op;
use crate::pool::Pool;
use crate::variables::{VarId, VarKind};
use incise_base::Sealed;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Some terms of a pool, without the pool.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PortableTerms {
    /// Name, width and kind.
    variables: Vec<(Box<str>, u32, VarKind)>,
    functions: Vec<Box<str>>,
    /// Values of the constants, in the order of their nodes.
    constants: Vec<u128>,
    /// Operator, width, distances to the children. Variables and functions are numbered by the tables above.
    nodes: Vec<(Op, u32, Box<[u32]>)>,
    /// The terms, by the positions of their nodes.
    roots: Vec<u32>,
}

impl Sealed for PortableTerms {
    const KIND: [u8; 6] = *b"terms ";
    const VERSION: u16 = 1;
}

/// Why data are no terms of a pool.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misfit {
    /// The node at this position is not well-formed.
    #[error("node {0} is not well-formed")]
    Node(usize),
    /// A term has no node.
    #[error("a term has no node")]
    Root,
    /// The pool has another variable of this name.
    #[error("the variable {0} has another width or kind")]
    Variable(String),
    /// The pool has another function of this name.
    #[error("the function {0} has another signature")]
    Function(String),
}

impl PortableTerms {
    /// These terms of a pool.
    pub fn of(pool: &Pool, terms: &[TermId]) -> PortableTerms {
        let mut writer = Writer::new(pool);
        let mut stack: Vec<TermId> = terms.to_vec();
        while let Some(&top) = stack.last() {
            if writer.positions.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing = stack.len();
            stack.extend(pool.children(top).iter().filter(|child| !writer.positions.contains_key(child)));
            if stack.len() == missing {
                writer.node(top);
                stack.pop();
            }
        }
        writer.written.roots = terms.iter().map(|t| writer.positions[t]).collect();
        writer.written
    }

    /// The terms in a pool, simplified if it rewrites; variables and functions are the same by name.
    pub fn read_into(&self, pool: &mut Pool) -> Result<Vec<TermId>, Misfit> {
        let mut built: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        let mut constants = self.constants.iter();
        let mut children = Vec::new();
        for (position, (op, width, distances)) in self.nodes.iter().enumerate() {
            children.clear();
            for distance in distances {
                let child = position.checked_sub(*distance as usize).and_then(|child| built.get(child));
                children.push(*child.ok_or(Misfit::Node(position))?);
            }
            let has_arity = op.arity().is_none_or(|arity| arity == children.len());
            if !(1..=128).contains(width) || !has_arity || !fits(pool, *op, *width, &children) {
                return Err(Misfit::Node(position));
            }
            built.push(match *op {
                Op::Const => {
                    let value = constants.next().filter(|value| **value <= mask(*width));
                    pool.constant(*width, *value.ok_or(Misfit::Node(position))?)
                }
                Op::Var(var) => {
                    let (name, own, kind) = self.variables.get(var.index()).ok_or(Misfit::Node(position))?;
                    let is_other = |var| pool.var_info(var).width != *own || pool.var_info(var).kind != *kind;
                    if own != width || pool.find_var(name).is_some_and(is_other) {
                        return Err(Misfit::Variable(name.to_string()));
                    }
                    pool.var(name, *width, *kind)
                }
                Op::Uninterpreted(fun) => {
                    let name = self.functions.get(fun.index()).ok_or(Misfit::Node(position))?;
                    let is_other = |fun| {
                        let (_, known, arguments) = pool.fun_info(fun);
                        known != *width || !arguments.iter().copied().eq(children.iter().map(|t| pool.width(*t)))
                    };
                    if pool.find_fun(name).is_some_and(is_other) {
                        return Err(Misfit::Function(name.to_string()));
                    }
                    pool.uninterpreted(name, *width, &children)
                }
                op => pool.make(op, *width, &children),
            });
        }
        self.roots.iter().map(|root| built.get(*root as usize).copied().ok_or(Misfit::Root)).collect()
    }
}

/// Whether an operator of this width takes children of these widths.
fn fits(pool: &Pool, op: Op, width: u32, children: &[TermId]) -> bool {
    let of = |i: usize| pool.width(children[i]);
    let all = |wanted: u32| children.iter().all(|child| pool.width(*child) == wanted);
    match op {
        Op::Const | Op::Var(_) | Op::Uninterpreted(_) => true,
        Op::Add | Op::Sub | Op::Mul | Op::Udiv | Op::Sdiv | Op::Urem | Op::Srem => all(width),
        Op::And | Op::Or | Op::Xor | Op::Not | Op::Neg | Op::Shl | Op::Lshr | Op::Ashr => all(width),
        Op::Concat => of(0) + of(1) == width,
        Op::Extract { lo } => width < of(0) && lo.checked_add(width).is_some_and(|end| end <= of(0)),
        Op::Zext | Op::Sext => of(0) < width,
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => width == 1 && of(0) == of(1),
        Op::Ite => of(0) == 1 && of(1) == width && of(2) == width,
        Op::FpFromUint(f) | Op::FpFromSint(f) => width == f.width(),
        float => float.operand_format().is_some_and(|format| {
            let result = match float {
                Op::FpEq(_) | Op::FpLt(_) | Op::FpLe(_) => width == 1,
                Op::FpConvert { from, to } => from != to && width == to.width(),
                Op::FpToUint(_) | Op::FpToSint(_) => true,
                _ => width == format.width(),
            };
            result && all(format.width())
        }),
    }
}

struct Writer<'a> {
    pool: &'a Pool,
    written: PortableTerms,
    positions: FxHashMap<TermId, u32>,
    variables: FxHashMap<VarId, VarId>,
    functions: FxHashMap<FunId, FunId>,
}

impl<'a> Writer<'a> {
    fn new(pool: &'a Pool) -> Writer<'a> {
        Writer {
            pool,
            written: PortableTerms::default(),
            positions: FxHashMap::default(),
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
        }
    }

    /// Writes a term whose children are written.
    fn node(&mut self, t: TermId) {
        let (pool, written) = (self.pool, &mut self.written);
        let op = match pool.op(t) {
            Op::Const => {
                written.constants.push(pool.as_const(t).expect("a constant has a value"));
                Op::Const
            }
            Op::Var(var) => Op::Var(*self.variables.entry(var).or_insert_with(|| {
                let info = pool.var_info(var);
                written.variables.push((info.name.into(), info.width, info.kind));
                VarId(written.variables.len() as u32 - 1)
            })),
            Op::Uninterpreted(fun) => Op::Uninterpreted(*self.functions.entry(fun).or_insert_with(|| {
                written.functions.push(pool.fun_info(fun).0.into());
                FunId(written.functions.len() as u32 - 1)
            })),
            op => op,
        };
        let position = u32::try_from(written.nodes.len()).expect("a pool has fewer than 2^32 terms");
        let distances = pool.children(t).iter().map(|child| position - self.positions[child]).collect();
        written.nodes.push((op, pool.width(t), distances));
        self.positions.insert(t, position);
    }
}
