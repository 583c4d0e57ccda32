//! The limits on work, in one table.
//!
//! A search that cannot be complete needs limits, and each limit is a decision about answers: what is given up too early is
//! not found, what is given up too late makes users wait. Scattered over the code such numbers cannot be looked at, compared
//! or tried out. So every limit of a search stands here, with its unit, the range in which it makes sense, and the reason
//! for it. The table is printed into `docs/budgets.md` by a test.
//!
//! Only deterministic units are allowed: the same input gives the same answer on every machine. Nothing here is a time, and
//! nothing counts how often our code asks whether to stop.
//!
//! Values can be set once, before any work, for experiments (`--set name=value`). They are process-wide: a limit that is
//! passed through every function on the way would be a parameter that nobody but an experiment ever sets.
//!
//! What is not a limit of a search (the width of a column, a code of a format, a bound that C states) stays where it is used.

pub mod bmc;
pub mod causes;
pub mod driver;
pub mod encode;
pub mod explain;
pub mod focus;
pub mod fuzz;
pub mod interp;
pub mod interval;
pub mod localize;
pub mod logic;
pub mod minimize;
pub mod repair;
pub mod runs;
pub mod sat;
pub mod suite;
pub mod timeline;
pub mod trace;
pub mod variations;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a budget counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Instructions that the interpreter executes.
    Instructions,
    /// Propagations of the SAT solver.
    Propagations,
    /// Conflicts of the SAT solver.
    Conflicts,
    /// The SAT solver's own measure, near its accesses to memory.
    Ticks,
    /// Terms, gates or clauses.
    Terms,
    /// The engine's own measure of work: about a microsecond of an ordinary machine, but counted, not timed.
    Effort,
    /// Executions of the program.
    Runs,
    /// Tests of a suite.
    Tests,
    /// Changes of the text.
    Changes,
    /// Rounds of a loop, or of a search.
    Rounds,
    Bytes,
    /// Things that are kept, looked at or told.
    Items,
    /// A factor or a share.
    Ratio,
}

impl Unit {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Unit::Instructions => "instructions",
            Unit::Propagations => "propagations",
            Unit::Conflicts => "conflicts",
            Unit::Ticks => "ticks",
            Unit::Terms => "terms",
            Unit::Effort => "effort",
            Unit::Runs => "runs",
            Unit::Tests => "tests",
            Unit::Changes => "changes",
            Unit::Rounds => "rounds",
            Unit::Bytes => "bytes",
            Unit::Items => "items",
            Unit::Ratio => "ratio",
        }
    }
}

/// One limit.
pub struct Budget {
    /// `crate.what`.
    pub name: &'static str,
    pub default: u64,
    pub unit: Unit,
    /// The least and the greatest value that make sense.
    pub range: (u64, u64),
    pub why: &'static str,
    value: AtomicU64,
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {} {}", self.name, self.get(), self.unit.word())
    }
}

impl Budget {
    /// An entry of the table.
    #[must_use]
    pub const fn new(
        name: &'static str,
        default: u64,
        unit: Unit,
        range: (u64, u64),
        why: &'static str,
    ) -> Budget {
        Budget {
            name,
            default,
            unit,
            range,
            why,
            value: AtomicU64::new(default),
        }
    }

    #[inline]
    #[must_use]
    pub fn get(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
    }

    /// The same as a number of things.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        usize::try_from(self.get()).unwrap_or(usize::MAX)
    }

    /// The same where 32 bits are wanted.
    #[inline]
    #[must_use]
    pub fn small(&self) -> u32 {
        u32::try_from(self.get()).unwrap_or(u32::MAX)
    }
}

/// Why a budget cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    #[error("`{0}` is not of the form NAME=VALUE")]
    Form(String),
    #[error("there is no budget `{0}`; docs/budgets.md lists them")]
    Unknown(String),
    #[error("`{text}` is no value for {name}: a number from {least} to {greatest}")]
    Value {
        name: String,
        text: String,
        least: u64,
        greatest: u64,
    },
}

/// Every budget, in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Budget> {
    [
        bmc::TABLE,
        causes::TABLE,
        driver::TABLE,
        encode::TABLE,
        explain::TABLE,
        focus::TABLE,
        fuzz::TABLE,
        interp::TABLE,
        interval::TABLE,
        localize::TABLE,
        logic::TABLE,
        minimize::TABLE,
        repair::TABLE,
        runs::TABLE,
        sat::TABLE,
        suite::TABLE,
        timeline::TABLE,
        trace::TABLE,
        variations::TABLE,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Sets a budget from `name=value`. To be called before any work is begun.
///
/// # Errors
/// When there is no such budget, or the value is out of its range.
pub fn set(text: &str) -> Result<(), SetError> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| SetError::Form(text.to_owned()))?;
    let (name, value) = (name.trim(), value.trim());
    let budget = all()
        .find(|budget| budget.name == name)
        .ok_or_else(|| SetError::Unknown(name.to_owned()))?;
    let (least, greatest) = budget.range;
    let number = value.replace('_', "").parse().ok();
    let number = number.filter(|number| (least..=greatest).contains(number));
    let number: u64 = number.ok_or_else(|| SetError::Value {
        name: name.to_owned(),
        text: value.to_owned(),
        least,
        greatest,
    })?;
    budget.value.store(number, Ordering::Relaxed);
    Ok(())
}

/// The table as a page of the documentation.
#[must_use]
pub fn page() -> String {
    let mut text = String::from(
        "# Budgets\n\n\
         The limits on work, as `crates/budgets` has them. `--set NAME=VALUE` (hidden, any command) sets one for an\n\
         experiment. Answers are the same on every machine because nothing here is a time.\n\n\
         | name | default | unit | range | why |\n|---|---|---|---|---|\n",
    );
    for budget in all() {
        let (least, greatest) = budget.range;
        text.push_str(&format!(
            "| `{}` | {} | {} | {least}–{greatest} | {} |\n",
            budget.name,
            budget.default,
            budget.unit.word(),
            budget.why
        ));
    }
    text
}

/// Declares the budgets of one crate, and the table of them.
macro_rules! budgets {
    ($($name:ident: $text:literal = $default:literal $unit:ident, $least:literal..=$greatest:literal, $why:literal;)*) => {
        $(
            #[doc = $why]
            pub static $name: $crate::Budget =
                $crate::Budget::new($text, $default, $crate::Unit::$unit, ($least, $greatest), $why);
        )*

        pub(crate) static TABLE: &[&$crate::Budget] = &[$(&$name),*];
    };
}
pub(crate) use budgets;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_makes_sense() {
        let mut names: Vec<&str> = all().map(|budget| budget.name).collect();
        for budget in all() {
            let (least, greatest) = budget.range;
            assert!((least..=greatest).contains(&budget.default), "{budget:?}");
            assert!(budget.name.contains('.') && !budget.why.is_empty(), "{budget:?}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "two budgets have one name");
    }

    #[test]
    fn wrong_settings_are_told() {
        assert_eq!(set("x"), Err(SetError::Form("x".to_owned())));
        assert_eq!(set("x.y=1"), Err(SetError::Unknown("x.y".to_owned())));
        let first = all().next().unwrap();
        assert!(matches!(
            set(&format!("{}=many", first.name)),
            Err(SetError::Value { .. })
        ));
        assert!(set(&format!("{}={}", first.name, first.default)).is_ok());
    }

    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/budgets.md");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, page()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page(),
            "docs/budgets.md is out of date; UPDATE_EXPECT=1 rewrites it"
        );
    }
}
