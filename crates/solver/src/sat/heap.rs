//! A binary heap of variables by activity, the most active on top; of equally active ones the older.

#[derive(Default)]
pub(super) struct Heap {
    heap: Vec<u32>,
    /// Position in the heap, or `OUT`.
    place: Vec<u32>,
    activity: Vec<f64>,
}

const OUT: u32 = u32::MAX;

impl Heap {
    /// Makes room for one more variable.
    pub(super) fn add(&mut self) {
        self.place.push(OUT);
        self.activity.push(0.0);
    }

    pub(super) fn clear(&mut self) {
        for &var in &self.heap {
            self.place[var as usize] = OUT;
        }
        self.heap.clear();
    }

    /// Appends without keeping the order: call [`Heap::order`] afterwards.
    pub(super) fn push_unordered(&mut self, var: u32) {
        self.place[var as usize] = self.heap.len() as u32;
        self.heap.push(var);
    }

    pub(super) fn order(&mut self) {
        for at in (0..self.heap.len() / 2).rev() {
            self.sink(at);
        }
    }

    pub(super) fn insert(&mut self, var: u32) {
        if self.place[var as usize] == OUT {
            self.push_unordered(var);
            self.rise(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        self.place[top as usize] = OUT;
        let last = self.heap.pop().expect("not empty");
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    /// Raises an activity; the new one.
    pub(super) fn bump(&mut self, var: u32, by: f64) -> f64 {
        self.activity[var as usize] += by;
        if self.place[var as usize] != OUT {
            self.rise(self.place[var as usize] as usize);
        }
        self.activity[var as usize]
    }

    pub(super) fn scale(&mut self, factor: f64) {
        self.activity.iter_mut().for_each(|activity| *activity *= factor);
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn rise(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.put(self.heap[parent], at);
            at = parent;
        }
        self.put(var, at);
    }

    fn sink(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.put(self.heap[child], at);
            at = child;
        }
        self.put(var, at);
    }

    fn put(&mut self, var: u32, at: usize) {
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }
}
