//! Ids of the parts of a module.

use serde::{Deserialize, Serialize};

incise_base::ids! {
    /// A function of a module, declarations included.
    #[derive(Serialize, Deserialize)]
    FuncId("@f");
    /// A global variable of a module.
    #[derive(Serialize, Deserialize)]
    GlobalId("@g");
    /// A basic block of a function.
    #[derive(Serialize, Deserialize)]
    BlockId("b");
    /// A local of a function: a source variable, a parameter or a temporary.
    #[derive(Serialize, Deserialize)]
    LocalId("%");
    /// A type in the module's [`TypeTable`](crate::TypeTable).
    #[derive(Serialize, Deserialize)]
    TypeId("t");
    /// A constant in the module's constant table.
    #[derive(Serialize, Deserialize)]
    ConstId("c");
    /// A source file.
    #[derive(Serialize, Deserialize)]
    FileId("file");
    /// A type as the source wrote it, for names and signedness.
    #[derive(Serialize, Deserialize)]
    SourceTypeId("st");
}
