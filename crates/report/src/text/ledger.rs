//! The ledger as text.

use crate::ledger::LedgerLine;
use crate::text::style::Style;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines of one kind that are printed.
const MAX_OF_KIND: usize = 5;

pub(crate) fn ledger_text(out: &mut String, lines: &[LedgerLine], title: &str, style: Style) {
    // Many of one kind are counted.
    let mut of_kind: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        let n_before = of_kind.entry(line.kind.to_string()).or_default();
        *n_before += 1;
        if *n_before > MAX_OF_KIND {
            continue;
        }
        let place = line.place.as_ref().map(|place| format!("  {place}")).unwrap_or_default();
        let times = if line.count > 1 { format!("  ({} times)", line.count) } else { String::new() };
        let _ = writeln!(out, "  {}{place}  {}{times}", style.yellow(title), line.detail);
    }
    for (kind, count) in of_kind {
        if count > MAX_OF_KIND {
            let more = count - MAX_OF_KIND;
            let _ = writeln!(
                out,
                "  {}  … and {more} more of this kind ({kind}); --json has all of them",
                style.yellow(title)
            );
        }
    }
}
