//! `incise impact`: which lines a change can influence, and why.

mod calls;
mod request;

pub use request::ImpactRequest;

use crate::draft::{self, Draft, WithText};
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::out::{self, Kind};
use crate::request::RulesName;
use crate::schedule;
use crate::source_location;
use crate::verdict;
use crate::watchdog::Watchdog;
use incise_deps::ProgramFacts;
use incise_diff::{Side, diff};
use incise_frontend::project::Wanted;
use incise_impact::{Rules, impact};
use incise_ir::{FuncId, Module, verify};
use incise_report::{
    ImpactView, Impacted, Sources, calls_text, impact_dot, impact_svg, impact_text, impact_undecided, impact_why,
    impacted,
};

/// Runs the command.
pub fn run(options: &ImpactRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let form = options.form;
    let rules = match options.impact_rules {
        RulesName::Pldi11 => Rules::Pldi11,
        RulesName::Tosem14 => Rules::Tosem14,
        RulesName::Precise => Rules::Precise,
    };
    let unknown = WithText { document: impact_undecided(rules), text: String::new() };
    let draft = Draft::begin(unknown, form, watchdog);
    watchdog.phase("reading the versions");
    for (file, kind) in [(&options.dot, Kind::Dot), (&options.svg, Kind::Svg)] {
        file.as_ref().map(|file| out::replaceable(file, kind)).transpose()?;
    }
    let (mut old_origin, mut new_origin) = source_location::both(&options.versions)?;
    if let (None, Some(time)) = (options.timeout, new_origin.timeout()?) {
        watchdog.limit(time);
    }
    let program = options.versions.program.as_deref();
    let wanted = Wanted { entries: &[], levels: u32::MAX, main: true, program };
    let (base, modified) = source_location::load(&mut old_origin, &mut new_origin, &wanted)?;
    verify(&base)?;
    verify(&modified)?;
    watchdog.phase("looking for dependences");
    let entries = |module: &Module| -> Vec<FuncId> {
        let named = |name: &String| module.functions.iter_ids().find(|(_, function)| function.source_name == *name);
        options.function.iter().filter_map(|name| named(name).map(|(id, _)| id)).collect()
    };
    let facts = |module: &&Module| ProgramFacts::of(module, &entries(module));
    let [base_facts, mod_facts] = schedule::both([&base, &modified], options.jobs, facts);
    let (old, new) = (Side { module: &base, facts: &base_facts }, Side { module: &modified, facts: &mod_facts });
    watchdog.phase("looking for what the change reaches");
    let difference = diff(old, new);
    let found = impact(rules, &base_facts, &mod_facts, &difference);
    let view = ImpactView {
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
        return Err(messages::no_function(name, messages::IN_VERSIONS));
    }
    let found = WithText { document: impacted(&view, rules), text: impact_text(&view) };
    draft.update(|known| known.clone_from(&found));
    watchdog.phase("drawing");
    if let Some(file) = &options.dot {
        out::write(file, Kind::Dot, &impact_dot(&view))?;
    }
    if let Some(file) = &options.svg {
        out::write(file, Kind::Svg, &impact_svg(&view))?;
    }
    if options.calls {
        watchdog.phase("looking at calls");
    }
    let graph = options.calls.then(|| calls::calls(&view));
    let output = if let (Some(graph), false) = (&graph, options.form.json) {
        calls_text(graph)
    } else if options.form.json {
        draft::json(&Impacted { calls: graph, ..found.document })?
    } else if let Some(line) = options.why {
        let none = || messages::refused(format!("no statement on line {line} of the new version"));
        impact_why(&view, line).ok_or_else(none)?
    } else {
        found.text
    };
    Ok(Answer { text: output, code: verdict::code_of_impact(view.is_changed()) })
}
