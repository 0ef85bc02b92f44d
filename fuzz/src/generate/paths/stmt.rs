//! Statements. Every arm of a branch and every turn of a loop begins with a mark.

use super::{Generator, Variable};

impl Generator {
    pub(super) fn block(&mut self, depth: u32) {
        let mark = self.mark();
        self.out.line(mark);
        for _ in 0..self.rng.range(0, 2) {
            self.statement(depth.saturating_sub(1));
        }
    }

    pub(super) fn statement(&mut self, depth: u32) {
        self.budget -= 1;
        let kind = if depth == 0 { self.rng.below(6) } else { self.rng.below(20) };
        match kind {
            0..=2 => self.assignment(),
            3 | 4 => self.array_write(),
            5 => self.pointer(),
            6..=10 => self.branch(depth),
            11 | 12 => self.switch(depth),
            13 | 14 if self.loops < 2 => self.counted_loop(depth),
            15 if self.loops < 2 => self.guarded_loop(depth),
            16 => self.backward_goto(depth),
            17 if self.errors => {
                let cond = self.cond(1);
                // An assertion that fails for few inputs only.
                let (value, but) = (self.expr(1), self.rng.range(0, 9));
                self.out.line(format!("CHECK(!({cond}) | ((({value}) & 15) != {but}));"));
            }
            18 => self.pointer_choice(depth),
            19 => self.structure(),
            _ => self.branch(depth),
        }
    }

    fn target(&mut self) -> Option<String> {
        let writable: Vec<&Variable> = self.variables.iter().filter(|variable| variable.writable).collect();
        if writable.is_empty() {
            return None;
        }
        let index = self.rng.below(writable.len() as u64) as usize;
        Some(writable[index].name.clone())
    }

    fn assignment(&mut self) {
        let Some(target) = self.target() else { return };
        let value = self.expr(3);
        let op = self.rng.pick(&["=", "=", "+=", "-=", "^=", "|=", "&="]);
        self.out.line(format!("{target} {op} {value};"));
    }

    fn array_write(&mut self) {
        let writable: Vec<super::Array> = self.arrays.iter().filter(|array| array.writable).cloned().collect();
        if writable.is_empty() {
            return self.assignment();
        }
        let array = &writable[self.rng.below(writable.len() as u64) as usize];
        let (at, value) = (self.index(2, array.len), self.expr(2));
        self.out.line(format!("{}[{at}] = {value};", array.name));
    }

    /// A pointer into an array, moved and written through.
    fn pointer(&mut self) {
        let writable: Vec<super::Array> = self.arrays.iter().filter(|array| array.writable).cloned().collect();
        if writable.is_empty() {
            return self.assignment();
        }
        let array = &writable[self.rng.below(writable.len() as u64) as usize];
        let pointer = self.fresh("p");
        let (at, value) = (self.expr(2), self.expr(1));
        let mask = array.len / 2 - 1;
        self.out.open("");
        self.out.line(format!("{} *{pointer} = {} + ({at} & {mask});", array.ty, array.name));
        self.out.line(format!("*{pointer} += {value};"));
        self.out.line(format!("{pointer}[1] ^= *{pointer};"));
        if let Some(target) = self.target() {
            self.out.line(format!("{target} += {pointer} - {};", array.name));
        }
        self.out.close("");
    }

    fn branch(&mut self, depth: u32) {
        let cond = self.cond(2);
        self.out.open(format!("if ({cond})"));
        self.block(depth);
        if self.rng.chance(60) {
            self.out.next("else");
            self.block(depth);
        }
        self.out.close("");
    }

    fn switch(&mut self, depth: u32) {
        let value = self.expr(2);
        let mask = self.rng.pick(&["& 3", "& 7", "% 5", ""]);
        self.out.open(format!("switch ({value} {mask})"));
        let mut labels: Vec<i64> = (0..self.rng.range(1, 4)).map(|_| self.rng.range(-1, 7)).collect();
        labels.sort_unstable();
        labels.dedup();
        for label in labels {
            if self.rng.chance(15) {
                // The engine's paths differ by label, also where two labels lead to one block.
                let mark = self.mark();
                self.out.line(format!("case {}: {mark}", label + 40));
            }
            self.out.line(format!("case {label}:"));
            self.out.open("");
            self.block(depth);
            self.out.close("");
            if self.rng.chance(70) {
                self.out.line("break;");
            }
        }
        if self.rng.chance(60) {
            self.out.open("default:");
            self.block(depth);
            self.out.close("");
        }
        self.out.close("");
    }

    fn counted_loop(&mut self, depth: u32) {
        let counter = self.fresh("i");
        let bound = self.expr(1);
        let limit = self.rng.pick(&["1", "3", "7"]);
        self.out.open(format!("for (int {counter} = 0; {counter} < ({bound} & {limit}); {counter}++)"));
        self.loops += 1;
        let scope = self.variables.len();
        self.variables.push(Variable { name: counter, ty: "int", writable: false });
        self.block(depth);
        if self.rng.chance(30) {
            let cond = self.cond(1);
            let mark = self.mark();
            let leave = self.rng.pick(&["break;", "continue;"]);
            self.out.line(format!("if ({cond}) {{ {mark} {leave} }}"));
        }
        self.variables.truncate(scope);
        self.loops -= 1;
        self.out.close("");
    }

    fn guarded_loop(&mut self, depth: u32) {
        let counter = self.fresh("n");
        let cond = self.cond(1);
        let turns = self.rng.range(1, 5);
        self.out.open("");
        self.out.line(format!("int {counter} = 0;"));
        self.loops += 1;
        let guard = self.mark_then(&cond);
        if self.rng.chance(50) {
            self.out.open(format!("while ({counter}++ < {turns} && {guard})"));
            self.block(depth);
            self.out.close("");
        } else {
            self.out.open("do");
            self.block(depth);
            self.out.close(&format!(" while (++{counter} < {turns} && {guard});"));
        }
        self.loops -= 1;
        self.out.close("");
    }

    fn backward_goto(&mut self, depth: u32) {
        let (label, counter) = (self.fresh("again"), self.fresh("n"));
        let turns = self.rng.range(1, 3);
        self.out.open("");
        self.out.line(format!("int {counter} = 0;"));
        self.out.line(format!("{label}:;"));
        self.loops += 1;
        self.block(depth.min(1));
        self.loops -= 1;
        let cond = self.cond(1);
        let mark = self.mark();
        self.out.line(format!("if ({cond}) {{ {mark} if ({counter}++ < {turns}) goto {label}; }}"));
        self.out.close("");
    }

    /// A pointer to one of two variables of a type, by a branch.
    fn pointer_choice(&mut self, depth: u32) {
        let Some(first) = self.target() else { return };
        let ty = self.variables.iter().find(|variable| variable.name == first).map_or("int", |variable| variable.ty);
        let same: Vec<String> = self
            .variables
            .iter()
            .filter(|variable| variable.writable && variable.ty == ty)
            .map(|variable| variable.name.clone())
            .collect();
        let second = same[self.rng.below(same.len() as u64) as usize].clone();
        let pointer = self.fresh("p");
        let cond = self.cond(1);
        self.out.open("");
        self.out.line(format!("{ty} *{pointer} = &{first};"));
        let mark = self.mark();
        self.out.line(format!("if ({cond}) {{ {mark} {pointer} = &{second}; }}"));
        let value = self.expr(2);
        self.out.line(format!("*{pointer} = {value};"));
        // Which one it is does not depend on the inputs any more: no branch.
        let mark = self.mark();
        self.out.line(format!("if ({pointer} == &{second}) {mark}"));
        if depth > 0 {
            self.statement(depth - 1);
        }
        self.out.close("");
    }

    /// A struct with bit-fields and an array, copied and read back.
    fn structure(&mut self) {
        let (a, b) = (self.fresh("s"), self.fresh("s"));
        let (low, high, index, value) = (self.expr(2), self.expr(1), self.expr(1), self.expr(1));
        self.out.open("");
        self.out.line(format!("struct {{ unsigned x : 3; int y : 5; unsigned char z[4]; }} {a} = {{0}}, {b};"));
        self.out.line(format!("{a}.x = {low};"));
        self.out.line(format!("{a}.y = {high};"));
        self.out.line(format!("{a}.z[{index} & 3] = {value};"));
        self.out.line(format!("{b} = {a};"));
        let mark = self.mark();
        self.out.line(format!("if ({b}.y < (int){b}.x) {mark}"));
        if let Some(target) = self.target() {
            let at = self.expr(1);
            self.out.line(format!("{target} += {b}.z[{at} & 3] + {b}.y;"));
        }
        self.out.close("");
    }
}
