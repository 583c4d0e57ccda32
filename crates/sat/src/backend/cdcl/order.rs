//! Which variable to decide on next: the one most involved in recent conflicts.
//!
//! VSIDS (Moskewicz et al., *Chaff: Engineering an Efficient SAT Solver*, DAC 2001) in the exponential form of MiniSat:
//! instead of lowering all activities after a conflict, the amount that is added grows. A binary heap holds the
//! candidates; ties are broken by the lower variable, so the order never depends on the history of the heap.

use crate::types::Var;

const GROWTH: f64 = 1.0 / 0.95;
const TOO_LARGE: f64 = 1e100;

#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<Var>,
    position: Vec<Option<u32>>,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            activity: Vec::new(),
            increment: 1.0,
            heap: Vec::new(),
            position: Vec::new(),
        }
    }
}

impl Order {
    pub(super) fn add_var(&mut self, var: Var) {
        self.activity.push(0.0);
        self.position.push(None);
        self.insert(var);
    }

    /// Makes the variable a candidate again.
    pub(super) fn insert(&mut self, var: Var) {
        if self.position[var.index()].is_none() {
            self.heap.push(var);
            self.position[var.index()] = Some(self.heap.len() as u32 - 1);
            self.rise(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<Var> {
        let top = *self.heap.first()?;
        self.position[top.index()] = None;
        let last = self.heap.pop()?;
        if last != top {
            self.heap[0] = last;
            self.position[last.index()] = Some(0);
            self.sink(0);
        }
        Some(top)
    }

    pub(super) fn bump(&mut self, var: Var) {
        self.activity[var.index()] += self.increment;
        if self.activity[var.index()] > TOO_LARGE {
            self.activity
                .iter_mut()
                .for_each(|activity| *activity /= TOO_LARGE);
            self.increment /= TOO_LARGE;
        }
        if let Some(at) = self.position[var.index()] {
            self.rise(at as usize);
        }
    }

    /// Called after each conflict.
    pub(super) fn decay(&mut self) {
        self.increment *= GROWTH;
    }

    fn comes_before(&self, a: Var, b: Var) -> bool {
        let (x, y) = (self.activity[a.index()], self.activity[b.index()]);
        x > y || (x == y && a < b)
    }

    fn rise(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.comes_before(self.heap[at], self.heap[parent]) {
                break;
            }
            self.swap(at, parent);
            at = parent;
        }
    }

    fn sink(&mut self, mut at: usize) {
        loop {
            let mut first = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.comes_before(self.heap[child], self.heap[first]) {
                    first = child;
                }
            }
            if first == at {
                break;
            }
            self.swap(at, first);
            at = first;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.position[self.heap[a].index()] = Some(a as u32);
        self.position[self.heap[b].index()] = Some(b as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_variable_comes_first_and_ties_go_by_number() {
        let mut order = Order::default();
        (0..5).for_each(|index| order.add_var(Var::from_index(index)));
        order.bump(Var::from_index(3));
        order.decay();
        order.bump(Var::from_index(1));
        let popped: Vec<usize> = std::iter::from_fn(|| order.pop()).map(Var::index).collect();
        assert_eq!(popped, [1, 3, 0, 2, 4]);
        order.insert(Var::from_index(4));
        order.insert(Var::from_index(4));
        assert_eq!(order.pop(), Some(Var::from_index(4)));
        assert_eq!(order.pop(), None);
    }
}
