//! Slices and concatenations: the pool writes masks and constant shifts with them; here they become masks and
//! shifts again.

use super::Printer;
use super::int::{Int, View, computed_in, hexadecimal};
use super::number::filled;
use crate::error::Error;
use crate::text::{Level, Text};
use incise_term::concrete::mask;
use incise_term::{Op, TermId};

/// Shifts by up to so many bits are written as products.
const MAX_FACTOR: u32 = 4;

/// A stretch of the bits of a term: where they come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    /// `None`: constant.
    source: Option<TermId>,
    /// The value of a constant; otherwise the lowest bit taken of the source.
    from: u128,
    len: u32,
    at: u32,
}

/// All bits come from one term, shifted by one distance, and the rest is zero.
struct Run {
    source: TermId,
    /// To the left if positive.
    shift: i64,
    mask: u128,
}

impl Printer<'_> {
    fn pieces(&self, t: TermId, at: u32, out: &mut Vec<Piece>) {
        let width = self.pool.width(t);
        let child = |i: usize| self.pool.child(t, i);
        match self.pool.op(t) {
            Op::Concat => {
                self.pieces(child(1), at, out);
                self.pieces(child(0), at + self.pool.width(child(1)), out);
            }
            Op::Zext => {
                self.pieces(child(0), at, out);
                let narrow = self.pool.width(child(0));
                out.push(Piece { source: None, from: 0, len: width - narrow, at: at + narrow });
            }
            Op::Extract { lo } => out.push(Piece { source: Some(child(0)), from: lo.into(), len: width, at }),
            Op::Const => {
                let value = self.pool.as_const(t).unwrap_or(0);
                out.push(Piece { source: None, from: value, len: width, at });
            }
            _ => out.push(Piece { source: Some(t), from: 0, len: width, at }),
        }
    }

    fn run(&self, t: TermId) -> Option<Run> {
        let mut pieces = Vec::new();
        self.pieces(t, 0, &mut pieces);
        let mut run: Option<Run> = None;
        for piece in pieces {
            let Some(source) = piece.source else {
                if piece.from != 0 {
                    return None;
                }
                continue;
            };
            let shift = i64::from(piece.at) - piece.from as i64;
            let ones = mask(piece.len) << piece.at;
            match &mut run {
                Some(run) if run.source == source && run.shift == shift => run.mask |= ones,
                Some(_) => return None,
                None => run = Some(Run { source, shift, mask: ones }),
            }
        }
        run
    }

    /// Bits of one term as a mask, a shift, or both; `None` if it is not one, or is the plain term.
    pub(super) fn run_of_bits(&mut self, t: TermId) -> Result<Option<Int>, Error> {
        let Some(run) = self.run(t) else { return Ok(None) };
        let width = self.pool.width(t);
        let source_width = self.pool.width(run.source);
        if source_width == 1 || self.float_format(run.source).is_some() && run.shift != 0 {
            return Ok(None);
        }
        if run.shift == 0 && run.mask == mask(source_width) {
            return Ok(None);
        }
        let low_zeros = run.mask.trailing_zeros();
        let is_whole_above = run.mask == mask(width) & !mask(low_zeros);
        let source = self.int(run.source)?;
        if run.shift == 0 {
            if let 8 | 16 = run.mask.count_ones()
                && run.mask == mask(run.mask.count_ones())
            {
                let low = Int { view: View::Low, ..source };
                return Ok(Some(Int { view: View::Both, ..low.unsigned(run.mask.count_ones()) }));
            }
            // The complement of an `unsigned` has no ones above bit 31.
            let zeros = hexadecimal(mask(low_zeros));
            if is_whole_above && source_width == width && zeros.is_signed {
                let source = source.widened(computed_in(width));
                let zeros = Text::unary("~", zeros.text);
                let view = filled(width, source.bits, source.is_signed);
                return Ok(Some(Int { text: Text::binary(Level::BitAnd, "&", source.text, zeros), view, ..source }));
            }
            return Ok(Some(masked(source, run.mask)));
        }
        if run.shift > 0 {
            return Ok(Some(shifted_left(source, source_width, &run, width)));
        }
        let k = run.shift.unsigned_abs() as u32;
        let reaches_top = run.mask == mask(source_width - k);
        let source = if reaches_top { source.unsigned(source_width) } else { source };
        let source = source.widened(computed_in(source_width));
        let text = Text::binary(Level::Shift, ">>", source.text, Text::atom(k.to_string()));
        let shifted = Int { text, view: View::Unsigned, ..source };
        Ok(Some(if reaches_top { shifted } else { masked(shifted, run.mask) }))
    }

    pub(super) fn slices(&mut self, t: TermId) -> Result<Int, Error> {
        let width = self.pool.width(t);
        if let Op::Extract { lo } = self.pool.op(t) {
            return self.slice(self.pool.child(t, 0), lo, width);
        }
        if let Some(run) = self.run_of_bits(t)? {
            return Ok(run);
        }
        let (high, low) = (self.pool.child(t, 0), self.pool.child(t, 1));
        let k = self.pool.width(low);
        let high = self.int(high)?.widened(computed_in(width));
        let view = match high.view {
            _ if high.bits == width => filled(width, high.bits, high.is_signed),
            View::Both => View::Unsigned,
            view => view,
        };
        let shifted = Text::binary(Level::Shift, "<<", high.text.clone(), Text::atom(k.to_string()));
        if self.pool.as_const(low) == Some(0) {
            return Ok(Int { text: shifted, view, ..high });
        }
        let low = self.unsigned(low)?;
        let (bits, is_signed) = Int::usual(&high, &low);
        let view = if bits == width { filled(width, bits, is_signed) } else { view };
        let view = if view == View::Signed && !is_signed { View::Low } else { view };
        Ok(Int { text: Text::binary(Level::BitOr, "|", shifted, low.text), bits, is_signed, view })
    }

    /// `width` bits of a term from bit `lo`.
    fn slice(&mut self, source: TermId, lo: u32, width: u32) -> Result<Int, Error> {
        let source_width = self.pool.width(source);
        let whole = self.int(source)?;
        let whole = whole.widened(computed_in(if lo == 0 { width } else { source_width }));
        if lo == 0 {
            return Ok(Int { view: filled(width, whole.bits, whole.is_signed), ..whole });
        }
        let text = Text::binary(Level::Shift, ">>", whole.text, Text::atom(lo.to_string()));
        let view = match whole.view {
            View::Both if lo + width == source_width => View::Unsigned,
            view if lo + width == source_width => view,
            _ => View::Low,
        };
        Ok(Int { text, view, bits: whole.bits, is_signed: whole.is_signed })
    }
}

/// Bits of a term moved up by a constant.
fn shifted_left(source: Int, source_width: u32, run: &Run, width: u32) -> Int {
    let k = run.shift as u32;
    let shifted = |value: Int| {
        let value = value.widened(computed_in(width));
        let text = Text::binary(Level::Shift, "<<", value.text, Text::atom(k.to_string()));
        Int { text, view: filled(width, value.bits, value.is_signed), ..value }
    };
    if run.mask == mask(width) & !mask(k) && source_width >= width - k {
        if k > MAX_FACTOR {
            return shifted(source);
        }
        let source = source.widened(computed_in(width));
        let text = Text::binary(Level::Product, "*", Text::atom((1u32 << k).to_string()), source.text);
        return Int { text, view: filled(width, source.bits, source.is_signed), ..source };
    }
    if source_width + k <= width && run.mask == mask(source_width) << k {
        let moved = shifted(source.unsigned(source_width));
        let is_exact = source_width + k < moved.bits || !moved.is_signed;
        return Int { view: if is_exact { View::Unsigned } else { moved.view }, ..moved };
    }
    masked(shifted(source), run.mask)
}

/// `value & mask`, where the mask has only bits that the term may have.
fn masked(value: Int, ones: u128) -> Int {
    let literal = hexadecimal(ones);
    let (bits, is_signed) = Int::usual(&value, &literal);
    Int { text: Text::binary(Level::BitAnd, "&", value.text, literal.text), bits, is_signed, view: View::Unsigned }
}
