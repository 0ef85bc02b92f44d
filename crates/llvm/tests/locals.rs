//! Variables whose address nobody takes are locals with the source's names; others are memory.

mod program;

use incise_frontend::Optimise;
use incise_ir::{Id, LocalKind, Operand, Rvalue, SourceType, StmtKind, Type};
use program::{function, ir_program, local, optimised, program, program_with, rvalues, statements};

#[test]
fn scalars_become_variables_with_their_names_types_and_lines() {
    let module = program(
        "int f(int count, const char *text) {\n  long total = 0;\n  double ratio;\n  unsigned char small = 3;\n\
         ratio = total;\n  _Bool done = text == 0;\n  return count + (int)ratio + small + done;\n}\n",
    );
    let f = function(&module, "f");
    assert!(rvalues(f).all(|value| !matches!(value, Rvalue::Alloca { .. } | Rvalue::Load { .. })));
    assert!(statements(f).all(|stmt| !matches!(stmt.kind, StmtKind::Store { .. })));
    let expect = [("total", 2, "long"), ("ratio", 3, "double"), ("small", 4, "unsigned char"), ("done", 6, "_Bool")];
    for (name, line, written) in expect {
        let variable = local(f, name, LocalKind::Variable).expect(name);
        assert_eq!(variable.span.line, line, "{name}");
        let source = &module.source_types[variable.source_type.expect("a type")];
        let (SourceType::Int { name: found, .. } | SourceType::Float { name: found, .. }) = source else {
            panic!("{source:?}")
        };
        assert_eq!(found, written);
    }
    for name in ["count", "text"] {
        for kind in [LocalKind::Param, LocalKind::Variable] {
            let found = local(f, name, kind).expect(name);
            assert!(found.source_type.is_some());
            assert_eq!(found.span.line, 1);
        }
    }
    assert_eq!(f.params.len(), 2);
    assert_eq!(f.params[1].local.index(), 1);
    assert_eq!(*module.types.get(f.locals[f.params[1].local].ty), Type::Ptr);
}

#[test]
fn a_read_takes_the_value_before_a_later_write() {
    // `i++ + i++` aside: `int r = i; i = 5; return r;` must give the old value.
    let module = program("int f(int i) { int r = i; i = 5; return r; }");
    let id = module.function("f").expect("defined");
    let result = program::scalar::Machine::new(&module).call(id, &[3]);
    assert_eq!(result, program::scalar::Value::Int(3));
}

#[test]
fn each_assignment_of_the_source_is_an_assignment_to_the_variable() {
    let module = program("int f(int a) {\n  int r;\n  r = a;\n  r += 2;\n  if (a)\n    r = 7;\n  return r;\n}\n");
    let f = function(&module, "f");
    let (id, _) =
        f.locals.iter_ids().find(|(_, local)| local.name == "r" && local.kind == LocalKind::Variable).expect("r");
    let writes: Vec<(u32, bool)> = statements(f)
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { dst, value } if *dst == id => Some((stmt.span.line, *value == Rvalue::Uninit)),
            _ => None,
        })
        .collect();
    assert_eq!(writes, [(2, true), (3, false), (4, false), (6, false)]);
}

#[test]
fn what_has_its_address_taken_is_memory() {
    let module = program(
        "void use(int *p);
         int taken(int x) { int a = x; use(&a); return a; }
         int changing(int x) { volatile int v = x; return v; }
         int array(int x) { int many[3] = {x}; return many[1]; }
         struct s { int a, b; }; int record(int x) { struct s pair; pair.a = x; pair.b = 2; return pair.b; }
         int open_array(int n) { int room[n]; return room[0]; }",
    );
    for (name, variable) in
        [("taken", "a"), ("changing", "v"), ("array", "many"), ("record", "pair"), ("open_array", "room")]
    {
        let f = function(&module, name);
        let names: Vec<&str> = rvalues(f)
            .filter_map(|value| match value {
                Rvalue::Alloca { name, .. } => Some(name.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(names, [variable], "{name}");
        assert!(local(f, variable, LocalKind::Variable).is_none());
    }
    let changing = function(&module, "changing");
    assert!(rvalues(changing).any(|value| matches!(value, Rvalue::Load { volatile: true, .. })));
    // The parameter of a function whose variable is memory still has its name.
    let module = program("void use(int *p); int f(int given) { use(&given); return given; }");
    let f = function(&module, "f");
    assert_eq!(f.locals[f.params[0].local].name, "given");
    assert!(f.locals[f.params[0].local].source_type.is_some());
}

#[test]
fn stack_objects_have_size_alignment_and_type() {
    let module =
        program("void use(void *); void f(int n) { _Alignas(64) char room[100]; long many[n]; use(room); use(many); }");
    let f = function(&module, "f");
    let objects: Vec<_> = rvalues(f)
        .filter_map(|value| match value {
            Rvalue::Alloca { elem_size, count, align, name, source_type, .. } => {
                Some((name.clone(), *elem_size, *count, *align, *source_type))
            }
            _ => None,
        })
        .collect();
    assert_eq!(objects.len(), 2, "{objects:?}");
    assert_eq!((objects[0].0.as_str(), objects[0].1, objects[0].2, objects[0].3), ("room", 100, Operand::Int(1), 64));
    let SourceType::Array { len: Some(100), size: 100, .. } = module.source_types[objects[0].4.expect("a type")] else {
        panic!()
    };
    assert_eq!(objects[1].1, 8);
    assert!(matches!(objects[1].2, Operand::Local(_)));
}

#[test]
fn lifetimes_of_memory_are_kept() {
    let module = program("void use(int *); void f(void) { for (int i = 0; i < 3; i++) { int a; use(&a); } }");
    let f = function(&module, "f");
    let called = |prefix: &str| {
        statements(f)
            .filter(|stmt| match &stmt.kind {
                StmtKind::Call { callee: incise_ir::Callee::Direct(id), .. } => {
                    module.functions[*id].name.starts_with(prefix)
                }
                _ => false,
            })
            .count()
    };
    assert_eq!(called("llvm.lifetime.start"), 1);
    assert_eq!(called("llvm.lifetime.end"), 1);
    assert_eq!(called("llvm.dbg"), 0);
}

#[test]
fn optimised_parameters_and_values_keep_their_names() {
    let source = "int f(int width, int height) { int area = width * height; int half = area / 2; return area > 100 ? half : area; }";
    for optimise in [Optimise::O1, Optimise::O2] {
        let module = program_with(source, &optimised(optimise));
        let f = function(&module, "f");
        assert_eq!(
            f.params.iter().map(|param| f.locals[param.local].name.as_str()).collect::<Vec<_>>(),
            ["width", "height"]
        );
        assert!(f.locals.iter().any(|local| local.name == "area" && local.source_type.is_some()));
    }
}

#[test]
fn pointer_casts_of_older_compilers_do_not_hide_variables() {
    // What bitcode of clang 14 looks like to LLVM 19.
    let module = ir_program(
        "define i32 @f(i32 %a) {\n  %x = alloca i32\n  %cast = bitcast ptr %x to ptr\n  call void @llvm.lifetime.start.p0(i64 4, ptr %cast)\n  \
         store i32 %a, ptr %cast\n  %again = bitcast ptr %cast to ptr\n  %y = load i32, ptr %again\n  ret i32 %y\n}\n\
         declare void @llvm.lifetime.start.p0(i64, ptr)\n\
         define ptr @g() {\n  %x = alloca ptr\n  %cast = bitcast ptr %x to ptr\n  store ptr %cast, ptr %x\n  %y = load ptr, ptr %x\n  ret ptr %y\n}\n\
         define i32 @h() {\n  ret i32 0\nunreached:\n  %x = bitcast ptr %x to ptr\n  %y = load i32, ptr %x\n  ret i32 %y\n}\n",
    );
    let id = module.function("f").expect("defined");
    assert_eq!(program::scalar::Machine::new(&module).call(id, &[7]), program::scalar::Value::Int(7));
    assert!(local(&module.functions[id], "x", LocalKind::Variable).is_some());
    // A slot that holds its own address is memory.
    assert!(local(function(&module, "g"), "x", LocalKind::Variable).is_none());
}

#[test]
fn optimised_memory_keeps_its_names() {
    let source = "void use(void *); int f(int x) { int taken = x; use(&taken); struct { int a, b; } pair = {x, 2}; use(&pair); return taken + pair.b; }";
    let module = program_with(source, &optimised(Optimise::O2));
    let names: Vec<&str> = rvalues(function(&module, "f"))
        .filter_map(|value| match value {
            Rvalue::Alloca { name, source_type: Some(_), .. } => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["taken", "pair"]);
    let f = function(&module, "f");
    assert_eq!(f.locals[f.params[0].local].name, "x");
}
