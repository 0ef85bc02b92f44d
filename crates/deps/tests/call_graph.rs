//! The call graph of a program written by hand.

use incise_deps::ProgramFacts;
use incise_ir::{
    Block, Callee, Const, FuncId, Function, Id, IdVec, Module, Operand, Span, Stmt, StmtKind, Symbol, TermKind,
    Terminator, Type,
};

/// A function of no parameters that makes these calls, each with these arguments; without a body if there is no list.
fn function(module: &mut Module, name: &str, internal: bool, calls: Option<&[(FuncId, Option<Const>)]>) -> FuncId {
    let (void, pointer) = (module.types.intern(Type::Void), module.types.intern(Type::Ptr));
    let mut stmts = Vec::new();
    for (callee, argument) in calls.unwrap_or_default() {
        let argument = argument.clone().map(|constant| (Operand::Const(module.consts.push(constant)), pointer));
        let args: Vec<_> = argument.into_iter().collect();
        let byval = vec![None; args.len()];
        let callee = Callee::Direct(*callee);
        let kind = StmtKind::Call { dst: None, callee, args, byval, ret: void, variadic: None };
        stmts.push(Stmt { kind, span: Span::unknown() });
    }
    let terminator = Terminator { kind: TermKind::Return(None), span: Span::unknown() };
    let block = calls.map(|_| Block { name: String::new(), stmts, terminator });
    module.functions.push(Function {
        name: name.to_owned(),
        source_name: name.to_owned(),
        params: Vec::new(),
        ret: void,
        source_type: None,
        variadic: false,
        internal,
        symbol: Symbol::default(),
        noreturn: false,
        promises: Default::default(),
        locals: IdVec::new(),
        blocks: block.into_iter().collect(),
        span: Span::unknown(),
    })
}

#[test]
fn what_unknown_code_is_given_may_be_called_back() {
    let mut module = Module::default();
    let module = &mut module;
    let atexit = function(module, "atexit", false, None);
    let handler = function(module, "handler", true, Some(&[]));
    let hidden = function(module, "hidden", true, Some(&[]));
    let registers = function(module, "registers", true, Some(&[(atexit, Some(Const::Function(handler)))]));
    let own = FuncId::new(module.functions.len());
    let main = function(module, "main", false, Some(&[(registers, None), (hidden, None), (own, None)]));
    assert_eq!(main, own);
    let graph = ProgramFacts::of(module, &[]).call_graph;
    assert_eq!(graph.calls().successors(registers), []);
    assert_eq!(graph.calls().successors(main), [hidden, registers, main]);
    assert_eq!(graph.with_callbacks().successors(registers), [handler, main]);
    assert_eq!(graph.with_callbacks().successors(main), [hidden, registers, main]);
    assert_eq!(graph.with_callbacks().successors(handler), []);
    let recursive: Vec<FuncId> = graph.recursive().iter_ids().filter(|(_, is)| **is).map(|(id, _)| id).collect();
    assert_eq!(recursive, [main]);
}
