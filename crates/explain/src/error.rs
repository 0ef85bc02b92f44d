//! Why a condition has no text. Nothing is ever left out of a text silently.

/// The condition cannot be written as a C expression over the inputs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A variable that is no input: memory that was never written, the result of a call that is not modelled.
    #[error("the condition depends on `{0}`, which is not an input")]
    Variable(String),
    /// An operator that C has no expression for.
    #[error("the condition uses {0}, which has no C expression")]
    Operator(String),
    /// The expression would be too large to be read by anybody.
    #[error("the condition is too large")]
    TooLarge,
    /// The description of an input is not about a variable.
    #[error("`{0}` does not describe a variable")]
    NotAVariable(String),
    /// The type of an input does not have the width of its variable.
    #[error("the type of `{0}` has another width than its variable")]
    Width(String),
    /// The condition must be known to be satisfiable, and is not.
    #[error("no input satisfies the condition")]
    Unsatisfiable,
    /// The solver gave up on a question that must be answered.
    #[error("the solver gave up: {0}")]
    Unknown(String),
}
