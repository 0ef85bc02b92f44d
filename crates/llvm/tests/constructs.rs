//! Calls, constants, globals, atomics and linking.

mod program;

use incise_frontend::load;
use incise_ir::{
    AtomicOp, Callee, CastKind, Const, ConstExpr, Function, Module, Operand, Rvalue, StmtKind, TermKind, Type,
};
use program::{folder, function, ir_program, options, program, run_native, rvalues, statements, unsupported};

type Call = (Callee, Vec<(Operand, incise_ir::TypeId)>, Vec<Option<(u64, u32)>>, Option<u32>);

fn calls(module: &Module, function: &Function) -> Vec<(String, Call)> {
    let mut found = Vec::new();
    for stmt in statements(function) {
        if let StmtKind::Call { callee, args, byval, variadic, .. } = &stmt.kind {
            let name = match callee {
                Callee::Direct(id) => module.functions[*id].name.clone(),
                Callee::Indirect(_) => "(pointer)".to_owned(),
                Callee::Asm { .. } => "(asm)".to_owned(),
            };
            if !name.starts_with("llvm.lifetime") {
                found.push((name, (callee.clone(), args.clone(), byval.clone(), *variadic)));
            }
        }
    }
    found
}

fn init<'a>(module: &'a Module, name: &str) -> &'a Const {
    module.globals[module.global(name).expect(name)].init.as_ref().expect("an initialiser")
}

#[test]
fn library_calls_are_left_as_they_are_written() {
    let module = program(
        "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\nint f(const char *s) { printf(\"hello\\n\"); printf(\"%s\\n\", s); puts(s); free(malloc(3)); return strlen(\"abc\") + strcmp(s, \"\"); }",
    );
    let names: Vec<String> = calls(&module, function(&module, "f")).into_iter().map(|(name, _)| name).collect();
    for name in ["printf", "puts", "malloc", "free", "strcmp"] {
        assert!(names.contains(&name.to_owned()), "{name} in {names:?}");
    }
    assert_eq!(names.iter().filter(|name| *name == "printf").count(), 2);
}

#[test]
fn variadic_calls_tell_how_many_arguments_are_named() {
    let module = program(
        "#include <stdarg.h>\nint sum(int n, ...) { va_list list; va_start(list, n); int s = 0; while (n--) s += va_arg(list, int); va_end(list); return s; }
         int f(void) { return sum(2, 3, 4); } int old(); int g(void) { return old(1, 2); }",
    );
    let sum = function(&module, "sum");
    assert!(sum.variadic);
    assert_eq!(sum.params.len(), 1);
    let names: Vec<String> = calls(&module, sum).into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| name.starts_with("llvm.va_start")), "{names:?}");
    let f = calls(&module, function(&module, "f"));
    assert_eq!((f[0].1.1.len(), f[0].1.3), (3, Some(1)));
    assert_eq!(unsupported(&module), Vec::<String>::new());
}

#[test]
fn records_are_passed_and_returned_as_the_machine_does() {
    let module = program(
        "struct big { long a[10]; }; struct small { int a, b; };
         long take(int before, struct big given) { return given.a[3] + before; }
         struct big make(int x) { struct big b = {{x}}; return b; }
         struct small pair(struct small s) { return s; }
         short narrow(short n) { return n; }
         long f(void) { struct big b = make(3); return take(1, b); }",
    );
    let take = function(&module, "take");
    assert_eq!(take.params[0].byval, None);
    assert_eq!(take.params[1].byval, Some((80, 8)));
    assert_eq!(take.locals[take.params[1].local].name, "given");
    let make = function(&module, "make");
    assert!(make.params[0].sret);
    assert!(!make.params[1].sret);
    assert_eq!(*module.types.get(make.ret), Type::Void);
    assert!(function(&module, "narrow").params[0].signed);
    assert!(!take.params[0].signed);
    let f = calls(&module, function(&module, "f"));
    let passed = &f.iter().find(|(name, _)| name == "take").expect("the call").1;
    assert_eq!(passed.2, [None, Some((80, 8))]);
}

#[test]
fn calls_through_pointers_and_aliases_and_assembly() {
    let module = program(
        "int one(int x) { return x; } extern int other(int) __attribute__((alias(\"one\")));
         int (*pointer)(int) = one; int f(int x) { int r; __asm__ volatile(\"movl %1, %0\" : \"=r\"(r) : \"r\"(x)); return other(x) + pointer(x) + r; }
         int value = 5; extern int same __attribute__((alias(\"value\"))); int g(void) { return same; }",
    );
    let f = calls(&module, function(&module, "f"));
    let names: Vec<&str> = f.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["(asm)", "one", "(pointer)"]);
    let Callee::Asm { text, constraints } = &f[0].1.0 else { panic!() };
    assert!(text.contains("movl $1, $0") && constraints.starts_with("=r,r"), "{text} {constraints}");
    assert_eq!(*init(&module, "pointer"), Const::Function(module.function("one").expect("one")));
    let loaded = rvalues(function(&module, "g")).find_map(|value| match value {
        Rvalue::Load { ptr: Operand::Const(id), .. } => Some(module.consts[*id].clone()),
        _ => None,
    });
    assert_eq!(loaded, Some(Const::Global { id: module.global("value").expect("value"), offset: 0 }));
}

#[test]
fn an_ifunc_is_an_error_where_it_is_called() {
    let module = program(
        "static int one(void) { return 1; } static void *choose(void) { return one; }
         int chosen(void) __attribute__((ifunc(\"choose\"))); int f(void) { return chosen(); }",
    );
    let texts = unsupported(&module);
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(texts[0].contains("ifunc chosen"));
}

#[test]
fn initialisers_have_the_bytes_of_the_native_program() {
    let source = "double d = 0.1; float f = -3.5e-40f; long double ld = -0.1L; __int128 w = -(((__int128)7 << 100) + 9); \
                  unsigned char s[5] = \"ab\\377\"; short many[3] = {1, -2, 3}; _Float16 h = 1.5f16; __bf16 b = 1.5f; __float128 q = 0.1q;";
    let main = format!(
        "#include <stdio.h>\n{source}\nstatic void show(void *p, int n) {{ while (n--) printf(\"%02x\", ((unsigned char *)p)[n]); puts(\"\"); }}\n\
         int main(void) {{ show(&d, 8); show(&f, 4); show(&ld, 10); show(&w, 16); show(s, 5); show(many, 6); show(&h, 2); show(&b, 2); show(&q, 16); return 0; }}"
    );
    let printed = run_native(&[&main], &[]);
    let native: Vec<u128> = printed.lines().map(|line| u128::from_str_radix(line, 16).expect("hexadecimal")).collect();
    let module = program(source);
    let bits = |name: &str| match init(&module, name) {
        Const::Bits { value, .. } => *value,
        Const::Bytes(bytes) => bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte)),
        Const::Aggregate { members, .. } => members.iter().rev().fold(0, |all, member| match member {
            Const::Bits { width: 16, value } => all << 16 | value,
            other => panic!("{other:?}"),
        }),
        other => panic!("{other:?}"),
    };
    let found: Vec<u128> = ["d", "f", "ld", "w", "s", "many", "h", "b", "q"].map(bits).to_vec();
    assert_eq!(found, native);
    assert!(matches!(init(&module, "ld"), Const::Bits { width: 80, .. }));
    assert_eq!(*init(&module, "s"), Const::Bytes(b"ab\xff\0\0".to_vec()));
}

#[test]
fn floats_of_instructions_are_their_bits() {
    let module = program(
        "double f(double x) { return x * 0.1; } float g(float x) { return x + 1.5f; } long double h(long double x) { return x * 0.5L; }",
    );
    let right = |name: &str| {
        rvalues(function(&module, name)).find_map(|value| match value {
            Rvalue::Binary { right, .. } => Some(*right),
            _ => None,
        })
    };
    assert_eq!(right("f"), Some(Operand::Int(0.1f64.to_bits())));
    assert_eq!(right("g"), Some(Operand::Int(u64::from(1.5f32.to_bits()))));
    let Some(Operand::Const(id)) = right("h") else { panic!() };
    // Sign 0, exponent 16382, explicit leading one: Intel's manual, volume 1, section 4.2.2.
    assert_eq!(module.consts[id], Const::Bits { width: 80, value: 0x3ffe_8000_0000_0000_0000 });
}

#[test]
fn addresses_in_initialisers_are_a_global_and_an_offset() {
    let module = program(
        "struct node { struct node *next; int a[4]; } nodes[3] = {{&nodes[1]}, {&nodes[2]}}; int *cell = &nodes[1].a[2];
         char *text = \"hello\" + 2; unsigned long number = (unsigned long)&nodes[1]; extern int elsewhere[]; int *far = &elsewhere[-1];
         void *nothing = 0; int undefined_order;",
    );
    let nodes = module.global("nodes").expect("nodes");
    assert_eq!(*init(&module, "cell"), Const::Global { id: nodes, offset: 24 + 8 + 8 });
    let Const::Global { id, offset: 2 } = init(&module, "text") else { panic!() };
    assert_eq!(module.globals[*id].init, Some(Const::Bytes(b"hello\0".to_vec())));
    assert!(module.globals[*id].constant && module.globals[*id].internal);
    let Const::Expr(expr) = init(&module, "number") else { panic!() };
    let ConstExpr::Cast { kind: CastKind::PtrToInt, value: Const::Global { offset: 24, .. }, .. } = **expr else {
        panic!()
    };
    let elsewhere = module.global("elsewhere").expect("elsewhere");
    assert_eq!(*init(&module, "far"), Const::Global { id: elsewhere, offset: -4 });
    assert_eq!(module.globals[elsewhere].init, None);
    assert_eq!(*init(&module, "nothing"), Const::Null);
    assert_eq!(*init(&module, "undefined_order"), Const::Bits { width: 32, value: 0 });
    let Const::Aggregate { members, .. } = init(&module, "nodes") else { panic!() };
    assert!(matches!(members[2], Const::Zero(_)));
}

#[test]
fn numbers_wider_than_128_bits_keep_all_bits() {
    let module = ir_program("@wide = global i200 -4707826301540010572876842067405749824422445484582593774795");
    let Const::Wide { width: 200, words } = init(&module, "wide") else { panic!("{:?}", init(&module, "wide")) };
    // 2^200 - 3·2^190 - 12345678901234567890123, in 64-bit words, by another language's big integers.
    assert_eq!(words.as_slice(), [0xbd49b1898ebdbb35, 0xfffffffffffffd62, 0x3fffffffffffffff, 0xff]);
}

#[test]
fn globals_know_where_they_come_from() {
    let module = program(
        "static const int table[] = {1, 2};\n_Thread_local int mine = 4;\nextern int theirs;\n_Alignas(32) char room[3];\nint f(int i) {\n  static int counter;\n  { static int counter = 5; mine += counter++; }\n  return table[i] + theirs + counter++;\n}\n",
    );
    let global = |name: &str| &module.globals[module.global(name).expect(name)];
    assert!(global("table").constant && global("table").internal);
    assert!(global("mine").thread_local && !global("mine").internal && !global("mine").constant);
    assert_eq!(global("theirs").init, None);
    assert_eq!((global("room").align, global("room").size), (32, 3));
    let statics: Vec<_> = module.globals.iter().filter(|global| global.source_name == "f.counter").collect();
    assert_eq!(statics.iter().map(|global| global.span.line).collect::<Vec<_>>(), [6, 7]);
    assert_eq!(global("mine").span.line, 2);
}

#[test]
fn constructors_and_destructors_come_in_the_order_of_a_native_run() {
    let declare = |name: &str, attribute: &str| {
        format!("__attribute__(({attribute})) static void {name}(void) {{ printf(\"{name} \"); fflush(stdout); }}\n")
    };
    let source = "#include <stdio.h>\n".to_owned()
        + &declare("c_late", "constructor(300)")
        + &declare("c_early", "constructor(200)")
        + &declare("c_plain", "constructor")
        + &declare("c_plain2", "constructor")
        + &declare("d_late", "destructor(300)")
        + &declare("d_early", "destructor(200)")
        + &declare("d_plain", "destructor")
        + &declare("d_plain2", "destructor")
        + "int main(void) { printf(\"main \"); return 0; }";
    let native = run_native(&[&source], &[]);
    let module = program(&source);
    let names = |ids: &[incise_ir::FuncId]| ids.iter().map(|id| module.functions[*id].name.clone()).collect::<Vec<_>>();
    let mut order = names(&module.constructors);
    order.push("main".to_owned());
    order.extend(names(&module.destructors));
    assert_eq!(order.join(" "), native.trim_end());
}

#[test]
fn atomics_are_told_apart() {
    let module = program(
        "#include <stdatomic.h>\natomic_int a; int f(int v) { int e = 3; atomic_fetch_sub(&a, v); atomic_fetch_xor(&a, v); atomic_exchange(&a, v);
         atomic_compare_exchange_strong(&a, &e, v); atomic_thread_fence(memory_order_seq_cst); atomic_store(&a, v); return atomic_load(&a); }",
    );
    let f = function(&module, "f");
    let ops: Vec<AtomicOp> = rvalues(f)
        .filter_map(|value| match value {
            Rvalue::AtomicRmw { op, .. } => Some(*op),
            _ => None,
        })
        .collect();
    assert_eq!(ops, [AtomicOp::Sub, AtomicOp::Xor, AtomicOp::Xchg]);
    assert_eq!(rvalues(f).filter(|value| matches!(value, Rvalue::CmpXchg { .. })).count(), 1);
    assert_eq!(rvalues(f).filter(|value| matches!(value, Rvalue::Load { atomic: true, .. })).count(), 1);
    let kinds: Vec<&StmtKind> = statements(f).map(|stmt| &stmt.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, StmtKind::Fence)).count(), 1);
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, StmtKind::Store { atomic: true, .. })).count(), 1);
    let result = rvalues(f).find_map(|value| match value {
        Rvalue::Extract { path, .. } => Some(path.clone()),
        _ => None,
    });
    assert!(result.is_some());
}

#[test]
fn promises_of_the_compiler_are_kept() {
    let module = program("int f(int a, unsigned b) { return (a + 1) * 3 + (b + 1u) + (a << 2); }");
    let flags: Vec<_> = rvalues(function(&module, "f"))
        .filter_map(|value| match value {
            Rvalue::Binary { op, flags, .. } => Some((*op, flags.nsw, flags.nuw)),
            _ => None,
        })
        .collect();
    use incise_ir::BinaryOp::{Add, Mul, Shl};
    // C11 6.5p5 makes signed overflow undefined, 6.5.7p4 left shifts of signed values that lose bits; unsigned wraps, and the sums with `b`
    // are unsigned.
    assert_eq!(
        flags,
        [
            (Add, true, false),
            (Mul, true, false),
            (Add, false, false),
            (Add, false, false),
            (Shl, true, true),
            (Add, false, false)
        ]
    );
    let module = ir_program(
        "define i32 @f(i32 %a) {\n %b = lshr exact i32 %a, 2\n %c = shl nuw nsw i32 %b, 1\n %d = getelementptr inbounds i8, ptr null, i32 %c\n %e = ptrtoint ptr %d to i32\n ret i32 %e\n}",
    );
    let f = function(&module, "f");
    assert!(rvalues(f).any(|value| matches!(value, Rvalue::Binary { flags, .. } if flags.exact)));
    assert!(rvalues(f).any(|value| matches!(value, Rvalue::Binary { flags, .. } if flags.nsw && flags.nuw)));
    assert!(rvalues(f).any(|value| matches!(value, Rvalue::Offset { inbounds: true, .. })));
}

#[test]
fn files_are_linked_and_clashing_statics_stay_apart() {
    let files: [(&str, &[u8]); 2] = [
        ("a.c", b"static int hidden = 1; static int get(void) { return hidden; } int b(void); int main(void) { return get() + b(); }"),
        ("b.c", b"static int hidden = 2; static int get(void) { return hidden; } int b(void) { return get(); }"),
    ];
    let folder = folder(&files);
    let module =
        load(&[folder.path().join("a.c"), folder.path().join("b.c")], &options()).unwrap_or_else(|e| panic!("{e}"));
    let hidden: Vec<_> = module.globals.iter().filter(|global| global.source_name == "hidden").collect();
    assert_eq!(hidden.len(), 2);
    assert_ne!(hidden[0].name, hidden[1].name);
    let value = |function: &Function| {
        rvalues(function).find_map(|value| match value {
            Rvalue::Load { ptr: Operand::Const(id), .. } => match &module.consts[*id] {
                Const::Global { id, .. } => module.globals[*id].init.clone(),
                _ => None,
            },
            _ => None,
        })
    };
    // Each `get` reads its own file's variable.
    let called = |name: &str| match &calls(&module, function(&module, name))[0].1.0 {
        Callee::Direct(id) => module.functions[*id].clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(value(&called("main")), Some(Const::Bits { width: 32, value: 1 }));
    assert_eq!(value(&called("b")), Some(Const::Bits { width: 32, value: 2 }));
    assert_eq!(called("b").source_name, "get");
    // The call of the other file's function is direct, and spans name their own file.
    let b = function(&module, "b");
    assert!(!b.is_declaration());
    assert!(module.files[b.span.file].path.ends_with("b.c"));
    assert!(module.files[function(&module, "main").span.file].path.ends_with("a.c"));
}

#[test]
fn c_text_and_bitcode_can_be_mixed() {
    let folder = folder(&[
        ("a.c", b"int b(int); int c(int); int main(void) { return b(1) + c(2); }"),
        ("b.c", b"int b(int x) { return x; }"),
        ("c.ll", b"define i32 @c(i32 %x) { ret i32 %x }"),
    ]);
    program::clang(&["-c", "-emit-llvm", "b.c", "-o", "b.bc"], folder.path());
    let inputs = ["a.c", "b.bc", "c.ll"].map(|name| folder.path().join(name));
    let module = load(&inputs, &options()).unwrap_or_else(|e| panic!("{e}"));
    for name in ["main", "b", "c"] {
        assert!(!function(&module, name).is_declaration(), "{name}");
    }
}

#[test]
fn noreturn_and_unreachable_are_seen() {
    let module = program(
        "#include <stdlib.h>\nint f(int x) { if (x) exit(1); return 0; } int g(int x) { if (x) __builtin_unreachable(); return x; }",
    );
    assert!(function(&module, "exit").noreturn && function(&module, "exit").is_declaration());
    let ends = |name: &str| {
        let blocks = function(&module, name).blocks.iter();
        blocks.filter(|block| block.terminator.kind == TermKind::Unreachable).count()
    };
    assert_eq!((ends("f"), ends("g")), (1, 1));
}

#[test]
fn functions_are_numbered_in_the_order_of_the_module() {
    let module = ir_program(
        "declare i32 @outside(i32)\ndefine void @first() {\n ret void\n}\ndeclare i64 @llvm.ctpop.i64(i64)\ndefine i64 @last(i64 %x) {\n %y = call i64 @llvm.ctpop.i64(i64 %x)\n ret i64 %y\n}",
    );
    let names: Vec<&str> = module.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["outside", "first", "llvm.ctpop.i64", "last"]);
    assert_eq!(calls(&module, function(&module, "last"))[0].0, "llvm.ctpop.i64");
}

#[test]
fn memory_of_other_address_spaces_is_not_taken_for_the_programs() {
    let module = program("int f(int __seg_fs *p) { return *p; } int g(int *p) { return *p; }");
    let texts = unsupported(&module);
    assert!(texts.iter().any(|text| text.contains("load i32, ptr addrspace(257)")), "{texts:?}");
    assert!(statements(function(&module, "g")).all(|stmt| !matches!(stmt.kind, StmtKind::Unsupported(_))));
}

#[test]
fn names_given_in_the_source_for_the_linker_are_used() {
    let module = program("int f(void) __asm__(\"other\"); int f(void) { return 1; }");
    assert_eq!(function(&module, "other").source_name, "f");
    let module = ir_program("define void @\"\\01_plain\"() {\n ret void\n}");
    assert!(module.function("_plain").is_some());
}
