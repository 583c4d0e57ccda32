//! A small complete solver and brute force, so that the tests need no other crate.

use encode::{ClauseSink, Lit, Var};
use logic::{ArrayValue, Assignment, Bits, Evaluator, Sort, SymbolId, TermId, TermPool, Value};

/// A minimal conflict-driven solver: first unique implication point, activities, no restarts.
#[derive(Default)]
pub(super) struct Solver {
    clauses: Vec<Vec<Lit>>,
    /// By literal code: the clauses that watch it.
    watches: Vec<Vec<usize>>,
    units: Vec<Lit>,
    is_contradictory: bool,
    activity: Vec<f64>,
    increment: f64,
    values: Vec<Option<bool>>,
    levels: Vec<usize>,
    reasons: Vec<Option<usize>>,
    trail: Vec<Lit>,
    /// The trail length before each decision.
    limits: Vec<usize>,
}

impl ClauseSink for Solver {
    fn new_var(&mut self) -> Var {
        self.activity.push(0.0);
        self.watches.extend([Vec::new(), Vec::new()]);
        Var::from_index(self.activity.len() - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for (position, lit) in clause.iter().enumerate() {
            assert!(
                clause[..position].iter().all(|other| other.var() != lit.var()),
                "a variable twice: {clause:?}"
            );
        }
        match clause {
            [] => self.is_contradictory = true,
            [unit] => self.units.push(*unit),
            _ => {
                self.attach(clause.to_vec());
            }
        }
    }
}

impl Solver {
    fn attach(&mut self, clause: Vec<Lit>) -> usize {
        let id = self.clauses.len();
        self.watches[clause[0].code()].push(id);
        self.watches[clause[1].code()].push(id);
        self.clauses.push(clause);
        id
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|value| value == lit.is_positive())
    }

    fn set(&mut self, lit: Lit, reason: Option<usize>) {
        let var = lit.var().index();
        self.values[var] = Some(lit.is_positive());
        self.levels[var] = self.limits.len();
        self.reasons[var] = reason;
        self.trail.push(lit);
    }

    /// The value of each variable in some model.
    pub(super) fn solve(&mut self, assumptions: &[Lit]) -> Option<Vec<bool>> {
        let count = self.activity.len();
        self.values = vec![None; count];
        self.levels = vec![0; count];
        self.reasons = vec![None; count];
        self.trail.clear();
        self.limits.clear();
        self.increment = 1.0;
        for unit in self.units.clone() {
            match self.value(unit) {
                Some(true) => {}
                Some(false) => return None,
                None => self.set(unit, None),
            }
        }
        if self.is_contradictory {
            return None;
        }
        let mut head = 0;
        loop {
            if let Some(conflict) = self.propagate(&mut head) {
                if self.limits.is_empty() {
                    return None;
                }
                self.learn(conflict);
                head = self.trail.len() - 1;
                continue;
            }
            // Assumptions are the first decisions.
            let next = match assumptions.get(self.limits.len()) {
                Some(lit) if self.value(*lit) == Some(false) => return None,
                Some(lit) => Some(*lit),
                None => (0..count)
                    .filter(|var| self.values[*var].is_none())
                    .max_by(|a, b| self.activity[*a].total_cmp(&self.activity[*b]))
                    .map(|var| !Var::from_index(var).positive()),
            };
            let Some(lit) = next else {
                return Some(self.values.iter().map(|value| *value == Some(true)).collect());
            };
            self.limits.push(self.trail.len());
            if self.value(lit).is_none() {
                self.set(lit, None);
            }
        }
    }

    fn propagate(&mut self, head: &mut usize) -> Option<usize> {
        while *head < self.trail.len() {
            let falsified = !self.trail[*head];
            *head += 1;
            let watching = std::mem::take(&mut self.watches[falsified.code()]);
            for (position, id) in watching.iter().copied().enumerate() {
                if self.clauses[id][0] == falsified {
                    self.clauses[id].swap(0, 1);
                }
                let first = self.clauses[id][0];
                if self.value(first) != Some(true) {
                    let clause = &self.clauses[id];
                    let other = (2..clause.len()).find(|other| self.value(clause[*other]) != Some(false));
                    if let Some(other) = other {
                        self.clauses[id].swap(1, other);
                        let lit = self.clauses[id][1];
                        self.watches[lit.code()].push(id);
                        continue;
                    }
                    if self.value(first) == Some(false) {
                        self.watches[falsified.code()].extend(&watching[position..]);
                        return Some(id);
                    }
                    self.set(first, Some(id));
                }
                self.watches[falsified.code()].push(id);
            }
        }
        None
    }

    /// Learns from a conflict, jumps back and sets the literal that follows.
    fn learn(&mut self, conflict: usize) {
        let mut seen = vec![false; self.values.len()];
        let mut learned: Vec<Lit> = Vec::new();
        let mut open = 0;
        let mut clause = self.clauses[conflict].clone();
        let mut position = self.trail.len();
        let asserting = loop {
            for lit in clause {
                let var = lit.var().index();
                if !seen[var] && self.levels[var] > 0 {
                    seen[var] = true;
                    self.activity[var] += self.increment;
                    if self.levels[var] == self.limits.len() {
                        open += 1;
                    } else {
                        learned.push(lit);
                    }
                }
            }
            position = (0..position)
                .rev()
                .find(|at| seen[self.trail[*at].var().index()])
                .expect("a seen literal");
            open -= 1;
            let lit = self.trail[position];
            if open == 0 {
                break !lit;
            }
            clause = self.clauses[self.reasons[lit.var().index()].expect("an implied literal")].clone();
        };
        self.increment *= 1.05;
        learned.sort_by_key(|lit| std::cmp::Reverse(self.levels[lit.var().index()]));
        let level = learned.first().map_or(0, |lit| self.levels[lit.var().index()]);
        let length = self.limits[level];
        self.limits.truncate(level);
        for lit in self.trail.drain(length..) {
            self.values[lit.var().index()] = None;
        }
        if learned.is_empty() {
            self.units.push(asserting);
            self.set(asserting, None);
        } else {
            learned.insert(0, asserting);
            let id = self.attach(learned);
            self.set(asserting, Some(id));
        }
    }
}

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// All values of a sort with few of them.
fn all_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Array(array) => {
            let elements = all_values(array.element.into());
            let mut arrays = vec![ArrayValue::constant(array.index_width, elements[0].clone())];
            for index in 0..1u128 << array.index_width {
                let index = Bits::new(array.index_width, index);
                arrays = arrays
                    .iter()
                    .flat_map(|array| {
                        elements
                            .iter()
                            .map(|element| array.store(index.clone(), element.clone()))
                    })
                    .collect();
            }
            arrays.into_iter().map(Value::Array).collect()
        }
        _ => {
            let scalar = sort.scalar().expect("a scalar");
            (0..1u64 << scalar.bit_count())
                .map(|word| Value::from_bit_fn(scalar, |bit| word >> bit & 1 == 1))
                .collect()
        }
    }
}

/// Whether some assignment makes the term true.
pub(super) fn brute_force(pool: &TermPool, symbols: &[SymbolId], term: TermId) -> bool {
    let choices: Vec<Vec<Value>> = symbols
        .iter()
        .map(|symbol| all_values(pool.symbol_sort(*symbol)))
        .collect();
    let mut digits = vec![0usize; symbols.len()];
    loop {
        let assignment: Assignment = symbols
            .iter()
            .zip(&digits)
            .zip(&choices)
            .map(|((symbol, digit), all)| (*symbol, all[*digit].clone()))
            .collect();
        if Evaluator::new(pool, &assignment).eval(term) == Ok(Value::Bool(true)) {
            return true;
        }
        let mut position = 0;
        loop {
            if position == digits.len() {
                return false;
            }
            digits[position] += 1;
            if digits[position] < choices[position].len() {
                break;
            }
            digits[position] = 0;
            position += 1;
        }
    }
}
