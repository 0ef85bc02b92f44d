//! Functions that the program calls: with branches, early returns and bounded recursion; two of them in a table.

use super::{Generator, Variable};

impl Generator {
    pub(super) fn functions(&mut self) {
        let count = self.rng.below(4);
        for index in 0..count {
            let scope = self.variables.len();
            self.out.open(format!("static int f{index}(int a, int b)"));
            let mark = self.mark();
            self.out.line(mark);
            for name in ["a", "b"] {
                self.variables.push(Variable { name: name.to_string(), ty: "int", writable: true });
            }
            if self.rng.chance(50) {
                let cond = self.cond(1);
                let (mark, value) = (self.mark(), self.expr(1));
                self.out.line(format!("if ({cond}) {{ {mark} return {value}; }}"));
            }
            if self.rng.chance(25) {
                let mark = self.mark();
                let value = self.expr(1);
                self.out.line(format!("a &= 3; if (a > 0) {{ {mark} return f{index}(a - 1, {value}) + 1; }}"));
            }
            for _ in 0..self.rng.range(0, 2) {
                self.statement(1);
            }
            let value = self.expr(2);
            self.out.line(format!("return {value};"));
            self.out.close("");
            self.variables.truncate(scope);
            self.n_functions = index + 1;
        }
        if count >= 2 {
            let (first, second) = (self.rng.below(count), self.rng.below(count - 1));
            let second = if second >= first { second + 1 } else { second };
            self.out.line(format!("static int (*const table[2])(int, int) = {{f{first}, f{second}}};"));
            self.has_table = true;
        }
    }
}
