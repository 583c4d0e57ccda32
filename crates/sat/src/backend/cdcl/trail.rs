//! The current partial assignment, in the order in which it was made, and unit propagation.
//!
//! Each clause of two or more literals is watched by its first two. Only when a watched literal becomes false is the
//! clause looked at, and nothing has to be done when the assignment is undone (Moskewicz et al., DAC 2001). A watch
//! carries another literal of the clause, the *blocker*: if that is true the clause need not be fetched at all.

use super::clauses::{ClauseRef, Clauses};
use crate::types::{Lit, Value, Var};

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: ClauseRef,
    blocker: Lit,
}

#[derive(Debug, Default)]
pub(super) struct Trail {
    /// By literal.
    values: Vec<Value>,
    watches: Vec<Vec<Watch>>,
    /// By variable, meaningful while it is assigned.
    level: Vec<u32>,
    reason: Vec<Option<ClauseRef>>,
    assigned: Vec<Lit>,
    /// Where in `assigned` each decision level starts.
    level_starts: Vec<usize>,
    propagated: usize,
    pub(super) propagations: u64,
}

impl Trail {
    pub(super) fn add_var(&mut self) {
        self.values.extend([Value::Unassigned; 2]);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.level.push(0);
        self.reason.push(None);
    }

    pub(super) fn value(&self, lit: Lit) -> Value {
        self.values[lit.code()]
    }

    pub(super) fn level_of(&self, var: Var) -> u32 {
        self.level[var.index()]
    }

    pub(super) fn reason_of(&self, var: Var) -> Option<ClauseRef> {
        self.reason[var.index()]
    }

    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(super) fn assigned(&self) -> &[Lit] {
        &self.assigned
    }

    /// What was assigned after the first decision.
    pub(super) fn assigned_after_root(&self) -> &[Lit] {
        &self.assigned[self.level_starts.first().copied().unwrap_or(self.assigned.len())..]
    }

    pub(super) fn open_level(&mut self) {
        self.level_starts.push(self.assigned.len());
    }

    pub(super) fn assign(&mut self, lit: Lit, reason: Option<ClauseRef>) {
        self.values[lit.code()] = Value::True;
        self.values[(!lit).code()] = Value::False;
        self.level[lit.var().index()] = self.level();
        self.reason[lit.var().index()] = reason;
        self.assigned.push(lit);
    }

    /// Undoes everything above `level`, telling `undone` each literal, the youngest first.
    pub(super) fn backtrack(&mut self, level: u32, mut undone: impl FnMut(Lit)) {
        let Some(&start) = self.level_starts.get(level as usize) else {
            return;
        };
        for &lit in self.assigned[start..].iter().rev() {
            self.values[lit.code()] = Value::Unassigned;
            self.values[(!lit).code()] = Value::Unassigned;
            undone(lit);
        }
        self.assigned.truncate(start);
        self.level_starts.truncate(level as usize);
        self.propagated = start;
    }

    /// Watches the first two literals of a clause.
    pub(super) fn watch(&mut self, clauses: &Clauses, clause: ClauseRef) {
        if let [first, second, ..] = *clauses.literals(clause) {
            self.watches[first.code()].push(Watch {
                clause,
                blocker: second,
            });
            self.watches[second.code()].push(Watch {
                clause,
                blocker: first,
            });
        }
    }

    /// Drops all removed clauses from the watch lists.
    pub(super) fn unwatch_removed(&mut self, clauses: &Clauses) {
        for watches in &mut self.watches {
            watches.retain(|watch| !clauses.is_removed(watch.clause));
        }
    }

    /// Whether the clause is why its first literal was assigned, so that it must not be removed now.
    pub(super) fn is_reason(&self, clauses: &Clauses, clause: ClauseRef) -> bool {
        clauses.literals(clause).first().is_some_and(|&first| {
            self.value(first).is_true() && self.reason[first.var().index()] == Some(clause)
        })
    }

    /// Assigns all that follows; returns a falsified clause if there is one.
    pub(super) fn propagate(&mut self, clauses: &mut Clauses) -> Option<ClauseRef> {
        while let Some(&lit) = self.assigned.get(self.propagated) {
            self.propagated += 1;
            self.propagations += 1;
            if let Some(conflict) = self.visit_watchers(clauses, !lit) {
                self.propagated = self.assigned.len();
                return Some(conflict);
            }
        }
        None
    }

    fn visit_watchers(&mut self, clauses: &mut Clauses, falsified: Lit) -> Option<ClauseRef> {
        let mut watches = std::mem::take(&mut self.watches[falsified.code()]);
        let mut conflict = None;
        let mut kept = 0;
        let mut next = 0;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            if self.value(watch.blocker).is_true() {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let literals = clauses.literals_mut(watch.clause);
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let watch = Watch {
                blocker: first,
                ..watch
            };
            if !self.values[first.code()].is_true()
                && let Some(other) =
                    (2..literals.len()).find(|&at| !self.values[literals[at].code()].is_false())
            {
                literals.swap(1, other);
                self.watches[literals[1].code()].push(watch);
                continue;
            }
            watches[kept] = watch;
            kept += 1;
            match self.value(first) {
                Value::True => {}
                Value::Unassigned => self.assign(first, Some(watch.clause)),
                Value::False => {
                    conflict = Some(watch.clause);
                    break;
                }
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.watches[falsified.code()] = watches;
        conflict
    }
}
