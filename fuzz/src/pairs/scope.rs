//! What a function can name, and the types of its expressions.

use super::ast::{Expr, Function, Op, Program, RELATIONAL, Shape, Type, Variable};

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// What it returns.
    pub ty: Type,
    /// Its parameters.
    pub params: Vec<Shape>,
    /// Whether its first argument must be small.
    pub recursive: bool,
}

/// An array of integers.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    pub ty: Type,
    /// How many there are.
    pub len: u32,
    /// Whether its name is the array itself and no pointer to it, so that the native build sees an index out of range.
    pub whole: bool,
}

/// What a function can name.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    /// Integers, and whether they may be written.
    pub integers: Vec<(String, Type, bool)>,
    /// Those that are parameters: nobody sees what is written to them.
    pub parameters: Vec<String>,
    /// Floating-point variables.
    pub floats: Vec<(String, Type)>,
    /// Arrays of integers.
    pub arrays: Vec<Table>,
    /// Members of structs.
    pub members: Vec<(Expr, Type)>,
    /// Pointers to `int`.
    pub pointers: Vec<String>,
    /// Variables of type `int` that a pointer may point to.
    pub pointees: Vec<String>,
    /// Functions that come before.
    pub callees: Vec<Callee>,
    /// The function that a recursive one calls: itself, or its partner.
    pub own: Option<Callee>,
    /// Whether the table of functions can be called.
    pub table: bool,
}

impl Scope {
    /// What a function of a program can name.
    pub fn of(program: &Program, index: usize) -> Scope {
        let function = &program.functions[index];
        let mut scope = Scope::outside(program, index);
        function.params.iter().for_each(|param| scope.add(program, param, true));
        function.locals.iter().for_each(|local| scope.add(program, local, false));
        let again = function.again();
        scope.own = program.functions.iter().find(|one| again == Some(one.name.as_str())).map(callee);
        scope
    }

    /// What functions of a program can name before they declare anything, those before `index` included.
    pub fn outside(program: &Program, index: usize) -> Scope {
        let mut scope = Scope::default();
        program.globals.iter().for_each(|global| scope.add(program, global, false));
        let before = &program.functions[..index];
        let is_before = |name: &str| before.iter().any(|function| function.name == name);
        // Of two that call each other in turn the second cannot call the first in another way.
        let is_whole = |function: &&Function| function.again().is_none_or(is_before);
        scope.callees = before.iter().filter(is_whole).map(callee).collect();
        scope.table = program.table.as_ref().is_some_and(|table| table.functions.iter().all(|name| is_before(name)));
        scope
    }

    /// Adds a variable.
    pub fn add(&mut self, program: &Program, variable: &Variable, parameter: bool) {
        let name = variable.name.clone();
        match variable.shape {
            Shape::Scalar(ty) if ty.is_float() => self.floats.push((name, ty)),
            Shape::Scalar(ty) => {
                if ty == Type::Int && !variable.counts {
                    self.pointees.push(name.clone());
                }
                if parameter {
                    self.parameters.push(name.clone());
                }
                self.integers.push((name, ty, !variable.counts));
            }
            Shape::Array(ty, len) => self.arrays.push(Table { name, ty, len, whole: !parameter }),
            Shape::Pointer => self.pointers.push(name),
            Shape::Struct => {
                for (member, ty) in &program.members {
                    let member = Expr::Member { of: name.clone(), arrow: parameter, member: member.clone() };
                    self.members.push((member, *ty));
                }
            }
        }
    }

    /// The type of an expression as C gives it.
    pub fn type_of(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Const(number) if i32::try_from(*number).is_ok() => Type::Int,
            Expr::Const(_) => Type::Long,
            Expr::Quarters(_) => Type::Double,
            Expr::Var(name) => self.variable(name),
            Expr::Element { array, .. } => {
                self.arrays.iter().find(|table| table.name == *array).expect("the array is in scope").ty
            }
            Expr::Member { .. } => {
                self.members.iter().find(|(member, _)| member == expr).expect("the member is in scope").1
            }
            Expr::Deref(_) | Expr::Apply { .. } => Type::Int,
            Expr::Address { of, .. } => unreachable!("the address of {of} is no number"),
            Expr::Unary('!', _) => Type::Int,
            Expr::Binary(op, ..) if RELATIONAL.contains(op) || matches!(op, Op::Both | Op::Either) => Type::Int,
            Expr::Binary(_, left, right) => self.type_of(left).with(self.type_of(right)),
            Expr::Unary(_, inner) | Expr::Masked(inner, _) | Expr::Shift { value: inner, .. } => {
                self.type_of(inner).promoted()
            }
            Expr::Divide { value, by, .. } => self.type_of(value).with(self.type_of(by)),
            Expr::Choose(_, left, right) => self.type_of(left).with(self.type_of(right)),
            Expr::Call(name, _) => self.callee(name).ty,
            Expr::Cast(ty, _) => *ty,
        }
    }

    /// A function that is in scope, or the one that the scope belongs to.
    pub fn callee(&self, name: &str) -> &Callee {
        self.callees.iter().chain(&self.own).find(|callee| callee.name == name).expect("the function is in scope")
    }

    fn variable(&self, wanted: &str) -> Type {
        let integer = self.integers.iter().find(|(name, ..)| name == wanted).map(|(_, ty, _)| *ty);
        let float = || self.floats.iter().find(|(name, _)| name == wanted).map(|(_, ty)| *ty);
        integer.or_else(float).expect("the variable is in scope")
    }
}

fn callee(function: &Function) -> Callee {
    Callee {
        name: function.name.clone(),
        ty: function.ty,
        params: function.params.iter().map(|param| param.shape).collect(),
        recursive: function.recursion.is_some(),
    }
}
