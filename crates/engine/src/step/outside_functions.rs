//! What is taken for granted of functions from outside to which pointers in memory lead: that each is another one, that none is the
//! program's own, and where they are. Noted where the program can tell.

use crate::engine::{Engine, Step};
use crate::error::{ErrorKind, NULL_CALL};
use crate::ledger::Weakness;
use crate::outside_function::OutsideFunction;
use crate::reachable_globals::mentioned;
use crate::state::State;
use crate::value::Value;
use incise_ir::{FuncId, Module, Predicate};
use incise_term::{Op, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// The address of the function from outside that is called through a pointer, which can be null; nothing if the term is no such pointer.
    pub(super) fn called_outside(&mut self, state: &mut State, pointer: TermId) -> Step<Option<u64>> {
        let Some(address) = self.outside_address(pointer, 0) else { return Ok(None) };
        let zero = self.context.pool.constant(64, 0);
        let is_null = self.context.pool.eq(pointer, zero);
        let is_null = self.value(is_null);
        if self.decide(state, &is_null)? {
            let name = self.run.functions.get(&address).map_or("", |known| &known.name);
            return self.error(state, ErrorKind::NullAccess, format!("{NULL_CALL} `{name}`"));
        }
        match self.context.pool.op(pointer) {
            Op::Var(_) => Ok(Some(address)),
            _ => self.concretise(state, pointer).map(Some),
        }
    }

    /// Whether a term is a pointer to a function from outside.
    pub(super) fn is_outside_pointer(&self, term: TermId) -> bool {
        match (self.context.pool.op(term), self.context.pool.as_const(term)) {
            (Op::Var(var), _) => self.run.function_vars.contains_key(&var),
            (_, Some(value)) => self.run.functions.contains_key(&(value as u64)),
            _ => false,
        }
    }

    /// Notes that a pointer which is called could lead to functions of the program, whose addresses it takes.
    pub(super) fn note_own_functions(&mut self, state: &State, called: &OutsideFunction) {
        let module = self.prepared.module();
        let machine = |id: FuncId| {
            let function = &module.functions[id];
            let params: Vec<_> = function.params.iter().map(|param| function.locals[param.local].ty).collect();
            (function.ret, params)
        };
        let wanted = machine(called.function);
        let taken = self.run.taken.get_or_insert_with(|| Rc::new(taken_functions(module))).clone();
        let is_model = |id: FuncId| self.prepared.is_model(module.functions[id].span);
        let own = taken.iter().find(|id| machine(**id) == wanted && !is_model(**id));
        if let Some(own) = own {
            let (name, own) = (&called.name, &module.functions[*own].source_name);
            let detail = format!("`{name}` is taken to be none of the program's functions, such as `{own}`");
            let span = self.prepared.user_place(state);
            self.run.ledger.add_once(Weakness::Callbacks, detail, span);
        }
    }

    /// Notes that a pointer to a function from outside is compared with something else than null.
    pub(super) fn note_outside_comparison(&mut self, state: &State, predicate: Predicate, left: &Value, right: &Value) {
        if self.run.functions.is_empty() || left == right || [left, right].contains(&&Value::Int(0)) {
            return;
        }
        let name = self.outside_function(left).or_else(|| self.outside_function(right));
        let Some(name) = name else { return };
        let span = self.prepared.user_place(state);
        let (weakness, detail) = match predicate {
            Predicate::Eq | Predicate::Ne => {
                (Weakness::Callbacks, format!("`{name}` is taken to be another function than all it is compared with"))
            }
            _ => (Weakness::Layout, format!("the address of `{name}` is looked at, and one was tried")),
        };
        self.run.ledger.add_once(weakness, detail, span);
    }

    /// Notes that the address of a function from outside is used as a number.
    pub(super) fn note_outside_number(&mut self, state: &State, values: [&Value; 2]) {
        let name = values.into_iter().find_map(|value| self.outside_function(value));
        if let Some(name) = name {
            let span = self.prepared.user_place(state);
            let detail = format!("the address of `{name}` is looked at, and one was tried");
            self.run.ledger.add_once(Weakness::Layout, detail, span);
        }
    }

    /// Notes that some bytes of a pointer to a function from outside are read.
    pub(super) fn note_outside_bytes(&mut self, state: &State, bytes: TermId) {
        if self.run.function_vars.is_empty() {
            return;
        }
        let is_part = |var| self.run.function_vars.contains_key(var);
        if self.context.pool.vars(bytes).iter().any(is_part) && self.outside_function(&Value::Term(bytes)).is_none() {
            let span = self.prepared.user_place(state);
            let detail = "bytes of the address of a function from outside are looked at, and one address was tried";
            self.run.ledger.add_once(Weakness::Layout, detail.to_owned(), span);
        }
    }

    /// The name of the function from outside whose address a value is, or can be.
    fn outside_function(&self, value: &Value) -> Option<Rc<str>> {
        if self.run.functions.is_empty() {
            return None;
        }
        match value {
            Value::Int(address) => self.run.functions.get(address).map(|known| Rc::clone(&known.name)),
            Value::Term(term) => {
                let address = self.outside_address(*term, 0)?;
                self.run.functions.get(&address).map(|known| Rc::clone(&known.name))
            }
            _ => None,
        }
    }

    /// The address of a function from outside that a term is, or can be where it is a choice.
    fn outside_address(&self, term: TermId, depth: u32) -> Option<u64> {
        let pool = &self.context.pool;
        match pool.op(term) {
            Op::Var(var) => self.run.function_vars.get(&var).copied(),
            Op::Ite if depth < MOST_CHOICES => {
                pool.children(term).iter().skip(1).find_map(|child| self.outside_address(*child, depth + 1))
            }
            _ => None,
        }
    }
}

/// Choices in choices that are looked into.
const MOST_CHOICES: u32 = 16;

/// Functions with a body whose address is taken.
fn taken_functions(module: &Module) -> BTreeSet<FuncId> {
    let mut found = Vec::new();
    let inits = module.globals.iter().filter_map(|global| global.init.as_ref());
    for constant in module.consts.iter().chain(inits) {
        mentioned(constant, &mut BTreeSet::new(), &mut found);
    }
    found.into_iter().filter(|id| module.has_body(*id)).collect()
}
