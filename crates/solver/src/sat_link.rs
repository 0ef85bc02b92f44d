//! The last links: the incremental SAT instance, then an instance of the query's own raced against other solvers.

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer};
use crate::difference::is_difference;
use crate::effort::Effort;
use crate::external::Running;
use crate::lemmas::has_floats;
use crate::memo::Decided;
use crate::query::Query;
use crate::sat::{Blaster, Cdcl, Limit, Spent, Verdict};
use crate::solver::Solver;
use crate::work::{Until, time_for, work_in};
use incise_base::{Deadline, Stopwatch};
use incise_term::{Assignment, Pool, TermId};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// An instance larger than this is replaced when a query needs little of it: what the query shares with the rest
/// is visited in vain.
const MANY_VARIABLES: usize = 100_000;
/// Conflicts the incremental instance may spend on a question of equality before it is taken apart.
const BEFORE_PARTS: u64 = 1_000;
/// What search may cost in a hurry.
const HURRY: u64 = work_in(Duration::from_millis(200));
/// How much longer than the work of a query usually takes other solvers are waited for: an outer guard.
const OTHERS: u32 = 4;
/// How long a cross-check may take when queries have no limit.
const CROSS_CHECK_TIMEOUT: Duration = Duration::from_secs(60);

impl Solver {
    pub(crate) fn by_sat(&mut self, pool: &mut Pool, query: &Query) -> Result<Decided, UnknownReason> {
        if matches!(self.effort, Effort::Glance(_)) {
            return Err(UnknownReason::Limit);
        }
        let (start, until) = (Stopwatch::start(), self.until());
        if until.is_over(self.stats.work) {
            return Err(UnknownReason::Limit);
        }
        if !self.config.delay.is_zero() {
            std::thread::sleep(self.config.delay);
        }
        let decided = self.by_search(pool, query, until);
        let elapsed = start.elapsed();
        self.stats.total_time += elapsed;
        match &decided {
            Ok(Decided::Sat(_) | Decided::Implied) => self.stats.sat_time += elapsed,
            Ok(Decided::Unsat) => self.stats.unsat_time += elapsed,
            Err(_) => {}
        }
        self.stats.max_time = self.stats.max_time.max(elapsed);
        if let Some(log) = &self.config.log {
            log.write(pool, query, decided.as_ref().ok());
        }
        if let Ok(decided) = &decided
            && self.config.cross_check
        {
            self.cross_check(pool, query, decided)?;
        }
        decided
    }

    /// Within a small budget, case by case, part by part, and then whatever it takes.
    fn by_search(&mut self, pool: &mut Pool, query: &Query, until: Until) -> Result<Decided, UnknownReason> {
        if let Some(decided) = self.by_lemmas(pool, query, until) {
            return Ok(decided);
        }
        if let Some(decided) = self.by_descent(pool, query, until) {
            self.stats.trials += 1;
            return Ok(decided);
        }
        if until.is_over(self.stats.work) {
            return Err(UnknownReason::Limit);
        }
        if self.in_a_hurry {
            let most = self.stats.work + HURRY;
            let until = Until { work: Some(until.work.map_or(most, |work| work.min(most))), ..until };
            let limit = self.limit(Some(BEFORE_PARTS.min(self.config.conflict_budget)), until);
            let is_quick = !has_floats(pool, query.constraints());
            let quick = is_quick.then(|| self.by_quick_sat(pool, query, limit)).flatten();
            return quick.ok_or(UnknownReason::Limit);
        }
        let in_parts = (self.config.use_cases || self.config.use_sweep) && is_difference(pool, query.term);
        let most = self.config.conflict_budget;
        let budget = if in_parts || self.effort != Effort::Full { most.min(BEFORE_PARTS) } else { most };
        if let Some(decided) = self.by_quick_sat(pool, query, self.limit(Some(budget), until)) {
            return Ok(decided);
        }
        if in_parts
            && self.config.use_cases
            && let Some(decided) = self.by_cases(pool, query)
        {
            self.stats.cases += 1;
            return Ok(decided);
        }
        if self.effort != Effort::Full {
            return Err(UnknownReason::Limit);
        }
        if in_parts
            && self.config.use_sweep
            && let Some(decided) = self.by_sweep(pool, query, until)
        {
            self.stats.sweep += 1;
            return Ok(decided);
        }
        self.by_race(pool, query, until)
    }

    /// When a query that is started now has to be given up.
    pub(crate) fn until(&self) -> Until {
        let work = self.config.work_per_query.map(|work| self.stats.work + work);
        let deadline = Deadline::after_any(self.config.timeout_per_query);
        Until {
            work: [work, self.config.max_work].into_iter().flatten().min(),
            deadline: deadline.earlier(self.config.deadline),
        }
    }

    /// What is left for an instance.
    pub(crate) fn limit(&self, conflicts: Option<u64>, until: Until) -> Limit {
        let work = until.work.map(|work| work.saturating_sub(self.stats.work));
        let conflicts = [conflicts, self.config.max_conflicts].into_iter().flatten().min();
        Limit { conflicts, work, deadline: until.deadline }
    }

    /// Counts what an instance has cost since it had cost `before`.
    pub(crate) fn count_search(&mut self, before: Spent, now: Spent) {
        self.stats.conflicts += now.conflicts - before.conflicts;
        self.stats.work += now.work - before.work;
    }

    /// The incremental instance, within a budget.
    fn by_quick_sat(&mut self, pool: &Pool, query: &Query, limit: Limit) -> Option<Decided> {
        if !self.config.use_incremental {
            return None;
        }
        let mut instance = std::mem::replace(&mut self.incremental, Blaster::new(Cdcl::default()));
        for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
            instance.suggest(pool, pool.var_term(var), value);
        }
        let before = instance.spent();
        let verdict = instance.solve(pool, query.constraints(), limit, None);
        self.count_search(before, instance.spent());
        let decided = self.settle(pool, query, &instance, verdict);
        let n_variables = instance.n_variables();
        let mostly_elsewhere = n_variables > MANY_VARIABLES && n_variables > 20 * instance.cone_size();
        if n_variables <= self.config.max_instance && !mostly_elsewhere {
            self.incremental = instance;
        } else {
            self.stats.fresh_instances += 1;
        }
        self.stats.sat += u64::from(decided.is_some());
        decided
    }

    /// A fresh instance, and every external solver beside it; the first definite answer counts.
    fn by_race(&mut self, pool: &Pool, query: &Query, until: Until) -> Result<Decided, UnknownReason> {
        let constraints = query.constraints();
        let limit = self.limit(None, until);
        let mut reason = UnknownReason::Limit;
        let start = Stopwatch::start();
        let mut running: Vec<Running> = Vec::new();
        for external in &self.external {
            match external.start(pool, constraints, limit.work) {
                Ok(started) => running.push(started),
                Err(why) => reason = why,
            }
        }
        let running = RefCell::new(running);
        let answer: RefCell<Option<BackendAnswer>> = RefCell::new(None);
        let why = RefCell::new(reason);
        // Asked now and then by our own search: has somebody else finished?
        let stop = || {
            running.borrow_mut().retain(|solver| match solver.poll(pool, constraints) {
                None => true,
                Some(BackendAnswer::Unknown(reason)) => {
                    *why.borrow_mut() = reason;
                    false
                }
                Some(definite) => {
                    *answer.borrow_mut() = Some(definite);
                    false
                }
            });
            answer.borrow().is_some()
        };
        let mut instance = Blaster::new(Cdcl::default());
        let verdict = instance.solve(pool, constraints, limit, Some(&stop));
        self.count_search(Spent::default(), instance.spent());
        if let Some(decided) = self.settle(pool, query, &instance, verdict) {
            self.stats.one_shot += 1;
            return Ok(decided);
        }
        // Ours gave up: for want of a circuit, at its limit, or because another one is done. The others have limits of their own.
        let guard = limit.work.map_or(Deadline::NEVER, |work| start.deadline(OTHERS * time_for(work)));
        let deadline = limit.deadline.earlier(guard);
        while !stop() && !running.borrow().is_empty() && !deadline.is_over() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let decided = match answer.into_inner() {
            Some(BackendAnswer::Unsat) => Decided::Unsat,
            Some(BackendAnswer::Sat(model)) => self.adopt(pool, query, &model),
            _ => return Err(why.into_inner()),
        };
        self.stats.external += 1;
        Ok(decided)
    }

    fn adopt(&mut self, pool: &Pool, query: &Query, model: &Assignment) -> Decided {
        let values = pool.set_members(query.vars).iter().map(|&var| model.get(var)).collect();
        self.satisfied(pool, query, values, |application| model.application(application))
    }

    pub(crate) fn settle(
        &mut self,
        pool: &Pool,
        query: &Query,
        instance: &Blaster<Cdcl>,
        verdict: Verdict,
    ) -> Option<Decided> {
        match verdict {
            Verdict::Limit => None,
            Verdict::Unsat(core) => {
                if self.config.use_cache {
                    self.memo.remember_core(&core);
                }
                Some(Decided::Unsat)
            }
            Verdict::Sat => {
                let value = |&var| instance.value(pool, pool.var_term(var));
                let values: Rc<[u128]> = pool.set_members(query.vars).iter().map(value).collect();
                let application = |term| instance.value(pool, term);
                if instance.is_relaxed() || cfg!(debug_assertions) || self.config.cross_check {
                    let applications = self.results(pool, query, application);
                    if let Some(constraint) = self.violated(pool, query, &values, &applications) {
                        let text = incise_term::display(pool, constraint);
                        assert!(instance.is_relaxed(), "the model of SAT does not satisfy {text}");
                        return None;
                    }
                }
                Some(self.satisfied(pool, query, values, application))
            }
        }
    }

    /// The results of the applications in a query.
    fn results(&mut self, pool: &Pool, query: &Query, result: impl Fn(TermId) -> u128) -> Vec<(TermId, u128)> {
        let mut results = Vec::new();
        if query.has_applications {
            for &constraint in query.constraints() {
                let applications = self.scratch.applications(pool, constraint);
                results.extend(applications.into_iter().map(|application| (application, result(application))));
            }
            results.sort_unstable();
            results.dedup();
        }
        results
    }

    pub(crate) fn satisfied(
        &mut self,
        pool: &Pool,
        query: &Query,
        values: Rc<[u128]>,
        result: impl Fn(TermId) -> u128,
    ) -> Decided {
        let applications = self.results(pool, query, result);
        let component = self.component(pool, query, values, applications.into(), false);
        if self.config.use_cache {
            self.memo.remember_model(&component, query.constraints());
        }
        Decided::Sat(component)
    }

    /// A constraint that is false under the assignment.
    fn violated(
        &mut self,
        pool: &Pool,
        query: &Query,
        values: &[u128],
        applications: &[(TermId, u128)],
    ) -> Option<TermId> {
        for (&var, &value) in pool.set_members(query.vars).iter().zip(values) {
            self.scratch.set(var, value);
        }
        for &(application, value) in applications {
            self.scratch.set_application(application, value);
        }
        query.constraints().iter().copied().find(|&constraint| !self.scratch.holds(pool, constraint))
    }

    /// Asks every external solver the same. One that contradicts makes the answer worthless.
    fn cross_check(&mut self, pool: &Pool, query: &Query, decided: &Decided) -> Result<(), UnknownReason> {
        let usual = self.config.work_per_query.map_or(CROSS_CHECK_TIMEOUT, time_for);
        let timeout = self.config.timeout_per_query.unwrap_or(usual);
        let ours = !matches!(decided, Decided::Unsat);
        for external in &mut self.external {
            let theirs = match external.solve(pool, query.constraints(), Some(timeout)) {
                BackendAnswer::Sat(_) => true,
                BackendAnswer::Unsat => false,
                BackendAnswer::Unknown(_) => continue,
            };
            if ours != theirs {
                let word = |sat| if sat { "sat" } else { "unsat" };
                let who = external.name();
                let text = format!("{who} says {}, we say {}", word(theirs), word(ours));
                return Err(UnknownReason::Disagreement(text));
            }
            self.stats.cross_checked += 1;
        }
        Ok(())
    }
}
