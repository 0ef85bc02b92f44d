//! A small program made by hand, for tests of crates that no compiler is needed for.

use incise_ir::{
    BinaryOp, Block, BlockId, Flags, Function, Id, IdVec, Local, LocalId, LocalKind, Module, Operand, Param, Predicate,
    Rvalue, Span, Stmt, StmtKind, Symbol, TermKind, Terminator, Type, TypeId,
};

/// `int clipped(int a) { return a < limit ? a + 1 : 0; }`, with a branch.
pub fn clipped(limit: u64) -> Module {
    let mut module = Module::default();
    let (int, bit) = (module.types.intern(Type::Int(32)), module.types.intern(Type::Int(1)));
    let (a, is_less, sum) = (LocalId::new(0), LocalId::new(1), LocalId::new(2));
    let compare =
        Rvalue::Compare { predicate: Predicate::Slt, ty: int, left: Operand::Local(a), right: Operand::Int(limit) };
    let left = Operand::Local(a);
    let add = Rvalue::Binary { op: BinaryOp::Add, flags: Flags::default(), ty: int, left, right: Operand::Int(1) };
    let branch = TermKind::Branch { cond: Operand::Local(is_less), then: BlockId::new(1), otherwise: BlockId::new(2) };
    let blocks: IdVec<BlockId, Block> = [
        block("entry", vec![(is_less, compare)], branch),
        block("below", vec![(sum, add)], TermKind::Return(Some(Operand::Local(sum)))),
        block("above", Vec::new(), TermKind::Return(Some(Operand::Int(0)))),
    ]
    .into_iter()
    .collect();
    let locals =
        [local("a", LocalKind::Param, int), local("is_less", LocalKind::Temp, bit), local("sum", LocalKind::Temp, int)];
    module.functions.push(Function {
        name: String::from("clipped"),
        source_name: String::from("clipped"),
        params: vec![Param { local: a, byval: None, sret: false, signed: true, not_null: false, at_least: 0 }],
        ret: int,
        source_type: None,
        variadic: false,
        internal: false,
        symbol: Symbol::default(),
        noreturn: false,
        promises: Default::default(),
        locals: locals.into_iter().collect(),
        blocks,
        span: Span::unknown(),
    });
    module
}

fn local(name: &str, kind: LocalKind, ty: TypeId) -> Local {
    Local { name: name.to_owned(), kind, ty, source_type: None, span: Span::unknown() }
}

fn block(name: &str, assigned: Vec<(LocalId, Rvalue)>, end: TermKind) -> Block {
    let stmt = |(dst, value)| Stmt { kind: StmtKind::Assign { dst, value }, span: Span::unknown() };
    let terminator = Terminator { kind: end, span: Span::unknown() };
    Block { name: name.to_owned(), stmts: assigned.into_iter().map(stmt).collect(), terminator }
}
