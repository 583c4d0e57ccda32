//! From the values of a run to the schedule that the interpreter executes, and the names of its threads.

use std::collections::HashMap;

use logic::{Assignment, Evaluator, TermId};
use runs::Schedule;

use crate::equation::Equation;
use crate::threads::order::Concurrency;

fn holds(evaluator: &mut Evaluator<'_>, term: TermId) -> bool {
    evaluator
        .eval(term)
        .ok()
        .and_then(|value| value.as_bool())
        .unwrap_or(false)
}

impl Concurrency {
    /// The names of the threads in a run: a thread is the n-th that its starter starts. Nothing for those that are not
    /// started.
    pub(crate) fn names(&self, evaluator: &mut Evaluator<'_>) -> Vec<Option<String>> {
        let mut names: Vec<Option<String>> = vec![Some("main".to_owned())];
        let mut children = vec![0; self.threads.len()];
        for thread in self.threads.iter().skip(1) {
            let (Some(parent), Some(created)) = (thread.parent, thread.created) else {
                names.push(None);
                continue;
            };
            let name = match &names[parent] {
                Some(name) if holds(evaluator, self.events[created].executed) => {
                    children[parent] += 1;
                    Some(match parent {
                        0 => children[parent].to_string(),
                        _ => format!("{name}.{}", children[parent]),
                    })
                }
                _ => None,
            };
            names.push(name);
        }
        names
    }

    /// The thread of a step.
    pub(crate) fn thread_of(&self, step: usize) -> usize {
        self.threads
            .iter()
            .rposition(|thread| thread.first <= step)
            .unwrap_or(0)
    }

    fn is_before(&self, evaluator: &mut Evaluator<'_>, a: usize, b: usize) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        match self.before.get(&(low, high)) {
            Some(&term) => holds(evaluator, term) == (a == low),
            None => false,
        }
    }
}

impl Equation {
    /// Who runs when in the run that an assignment gives.
    pub(crate) fn schedule(&self, assignment: &Assignment) -> Schedule {
        let Some(all) = &self.concurrency else {
            return Schedule::new();
        };
        let mut evaluator = Evaluator::with_defaults(&self.pool, assignment);
        let names = all.names(&mut evaluator);
        let mut left: Vec<Vec<usize>> = vec![Vec::new(); all.threads.len()];
        for (index, event) in all.events.iter().enumerate().rev() {
            if holds(&mut evaluator, event.executed) {
                left[event.thread].push(index);
            }
        }
        let mut schedule = Schedule::new();
        let mut started = vec![false; all.threads.len()];
        started[0] = true;
        let mut known: HashMap<(usize, usize), bool> = HashMap::new();
        let mut several = false;
        loop {
            // The next event of a thread that no other thread's next one is before.
            let heads: Vec<(usize, usize)> = left
                .iter()
                .enumerate()
                .filter(|(thread, _)| started[*thread])
                .filter_map(|(thread, events)| Some((thread, *events.last()?)))
                .collect();
            let free = heads.iter().filter(|(thread, event)| {
                !all.events[*event].ordered
                    || left.iter().enumerate().all(|(other, events)| {
                        let next = events.iter().rev().find(|next| all.events[**next].ordered);
                        other == *thread
                            || next.is_none_or(|&next| {
                                !*known
                                    .entry((next, *event))
                                    .or_insert_with(|| all.is_before(&mut evaluator, next, *event))
                            })
                    })
            });
            let free: Vec<&(usize, usize)> = free.collect();
            // Events that the order does not know come before the end of the process, too.
            let goes_on = |(thread, _): &(usize, usize)| {
                let mut soon = left[*thread].iter().rev().take(2);
                !soon.any(|&event| all.events[event].halts)
            };
            let chosen = free.iter().copied().find(|head| goes_on(head));
            let chosen = chosen.or(free.first().copied());
            let Some(&(thread, event)) = chosen.or(heads.first()) else {
                break;
            };
            left[thread].pop();
            let happened = &all.events[event];
            if let Some(name) = names[thread].as_ref().filter(|_| several) {
                let inner = happened.inner.iter();
                let inner = inner.filter(|term| holds(&mut evaluator, **term)).count();
                for _ in 0..usize::from(happened.decided) + inner {
                    runs::extend_schedule(&mut schedule, name);
                }
            }
            if let Some(new) = happened.starts {
                started[new] = true;
                several = true;
            }
        }
        for race in &all.races {
            if holds(&mut evaluator, race.found) {
                if let Some(name) = &names[all.events[race.second].thread] {
                    runs::extend_schedule(&mut schedule, name);
                }
                break;
            }
        }
        schedule
    }
}
