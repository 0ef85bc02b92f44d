//! Reasons why exploration cannot start.

/// Why exploration cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The program has no `main`.
    #[error("no function `main` in the program; name a function with --function NAME{0}")]
    NoMain(String),
    /// There is no such function.
    #[error("no function `{name}` in the program{hint}")]
    NoFunction {
        /// The name that was asked for.
        name: String,
        /// Names that are like it.
        hint: String,
    },
    /// The function is only declared.
    #[error("no function `{0}` with a body in the program; it is only declared")]
    NoBody(String),
    /// What is assumed is not of the function's arguments.
    #[error("the assumption does not take the arguments of `{0}`")]
    Assumption(String),
    /// A parameter's type cannot be made symbolic.
    #[error("not supported: the type of parameter `{parameter}` of `{function}`")]
    Parameter {
        /// The function.
        function: String,
        /// The parameter.
        parameter: String,
    },
}
