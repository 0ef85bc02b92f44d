//! Labels of a `switch` that lead to one place are one case, as they are one decision in the source.

use incise_ir::{Block, BlockId, Function, IdVec, Labels, TermKind};

/// Puts the labels of each `switch` together; those that lead where the default leads are part of it.
pub(super) fn merge_labels(function: &mut Function) {
    let ids: Vec<BlockId> = function.blocks.ids().collect();
    for id in ids {
        let TermKind::Switch { cases, default, .. } = &function.blocks[id].terminator.kind else { continue };
        let (cases, default) = (cases.clone(), destination(&function.blocks, *default));
        let mut merged: Vec<(Labels, BlockId)> = Vec::new();
        for (labels, target) in cases {
            let place = destination(&function.blocks, target);
            match merged.iter_mut().find(|(_, known)| destination(&function.blocks, *known) == place) {
                _ if place == default => {}
                Some((known, _)) => known.0.extend(labels.0),
                None => merged.push((labels, target)),
            }
        }
        if let TermKind::Switch { cases, .. } = &mut function.blocks[id].terminator.kind {
            *cases = merged;
        }
    }
}

/// Where a block leads that does nothing.
fn destination(blocks: &IdVec<BlockId, Block>, mut id: BlockId) -> BlockId {
    for _ in 0..blocks.len() {
        match &blocks[id] {
            Block { stmts, terminator, .. } if stmts.is_empty() => match terminator.kind {
                TermKind::Goto(next) => id = next,
                _ => return id,
            },
            _ => return id,
        }
    }
    id
}
