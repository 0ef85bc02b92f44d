//! A path by the sides that it takes, as a person writes them: `2F,4T,8:case 3`.

use super::names::Names;
use crate::failure::Failure;
use crate::messages;
use incise_deps::{ActivationId, Choice, NoWalk, NodeId, Walk};
use incise_ir::FuncId;
use incise_report::Label;

/// The path of a function, and of those that it enters, that takes these sides in order. A call through a pointer that may enter several
/// functions says which (`12:name`).
pub fn followed(names: &Names, id: FuncId, sides: &str, enters: &dyn Fn(FuncId) -> bool) -> Result<Walk, Failure> {
    let (module, program) = (names.module, names.program);
    let mut wanted = sides.split(',').map(str::trim).filter(|side| !side.is_empty());
    let mut last = String::from("the start");
    let walk = Walk::of(module, program, id, enters, |walk, activation, node, choice| {
        // What the compiler added is not asked for where it is settled.
        let is_visible = names.is_visible(walk.activations[activation].function, node);
        if let Some(side) = walk.settled(module, program, activation, node).filter(|_| !is_visible) {
            return Ok(side);
        }
        let choices = choices(walk, names, activation, node, choice);
        let shown = choices.iter().map(|choice| choice[0].clone()).collect::<Vec<_>>().join(" or ");
        let place = place(walk, names, activation);
        let Some(side) = wanted.next() else {
            return Err(format!("ends too early: after {last} comes {shown}{place}"));
        };
        match choices.iter().position(|choice| choice.iter().any(|name| name == side)) {
            Some(position) => {
                last = side.to_owned();
                Ok(position)
            }
            None => Err(format!("after {last} comes {shown}, not `{side}`{place}")),
        }
    });
    match (walk, wanted.next()) {
        (Err(NoWalk::Undecided(message)), _) => Err(messages::wrong("--path", message)),
        (Err(NoWalk::Endless), _) => Err(messages::wrong("--path", format!("after {last} there is no end"))),
        (Ok(_), Some(side)) => {
            Err(messages::wrong("--path", format!("after {last} the function ends, `{side}` does not come")))
        }
        (Ok(walk), None) => Ok(walk),
    }
}

/// What may be chosen, each with all its names: as it is printed first, then with its file, and with the number of the call.
fn choices(walk: &Walk, names: &Names, activation: ActivationId, node: NodeId, choice: &Choice) -> Vec<Vec<String>> {
    let function = walk.activations[activation].function;
    let labels: Vec<Label> = match choice {
        Choice::Side(n_sides) => (0..*n_sides as u32).map(|side| names.label(function, node, Some(side))).collect(),
        Choice::Callee(callees) => {
            let side = |(position, callee): (usize, &Option<FuncId>)| Some((position as u32, names.choice(*callee)));
            let label = |side| Label { side, ..names.label(function, node, None) };
            callees.iter().enumerate().map(side).map(label).collect()
        }
    };
    let earlier = walk.activations.ids().take_while(|other| *other <= activation);
    let number = earlier.filter(|other| walk.activations[*other].function == function).count();
    let all = |label: Label| {
        let long = Label { file: Some(names.file_of(function, node)), ..label.clone() };
        let with_number = |label: &Label| Label { call: Some(number), ..label.clone() };
        [&label, &with_number(&label), &long, &with_number(&long)].map(Label::to_string).to_vec()
    };
    labels.into_iter().map(all).collect()
}

/// Where a decision is, if it is in a function that was entered.
fn place(walk: &Walk, names: &Names, activation: ActivationId) -> String {
    let Some((caller, call)) = walk.activations[activation].caller else { return String::new() };
    let from = names.label(walk.activations[caller].function, call, None);
    let name = names.function(walk.activations[activation].function);
    format!("; that is in {name}(), called from {from} (--step-over takes a call as one statement)")
}
