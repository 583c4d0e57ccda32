//! Explanations of loaded programs, and their text.

#![allow(dead_code, unreachable_pub)]

use std::fmt::Write;

use bmc::{Counterexample, Equation};
use explain::{ExplainOptions, Explanation, NoExplanation};
use trace::DeltaKind;

use crate::support::Loaded;

pub trait Explaining {
    fn explain(
        &self,
        equation: &mut Equation,
        failed: &Counterexample,
        options: &ExplainOptions,
    ) -> Result<Explanation, NoExplanation>;

    fn text(&self, explanation: &Explanation) -> String;
}

impl Explaining for Loaded {
    fn explain(
        &self,
        equation: &mut Equation,
        failed: &Counterexample,
        options: &ExplainOptions,
    ) -> Result<Explanation, NoExplanation> {
        explain::explain(&self.question(), equation, failed, options)
    }

    /// The explanation, one difference a line; those in the slice are marked.
    fn text(&self, explanation: &Explanation) -> String {
        let mut text = format!(
            "distance {}{}\n",
            explanation.distance.value,
            if explanation.distance.proved() {
                ""
            } else {
                " (not proved)"
            }
        );
        for delta in &explanation.deltas {
            let kind = match delta.kind {
                DeltaKind::Input => "input",
                DeltaKind::Value => "value",
                DeltaKind::Guard => "guard",
            };
            let mark = if delta.in_slice { '*' } else { ' ' };
            let _ = writeln!(
                text,
                "{mark} {kind} {}: {} -> {} (line {})",
                delta.name,
                delta.failing,
                delta.passing,
                self.line(delta.loc)
            );
        }
        text
    }
}
