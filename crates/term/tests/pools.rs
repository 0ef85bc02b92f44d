//! Terms belong to one pool.

use incise_term::{Pool, VarKind};

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a term of another pool")]
fn a_pool_refuses_the_terms_of_another() {
    let (mut one, mut other) = (Pool::new(), Pool::new());
    let x = one.var("x", 8, VarKind::Input);
    other.var("y", 8, VarKind::Input);
    other.not(x);
}
