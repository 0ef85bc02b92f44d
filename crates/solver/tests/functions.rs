//! Uninterpreted functions: equal arguments give equal results, nothing else is known.

use incise_solver::{Extend, PathCondition, Scratch, Solver, SolverConfig, Truth, Values};
use incise_term::{Evaluator, Pool, VarKind};

fn solvers() -> Vec<Solver> {
    let apart = SolverConfig { is_apart: true, ..SolverConfig::default() };
    [SolverConfig::default(), SolverConfig::plain(), apart]
        .into_iter()
        .map(|config| Solver::new(config).expect("no external solver"))
        .collect()
}

#[test]
fn equal_arguments_give_equal_results() {
    for mut solver in solvers() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, 32, VarKind::Input));
        let (fx, fy) = (pool.uninterpreted("f", 32, &[x]), pool.uninterpreted("f", 32, &[y]));
        let different = pool.ne(fx, fy);
        let pc = solver.extend(&mut pool, &PathCondition::new(), different).sat().expect("satisfiable");
        let same = pool.eq(x, y);
        assert_eq!(solver.may_be_true(&mut pool, &pc, same), Truth::No);
        let model = solver.canonical_model(&mut pool, &pc).expect("decided");
        assert!(Evaluator::new().holds(&pool, &model, different));
        assert_ne!(model.get(pool.vars(x)[0]), model.get(pool.vars(y)[0]));
    }
}

#[test]
fn functions_connect_constraints_without_common_variables() {
    for mut solver in solvers() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, 8, VarKind::Input));
        let (fx, fy) = (pool.uninterpreted("f", 8, &[x]), pool.uninterpreted("f", 8, &[y]));
        let [one, two, five] = [1, 2, 5].map(|value| pool.constant(8, value));
        let constraints = [pool.eq(fx, one), pool.eq(fy, two), pool.eq(x, five)];
        let mut pc = PathCondition::new();
        for constraint in constraints {
            pc = solver.extend(&mut pool, &pc, constraint).sat().expect("satisfiable");
        }
        let y_is_five = pool.eq(y, five);
        assert!(matches!(solver.extend(&mut pool, &pc, y_is_five), Extend::Unsat));
        // Of a constant argument, too.
        let f5 = pool.uninterpreted("f", 8, &[five]);
        assert_eq!(solver.values(&mut pool, &pc, f5, 4), Values::Complete(vec![1]));
        let mut scratch = Scratch::new();
        assert_eq!(pc.eval(&pool, &mut scratch, f5), 1);
        let g5 = pool.uninterpreted("g", 8, &[five]);
        let g_is_two = pool.eq(g5, two);
        assert!(solver.extend(&mut pool, &pc, g_is_two).is_sat());
    }
}
