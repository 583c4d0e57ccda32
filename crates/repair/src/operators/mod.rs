//! Mutation operators: each kind of change is one file behind one trait, and one line in a table.
//!
//! An operator is asked at every place of the typed tree ([`Target`]) and adds what could stand there instead, as text
//! and as a part of the tree, to the [`Context`]. All that it adds becomes one program ([`schemata`](crate::schemata)),
//! where trying a change is one run. At one place operators are asked in the order of [`OPERATORS`]: of changes that
//! are equally good the earlier one is told first.
//!
//! Some changes cannot stand beside the original in one program: of types, of the order of statements, of macros. For
//! them there is a second trait, [`TextOperator`](text::TextOperator): its changes are edits of the text and nothing
//! else, and each takes a translation of its own. Both kinds are in one table of the documentation, and both serve
//! `diagnose` and `repair`.
//!
//! What a change is made of are the [`ingredients`]; `context` holds the tree and what was added, `walk` goes over the
//! program.

mod assignments;
mod binary;
mod bitwise;
mod calls;
mod case_labels;
mod constants;
pub(crate) mod context;
mod copy;
mod crash_guards;
mod exact_division;
mod exchange;
mod foreign_statements;
mod guards;
mod ingredients;
mod initialisers;
mod insertions;
mod kinds;
mod line_end;
mod links;
mod missing_conditions;
mod missing_initialisation;
mod negation;
mod offsets;
mod opposite_end;
pub(crate) mod spans;
mod statements;
mod string_literals;
mod sums;
pub(crate) mod text;
mod unmentioned;
mod unread;
mod variables;
mod walk;

pub(crate) use crash_guards::CrashGuard;
pub use kinds::ChangeKind;
pub(crate) use text::TypeHints;
pub(crate) use walk::{ExpressionTarget, Role, Target};

use context::Context;

use crate::validate::coverage::CoveredText;

/// What tests say about how a program may be written.
#[derive(Debug, Clone, Default)]
pub struct TestIngredients {
    /// Words that they expect.
    pub words: Vec<String>,
    /// Numbers that constants may have to be: those that tests are given.
    pub numbers: Vec<i128>,
    /// Letters that they are given or expect.
    pub letters: Vec<u8>,
    /// What some of them expect to be printed.
    pub outputs: Vec<String>,
    /// Where enough of those that fail come by, if that is known.
    pub covered: Option<CoveredText>,
}

/// Which changes are tried together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Of what is written.
    Changes,
    /// Statements where there are none.
    Insertions,
    /// Statements of other functions where there are none.
    ForeignStatements,
    /// Conditions where there are none.
    Conditions,
    /// Checks before what may crash, where claims are the oracle.
    Checks,
    /// Terms that were forgotten, where claims are the oracle.
    Terms,
    /// Of the text, each translated by itself.
    Rewrites,
    /// The first two together, for pairs.
    ChangesAndInsertions,
    /// The same and the conditions that are forgotten most often, where many tests tell what is right from what fits.
    ChangesAndGuards,
}

impl Family {
    /// The word for it in the documentation.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Family::Changes => "change",
            Family::Insertions => "insertion",
            Family::ForeignStatements => "foreign statement",
            Family::Conditions => "condition",
            Family::Checks => "check",
            Family::Terms => "term",
            Family::Rewrites => "rewrite",
            Family::ChangesAndInsertions => "change or insertion",
            Family::ChangesAndGuards => "change, insertion or guard",
        }
    }
}

/// An operator as it is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperatorEntry {
    /// One word for it.
    pub name: &'static str,
    /// With which others it is tried.
    pub family: Family,
    /// What it does, for the documentation.
    pub summary: &'static str,
}

impl OperatorEntry {
    const fn new(name: &'static str, family: Family, summary: &'static str) -> OperatorEntry {
        OperatorEntry {
            name,
            family,
            summary,
        }
    }
}

/// A kind of change that can stand beside the original in one program.
pub(crate) trait TreeOperator: Sync {
    fn entry(&self) -> OperatorEntry;

    /// Whether it is used when these are asked for.
    fn serves(&self, family: Family) -> bool {
        let own = self.entry().family;
        let both = matches!(family, Family::ChangesAndInsertions | Family::ChangesAndGuards);
        own == family || (both && matches!(own, Family::Changes | Family::Insertions))
    }

    /// Adds the changes of one place.
    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>);
}

/// The table of all operators: those on the tree, then those on the text.
#[must_use]
pub fn operators() -> Vec<OperatorEntry> {
    let tree = OPERATORS.iter().map(|operator| operator.entry());
    let text = text::TEXT_OPERATORS.iter().map(|operator| operator.entry());
    tree.chain(text).collect()
}

/// All operators on the tree, in the order in which they are asked.
pub(crate) const OPERATORS: &[&dyn TreeOperator] = &[
    &crash_guards::CrashGuard,
    &guards::MissingGuard,
    &missing_initialisation::MissingInitialisation,
    &insertions::InsertedStatement,
    &foreign_statements::ForeignStatementInserted,
    &missing_conditions::MissingCondition,
    &guards::EarlyEnd,
    &negation::NegatedCondition,
    &offsets::OffsetValue,
    &constants::AddedConstant,
    &links::OtherPointer,
    &unread::UnreadInValue,
    &exchange::ExchangedParts,
    &constants::OtherName,
    &negation::DroppedSign,
    &constants::OtherConstant,
    &variables::VariableForConstant,
    &constants::OtherFloat,
    &string_literals::OtherText,
    &initialisers::OtherFunctionValue,
    &variables::OtherVariable,
    &links::OtherLink,
    &exact_division::ExactDivision,
    &variables::VariableForElement,
    &sums::MissingTerm,
    &binary::OtherOperator,
    &binary::ExchangedOperands,
    &offsets::OffsetLimit,
    &binary::OtherConnective,
    &bitwise::BitwiseForLogical,
    &binary::DroppedOperand,
    &unread::UnreadInOperand,
    &offsets::OffsetDivisor,
    &binary::ExchangedAlternatives,
    &assignments::OtherAssignment,
    &assignments::OtherCompoundAssignment,
    &assignments::OtherStep,
    &calls::ExchangedArguments,
    &calls::OtherCallee,
    &statements::DeletedStatement,
    &statements::MissingBreak,
    &statements::JoinedStatements,
    &line_end::LineEndAfterLoop,
    &initialisers::ExchangedNeighbours,
    &exchange::ReversedLoop,
    &exchange::ExchangedLimits,
    &case_labels::MissingCase,
];

/// The table of all operators as a page of the documentation.
#[cfg(test)]
fn documentation() -> String {
    use std::fmt::Write as _;

    let mut page = String::from(
        "# Mutation operators\n\n\
         <!-- Written from the tables in crates/repair/src/operators; a test compares. -->\n\n\
         The changes that `because repair` and `because diagnose` try. A *change* is made to what is written, an *insertion* \
         puts in a statement made of the words of its function, a *foreign statement* is one of another function, a \
         *condition* guards what is always done, a *check* stands before what crashes and a *term* is added to an operand (both \
         where no test says what is right), and a *rewrite* is made to the text and translated by itself.\n\n\
         | operator | family | what it does |\n|---|---|---|\n",
    );
    for operator in operators() {
        let (name, family) = (operator.name, operator.family.word());
        let _ = writeln!(
            page,
            "| `{name}` | {family} | {} |",
            operator.summary.replace('|', "\\|")
        );
    }
    page
}

#[cfg(test)]
mod checks {
    use super::*;

    /// `docs/operators.md` is the table; UPDATE_EXPECT=1 writes it anew.
    #[test]
    fn the_documentation_is_the_table() {
        expect_test::expect_file!["../../../../docs/operators.md"].assert_eq(&documentation());
    }

    #[test]
    fn no_two_operators_have_one_name() {
        let mut names: Vec<&str> = operators().iter().map(|operator| operator.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
