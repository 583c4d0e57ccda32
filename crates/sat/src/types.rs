//! Variables, literals and truth values.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest index a variable can have: its DIMACS number must fit an `i32` with room to negate it, and
    /// its literals must fit a `u32`.
    pub const MAX_INDEX: usize = (i32::MAX - 2) as usize;

    /// The variable with this index.
    ///
    /// # Panics
    /// If `index` exceeds [`Var::MAX_INDEX`]. A formula that large does not fit into memory.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        assert!(index <= Self::MAX_INDEX, "variable index {index} is out of range");
        Self(index as u32)
    }

    /// The index, for tables with one entry per variable.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is.
    #[must_use]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when the variable is false.
    #[must_use]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal of this variable that is true when the variable has `value`.
    #[must_use]
    pub fn with_value(self, value: bool) -> Lit {
        if value { self.positive() } else { self.negative() }
    }
}

/// A variable or its negation, as `2 * variable + sign`: tables with one entry per literal are dense, and a
/// literal and its negation are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The variable of this literal.
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this is the variable itself.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The dense code, for tables with one entry per literal.
    #[must_use]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The DIMACS number: the variable counted from one, negative when negated.
    #[must_use]
    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// The literal with this DIMACS number; nothing for zero (it ends a clause) and for numbers out of range.
    #[must_use]
    pub fn from_dimacs(number: i32) -> Option<Self> {
        let magnitude = number.unsigned_abs() as usize;
        if magnitude == 0 || magnitude - 1 > Var::MAX_INDEX {
            return None;
        }
        Some(Var::from_index(magnitude - 1).with_value(number > 0))
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", if self.is_positive() { "" } else { "¬" }, self.0 >> 1)
    }
}

/// The value of a literal in a possibly partial assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Value {
    False,
    #[default]
    Unassigned,
    True,
}

impl Value {
    #[must_use]
    pub fn is_true(self) -> bool {
        self == Self::True
    }

    #[must_use]
    pub fn is_false(self) -> bool {
        self == Self::False
    }

    /// The truth value, if there is one.
    #[must_use]
    pub fn to_bool(self) -> Option<bool> {
        match self {
            Self::False => Some(false),
            Self::Unassigned => None,
            Self::True => Some(true),
        }
    }
}

impl Not for Value {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unassigned => Self::Unassigned,
            Self::True => Self::False,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

/// A satisfying assignment, copied out of the solver so that it outlives the next query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    values: Vec<Value>,
}

impl Model {
    /// The value of a literal; unassigned if its variable is younger than the model.
    #[must_use]
    pub fn value(&self, lit: Lit) -> Value {
        let value = self.values.get(lit.var().index()).copied().unwrap_or_default();
        if lit.is_positive() { value } else { !value }
    }

    /// Whether the literal is true. A variable the model does not know counts as false in both polarities.
    #[must_use]
    pub fn satisfies(&self, lit: Lit) -> bool {
        self.value(lit).is_true()
    }

    /// How many variables the model knows.
    #[must_use]
    pub fn num_vars(&self) -> usize {
        self.values.len()
    }
}

impl FromIterator<Value> for Model {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Self {
            values: values.into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_round_trip() {
        for number in [1, -1, 2, -2, 77, -77, i32::MAX - 1, -(i32::MAX - 1)] {
            assert_eq!(Lit::from_dimacs(number).map(Lit::to_dimacs), Some(number));
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Lit::from_dimacs(i32::MAX), None);
    }

    #[test]
    fn negation_flips_only_the_sign() {
        let lit = Var::from_index(5).positive();
        assert_eq!((!lit).var(), lit.var());
        assert!(!(!lit).is_positive());
        assert_eq!(!!lit, lit);
        assert_eq!((!lit).code(), 11);
        assert_eq!(format!("{lit:?} {:?}", !lit), "v5 ¬v5");
    }

    #[test]
    fn a_model_answers_for_both_polarities_and_for_strangers() {
        let model: Model = [Value::True, Value::Unassigned].into_iter().collect();
        let [a, b, c] = [0, 1, 2].map(|i| Var::from_index(i).positive());
        assert_eq!(model.value(!a), Value::False);
        assert!(!model.satisfies(b) && !model.satisfies(!b));
        assert_eq!(model.value(c), Value::Unassigned);
    }
}
