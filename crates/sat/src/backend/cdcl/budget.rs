//! When to restart and when to stop.

use crate::solver::Limits;

/// What is left of the limits of one query.
pub(super) struct Budget {
    conflicts: u64,
    decisions: u64,
    /// The number of ticks at which to stop.
    last_tick: u64,
}

impl Budget {
    /// `ticks` have passed before.
    pub(super) fn of(limits: Limits, ticks: u64) -> Self {
        Self {
            conflicts: limits.conflicts.unwrap_or(u64::MAX),
            decisions: limits.decisions.unwrap_or(u64::MAX),
            last_tick: ticks.saturating_add(limits.ticks.unwrap_or(u64::MAX)),
        }
    }

    /// Says whether the limit is reached.
    pub(super) fn spend_conflict(&mut self) -> bool {
        self.conflicts = self.conflicts.saturating_sub(1);
        self.conflicts == 0
    }

    /// Whether so many ticks are too many.
    pub(super) fn is_over(&self, ticks: u64) -> bool {
        ticks >= self.last_tick
    }

    /// Says whether the limit is exceeded: deciding exactly as often as allowed is fine.
    pub(super) fn spend_decision(&mut self) -> bool {
        let exceeded = self.decisions == 0;
        self.decisions = self.decisions.saturating_sub(1);
        exceeded
    }
}

/// 1, 1, 2, 1, 1, 2, 4, …: optimal up to a constant when nothing is known about the problem (Luby, Sinclair, Zuckerman,
/// *Optimal Speedup of Las Vegas Algorithms*, 1993). Counted from one.
pub(super) fn luby(mut index: u64) -> u64 {
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_luby_sequence_starts_as_in_the_paper() {
        let start: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
