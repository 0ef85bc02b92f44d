//! What of two finished runs is compared, and how.

pub(crate) mod calls;
pub(crate) mod coupled;
pub(crate) mod difference;
pub(crate) mod final_states;
pub(crate) mod held;
pub(crate) mod inputs;
pub(crate) mod kept;
pub(crate) mod maths;
pub(crate) mod nan_bits;
pub(crate) mod objects;
pub(crate) mod observed;
pub(crate) mod outputs;
pub(crate) mod overlap;
pub(crate) mod pairing;
pub(crate) mod stored;
pub(crate) mod stream;
pub(crate) mod unseen;
pub(crate) mod values;
