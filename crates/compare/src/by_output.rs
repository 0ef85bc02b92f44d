//! Comparison output by output, each under the decisions that matter to it.

pub(crate) mod output_partition;
pub(crate) mod prove;
pub(crate) mod slice_product;
