//! How much work may be done, counted so that it is the same on every machine.
//!
//! Deepening could go on for ever; a limit in seconds would make the answer depend on the machine. So work is
//! counted: what symbolic execution makes, what the formula has, and the memory accesses that the solver counts
//! (its *ticks*). The unit is about a microsecond of an ordinary machine.

/// Work done, and how much of it may be done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Never more than this.
    allowed: u64,
    most: u64,
    spent: u64,
    eased: bool,
}

/// Ticks of the solver in one unit.
const TICKS: u64 = 16;

/// What a clause costs: it is made once, and the solver simplifies it together with the others.
const CLAUSE: u64 = 6;

/// A query costs one unit for so many clauses.
const QUERY: u64 = 2;

impl Effort {
    /// No limit if `most` is absent.
    pub(crate) fn new(most: Option<u64>) -> Effort {
        let most = most.unwrap_or(u64::MAX);
        Effort {
            allowed: most,
            most,
            spent: 0,
            eased: false,
        }
    }

    /// From now on, only so much in all may be done; everything that was allowed at first if `most` is absent.
    pub(crate) fn limit(&mut self, most: Option<u64>) {
        self.most = most.map_or(self.allowed, |most| most.min(self.allowed));
    }

    pub(crate) fn spend(&mut self, work: u64) {
        self.spent = self.spent.saturating_add(work);
    }

    /// Something was found: what else there is to find gets a part of the rest.
    pub(crate) fn ease(&mut self) {
        if self.eased || self.allowed == u64::MAX {
            return;
        }
        self.eased = true;
        let more = self
            .spent
            .saturating_mul(budgets::bmc::AFTER_FAILURE_FACTOR.get())
            .saturating_add(budgets::bmc::MIN_AFTER_FAILURE.get());
        self.allowed = self.allowed.min(self.spent.saturating_add(more));
        self.most = self.most.min(self.allowed);
    }

    /// From now on, only so much more may be done.
    pub(crate) fn no_more_than(&mut self, more: Option<u64>) {
        if let (Some(more), false) = (more, self.eased) {
            self.eased = true;
            self.allowed = self.allowed.min(self.spent.saturating_add(more));
            self.most = self.most.min(self.allowed);
        }
    }

    pub(crate) fn left(&self) -> u64 {
        self.most.saturating_sub(self.spent)
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left() == 0
    }

    /// How far the solver may go.
    pub(crate) fn ticks(&self) -> Option<u64> {
        (self.most != u64::MAX).then(|| self.left().saturating_mul(TICKS))
    }

    pub(crate) fn spend_ticks(&mut self, ticks: u64) {
        self.spend(ticks.div_ceil(TICKS));
    }

    /// The solver was asked so often about a formula with so many clauses: it looks through some of it each time.
    pub(crate) fn spend_queries(&mut self, queries: u64, clauses: usize) {
        self.spend(queries.saturating_mul(20 + clauses as u64 / QUERY));
    }

    /// A formula with so many more clauses was made.
    pub(crate) fn spend_clauses(&mut self, clauses: usize) {
        self.spend((clauses as u64).saturating_mul(CLAUSE));
    }
}
