//! Work that is counted, so that a limit on it is the same on every machine.
//!
//! A clock would make answers depend on the machine, and counting how often somebody asks whether to stop would make them
//! depend on where the code asks. So engines say what they have done where they do it, as [`Work`], and a [`Meter`] adds it
//! up. What is limited asks as it asks for an interruption: a used-up meter is one.
//!
//! The unit is *effort*: about a microsecond of an ordinary machine. What each kind of work takes was measured once and is
//! fixed in [`Work`]; it need not be exact, but it must not change with the machine.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Interrupt;

/// Something that was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Instructions that the interpreter executed.
    Instructions(u64),
    /// Instructions that were executed symbolically.
    SymbolicInstructions(u64),
    /// Gates that were made from terms, with their clauses.
    Gates(u64),
    /// What a SAT solver did, in its own measure, which is near its accesses to memory.
    Ticks(u64),
}

/// Work is added up in thousandths of the unit: a single instruction takes less than one.
const PARTS: u64 = 1_000;
const PARTS_PER_TICK: u64 = 60;

impl Work {
    fn parts(self) -> u64 {
        let (count, each) = match self {
            Work::Instructions(count) => (count, 50),
            Work::SymbolicInstructions(count) => (count, PARTS),
            Work::Gates(count) => (count, 1_500),
            Work::Ticks(count) => (count, PARTS_PER_TICK),
        };
        count.saturating_mul(each)
    }
}

/// Counts work, and says when there was enough. Copies count together.
#[derive(Clone)]
pub struct Meter {
    /// In thousandths.
    limit: u64,
    spent: Arc<AtomicU64>,
    /// What this is a part of: it counts there, too.
    whole: Option<Arc<Meter>>,
    stop: Interrupt,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("limit", &(self.limit / PARTS))
            .field("spent", &self.spent())
            .field("whole", &self.whole)
            .finish_non_exhaustive()
    }
}

impl Meter {
    /// Allows so much effort, any if there is no limit, unless `stop` ends the work before.
    #[must_use]
    pub fn new(effort: Option<u64>, stop: &Interrupt) -> Meter {
        Meter {
            limit: effort.map_or(u64::MAX, |effort| effort.saturating_mul(PARTS)),
            spent: Arc::new(AtomicU64::new(0)),
            whole: None,
            stop: stop.clone(),
        }
    }

    /// Allows so much of this.
    #[must_use]
    pub fn share(&self, effort: u64) -> Meter {
        Meter {
            whole: Some(Arc::new(self.clone())),
            ..Meter::new(Some(effort), &self.stop)
        }
    }

    /// Counts what was done.
    pub fn charge(&self, work: Work) {
        let parts = work.parts();
        let mut meter = Some(self);
        while let Some(this) = meter {
            this.spent.fetch_add(parts, Ordering::Relaxed);
            meter = this.whole.as_deref();
        }
    }

    /// The effort so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed) / PARTS
    }

    /// In thousandths.
    fn left(&self) -> u64 {
        let own = match self.limit {
            u64::MAX => u64::MAX,
            limit => limit.saturating_sub(self.spent.load(Ordering::Relaxed)),
        };
        self.whole.as_ref().map_or(own, |whole| own.min(whole.left()))
    }

    /// Whether all that is allowed was done.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.left() == 0
    }

    /// Says stop when the meter is used up, and when whoever gave the work says so.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        let meter = self.clone();
        Arc::new(move || meter.is_used_up() || (meter.stop)())
    }

    /// For a solver: takes the ticks that it has spent, and gives those that it may still spend.
    pub fn of_solver(&self) -> impl FnMut(u64) -> u64 + 'static {
        let meter = self.clone();
        move |ticks| meter.take_ticks(ticks)
    }

    /// Takes the ticks that a solver has spent, and gives those that it may still spend: all there are if nothing is limited.
    #[must_use]
    pub fn take_ticks(&self, ticks: u64) -> u64 {
        self.charge(Work::Ticks(ticks));
        match self.left() {
            u64::MAX => u64::MAX,
            left => left.div_ceil(PARTS_PER_TICK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never() -> Interrupt {
        Arc::new(|| false)
    }

    #[test]
    fn asking_costs_nothing() {
        let meter = Meter::new(Some(2), &never());
        let stop = meter.interrupt();
        assert!((0..1_000).all(|_| !stop()));
        meter.charge(Work::SymbolicInstructions(1));
        assert!(!stop());
        meter.charge(Work::Instructions(20));
        assert!(stop() && meter.is_used_up());
        assert_eq!(meter.spent(), 2);
    }

    #[test]
    fn a_part_counts_in_the_whole() {
        let whole = Meter::new(Some(10), &never());
        let part = whole.share(4);
        part.charge(Work::SymbolicInstructions(4));
        assert!(part.is_used_up() && !whole.is_used_up());
        let more = whole.share(100);
        more.charge(Work::SymbolicInstructions(6));
        assert_eq!(more.spent(), 6);
        assert!(more.is_used_up() && whole.interrupt()(), "the whole is used up");
    }

    #[test]
    fn a_solver_is_told_what_is_left() {
        let meter = Meter::new(Some(6), &never());
        let mut ticks = meter.of_solver();
        assert_eq!(ticks(0), 100);
        assert_eq!(ticks(60), 40);
        assert_eq!(ticks(60), 0);
        assert!(meter.is_used_up());
        assert_eq!(Meter::new(None, &never()).of_solver()(1 << 40), u64::MAX);
    }

    #[test]
    fn the_caller_can_end_it() {
        let stop: Interrupt = Arc::new(|| true);
        assert!(Meter::new(None, &stop).interrupt()());
        assert!(Meter::new(None, &stop).share(10).interrupt()());
    }
}
