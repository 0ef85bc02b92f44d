//! Memory as variables: each object is cut where some access begins or ends, so that two accesses meet exactly when
//! they have a cell in common.
//!
//! # Invariants
//! - Cell 0 of the program stands for the world outside: what unknown code keeps for itself.
//! - Each object has one more cell for the bytes that no access names; an access at an unknown offset touches it and all others.

use crate::inclusion::{OUTSIDE, ObjectId};
use crate::nodes::FunctionNodes;
use crate::points_to::{ObjectKind, PointsTo};
use incise_base::IdSet;
use incise_ir::{Const, ConstExpr, FuncId, Function, Id, IdVec, Module, Operand, Rvalue};
use std::collections::{BTreeMap, BTreeSet};

incise_base::ids! {
    /// A piece of memory.
    CellId("m");
}

/// What an access touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// These bytes of one object.
    Exact {
        /// The object.
        object: ObjectId,
        /// The first byte.
        start: i64,
        /// The byte after the last.
        end: i64,
    },
    /// Anything in these objects.
    Within(IdSet<ObjectId>),
}

/// An object and which bytes of it; no bytes for those that no access names.
pub type Piece = (ObjectId, Option<(i64, i64)>);

/// The cells of all objects.
pub struct Cells {
    names: IdVec<CellId, String>,
    places: IdVec<CellId, Option<Piece>>,
    /// For each object its cell for the rest; those of its pieces come next.
    rest: IdVec<ObjectId, CellId>,
    /// For each object its pieces in order: first byte, the byte after the last.
    pieces: IdVec<ObjectId, Vec<(i64, i64, CellId)>>,
}

impl Cells {
    /// Cuts objects at the ends of these accesses.
    pub fn of<'a>(module: &Module, points_to: &PointsTo, accesses: impl Iterator<Item = &'a Access>) -> Cells {
        let mut cuts: BTreeMap<ObjectId, BTreeSet<i64>> = BTreeMap::new();
        for access in accesses {
            if let Access::Exact { object, start, end } = access {
                cuts.entry(*object).or_default().extend([*start, *end]);
            }
        }
        let mut names: IdVec<CellId, String> = [String::from("the world")].into_iter().collect();
        let mut places: IdVec<CellId, Option<Piece>> = [None].into_iter().collect();
        let (mut rest, mut pieces) = (IdVec::new(), IdVec::new());
        for (object, kind) in points_to.objects.iter_ids() {
            let name = object_name(module, *kind);
            rest.push(names.push(name.clone()));
            places.push(Some((object, None)));
            let cuts: Vec<i64> = cuts.get(&object).into_iter().flatten().copied().collect();
            let single = cuts.len() == 2;
            let cell = |pair: &[i64]| {
                let piece = if single { name.clone() } else { format!("{name}[{}..{}]", pair[0], pair[1]) };
                places.push(Some((object, Some((pair[0], pair[1])))));
                (pair[0], pair[1], names.push(piece))
            };
            pieces.push(cuts.windows(2).map(cell).collect());
        }
        Cells { names, places, rest, pieces }
    }
    /// What unknown code keeps for itself.
    pub fn world() -> CellId {
        CellId::new(0)
    }
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.names.len()
    }
    /// Whether there are none; there always are.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
    /// What it is to a reader.
    pub fn name(&self, cell: CellId) -> &str {
        &self.names[cell]
    }
    /// What a cell is a piece of; none for the world.
    pub fn place(&self, cell: CellId) -> Option<Piece> {
        self.places[cell]
    }
    /// The cells of some bytes of an object.
    pub fn bytes(&self, object: ObjectId, start: i64, end: i64) -> impl Iterator<Item = CellId> {
        let pieces = &self.pieces[object];
        let first = pieces.partition_point(|piece| piece.1 <= start);
        pieces[first..].iter().take_while(move |piece| piece.0 < end).map(|piece| piece.2)
    }
    /// All cells of an object.
    pub fn all(&self, object: ObjectId) -> impl Iterator<Item = CellId> {
        self.pieces[object].iter().map(|piece| piece.2).chain([self.rest[object]])
    }
}

fn object_name(module: &Module, kind: ObjectKind) -> String {
    match kind {
        ObjectKind::Outside => String::from("memory from outside"),
        ObjectKind::Global(id) => module.globals[id].source_name.clone(),
        ObjectKind::Function(id) => module.functions[id].source_name.clone(),
        ObjectKind::Site(function, local) => module.functions[function].locals[local].name.clone(),
    }
}

/// Where a pointer points: through folded temporaries to an object of known address, else by points-to.
pub struct Places<'a> {
    /// The program.
    pub module: &'a Module,
    /// The function.
    pub id: FuncId,
    /// Its nodes.
    pub nodes: &'a FunctionNodes,
    /// The solution.
    pub points_to: &'a PointsTo,
}

impl Places<'_> {
    /// The access of so many bytes through a pointer.
    pub fn access(&self, ptr: Operand, size: Option<u64>) -> Access {
        if let Some((object, offset)) = self.exact(ptr)
            && let Some(size) = size.and_then(|size| i64::try_from(size).ok()).filter(|size| *size > 0)
            && let Some(end) = offset.checked_add(size)
        {
            return Access::Exact { object, start: offset, end };
        }
        // What points out of reach for us points outside.
        let mut objects = match self.object(ptr) {
            Some(object) => IdSet::from_iter([object]),
            None => self.points_to.operand(self.module, self.id, ptr),
        };
        let outside = ObjectId::new(OUTSIDE);
        if objects.is_empty() || objects.contains(outside) {
            objects.insert(outside);
            objects.union_with(self.points_to.contents(outside));
        }
        Access::Within(objects)
    }
    fn function(&self) -> &Function {
        &self.module.functions[self.id]
    }
    fn exact(&self, ptr: Operand) -> Option<(ObjectId, i64)> {
        match ptr {
            Operand::Local(local) => match self.nodes.folded(self.function(), local)? {
                Rvalue::Use(inner) => self.exact(*inner),
                Rvalue::Alloca { .. } => {
                    self.points_to.object(ObjectKind::Site(self.id, local)).map(|object| (object, 0))
                }
                Rvalue::Offset { base, offset, indices, .. } if indices.is_empty() => {
                    let (object, start) = self.exact(*base)?;
                    Some((object, start.checked_add(*offset)?))
                }
                _ => None,
            },
            Operand::Int(_) => None,
            Operand::Const(id) => self.constant(&self.module.consts[id]),
        }
    }
    fn constant(&self, constant: &Const) -> Option<(ObjectId, i64)> {
        match constant {
            Const::Global { id, offset } => {
                self.points_to.object(ObjectKind::Global(*id)).map(|object| (object, *offset))
            }
            Const::Expr(inner) => match &**inner {
                ConstExpr::Offset { base, offset } => {
                    let (object, start) = self.constant(base)?;
                    Some((object, start.checked_add(*offset)?))
                }
                _ => None,
            },
            _ => None,
        }
    }
    /// The object when it is known although the offset is not.
    fn object(&self, ptr: Operand) -> Option<ObjectId> {
        if let Some((object, _)) = self.exact(ptr) {
            return Some(object);
        }
        let Operand::Local(local) = ptr else { return None };
        match self.nodes.folded(self.function(), local)? {
            Rvalue::Use(base) | Rvalue::Offset { base, .. } => self.object(*base),
            _ => None,
        }
    }
}
