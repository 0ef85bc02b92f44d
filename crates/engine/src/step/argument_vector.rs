//! Accesses to `argv` and its strings where the arguments of `main` are any.
//!
//! `argv` has `argc` addresses and a null pointer. How many of them a path needs is decided where it accesses one; what lies past the null
//! pointer belongs to nobody. A path that needs more or longer arguments than were made ends there, or goes on with those that are no
//! longer; the ledger says so.

use super::resolve::ObjectOffset;
use crate::arguments::Arguments;
use crate::engine::{Engine, Step, Stop};
use crate::error::{ErrorKind, PathEnd};
use crate::ledger::Weakness;
use crate::memory::ObjectId;
use crate::state::State;
use crate::value::Value;
use incise_solver::{Extend, PathCondition};
use incise_term::TermId;
use std::rc::Rc;

/// Bytes of an address.
const ADDRESS: u64 = 8;
/// Paths on which there must be more arguments, whatever they are, are not followed: a loop that only counts has one path for each number.
const MAX_COUNTED: u64 = 16;

impl Engine<'_, '_> {
    /// Whether an object is `argv`, and arguments are any.
    pub(super) fn is_argument_vector(&self, id: ObjectId) -> bool {
        self.run.arguments.as_ref().is_some_and(|arguments| arguments.vector == id)
    }

    /// Resolves an access to `argv`.
    pub(super) fn resolve_argument(
        &mut self,
        state: &mut State,
        address: &Value,
        (size, write): (u64, bool),
    ) -> Step<(ObjectId, ObjectOffset)> {
        let arguments = self.run.arguments.clone().expect("there is such an object");
        let start = state.memory.get(arguments.vector).expect("it is never freed").address;
        let offset = match address.concrete() {
            Some(address) => address.wrapping_sub(start),
            None => self.argument_offset(state, &arguments, address, (size, write))?,
        };
        for index in offset / ADDRESS..offset.saturating_add(size).div_ceil(ADDRESS) {
            self.reach_argument(state, &arguments, index, (size, write))?;
        }
        Ok((arguments.vector, ObjectOffset::At(offset as usize)))
    }

    /// One state per place in `argv` that an access can mean.
    fn argument_offset(
        &mut self,
        state: &mut State,
        arguments: &Arguments,
        address: &Value,
        (size, write): (u64, bool),
    ) -> Step<u64> {
        let start = state.memory.get(arguments.vector).expect("it is never freed").address;
        let address = self.term(address, 64);
        let start = self.context.pool.constant(64, u128::from(start));
        let offset = self.context.pool.sub(address, start);
        for index in 0..=arguments.strings.len() as u64 {
            let place = self.context.pool.constant(64, u128::from(ADDRESS * index));
            let is_here = self.context.pool.eq(offset, place);
            let is_here = self.value(is_here);
            if self.decide(state, &is_here)? {
                return Ok(ADDRESS * index);
            }
        }
        let places = self.context.pool.constant(64, u128::from(ADDRESS));
        let index = self.context.pool.udiv(offset, places);
        let count = self.context.pool.zext(arguments.count, 64);
        let exists = self.context.pool.ule(index, count);
        let exists = self.value(exists);
        if !self.decide(state, &exists)? {
            return self.outside_vector(state, (size, write));
        }
        let end = self.context.pool.constant(64, arguments.strings.len() as u128);
        let is_made = self.context.pool.ule(index, end);
        let is_made = self.value(is_made);
        if self.decide(state, &is_made)? { self.concretise(state, offset) } else { self.too_many(state, arguments) }
    }

    /// Sees to it that `argv` has this place on the path, and what belongs there.
    fn reach_argument(
        &mut self,
        state: &mut State,
        arguments: &Arguments,
        index: u64,
        (size, write): (u64, bool),
    ) -> Step<()> {
        let count = self.context.pool.zext(arguments.count, 64);
        let here = self.context.pool.constant(64, u128::from(index));
        let is_argument = self.context.pool.ult(here, count);
        let is_argument = self.value(is_argument);
        if self.decide(state, &is_argument)? {
            return if (index as usize) < arguments.strings.len() { Ok(()) } else { self.too_many(state, arguments) };
        }
        let is_end = self.context.pool.eq(here, count);
        let is_end = self.value(is_end);
        if !self.decide(state, &is_end)? {
            return self.outside_vector(state, (size, write));
        }
        match arguments.strings.get(index as usize) {
            None if index as usize == arguments.strings.len() => {}
            None => return self.too_many(state, arguments),
            Some(string) => {
                // The address of the string that is not there, unless the program has written something else.
                let place = (ADDRESS * index) as usize;
                let held = self.read_scalar(state, arguments.vector, place, ADDRESS as usize);
                if held == self.address_of(state, *string) {
                    self.write_scalar(state, arguments.vector, place, ADDRESS as usize, Value::Int(0));
                }
            }
        }
        Ok(())
    }

    fn too_many<T>(&mut self, state: &mut State, arguments: &Arguments) -> Step<T> {
        let n_args = arguments.strings.len() - 1;
        let detail =
            format!("the program looks at more arguments than the {n_args} that are given; give more by --sym-args");
        let span = self.prepared.user_place(state);
        self.run.ledger.add(Weakness::ArgsBound, detail, span);
        Err(Stop::End(PathEnd::Cut))
    }

    fn outside_vector<T>(&self, state: &State, (size, write): (u64, bool)) -> Step<T> {
        let verb = if write { "write" } else { "read" };
        let message =
            format!("{verb} of {size} bytes of `argv` outside its `argc` arguments and the null pointer after them");
        self.error(state, ErrorKind::OutOfBounds, message)
    }

    /// Notes an access to the end of an argument that could be longer.
    pub(crate) fn note_argument_end(&mut self, state: &State, id: ObjectId, place: &ObjectOffset, size: u64) {
        self.note_variable_end(state, id, place, size);
        let Some(arguments) = &self.run.arguments else { return };
        let is_given = arguments.strings.iter().skip(1).any(|string| *string == id);
        let is_inside =
            matches!(place, ObjectOffset::At(offset) if *offset as u64 + size <= u64::from(arguments.length));
        if is_given && !is_inside {
            let detail =
                format!("an argument is at most {} bytes long; give longer ones by --sym-args", arguments.length);
            self.run.ledger.add_once(Weakness::ArgsBound, detail, None);
        }
    }

    fn depends_on_count(&self, term: TermId) -> Option<Rc<Arguments>> {
        let arguments = self.run.arguments.as_ref()?;
        let count = self.context.pool.vars(arguments.count);
        let vars = self.context.pool.vars(term);
        count.iter().any(|var| vars.contains(var)).then(|| Rc::clone(arguments))
    }

    /// That there are not so many arguments that only their number could matter.
    fn are_few(&mut self, arguments: &Arguments) -> TermId {
        let limit = self.context.pool.constant(32, u128::from(MAX_COUNTED + 1));
        self.context.pool.ule(arguments.count, limit)
    }

    fn note_counted(&mut self, state: &State) {
        let detail =
            format!("paths that need more than {MAX_COUNTED} arguments are not followed; give more by --sym-args");
        let span = self.prepared.user_place(state);
        // A path that another worker follows again asks again.
        self.run.ledger.add_once(Weakness::ArgsBound, detail, span);
    }

    /// A side of a condition, unless it needs very many arguments: then nothing, and the ledger says so.
    pub(super) fn with_few_arguments(
        &mut self,
        state: &State,
        condition: TermId,
        side: Option<PathCondition>,
    ) -> Option<PathCondition> {
        let side = side?;
        let Some(arguments) = self.depends_on_count(condition) else { return Some(side) };
        let few = self.are_few(&arguments);
        if let Extend::Unsat = self.context.solver.extend(&mut self.context.pool, &side, few) {
            self.note_counted(state);
            return None;
        }
        Some(side)
    }

    /// Before a number is made concrete that very many arguments would make large.
    pub(super) fn keep_few_arguments(&mut self, state: &mut State, term: TermId) -> Step<()> {
        let Some(arguments) = self.depends_on_count(term) else { return Ok(()) };
        let few = self.are_few(&arguments);
        let few = self.value(few);
        if self.decide(state, &few)? {
            return Ok(());
        }
        self.note_counted(state);
        Err(Stop::End(PathEnd::Cut))
    }
}
