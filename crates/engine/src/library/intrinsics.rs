//! LLVM's integer and float intrinsics that C code compiles to.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::error::ErrorKind;
use crate::ledger::Weakness;
use crate::state::State;
use crate::value::Value;
use incise_ir::{BinaryOp, Predicate, TypeId};
use incise_term::{Pool, TermId};
use std::rc::Rc;

pub(super) fn first_argument(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let value = site.args.first().map_or(Value::Undefined, |(value, _)| value.clone());
    engine.result(state, site, value)
}

/// Clears bits of an address, which still points into its object: `va_arg` aligns by it.
pub(super) fn pointer_mask(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (pointer, mask) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    if engine.vector_elem(site.args[0].1).is_some() {
        return engine.cut(state, Weakness::Unsupported, "not supported: llvm.ptrmask of vectors");
    }
    let value = engine.binary(BinaryOp::And, site.args[0].1, &pointer, &mask);
    engine.result(state, site, value)
}

/// The compiler assumes it: breaking it is undefined behaviour, so it holds on every path that goes on.
pub(super) fn assume(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let cond = engine.arg(state, site, 0);
    let cond = engine.term(&cond, 1);
    let bad = engine.context.pool.not(cond);
    let bad = engine.value(bad);
    engine
        .check(state, &bad, ErrorKind::Unreachable, || String::from("something that the compiler assumes is false"))?;
    Ok(Next::Statement)
}

/// Applies a model to scalars, or to vectors element by element.
fn map(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    site: &CallSite<'_>,
    n_args: usize,
    apply: impl Fn(&mut Engine<'_, '_>, TypeId, &[Value]) -> Value,
) -> Step<Next> {
    let ty = site.args[0].1;
    let args: Vec<Value> = (0..n_args).map(|index| engine.arg(state, site, index)).collect();
    let value = match engine.vector_elem(ty) {
        None => apply(engine, ty, &args),
        Some((len, elem)) => {
            let mut members = Vec::new();
            for index in 0..len as usize {
                let column: Vec<Value> = args
                    .iter()
                    .map(|arg| arg.members().map_or(arg.clone(), |members| members[index].clone()))
                    .collect();
                let undefined = column.contains(&Value::Undefined);
                members.push(if undefined { Value::Undefined } else { apply(engine, elem, &column) });
            }
            Value::Aggregate(members.into())
        }
    };
    engine.result(state, site, value)
}

fn intrinsic_name(engine: &Engine<'_, '_>, site: &CallSite<'_>) -> String {
    let name = &engine.prepared.function(site.function).name;
    name.trim_start_matches("llvm.").to_string()
}

fn choose(engine: &mut Engine<'_, '_>, cond: &Value, ty: TypeId, left: &Value, right: &Value) -> Value {
    let width = engine.prepared.width(ty);
    let (cond, left, right) = (engine.term(cond, 1), engine.term(left, width), engine.term(right, width));
    let term = engine.context.pool.ite(cond, left, right);
    engine.value(term)
}

fn pick(engine: &mut Engine<'_, '_>, op: &str, ty: TypeId, left: &Value, right: &Value) -> Value {
    let predicate = match op {
        "smax" => Predicate::Sge,
        "smin" => Predicate::Sle,
        "umax" => Predicate::Uge,
        _ => Predicate::Ule,
    };
    let keep = engine.compare(predicate, ty, left, right);
    choose(engine, &keep, ty, left, right)
}

pub(super) fn min_max(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = intrinsic_name(engine, site);
    let op = name[..4].to_string();
    map(engine, state, site, 2, |engine, ty, args| pick(engine, &op, ty, &args[0], &args[1]))
}

pub(super) fn abs(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let ty = site.args[0].1;
    if is_promised(engine, state, site) && engine.vector_elem(ty).is_none() && engine.looks_for(ErrorKind::Overflow) {
        let width = engine.prepared.width(ty);
        let value = engine.arg(state, site, 0);
        let value = engine.term(&value, width);
        let minimum = engine.context.pool.constant(width, 1u128 << (width - 1));
        let bad = engine.context.pool.eq(value, minimum);
        let bad = engine.value(bad);
        engine.check(state, &bad, ErrorKind::Overflow, || String::from("signed overflow in an absolute value"))?;
    }
    map(engine, state, site, 1, |engine, ty, args| {
        let negative = engine.compare(Predicate::Slt, ty, &args[0], &Value::Int(0));
        let negated = engine.binary(BinaryOp::Sub, ty, &Value::Int(0), &args[0]);
        choose(engine, &negative, ty, &negated, &args[0])
    })
}

/// The result and whether it overflows.
fn overflow(engine: &mut Engine<'_, '_>, op: &str, ty: TypeId, left: &Value, right: &Value) -> (Value, Value) {
    let width = engine.prepared.width(ty);
    let signed = op.starts_with('s');
    let kind = match &op[1..4] {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        _ => BinaryOp::Mul,
    };
    let result = engine.binary(kind, ty, left, right);
    let overflows = match (signed, kind) {
        (true, _) => engine.signed_overflow(kind, width, left, right),
        (false, BinaryOp::Add) => engine.compare(Predicate::Ult, ty, &result, left),
        (false, BinaryOp::Sub) => engine.compare(Predicate::Ult, ty, left, right),
        (false, _) => {
            // a * b fits exactly when dividing it by a gives b back.
            let (a, b, product) = (engine.term(left, width), engine.term(right, width), engine.term(&result, width));
            let pool = &mut engine.context.pool;
            let zero = pool.constant(width, 0);
            let not_zero = pool.ne(a, zero);
            let quotient = pool.udiv(product, a);
            let lost = pool.ne(quotient, b);
            let term = pool.bool_and(not_zero, lost);
            engine.value(term)
        }
    };
    (result, overflows)
}

pub(super) fn with_overflow(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let op = intrinsic_name(engine, site);
    let ty = site.args[0].1;
    if engine.vector_elem(ty).is_some() {
        return engine.cut(state, Weakness::Unsupported, format!("not supported: `llvm.{op}` on vectors"));
    }
    let (left, right) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    let (result, overflows) = overflow(engine, &op, ty, &left, &right);
    engine.result(state, site, Value::Aggregate(Rc::from([result, overflows])))
}

pub(super) fn saturating(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let op = intrinsic_name(engine, site);
    map(engine, state, site, 2, |engine, ty, args| {
        let width = engine.prepared.width(ty);
        let (result, overflows) = overflow(engine, &op, ty, &args[0], &args[1]);
        let limit = match (op.starts_with('s'), &op[1..4]) {
            (true, _) => {
                // Overflow goes the way of the left operand's sign.
                let left = engine.term(&args[0], width);
                let pool = &mut engine.context.pool;
                let sign = pool.extract(left, width - 1, 1);
                let (minimum, maximum) =
                    (pool.constant(width, 1u128 << (width - 1)), pool.constant(width, (1u128 << (width - 1)) - 1));
                let term = pool.ite(sign, minimum, maximum);
                engine.value(term)
            }
            (false, "add") => {
                let term = engine.context.pool.constant(width, u128::MAX);
                engine.value(term)
            }
            _ => Value::Int(0),
        };
        choose(engine, &overflows, ty, &limit, &result)
    })
}

/// Whether the second argument of an intrinsic promises that the first has a result.
fn is_promised(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> bool {
    site.args.len() > 1 && engine.arg(state, site, 1) == Value::Int(1)
}

pub(super) fn bits(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = intrinsic_name(engine, site);
    let op = name.split('.').next().unwrap_or_default().to_string();
    let ty = site.args[0].1;
    let counts_zeros = matches!(op.as_str(), "ctlz" | "cttz") && is_promised(engine, state, site);
    if counts_zeros && engine.vector_elem(ty).is_none() && engine.looks_for(ErrorKind::ZeroArgument) {
        let width = engine.prepared.width(ty);
        let value = engine.arg(state, site, 0);
        let value = engine.term(&value, width);
        let zero = engine.context.pool.constant(width, 0);
        let bad = engine.context.pool.eq(value, zero);
        let bad = engine.value(bad);
        engine.check(state, &bad, ErrorKind::ZeroArgument, || String::from("the zeros of 0 are counted"))?;
    }
    let n_args = if op.starts_with("fsh") { 3 } else { 1 };
    map(engine, state, site, n_args, |engine, ty, args| {
        let width = engine.prepared.width(ty);
        let terms: Vec<TermId> = args.iter().map(|arg| engine.term(arg, width)).collect();
        let term = bit_term(&mut engine.context.pool, &op, width, &terms);
        engine.value(term)
    })
}

fn bit_term(pool: &mut Pool, op: &str, width: u32, args: &[TermId]) -> TermId {
    let x = args[0];
    match op {
        "ctpop" => (0..width).fold(pool.constant(width, 0), |sum, bit| {
            let bit = pool.extract(x, bit, 1);
            let bit = pool.zext(bit, width);
            pool.add(sum, bit)
        }),
        // From the least decisive bit to the most: the last one set wins.
        "ctlz" | "cttz" => (0..width).fold(pool.constant(width, u128::from(width)), |count, step| {
            let at = if op == "ctlz" { step } else { width - 1 - step };
            let zeros = if op == "ctlz" { width - 1 - at } else { at };
            let bit = pool.extract(x, at, 1);
            let here = pool.constant(width, u128::from(zeros));
            pool.ite(bit, here, count)
        }),
        "bswap" => {
            let mut term = pool.extract(x, 0, 8);
            for byte in 1..width / 8 {
                let next = pool.extract(x, 8 * byte, 8);
                term = pool.concat(term, next);
            }
            term
        }
        "bitreverse" => {
            let mut term = pool.extract(x, 0, 1);
            for bit in 1..width {
                let next = pool.extract(x, bit, 1);
                term = pool.concat(term, next);
            }
            term
        }
        _ => {
            // Funnel shift of the pair (x, y) by an amount modulo the width.
            let (y, modulus) = (args[1], pool.constant(width, u128::from(width)));
            let amount = pool.urem(args[2], modulus);
            let back = pool.sub(modulus, amount);
            let (high, low) = if op == "fshl" {
                (pool.shl(x, amount), pool.lshr(y, back))
            } else {
                (pool.shl(x, back), pool.lshr(y, amount))
            };
            pool.or(high, low)
        }
    }
}

/// `a * b + c`, rounded twice: clang is told not to fuse.
pub(super) fn multiply_add(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    map(engine, state, site, 3, |engine, ty, args| {
        let product = engine.binary(BinaryOp::FMul, ty, &args[0], &args[1]);
        engine.binary(BinaryOp::FAdd, ty, &product, &args[2])
    })
}

/// Unknown, as a compiler that does not know answers.
pub(super) fn object_size(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let minimum = engine.concrete_arg(state, site, 1)? != 0;
    let unknown = if minimum { 0 } else { crate::value::mask(engine.prepared.width(site.ret)) };
    engine.result(state, site, Value::Int(unknown))
}

pub(super) fn is_fpclass(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let classes = engine.concrete_arg(state, site, 1)?;
    let ty = site.args[0].1;
    if engine.vector_elem(ty).is_some() {
        return engine.cut(state, Weakness::Unsupported, "not supported: `llvm.is.fpclass` on vectors");
    }
    let format = engine.format(ty);
    let value = engine.arg(state, site, 0);
    let x = engine.term(&value, format.width());
    let pool = &mut engine.context.pool;
    let sign = pool.extract(x, format.width() - 1, 1);
    let positive = pool.not(sign);
    let magnitude = pool.fp_abs(format, x);
    let (nan, infinite, zero) = (pool.fp_is_nan(format, x), pool.fp_is_inf(format, x), pool.fp_is_zero(format, x));
    let quiet = {
        let quieted = pool.fp_quiet(format, x);
        pool.eq(quieted, x)
    };
    // The smallest normal number: exponent one, significand zero (with its explicit bit for x87).
    let smallest_normal = match format {
        incise_term::Format::F16 => 1u128 << 10,
        incise_term::Format::BF16 => 1 << 7,
        incise_term::Format::F32 => 1 << 23,
        incise_term::Format::F64 => 1 << 52,
        incise_term::Format::X87 => 1 << 64 | 1 << 63,
        incise_term::Format::F128 => 1 << 112,
    };
    let limit = pool.constant(format.width(), smallest_normal);
    let tiny = pool.ult(magnitude, limit);
    let not_zero = pool.not(zero);
    let subnormal = pool.bool_and(tiny, not_zero);
    let special = pool.bool_or(nan, infinite);
    let small = pool.bool_or(special, tiny);
    let normal = pool.not(small);
    let not_quiet = pool.not(quiet);
    let tests = [
        (0, nan, not_quiet),
        (1, nan, quiet),
        (2, infinite, sign),
        (3, normal, sign),
        (4, subnormal, sign),
        (5, zero, sign),
        (6, zero, positive),
        (7, subnormal, positive),
        (8, normal, positive),
        (9, infinite, positive),
    ];
    let mut any = pool.false_();
    for (bit, class, side) in tests {
        if classes >> bit & 1 == 1 {
            let both = pool.bool_and(class, side);
            any = pool.bool_or(any, both);
        }
    }
    let value = engine.value(any);
    engine.result(state, site, value)
}

/// The number of objects stands for the stack pointer.
pub(super) fn stack_save(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let depth = state.top().stack_objects.len() as u64;
    engine.result(state, site, Value::Int(depth))
}

pub(super) fn stack_restore(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let depth = engine.concrete_arg(state, site, 0)? as usize;
    while state.top().stack_objects.len() > depth {
        let object = state.top_mut().stack_objects.pop().expect("counted");
        state.memory.remove(object);
    }
    Ok(Next::Statement)
}

pub(super) fn saturating_conversion(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = intrinsic_name(engine, site);
    let signed = name.starts_with("fptosi");
    let (from, width) = (site.args[0].1, engine.prepared.width(site.ret));
    if engine.vector_elem(from).is_some() {
        return engine.cut(state, Weakness::Unsupported, format!("not supported: `llvm.{name}` on vectors"));
    }
    let format = engine.format(from);
    let value = engine.arg(state, site, 0);
    let x = engine.term(&value, format.width());
    let fits = engine.float_fits(format, x, width, signed);
    let pool = &mut engine.context.pool;
    let exact = if signed { pool.fp_to_sint(format, x, width) } else { pool.fp_to_uint(format, x, width) };
    let (low, high) = if signed { (1u128 << (width - 1), (1u128 << (width - 1)) - 1) } else { (0, u128::MAX) };
    let (low, high, zero) = (pool.constant(width, low), pool.constant(width, high), pool.constant(width, 0));
    let sign = pool.extract(x, format.width() - 1, 1);
    let limit = pool.ite(sign, low, high);
    let nan = pool.fp_is_nan(format, x);
    let outside = pool.ite(nan, zero, limit);
    let term = pool.ite(fits, exact, outside);
    let value = engine.value(term);
    engine.result(state, site, value)
}

pub(super) fn reduce(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = intrinsic_name(engine, site);
    let op = name.split('.').nth(2).unwrap_or_default().to_string();
    let float = op.starts_with('f');
    let vector_at = usize::from(float);
    let vector = engine.arg(state, site, vector_at);
    let Some((_, elem)) = engine.vector_elem(site.args[vector_at].1) else {
        return engine.result(state, site, Value::Undefined);
    };
    let members = vector.members().map(<[Value]>::to_vec).unwrap_or_default();
    let start = if float { Some(engine.arg(state, site, 0)) } else { None };
    let mut result: Option<Value> = start;
    for member in members {
        result = Some(match result {
            None => member,
            Some(so_far) => match op.as_str() {
                "add" => engine.binary(BinaryOp::Add, elem, &so_far, &member),
                "mul" => engine.binary(BinaryOp::Mul, elem, &so_far, &member),
                "and" => engine.binary(BinaryOp::And, elem, &so_far, &member),
                "or" => engine.binary(BinaryOp::Or, elem, &so_far, &member),
                "xor" => engine.binary(BinaryOp::Xor, elem, &so_far, &member),
                "fadd" => engine.binary(BinaryOp::FAdd, elem, &so_far, &member),
                "fmul" => engine.binary(BinaryOp::FMul, elem, &so_far, &member),
                _ => pick(engine, &op, elem, &so_far, &member),
            },
        });
    }
    engine.result(state, site, result.unwrap_or(Value::Undefined))
}
