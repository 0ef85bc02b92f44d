//! Reasons why exploration cannot start.

/// Why exploration cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The program has no `main`.
    #[error("the program has no function `main`; name the function to explore with --function NAME{0}")]
    NoMain(String),
    /// There is no such function.
    #[error("the program has no function `{name}`{hint}")]
    NoFunction {
        /// The name that was asked for.
        name: String,
        /// Names that are like it.
        hint: String,
    },
    /// The function is only declared.
    #[error("the function `{0}` is declared but not defined in the given files")]
    NoBody(String),
    /// What is assumed is not of the function's arguments.
    #[error("the assumption does not take the arguments of `{0}`")]
    Assumption(String),
    /// A parameter's type cannot be made symbolic.
    #[error("parameter `{parameter}` of `{function}` has a type that cannot be made symbolic yet")]
    Parameter {
        /// The function.
        function: String,
        /// The parameter.
        parameter: String,
    },
}
