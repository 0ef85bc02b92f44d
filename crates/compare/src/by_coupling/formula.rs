//! Facts that are conditions of the programs themselves: that a difference, or a call that breaks such a fact, does not happen.
//!
//! *In*: the condition of a difference, over the slots before a call and its arguments. *Out*: its negation, as a fact for all arguments. An
//! argument that is equal to something that slots hold is replaced by it.

use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::writer::Writer;
use crate::role::Role;
use incise_solver::{Extend, PathCondition, Solver};
use incise_term::{Op, Pool, PortableTerms, TermId, VarId, VarKind, display};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// The longest formula, in bytes of its plain data.
const LONGEST: usize = 60_000;
/// The longest text.
const MAX_TEXT: usize = 160;
/// Arguments that are replaced.
const MAX_REPLACED: usize = 8;

/// A condition over slots, for all values of other variables.
#[derive(Clone, Debug)]
pub struct Formula {
    terms: PortableTerms,
    /// What distinguishes it from others.
    key: String,
    /// Slots, their widths, and the variables that stand for them.
    slots: Vec<(Place, u32, String)>,
    /// Arguments, with their own names, and the variables that stand for them.
    arguments: Vec<(String, String)>,
    text: String,
}

impl PartialEq for Formula {
    fn eq(&self, other: &Formula) -> bool {
        self.key == other.key
    }
}

impl Eq for Formula {}

impl PartialOrd for Formula {
    fn partial_cmp(&self, other: &Formula) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Formula {
    fn cmp(&self, other: &Formula) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl Formula {
    /// That these conditions do not hold together; nothing where they depend on memory that was never written.
    pub(crate) fn never(
        pool: &mut Pool,
        conditions: &[TermId],
        slots: &Slots,
        places: &BTreeMap<VarId, Place>,
    ) -> Option<Formula> {
        let conditions = without_arguments(pool, conditions, places);
        let mut all = pool.true_();
        for condition in conditions {
            all = pool.bool_and(all, condition);
        }
        let mut formula = Formula {
            terms: PortableTerms::default(),
            key: String::new(),
            slots: vec![],
            arguments: vec![],
            text: String::new(),
        };
        let mut renamed: HashMap<VarId, TermId> = HashMap::new();
        for var in pool.vars(all).to_vec() {
            let info = pool.var_info(var);
            let (name, width) = (info.name.to_owned(), info.width);
            if info.kind == VarKind::Undefined || info.kind == VarKind::Irrelevant {
                return None;
            }
            let other = match places.get(&var) {
                Some(place) => {
                    let version = if place.0 == Role::Base { "old" } else { "new" };
                    let other = format!("{version} {}", slots.get(*place).text);
                    formula.slots.push((*place, width, other.clone()));
                    other
                }
                None => {
                    let other = format!("any {name}");
                    formula.arguments.push((name, other.clone()));
                    other
                }
            };
            renamed.insert(var, pool.var(&other, width, VarKind::Input));
        }
        if formula.slots.is_empty() {
            return None;
        }
        let never = pool.not(all);
        let never = pool.substitute(never, &renamed);
        formula.terms = PortableTerms::of(pool, &[never]);
        formula.key = format!("{:?}", formula.terms);
        formula.text = display(pool, never).to_string().chars().take(MAX_TEXT).collect();
        (formula.key.len() <= LONGEST).then_some(formula)
    }

    /// The slots that it is about.
    pub(crate) fn places(&self) -> Vec<Place> {
        self.slots.iter().map(|(place, ..)| *place).collect()
    }

    /// It for a person.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// That it holds, of any arguments.
    pub(crate) fn term(&self, writer: &mut Writer<'_>) -> TermId {
        let root = self.terms.read_into(writer.pool).expect("what was written can be read")[0];
        let mut values: HashMap<VarId, TermId> = HashMap::new();
        for (place, _, name) in &self.slots {
            if let Some(var) = writer.pool.find_var(name) {
                values.insert(var, (writer.value)(*place));
            }
        }
        writer.pool.substitute(root, &values)
    }

    /// That it holds, where it is assumed: of any arguments, and of those that a call has.
    pub(crate) fn assumed(&self, writer: &mut Writer<'_>, inputs: &[TermId]) -> TermId {
        let any = self.term(writer);
        let pool = &mut *writer.pool;
        let mut all = any;
        let mut own: HashMap<VarId, TermId> = HashMap::new();
        for (name, other) in &self.arguments {
            let (Some(var), Some(input)) = (pool.find_var(other), pool.find_var(name)) else { continue };
            if pool.var_info(var).width == pool.var_info(input).width {
                own.insert(var, pool.var_term(input));
            }
        }
        if !own.is_empty() {
            let same = pool.substitute(any, &own);
            all = pool.bool_and(all, same);
        }
        if let [(_, other)] = &self.arguments[..]
            && let Some(var) = pool.find_var(other)
        {
            for input in inputs
                .iter()
                .filter(|input| pool.width(**input) == pool.var_info(var).width)
                .copied()
                .collect::<Vec<_>>()
            {
                let instance = pool.substitute(any, &HashMap::from([(var, input)]));
                all = pool.bool_and(all, instance);
            }
        }
        all
    }

    /// It where slots hold these numbers; arguments are left open.
    fn at(&self, pool: &mut Pool, value: &dyn Fn(Place) -> i128) -> TermId {
        let mut constants: BTreeMap<Place, TermId> = BTreeMap::new();
        for (place, width, _) in &self.slots {
            constants.insert(*place, pool.constant(*width, value(*place) as u128));
        }
        let (at, slots) = (|place: Place| constants[&place], Slots::default());
        self.term(&mut Writer { pool, slots: &slots, value: &at })
    }

    /// Whether it holds of numbers, for arguments that are zero.
    pub(crate) fn holds(&self, value: &dyn Fn(Place) -> i128) -> bool {
        let mut pool = Pool::new();
        let term = self.at(&mut pool, value);
        let mut zero: HashMap<VarId, TermId> = HashMap::new();
        for var in pool.vars(term).to_vec() {
            let width = pool.var_info(var).width;
            zero.insert(var, pool.constant(width, 0));
        }
        let term = pool.substitute(term, &zero);
        !pool.is_false(term)
    }

    /// Whether it is proved to hold of numbers, for all arguments.
    pub(crate) fn is_proved(&self, value: &dyn Fn(Place) -> i128, solver: &mut Solver) -> bool {
        let mut pool = Pool::new();
        let term = self.at(&mut pool, value);
        let fails = pool.not(term);
        pool.is_false(fails) || matches!(solver.extend(&mut pool, &PathCondition::new(), fails), Extend::Unsat)
    }
}

/// The conditions with arguments replaced by what they are equal to.
fn without_arguments(pool: &mut Pool, conditions: &[TermId], places: &BTreeMap<VarId, Place>) -> Vec<TermId> {
    let mut conditions = conditions.to_vec();
    for _ in 0..MAX_REPLACED {
        let is_known = |pool: &Pool, term: TermId| pool.vars(term).iter().all(|var| places.contains_key(var));
        let argument = |pool: &Pool, term: TermId| match pool.op(term) {
            Op::Var(var) if !places.contains_key(&var) => Some(var),
            _ => None,
        };
        let replaced = conditions.iter().find_map(|condition| {
            let (Op::Eq, [a, b]) = (pool.op(*condition), pool.children(*condition)) else { return None };
            let both = [(*a, *b), (*b, *a)];
            both.into_iter().find_map(|(a, b)| argument(pool, a).filter(|_| is_known(pool, b)).map(|var| (var, b)))
        });
        let Some((var, by)) = replaced else { break };
        let map = HashMap::from([(var, by)]);
        conditions = conditions.into_iter().map(|condition| pool.substitute(condition, &map)).collect();
    }
    conditions
}
