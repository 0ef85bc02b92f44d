//! The text form prints what was built, and the verifier finds each broken promise.

mod program;

use incise_ir::{BlockId, FuncId, Id, LocalId, Module, Operand, StmtKind, TermKind, Type, TypeId, module_text, verify};
use program::clipped;

#[test]
fn the_text_has_every_statement_and_every_block() {
    let text = module_text(&clipped(10));
    let lines: Vec<&str> = text.lines().map(|line| line.split(" ; ").next().unwrap_or("").trim()).collect();
    let expected = [
        "",
        "i32 clipped(%0.a) {",
        "b0:",
        "%1.is_less = slt i32 %0.a, 10",
        "if %1.is_less goto b1 else b2",
        "b1:",
        "%2.sum = add i32 %0.a, 1",
        "return %2.sum",
        "b2:",
        "return 0",
        "}",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_whole_program_is_accepted() {
    assert_eq!(verify(&clipped(10)), Ok(()));
    assert_eq!(verify(&Module::default()), Ok(()));
}

/// What the verifier says of a program after something was broken in it.
fn broken(change: impl FnOnce(&mut Module)) -> String {
    let mut module = clipped(10);
    change(&mut module);
    verify(&module).expect_err("the promise is broken").to_string()
}

#[test]
fn every_broken_promise_is_found() {
    let function = FuncId::new(0);
    let entry = BlockId::new(0);
    let missing = |module: &mut Module, end: TermKind| module.functions[function].blocks[entry].terminator.kind = end;
    assert_eq!(broken(|module| missing(module, TermKind::Goto(BlockId::new(7)))), "clipped: no block b7");
    let unknown = Operand::Local(LocalId::new(9));
    assert_eq!(broken(|module| missing(module, TermKind::Return(Some(unknown)))), "clipped: no local %9");
    let write = |module: &mut Module| {
        let StmtKind::Assign { dst, .. } = &mut module.functions[function].blocks[entry].stmts[0].kind else { return };
        *dst = LocalId::new(5);
    };
    assert_eq!(broken(write), "clipped: no local %5");
    let parameter = |module: &mut Module| module.functions[function].params[0].local = LocalId::new(1);
    assert_eq!(broken(parameter), "clipped: parameter 0 is not local 0");
    let untyped = |module: &mut Module| module.functions[function].locals[LocalId::new(2)].ty = TypeId::new(40);
    assert_eq!(broken(untyped), "clipped: local `sum` has no type");
    let of_itself = |module: &mut Module| {
        let own = TypeId::new(module.types.ids().count());
        module.types.intern(Type::Vector { len: 2, elem: own });
    };
    assert!(broken(of_itself).contains("does not come before it"));
}
