//! How large the circuits are, after folding and sharing: `cargo test --test sizes -- --nocapture` prints the table.

mod gates;

use gates::Count;
use incise_circuit::float::{self, Rounding};
use incise_circuit::{Format, integer};

fn size(name: &str, build: impl FnOnce(&mut Count)) -> usize {
    let mut count = Count::default();
    build(&mut count);
    let total = count.n_two_input + count.n_wide;
    println!("{name:24} {total:8} gates, of which {:7} mux, majority and xor3", count.n_wide);
    total
}

#[test]
fn float_circuits_stay_lean() {
    for (name, format) in [("f32", Format::F32), ("f64", Format::F64)] {
        let binary = |op: &str, f: fn(&mut Count, Format, &[i64], &[i64]) -> Vec<i64>| {
            size(&format!("{name} {op}"), |g| {
                let (a, b) = (g.input(format.width()), g.input(format.width()));
                f(g, format, &a, &b);
            })
        };
        let add = binary("add", float::add);
        let mul = binary("mul", float::mul);
        let div = binary("div", float::div);
        binary("rem", |g, format, a, b| float::rem(g, format, a, b).expect("at most 11 exponent bits"));
        binary("eq", |g, format, a, b| vec![float::eq(g, format, a, b)]);
        binary("lt", |g, format, a, b| vec![float::lt(g, format, a, b)]);
        binary("le", |g, format, a, b| vec![float::le(g, format, a, b)]);
        let unary = |op: &str, f: &dyn Fn(&mut Count, &[i64])| {
            size(&format!("{name} {op}"), |g| {
                let a = g.input(format.width());
                f(g, &a);
            })
        };
        let sqrt = unary("sqrt", &|g, a| drop(float::sqrt(g, format, a)));
        unary("rint", &|g, a| drop(float::round_to_integral(g, format, a, Rounding::NearestEven)));
        unary("floor", &|g, a| drop(float::round_to_integral(g, format, a, Rounding::Down)));
        unary("to i32", &|g, a| drop(float::to_signed(g, format, a, 32)));
        unary("to f32", &|g, a| drop(float::convert(g, format, Format::F32, a)));
        unary("to f64", &|g, a| drop(float::convert(g, format, Format::F64, a)));
        size(&format!("{name} from i32"), |g| {
            let a = g.input(32);
            float::from_signed(g, format, &a);
        });
        let fma = size(&format!("{name} fma"), |g| {
            let (a, b, c) = (g.input(format.width()), g.input(format.width()), g.input(format.width()));
            float::fma(g, format, &a, &b, &c);
        });
        size(&format!("{name} times 10"), |g| {
            let a = g.input(format.width());
            let ten = if format == Format::F32 { 10f32.to_bits().into() } else { 10f64.to_bits().into() };
            let b = integer::constant(g, format.width(), ten);
            float::mul(g, format, &a, &b);
        });
        let allowed = if format == Format::F32 {
            [1_000, 2_900, 3_100, 1_600, 4_600]
        } else {
            [2_200, 11_000, 11_500, 5_900, 15_000]
        };
        for ((op, size), allowed) in
            [("add", add), ("mul", mul), ("div", div), ("sqrt", sqrt), ("fma", fma)].iter().zip(allowed)
        {
            assert!(*size <= allowed, "{name} {op}: {size} gates, {allowed} allowed");
        }
    }
}

#[test]
fn integer_circuits_stay_lean() {
    let two = |name: &str, width: usize, f: fn(&mut Count, &[i64], &[i64]) -> Vec<i64>| {
        size(&format!("i{width} {name}"), |g| {
            let (a, b) = (g.input(width), g.input(width));
            f(g, &a, &b);
        })
    };
    assert!(two("add", 32, integer::add) <= 2 * 32);
    assert!(two("mul", 32, integer::mul) <= 32 * 33 / 2 * 3);
    assert!(two("udiv", 32, integer::udiv) <= 32 * 33 / 2 * 3 + 4 * 32);
    two("sdiv", 32, integer::sdiv);
    two("shl", 32, integer::shl);
    let by_ten = size("i32 times 10", |g| {
        let a = g.input(32);
        let ten = integer::constant(g, 32, 10);
        integer::mul(g, &a, &ten);
    });
    assert!(by_ten <= 2 * 32);
    let by_power = size("i32 udiv 16", |g| {
        let a = g.input(32);
        let sixteen = integer::constant(g, 32, 16);
        integer::udiv(g, &a, &sixteen);
    });
    assert_eq!(by_power, 0);
    size("i32 udiv 10", |g| {
        let a = g.input(32);
        let ten = integer::constant(g, 32, 10);
        integer::udiv(g, &a, &ten);
    });
}
