//! A list that grows at the end and is shared by forks: a clone costs one reference count.

use std::rc::Rc;

#[derive(Debug)]
struct Node<T> {
    item: T,
    previous: Option<Rc<Node<T>>>,
}

/// A persistent list.
#[derive(Debug)]
pub struct SharedList<T> {
    last: Option<Rc<Node<T>>>,
    len: usize,
}

impl<T> Clone for SharedList<T> {
    fn clone(&self) -> Self {
        SharedList { last: self.last.clone(), len: self.len }
    }
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        SharedList { last: None, len: 0 }
    }
}

impl<T> SharedList<T> {
    /// Appends.
    pub fn push(&mut self, item: T) {
        self.last = Some(Rc::new(Node { item, previous: self.last.take() }));
        self.len += 1;
    }
    /// The number of items.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }
    /// The items, newest first.
    pub fn iter_back(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.last.as_deref(), |node| node.previous.as_deref()).map(|node| &node.item)
    }
    /// References to the items in order.
    pub fn in_order(&self) -> Vec<&T> {
        let mut items: Vec<&T> = self.iter_back().collect();
        items.reverse();
        items
    }
}

/// A long list is freed node by node, not by recursion.
impl<T> Drop for SharedList<T> {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.previous.take(),
                Err(_) => break,
            }
        }
    }
}
