//! Runs a random program on concrete values, whole or as planned.

use super::Led;
use super::generate::{Built, Kind, Made, N_CELLS, N_LOCALS};
use crate::exact::backward::Backward;
use crate::exact::model::Ends;
use crate::exact::skip_routing::Way;
use incise_deps::NodeId;
use incise_ir::{FuncId, Id};
use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(Clone, Debug)]
pub struct Input {
    pub formals: Vec<u64>,
    pub cells: Vec<u64>,
}

/// `None` is irrelevant.
type Value = Option<u64>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Return(Value),
    Exit(u64),
    Fail(u8),
    Dead,
}

impl End {
    /// What a person sees of how it ended, without the result.
    pub fn kind(&self) -> (u8, u64) {
        match self {
            End::Return(_) => (0, 0),
            End::Exit(code) => (1, *code),
            End::Fail(kind) => (2, u64::from(*kind)),
            End::Dead => (3, 0),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Run {
    pub end: End,
    pub cells: Vec<Value>,
    pub stream: Vec<u64>,
    /// The steps that are to be run with what they read, without those in calls that are skipped.
    pub trace: Vec<(usize, usize, Vec<u64>)>,
    /// Whether a step that is to be run read something irrelevant.
    pub irrelevant: bool,
    /// Whether it ended by an error in something that a planned run skips.
    pub failed_unseen: bool,
}

struct Machine<'a> {
    built: &'a Built,
    needed: &'a Backward<'a>,
    led: Option<&'a Led>,
    cells: Vec<Value>,
    stream: Vec<u64>,
    trace: Vec<(usize, usize, Vec<u64>)>,
    irrelevant: bool,
    failed_unseen: bool,
    muted: usize,
    fuel: usize,
    depth: usize,
}

enum Stop {
    End(End),
    TooLong,
}

/// Runs; `None` if it takes too long.
pub fn run(built: &Built, needed: &Backward, led: Option<&Led>, input: &Input) -> Option<Run> {
    let mut machine = Machine {
        built,
        needed,
        led,
        cells: input.cells.iter().map(|value| Some(*value)).collect(),
        stream: Vec::new(),
        trace: Vec::new(),
        irrelevant: false,
        failed_unseen: false,
        muted: 0,
        fuel: 400,
        depth: 0,
    };
    let locals: Vec<Value> = input.formals.iter().map(|value| Some(*value)).collect();
    let end = match machine.function(0, locals) {
        Ok(value) => End::Return(value),
        Err(Stop::End(end)) => end,
        Err(Stop::TooLong) => return None,
    };
    Some(Run {
        end,
        cells: machine.cells,
        stream: machine.stream,
        trace: machine.trace,
        irrelevant: machine.irrelevant,
        failed_unseen: machine.failed_unseen,
    })
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish() >> 8
}

impl Machine<'_> {
    fn function(&mut self, id: usize, mut locals: Vec<Value>) -> Result<Value, Stop> {
        if self.depth > 12 {
            return Err(Stop::TooLong);
        }
        self.depth += 1;
        let result = self.body(id, &mut locals);
        self.depth -= 1;
        result
    }
    fn body(&mut self, id: usize, locals: &mut [Value]) -> Result<Value, Stop> {
        let mut at = 0;
        loop {
            self.fuel = self.fuel.checked_sub(1).filter(|left| *left > 0).ok_or(Stop::TooLong)?;
            let step = &self.built.functions[id][at];
            let way = self.led.map(|led| {
                let ways = led[id].as_ref().expect("a function that is entered is led through");
                ways.at[NodeId::new(at)].as_ref().expect("control comes where it is led")
            });
            match way {
                Some(Way::Jump { to, over }) => {
                    over.iter().for_each(|node| self.forget(id, node.index(), locals));
                    at = to.index();
                    continue;
                }
                Some(Way::Skip) => {
                    self.forget(id, at, locals);
                    if step.kind == Kind::Return {
                        return Ok(None);
                    }
                    at = step.next[0];
                    continue;
                }
                Some(Way::Run) | None => {}
            }
            match self.step(id, at, step, locals)? {
                Some(next) => at = next,
                None => return Ok(self.result(step, locals)),
            }
        }
    }
    fn forget(&mut self, id: usize, at: usize, locals: &mut [Value]) {
        for var in &self.built.version.body(FuncId::new(id)).steps[NodeId::new(at)].defs {
            self.set(*var, None, locals);
        }
    }
    fn set(&mut self, var: u32, value: Value, locals: &mut [Value]) {
        match (var as usize).checked_sub(N_LOCALS) {
            None => locals[var as usize] = value,
            Some(cell) if cell < N_CELLS => self.cells[cell] = value,
            Some(_) => {}
        }
    }
    fn get(&self, var: u32, locals: &[Value]) -> Value {
        match (var as usize).checked_sub(N_LOCALS) {
            None => locals[var as usize],
            Some(cell) => self.cells[cell],
        }
    }
    /// What is read; something irrelevant spoils all.
    fn read(&self, vars: &[u32], locals: &[Value]) -> Option<Vec<u64>> {
        vars.iter().map(|var| self.get(*var, locals)).collect()
    }
    fn result(&self, step: &Made, locals: &[Value]) -> Value {
        if step.acts() { self.read(&step.uses, locals).map(|read| hash((step.tag, read))) } else { Some(7) }
    }
    /// Where to go next; none when the function returns.
    fn step(&mut self, id: usize, at: usize, step: &Made, locals: &mut [Value]) -> Result<Option<usize>, Stop> {
        let (function, node) = (FuncId::new(id), NodeId::new(at));
        match step.kind {
            Kind::Pass => return Ok(Some(step.next[0])),
            Kind::Dead => return Err(Stop::End(End::Dead)),
            Kind::Return if !step.acts() => return Ok(None),
            _ => {}
        }
        let planned = self.led.is_some();
        let runs = self.needed.runs(function, node);
        let Some(read) = self.read(&step.uses, locals) else {
            // A return whose value nobody needs passes on what is irrelevant.
            self.irrelevant |= runs;
            return Ok(step.next.first().copied());
        };
        if let Some(target) = step.target {
            return self.call(id, at, step, target, locals);
        }
        if runs && self.muted == 0 {
            self.trace.push((id, at, read.clone()));
        }
        let value = hash((step.tag, &read));
        if step.fails != 0 && value % 4 == 0 {
            self.failed_unseen |= !planned && (!runs || self.muted > 0);
            return Err(Stop::End(End::Fail(step.fails)));
        }
        if step.output {
            // Few different ones, so that one can stand in for another.
            self.stream.push(value % 2);
        }
        if step.ends == Ends::Always || (step.ends == Ends::May && value % 3 == 0) {
            return Err(Stop::End(End::Exit(value % 2)));
        }
        for var in &step.strong {
            self.set(*var, Some(hash((step.tag, *var, &read)) % 64), locals);
        }
        for var in step.weak.iter().filter(|var| (value >> (*var + 3)) & 1 == 1) {
            self.set(*var, Some(hash((step.tag, *var, &read)) % 64), locals);
        }
        Ok(match step.kind {
            Kind::Branch => Some(step.next[(value % 2) as usize]),
            Kind::Return => None,
            _ => step.next.first().copied(),
        })
    }
    fn call(
        &mut self,
        id: usize,
        at: usize,
        step: &Made,
        target: usize,
        locals: &mut [Value],
    ) -> Result<Option<usize>, Stop> {
        let (function, node) = (FuncId::new(id), NodeId::new(at));
        let (planned, runs) = (self.led.is_some(), self.needed.runs(function, node));
        let mut formals: Vec<Value> = vec![Some(9); N_LOCALS];
        let (mut seen, mut all) = (Vec::new(), Some(Vec::new()));
        for (argument, vars) in step.args.iter().enumerate() {
            let needs = self.needed.needs_argument(function, node, argument);
            let read = self.read(vars, locals);
            let value = read.as_ref().map(|read| hash((step.tag, argument, read)) % 64);
            self.irrelevant |= planned && needs && value.is_none();
            formals[argument] = if planned && !needs { None } else { value };
            seen.extend(value.filter(|_| needs));
            all = all.zip(read).map(|(mut all, read)| {
                all.extend(read);
                all
            });
        }
        if runs && self.muted == 0 {
            self.trace.push((id, at, seen));
        }
        let certain = self.needed.runs_always(function, node);
        if step.fails != 0 && (!planned || certain) {
            let Some(all) = &all else {
                self.irrelevant = true;
                return Err(Stop::End(End::Dead));
            };
            if hash((step.tag, all)) % 4 == 0 {
                self.failed_unseen |= !planned && (!certain || self.muted > 0);
                return Err(Stop::End(End::Fail(step.fails)));
            }
        }
        self.muted += usize::from(!runs);
        let result = self.function(target, formals);
        self.muted -= usize::from(!runs);
        let value = result?;
        if let Some(dst) = step.dst {
            self.set(dst, value.map(|value| value % 64), locals);
        }
        Ok(step.next.first().copied())
    }
}
