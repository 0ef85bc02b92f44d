//! Every named rule, on instances written for it: it fires, it changes the term, and values stay the same.

mod random;
mod rules;

use incise_term::{Assignment, Evaluator, Format, Pool, Rule, VarKind, concrete, display};
use random::Rng;
use rules::{TABLE, read};

#[test]
fn the_table_has_every_rule() {
    let missing: Vec<&Rule> = Rule::ALL.iter().filter(|rule| !TABLE.iter().any(|(r, ..)| r == *rule)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_rule_fires_on_its_instances_and_keeps_values() {
    let mut rng = Rng(7);
    for &(rule, w, texts) in TABLE {
        for text in texts {
            let mut rich = Pool::new();
            let term = read(&mut rich, w, text);
            assert!(rich.fired(rule) > 0, "{rule:?} does not fire on {text}: {}", display(&rich, term));
            let mut raw = Pool::without_rewriting();
            let plain = read(&mut raw, w, text);
            let mut evaluator = (Evaluator::new(), Evaluator::new());
            for _ in 0..2_000 {
                let (mut raw_values, mut rich_values) = (Assignment::new(), Assignment::new());
                for &var in raw.vars(plain) {
                    let info = raw.var_info(var);
                    let value = rng.bits(info.width) & concrete::mask(info.width);
                    raw_values.set(var, value);
                    if let Some(var) = rich.find_var(info.name) {
                        rich_values.set(var, value);
                    }
                }
                let expected = evaluator.0.eval(&raw, &raw_values, plain);
                let value = evaluator.1.eval(&rich, &rich_values, term);
                assert_eq!(value, expected, "{rule:?}: {text} became {}", display(&rich, term));
            }
        }
    }
}

/// A product with a number near `2^k / d`, shifted: for every byte, every factor and every shift the value stays the same.
#[test]
fn quotients_by_multiplication_are_quotients_for_all_bytes() {
    let mut n_found = 0;
    for factor in 1..=600u128 {
        for shift in 8..=18 {
            let mut pool = Pool::new();
            let x = pool.var("x", 8, VarKind::Input);
            let wide = pool.zext(x, 20);
            let factor_term = pool.constant(20, factor);
            let product = pool.mul(wide, factor_term);
            let top = pool.extract(product, shift, 20 - shift);
            if pool.fired(Rule::ExtractQuotient) == 0 {
                continue;
            }
            n_found += 1;
            let mut evaluator = Evaluator::new();
            for value in 0..256 {
                let mut assignment = Assignment::new();
                assignment.set(pool.vars(x)[0], value);
                assert_eq!(evaluator.eval(&pool, &assignment, top), ((value * factor) & 0xf_ffff) >> shift);
            }
        }
    }
    assert!(n_found > 100, "{n_found}");
}

/// Scaling by two powers of two at once, for every half-precision number and every two powers.
#[test]
fn scaling_twice_is_scaling_once_for_all_halves() {
    let half = Format::F16;
    let powers: Vec<u128> = (15..31).map(|exponent| exponent << 10).collect();
    for &c in &powers {
        for &d in powers.iter().filter(|&&d| (d >> 10) + (c >> 10) < 15 + 31) {
            let both = concrete::fp_mul(half, c, d);
            for x in 0..=0xffff {
                let twice = concrete::fp_mul(half, concrete::fp_mul(half, x, c), d);
                assert_eq!(concrete::fp_mul(half, x, both), twice, "{x:#x} by {c:#x} by {d:#x}");
            }
        }
    }
}

/// What clang's output for C turns into: the forms that symbolic execution relies on.
#[test]
fn idioms_of_compiled_c_become_simple() {
    let check = |w: u32, text: &str, expected: &str| {
        let mut pool = Pool::new();
        let term = read(&mut pool, w, text);
        assert_eq!(display(&pool, term).to_string(), expected, "{text}");
    };
    // icmp ne (zext i1 a), 0
    check(32, "(~ (= (zext a 32) 0))", "a");
    // (unsigned char)c == 'a'
    check(32, "(= (zext n 32) 97)", "(n == 97)");
    // c - '0' <= 9
    check(32, "(= (+ (sext n 32) -48) 0)", "(n == 48)");
    // four bytes put together and taken apart
    check(32, "(| (<< (zext (slice x 8 8) 32) 8) (zext (slice x 0 8) 32))", "zext32(x[15..0])");
    check(32, "(:: (slice x 24 8) (:: (slice x 16 8) (:: (slice x 8 8) (slice x 0 8))))", "x");
    check(32, "(slice (| (<< (zext n 32) 8) (zext m 32)) 8 8)", "n");
    // (char)(c + 1) == 5
    check(32, "(= (slice (+ (sext n 32) 1) 0 8) 5)", "(n == 4)");
    check(32, "(- (+ x 4) x)", "4");
    check(32, "(~ (~ (<s x y)))", "(x <s y)");
    check(32, "(ite (~ (= (zext (<u x 10) 32) 0)) 1:32 0:32)", "zext32((x <u 10))");
    // One form for i + 1 == n and i == n - 1.
    let mut pool = Pool::new();
    let (a, b) = (read(&mut pool, 32, "(= (+ x 1) y)"), read(&mut pool, 32, "(= x (+ y -1))"));
    assert_eq!(a, b);
}
