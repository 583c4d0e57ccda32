//! What a conflict teaches.
//!
//! *First unique implication point* (Marques-Silva and Sakallah, *GRASP*, ICCAD 1996): resolve the falsified clause
//! with the reasons of its youngest literals until one literal of the current level is left. Then *minimise* (Sörensson
//! and Biere, *Minimizing Learned Clauses*, SAT 2009): drop each literal that the others imply through reasons.
//!
//! The same walk, down to the decisions, finds out which assumptions made another one false.

use super::clauses::{ClauseRef, Clauses};
use super::trail::Trail;
use crate::types::{Lit, Value, Var};

/// A clause to add after a conflict.
#[derive(Debug)]
pub(super) struct Learnt {
    /// The asserted literal first, then one of the highest remaining level.
    pub(super) clause: Vec<Lit>,
    pub(super) backtrack_to: u32,
    pub(super) glue: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mark {
    #[default]
    Unseen,
    /// Resolved away, or part of the clause.
    Seen,
    /// Implied by the clause, found while minimising.
    Implied,
    /// Not implied by the clause, found while minimising.
    Needed,
}

/// Scratch space, kept from conflict to conflict.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    marks: Vec<Mark>,
    touched: Vec<Var>,
    levels: Vec<u32>,
}

impl Analysis {
    pub(super) fn add_var(&mut self) {
        self.marks.push(Mark::Unseen);
    }

    fn mark(&mut self, var: Var, mark: Mark) {
        if self.marks[var.index()] == Mark::Unseen {
            self.touched.push(var);
        }
        self.marks[var.index()] = mark;
    }

    fn is_seen(&self, var: Var) -> bool {
        self.marks[var.index()] == Mark::Seen
    }

    fn clear(&mut self) {
        for var in self.touched.drain(..) {
            self.marks[var.index()] = Mark::Unseen;
        }
    }

    /// Learns from a clause falsified at a level above zero; `involved` hears of each variable on the way.
    pub(super) fn learn(
        &mut self,
        trail: &Trail,
        clauses: &Clauses,
        conflict: ClauseRef,
        mut involved: impl FnMut(Var),
    ) -> Learnt {
        let mut clause = Vec::new();
        let mut open_at_this_level = 0;
        let mut reason = Some(conflict);
        let mut youngest = trail.assigned().len();
        let asserted = loop {
            let resolved_on = (youngest < trail.assigned().len()).then(|| trail.assigned()[youngest]);
            for &lit in reason.map_or(&[][..], |reason| clauses.literals(reason)) {
                let var = lit.var();
                if Some(lit) == resolved_on || self.is_seen(var) || trail.level_of(var) == 0 {
                    continue;
                }
                self.mark(var, Mark::Seen);
                involved(var);
                if trail.level_of(var) == trail.level() {
                    open_at_this_level += 1;
                } else {
                    clause.push(lit);
                }
            }
            loop {
                youngest -= 1;
                if self.is_seen(trail.assigned()[youngest].var()) {
                    break;
                }
            }
            open_at_this_level -= 1;
            let lit = trail.assigned()[youngest];
            if open_at_this_level == 0 {
                break !lit;
            }
            reason = trail.reason_of(lit.var());
        };
        clause.retain(|&lit| !self.is_implied_by_clause(trail, clauses, lit));
        self.clear();
        clause.insert(0, asserted);
        self.finish(trail, clause)
    }

    fn finish(&mut self, trail: &Trail, mut clause: Vec<Lit>) -> Learnt {
        let level_of = |lit: &Lit| trail.level_of(lit.var());
        let mut backtrack_to = 0;
        if let Some(at) = (1..clause.len()).max_by_key(|&at| (level_of(&clause[at]), std::cmp::Reverse(at))) {
            clause.swap(1, at);
            backtrack_to = level_of(&clause[1]);
        }
        self.levels.clear();
        self.levels.extend(clause.iter().map(level_of));
        self.levels.sort_unstable();
        self.levels.dedup();
        Learnt {
            clause,
            backtrack_to,
            glue: self.levels.len() as u32,
        }
    }

    /// Whether all paths from the literal through reasons end in other literals of the clause. An explicit stack,
    /// because chains of reasons can be as long as the trail.
    fn is_implied_by_clause(&mut self, trail: &Trail, clauses: &Clauses, lit: Lit) -> bool {
        if trail.reason_of(lit.var()).is_none() {
            return false;
        }
        // The literals whose reasons are being looked at, and how far.
        let mut path = vec![(lit.var(), 0)];
        while let Some((var, next)) = path.last_mut() {
            let reason = trail
                .reason_of(*var)
                .map_or(&[][..], |reason| clauses.literals(reason));
            let Some(antecedent) = reason.get(*next) else {
                // Every antecedent is implied, so this one is. The literal itself stays marked as part of the clause:
                // dropping it does not change what the clause implies.
                let done = *var;
                if self.marks[done.index()] == Mark::Unseen {
                    self.mark(done, Mark::Implied);
                }
                path.pop();
                continue;
            };
            *next += 1;
            let (var, antecedent) = (*var, antecedent.var());
            if antecedent == var || trail.level_of(antecedent) == 0 {
                continue;
            }
            match self.marks[antecedent.index()] {
                Mark::Seen | Mark::Implied => {}
                Mark::Unseen if trail.reason_of(antecedent).is_some() => path.push((antecedent, 0)),
                Mark::Unseen | Mark::Needed => {
                    self.mark(antecedent, Mark::Needed);
                    for &(var, _) in &path {
                        if self.marks[var.index()] == Mark::Unseen {
                            self.mark(var, Mark::Needed);
                        }
                    }
                    return false;
                }
            }
        }
        true
    }

    /// The assumptions, all of them decisions, that together make the assumption `failed` false; including it.
    pub(super) fn failed_assumptions(&mut self, trail: &Trail, clauses: &Clauses, failed: Lit) -> Vec<Lit> {
        debug_assert_eq!(trail.value(failed), Value::False);
        let mut core = vec![failed];
        if trail.level_of(failed.var()) > 0 {
            self.mark(failed.var(), Mark::Seen);
        }
        for &lit in trail.assigned_after_root().iter().rev() {
            if !self.is_seen(lit.var()) {
                continue;
            }
            match trail.reason_of(lit.var()) {
                None => core.push(lit),
                Some(reason) => {
                    for antecedent in clauses.literals(reason) {
                        if trail.level_of(antecedent.var()) > 0 {
                            self.mark(antecedent.var(), Mark::Seen);
                        }
                    }
                }
            }
        }
        self.clear();
        core
    }
}
