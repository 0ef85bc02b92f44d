//! Durations, sizes and other values of options as people type them: `90`, `90s`, `2m`, `1h`; `4096`, `64K`, `512M`, `2G`.

use crate::messages::{not_a, not_one_of};
use crate::request::{Alloc, Callers, Globals};
use incise_engine::Restriction;
use std::time::Duration;

/// A duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(not_one_of(unit, "unit of time", &["ms", "s", "m", "h"])),
    };
    match number.parse::<f64>() {
        Ok(number) => Duration::try_from_secs_f64(number * factor).map_err(|_| not_a(text, "duration")),
        Err(_) => Err(not_a(text, "duration")),
    }
}

/// The name of a restriction.
pub fn restriction(text: &str) -> Result<Restriction, String> {
    let found = Restriction::ALL.into_iter().find(|one| one.name() == text);
    found.ok_or_else(|| not_one_of(text, "restriction", &Restriction::ALL.map(Restriction::name)))
}

/// A number of bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(not_one_of(unit, "unit of size", &["K", "M", "G"])),
    };
    number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift)).ok_or_else(|| not_a(text, "size"))
}

/// `NAME:SIZE`.
pub fn named_size(text: &str) -> Result<(String, u32), String> {
    let (name, size_text) = text.rsplit_once(':').ok_or_else(|| not_a(text, "name with a size; write NAME:SIZE"))?;
    let bytes = u32::try_from(size(size_text)?).map_err(|_| format!("`{size_text}` is too large"))?;
    if name.is_empty() { Err(not_a(text, "name with a size; write NAME:SIZE")) } else { Ok((name.to_string(), bytes)) }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// What equal floats are: `bits`, `value` or `tolerance:X`.
pub fn float_equality(text: &str) -> Result<incise_engine::FloatEquality, String> {
    use incise_engine::FloatEquality::{Bits, Value, Within};
    match text {
        "bits" => Ok(Bits),
        "value" => Ok(Value),
        _ => match text.strip_prefix("tolerance:").map(str::parse::<f64>) {
            Some(Ok(tolerance)) if tolerance >= 0.0 && tolerance.is_finite() => Ok(Within(tolerance)),
            _ => Err(not_one_of(text, "equality of floats", &["bits", "value", "tolerance:X (X not negative)"])),
        },
    }
}

/// Values of globals in function mode.
pub fn globals(text: &str) -> Result<Globals, String> {
    match text {
        "reachable" => Ok(Globals::Reachable),
        "any" => Ok(Globals::Any),
        "initial" => Ok(Globals::Initial),
        "symbolic" => Err(String::from("`symbolic` is now `any`, or `reachable` for what a caller can produce")),
        _ => Err(not_one_of(text, "start of globals", &["reachable", "any", "initial"])),
    }
}

/// What requests for memory get.
pub fn alloc(text: &str) -> Result<Alloc, String> {
    match text {
        "any" => Ok(Alloc::Any),
        "succeeds" => Ok(Alloc::Succeeds),
        _ => Err(not_one_of(text, "answer to requests for memory", &["any", "succeeds"])),
    }
}

/// The former name of an option: it is refused with a hint.
pub fn max_calls(_: &str) -> Result<u32, String> {
    Err(String::from(
        "the bound on nested calls is now `--max-call-depth`; `--max-history` bounds calls before the last",
    ))
}

/// How far up: a number, `all` or `main`.
pub fn callers(text: &str) -> Result<Callers, String> {
    match text {
        "all" => Ok(Callers::All),
        "main" => Ok(Callers::Main),
        number => number
            .parse()
            .map(Callers::Levels)
            .map_err(|_| not_one_of(number, "distance", &["a number", "all", "main"])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes_are_read_as_people_type_them() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("20ms"), Ok(Duration::from_millis(20)));
        assert!(duration("soon").is_err());
        assert_eq!(size("64K"), Ok(65536));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert!(size("-1").is_err());
        assert_eq!(named_size("a.txt:16"), Ok((String::from("a.txt"), 16)));
        assert!(named_size("a.txt").is_err());
    }
}
