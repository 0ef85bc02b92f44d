//! What a command comes to: an answer with its exit code, or why it could not run, which is always exit code 2 and one message.

/// What a command has to say.
pub struct Answer {
    /// What is printed.
    pub text: String,
    /// The exit code.
    pub code: u8,
}

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The program could not be read.
    #[error(transparent)]
    Frontend(#[from] incise_frontend::FrontendError),
    /// A revision could not be had.
    #[error(transparent)]
    History(#[from] incise_history::HistoryError),
    /// What a project is compiled from is not known.
    #[error(transparent)]
    Project(#[from] incise_frontend::project::ProjectError),
    /// A version of a program could not be read.
    #[error("{label}: {error}{hint}")]
    Version {
        /// As a person calls it.
        label: String,
        /// Why.
        error: incise_frontend::FrontendError,
        /// What may be the reason.
        hint: String,
    },
    /// What comes with incise could not be put in place.
    #[error(transparent)]
    Runtime(#[from] incise_runtime::LibcError),
    /// Headers could not be put in place.
    #[error(transparent)]
    Headers(#[from] incise_runtime::UnpackError),
    /// Exploration could not start.
    #[error(transparent)]
    Explore(#[from] incise_engine::ExploreError),
    /// Tests could not be written or read.
    #[error(transparent)]
    Suite(#[from] incise_replay::SuiteError),
    /// A test could not be read.
    #[error(transparent)]
    Test(#[from] incise_replay::TestError),
    /// The program could not be compiled for a native run.
    #[error(transparent)]
    Build(#[from] incise_replay::BuildError),
    /// A native run could not be started.
    #[error(transparent)]
    Replay(#[from] incise_replay::ReplayError),
    /// A test could not be predicted again.
    #[error(transparent)]
    Predict(#[from] incise_replay::PredictError),
    /// The program breaks a promise of the representation: our own defect.
    #[error("incise made an inconsistent program of this input, which is a defect of incise: {0}")]
    Inconsistent(#[from] incise_ir::VerifyError),
    /// A request that cannot be carried out, in one line; [`messages`](crate::messages) has the wordings.
    #[error("{0}")]
    Refused(String),
}
