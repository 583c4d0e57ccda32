//! How surprising a change is.
//!
//! Many sets of changes make a handful of tests right; the one to believe is made of the changes that people need most
//! often: another relation, a constant off by one, a variable taken for another, an assignment forgotten. The numbers are
//! rough on purpose, and none is more than three times another: two plain changes are believed before three, and before
//! two odd ones.

use crate::propose::Change;
use crate::schema::Schema;

/// What a change costs.
pub(crate) fn cost(schema: &Schema, position: usize) -> u32 {
    let base = match schema.change(position) {
        Change::Operator => 10,
        Change::Constant => 11 + far(schema, position),
        Change::Variable | Change::Text | Change::Exact => 12,
        Change::Offset | Change::Swapped | Change::Compound => 14,
        Change::Joined
        | Change::Break
        | Change::Repeated
        | Change::Grouped
        | Change::Type
        | Change::Moved => 15,
        Change::Negated => 16,
        Change::Dropped | Change::Object => 18,
        Change::Deleted => 20,
        Change::Inserted => 10,
        Change::Condition => 14,
    };
    base + schema.weight(position).div_ceil(2).min(16) as u32
}

/// One more, one less, zero and one are likelier than other constants.
fn far(schema: &Schema, position: usize) -> u32 {
    let likely = schema.is_likely_constant(position);
    if likely { 0 } else { 4 }
}
