//! A module in a layout as C text.

use super::layout::{Encoding, Holder, Layout, Place};
use super::module::{Condition, Expr, Function, Helper, Module, Op, Relation, StateVar, Stmt};
use crate::generate::source::Source;
use crate::rng::Rng;

/// The C text of a module.
pub fn print(module: &Module, layout: &Layout) -> String {
    let mut printer =
        Printer { module, layout, style: layout.style.clone(), source: Source::default(), params: Vec::new() };
    printer.state();
    if !layout.expanded {
        for (at, helper) in module.helpers.iter().enumerate() {
            printer.params = vec![String::from("(unsigned)x")];
            printer.source.open(format!("static unsigned helper{at}(unsigned x)"));
            let result = printer.expr(&helper.result);
            printer.source.line(format!("return {result};"));
            printer.source.close("\n");
        }
    }
    for at in &layout.order {
        printer.function(*at, &module.functions[*at]);
    }
    printer.source.finish()
}

/// The prototype of an external function, under a name.
pub fn prototype(name: &str, params: &[&str]) -> String {
    let params: Vec<String> = params.iter().zip(["a", "b"]).map(|(ty, name)| format!("{ty} {name}")).collect();
    format!("unsigned {name}({})", if params.is_empty() { String::from("void") } else { params.join(", ") })
}

struct Printer<'a> {
    module: &'a Module,
    layout: &'a Layout,
    style: Option<Rng>,
    source: Source,
    /// What stands for the parameters of the function that is printed.
    params: Vec<String>,
}

impl Printer<'_> {
    /// Whether another way to write the same is taken.
    fn other(&mut self) -> bool {
        self.style.as_mut().is_some_and(|style| style.chance(40))
    }

    fn place(&self, var: StateVar) -> &Place {
        &self.layout.places[var.0]
    }

    fn max(&self, var: StateVar) -> u32 {
        self.module.state[var.0].max
    }

    /// The state variables in holders of a kind.
    fn held(&self, wanted: &Holder) -> Vec<StateVar> {
        (0..self.module.state.len()).map(StateVar).filter(|var| self.place(*var).holder == *wanted).collect()
    }

    fn declared(&self, var: StateVar) -> String {
        let (place, elements) = (self.place(var), self.module.state[var.0].elements);
        format!("{} {}{}", place.ty, place.name, elements.map_or(String::new(), |n| format!("[{n}]")))
    }

    fn initializer(&self, var: StateVar) -> String {
        let state = &self.module.state[var.0];
        let one = self.place(var).encoding.stored(state, state.init).to_string();
        match state.elements {
            Some(n) => format!("{{{}}}", vec![one; n as usize].join(", ")),
            None => one,
        }
    }

    /// The definitions of the state.
    fn state(&mut self) {
        for var in self.held(&Holder::File) {
            let line = format!("static {} = {};", self.declared(var), self.initializer(var));
            self.source.line(line);
        }
        let members = self.held(&Holder::Member);
        if !members.is_empty() {
            self.source.open("static struct");
            for var in &members {
                let line = format!("{};", self.declared(*var));
                self.source.line(line);
            }
            let values: Vec<String> = members.iter().map(|var| self.initializer(*var)).collect();
            self.source.close(&format!(" self = {{{}}};", values.join(", ")));
        }
        let bits = self.layout.places.iter().zip(&self.module.state).filter_map(|(place, state)| match place.holder {
            Holder::Bit(bit) => Some(state.init << bit),
            _ => None,
        });
        let bits: Vec<u32> = bits.collect();
        if !bits.is_empty() {
            self.source.line(format!("static unsigned flags = {}u;", bits.iter().sum::<u32>()));
        }
        for var in self.held(&Holder::Accessor) {
            let (ty, name) = (self.place(var).ty, self.place(var).name.clone());
            let line = format!("static {ty} value = {};", self.initializer(var));
            self.source.open(format!("static {ty} *{name}(void)"));
            self.source.line(line);
            self.source.line("return &value;");
            self.source.close("");
        }
        self.source.line("");
    }

    fn function(&mut self, at: usize, function: &Function) {
        let types = &self.layout.params[at];
        self.params = ["a", "b"].iter().take(types.len()).map(|name| format!("(unsigned){name}")).collect();
        self.source.open(prototype(&format!("f{at}"), types));
        for stmt in &function.body {
            self.stmt(stmt);
        }
        let result = self.expr(&function.result);
        if self.other() {
            self.source.line(format!("unsigned result = {result};"));
            self.source.line("return result;");
        } else {
            self.source.line(format!("return {result};"));
        }
        self.source.close("\n");
    }

    /// The C lvalue of a scalar, or of an element.
    fn lvalue(&self, var: StateVar, index: Option<&str>) -> String {
        let place = self.place(var);
        let name = match place.holder {
            Holder::Member => format!("self.{}", place.name),
            Holder::Accessor => format!("*{}()", place.name),
            Holder::File | Holder::Bit(_) => place.name.clone(),
        };
        match index {
            Some(index) => format!("{name}[{index}]"),
            None => name,
        }
    }

    /// The value of a scalar or an element, as an unsigned expression.
    fn read(&self, var: StateVar, index: Option<&str>) -> String {
        let (place, lvalue) = (self.place(var), self.lvalue(var, index));
        if let Holder::Bit(bit) = place.holder {
            return format!("(flags >> {bit} & 1u)");
        }
        let plain = if place.ty == "unsigned" { lvalue } else { format!("(unsigned){lvalue}") };
        match place.encoding {
            Encoding::Plain => plain,
            Encoding::Complement => format!("({}u - {plain})", self.max(var)),
            Encoding::Offset => format!("({plain} - 3u)"),
        }
    }

    /// Stores a value that is at most `max`.
    fn write(&mut self, var: StateVar, index: Option<&str>, value: &str) {
        let (place, lvalue) = (self.place(var), self.lvalue(var, index));
        if let Holder::Bit(bit) = place.holder {
            self.source.line(format!("flags = (flags & ~{}u) | ({value}) << {bit};", 1u32 << bit));
            return;
        }
        let wide = if place.ty == "long" { "(long)" } else { "" };
        let stored = match place.encoding {
            Encoding::Plain => value.to_string(),
            Encoding::Complement => format!("{}u - ({value})", self.max(var)),
            Encoding::Offset => format!("{wide}({value}) + 3"),
        };
        let ty = place.ty;
        let stored = if ty == "unsigned" { stored } else { format!("({ty})({stored})") };
        self.source.line(format!("{lvalue} = {stored};"));
    }

    fn element_index(&mut self, var: StateVar, index: &Expr) -> String {
        let elements = self.module.state[var.0].elements.expect("an array has elements");
        format!("({}) % {elements}u", self.expr(index))
    }

    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => format!("{value}u"),
            Expr::Param(at) => self.params[*at].clone(),
            Expr::Scalar(var) => self.read(*var, None),
            Expr::Element(var, index) => {
                let index = self.element_index(*var, index);
                self.read(*var, Some(&index))
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                let (symbol, commutes) = match op {
                    Op::Add => ("+", true),
                    Op::Sub => ("-", false),
                    Op::Mul => ("*", true),
                    Op::And => ("&", true),
                    Op::Or => ("|", true),
                    Op::Xor => ("^", true),
                };
                match commutes && self.other() {
                    true => format!("({right} {symbol} {left})"),
                    false => format!("({left} {symbol} {right})"),
                }
            }
            Expr::Choose(condition, then, otherwise) => {
                let (holds, then, otherwise) = (self.condition(condition), self.expr(then), self.expr(otherwise));
                match self.other() {
                    true => format!("(!({holds}) ? {otherwise} : {then})"),
                    false => format!("({holds} ? {then} : {otherwise})"),
                }
            }
            Expr::Call(helper, argument) => self.call(*helper, argument),
        }
    }

    fn call(&mut self, helper: Helper, argument: &Expr) -> String {
        let argument = self.expr(argument);
        if !self.layout.expanded {
            return format!("helper{}({argument})", helper.0);
        }
        let outside = std::mem::replace(&mut self.params, vec![format!("({argument})")]);
        let module = self.module;
        let result = self.expr(&module.helpers[helper.0].result);
        self.params = outside;
        result
    }

    fn condition(&mut self, condition: &Condition) -> String {
        let (left, right) = (self.expr(&condition.left), self.expr(&condition.right));
        let other = self.other();
        match (condition.relation, other) {
            (Relation::Less, false) => format!("{left} < {right}"),
            (Relation::Less, true) => format!("{right} > {left}"),
            (Relation::LessEqual, false) => format!("{left} <= {right}"),
            (Relation::LessEqual, true) => format!("!({left} > {right})"),
            (Relation::Equal, false) => format!("{left} == {right}"),
            (Relation::Equal, true) => format!("!({left} ^ {right})"),
            (Relation::NotEqual, false) => format!("{left} != {right}"),
            (Relation::NotEqual, true) => format!("{right} != {left}"),
        }
    }

    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Set(var, value) => {
                let value = self.expr(value);
                let value = self.reduced(*var, &value);
                self.write(*var, None, &value);
            }
            Stmt::SetElement(var, index, value) => {
                let (index, value) = (self.element_index(*var, index), self.expr(value));
                let value = self.reduced(*var, &value);
                self.write(*var, Some(&index), &value);
            }
            Stmt::Fill(var, value) => {
                let elements = self.module.state[var.0].elements.expect("an array has elements");
                let value = self.expr(value);
                let value = self.reduced(*var, &value);
                self.source.open(format!("for (unsigned i = 0, fill = {value}; i < {elements}u; i++)"));
                self.write(*var, Some("i"), "fill");
                self.source.close("");
            }
            Stmt::Increment(var) | Stmt::Decrement(var) | Stmt::Advance(var) => self.step(stmt, *var),
            Stmt::If(condition, then, otherwise) => self.branch(condition, then, otherwise),
            Stmt::Return(value) => {
                let value = self.expr(value);
                self.source.line(format!("return {value};"));
            }
        }
    }

    fn reduced(&self, var: StateVar, value: &str) -> String {
        match self.max(var).checked_add(1) {
            Some(modulus) => format!("({value}) % {modulus}u"),
            None => value.to_string(),
        }
    }

    /// One more or one less.
    fn step(&mut self, stmt: &Stmt, var: StateVar) {
        let (now, max) = (self.read(var, None), self.max(var));
        let more = format!("{now} + 1u");
        match stmt {
            Stmt::Increment(_) => {
                self.source.open(format!("if ({now} < {max}u)"));
                self.write(var, None, &more);
                self.source.close("");
            }
            Stmt::Decrement(_) => {
                self.source.open(format!("if ({now} != 0u)"));
                self.write(var, None, &format!("{now} - 1u"));
                self.source.close("");
            }
            _ => {
                let value = match self.other() {
                    true => format!("{now} < {max}u ? {more} : 0u"),
                    false => format!("{now} == {max}u ? 0u : {more}"),
                };
                self.write(var, None, &value);
            }
        }
    }

    fn branch(&mut self, condition: &Condition, then: &[Stmt], otherwise: &[Stmt]) {
        let holds = self.condition(condition);
        if !otherwise.is_empty() && self.other() {
            self.source.open(format!("if (!({holds}))"));
            self.block(otherwise);
            self.source.next("else");
            self.block(then);
        } else {
            self.source.open(format!("if ({holds})"));
            self.block(then);
            if !otherwise.is_empty() {
                self.source.next("else");
                self.block(otherwise);
            }
        }
        self.source.close("");
    }
}
