//! What is suspected.

/// The kinds of places that a diagnosis names, as its document calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspected {
    AssignedValue,
    Initialiser,
    Condition,
    LogicalOperand,
    Alternative,
    Argument,
    ReturnValue,
    ArrayIndex,
    Pointer,
    CallResult,
    Declaration,
    Constant,
    PrintedText,
    PrintedConversion,
    StoredInput,
    CaseLabel,
    /// A statement that is not there.
    MissingStatement,
    /// Text that is no expression with a value.
    ChangedText,
    /// Everything in one statement or line.
    Group,
    /// Statements that failing tests execute, where nothing is known to repair them.
    Region,
    /// Statements, or a place between them, where other code would repair every failing run.
    ReplaceableRegion,
}

impl Suspected {
    /// The word for it in documents.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Suspected::AssignedValue => "assigned_value",
            Suspected::Initialiser => "initialiser",
            Suspected::Condition => "condition",
            Suspected::LogicalOperand => "logical_operand",
            Suspected::Alternative => "alternative",
            Suspected::Argument => "argument",
            Suspected::ReturnValue => "return_value",
            Suspected::ArrayIndex => "array_index",
            Suspected::Pointer => "pointer",
            Suspected::CallResult => "call_result",
            Suspected::Declaration => "declaration",
            Suspected::Constant => "constant",
            Suspected::PrintedText => "printed_text",
            Suspected::PrintedConversion => "printed_conversion",
            Suspected::StoredInput => "stored_input",
            Suspected::CaseLabel => "case_label",
            Suspected::MissingStatement => "missing_statement",
            Suspected::ChangedText => "changed_text",
            Suspected::Group => "group",
            Suspected::Region => "region",
            Suspected::ReplaceableRegion => "replaceable_region",
        }
    }
}
