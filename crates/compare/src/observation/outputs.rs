//! What two finished runs on the same inputs leave behind, side by side.

use crate::observation::calls;
use crate::observation::difference::{Bytes, Holder, Holds, Observable};
use crate::observation::final_states::{FinalStates, Finished};
use crate::observation::held::is_private_global;
use crate::observation::objects::ObjectPair;
use crate::observation::observed::{Observed, Shown};
use crate::observation::overlap;
use crate::observation::stream;
use crate::observation::values::ComparedValue;
use incise_engine::{Aspect, Entry, ErrorKind, NULL_CALL, PathEnd, Prepared, Value, format_of, is_stream};
use incise_ir::{SourceType, SourceTypeId, Type};
use incise_term::{Op, VarKind};
use std::collections::BTreeSet;

impl FinalStates<'_, '_> {
    /// Everything that may differ.
    pub fn observed(&mut self) -> Vec<Observed> {
        let mut found = Vec::new();
        let mut calls = None;
        if self.observe.has(Aspect::Calls) && self.compared.output {
            let compared = calls::compare(self.pool, self.new.state, self.old.state);
            self.wrong_plan |= compared.wrong_plan;
            (self.unclear, self.unset) = (compared.unclear, compared.unset);
            calls = compared.differs;
        }
        let endings = (ending(self.new.end), ending(self.old.end));
        if endings.0 != endings.1 {
            if self.observe.has(Aspect::Ending) {
                let differs = self.pool.constant(1, 1);
                let (new, old) = (Shown::Text(endings.0), Shown::Text(endings.1));
                found.push(Observed {
                    place: Observable::Ending,
                    at: None,
                    differs,
                    may_agree: false,
                    unseen: None,
                    is_private: false,
                    new,
                    old,
                });
            }
            return found;
        }
        if self.observe.has(Aspect::Output) && self.compared.output {
            let (new, old) = (self.new.state.output.in_order(), self.old.state.output.in_order());
            stream::compare(self.pool, &new, &old, &mut found);
            stream::name_files(self.new.state, &mut found);
            self.order(&mut found);
        }
        if self.observe.has(Aspect::Output) && self.files_differ() {
            let why = "other files are opened, closed or positioned, or in another way";
            let always = self.pool.constant(1, 1);
            found.push(Observed::unseen(Observable::Ending, always, why));
        }
        found.extend(calls);
        self.left_at_end(&mut found);
        if let PathEnd::Error(error) = self.new.end {
            // Nobody knows what a machine does from there on, so that both versions come to it says nothing.
            let is_open =
                matches!(error.kind, ErrorKind::WildPointer | ErrorKind::BadCall) && error.message != NULL_CALL;
            if is_open && self.observe.has(Aspect::Ending) {
                let why = format!("both versions come to something that is not modelled: {}", error.message);
                let always = self.pool.constant(1, 1);
                found.push(Observed::unseen(Observable::Ending, always, why));
            }
            if let PathEnd::Error(was) = self.old.end
                && matches!(error.kind, ErrorKind::Assert | ErrorKind::Abort)
                && error.message != was.message
                && self.observe.has(Aspect::Ending)
            {
                let why = format!("the runs end with {} and with {}", was.message, error.message);
                let always = self.pool.constant(1, 1);
                found.push(Observed::unseen(Observable::Ending, always, why));
            }
            return found;
        }
        self.result(&mut found);
        if matches!(self.new.end, PathEnd::Return) {
            if self.observe.has(Aspect::Globals) {
                self.globals(&mut found);
                self.written_otherwise(&mut found);
                self.library_state(&mut found);
                self.errno_of_maths(&mut found);
            }
            if self.observe.has(Aspect::Memory) {
                self.pointees(&mut found);
            }
        }
        if self.observe.has(Aspect::Memory)
            && let Some((differs, why)) = overlap::matters(self.pool, &self.new, &self.old, self.pairing)
        {
            found.push(Observed::weakened(Observable::Ending, differs, why));
        }
        found.retain(|observed| !self.pool.is_false(observed.differs));
        found
    }

    /// Whether other files are opened and closed. No plan knows of these, so that they are looked at in any case.
    fn files_differ(&self) -> bool {
        let has_ended = self.new.program.prepared.config.entry == Entry::Main || self.new.end == &PathEnd::Exit;
        let (new, old) = (self.new.state.output.in_order(), self.old.state.output.in_order());
        stream::files_differ(has_ended, &new, &old)
    }

    /// Memory where the program ends inside the function: functions that run then may look at it, and are not run.
    fn left_at_end(&mut self, found: &mut Vec<Observed>) {
        let seen = self.observe.at_end;
        let is_seen = match self.new.end {
            PathEnd::Exit => seen.exit,
            PathEnd::Error(error) => seen.abort && matches!(error.kind, ErrorKind::Abort | ErrorKind::Assert),
            _ => false,
        };
        let mut left = Vec::new();
        if is_seen && self.observe.has(Aspect::Globals) {
            self.globals(&mut left);
        }
        if is_seen && self.observe.has(Aspect::Memory) {
            self.pointees(&mut left);
        }
        for one in left.into_iter().filter(|one| !self.pool.is_false(one.differs)) {
            let why = format!("`{}` differs where the program ends, and what runs then may see it", one.place.name());
            found.push(Observed::unseen(one.place, one.differs, why));
        }
    }

    fn result(&mut self, found: &mut Vec<Observed>) {
        let exits = matches!(self.new.end, PathEnd::Exit);
        let place = if exits { Observable::Ending } else { Observable::Result };
        let wanted = if exits { self.observe.has(Aspect::Ending) } else { self.observe.has(Aspect::Return) };
        // A struct in memory: what is behind a pointer to whoever only sees the code.
        if let (false, Some(new), Some(old)) =
            (exits, self.new.program.run.result_object, self.old.program.run.result_object)
        {
            if wanted && (self.compared.result || self.compared.memory) {
                let ty = result_type(self.new.program.prepared);
                let place = |path: &str| Observable::Memory(format!("return{path}"));
                let pair = ObjectPair { new, old, ty, holder: &Holder::Result, place: &place };
                self.objects(&pair, &mut BTreeSet::new(), found);
            }
            return;
        }
        if !wanted || !exits && !self.compared.result {
            return;
        }
        let (Some(new), Some(old)) = (self.new.state.result.clone(), self.old.state.result.clone()) else { return };
        let entry = |finished: &Finished| finished.program.prepared.entry();
        let (new_ret, old_ret) = (
            self.new.program.prepared.function(entry(&self.new)).ret,
            self.old.program.prepared.function(entry(&self.old)).ret,
        );
        let types = if exits {
            (None, None)
        } else {
            (result_type(self.new.program.prepared), result_type(self.old.program.prepared))
        };
        let float = match self.new.program.prepared.module().types.get(new_ret) {
            Type::Float(kind) if !exits => Some(format_of(*kind)),
            _ => None,
        };
        // An exit code is an `int`, whatever the function that was called returns.
        let widths = if exits {
            (32, 32)
        } else {
            (self.new.program.prepared.width(new_ret), self.old.program.prepared.width(old_ret))
        };
        let is_pointer = !exits && matches!(self.new.program.prepared.module().types.get(new_ret), Type::Ptr);
        let holds = if float.is_some() { Holds::Float } else { Holds::Number };
        let at = Bytes { of: Holder::Result, offset: 0, size: u64::from(widths.0.div_ceil(8)), holds };
        if (self.is_unset(&new) || self.is_unset(&old)) && new != old {
            let (always, why) = (self.pool.constant(1, 1), "the result was never set in one of the versions");
            found.push(Observed::unseen(place.clone(), always, why));
            return;
        }
        if exits {
            // Whoever waits for the program gets the status modulo 256.
            let mut status = |value: &Value| {
                let whole = value.term_in(self.pool, 32);
                let low = self.pool.extract(whole, 0, 8);
                Value::from_term(self.pool, low)
            };
            let (new, old) = (status(&new), status(&old));
            let widths = (8, 8);
            return self.values(ComparedValue { place, at, widths, types, float, is_pointer }, &new, &old, found);
        }
        self.values(ComparedValue { place, at, widths, types, float, is_pointer }, &new, &old, found);
        self.returned_memory((&new, &old), types.0, found);
    }

    /// Whether a value is one that nothing has set.
    fn is_unset(&self, value: &Value) -> bool {
        match value {
            Value::Undefined => true,
            Value::Term(term) => match self.pool.op(*term) {
                Op::Var(var) => self.pool.var_info(var).kind == VarKind::Undefined,
                _ => false,
            },
            _ => false,
        }
    }

    fn globals(&mut self, found: &mut Vec<Observed>) {
        let pairing = self.pairing;
        if let Some(coupling) = &pairing.coupling {
            self.coupled(coupling, found);
        }
        for (new, old) in &pairing.globals {
            if pairing.is_coupled(self.new.program.prepared.module(), *new) {
                continue;
            }
            let name = &self.new.program.prepared.module().globals[*new].source_name;
            if self.compared.globals.as_ref().is_some_and(|all| !all.contains_key(new)) {
                continue;
            }
            let objects =
                (self.new.program.prepared.global_object(*new), self.old.program.prepared.global_object(*old));
            let (Some(new_object), Some(old_object)) = objects else { continue };
            let place = |path: &str| Observable::Global(format!("{name}{path}"));
            let ty = self.new.program.prepared.module().globals[*new].source_type;
            let holder = Holder::Global(*new, self.new.program.prepared.module().globals[*new].name.clone());
            let pair = ObjectPair { new: new_object, old: old_object, ty, holder: &holder, place: &place };
            let before = found.len();
            self.objects(&pair, &mut BTreeSet::new(), found);
            if is_private_global(self.new.program.prepared, *new) {
                found[before..].iter_mut().for_each(|one| one.is_private = true);
            }
        }
    }

    fn pointees(&mut self, found: &mut Vec<Observed>) {
        let run = self.new.program.run;
        for (number, new) in &run.pointees {
            let Some((_, old)) = self.old.program.run.pointees.iter().find(|(other, _)| other == number) else {
                continue;
            };
            let Some(outside) = run.outside.get(number).filter(|_| self.compared.memory) else { continue };
            let (name, target) = (outside.pointer.clone(), outside.ty);
            if target.is_some_and(|ty| is_stream(self.new.program.prepared.module(), ty)) {
                let place = |_: &str| Observable::Memory(format!("state of {name}"));
                let pair = ObjectPair { new: *new, old: *old, ty: target, holder: &Holder::Elsewhere, place: &place };
                self.stream_state(&pair, found);
                continue;
            }
            let size = self.new.state.memory.get(*new).map_or(0, |object| object.size);
            let unit = target
                .and_then(|ty| incise_engine::size_of(self.new.program.prepared.module(), ty))
                .filter(|unit| *unit > 0);
            let elements = unit.map_or(1, |unit| size / unit);
            let unit = unit.unwrap_or(size);
            let n_before = (self.new.program.prepared.config.environment.lead(*number) / unit.max(1)) as i64;
            for element in 0..elements.max(1) {
                let position = element as i64 - n_before;
                let place = |path: &str| match (path.strip_prefix('.'), elements) {
                    (Some(field), 0 | 1) => Observable::Memory(format!("{name}->{field}")),
                    (None, 0 | 1) if path.is_empty() => Observable::Memory(format!("*{name}")),
                    (_, 0 | 1) => Observable::Memory(format!("(*{name}){path}")),
                    _ => Observable::Memory(format!("{name}[{position}]{path}")),
                };
                let mut seen = BTreeSet::new();
                let stretch = (element * unit, unit);
                let holder = Holder::Pointee(*number);
                let pair = ObjectPair { new: *new, old: *old, ty: target, holder: &holder, place: &place };
                self.stretches(&pair, stretch, &mut seen, found);
            }
        }
    }
}

fn result_type(prepared: &Prepared<'_>) -> Option<SourceTypeId> {
    let module = prepared.module();
    match &module.source_types[prepared.function(prepared.entry()).source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

/// How a run ended, in a word; equal endings have equal words.
pub fn ending(end: &PathEnd) -> String {
    match end {
        PathEnd::Return => String::from("return"),
        PathEnd::Exit => String::from("exit"),
        PathEnd::Error(error) => error.kind.name().to_owned(),
        PathEnd::Cut => String::from("cut short"),
    }
}
