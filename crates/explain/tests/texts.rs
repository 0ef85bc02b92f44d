//! Conditions and the text a reader expects for them.

use incise_explain::{CType, Effort, Explanation, Input, Question, explain, solver_config};
use incise_solver::Solver;
use incise_term::{Format, Pool, TermId, VarKind};

struct World {
    pool: Pool,
    inputs: Vec<Input>,
}

impl World {
    fn new() -> World {
        World { pool: Pool::new(), inputs: Vec::new() }
    }

    fn input(&mut self, text: &str, ty: CType) -> TermId {
        let term = self.pool.var(text, ty.width().unwrap_or(8), VarKind::Input);
        self.inputs.push(Input { term, text: text.into(), ty });
        term
    }

    fn int(&mut self, text: &str) -> TermId {
        self.input(text, CType::Signed(32))
    }

    fn number(&mut self, width: u32, value: i128) -> TermId {
        self.pool.constant(width, value as u128)
    }

    fn explained(&mut self, condition: &[Vec<TermId>]) -> Explanation {
        let mut solver = Solver::new(solver_config()).unwrap();
        let question = Question { condition, inputs: &self.inputs, example: None };
        explain(&mut self.pool, &mut solver, question, Effort::default()).unwrap()
    }

    #[track_caller]
    fn check(&mut self, condition: &[Vec<TermId>], expected: &str) {
        assert_eq!(self.explained(condition).text, expected);
    }
}

#[test]
fn bounds_on_one_input_merge() {
    let mut w = World::new();
    let x = w.int("x");
    let [zero, three, five, ten] = [0, 3, 5, 10].map(|value| w.number(32, value));
    let (le_zero, ne_zero) = (w.pool.sle(x, zero), w.pool.ne(x, zero));
    w.check(&[vec![le_zero, ne_zero]], "x < 0");
    let (gt_three, lt_ten) = (w.pool.sgt(x, three), w.pool.slt(x, ten));
    w.check(&[vec![gt_three, lt_ten]], "x > 3 && x < 10");
    let (le_five, ge_five) = (w.pool.sle(x, five), w.pool.sge(x, five));
    w.check(&[vec![le_five, ge_five]], "x == 5");
    let (is_zero, is_five) = (w.pool.eq(x, zero), w.pool.eq(x, five));
    w.check(&[vec![is_zero], vec![is_five]], "x == 0 || x == 5");
    let (ne_five, lt_zero) = (w.pool.ne(x, five), w.pool.slt(x, zero));
    w.check(&[vec![ne_five]], "x != 5");
    w.check(&[vec![gt_three], vec![lt_zero]], "x < 0 || x > 3");
    w.check(&[vec![gt_three, ne_five]], "x > 3 && x != 5");
    w.check(&[vec![le_zero], vec![is_five, ne_zero]], "x <= 0 || x == 5");
}

#[test]
fn values_next_to_a_limit_are_named() {
    let mut w = World::new();
    let x = w.int("x");
    let u = w.input("u", CType::Unsigned(32));
    let zero = w.number(32, 0);
    // abs(x) is negative for one value only.
    let (negative, minus) = (w.pool.slt(x, zero), w.pool.neg(x));
    let abs = w.pool.ite(negative, minus, x);
    let still_negative = w.pool.slt(abs, zero);
    w.check(&[vec![still_negative]], "x == INT_MIN");
    let limit = w.number(32, i128::from(i32::MAX) - 1);
    let near = w.pool.sge(x, limit);
    w.check(&[vec![near]], "x >= INT_MAX - 1");
    let one = w.number(32, 1);
    let next = w.pool.add(x, one);
    let wraps = w.pool.slt(next, x);
    w.check(&[vec![wraps]], "x == INT_MAX");
    let next = w.pool.add(u, one);
    let wraps = w.pool.ult(next, u);
    w.check(&[vec![wraps]], "u == UINT_MAX");
    let big = w.number(32, 4_000_000_000);
    let above = w.pool.ugt(u, big);
    w.check(&[vec![above]], "u > 4000000000");
    let top = w.pool.sge(u, zero);
    w.check(&[vec![top]], "u < 2147483648");
}

#[test]
fn always_and_never() {
    let mut w = World::new();
    let x = w.int("x");
    let [one, two] = [1, 2].map(|value| w.number(32, value));
    let (a, b) = (w.pool.add(x, one), w.pool.add(x, two));
    let differ = w.pool.ne(a, b);
    let explained = w.explained(&[vec![differ]]);
    assert!(explained.always && !explained.never && explained.text == "1");
    let (twice, shifted) = (w.pool.mul(x, two), w.pool.shl(x, one));
    let differ = w.pool.ne(twice, shifted);
    let explained = w.explained(&[vec![differ]]);
    assert!(explained.never && !explained.always && explained.text == "0");
    let nothing = w.explained(&[]);
    assert!(nothing.never && nothing.text == "0");
    let everything = w.explained(&[vec![]]);
    assert!(everything.always && everything.text == "1");
}

#[test]
fn disjuncts_merge_and_common_parts_are_factored() {
    let mut w = World::new();
    let (a, b, c) = (w.int("a"), w.int("b"), w.int("c"));
    let zero = w.number(32, 0);
    let [a0, b0, c0] = [a, b, c].map(|x| w.pool.eq(x, zero));
    let [na, nb, nc] = [a0, b0, c0].map(|t| w.pool.not(t));
    w.check(&[vec![a0, b0], vec![a0, nb]], "a == 0");
    w.check(&[vec![a0, b0], vec![a0, c0]], "a == 0 && (b == 0 || c == 0)");
    w.check(&[vec![a0], vec![na, b0]], "a == 0 || b == 0");
    w.check(&[vec![a0, b0, c0], vec![na, b0, c0], vec![b0, nc]], "b == 0");
    w.check(&[vec![a0, b0], vec![na, nb, nc], vec![a0, b0, c0]], "a == 0 && b == 0 || a != 0 && b != 0 && c != 0");
    let (ab, eq) = (w.pool.slt(a, b), w.pool.eq(a, b));
    let ba = w.pool.slt(b, a);
    w.check(&[vec![ab], vec![eq]], "a <= b");
    w.check(&[vec![ab], vec![ba]], "a != b");
    let (le, ne) = (w.pool.sle(a, b), w.pool.ne(a, b));
    w.check(&[vec![le, ne]], "a < b");
    let bc = w.pool.slt(b, c);
    let ac = w.pool.slt(a, c);
    w.check(&[vec![ab, bc, ac]], "a < b && b < c");
    let lt = w.pool.slt(a, zero);
    w.check(&[vec![lt, b0]], "a < 0 && b == 0");
}

#[test]
fn booleans_bits_and_masks() {
    let mut w = World::new();
    let b = w.input("cfg.on", CType::Bool);
    let f = w.input("flags", CType::Unsigned(32));
    let x = w.int("x");
    let zero8 = w.number(8, 0);
    let off = w.pool.eq(b, zero8);
    w.check(&[vec![off]], "!cfg.on");
    let bit = w.pool.extract(b, 0, 1);
    let as_int = w.pool.zext(bit, 32);
    let zero = w.number(32, 0);
    let on = w.pool.ne(as_int, zero);
    w.check(&[vec![on]], "cfg.on");
    let four = w.number(32, 4);
    let masked = w.pool.and(f, four);
    let set = w.pool.ne(masked, zero);
    w.check(&[vec![set]], "flags & 4");
    let clear = w.pool.eq(masked, zero);
    w.check(&[vec![clear]], "!(flags & 4)");
    let mask = w.number(32, 0xf0);
    let masked = w.pool.and(f, mask);
    let value = w.number(32, 0x30);
    let equal = w.pool.eq(masked, value);
    w.check(&[vec![equal]], "((flags >> 4) & 0xf) == 3");
    let two = w.number(32, 2);
    let rest = w.pool.srem(x, two);
    let odd = w.pool.ne(rest, zero);
    w.check(&[vec![odd]], "x & 1");
    let three = w.number(32, 3);
    let rest = w.pool.srem(x, three);
    let multiple = w.pool.eq(rest, zero);
    w.check(&[vec![multiple]], "x % 3 == 0");
    let half = w.pool.sdiv(x, two);
    let y = w.int("y");
    let less = w.pool.slt(half, y);
    w.check(&[vec![less]], "x / 2 < y");
}

#[test]
fn types_decide_about_casts() {
    let mut w = World::new();
    let x = w.int("x");
    let u = w.input("u", CType::Unsigned(32));
    let c = w.input("c", CType::Unsigned(8));
    let s = w.input("s", CType::Signed(16));
    let l = w.input("l", CType::Signed(64));
    let less = w.pool.ult(x, u);
    w.check(&[vec![less]], "(unsigned)x < u");
    let less = w.pool.slt(x, u);
    w.check(&[vec![less]], "x < (int)u");
    let (wide_c, wide_s) = (w.pool.zext(c, 32), w.pool.sext(s, 32));
    let sum = w.pool.add(wide_c, wide_s);
    let less = w.pool.slt(sum, x);
    w.check(&[vec![less]], "x > c + s");
    let narrow = w.pool.extract(x, 0, 8);
    let equal = w.pool.eq(narrow, c);
    w.check(&[vec![equal]], "(unsigned char)x == c");
    let wide = w.pool.sext(x, 64);
    let less = w.pool.slt(wide, l);
    w.check(&[vec![less]], "x < l");
    let product = w.pool.mul(wide, l);
    let other = w.pool.sext(s, 64);
    let equal = w.pool.eq(product, other);
    w.check(&[vec![equal]], "x * l == s");
}

#[test]
fn divisions_are_guarded_only_where_nothing_else_does() {
    let mut w = World::new();
    let (x, y) = (w.input("x", CType::Unsigned(32)), w.input("y", CType::Unsigned(32)));
    let [zero, three] = [0, 3].map(|value| w.number(32, value));
    let quotient = w.pool.udiv(x, y);
    let large = w.pool.ugt(quotient, three);
    let not_zero = w.pool.ne(y, zero);
    w.check(&[vec![large, not_zero]], "y != 0 && x / y > 3");
    w.check(&[vec![large]], "(y ? x / y : 4294967295) > 3");
}

#[test]
fn characters() {
    let mut w = World::new();
    let c = w.input("text[0]", CType::Char);
    let [a, zero, nine] = [b'a', b'0', b'9'].map(|value| w.number(8, value.into()));
    let is_a = w.pool.eq(c, a);
    w.check(&[vec![is_a]], "text[0] == 'a'");
    let (from, to) = (w.pool.sge(c, zero), w.pool.sle(c, nine));
    w.check(&[vec![from, to]], "text[0] >= '0' && text[0] <= '9'");
    let end = w.number(8, 0);
    let ends = w.pool.eq(c, end);
    w.check(&[vec![ends]], "text[0] == 0");
}

#[test]
fn floats() {
    let mut w = World::new();
    let f = w.input("f", CType::Float(Format::F32));
    let d = w.input("d", CType::Float(Format::F64));
    let half = w.number(32, 0.5f32.to_bits().into());
    let tenth = w.number(64, 0.1f64.to_bits().into());
    let more = w.pool.fp_lt(Format::F32, half, f);
    w.check(&[vec![more]], "f > 0.5f");
    let not_more = w.pool.not(more);
    w.check(&[vec![not_more]], "!(f > 0.5f)");
    let nan = w.pool.fp_is_nan(Format::F64, d);
    w.check(&[vec![nan]], "isnan(d)");
    let number = w.pool.fp_eq(Format::F64, d, d);
    w.check(&[vec![number]], "!isnan(d)");
    let wide = w.pool.fp_convert(Format::F32, Format::F64, f);
    let sum = w.pool.fp_add(Format::F64, wide, d);
    let less = w.pool.fp_lt(Format::F64, sum, tenth);
    w.check(&[vec![less]], "(double)f + d < 0.1");
}

#[test]
fn pointers() {
    let mut w = World::new();
    let (p, q) = (w.input("p", CType::Pointer), w.input("q->next", CType::Pointer));
    let null = w.number(64, 0);
    let (is_null, same) = (w.pool.eq(p, null), w.pool.ne(p, q));
    w.check(&[vec![is_null]], "p == 0");
    w.check(&[vec![same]], "p != q->next");
}
