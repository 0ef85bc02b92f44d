//! The table of library functions: facts that models and analyses rely on together.

use incise_ir::library::{Control, Input, MemoryEffect, Model, facts, is_reserved, names};

#[test]
fn what_prints_has_a_format_and_a_place_to_print_to() {
    let prints = |model| matches!(model, Model::Print | Model::PrintToMemory | Model::PrintToBuffer);
    for name in names() {
        let known = facts(name);
        assert_eq!(known.model.is_some_and(prints), known.format.is_some(), "{name}");
        assert_eq!(known.model == Some(Model::Print), known.format.is_some() && known.output.is_some(), "{name}");
    }
}

#[test]
fn models_and_facts_agree() {
    for name in names() {
        let known = facts(name);
        match known.model {
            Some(Model::Free | Model::Realloc | Model::Reallocarray) => assert!(known.frees, "{name}"),
            Some(Model::Copy | Model::CopyToEnd | Model::Move) => {
                assert_eq!(known.memory, MemoryEffect::Copies, "{name}")
            }
            Some(Model::Fill) => assert_eq!(known.memory, MemoryEffect::Fills, "{name}"),
            Some(Model::Exit | Model::ExitNow | Model::Abort | Model::FailAssertion | Model::Error) => {
                assert_eq!(known.control, Control::Ends, "{name}");
            }
            Some(Model::Assume | Model::Assert) => assert_eq!(known.control, Control::MayEnd, "{name}"),
            Some(
                Model::Random
                | Model::Time
                | Model::NotNegative
                | Model::EnvironmentVariable
                | Model::ProcessId
                | Model::UserId
                | Model::TimeOfDay
                | Model::ClockTime,
            ) => {
                assert_eq!(known.input, Some(Input::Environment), "{name}");
            }
            _ => assert!(!known.frees, "{name}"),
        }
        assert_eq!(known.input == Some(Input::Marker), known.input.is_some() && is_marker(name), "{name}");
    }
}

/// Whether a name is one of a marker that makes an input.
fn is_marker(name: &str) -> bool {
    is_reserved(name) && !name.starts_with("__incise_")
}
