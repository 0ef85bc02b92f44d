//! The C programs of a pair, as trees that can be changed and printed.
//!
//! # Invariants
//! - All locals of a function are declared at its top and initialised, and no name is declared twice in a program: any statement may
//!   be moved, doubled or dropped.
//! - Whatever is changed, the program ends: a loop counts to a constant or masked bound with a counter that nothing else writes, and a
//!   recursive function calls itself, or the one that calls it in turn, once, with its first argument one less. What is in the table of
//!   functions does not call through it.
//! - The only undefined behaviour is signed overflow, which wraps, and what is planted: a mask past the end of an array, a divisor
//!   that may be 0.

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Type {
    /// `_Bool`.
    Bool,
    /// `char`, signed.
    Char,
    /// `unsigned char`.
    UChar,
    /// `short`.
    Short,
    /// `unsigned short`.
    UShort,
    /// `int`.
    Int,
    /// `unsigned`.
    Unsigned,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
}

impl Type {
    /// Its C name.
    pub fn name(self) -> &'static str {
        match self {
            Type::Bool => "_Bool",
            Type::Char => "char",
            Type::UChar => "unsigned char",
            Type::Short => "short",
            Type::UShort => "unsigned short",
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
        }
    }
    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Float | Type::Double)
    }
    /// Its width; that of the values of `_Bool` is 1.
    pub fn bits(self) -> u32 {
        match self {
            Type::Bool => 1,
            Type::Char | Type::UChar => 8,
            Type::Short | Type::UShort => 16,
            Type::Int | Type::Unsigned | Type::Float => 32,
            Type::Long | Type::Double => 64,
        }
    }
    /// Whether its values can be negative.
    pub fn is_signed(self) -> bool {
        !matches!(self, Type::Bool | Type::UChar | Type::UShort | Type::Unsigned)
    }
    /// The integer promotion (C11 6.3.1.1).
    pub fn promoted(self) -> Type {
        if self < Type::Int { Type::Int } else { self }
    }
    /// The usual arithmetic conversions (C11 6.3.1.8): the order of the variants is that of the ranks.
    pub fn with(self, other: Type) -> Type {
        self.promoted().max(other.promoted())
    }
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Both,
    Either,
}

/// Operators of integers that give integers.
pub const ARITHMETIC: [Op; 6] = [Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor];
/// Comparisons.
pub const RELATIONAL: [Op; 6] = [Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual, Op::Equal, Op::NotEqual];
/// `&&` and `||`.
pub const LOGICAL: [Op; 2] = [Op::Both, Op::Either];

impl Op {
    /// Its C text.
    pub fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Less => "<",
            Op::LessEqual => "<=",
            Op::Greater => ">",
            Op::GreaterEqual => ">=",
            Op::Equal => "==",
            Op::NotEqual => "!=",
            Op::Both => "&&",
            Op::Either => "||",
        }
    }
    /// The group of which another may stand in its place.
    pub fn group(self) -> &'static [Op] {
        [&ARITHMETIC[..], &RELATIONAL, &LOGICAL].into_iter().find(|group| group.contains(&self)).expect("in a group")
    }
    /// The comparison with its sides exchanged, or that which is true when this is not.
    pub fn mirrored(self) -> Op {
        match self {
            Op::Less => Op::Greater,
            Op::LessEqual => Op::GreaterEqual,
            Op::Greater => Op::Less,
            Op::GreaterEqual => Op::LessEqual,
            other => other,
        }
    }
    /// The comparison that is true when this is not (of integers).
    pub fn negated(self) -> Option<Op> {
        Some(match self {
            Op::Less => Op::GreaterEqual,
            Op::LessEqual => Op::Greater,
            Op::Greater => Op::LessEqual,
            Op::GreaterEqual => Op::Less,
            Op::Equal => Op::NotEqual,
            Op::NotEqual => Op::Equal,
            _ => return None,
        })
    }
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Expr {
    /// A number.
    Const(i64),
    /// So many quarters, as a `double`.
    Quarters(i64),
    /// A scalar variable.
    Var(String),
    /// `array[index & mask]`; with a mask past its length the index may be out of range.
    Element { array: String, index: Box<Expr>, mask: u32 },
    /// A member of the global struct, or of that behind the struct parameter.
    Member { of: String, arrow: bool, member: String },
    /// `*pointer`.
    Deref(String),
    /// `-`, `~`, `!`.
    Unary(char, Box<Expr>),
    /// Two operands.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// A shift by a constant below 8.
    Shift { left: bool, value: Box<Expr>, by: u32 },
    /// `/` or `%` by `by & 7`, which may be 0 unless it is made odd.
    Divide { remainder: bool, value: Box<Expr>, by: Box<Expr>, odd: bool },
    /// `value & mask`, which bounds a loop, a recursion or a switch.
    Masked(Box<Expr>, u32),
    /// `?:`.
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call.
    Call(String, Vec<Expr>),
    /// A call through the table of functions: `table[index & 3](…)`.
    Apply { index: Box<Expr>, arguments: Vec<Expr> },
    /// An argument for a pointer parameter: the address of a variable, or a name that is a pointer or an array.
    Address { of: String, taken: bool },
    /// A cast.
    Cast(Type, Box<Expr>),
}

/// How a loop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `for`.
    For,
    /// `while`.
    While,
}

/// A case of a switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its label.
    pub value: i64,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Whether it goes on with the next one.
    pub falls: bool,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Stmt {
    /// `place = value`, or `place op= value`.
    Assign(Expr, Option<Op>, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    Switch(Expr, Vec<Case>, Vec<Stmt>),
    Loop {
        form: Form,
        counter: String,
        bound: Expr,
        body: Vec<Stmt>,
    },
    Return(Expr),
    Call(String, Vec<Expr>),
    /// `printf` of a number as `int`.
    Print(Expr),
    /// `putchar` of one of eight letters.
    Put(Expr),
    Exit(Expr),
    Abort,
    Assert(Expr),
    /// Out of the innermost loop.
    Break,
    /// `pointer = &variable`.
    Point(String, String),
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A number.
    Scalar(Type),
    /// An array of a power of two of them; a parameter of this shape is a pointer to four.
    Array(Type, u32),
    /// `int *`, to a variable of this program; a parameter of this shape may be null where the function that is compared was given null.
    Pointer,
    /// The struct; a parameter of this shape is a pointer to one.
    Struct,
}

/// A parameter, local or global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it is.
    pub shape: Shape,
    /// Its initial values; for a pointer `target` has it.
    pub init: Vec<i64>,
    /// What a pointer points to at first.
    pub target: Option<String>,
    /// Whether it counts a loop or a recursion.
    pub counts: bool,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it returns.
    pub ty: Type,
    /// Its parameters.
    pub params: Vec<Variable>,
    /// Its locals.
    pub locals: Vec<Variable>,
    /// A recursive function returns this at once when its first parameter is not positive; it calls in its `result`.
    pub recursion: Option<Expr>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// What it returns at its end.
    pub result: Expr,
}

impl Function {
    /// The function that a recursive one calls: itself, or its partner.
    pub fn again(&self) -> Option<&str> {
        self.recursion.as_ref()?;
        match &self.result {
            Expr::Binary(_, call, _) => match call.as_ref() {
                Expr::Call(name, _) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The name of the table of functions.
pub const TABLE: &str = "ops";

/// A table of four functions of type `int (int, int)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionTable {
    /// The functions' names.
    pub functions: Vec<String>,
    /// Whether it is `const`.
    pub constant: bool,
}

/// A version of a program. The last function is the one that is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The struct's members.
    pub members: Vec<(String, Type)>,
    /// Global variables.
    pub globals: Vec<Variable>,
    /// Functions; each calls only those before it, and perhaps itself or the one that it shares its recursion with.
    pub functions: Vec<Function>,
    /// The table of functions, which those after all of its functions can call.
    pub table: Option<FunctionTable>,
    /// The order in which functions are printed, when it is another.
    pub order: Vec<usize>,
    /// Whether comments are printed.
    pub comments: bool,
}

/// The name of the function that is compared.
pub const ENTRY: &str = "entry";

impl Program {
    /// The function that is compared.
    pub fn entry(&self) -> &Function {
        self.functions.last().expect("there is one")
    }
}
