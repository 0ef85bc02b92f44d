//! Modules with private state, apart from how a version lays the state out.
//!
//! # Invariants
//! - Every value is an unsigned number of 32 bits; arithmetic wraps. A state variable holds 0 to its `max`, whatever is assigned to it.
//! - Expressions have no effects, so that the order of their evaluation does not matter.

/// A state variable of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateVar(pub usize);

/// A static helper of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Helper(pub usize);

/// What a state variable is.
#[derive(Clone, Debug)]
pub struct State {
    /// The largest value.
    pub max: u32,
    /// The number of elements of an array; nothing for a scalar.
    pub elements: Option<u32>,
    /// The value at program start, of each element.
    pub init: u32,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    LessEqual,
    Equal,
    NotEqual,
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub relation: Relation,
    pub left: Expr,
    pub right: Expr,
}

#[derive(Clone, Debug)]
pub enum Expr {
    Const(u32),
    /// A parameter of the function, by position.
    Param(usize),
    Scalar(StateVar),
    /// An element; the index is taken modulo the number of elements.
    Element(StateVar, Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    Choose(Box<Condition>, Box<Expr>, Box<Expr>),
    /// The result of a helper that has no effect.
    Call(Helper, Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    /// Assigns a value modulo `max + 1`.
    Set(StateVar, Expr),
    SetElement(StateVar, Expr, Expr),
    /// Assigns to all elements.
    Fill(StateVar, Expr),
    /// One more, at most `max`.
    Increment(StateVar),
    /// One less, at least 0.
    Decrement(StateVar),
    /// One more, 0 after `max`.
    Advance(StateVar),
    If(Condition, Vec<Stmt>, Vec<Stmt>),
    Return(Expr),
}

/// The type of a parameter in the base version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamType {
    Byte,
    Int,
    Unsigned,
}

/// An external function, or a helper with one parameter.
#[derive(Clone, Debug)]
pub struct Function {
    pub params: Vec<ParamType>,
    pub body: Vec<Stmt>,
    pub result: Expr,
}

#[derive(Clone, Debug)]
pub struct Module {
    pub state: Vec<State>,
    pub helpers: Vec<Function>,
    pub functions: Vec<Function>,
}
