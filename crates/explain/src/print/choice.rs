//! `?:` of integers.

use super::Printer;
use super::int::{Int, View};
use super::literal::integer;
use super::number::filled;
use crate::error::Error;
use crate::text::Text;
use incise_term::TermId;

impl Printer<'_> {
    pub(super) fn choice(&mut self, t: TermId) -> Result<Int, Error> {
        let width = self.pool.width(t);
        let [condition, yes, no] = [0, 1, 2].map(|i| self.pool.child(t, i));
        let condition = self.truth(condition, false)?;
        // A constant is read as the other branch is.
        let (mut a, mut b) = (self.int(yes)?, self.int(no)?);
        if let Some(constant) = self.pool.as_const(yes)
            && b.view == View::Unsigned
        {
            a = integer(width, constant, false);
        }
        if let Some(constant) = self.pool.as_const(no)
            && a.view == View::Unsigned
        {
            b = integer(width, constant, false);
        }
        if a.view == View::Low || b.view == View::Low {
            let filled = a.bits >= width && b.bits >= width;
            if !filled {
                (a, b) = (a.unsigned(width), b.unsigned(width));
            }
        }
        let (mut bits, mut is_signed) = Int::usual(&a, &b);
        let as_unsigned = a.is_unsigned_value() && b.is_unsigned_value();
        let as_signed = a.is_signed_value() && b.is_signed_value() && Int::keep_signed(&a, &b);
        if !as_unsigned && !as_signed && bits < width {
            // Exact, but one as signed and the other as unsigned, or in types that do not mix.
            (a, b) = (a.unsigned(width), b.unsigned(width));
            (bits, is_signed) = Int::usual(&a, &b);
            return Ok(Int { text: Text::choice(condition, a.text, b.text), bits, is_signed, view: View::Unsigned });
        }
        let view = match () {
            () if as_unsigned && as_signed => View::Both,
            () if as_unsigned => View::Unsigned,
            () if as_signed && is_signed => View::Signed,
            () => filled(width, bits, is_signed),
        };
        Ok(Int { text: Text::choice(condition, a.text, b.text), bits, is_signed, view })
    }
}
