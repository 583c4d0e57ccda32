//! How surprising a change is.
//!
//! Many sets of changes make a handful of tests right; the one to believe is made of the changes that people need most
//! often: another relation, a constant off by one, a variable taken for another, an assignment forgotten. The numbers
//! are rough on purpose, and none is more than three times another: two plain changes are believed before three, and
//! before two odd ones.

use crate::operators::ChangeKind;
use crate::schemata::schema::Schema;

/// What a change costs.
pub(crate) fn cost(schema: &Schema, position: usize) -> u32 {
    let base = match schema.change(position) {
        ChangeKind::Operator => 10,
        ChangeKind::Constant => 11 + far(schema, position),
        ChangeKind::Variable | ChangeKind::Text | ChangeKind::Exact => 12,
        ChangeKind::Offset | ChangeKind::Swapped | ChangeKind::Compound => 14,
        ChangeKind::Joined
        | ChangeKind::Break
        | ChangeKind::Repeated
        | ChangeKind::Grouped
        | ChangeKind::Type
        | ChangeKind::Moved => 15,
        ChangeKind::Negated => 16,
        ChangeKind::Dropped | ChangeKind::Object => 18,
        ChangeKind::Deleted => 20,
        ChangeKind::Inserted => 10,
        ChangeKind::Condition => 14,
    };
    base + schema.weight(position).div_ceil(2).min(16) as u32
}

/// One more, one less, zero and one are likelier than other constants.
fn far(schema: &Schema, position: usize) -> u32 {
    let likely = schema.is_likely_constant(position);
    if likely { 0 } else { 4 }
}
