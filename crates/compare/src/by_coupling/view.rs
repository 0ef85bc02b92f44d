//! Views: numbers made of the slots of one version, which stand in facts like slots. The two versions may hold the same in other pieces:
//! a sum as quotient and remainder, flags as bits of a word, a queue as a ring.
//!
//! # Invariants
//! - [`View::number`] and [`View::term`] mean the same. Slots are taken as the unsigned numbers that their bits are, but as the numbers that
//!   they are in an index.
//! - A view is unsigned and as wide as its own slot says.

use crate::by_coupling::slot::Slot;
use incise_term::{Pool, TermId};

/// A number made of slots of one version, by their numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Made {
    /// A slot divided by a number.
    Quotient(usize, u64),
    /// What is left of a slot when it is divided by a number.
    Remainder(usize, u64),
    /// So many bits of a slot from one on.
    Field(usize, u32, u32),
    /// The difference of two slots of the same width, modulo two to the power of that.
    Difference(usize, usize),
    /// An element of an array, or a bit of a slot, at an index modulo the length.
    At(Cells, Index),
}

/// What an index selects from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cells {
    /// Slots of the same width.
    Slots(Vec<usize>),
    /// The first bits of a slot.
    Bits(usize, u32),
}

/// A sum of slots with factors, and a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Index {
    /// Factors and slots.
    pub terms: Vec<(i64, usize)>,
    /// What is added.
    pub offset: i64,
}

/// A view and how it stands in facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// What it is.
    pub made: Made,
    /// Its width and name; the global is none.
    pub slot: Slot,
}

impl Cells {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Cells::Slots(slots) => slots.len(),
            Cells::Bits(_, bits) => *bits as usize,
        }
    }
}

/// The bits of a number that a slot holds.
fn bits(slot: &Slot, number: i128) -> u128 {
    let unused = 128 - slot.width();
    ((number as u128) << unused) >> unused
}

impl View {
    /// The view of slots of a version.
    pub fn of(made: Made, slots: &[Slot]) -> View {
        let name = |number: usize| slots[number].text.as_str();
        let (size, text) = match &made {
            Made::Quotient(slot, number) => (slots[*slot].size, format!("{} / {number}", name(*slot))),
            Made::Remainder(slot, number) => (slots[*slot].size, format!("{} % {number}", name(*slot))),
            Made::Field(slot, low, width) if low + width >= slots[*slot].width() => {
                (width.div_ceil(8), format!("({} >> {low})", name(*slot)))
            }
            Made::Field(slot, low, width) => {
                let mask = (1u128 << width) - 1;
                let shifted = if *low == 0 { name(*slot).to_owned() } else { format!("{} >> {low}", name(*slot)) };
                (width.div_ceil(8), format!("({shifted} & {mask:#x})"))
            }
            Made::Difference(a, b) => (slots[*a].size, format!("({} - {})", name(*a), name(*b))),
            Made::At(cells, index) => {
                let mut at = index.offset.to_string();
                for (factor, slot) in &index.terms {
                    let sign = if *factor < 0 { "-" } else { "+" };
                    at = format!("{at} {sign} {}", name(*slot));
                }
                match cells {
                    Cells::Slots(all) => {
                        let array = slots[all[0]].element().map_or(name(all[0]), |(array, _)| array);
                        (slots[all[0]].size, format!("{array}(({at}) % {})", all.len()))
                    }
                    Cells::Bits(slot, length) => (1, format!("(bit ({at}) % {length} of {})", name(*slot))),
                }
            }
        };
        let slot = Slot { global: String::new(), offset: 0, size, signed: false, is_number: true, text };
        View { made, slot }
    }

    /// What it is where the slots hold these numbers.
    pub fn number(&self, slots: &[Slot], value: &dyn Fn(usize) -> i128) -> i128 {
        let plain = |slot: usize| bits(&slots[slot], value(slot));
        let found = match &self.made {
            Made::Quotient(slot, number) => plain(*slot) / u128::from(*number),
            Made::Remainder(slot, number) => plain(*slot) % u128::from(*number),
            Made::Field(slot, low, width) => plain(*slot) >> low & ((1 << width) - 1),
            Made::Difference(a, b) => bits(&slots[*a], value(*a).wrapping_sub(value(*b))),
            Made::At(cells, index) => {
                let sum: i128 = index.terms.iter().map(|(factor, slot)| i128::from(*factor) * value(*slot)).sum();
                let at = (sum + i128::from(index.offset)).rem_euclid(cells.len() as i128) as usize;
                match cells {
                    Cells::Slots(all) => plain(all[at]),
                    Cells::Bits(slot, _) => plain(*slot) >> at & 1,
                }
            }
        };
        found as i128
    }

    /// What it is where the slots hold these terms; nothing where one of them holds no number.
    pub fn term(&self, pool: &mut Pool, slots: &[Slot], held: &[Option<TermId>]) -> Option<TermId> {
        let width = self.slot.width();
        let constant = |pool: &mut Pool, number: u64, width: u32| pool.constant(width, u128::from(number));
        Some(match &self.made {
            Made::Quotient(slot, number) => {
                let number = constant(pool, *number, width);
                pool.udiv(held[*slot]?, number)
            }
            Made::Remainder(slot, number) => {
                let number = constant(pool, *number, width);
                pool.urem(held[*slot]?, number)
            }
            Made::Field(slot, low, bits) => {
                let field = pool.extract(held[*slot]?, *low, *bits);
                pool.zext(field, width)
            }
            Made::Difference(a, b) => pool.sub(held[*a]?, held[*b]?),
            Made::At(cells, index) => {
                let at = index.term(pool, slots, held, cells.len())?;
                let mut chosen = None;
                for cell in (0..cells.len()).rev() {
                    let own = match cells {
                        Cells::Slots(all) => held[all[cell]]?,
                        Cells::Bits(slot, _) => {
                            let bit = pool.extract(held[*slot]?, cell as u32, 1);
                            pool.zext(bit, width)
                        }
                    };
                    chosen = Some(match chosen {
                        None => own,
                        Some(others) => {
                            let number = pool.constant(pool.width(at), cell as u128);
                            let is = pool.eq(at, number);
                            pool.ite(is, own, others)
                        }
                    });
                }
                chosen?
            }
        })
    }
}

impl Index {
    /// The index modulo a length.
    fn term(&self, pool: &mut Pool, slots: &[Slot], held: &[Option<TermId>], length: usize) -> Option<TermId> {
        let widest = self.terms.iter().map(|(_, slot)| slots[*slot].width()).max().unwrap_or(8);
        let width = widest + 16;
        let mut sum = pool.constant(width, self.offset as i128 as u128);
        for (factor, slot) in &self.terms {
            let own = held[*slot]?;
            let own = if slots[*slot].signed { pool.sext(own, width) } else { pool.zext(own, width) };
            let factor = pool.constant(width, i128::from(*factor) as u128);
            let scaled = pool.mul(own, factor);
            sum = pool.add(sum, scaled);
        }
        if length.is_power_of_two() {
            return Some(match length.trailing_zeros() {
                0 => pool.constant(1, 0),
                bits => pool.extract(sum, 0, bits),
            });
        }
        let length = pool.constant(width, length as u128);
        let rest = pool.srem(sum, length);
        let zero = pool.constant(width, 0);
        let (is_below, above) = (pool.slt(rest, zero), pool.add(rest, length));
        Some(pool.ite(is_below, above, rest))
    }
}
