//! Drivers of fixpoints: one result, whatever the order; budgets that end them.

use incise_base::{Budget, Exhausted, Next, Worklist, closure, until_stable};

/// Distances from 0 in a ring of `n` nodes with edges to the next and back.
fn distances(n: usize, next: Next, budget: &mut Budget) -> Result<Vec<usize>, Exhausted> {
    let mut found = vec![usize::MAX; n];
    found[0] = 0;
    let mut work = Worklist::new(next);
    work.push(0);
    while let Some(node) = work.pop(budget)? {
        for other in [(node + 1) % n, (node + n - 1) % n] {
            if found[node] + 1 < found[other] {
                found[other] = found[node] + 1;
                work.push(other);
            }
        }
    }
    Ok(found)
}

#[test]
fn both_orders_have_one_fixpoint() {
    for next in [Next::First, Next::Last] {
        assert_eq!(distances(6, next, &mut Budget::new(100)), Ok(vec![0, 1, 2, 3, 2, 1]));
    }
}

#[test]
fn a_budget_ends_it_at_the_visit_after_the_last() {
    assert!(distances(6, Next::First, &mut Budget::new(6)).is_ok());
    assert_eq!(distances(6, Next::First, &mut Budget::new(5)), Err(Exhausted { most: 5 }));
    // What one analysis has used up is not there for the next.
    let mut shared = Budget::new(8);
    assert!(distances(6, Next::First, &mut shared).is_ok());
    assert_eq!(distances(6, Next::First, &mut shared), Err(Exhausted { most: 8 }));
}

#[test]
fn items_wait_once_and_come_back_in_order() {
    let mut work = Worklist::new(Next::First);
    work.extend([3, 1, 3, 2]);
    assert_eq!((work.pop_unbounded(), work.pop_unbounded()), (Some(3), Some(1)));
    work.extend([3, 2]);
    assert_eq!((work.pop_unbounded(), work.pop_unbounded(), work.pop_unbounded()), (Some(2), Some(3), None));
    let mut work = Worklist::new(Next::Last);
    work.extend([3, 1, 3, 2]);
    assert_eq!((work.pop_unbounded(), work.pop_unbounded()), (Some(2), Some(1)));
}

#[test]
fn a_closure_visits_everything_once() {
    let mut visited = Vec::new();
    let found = closure([4], |item: u32| {
        visited.push(item);
        [item / 2, item + 2].into_iter().filter(|item| *item < 9)
    });
    assert_eq!(found, (0..9).collect());
    visited.sort_unstable();
    assert_eq!(visited, found.iter().copied().collect::<Vec<_>>());
}

#[test]
fn rounds_end_when_nothing_changes() {
    let mut level = 0;
    until_stable(|| {
        level += 1;
        level < 5
    });
    assert_eq!(level, 5);
}
