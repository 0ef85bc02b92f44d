//! `incise impact`: which lines a change can influence, and why.

mod calls;
mod document;
mod dot;
mod layout;
mod svg;
mod text;
mod view;
mod why;

use crate::cli::{ImpactOptions, RulesName};
use crate::failure::{CLEAN, FOUND, Failure};
use crate::origin;
use crate::out;
use crate::watchdog;
use incise_deps::ProgramFacts;
use incise_diff::{Side, diff};
use incise_frontend::project::Wanted;
use incise_impact::{Rules, impact};
use incise_ir::{FuncId, Module, verify};
use std::path::Path;
use view::{Sources, View};

/// Runs the command.
pub fn run(options: &ImpactOptions) -> Result<u8, Failure> {
    let (mut old_origin, mut new_origin) = origin::both(&options.versions)?;
    let program = options.versions.program.as_deref();
    let wanted = Wanted { entries: &[], levels: u32::MAX, main: true, program };
    let (base, modified) = origin::load(&mut old_origin, &mut new_origin, &wanted)?;
    verify(&base)?;
    verify(&modified)?;
    let entries = |module: &Module| -> Vec<FuncId> {
        let named = |name: &String| module.functions.iter_ids().find(|(_, function)| function.source_name == *name);
        options.function.iter().filter_map(|name| named(name).map(|(id, _)| id)).collect()
    };
    let base_facts = ProgramFacts::of(&base, &entries(&base));
    let mod_facts = ProgramFacts::of(&modified, &entries(&modified));
    let (old, new) = (Side { module: &base, facts: &base_facts }, Side { module: &modified, facts: &mod_facts });
    let difference = diff(old, new);
    let rules = match options.impact_rules {
        RulesName::Pldi11 => Rules::Pldi11,
        RulesName::Tosem14 => Rules::Tosem14,
        RulesName::Precise => Rules::Precise,
    };
    let found = impact(rules, &base_facts, &mod_facts, &difference);
    let view = View {
        base: old,
        modified: new,
        difference: &difference,
        found: &found,
        function: options.function.as_deref(),
        sources: (Sources::of(&old_origin.folder), Sources::of(&new_origin.folder)),
    };
    if let Some(name) = &options.function
        && view.functions().next().is_none()
    {
        return Err(Failure::Other(format!("no function `{name}` with a body in either version")));
    }
    let written = |file: &Path, text: String| {
        std::fs::write(out::not_a_source(file)?, text)
            .map_err(|error| Failure::Other(format!("{}: {error}", file.display())))
    };
    if let Some(file) = &options.dot {
        written(file, dot::graph(&view))?;
    }
    if let Some(file) = &options.svg {
        written(file, svg::picture(&view))?;
    }
    let graph = options.calls.then(|| calls::calls(&view));
    let output = if let (Some(graph), false) = (&graph, options.json) {
        calls::text(graph)
    } else if options.json {
        let document = incise_report::Impacted { calls: graph, ..document::document(&view, options.impact_rules) };
        let text = serde_json::to_string_pretty(&document).map_err(|error| Failure::Other(error.to_string()))?;
        format!("{text}\n")
    } else if let Some(line) = options.why {
        why::why(&view, line)?
    } else {
        text::text(&view)
    };
    watchdog::publish(&output, if view.is_changed() { FOUND } else { CLEAN })
}
