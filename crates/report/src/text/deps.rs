//! The text of `deps`: relations as tables, and why a pair is in one.

use crate::relations::{Evidence, FunctionRelations, Label, Relation};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The relations of a function: for each first statement those that depend on it.
pub fn deps_table(function: &FunctionRelations, wanted: &[Relation]) -> String {
    let mut out = format!("{}: {}()\n", function.file, function.name);
    for call in &function.calls {
        let _ = writeln!(out, "  enters {}() #{} from {}", call.name, call.number, call.from);
    }
    for kind in Relation::ALL {
        let Some(pairs) = function.of_kind(kind, wanted) else { continue };
        let mut rows: BTreeMap<&Label, Vec<String>> = BTreeMap::new();
        for (from, to) in pairs.keys() {
            rows.entry(from).or_default().push(to.to_string());
        }
        let _ = writeln!(out, "  {}{}", kind.name(), if rows.is_empty() { "  none" } else { "" });
        for (from, to) in rows {
            let _ = writeln!(out, "    {:>6} -> {}", from.to_string(), to.join(" "));
        }
    }
    if !function.slices.is_empty() {
        out.push_str("  what matters to each decision, taken or (in brackets) not\n");
    }
    for slice in &function.slices {
        let side = if slice.taken { slice.side.clone() } else { format!("({})", slice.side) };
        let _ = writeln!(out, "    {side:>6} <- {}", slice.slice[..slice.slice.len() - 1].join(" "));
    }
    out
}

/// Why the second statement of a pair depends on the first; what is wrong if there is no such pair.
pub fn deps_why(functions: &[FunctionRelations], pair: &str) -> Result<String, String> {
    let split = split(pair, functions);
    let Some((function, from, to)) = split else {
        let known = functions.iter().flat_map(|function| function.pairs.values().flat_map(BTreeMap::keys));
        let example = known.map(|(from, to)| format!("{from}:{to}")).next();
        let hint = example.map(|example| format!("; such as {example}")).unwrap_or_default();
        return Err(format!("`{pair}` is not a pair of any relation{hint}"));
    };
    let mut out = String::new();
    let name_of = |label: &Label| function.texts.get(&label.line()).map_or(&function.name, |text| &text.function);
    let _ = writeln!(out, "{to}: {}   in {}()", function.text(to), name_of(to));
    for (kind, pairs) in &function.pairs {
        let Some(evidence) = pairs.get(&(from.clone(), to.clone())) else { continue };
        let reason = explained(*kind, from, to, evidence);
        let _ = writeln!(out, "  {} on {from}: {}   {reason}", kind.name(), function.text(from));
    }
    Ok(out)
}

/// The pair that is meant: a side's name may have a colon itself.
fn split<'a>(pair: &str, functions: &'a [FunctionRelations]) -> Option<(&'a FunctionRelations, &'a Label, &'a Label)> {
    functions.iter().find_map(|function| {
        let known = function.pairs.values().flat_map(BTreeMap::keys);
        known.map(|(from, to)| (function, from, to)).find(|(_, from, to)| format!("{from}:{to}") == pair)
    })
}

fn explained(kind: Relation, from: &Label, to: &Label, evidence: &Evidence) -> String {
    let through = evidence.through.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    match kind {
        Relation::Control => format!("{} runs because line {} takes this side", to.line, from.line),
        Relation::Data => format!("reads what it wrote: {through}"),
        Relation::Potential => format!("reads what the other side would have overwritten: {through}"),
        Relation::Interactive => match &evidence.at {
            Some(at) => format!("both matter to {at}"),
            None => String::from("both matter to a later statement"),
        },
    }
}
