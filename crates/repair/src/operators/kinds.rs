//! What a change does to the program, in the words that users read.

/// What a change does, from the least surprising to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// Another operator: `<=` for `<`, `++` for `--`, `==` for `=`.
    Operator,
    /// Another constant.
    Constant,
    /// A text with or without the end of the line.
    Text,
    /// Another variable or member.
    Variable,
    /// One more or one less.
    Offset,
    /// The opposite condition.
    Negated,
    /// Arguments or operands in another order.
    Swapped,
    /// `+=` for `=`.
    Compound,
    /// An operand or a sign left out.
    Dropped,
    /// A variable in place of a member or an element.
    Object,
    /// Division of the exact values instead of the integers.
    Exact,
    /// A `break` where there is none.
    Break,
    /// An `else`, or braces, around what belongs together.
    Joined,
    /// `while` for `if`.
    Repeated,
    /// Other parentheses, or what is compared with what.
    Grouped,
    /// Another type, or a longer array.
    Type,
    /// Statements in another order or place.
    Moved,
    /// A statement left out.
    Deleted,
    /// A statement where there is none.
    Inserted,
    /// A condition where there is none.
    Condition,
}

impl ChangeKind {
    /// Whether a whole statement is put in, left out or moved.
    #[must_use]
    pub fn is_statement(self) -> bool {
        matches!(
            self,
            ChangeKind::Break
                | ChangeKind::Deleted
                | ChangeKind::Joined
                | ChangeKind::Moved
                | ChangeKind::Inserted
        )
    }

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ChangeKind::Operator => "operator",
            ChangeKind::Constant => "constant",
            ChangeKind::Text => "text",
            ChangeKind::Variable => "variable",
            ChangeKind::Offset => "offset",
            ChangeKind::Negated => "negated",
            ChangeKind::Swapped => "swapped",
            ChangeKind::Compound => "compound_assignment",
            ChangeKind::Dropped => "dropped",
            ChangeKind::Object => "object",
            ChangeKind::Exact => "exact_division",
            ChangeKind::Break => "break",
            ChangeKind::Joined => "joined",
            ChangeKind::Repeated => "repeated",
            ChangeKind::Grouped => "grouped",
            ChangeKind::Type => "type",
            ChangeKind::Moved => "moved",
            ChangeKind::Deleted => "deleted",
            ChangeKind::Inserted => "inserted",
            ChangeKind::Condition => "condition",
        }
    }
}
