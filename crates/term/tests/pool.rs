//! The pool: sharing, variables, sets, evaluation, substitution, copying.

use incise_term::{Assignment, Evaluator, Format, Pool, VarKind, VarSetId, display};
use rustc_hash::FxHashMap;

#[test]
fn equal_terms_have_one_id() {
    let mut pool = Pool::new();
    let x = pool.var("x", 32, VarKind::Input);
    let five = pool.constant(32, 5);
    let sum = pool.add(x, five);
    let size = pool.size();
    let five_again = pool.constant(32, 5 + (1 << 32));
    let x_again = pool.var("x", 32, VarKind::Input);
    assert_eq!(pool.add(x_again, five_again), sum);
    assert_eq!(pool.size(), size);
    assert_eq!(pool.as_const(five), Some(5));
    assert_eq!(pool.width(sum), 32);
}

#[test]
fn wide_constants_keep_all_bits() {
    let mut pool = Pool::new();
    let value = 0x0123_4567_89ab_cdef_1122_3344_5566_7788;
    let t = pool.constant(128, value);
    assert_eq!(pool.as_const(t), Some(value));
    let one = pool.constant(128, 1);
    assert_ne!(t, one);
}

#[test]
fn sets_of_variables_are_shared_and_compared() {
    let mut pool = Pool::new();
    let x = pool.var("x", 8, VarKind::Input);
    let y = pool.var("y", 8, VarKind::Input);
    let u = pool.var("u", 8, VarKind::Undefined);
    let xy = pool.add(x, y);
    let yx = pool.sub(y, x);
    let yu = pool.mul(y, u);
    assert_eq!(pool.var_set(xy), pool.var_set(yx));
    let names: Vec<&str> = pool.vars(xy).iter().map(|&v| pool.var_info(v).name).collect();
    assert_eq!(names, ["x", "y"]);
    assert!(!pool.disjoint(pool.var_set(xy), pool.var_set(yu)));
    assert!(pool.disjoint(pool.var_set(x), pool.var_set(yu)));
    assert!(pool.has_undefined(yu) && !pool.has_undefined(xy));
    let five = pool.constant(8, 5);
    assert_eq!(pool.var_set(five), VarSetId::EMPTY);
}

#[test]
fn many_variables_with_colliding_signatures_stay_disjoint() {
    let mut pool = Pool::new();
    let vars: Vec<_> = (0..200).map(|i| pool.var(&format!("v{i}"), 8, VarKind::Input)).collect();
    assert!(pool.disjoint(pool.var_set(vars[0]), pool.var_set(vars[64])));
    let evens = (0..100).fold(vars[0], |sum, i| pool.xor(sum, vars[2 * i]));
    let evens = pool.add(evens, vars[0]);
    let odds = (0..100).fold(vars[1], |sum, i| pool.or(sum, vars[2 * i + 1]));
    assert!(pool.disjoint(pool.var_set(evens), pool.var_set(odds)));
    assert!(!pool.disjoint(pool.var_set(evens), pool.var_set(vars[100])));
    assert!(pool.disjoint(pool.var_set(evens), pool.var_set(vars[101])));
}

#[test]
fn evaluation_follows_the_assignment() {
    let mut pool = Pool::new();
    let x = pool.var("x", 8, VarKind::Input);
    let y = pool.var("y", 8, VarKind::Input);
    let less = pool.slt(x, y);
    let max = pool.ite(less, y, x);
    let (x_id, y_id) = (pool.vars(x)[0], pool.vars(y)[0]);
    let mut values = Assignment::new();
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&pool, &values, max), 0);
    values.set(x_id, 0xff);
    assert_eq!(evaluator.eval(&pool, &values, max), 0);
    values.set(y_id, 0x80);
    assert_eq!(evaluator.eval(&pool, &values, max), 0xff);
    let mut other = values.clone();
    assert_eq!(evaluator.eval(&pool, &other, max), 0xff);
    other.set(y_id, 3);
    assert_eq!(evaluator.eval(&pool, &other, max), 3);
    assert_eq!(evaluator.eval(&pool, &values, max), 0xff);
}

#[test]
fn an_evaluator_moves_between_pools() {
    let mut evaluator = Evaluator::new();
    let values = Assignment::new();
    for value in [3, 7, 9] {
        let mut pool = Pool::without_rewriting();
        let a = pool.constant(8, value);
        let b = pool.add(a, a);
        assert_eq!(evaluator.eval(&pool, &values, b), 2 * value);
    }
}

#[test]
fn deep_terms_need_no_stack() {
    let mut pool = Pool::without_rewriting();
    let x = pool.var("x", 32, VarKind::Input);
    let mut t = x;
    for _ in 0..300_000 {
        t = pool.add(t, x);
    }
    let mut values = Assignment::new();
    values.set(pool.vars(x)[0], 2);
    assert_eq!(Evaluator::new().eval(&pool, &values, t), 600_002);
    let y = pool.var("y", 32, VarKind::Input);
    let map: FxHashMap<_, _> = [(pool.vars(x)[0], y)].into_iter().collect();
    let renamed = pool.substitute(t, &map);
    assert_eq!(pool.vars(renamed), pool.vars(y));
    let mut other = Pool::without_rewriting();
    let copy = pool.rebuild_in(&mut other, t);
    assert_eq!(other.hash(copy), pool.hash(t));
    assert!(display(&pool, t).to_string().contains('…'));
}

/// 2^60 parts as a tree, 60 as a graph.
#[test]
fn text_of_terms_that_share_much_is_short() {
    let mut pool = Pool::without_rewriting();
    let mut t = pool.var("x", 32, VarKind::Input);
    for _ in 0..60 {
        t = pool.xor(t, t);
    }
    let text = display(&pool, t).to_string();
    assert!(text.contains('…') && text.len() < 100_000);
}

#[test]
fn substitution_goes_through_the_builders() {
    let mut pool = Pool::new();
    let x = pool.var("x", 32, VarKind::Input);
    let y = pool.var("y", 32, VarKind::Input);
    let sum = pool.add(x, y);
    let f = pool.uninterpreted("f", 16, &[sum, x]);
    let three = pool.constant(32, 3);
    let map: FxHashMap<_, _> = [(pool.vars(x)[0], three), (pool.vars(y)[0], three)].into_iter().collect();
    let six = pool.substitute(sum, &map);
    assert_eq!(pool.as_const(six), Some(6));
    let applied = pool.substitute(f, &map);
    assert_eq!(pool.children(applied), [six, three]);
    assert_eq!(pool.uninterpreted("f", 16, &[six, three]), applied);
}

#[test]
fn text_is_infix() {
    let mut pool = Pool::without_rewriting();
    let x = pool.var("x", 32, VarKind::Input);
    let five = pool.constant(32, 5);
    let minus = pool.constant(32, u128::from(u32::MAX));
    let sum = pool.add(x, five);
    let less = pool.slt(sum, minus);
    assert_eq!(display(&pool, less).to_string(), "((x + 5) <s -1)");
    let root = pool.fp_sqrt(Format::F32, x);
    assert_eq!(display(&pool, root).to_string(), "sqrt.F32(x)");
}
