//! `<math.h>`: exactly where IEEE 754 defines the result; otherwise uninterpreted, and the ledger says so.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::event::MathsCall;
use crate::ledger::Weakness;
use crate::state::State;
use crate::value::Value;
use incise_ir::library::{self, Errno, LibraryFunction};
use incise_term::{Format, Rounding, TermId};

/// The row of the function that is called, and its name: `floorf` and `llvm.floor.f64` are both `floor`.
fn called(engine: &Engine<'_, '_>, site: &CallSite<'_>) -> (&'static LibraryFunction, &'static str) {
    let name = &engine.prepared.function(site.function).name;
    let function = library::find(name).expect("only functions with a row have a model");
    (function, function.name.trim_start_matches("llvm."))
}

/// The format of the arguments and what they are, for a call that is on floats. It may set `errno`, which is noted.
fn arguments(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    site: &CallSite<'_>,
    function: &LibraryFunction,
) -> Step<(Format, Vec<TermId>)> {
    let format = match site.args.first().map(|(_, ty)| engine.prepared.module().types.get(*ty)) {
        Some(incise_ir::Type::Float(kind)) => crate::step::format_of(*kind),
        _ => {
            let name = &engine.prepared.function(site.function).name;
            let detail = format!("not supported: `{name}` on this type");
            return engine.cut(state, Weakness::Unsupported, detail);
        }
    };
    let mut args = Vec::new();
    for index in 0..site.args.len() {
        let value = engine.arg(state, site, index);
        args.push(engine.term(&value, format.width()));
    }
    if function.facts.errno != Errno::Never {
        let mut args = [args.first().copied(), args.get(1).copied()];
        if function.name == "hypot" {
            args.sort_unstable();
        }
        state.maths.push(MathsCall { function: function.name, format, args });
    }
    Ok((format, args))
}

pub(super) fn exact(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (function, base) = called(engine, site);
    if let Some((_, elem)) = site.args.first().and_then(|(_, ty)| engine.vector_elem(*ty)) {
        let format = engine.format(elem);
        let columns: Vec<Vec<Value>> =
            site.args.iter().map(|(value, _)| value.members().map(<[Value]>::to_vec).unwrap_or_default()).collect();
        let len = columns.first().map_or(0, Vec::len);
        let mut members = Vec::with_capacity(len);
        for index in 0..len {
            let args: Vec<TermId> = columns.iter().map(|column| engine.term(&column[index], format.width())).collect();
            let term = compute(engine, base, format, &args, 0);
            members.push(engine.value(term));
        }
        return engine.result(state, site, Value::Aggregate(members.into()));
    }
    let (format, args) = arguments(engine, state, site, function)?;
    let width = engine.prepared.width(site.ret);
    let term = compute(engine, base, format, &args, width);
    let value = engine.value(term);
    engine.result(state, site, value)
}

fn compute(engine: &mut Engine<'_, '_>, base: &str, format: Format, args: &[TermId], width: u32) -> TermId {
    let pool = &mut engine.context.pool;
    let to_integral = |pool: &mut incise_term::Pool, rounding| pool.fp_round_to_integral(format, rounding, args[0]);
    match base {
        "fabs" => pool.fp_abs(format, args[0]),
        "sqrt" => pool.fp_sqrt(format, args[0]),
        "floor" => to_integral(pool, Rounding::Down),
        "ceil" => to_integral(pool, Rounding::Up),
        "trunc" => to_integral(pool, Rounding::Zero),
        "round" => to_integral(pool, Rounding::NearestAway),
        "rint" | "nearbyint" | "roundeven" => to_integral(pool, Rounding::NearestEven),
        "fmod" => pool.fp_rem(format, args[0], args[1]),
        "copysign" => pool.fp_copysign(format, args[0], args[1]),
        "fmin" | "minnum" => pool.fp_min(format, args[0], args[1]),
        "fmax" | "maxnum" => pool.fp_max(format, args[0], args[1]),
        "fma" => pool.fp_fma(format, args[0], args[1], args[2]),
        "fdim" => {
            let difference = pool.fp_sub(format, args[0], args[1]);
            let below = pool.fp_le(format, args[0], args[1]);
            let zero = pool.constant(format.width(), 0);
            pool.ite(below, zero, difference)
        }
        "lround" | "llround" | "lrint" | "llrint" => {
            let rounding = if base.ends_with("round") { Rounding::NearestAway } else { Rounding::NearestEven };
            let integral = to_integral(pool, rounding);
            let exact = pool.fp_to_sint(format, integral, width);
            let fits = engine.float_fits(format, integral, width, true);
            let indefinite = engine.context.pool.constant(width, 1u128 << (width - 1));
            engine.context.pool.ite(fits, exact, indefinite)
        }
        other => unreachable!("{other} is not in the table of exact functions"),
    }
}

pub(super) fn uninterpreted(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    let (function, base) = called(engine, site);
    let (format, mut args) = arguments(engine, state, site, function)?;
    let constants: Option<Vec<u128>> = args.iter().map(|arg| engine.context.pool.as_const(*arg)).collect();
    if let Some(value) = constants.and_then(|args| native(base, format, &args)) {
        return engine.result(state, site, Value::Int(value));
    }
    let span = engine.prepared.span(state);
    engine.run.ledger.add(
        Weakness::UninterpretedFunction,
        format!("`{name}` is known only to give equal results for equal arguments"),
        span.is_known().then_some(span),
    );
    // Which NaN an argument is makes no difference to these functions but for which NaN they give.
    for arg in &mut args {
        *arg = engine.context.pool.fp_up_to_nan(format, *arg);
    }
    if base == "hypot" {
        args.sort_unstable();
    }
    let label = format!("{base}.{}", format.width());
    let term = engine.context.pool.uninterpreted(&label, format.width(), &args);
    let value = engine.value(term);
    engine.result(state, site, value)
}

/// The machine's own result for concrete arguments.
fn native(base: &str, format: Format, args: &[u128]) -> Option<u64> {
    match format {
        Format::F64 => {
            let a = f64::from_bits(args[0] as u64);
            let b = args.get(1).map_or(0.0, |bits| f64::from_bits(*bits as u64));
            let value = match base {
                "sin" => a.sin(),
                "cos" => a.cos(),
                "tan" => a.tan(),
                "asin" => a.asin(),
                "acos" => a.acos(),
                "atan" => a.atan(),
                "atan2" => a.atan2(b),
                "sinh" => a.sinh(),
                "cosh" => a.cosh(),
                "tanh" => a.tanh(),
                "exp" => a.exp(),
                "exp2" => a.exp2(),
                "expm1" => a.exp_m1(),
                "log" => a.ln(),
                "log2" => a.log2(),
                "log10" => a.log10(),
                "log1p" => a.ln_1p(),
                "pow" => a.powf(b),
                "cbrt" => a.cbrt(),
                "hypot" => a.hypot(b),
                _ => return None,
            };
            Some(value.to_bits())
        }
        _ => None,
    }
}
