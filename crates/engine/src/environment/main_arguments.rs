//! Arguments of `main`: concrete and symbolic command-line arguments, or any; and an empty environment.

use crate::arguments::Arguments;
use crate::config::AnyArguments;
use crate::engine::Engine;
use crate::input::InputKind;
use crate::kept::Kept;
use crate::ledger::Weakness;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::Value;
use incise_ir::{Function, LocalId, Operand, Rvalue, StmtKind};
use std::rc::Rc;

impl Engine<'_, '_> {
    pub(super) fn main_arguments(&mut self, state: &mut State, function: &Function) {
        let is_read = reads_arguments(function);
        let any = self.prepared.config.environment.any_arguments.filter(|any| is_read || any.even_unread);
        let values = match any {
            Some(any) => self.any_arguments(state, function, any),
            None => self.fixed_arguments(state, function),
        };
        self.note_fixed(function, 2, "the environment is empty", "");
        for (param, value) in function.params.iter().zip(values) {
            self.set(state, param.local, value);
        }
    }

    /// The name that the program was started by.
    fn program_name(&mut self, state: &mut State, function: &Function) -> Value {
        let name = self.string(state, "argv[0]", b"program");
        if let Some(object) = name.provenance().filter(|_| function.params.len() > 1) {
            let why = String::from("the program's name, `argv[0]`, is taken to be `program`");
            self.run.kept.insert(object, Kept { weakness: Weakness::Args, why });
        }
        name
    }

    /// The arguments that the user has named.
    fn fixed_arguments(&mut self, state: &mut State, function: &Function) -> [Value; 3] {
        let mut strings = vec![self.program_name(state, function)];
        for (index, arg) in self.prepared.config.environment.args.clone().iter().enumerate() {
            strings.push(self.string(state, &format!("argv[{}]", index + 1), arg.as_bytes()));
        }
        for length in self.prepared.config.environment.sym_args.clone() {
            let index = strings.len() as u32;
            let size = u64::from(length) + 1;
            let name = format!("argv[{index}]");
            let object = state.memory.allocate(size, 1, ObjectKind::Global, Rc::from(name.as_str()), true);
            let input = self.new_input(state, &name, InputKind::Argument(index), u64::from(length), None);
            self.write_input(state, object, 0, &input);
            strings.push(self.address_of(state, object));
        }
        let given = match strings.len() - 1 {
            0 => String::from("the program is given no argument"),
            1 => String::from("the program is given exactly one argument"),
            n_args => format!("the program is given exactly {n_args} arguments"),
        };
        let hint = if strings.len() == 1 { "; use --sym-args" } else { "" };
        self.note_fixed(function, 0, &given, hint);
        self.note_fixed(function, 1, &given, hint);
        let argc = strings.len() as u64;
        let argv = self.pointer_array(state, "argv", &strings);
        [Value::Int(argc), argv, self.pointer_array(state, "envp", &[])]
    }

    /// Any arguments: an input says how many there are, and the first are inputs.
    fn any_arguments(&mut self, state: &mut State, function: &Function, any: AnyArguments) -> [Value; 3] {
        let declared = function.params.first().and_then(|param| function.locals[param.local].source_type);
        let count = self.new_input(state, "argc", InputKind::ArgumentCount, 4, declared);
        let count = self.whole_input(&count);
        let one = self.context.pool.constant(32, 1);
        let is_named = self.context.pool.sle(one, count);
        let _ = self.assume(state, is_named);
        let mut strings = vec![self.program_name(state, function)];
        for index in 1..=any.number {
            let name = format!("argv[{index}]");
            let size = u64::from(any.length);
            let object = state.memory.allocate(size + 1, 1, ObjectKind::Global, Rc::from(name.as_str()), true);
            let input = self.new_input(state, &name, InputKind::Argument(index), size, None);
            self.write_input(state, object, 0, &input);
            strings.push(self.address_of(state, object));
        }
        let argv = self.pointer_array(state, "argv", &strings);
        let object = |value: &Value| value.provenance().expect("it was just made");
        self.run.arguments = Some(Rc::new(Arguments {
            count,
            vector: object(&argv),
            strings: strings.iter().map(object).collect(),
            length: any.length,
        }));
        [Value::from_term(&self.context.pool, count), argv, self.pointer_array(state, "envp", &[])]
    }

    /// Notes that `main` reads a parameter although only this is given.
    fn note_fixed(&mut self, function: &Function, index: usize, what: &str, hint: &str) {
        let Some(param) = function.params.get(index).filter(|param| reads(function, param.local)) else { return };
        let name = &function.locals[param.local].name;
        let detail = format!("{what}, and `main` reads `{name}`{hint}");
        self.run.ledger.add(Weakness::Args, detail, Some(function.span));
    }

    fn string(&mut self, state: &mut State, name: &str, text: &[u8]) -> Value {
        let object = state.memory.allocate(text.len() as u64 + 1, 1, ObjectKind::Global, Rc::from(name), true);
        let target = state.memory.get_mut(object).expect("just made");
        target.write_bytes(&mut self.context.pool, 0, text);
        self.address_of(state, object)
    }

    fn pointer_array(&mut self, state: &mut State, name: &str, pointers: &[Value]) -> Value {
        let size = 8 * (pointers.len() as u64 + 1);
        let object = state.memory.allocate(size, 8, ObjectKind::Global, Rc::from(name), true);
        for (index, pointer) in pointers.iter().enumerate() {
            self.write_scalar(state, object, 8 * index, 8, pointer.clone());
        }
        self.address_of(state, object)
    }
}

/// Whether `main` reads how many arguments there are, or them.
pub fn reads_arguments(main: &Function) -> bool {
    main.params.iter().take(2).any(|param| reads(main, param.local))
}

/// Whether a function reads a parameter, itself or through the variable that holds it.
fn reads(function: &Function, param: LocalId) -> bool {
    let mut holders = vec![param];
    let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
    for stmt in stmts() {
        if let StmtKind::Assign { dst, value: Rvalue::Use(Operand::Local(source)) } = &stmt.kind
            && *source == param
        {
            holders.push(*dst);
        }
    }
    let is_read = |operand: &Operand| matches!(operand, Operand::Local(local) if holders.contains(local));
    let copies =
        |kind: &StmtKind| matches!(kind, StmtKind::Assign { dst, value: Rvalue::Use(_) } if holders.contains(dst));
    stmts().any(|stmt| !copies(&stmt.kind) && stmt.kind.operands().iter().any(is_read))
        || function.blocks.iter().any(|block| block.terminator.kind.operands().iter().any(is_read))
}
