//! The greedy way (section 4.1).
//!
//! First the length: conditions under which states count, the one with most states first; each is made false if that
//! is possible together with what was fixed before. Then all of them are locked, and the values follow: the signs, then
//! the most significant bits of all values, down to the least significant ones, each made zero if possible. Nothing is
//! ever undone, so the result need not be the smallest.

use sat::{Interruptible, Lit, Model, Solver, Verdict};

use super::search::RunSearch;

pub(super) struct Greedy<'s, 'e> {
    search: &'s mut RunSearch<'e>,
    fixed: Vec<Lit>,
    model: Model,
}

/// Makes a run smaller.
pub(super) fn shrink(search: &mut RunSearch<'_>, model: Model, length_first: bool) -> Model {
    let mut greedy = Greedy {
        search,
        fixed: Vec::new(),
        model,
    };
    if length_first {
        greedy.length();
        greedy.values();
    } else {
        greedy.values();
        greedy.length();
    }
    greedy.model
}

impl Greedy<'_, '_> {
    fn length(&mut self) {
        let mut guards: Vec<(Lit, u128)> = self.search.length.weights.clone().into_iter().collect();
        guards.sort_by_key(|(literal, states)| (std::cmp::Reverse(*states), *literal));
        for (guard, _) in &guards {
            self.make_false(*guard);
        }
        // What could not be made false stays as it is.
        for (guard, _) in guards {
            if self.model.satisfies(guard) {
                self.fixed.push(guard);
            }
        }
    }

    fn values(&mut self) {
        let values = self.search.bits.clone();
        let longest = values.iter().map(Vec::len).max().unwrap_or(0);
        for place in 0..longest {
            for bits in &values {
                // Aligned at the least significant bit.
                let skipped = longest - bits.len();
                if let Some(bit) = place.checked_sub(skipped).and_then(|index| bits.get(index)) {
                    self.make_false(*bit);
                }
            }
        }
    }

    fn make_false(&mut self, literal: Lit) {
        if !self.model.satisfies(literal) {
            self.fixed.push(!literal);
            return;
        }
        if self.search.solver.interrupted() {
            return;
        }
        self.fixed.push(!literal);
        if self.search.solver.solve_with(&self.fixed) == Verdict::Sat {
            self.model = self.search.solver.model();
        } else {
            self.fixed.pop();
        }
    }
}
