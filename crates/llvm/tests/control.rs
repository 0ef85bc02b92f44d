//! Branches, switches, computed gotos and phis have the shape of the source.

mod program;

use incise_frontend::Optimise;
use incise_ir::{BlockId, Id, Labels, LocalKind, Operand, Rvalue, StmtKind, TermKind, Type};
use program::{function, ir_program, n_branches, optimised, program, program_with, rvalues, statements, unsupported};

#[test]
fn each_condition_of_a_logical_operator_is_a_branch() {
    let module = program(
        "int f(int a, int b, int c) { if (a && b || c) return 1; return 0; }
         int g(int a) { return a > 0 ? a : a - 2; }
         int constants(int a) { return a > 0 ? 1 : 2; }
         int h(int a, int b) { return a && b; }
         int l(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; while (s > 9) s--; do s++; while (s < 3); return s; }
         int none(int a, int b) { return a + b; }",
    );
    assert_eq!(n_branches(function(&module, "f")), 3);
    assert_eq!(n_branches(function(&module, "g")), 1);
    // `a && b` as a value: one branch on `a`; `b` is the value.
    assert_eq!(n_branches(function(&module, "h")), 1);
    assert_eq!(n_branches(function(&module, "l")), 3);
    assert_eq!(n_branches(function(&module, "none")), 0);
    let n_selects =
        |name: &str| rvalues(function(&module, name)).filter(|value| matches!(value, Rvalue::Select { .. })).count();
    for name in ["f", "g", "constants", "h", "l"] {
        assert_eq!(n_selects(name), 0, "{name}");
    }
    // clang itself makes no branch of `?:` between two constants, at any level.
    assert_eq!(n_branches(function(&module, "constants")), 1);
}

#[test]
fn a_branch_stands_on_the_line_of_its_condition() {
    let module = program("int f(int a,\n      int b) {\n  if (a)\n    return 1;\n  return\n    b ? a\n      : b;\n}\n");
    let f = function(&module, "f");
    let lines: Vec<u32> = f
        .blocks
        .iter()
        .filter(|block| matches!(block.terminator.kind, TermKind::Branch { .. }))
        .map(|block| block.terminator.span.line)
        .collect();
    assert_eq!(lines, [3, 6]);
    assert_eq!(f.span.line, 1);
    assert!(module.files[f.span.file].path.ends_with("test.c"));
    assert_eq!(f.span.file.index(), 0);
}

#[test]
fn a_switch_has_its_cases_in_order() {
    let module = program(
        "int f(int x) { switch (x) { case 5: return 1; case -1: return 2; case 7 ... 9: return 3; case 12: default: return 4; } }
         int g(unsigned __int128 x) { switch (x) { case ((unsigned __int128)1 << 100): return 1; case 3: return 2; } return 0; }",
    );
    let cases = |name: &str| {
        let all = function(&module, name).blocks.iter();
        let found = all.filter_map(|block| match &block.terminator.kind {
            TermKind::Switch { cases, ty, .. } => Some((cases.clone(), module.types.get(*ty).clone())),
            _ => None,
        });
        found.collect::<Vec<_>>()
    };
    let f = cases("f");
    assert_eq!(f.len(), 1);
    assert_eq!(f[0].1, Type::Int(32));
    let labels = |cases: &[(Labels, BlockId)]| cases.iter().map(|(labels, _)| labels.0.clone()).collect::<Vec<_>>();
    assert_eq!(labels(&f[0].0), [vec![5], vec![0xffff_ffff], vec![7, 8, 9]]);
    let g = cases("g");
    assert_eq!(g[0].1, Type::Int(128));
    assert_eq!(labels(&g[0].0), [vec![1 << 100], vec![3]]);
}

#[test]
fn a_computed_goto_lists_its_labels() {
    let module = program("int f(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }");
    let f = function(&module, "f");
    let targets = f.blocks.iter().find_map(|block| match &block.terminator.kind {
        TermKind::IndirectGoto { targets, .. } => Some(targets.clone()),
        _ => None,
    });
    let mut targets = targets.expect("a computed goto");
    targets.sort();
    let table = module.globals.iter().find(|global| global.source_name == "f.t").expect("the table");
    let labels = match table.init.as_ref().expect("an initialiser") {
        incise_ir::Const::Aggregate { members, .. } => members.clone(),
        other => panic!("{other:?}"),
    };
    let mut named: Vec<_> = labels
        .iter()
        .map(|label| match label {
            incise_ir::Const::Label(id, block) => {
                assert_eq!(Some(*id), module.function("f"));
                *block
            }
            other => panic!("{other:?}"),
        })
        .collect();
    named.sort();
    assert_eq!(targets, named);
}

/// Two phis that swap, on a critical edge, and one block reached twice from one switch.
const SWAP: &str = r"
define i32 @swap(i32 %n, i1 %c) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, %n
  br i1 %again, label %loop, label %out
out:
  ret i32 %a
}
define i32 @twice(i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %same
                                i32 2, label %same ]
other:
  br label %same
same:
  %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %other ]
  ret i32 %r
}
";

#[test]
fn phis_are_copied_at_once_on_their_edge() {
    let module = ir_program(SWAP);
    let swap = function(&module, "swap");
    // entry, loop, out and one block for the edge from the loop to itself.
    assert_eq!(swap.blocks.len(), 4);
    let edge = &swap.blocks[incise_ir::BlockId::new(3)];
    let StmtKind::ParallelCopy(copies) = &edge.stmts[0].kind else { panic!("{edge:?}") };
    let named = |name: &str| swap.locals.iter_ids().find(|(_, local)| local.name == name).expect("a local").0;
    assert_eq!(
        copies.as_slice(),
        [
            (named("a"), Operand::Local(named("b"))),
            (named("b"), Operand::Local(named("a"))),
            (named("i"), Operand::Local(named("j"))),
        ]
    );
    assert_eq!(edge.terminator.kind, TermKind::Goto(incise_ir::BlockId::new(1)));
    let mut machine = program::scalar::Machine::new(&module);
    let id = module.function("swap").expect("defined");
    let results: Vec<_> = (1..5).map(|n| machine.call(id, &[n, 0])).collect();
    assert_eq!(results, [1, 2, 1, 2].map(program::scalar::Value::Int));

    let id = module.function("twice").expect("defined");
    let results: Vec<_> = (0..4).map(|n| machine.call(id, &[n])).collect();
    assert_eq!(results, [20, 10, 10, 20].map(program::scalar::Value::Int));
    let targets: Vec<_> = function(&module, "twice").blocks[incise_ir::BlockId::new(0)].terminator.kind.successors();
    // Both cases lead over the one edge.
    assert_eq!(targets.len(), 2);
}

/// A value of one target's phi is still needed on the way to the other.
const COMPUTED: &str = r"
define i32 @f(i32 %n) {
entry:
  %first = icmp eq i32 %n, 0
  %start = select i1 %first, ptr blockaddress(@f, %x), ptr blockaddress(@f, %y)
  indirectbr ptr %start, [label %x, label %y]
x:
  %p = phi i32 [ 5, %entry ], [ 6, %y ]
  ret i32 %p
y:
  %q = phi i32 [ 7, %entry ], [ %sum, %y ]
  %sum = add i32 %q, %n
  %more = icmp ult i32 %sum, 20
  %next = select i1 %more, ptr blockaddress(@f, %y), ptr blockaddress(@f, %x)
  %keep = icmp ugt i32 %sum, 100
  indirectbr ptr %next, [label %x, label %y]
}
";

#[test]
fn phis_behind_a_computed_goto_arrive() {
    let module = ir_program(COMPUTED);
    let mut machine = program::scalar::Machine::new(&module);
    let id = module.function("f").expect("defined");
    assert_eq!(machine.call(id, &[0]), program::scalar::Value::Int(5));
    assert_eq!(machine.call(id, &[4]), program::scalar::Value::Int(6));
    // No block was added: an address cannot lead to one.
    assert_eq!(module.functions[id].blocks.len(), 3);
}

#[test]
fn a_phi_that_is_a_variable_is_named_after_it() {
    let source =
        "int f(int n) { int total = 0; for (int step = 0; step < n; step++) total += total * step + 1; return total; }";
    let module = program_with(source, &optimised(Optimise::O1));
    let f = function(&module, "f");
    for name in ["total", "step"] {
        let variable = f.locals.iter().find(|local| local.name == name && local.kind == LocalKind::Variable);
        assert!(variable.is_some_and(|local| local.source_type.is_some()), "{name}: {:#?}", f.locals);
    }
    assert!(statements(f).any(|stmt| matches!(stmt.kind, StmtKind::ParallelCopy(_))));
}

#[test]
fn vector_code_is_represented() {
    let source = "void f(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + (a[i] ^ 5); }
                  float g(const float *a, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[n - 1 - i]; return s; }";
    let options = incise_frontend::Options { flags: vec!["-ffast-math".to_owned()], ..optimised(Optimise::O2) };
    let module = program_with(source, &options);
    assert_eq!(unsupported(&module), Vec::<String>::new());
    let f = function(&module, "f");
    let is_vector = |ty: &incise_ir::TypeId| matches!(module.types.get(*ty), Type::Vector { .. });
    assert!(rvalues(f).any(|value| matches!(value, Rvalue::Load { ty, .. } if is_vector(ty))));
    assert!(rvalues(f).any(|value| matches!(value, Rvalue::Binary { ty, .. } if is_vector(ty))));
    let g = function(&module, "g");
    let reversed = rvalues(g).any(|value| match value {
        Rvalue::Shuffle { mask, .. } => *mask == [Some(3), Some(2), Some(1), Some(0)],
        _ => false,
    });
    assert!(reversed);
}

#[test]
fn what_has_no_representation_is_an_error_only_where_it_stands() {
    let module = ir_program(
        r"
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
define i32 @f(ptr %p, <2 x ptr> %v) personality ptr @__gxx_personality_v0 {
entry:
  %moved = getelementptr i32, <2 x ptr> %v, i64 1
  invoke void @may_throw() to label %ok unwind label %bad
ok:
  ret i32 0
bad:
  %caught = landingpad { ptr, i32 } cleanup
  ret i32 1
}
",
    );
    let texts = unsupported(&module);
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[0].contains("getelementptr i32, <2 x ptr>"));
    assert!(texts[1].contains("invoke void @may_throw"));
    assert!(texts[2].contains("landingpad"));
}

#[test]
fn leaving_a_scope_is_a_plain_jump() {
    let module = program(
        "int rd(void);
         int f(unsigned n) { int k = 0; for (;;) { unsigned c = n--; if (c == 0) break; k++; } return k; }
         int g(int n) {
             for (int i = 0; i < n; i++) {
                 int a = rd();
                 if (a < 0) continue;
                 while (a > 0) {
                     int b = rd();
                     if (b == 1) break;
                     if (b == 2) return b;
                     if (b == 3) goto out;
                     int c[2] = {b, a};
                     a -= c[b & 1];
                     if (a == 7) continue;
                 }
             }
             return 0;
         out:
             return 3;
         }
         int h(int x) { int s = 0; for (;;) { int y = rd(); switch (y) { case 0: s++; continue; case 1: break; default: return s; } s += x; } }",
    );
    let n_switches = |name: &str| {
        let blocks = function(&module, name).blocks.iter();
        blocks.filter(|block| matches!(block.terminator.kind, TermKind::Switch { .. })).count()
    };
    assert_eq!((n_switches("f"), n_switches("g"), n_switches("h")), (0, 0, 1));
    for name in ["f", "g", "h"] {
        let body = function(&module, name);
        let made_up = statements(body).filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { dst, .. } => Some(&body.locals[*dst].name),
            _ => None,
        });
        assert_eq!(made_up.filter(|name| name.starts_with("cleanup")).count(), 0, "{name}");
    }
}
