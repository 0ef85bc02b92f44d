//! Sizes, offsets and source types agree with what a native program prints.

mod program;

use incise_ir::{Module, Rvalue, SourceType, SourceTypeId, Type};
use program::{function, program, run_native, rvalues};

const TYPES: &str = r"
enum color { RED = -1, GREEN, BLUE = 7 };
typedef unsigned long word;
struct node {
    char tag;
    struct node *next;
    union { int i; double d; char raw[9]; } u;
    short s;
    unsigned low : 3, high : 13;
    enum color color;
    int grid[2][3];
    long double ld;
    word w;
    const volatile char *(*callback)(int, ...);
    _Bool flag;
};
struct __attribute__((packed)) tight { char a; int b; short c; };
struct node the_node;
struct tight the_tight;
enum color the_color;
";

fn peel(module: &Module, mut id: SourceTypeId) -> &SourceType {
    loop {
        match &module.source_types[id] {
            SourceType::Alias { ty, .. } | SourceType::Qualified { ty, .. } => id = *ty,
            other => return other,
        }
    }
}

#[test]
fn record_offsets_are_those_of_the_compiler() {
    let fields = ["tag", "next", "u", "s", "color", "grid", "ld", "w", "callback", "flag"];
    let mut main = format!("#include <stdio.h>\n#include <stddef.h>\n{TYPES}\nint main(void) {{\n");
    for field in fields {
        main += &format!(
            "printf(\"{field} %zu %zu\\n\", offsetof(struct node, {field}), sizeof(((struct node *)0)->{field}));\n"
        );
    }
    main += "printf(\"%zu %zu %zu\\n\", sizeof(struct node), _Alignof(struct node), offsetof(struct tight, c)); return 0; }";
    let printed = run_native(&[&main], &[]);
    let mut lines = printed.lines();
    let module = program(TYPES);
    let global = &module.globals[module.global("the_node").expect("the global")];
    let SourceType::Record { name, union: false, size, fields: found } =
        peel(&module, global.source_type.expect("a type"))
    else {
        panic!()
    };
    assert_eq!(name, "node");
    for field in fields {
        let entry = found.iter().find(|entry| entry.name == field).expect(field);
        let line = format!("{field} {} {}", entry.bit_offset / 8, entry.bit_size / 8);
        assert_eq!(Some(line.as_str()), lines.next());
        // The machine type has a member there, too.
        let Type::Struct { fields: machine, .. } = module.types.get(global.ty) else { panic!() };
        assert!(machine.iter().any(|member| member.offset == entry.bit_offset / 8), "{field}");
    }
    let tight = &module.globals[module.global("the_tight").expect("the global")];
    let SourceType::Record { fields: packed, .. } = peel(&module, tight.source_type.expect("a type")) else { panic!() };
    let line = format!("{size} {} {}", global.align, packed[2].bit_offset / 8);
    assert_eq!(lines.next(), Some(line.as_str()));
    assert_eq!(global.size, *size);
    assert_eq!(module.types.store_size(global.ty), *size);
}

#[test]
fn bit_fields_have_their_bits() {
    let module = program(TYPES);
    let global = &module.globals[module.global("the_node").expect("the global")];
    let SourceType::Record { fields, .. } = peel(&module, global.source_type.expect("a type")) else { panic!() };
    let bits = |name: &str| {
        let field = fields.iter().find(|field| field.name == name).expect(name);
        (field.bit_offset, field.bit_size)
    };
    let (low, high) = (bits("low"), bits("high"));
    assert_eq!((low.1, high.1), (3, 13));
    assert_eq!(high.0, low.0 + 3);
    // Where the compiler puts them, seen from the bytes of an object with all bits of `low` and `high` set.
    let main = format!(
        "#include <stdio.h>\n#include <string.h>\n{TYPES}\nint main(void) {{ struct node n; memset(&n, 0, sizeof n); \
         n.low = 7; unsigned char *b = (void *)&n; for (int i = 0; i < sizeof n; i++) for (int j = 0; j < 8; j++) \
         if (b[i] >> j & 1) {{ printf(\"%d\", 8 * i + j); return 0; }} return 1; }}"
    );
    assert_eq!(run_native(&[&main], &[]), low.0.to_string());
}

#[test]
fn source_types_are_complete_and_recursion_ends() {
    let module = program(TYPES);
    let global = &module.globals[module.global("the_node").expect("the global")];
    let id = global.source_type.expect("a type");
    let SourceType::Record { fields, .. } = peel(&module, id) else { panic!() };
    let ty = |name: &str| peel(&module, fields.iter().find(|field| field.name == name).expect(name).ty);
    let SourceType::Pointer { to } = ty("next") else { panic!() };
    assert_eq!(*to, id);
    let SourceType::Record { union: true, fields: members, size: 16, .. } = ty("u") else { panic!("{:?}", ty("u")) };
    assert_eq!(members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>(), ["i", "d", "raw"]);
    let SourceType::Enum { name, signed: true, size: 4, values } = ty("color") else { panic!() };
    assert_eq!(name, "color");
    assert_eq!(*values, [("RED".to_owned(), -1), ("GREEN".to_owned(), 0), ("BLUE".to_owned(), 7)]);
    let SourceType::Array { len: Some(2), elem, size: 24 } = ty("grid") else { panic!() };
    let SourceType::Array { len: Some(3), elem, size: 12 } = &module.source_types[*elem] else { panic!() };
    let SourceType::Int { name, signed: true, size: 4, .. } = &module.source_types[*elem] else { panic!() };
    assert_eq!(name, "int");
    let SourceType::Pointer { to } = ty("callback") else { panic!() };
    let SourceType::Function { ret, params, variadic: true } = &module.source_types[*to] else { panic!() };
    assert_eq!(params.len(), 1);
    let SourceType::Pointer { to } = &module.source_types[*ret] else { panic!() };
    let SourceType::Qualified { .. } = &module.source_types[*to] else { panic!() };
    let SourceType::Int { signed: true, character: true, size: 1, .. } = peel(&module, *to) else { panic!() };
    let SourceType::Int { boolean: true, signed: false, .. } = ty("flag") else { panic!() };
    let SourceType::Float { size: 16, .. } = ty("ld") else { panic!() };
    let w = fields.iter().find(|field| field.name == "w").expect("w").ty;
    let SourceType::Alias { name, .. } = &module.source_types[w] else { panic!() };
    assert_eq!(name, "word");
    let SourceType::Int { signed: false, size: 8, .. } = ty("w") else { panic!() };
}

#[test]
fn pointer_arithmetic_is_folded_to_bytes() {
    let source = format!(
        "{TYPES}
        int *cell(struct node *n, long i, int j) {{ return &n[3].grid[i][j]; }}
        char *back(char *p) {{ return p - 5; }}
        int *next(int *p, unsigned char k) {{ return p + k; }}"
    );
    let main = format!(
        "#include <stdio.h>\n#include <stddef.h>\n{TYPES}\nint main(void) {{ printf(\"%zu\", 3 * sizeof(struct node) + offsetof(struct node, grid)); return 0; }}"
    );
    let start: i64 = run_native(&[&main], &[]).parse().expect("a number");
    let module = program(&source);
    // clang makes one step for each part of the expression: what counts is the sum and the scales.
    let steps = |name: &str| {
        let mut sum = 0;
        let mut scales = Vec::new();
        for value in rvalues(function(&module, name)) {
            if let Rvalue::Offset { offset, indices, .. } = value {
                sum += offset;
                scales.extend(indices.iter().map(|(_, _, scale)| *scale));
            }
        }
        (sum, scales)
    };
    assert_eq!(steps("cell"), (start, vec![12, 4]));
    assert_eq!(steps("back"), (-5, vec![]));
    assert_eq!(steps("next"), (0, vec![4]));
}

#[test]
fn enough_room_between_elements_of_odd_types() {
    let module = program("long double a[3]; struct { char c; __int128 w; } b[2]; float _Complex c[2];");
    let array = |name: &str| {
        let global = &module.globals[module.global(name).expect(name)];
        match module.types.get(global.ty) {
            Type::Array { len, stride, .. } => (*len, *stride, global.size),
            other => panic!("{other:?}"),
        }
    };
    let printed = run_native(
        &[
            "#include <stdio.h>\nint main(void) { struct s { char c; __int128 w; }; printf(\"%zu %zu %zu\", sizeof(long double), sizeof(struct s), sizeof(float _Complex)); return 0; }",
        ],
        &[],
    );
    let sizes: Vec<u64> = printed.split(' ').map(|size| size.parse().expect("a number")).collect();
    assert_eq!(array("a"), (3, sizes[0], 3 * sizes[0]));
    assert_eq!(array("b"), (2, sizes[1], 2 * sizes[1]));
    assert_eq!(array("c"), (2, sizes[2], 2 * sizes[2]));
}
