//! Loops that only wait for others.
//!
//! `while (!ready) ;` goes round until another thread has written, `while (!ready) pthread_cond_wait(&c, &m);` until it has, and has
//! said so. A round after which everything is as it was before it can be left out of a run, and what is left is a run, too:
//! the round has only read, or has taken locks and given them back, or has waited without a signal. So such a round is
//! not followed by another one; no bound is needed for it. A round that took a signal counts: somebody else may
//! miss it. Where locks are tried and not waited for, a lock that is held for a round is noticed, and the round counts.

use imbl::ordmap::DiffItem;
use logic::TermId;
use program::Lifetime;

use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::Symex;
use crate::symex::merge::diff_key;
use crate::symex::state::State;

/// What an event does to others, as far as waiting loops ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// What its reads and writes say.
    Plain,
    /// It takes a mutex, or gives it back.
    Lock(ObjectId, u64),
    Unlock(ObjectId, u64),
    /// It begins to wait, giving the mutex back.
    Waits,
    /// It takes the mutex again; whether a signal has ended the waiting.
    Wakes(TermId),
    /// Anything else.
    Other,
}

impl Symex<'_> {
    /// How many events there are.
    pub(crate) fn event_count(&self) -> usize {
        self.threads.as_ref().map_or(0, |threads| threads.nodes.len())
    }

    /// Under which condition a round has to be followed by another one: `before` is the state at its beginning, when there
    /// were so many events. Nothing if it is an ordinary round.
    pub(crate) fn round_counts(&mut self, before: &State, events: usize, state: &State) -> Option<TermId> {
        if !self.several(state) || !before.moment.several || !self.is_as_before(before, state) {
            return None;
        }
        let path = state.path.all();
        let threads = self.threads.as_ref()?;
        let tries = threads.known.tries_locks;
        let mut held: Vec<(ObjectId, u64)> = Vec::new();
        let mut came = Vec::new();
        let own: Vec<usize> = (events..threads.nodes.len()).collect();
        for index in own {
            let threads = self.threads.as_ref()?;
            let node = &threads.nodes[index];
            let (act, guard, starts) = (node.act, node.guard, node.starts.is_some() || node.ends);
            let writes: Vec<TermId> = node.writes.iter().map(|write| write.guard).collect();
            let here = self.pool.and(guard, path);
            if self.truth(here) == Some(false) {
                continue;
            }
            if starts {
                return None;
            }
            match act {
                Act::Plain => {
                    for guard in writes {
                        let happens = self.pool.and(guard, path);
                        if self.truth(happens) != Some(false) {
                            return None;
                        }
                    }
                }
                Act::Lock(object, at) if !tries => {
                    if held.contains(&(object, at)) {
                        return None;
                    }
                    held.push((object, at));
                }
                Act::Unlock(object, at) if !tries => {
                    let position = held.iter().position(|&other| other == (object, at))?;
                    held.remove(position);
                }
                Act::Waits if !tries => {}
                Act::Wakes(signalled) if !tries => came.push(signalled),
                Act::Lock(..) | Act::Unlock(..) | Act::Waits | Act::Wakes(_) | Act::Other => return None,
            }
        }
        held.is_empty().then(|| self.pool.or_all(&came))
    }

    /// Whether a thread's own state is the same in both.
    fn is_as_before(&mut self, before: &State, state: &State) -> bool {
        let passing = |object: ObjectId| match self.object(object).kind {
            ObjectKind::Local { var, .. } => self.program.variable(var).lifetime == Lifetime::Temporary,
            // What operations on threads know of an object changes by events only, and these are looked at.
            ObjectKind::Result => true,
            _ => false,
        };
        before.rounding == state.rounding
            && before.ended == state.ended
            && before.printed == state.printed
            && before.turns == state.turns
            && before.moment.section == state.moment.section
            && before.moment.operation == state.moment.operation
            && before.arrays.diff(&state.arrays).next().is_none()
            && before
                .live
                .diff(&state.live)
                .all(|item| passing(*diff_key(item).0))
            && before.locals.diff(&state.locals).all(|item| {
                // What a variable was whose block is left does not matter.
                let gone = |object: ObjectId| {
                    passing(object) || !before.live.contains_key(&object) && !state.live.contains_key(&object)
                };
                match item {
                    DiffItem::Add(_, &object) | DiffItem::Remove(_, &object) => gone(object),
                    DiffItem::Update {
                        old: (_, &old),
                        new: (_, &new),
                    } => gone(old) && gone(new),
                }
            })
            && before.indeterminate.diff(&state.indeterminate).next().is_none()
            && before.cells.diff(&state.cells).all(|item| {
                let (object, at, same) = match item {
                    DiffItem::Add(key, _) | DiffItem::Remove(key, _) => (key.0, key.1, false),
                    DiffItem::Update {
                        old: (key, a),
                        new: (_, b),
                    } => {
                        let same = (a.value, a.size, a.written) == (b.value, b.size, b.written);
                        (key.0, key.1, same)
                    }
                };
                same || passing(object) || self.is_shared_at(object, at)
            })
    }
}
