//! The constraints of a path in order of addition: a list that shares its tail with the paths it was forked from.

use incise_term::TermId;
use std::rc::Rc;

struct Node {
    term: TermId,
    len: u32,
    before: Option<Rc<Node>>,
}

/// The list; the newest constraint is at its head.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    newest: Option<Rc<Node>>,
}

impl Trail {
    pub(crate) fn push(&mut self, term: TermId) {
        let len = self.len() as u32 + 1;
        let before = self.newest.take();
        self.newest = Some(Rc::new(Node { term, len, before }));
    }

    pub(crate) fn len(&self) -> usize {
        self.newest.as_ref().map_or(0, |node| node.len as usize)
    }

    /// The constraints, the oldest first.
    pub(crate) fn to_vec(&self) -> Vec<TermId> {
        let mut terms = Vec::with_capacity(self.len());
        let mut next = self.newest.as_deref();
        while let Some(node) = next {
            terms.push(node.term);
            next = node.before.as_deref();
        }
        terms.reverse();
        terms
    }
}

impl Drop for Trail {
    /// In a loop: a long list dropped node by node would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.before.take(),
                Err(_) => break,
            }
        }
    }
}
