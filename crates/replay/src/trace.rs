//! What a replayed run recorded: branches under the program's own numbers, results, complaints.
//!
//! The grammar is in the headers of `runtime/replay/replay.c` and `function.c`.

use crate::bytes::Hex;
use incise_engine::Decision;
use incise_ir::{BlockId, FuncId, GlobalId, Id, Module, TermKind};

/// A trace file, read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) decisions: Vec<Decision>,
    /// The function's result.
    pub(crate) result: Option<Vec<u8>>,
    pub(crate) globals: Vec<(GlobalId, Vec<u8>)>,
    /// What pointer arguments point to, by parameter.
    pub(crate) pointees: Vec<(u32, Vec<u8>)>,
    /// Pointers in these: the object (-1 for the result) and where in it, and what it points to.
    pub(crate) links: Vec<((i64, u32), i32)>,
    /// Memory that the test has looked at, by its place there; nothing where no pointer leads to it.
    pub(crate) reached: Vec<(usize, Option<Vec<u8>>)>,
    /// An assumption of the program does not hold.
    pub(crate) assume_failed: bool,
    /// Why the test does not fit the program.
    pub(crate) misfit: Option<String>,
    /// Calls of functions without a body, a line each.
    pub(crate) calls: Vec<String>,
    /// Inputs that the run asked for past the test's last.
    pub(crate) extra: Vec<String>,
    /// Whether there was more than is kept.
    pub(crate) full: bool,
}

impl Trace {
    /// Reads a trace of the program.
    pub(crate) fn parse(module: &Module, bytes: &[u8]) -> Trace {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]);
        let mut trace = Trace::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
            match words[0] {
                "b" | "s" => {
                    if let (Some(function), Some(block), Some(value)) = (number(1), number(2), number(3)) {
                        trace.decisions.extend(decision(module, function, block, value));
                    }
                }
                "result" => trace.result = words.get(2).and_then(|word| word.parse::<Hex>().ok()).map(|hex| hex.0),
                "global" => {
                    if let (Some(id), Some(Ok(Hex(bytes)))) = (number(1), words.get(2).map(|word| word.parse())) {
                        trace.globals.push((GlobalId::new(id.clamp(0, i64::from(u32::MAX)) as usize), bytes));
                    }
                }
                "pointee" => {
                    if let (Some(number), Some(Ok(Hex(bytes)))) = (number(1), words.get(2).map(|word| word.parse())) {
                        trace.pointees.push((number.clamp(0, i64::from(u32::MAX)) as u32, bytes));
                    }
                }
                "pointer" => {
                    if let (Some(number), Some(Ok(Hex(bytes)))) = (number(1), words.get(2).map(|word| word.parse()))
                        && let Ok([a, b, c, d, e, f, g, h]) = <[u8; 8]>::try_from(bytes.as_slice())
                    {
                        let (offset, target) = (u32::from_le_bytes([a, b, c, d]), i32::from_le_bytes([e, f, g, h]));
                        trace.links.push(((number, offset), target));
                    }
                }
                "reached" => {
                    if let Some(number) = number(1).and_then(|number| usize::try_from(number).ok()) {
                        let bytes = words.get(2).and_then(|word| word.parse::<Hex>().ok()).map(|hex| hex.0);
                        trace.reached.push((number, bytes.filter(|bytes| !bytes.is_empty())));
                    }
                }
                "call" => trace.calls.push(words[1..].join(" ")),
                "assume-failed" => trace.assume_failed = true,
                "mismatch" => {
                    let size = |index| number(index).unwrap_or_default();
                    let name = words.get(1).copied().unwrap_or_default();
                    trace.misfit = Some(format!("input `{name}` has {} bytes, the test gives {}", size(2), size(3)));
                }
                "misfit" => trace.misfit = Some("the test's arguments or globals do not fit the function".to_owned()),
                "bad-inputs" => trace.misfit = Some("the inputs could not be handed over".to_owned()),
                "extra" => trace.extra.push(words.get(1).copied().unwrap_or_default().to_owned()),
                "trace-full" => trace.full = true,
                _ => {}
            }
        }
        trace
    }
}

/// The block's end that an event is about, as a decision; events of what is no branch in our representation are dropped.
fn decision(module: &Module, function: i64, block: i64, value: i64) -> Option<Decision> {
    let function = FuncId::new(u32::try_from(function).ok()? as usize);
    let block = BlockId::new(u32::try_from(block).ok()? as usize);
    let edge = match &module.functions.get(function)?.blocks.get(block)?.terminator.kind {
        TermKind::Branch { .. } => u32::from(value == 0),
        TermKind::Switch { ty, cases, .. } => {
            let width = module.types.bits(*ty).min(64);
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            let hit = cases
                .iter()
                .position(|(labels, _)| labels.0.iter().any(|label| *label as u64 & mask == value as u64 & mask));
            hit.unwrap_or(cases.len()) as u32
        }
        _ => return None,
    };
    Some(Decision { function, block, edge })
}

/// The part of a predicted trace that a native run records: branches and switches of functions that `program` defines.
/// `program` is without libc models; its ids are those of the program that was explored.
pub fn visible(program: &Module, trace: &[Decision]) -> Vec<Decision> {
    let is_visible = |decision: &&Decision| {
        let function = program.functions.get(decision.function);
        function
            .and_then(|function| function.blocks.get(decision.block))
            .is_some_and(|block| matches!(block.terminator.kind, TermKind::Branch { .. } | TermKind::Switch { .. }))
    };
    trace.iter().filter(is_visible).copied().collect()
}
