//! Arguments of `main`: concrete and symbolic command-line arguments, and an empty environment.

use crate::engine::Engine;
use crate::input::InputKind;
use crate::ledger::Weakness;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::Value;
use incise_ir::{Function, LocalId, Operand, Rvalue, StmtKind};
use std::rc::Rc;

impl Engine<'_, '_> {
    pub(super) fn main_arguments(&mut self, state: &mut State, function: &Function) {
        let mut strings = vec![self.string(state, "argv[0]", b"program")];
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
        self.note_fixed_arguments(function, strings.len() - 1);
        let argc = strings.len() as u64;
        let argv = self.pointer_array(state, "argv", &strings);
        let envp = self.pointer_array(state, "envp", &[]);
        let values = [Value::Int(argc), argv, envp];
        for (param, value) in function.params.iter().zip(values) {
            self.set(state, param.local, value);
        }
    }

    /// Notes which arguments `main` reads although only so many are given.
    fn note_fixed_arguments(&mut self, function: &Function, n_args: usize) {
        let given = match n_args {
            0 => String::from("the program is given no argument"),
            1 => String::from("the program is given exactly one argument"),
            n_args => format!("the program is given exactly {n_args} arguments"),
        };
        let fixed = [given.as_str(), given.as_str(), "the environment is empty"];
        for (param, what) in function.params.iter().zip(fixed) {
            if reads(function, param.local) {
                let name = &function.locals[param.local].name;
                let hint = if n_args == 0 && what == given { "; use --sym-args" } else { "" };
                let detail = format!("{what}, and `main` reads `{name}`{hint}");
                self.run.ledger.add(Weakness::Args, detail, Some(function.span));
            }
        }
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
