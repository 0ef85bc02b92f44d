//! The solver an engine talks to.

use crate::algebra::Algebra;
use crate::answer::{Branch, Extend, SolverError, Truth, UnknownReason};
use crate::component::{Component, ComponentId, Constraints};
use crate::config::SolverConfig;
use crate::domain::Domains;
use crate::effort::Effort;
use crate::external::External;
use crate::lemmas::Templates;
use crate::memo::{CanonicalModels, Decided, Memo};
use crate::path_condition::PathCondition;
use crate::query::Query;
use crate::sat::{Blaster, Cdcl};
use crate::scratch::Scratch;
use crate::stats::SolverStats;
use crate::tape::{PortableModel, Recorded, Tape};
use incise_term::{Op, Pool, TermId, VarSetId};
use std::rc::Rc;

/// Decides path conditions. One per worker, used with one pool.
pub struct Solver {
    pub(crate) config: SolverConfig,
    pub(crate) stats: SolverStats,
    /// What the question at hand may cost.
    pub(crate) effort: Effort,
    pub(crate) scratch: Scratch,
    pub(crate) domains: Domains,
    pub(crate) algebra: Algebra,
    pub(crate) templates: Templates,
    pub(crate) memo: Memo,
    pub(crate) canonical: CanonicalModels,
    pub(crate) incremental: Blaster<Cdcl>,
    pub(crate) external: Vec<External>,
    /// Only what is found quickly is answered.
    pub(crate) in_a_hurry: bool,
    /// Answers about the path that is run.
    tape: Tape,
    /// Whether the last answer was known before.
    was_played: bool,
    pub(crate) nothing: Rc<Component>,
    last_id: u64,
    /// Work that was reported.
    pub(crate) reported: u64,
    /// Terms of the pool when a statement was last counted.
    pub(crate) n_terms: usize,
}

/// A side of a branch: an answer that may also be "already implied".
enum Side {
    Implied,
    Sat(PathCondition),
    Unsat,
    Unknown(UnknownReason),
}

impl Side {
    fn into_extend(self, pc: &PathCondition) -> Extend {
        match self {
            Side::Implied => Extend::Sat(pc.clone()),
            Side::Sat(extended) => Extend::Sat(extended),
            Side::Unsat => Extend::Unsat,
            Side::Unknown(reason) => Extend::Unknown(reason),
        }
    }
}

impl Solver {
    /// A solver; fails if an external solver that was asked for cannot be used.
    pub fn new(config: SolverConfig) -> Result<Solver, SolverError> {
        let nothing = Rc::new(Component {
            id: ComponentId::EMPTY,
            vars: VarSetId::EMPTY,
            functions: Rc::from([]),
            constraints: Constraints::None,
            n_constraints: 0,
            values: Rc::from([]),
            applications: Rc::from([]),
            facts: Rc::from([]),
            exact: false,
            open: false,
        });
        let external = config.external.iter().map(External::find).collect::<Result<_, _>>()?;
        Ok(Solver {
            config,
            stats: SolverStats::default(),
            effort: Effort::Full,
            scratch: Scratch::new(),
            domains: Domains::default(),
            algebra: Algebra::default(),
            templates: Templates::default(),
            memo: Memo::default(),
            canonical: CanonicalModels::default(),
            incremental: Blaster::new(Cdcl::default()),
            external,
            in_a_hurry: false,
            tape: Tape::Off,
            was_played: false,
            nothing,
            last_id: ComponentId::EMPTY.0,
            reported: 0,
            n_terms: 0,
        })
    }

    /// What was asked and who answered.
    pub fn stats(&self) -> &SolverStats {
        &self.stats
    }

    /// The path condition and `term`.
    pub fn extend(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Extend {
        let extended = self.side(pool, pc, term).into_extend(pc);
        self.count(extended)
    }

    /// Counts an answer.
    fn count(&mut self, answer: Extend) -> Extend {
        match &answer {
            Extend::Sat(_) => self.stats.possible += 1,
            Extend::Unsat => self.stats.impossible += 1,
            Extend::Unknown(_) => {}
        }
        answer
    }

    /// The path condition and `term`, which was not decided to be possible: there may be no input at all on the path. Answers about it
    /// are definite all the same; "satisfiable" is said only of what has a model.
    pub fn suppose(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> PathCondition {
        let base = self.base(pool, pc, term);
        let query = Query::new(pool, &mut self.scratch, &base, term);
        let (values, applications) = (query.values.clone(), base.applications.clone());
        let known = self.component(pool, &query, values, applications, false);
        pc.with(pool, term, &Rc::new(Component::opened(&known)))
    }

    /// In a hurry only what is found quickly is answered: for questions whose answers are welcome, not needed.
    pub fn hurry(&mut self, hurry: bool) {
        self.in_a_hurry = hurry;
    }

    /// Is there an input on the path for which `term` is true?
    pub fn may_be_true(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Truth {
        let play = |answer| match answer {
            Recorded::May(truth) => Some(truth),
            _ => None,
        };
        let ask = |solver: &mut Solver| match solver.side(pool, pc, term) {
            Side::Implied | Side::Sat(_) => Truth::Yes,
            Side::Unsat => Truth::No,
            Side::Unknown(reason) => Truth::Unknown(reason),
        };
        self.taped(play, ask, |truth| Recorded::May(truth.clone()))
    }

    /// An answer that is one on the tape, whatever is asked to find it.
    pub(crate) fn taped<T>(
        &mut self,
        play: impl FnOnce(Recorded) -> Option<T>,
        ask: impl FnOnce(&mut Solver) -> T,
        keep: impl FnOnce(&T) -> Recorded,
    ) -> T {
        let known = self.tape.next();
        self.was_played = known.is_some();
        if let Some(answer) = known {
            match play(answer) {
                Some(answer) => return answer,
                None => self.tape = Tape::Diverged,
            }
        }
        let answer = self.aside(ask);
        self.tape.keep(|| keep(&answer));
        answer
    }

    /// Asks something that says nothing about the path.
    pub fn aside<T>(&mut self, ask: impl FnOnce(&mut Solver) -> T) -> T {
        let tape = std::mem::take(&mut self.tape);
        let answer = ask(self);
        (self.tape, self.was_played) = (tape, false);
        answer
    }

    /// Keeps the answers from now on, or no longer.
    pub fn record(&mut self, is_on: bool) {
        match (is_on, &self.tape) {
            (true, Tape::Off) => self.tape = Tape::Recording(Vec::new()),
            (false, Tape::Recording(_)) => self.tape = Tape::Off,
            (false, Tape::Playing(answers, _)) if answers.is_empty() => self.tape = Tape::Off,
            _ => {}
        }
    }

    /// The answers that were kept since the last call.
    pub fn take_recorded(&mut self) -> Vec<Recorded> {
        match &mut self.tape {
            Tape::Recording(answers) => std::mem::take(answers),
            _ => Vec::new(),
        }
    }

    /// Answers the next questions as they were answered before; `model` is an input that takes the path.
    pub fn play(&mut self, answers: Vec<Recorded>, model: PortableModel) {
        self.tape = if answers.is_empty() {
            Tape::Recording(Vec::new())
        } else {
            Tape::Playing(answers.into(), Rc::new(model))
        };
    }

    /// Whether the last answer was one that was known.
    #[inline]
    pub fn was_played(&self) -> bool {
        self.was_played
    }

    /// Whether answers that are known are left.
    pub fn is_playing(&self) -> bool {
        matches!(&self.tape, Tape::Playing(answers, _) if !answers.is_empty())
    }

    /// Whether an answer did not fit its question; it is forgotten then.
    pub fn take_divergence(&mut self) -> bool {
        let diverged = matches!(self.tape, Tape::Diverged);
        if diverged {
            self.tape = Tape::Off;
        }
        diverged
    }

    /// Is `term` true for every input on the path?
    pub fn must_be_true(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Truth {
        let negation = pool.not(term);
        match self.may_be_true(pool, pc, negation) {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            unknown => unknown,
        }
    }

    /// Both sides of a condition. When one cannot be, the other is implied and gets the path condition as it is.
    pub fn branch(&mut self, pool: &mut Pool, pc: &PathCondition, condition: TermId) -> Branch {
        let then = self.side(pool, pc, condition);
        if let Side::Implied = then {
            self.stats.queries += 1;
            self.stats.implied += 1;
            self.stats.possible += 1;
            self.stats.impossible += 1;
            return Branch { then_: Extend::Sat(pc.clone()), else_: Extend::Unsat };
        }
        let negation = pool.not(condition);
        let otherwise = match then {
            Side::Unsat => {
                self.stats.queries += 1;
                self.stats.implied += 1;
                Side::Implied
            }
            _ => self.side(pool, pc, negation),
        };
        let then = match otherwise {
            Side::Unsat => Side::Implied,
            _ => then,
        };
        Branch { then_: self.count(then.into_extend(pc)), else_: self.count(otherwise.into_extend(pc)) }
    }

    /// One side. A conjunction is added conjunct by conjunct, so that components stay small.
    fn side(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Side {
        debug_assert_eq!(pool.width(term), 1);
        match pool.as_const(term) {
            Some(1) => {
                self.fold();
                return Side::Implied;
            }
            Some(_) => {
                self.fold();
                return Side::Unsat;
            }
            None => {}
        }
        if pool.op(term) != Op::And {
            return self.one_side(pool, pc, term);
        }
        let mut conjuncts = Vec::new();
        let mut stack = vec![term];
        while let Some(next) = stack.pop() {
            if pool.op(next) == Op::And {
                stack.extend([pool.child(next, 1), pool.child(next, 0)]);
            } else {
                conjuncts.push(next);
            }
        }
        let mut extended = Side::Implied;
        let mut unknown = None;
        for conjunct in conjuncts {
            let from = match &extended {
                Side::Sat(pc) => pc,
                _ => pc,
            };
            match self.side(pool, from, conjunct) {
                Side::Implied => {}
                Side::Sat(more) => extended = Side::Sat(more),
                Side::Unsat => return Side::Unsat,
                Side::Unknown(reason) => unknown = Some(reason),
            }
        }
        match unknown {
            Some(reason) => Side::Unknown(reason),
            None => extended,
        }
    }

    fn fold(&mut self) {
        self.stats.queries += 1;
        self.stats.folded += 1;
    }

    fn one_side(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Side {
        let known = self.tape.next();
        self.was_played = known.is_some();
        if let Some(answer) = known {
            return self.known_side(pool, pc, term, answer);
        }
        let side = self.new_side(pool, pc, term);
        self.tape.keep(|| match &side {
            Side::Implied => Recorded::Implied,
            Side::Sat(_) => Recorded::Possible,
            Side::Unsat => Recorded::Impossible,
            Side::Unknown(reason) => Recorded::Unknown(reason.clone()),
        });
        side
    }

    /// A side whose answer is known. The witness of one that nobody goes on with need not be one.
    fn known_side(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId, answer: Recorded) -> Side {
        match answer {
            Recorded::Implied => Side::Implied,
            Recorded::Impossible => Side::Unsat,
            Recorded::Unknown(reason) => Side::Unknown(reason),
            Recorded::Possible => {
                let base = self.base(pool, pc, term);
                let model = match &self.tape {
                    Tape::Playing(_, model) => Rc::clone(model),
                    _ => Rc::default(),
                };
                let component = self.with_model(pool, &base, term, &model);
                Side::Sat(pc.with(pool, term, &component))
            }
            Recorded::May(_) | Recorded::Values(_) | Recorded::Range(_) => {
                self.tape = Tape::Diverged;
                Side::Unknown(UnknownReason::Limit)
            }
        }
    }

    /// The component of a satisfiable query whose witness is a model that is known.
    pub(crate) fn with_model(
        &mut self,
        pool: &mut Pool,
        base: &Rc<Component>,
        term: TermId,
        model: &PortableModel,
    ) -> Rc<Component> {
        let mut query = Query::new(pool, &mut self.scratch, base, term);
        query.values = pool.set_members(query.vars).iter().map(|&var| model.value(pool, var)).collect();
        if let Some(Decided::Sat(component)) = self.by_domain(pool, &mut query) {
            return component;
        }
        let mut applications = base.applications.to_vec();
        if query.has_applications {
            for &application in self.scratch.applications(pool, term).iter() {
                if !applications.iter().any(|(known, _)| *known == application) {
                    applications.push((application, model.application(pool, application)));
                }
            }
        }
        self.component(pool, &query, query.values.clone(), applications.into(), false)
    }

    fn new_side(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Side {
        let base = self.base(pool, pc, term);
        match self.decide(pool, &base, term) {
            Ok(Decided::Sat(component)) => Side::Sat(pc.with(pool, term, &component)),
            Ok(Decided::Implied) => Side::Implied,
            Ok(Decided::Unsat) => Side::Unsat,
            Err(reason) => {
                self.stats.unknown += 1;
                Side::Unknown(reason)
            }
        }
    }

    /// The components a term touches, as one.
    pub(crate) fn base(&mut self, pool: &mut Pool, pc: &PathCondition, term: TermId) -> Rc<Component> {
        let touched = pc.touched(pool, &mut self.scratch, term);
        let mut components = touched.into_iter();
        let Some(mut base) = components.next() else { return self.nothing.clone() };
        for component in components {
            base = self.join(pool, &base, &component);
        }
        base
    }

    /// Two components that share nothing, as one.
    fn join(&mut self, pool: &mut Pool, a: &Rc<Component>, b: &Rc<Component>) -> Rc<Component> {
        let (a, b) = if a.id <= b.id { (a, b) } else { (b, a) };
        if let Some(known) = self.memo.joined(a.id, b.id) {
            return known.clone();
        }
        let vars = pool.union(a.vars, b.vars);
        let members = pool.set_members(vars);
        let of = |var| match a.position(pool, var) {
            Some(at) => (a, at),
            None => (b, b.position(pool, var).expect("a variable of one of the two")),
        };
        let values = members.iter().map(|&var| of(var)).map(|(side, at)| side.values[at]).collect();
        let facts = members.iter().map(|&var| of(var)).map(|(side, at)| side.facts[at].clone()).collect();
        let mut functions = [&a.functions[..], &b.functions[..]].concat();
        functions.sort_unstable();
        let joined = Rc::new(Component {
            id: self.next_component_id(),
            vars,
            functions: functions.into(),
            constraints: Constraints::Joined(a.clone(), b.clone()),
            n_constraints: a.n_constraints + b.n_constraints,
            values,
            applications: [&a.applications[..], &b.applications[..]].concat().into(),
            facts,
            exact: false,
            open: a.open || b.open,
        });
        self.memo.remember_joined(a.id, b.id, joined.clone());
        joined
    }

    pub(crate) fn next_component_id(&mut self) -> ComponentId {
        self.last_id += 1;
        ComponentId(self.last_id)
    }
}
