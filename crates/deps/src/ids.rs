//! Ids of nodes and variables.

incise_base::ids! {
    /// A node of a procedure's control-flow graph.
    NodeId("n");
    /// A variable: a local, or a piece of memory.
    VarId("v");
}
