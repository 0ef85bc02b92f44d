//! `?:` is a branch wherever the source is C that nothing was done to, also where clang writes a `select`.

mod program;

use incise_frontend::{Cache, Optimise, Options, load};
use incise_ir::{BlockId, Function, Id, Module, Operand, Rvalue, StmtKind, TermKind, verify};
use program::scalar::{Machine, Value};
use program::{folder, function, ir_program, n_branches, optimised, options, program, program_with, rvalues};

fn n_selects(function: &Function) -> usize {
    rvalues(function).filter(|value| matches!(value, Rvalue::Select { .. })).count()
}

fn results(module: &Module, name: &str, args: &[&[u64]]) -> Vec<u64> {
    let id = module.function(name).expect("defined");
    let call = |args: &&[u64]| match Machine::new(module).call(id, args) {
        Value::Int(value) => value,
        other => panic!("{other:?}"),
    };
    args.iter().map(call).collect()
}

fn branch(function: &Function, block: usize) -> (BlockId, BlockId) {
    match function.blocks[BlockId::new(block)].terminator.kind {
        TermKind::Branch { then, otherwise, .. } => (then, otherwise),
        ref other => panic!("block {block}: {other:?}"),
    }
}

#[test]
fn a_choice_between_constants_is_a_branch() {
    let module = program("int f(int x) {\n  return\n    x > 3 ? 7 : 9; }");
    assert!(verify(&module).is_ok());
    let f = function(&module, "f");
    assert_eq!((n_branches(f), n_selects(f), f.blocks.len()), (1, 0, 4));
    assert_eq!(branch(f, 0), (BlockId::new(1), BlockId::new(2)));
    assert_eq!(f.blocks[BlockId::new(0)].terminator.span.line, 3);
    for (block, constant) in [(1, 7), (2, 9)] {
        let block = &f.blocks[BlockId::new(block)];
        let [stmt] = block.stmts.as_slice() else { panic!("{block:?}") };
        assert!(
            matches!(stmt.kind, StmtKind::Assign { value: Rvalue::Use(Operand::Int(value)), .. } if value == constant)
        );
        assert_eq!(stmt.span.line, 3);
        assert_eq!(block.terminator.kind, TermKind::Goto(BlockId::new(3)));
    }
    assert!(matches!(f.blocks[BlockId::new(3)].terminator.kind, TermKind::Return(Some(Operand::Local(_)))));
    assert_eq!(results(&module, "f", &[&[3], &[4], &[u64::MAX]]), [9, 7, 9]);
}

#[test]
fn choices_in_one_block_follow_one_another() {
    let module = program("int f(int x, int y) { return (x > 3 ? 7 : 9) + (y > 3 ? 20 : 40) - (x > y ? 1 : 2); }");
    assert!(verify(&module).is_ok());
    let f = function(&module, "f");
    assert_eq!((n_branches(f), n_selects(f), f.blocks.len()), (3, 0, 10));
    let sides = |first: usize| (BlockId::new(first), BlockId::new(first + 1));
    assert_eq!((branch(f, 0), branch(f, 3), branch(f, 6)), (sides(1), sides(4), sides(7)));
    assert_eq!(results(&module, "f", &[&[0, 0], &[4, 0], &[0, 4], &[5, 4]]), [47, 46, 27, 26]);
}

#[test]
fn a_choice_inside_a_choice_reaches_the_phi_from_its_join() {
    let module = program(
        "int f(int a, int b) { return a ? (b > 3 ? 1 : 2) : (b > 5 ? 3 : 4); }
         int g(int a, int b) { return (a ? 4 : 6) > 4 && b; }
         int h(int a) { return a ? 1 : a ? 2 : 3; }",
    );
    assert!(verify(&module).is_ok());
    let f = function(&module, "f");
    // entry, cond.true, cond.false, cond.end; the arms' choices come after these, in the order of the instructions.
    assert_eq!((n_branches(f), n_selects(f), f.blocks.len()), (3, 0, 10));
    assert_eq!(branch(f, 1), (BlockId::new(4), BlockId::new(5)));
    assert_eq!(branch(f, 2), (BlockId::new(7), BlockId::new(8)));
    for join in [6, 9] {
        let block = &f.blocks[BlockId::new(join)];
        assert!(block.stmts.iter().any(|stmt| matches!(stmt.kind, StmtKind::ParallelCopy(_))), "{block:?}");
        assert_eq!(block.terminator.kind, TermKind::Goto(BlockId::new(3)));
    }
    assert_eq!(results(&module, "f", &[&[1, 4], &[1, 3], &[0, 6], &[0, 5]]), [1, 2, 3, 4]);
    // The phi of `&&` has an edge from a join that branches: its copies stand in a block after all of those.
    let g = function(&module, "g");
    assert_eq!((n_branches(g), n_selects(g)), (2, 0));
    let (_, edge) = branch(g, 5);
    assert_eq!(edge, BlockId::new(6));
    assert!(matches!(g.blocks[edge].stmts[0].kind, StmtKind::ParallelCopy(_)));
    assert_eq!(results(&module, "g", &[&[0, 0], &[0, 3], &[2, 0], &[2, 3]]), [0, 1, 0, 0]);
    assert_eq!((n_branches(function(&module, "h")), n_selects(function(&module, "h"))), (2, 0));
    assert_eq!(results(&module, "h", &[&[0], &[9]]), [3, 1]);
}

const IR: &str = "define i32 @s(i1 %c) {\n %r = select i1 %c, i32 3, i32 4\n ret i32 %r\n}\n";
const C: &str = "int f(int x) { return x > 3 ? 7 : 9; }\n";

#[test]
fn a_select_of_ir_or_of_an_optimiser_stays_one() {
    let module = ir_program(IR);
    assert_eq!((n_branches(function(&module, "s")), n_selects(function(&module, "s"))), (0, 1));
    for optimise in [Optimise::O1, Optimise::O2] {
        let module = program_with(C, &optimised(optimise));
        assert_eq!((n_branches(function(&module, "f")), n_selects(function(&module, "f"))), (0, 1), "{optimise:?}");
    }
    let folder = folder(&[("a.c", C.as_bytes()), ("b.ll", IR.as_bytes())]);
    let both = [folder.path().join("a.c"), folder.path().join("b.ll")];
    let options = Options { cache: Cache::At(folder.path().join("cache")), ..options() };
    for _ in 0..2 {
        let module = load(&both, &options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((n_selects(function(&module, "f")), n_selects(function(&module, "s"))), (1, 1));
        let module = load(&both[..1], &options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((n_branches(function(&module, "f")), n_selects(function(&module, "f"))), (1, 0));
    }
}

#[test]
fn a_select_with_a_condition_for_each_element_stays_one() {
    let source = "typedef int four __attribute__((vector_size(16)));
                  void f(four *r, unsigned char m, four a, four b) { *r = __builtin_ia32_selectd_128(m, a, b); }";
    let module = program_with(source, &Options { flags: vec!["-mavx512vl".to_owned()], ..options() });
    assert_eq!((n_branches(function(&module, "f")), n_selects(function(&module, "f"))), (0, 1));
}
