//! What a model costs.

use std::collections::BTreeMap;

use crate::types::{Lit, Model};

/// Why an objective cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ObjectiveError {
    #[error("the weights of the objective add up to more than 2^62")]
    TooHeavy,
}

/// Soft literals and what it costs to violate each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objective {
    weights: BTreeMap<Lit, u64>,
    total: u64,
}

/// Sums of weights below this stay far from overflow, also in the encodings.
const MAX_TOTAL: u64 = 1 << 62;

impl Objective {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One unit for each of these literals that is false.
    #[must_use]
    pub fn preferring_all(lits: impl IntoIterator<Item = Lit>) -> Self {
        let mut objective = Self::new();
        for lit in lits {
            // Fewer literals fit into memory than units into the total.
            let _ = objective.prefer(lit, 1);
        }
        objective
    }

    /// Charges `weight` if `lit` is false. Charges for the same literal add up.
    ///
    /// # Errors
    /// If all weights together exceed 2^62; the charge is then not added.
    pub fn prefer(&mut self, lit: Lit, weight: u64) -> Result<(), ObjectiveError> {
        let total = self.total.checked_add(weight).filter(|&total| total <= MAX_TOTAL);
        self.total = total.ok_or(ObjectiveError::TooHeavy)?;
        if weight > 0 {
            *self.weights.entry(lit).or_default() += weight;
        }
        Ok(())
    }

    /// Charges `weight` if `lit` is true.
    ///
    /// # Errors
    /// As [`Objective::prefer`].
    pub fn charge(&mut self, lit: Lit, weight: u64) -> Result<(), ObjectiveError> {
        self.prefer(!lit, weight)
    }

    /// The soft literals, which want to be true, with their weights.
    pub fn soft(&self) -> impl Iterator<Item = (Lit, u64)> + '_ {
        self.weights.iter().map(|(&lit, &weight)| (lit, weight))
    }

    /// How many soft literals there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// What the model costs.
    #[must_use]
    pub fn cost(&self, model: &Model) -> u64 {
        self.soft()
            .filter(|&(lit, _)| !model.satisfies(lit))
            .map(|(_, weight)| weight)
            .sum()
    }

    /// The soft literals that the model violates, in order.
    #[must_use]
    pub fn violated(&self, model: &Model) -> Vec<Lit> {
        self.soft()
            .map(|(lit, _)| lit)
            .filter(|&lit| !model.satisfies(lit))
            .collect()
    }

    /// The same objective as a constant and soft literals of different variables: of a variable that is charged both
    /// ways, the lesser charge is always paid.
    pub(super) fn normalized(&self) -> (u64, BTreeMap<Lit, u64>) {
        let mut constant = 0;
        let mut weights = BTreeMap::new();
        for (lit, weight) in self.soft() {
            let opposite = self.weights.get(&!lit).copied().unwrap_or(0);
            if weight > opposite {
                weights.insert(lit, weight - opposite);
                constant += opposite;
            } else if weight == opposite && lit.is_positive() {
                constant += weight;
            }
        }
        (constant, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Var;

    #[test]
    fn charges_add_up_and_opposite_ones_cancel() -> Result<(), ObjectiveError> {
        let [a, b, c] = [0, 1, 2].map(|index| Var::from_index(index).positive());
        let mut objective = Objective::new();
        objective.prefer(a, 2)?;
        objective.prefer(a, 3)?;
        objective.charge(a, 4)?;
        objective.charge(b, 7)?;
        objective.charge(b, 0)?;
        objective.charge(c, 2)?;
        objective.prefer(c, 2)?;
        assert_eq!(objective.normalized(), (6, BTreeMap::from([(a, 1), (!b, 7)])));
        Ok(())
    }

    #[test]
    fn too_heavy_an_objective_is_refused() {
        let lit = Var::from_index(0).positive();
        let mut objective = Objective::new();
        assert_eq!(objective.prefer(lit, MAX_TOTAL), Ok(()));
        assert_eq!(objective.prefer(!lit, 1), Err(ObjectiveError::TooHeavy));
        assert_eq!(objective.prefer(lit, u64::MAX), Err(ObjectiveError::TooHeavy));
        assert_eq!(objective.soft().collect::<Vec<_>>(), [(lit, MAX_TOTAL)]);
    }
}
