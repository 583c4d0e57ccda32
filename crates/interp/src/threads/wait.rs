//! Who can go on, and what the others wait for.

use program::ThreadOp;

use super::Status;
use super::sync::{ERROR_CHECKING, RECURSIVE, Sync};
use crate::frame::Registers;
use crate::machine::Machine;
use crate::object::Pointer;
use crate::stop::{Blocked, Holding};

/// Whether a thread can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ready {
    Yes,
    /// Only because waiting for a condition may end by itself.
    Spuriously,
    No,
}

fn if_so(condition: bool) -> Ready {
    if condition { Ready::Yes } else { Ready::No }
}

impl Machine<'_> {
    pub(super) fn ready(&self, thread: usize, registers: &Registers) -> Ready {
        let Some(threads) = self.threads.as_ref() else {
            return Ready::Yes;
        };
        let status = threads.list[thread].status;
        match status {
            Status::Fresh => return Ready::Yes,
            Status::Ended => return Ready::No,
            _ => {}
        }
        let Some((op, _, args)) = self.operation(thread, registers) else {
            return Ready::Yes;
        };
        let seen = |index: usize| args.get(index).and_then(|&pointer| self.sync_seen(pointer));
        match (op, status) {
            (_, Status::AtBarrier { round }) => if_so(seen(0).is_none_or(|barrier| barrier.round != round)),
            (ThreadOp::ConditionWait | ThreadOp::ConditionTimedWait, Status::Waiting { since }) => {
                if seen(1).is_some_and(|mutex| !mutex.holders.is_empty()) {
                    return Ready::No;
                }
                let signalled = seen(0).is_some_and(|condition| condition.signal_for(since).is_some());
                match op {
                    _ if signalled => Ready::Yes,
                    ThreadOp::ConditionTimedWait => Ready::Yes,
                    _ => Ready::Spuriously,
                }
            }
            (ThreadOp::MutexLock, _) => if_so(seen(0).is_none_or(|mutex| can_lock(mutex, thread))),
            (ThreadOp::RwRead, _) => if_so(seen(0).is_none_or(|lock| !lock.writing)),
            (ThreadOp::RwWrite, _) => if_so(seen(0).is_none_or(|lock| lock.holders.is_empty())),
            (ThreadOp::SemaphoreWait, _) => {
                if_so(seen(0).is_some_and(|semaphore| semaphore.value > 0 || !semaphore.ready))
            }
            (ThreadOp::OnceBegin, _) => if_so(seen(0).is_none_or(|once| once.once != 1)),
            (ThreadOp::Join, _) => {
                let number = args.first().map_or(0, |number| number.address as usize);
                let target = number.checked_sub(1).and_then(|index| threads.list.get(index));
                if_so(target.is_none_or(|target| {
                    target.status == Status::Ended || target.joined || target.detached || number == thread + 1
                }))
            }
            _ => Ready::Yes,
        }
    }

    /// What those who have not ended wait for.
    pub(super) fn blocked(&mut self, registers: &mut Registers) -> Vec<Blocked> {
        let mut blocked = Vec::new();
        let last = self.several().current;
        for thread in 0..self.several().list.len() {
            if self.several().list[thread].status == Status::Ended {
                continue;
            }
            self.change_to(thread, registers);
            blocked.push(self.blocked_thread(thread, registers));
        }
        // The one that stopped last is where the run ends, if it waits itself.
        let waits = self.several().list[last].status != Status::Ended;
        let shown = if waits { Some(last) } else { None };
        if let Some(shown) = shown {
            self.change_to(shown, registers);
        }
        blocked
    }

    fn blocked_thread(&mut self, thread: usize, registers: &Registers) -> Blocked {
        let loc = self.user_loc();
        let operation = self.operation(thread, registers);
        let threads = self.threads.as_ref().expect("there are threads");
        let own = &threads.list[thread];
        let (mut waits_for, mut what) = (String::new(), "something");
        let mut held_by = Vec::new();
        if let Some((op, _, args)) = &operation {
            what = kind_of_wait(*op);
            let waiting = matches!(own.status, Status::Waiting { .. });
            if *op == ThreadOp::Join {
                let number = args.first().map_or(0, |number| number.address as usize);
                let target = number.checked_sub(1).and_then(|index| threads.names.get(index));
                waits_for = target.cloned().unwrap_or_default();
            } else if let Some(&pointer) = args.first() {
                waits_for = self.name_of(pointer);
                let seen = self.sync_seen(pointer);
                let holders = seen.filter(|_| !waiting).map_or(&[][..], |sync| &sync.holders);
                held_by.extend(holders.iter().map(|holder| Holding {
                    thread: threads.names[holder.thread].clone(),
                    since: holder.since,
                }));
            }
        }
        Blocked {
            thread: threads.names[thread].clone(),
            function: own
                .function
                .map(|function| self.program.function(function).name.clone()),
            started: own.started,
            what,
            waits_for,
            held_by,
            loc,
        }
    }

    /// An object of the program in its own terms.
    pub(super) fn name_of(&self, pointer: Pointer) -> String {
        match self.memory.remembered(pointer.provenance) {
            Some(object) => {
                let offset = pointer.address.wrapping_sub(object.base);
                if offset == 0 {
                    self.object_name(object)
                } else {
                    self.path_name(object, offset, None)
                }
            }
            None => "?".to_owned(),
        }
    }
}

/// Whether an attempt to lock a mutex ends at once.
pub(super) fn can_lock(mutex: &Sync, thread: usize) -> bool {
    match mutex.held_by(thread) {
        Some(_) => matches!(mutex.kind, RECURSIVE | ERROR_CHECKING),
        None => mutex.holders.is_empty(),
    }
}

fn kind_of_wait(op: ThreadOp) -> &'static str {
    match op {
        ThreadOp::MutexLock | ThreadOp::RwRead | ThreadOp::RwWrite => "lock",
        ThreadOp::ConditionWait | ThreadOp::ConditionTimedWait => "condition",
        ThreadOp::SemaphoreWait => "semaphore",
        ThreadOp::BarrierWait => "barrier",
        ThreadOp::Join => "thread",
        ThreadOp::OnceBegin => "initialisation",
        _ => "turn",
    }
}
