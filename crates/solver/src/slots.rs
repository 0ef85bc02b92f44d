//! Radix map: a persistent map from small numbers to shared values, a tree of fan-out 16.
//!
//! Cloning costs one reference count; `set` copies the nodes on the way to the slot that are shared with another map
//! and changes the others in place.

use std::rc::Rc;

const BITS: u32 = 4;
const FAN_OUT: usize = 1 << BITS;

#[derive(Clone)]
enum Node<T> {
    Leaf([Option<T>; FAN_OUT]),
    Inner([Option<Rc<Node<T>>>; FAN_OUT]),
}

/// The map.
#[derive(Clone)]
pub(crate) struct Slots<T> {
    root: Option<Rc<Node<T>>>,
    /// Levels of inner nodes above the leaves.
    height: u32,
}

impl<T: Clone> Slots<T> {
    pub(crate) const fn new() -> Slots<T> {
        Slots { root: None, height: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        if index >> (BITS * (self.height + 1)) != 0 {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut shift = BITS * self.height;
        loop {
            let at = (index >> shift) & (FAN_OUT - 1);
            match node {
                Node::Leaf(values) => return values[at].as_ref(),
                Node::Inner(children) => node = children[at].as_deref()?,
            }
            shift -= BITS;
        }
    }

    pub(crate) fn set(&mut self, index: usize, value: T) {
        while index >> (BITS * (self.height + 1)) != 0 {
            if let Some(root) = self.root.take() {
                let mut children = [const { None }; FAN_OUT];
                children[0] = Some(root);
                self.root = Some(Rc::new(Node::Inner(children)));
            }
            self.height += 1;
        }
        let mut place = &mut self.root;
        let mut level = self.height;
        loop {
            let node = place.get_or_insert_with(|| {
                Rc::new(if level == 0 {
                    Node::Leaf([const { None }; FAN_OUT])
                } else {
                    Node::Inner([const { None }; FAN_OUT])
                })
            });
            let at = (index >> (BITS * level)) & (FAN_OUT - 1);
            match Rc::make_mut(node) {
                Node::Leaf(values) => {
                    values[at] = Some(value);
                    return;
                }
                Node::Inner(children) => place = &mut children[at],
            }
            level -= 1;
        }
    }

    /// The occupied slots in ascending order.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(usize, &T)) {
        fn walk<T>(node: &Node<T>, base: usize, visit: &mut impl FnMut(usize, &T)) {
            match node {
                Node::Leaf(values) => {
                    for (i, value) in values.iter().enumerate() {
                        if let Some(value) = value {
                            visit(base << BITS | i, value);
                        }
                    }
                }
                Node::Inner(children) => {
                    for (i, child) in children.iter().enumerate() {
                        if let Some(child) = child {
                            walk(child, base << BITS | i, visit);
                        }
                    }
                }
            }
        }
        if let Some(root) = self.root.as_deref() {
            walk(root, 0, &mut visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    #[test]
    fn copies_do_not_see_later_changes() {
        let mut slots: Slots<u32> = Slots::new();
        let mut versions = vec![slots.clone()];
        for i in 0..1000u32 {
            slots.set((i as usize * 37) % 5000, i);
            versions.push(slots.clone());
        }
        for (n, version) in versions.iter().enumerate() {
            for i in (0..1000u32).step_by(13) {
                let expected = ((i as usize) < n).then_some(i);
                assert_eq!(version.get((i as usize * 37) % 5000).copied(), expected);
            }
        }
        let mut seen = Vec::new();
        slots.for_each(|index, _| seen.push(index));
        assert_eq!(seen.len(), 1000);
        assert!(seen.is_sorted());
        assert_eq!(slots.get(1 << 20), None);
    }
}
