//! Expressions and conditions. Only `&&`, `||` and `?:` branch, and these mark their arms.

use super::Generator;

impl Generator {
    /// An expression of some integer type, without undefined behaviour that `-fwrapv` does not define.
    pub(super) fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.chance(15) {
            return self.leaf();
        }
        let inner = depth - 1;
        match self.rng.below(16) {
            0..=4 => {
                let op = self.rng.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]);
                format!("({} {op} {})", self.expr(inner), self.expr(inner))
            }
            5 => {
                let (op, by) = (self.rng.pick(&["<<", ">>"]), self.rng.below(5));
                format!("({} {op} {by})", self.expr(inner))
            }
            6 => {
                // A variable amount; the operand is at least an int.
                let (op, amount) = (self.rng.pick(&["<<", ">>"]), self.expr(inner));
                format!("({} {op} ({amount} & 7))", self.expr(inner))
            }
            7 => self.division(inner),
            8 => {
                let mask = (1u64 << self.rng.range(1, 5)) - 1;
                format!("({} & {mask})", self.expr(inner))
            }
            9 => {
                let ty = super::TYPES[self.rng.below(7) as usize];
                format!("(({ty}){})", self.expr(inner))
            }
            10 => format!("({}{})", self.rng.pick(&["-", "~", "!"]), self.expr(inner)),
            11 | 12 => self.element(inner),
            13 => {
                let cond = self.cond(inner);
                let (left, right) = (self.expr(inner), self.expr(inner));
                let (left, right) = (self.mark_then(&left), self.mark_then(&right));
                format!("({cond} ? {left} : {right})")
            }
            14 => self.call(inner),
            _ => self.comparison(inner),
        }
    }

    fn leaf(&mut self) -> String {
        if self.rng.chance(25) || self.variables.is_empty() {
            return format!("({})", self.rng.range(-4, 20));
        }
        let index = self.rng.below(self.variables.len() as u64) as usize;
        self.variables[index].name.clone()
    }

    fn division(&mut self, depth: u32) -> String {
        let op = self.rng.pick(&["/", "%"]);
        let (left, right) = (self.expr(depth), self.expr(depth));
        if self.errors && self.rng.chance(50) {
            // The divisor is small and positive, or zero: no overflow. It is no constant: clang itself drops a division by zero.
            return format!("({left} {op} BY(({right} & 7) + none))");
        }
        format!("({left} {op} (({right} & 7) | 1))")
    }

    /// An element of an array; the index is masked, or may be out of range.
    pub(super) fn element(&mut self, depth: u32) -> String {
        if self.arrays.is_empty() {
            return self.leaf();
        }
        let index = self.rng.below(self.arrays.len() as u64) as usize;
        let array = self.arrays[index].clone();
        let at = self.index(depth, array.len);
        format!("{}[{at}]", array.name)
    }

    pub(super) fn index(&mut self, depth: u32, len: u64) -> String {
        let at = self.expr(depth);
        if self.errors && self.rng.chance(40) {
            return format!("AT({at} & {}, {len})", 2 * len - 1);
        }
        format!("{at} & {}", len - 1)
    }

    fn call(&mut self, depth: u32) -> String {
        if self.n_functions == 0 {
            return self.leaf();
        }
        let (left, right) = (self.expr(depth), self.expr(depth));
        if self.has_table && self.rng.chance(30) {
            let which = self.expr(depth);
            return format!("table[{which} & 1]({left}, {right})");
        }
        let callee = self.rng.below(self.n_functions);
        format!("f{callee}({left}, {right})")
    }

    fn comparison(&mut self, depth: u32) -> String {
        let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        if self.float && self.rng.chance(40) {
            let ty = self.rng.pick(&["float", "double"]);
            let (left, right) = (self.expr(depth), self.expr(depth));
            let (by, plus) = (self.rng.range(1, 9), self.rng.range(-9, 9));
            let fop = self.rng.pick(&["*", "/", "+", "-"]);
            return format!("((({ty}){left}) {fop} ({ty}){by}.25 {op} ({ty}){right} + ({ty}){plus}.5)");
        }
        let left = self.expr(depth);
        let right = if self.rng.chance(60) { self.rng.range(-2, 12).to_string() } else { self.expr(depth) };
        format!("({left} {op} {right})")
    }

    /// A condition: comparisons, with `&&`, `||` and `!` between them.
    pub(super) fn cond(&mut self, depth: u32) -> String {
        if depth > 0 && self.rng.chance(25) {
            let op = self.rng.pick(&["&&", "||"]);
            let (left, right) = (self.cond(depth - 1), self.cond(depth - 1));
            let right = self.mark_then(&right);
            return format!("({left} {op} {right})");
        }
        match self.rng.below(5) {
            0 => self.expr(depth),
            1 => format!("!{}", self.comparison(depth)),
            _ => self.comparison(depth),
        }
    }
}
