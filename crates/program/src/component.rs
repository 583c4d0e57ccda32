//! Components: what a programmer could have written wrong.

use source::LocId;

use crate::{ExprId, FunctionId};

/// The part an expression plays in its statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComponentKind {
    /// The right-hand side of an assignment.
    AssignedValue,
    /// The value of an initialiser; of a static object when `global`.
    Initialiser {
        global: bool,
    },
    /// The condition of an `if`, loop, `switch` or `?:`.
    Condition,
    /// An operand of `&&` or `||`.
    LogicalOperand,
    /// The second or third operand of `?:`.
    Alternative,
    /// An argument of a call, counted from 0.
    Argument(u32),
    ReturnValue,
    ArrayIndex,
    /// The pointer of a dereference.
    Pointer,
}

/// An expression that may be suspected, with its exact place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    pub kind: ComponentKind,
    pub expr: ExprId,
    pub function: FunctionId,
    pub loc: LocId,
}
