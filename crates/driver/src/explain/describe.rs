//! An explanation in the user's terms.

use std::collections::BTreeSet;

use bmc::{Counterexample, Equation, InputValue};
use explain::Explanation;
use program::ExprId;
use report::{
    Assumed, AssumedReport, AtClaimReport, AtClaimValue, DeltaKindReport, DeltaReport, DistanceReport,
    ExplanationReport, InputUse, LineReport, Place, SameWayReport, TieReport, Unavoidable,
};
use source::LocId;
use trace::{Antecedent, DeltaKind};

use crate::scanned;
use crate::session::Session;

/// Steps of an equation, to be described.
pub(super) struct Describing<'d> {
    pub(super) session: &'d Session<'d>,
    pub(super) equation: &'d Equation,
}

impl Describing<'_> {
    pub(super) fn explanation(
        &self,
        explanation: &Explanation,
        complete: bool,
        failed: &Counterexample,
    ) -> ExplanationReport {
        let deltas = self.deltas(&explanation.deltas);
        let at_claim = self.at_claim(explanation);
        let mut lines = lines(&deltas);
        if lines.is_empty() {
            lines = claim_lines(&at_claim);
        }
        ExplanationReport {
            failing_inputs: self.inputs(&explanation.failing.inputs),
            passing_inputs: self.inputs(&explanation.passing.inputs),
            passing_stdout: String::from_utf8_lossy(&explanation.passing.ended.stdout).into_owned(),
            distance: distance_report(explanation.distance),
            deltas,
            slices: explanation.slices.clone(),
            slices_complete: explanation.slices_complete,
            ties: explanation
                .ties
                .iter()
                .map(|tie| TieReport {
                    inputs: self.inputs(&tie.inputs),
                    differences: tie.differences,
                    slice: tie.slice,
                })
                .collect(),
            ties_complete: explanation.ties_complete,
            assumed: explanation.assumed.as_ref().map(|assumed| AssumedReport {
                text: self.assumption(&assumed.antecedent, failed),
                avoided_by: self.inputs(&assumed.avoided_by),
            }),
            unavoidable: explanation
                .unavoidable
                .as_ref()
                .map(|antecedent| self.unavoidable(antecedent, complete, failed)),
            same_way: explanation.same_way.as_ref().map(|way| SameWayReport {
                kept: way.kept,
                of: way.of,
                until: way.until.map(|loc| Place::new(&self.session.sources, loc)),
            }),
            complete,
            lines,
            at_claim,
            uncompared: explanation.failing.uncompared + explanation.passing.uncompared,
        }
    }

    fn at_claim(&self, explanation: &Explanation) -> AtClaimReport {
        let (program, equation) = (&self.session.program, self.equation);
        let place = |loc: LocId| Place::new(&self.session.sources, loc);
        let step = equation.step(explanation.end);
        let function = program.function(equation.frame(step.frame).function);
        // A function of the library fails where the user calls it.
        let caller = equation.user_frame(program, explanation.end);
        let caller = program.function(equation.frame(caller).function);
        let values = explanation.claim_values.iter().map(|value| AtClaimValue {
            name: value.name.clone(),
            failing: value.failing.clone(),
            passing: value.passing.clone(),
            stored: place(value.origins.map_or(value.loc, |(failing, _)| failing)),
            input: value.kind == DeltaKind::Input,
            library: value.library,
        });
        AtClaimReport {
            reached: explanation.claim_reached,
            function: caller.name.clone(),
            // What a function of the library looks at is nothing the user has named.
            values: if function.embedded {
                Vec::new()
            } else {
                values.collect()
            },
            place: place(equation.user_loc(program, explanation.end)),
        }
    }

    pub(super) fn deltas(&self, deltas: &[explain::Delta]) -> Vec<DeltaReport> {
        let place = |loc: LocId| Place::new(&self.session.sources, loc);
        let ssa = bmc::Ssa::new(&self.session.program, self.equation, Some(&self.session.sources));
        deltas
            .iter()
            .map(|delta| DeltaReport {
                kind: match delta.kind {
                    DeltaKind::Input => DeltaKindReport::Input,
                    DeltaKind::Value => DeltaKindReport::Value,
                    DeltaKind::Guard => DeltaKindReport::Guard,
                },
                name: delta.name.clone(),
                ssa: ssa
                    .name(delta.step)
                    .or(ssa.guard(delta.step))
                    .unwrap_or(&delta.name)
                    .to_owned(),
                function: delta.function.clone(),
                failing: delta.failing.clone(),
                passing: delta.passing.clone(),
                in_failing: delta.in_failing,
                in_passing: delta.in_passing,
                in_slice: delta.in_slice,
                stored_failing: delta.origins.map(|(failing, _)| place(failing)),
                stored_passing: delta.origins.map(|(_, passing)| place(passing)),
                library: delta.library,
                place: place(delta.loc),
            })
            .collect()
    }

    fn assumption(&self, antecedent: &Antecedent, failed: &Counterexample) -> String {
        let assumed = match antecedent {
            Antecedent::Reached => Assumed::Reached {
                line: self.claim_line(failed),
            },
            Antecedent::Operands(operands) => Assumed::Antecedent(self.written(operands)),
        };
        assumed.to_string()
    }

    fn unavoidable(&self, antecedent: &Antecedent, complete: bool, failed: &Counterexample) -> String {
        let unavoidable = Unavoidable {
            line: self.claim_line(failed),
            conditions: match antecedent {
                Antecedent::Reached => Vec::new(),
                Antecedent::Operands(operands) => self.written(operands),
            },
            complete,
        };
        unavoidable.to_string()
    }

    /// The line of the claim, if the user has written it.
    fn claim_line(&self, failed: &Counterexample) -> Option<u32> {
        let Session { program, sources, .. } = self.session;
        let loc = program.claim(failed.claim).loc;
        (!sources.is_embedded(loc)).then(|| sources.line(loc))
    }

    /// Expressions as the user wrote them.
    fn written(&self, exprs: &[ExprId]) -> Vec<String> {
        let Session { program, sources, .. } = self.session;
        let texts = exprs.iter().map(|expr| {
            let text = sources.written_text(program.expr(*expr).loc);
            let words: Vec<&str> = text.split_whitespace().collect();
            match words.is_empty() {
                true => program.expr_text(*expr),
                false => words.join(" "),
            }
        });
        texts.collect()
    }

    fn inputs(&self, inputs: &[InputValue]) -> Vec<InputUse> {
        let mut all = scanned::bytes(&self.session.program, &self.session.sources, inputs);
        all.extend(
            inputs
                .iter()
                .filter_map(|input| scanned::shown(&self.session.program, &self.session.sources, input)),
        );
        all
    }
}

/// Where to look if only inputs matter: where what the claim looks at was stored, and the claim.
fn claim_lines(at: &AtClaimReport) -> Vec<LineReport> {
    let stored = at.values.iter().filter(|value| !value.input && !value.library);
    let places = stored.map(|value| &value.stored).chain([&at.place]);
    let mut lines: Vec<LineReport> = Vec::new();
    for location in places.filter_map(|place| place.location.as_ref()) {
        let line = LineReport {
            file: location.file.clone(),
            line: location.line,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

pub(super) fn distance_report(distance: explain::Distance) -> DistanceReport {
    DistanceReport {
        value: distance.value,
        lower_bound: distance.lower,
        proved: distance.proved(),
    }
}

/// The lines that the differences that matter point at: branches, stores, and where the failing run stored what lies in
/// a variable afterwards.
fn lines(deltas: &[DeltaReport]) -> Vec<LineReport> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    let sliced = deltas.iter().any(|delta| delta.in_slice);
    for (index, delta) in deltas.iter().enumerate() {
        if (sliced && !delta.in_slice) || delta.kind == DeltaKindReport::Input || delta.library {
            continue;
        }
        // Where an input is only stored there is nothing to look at.
        let input = index.checked_sub(1).map(|before| &deltas[before]);
        if input.is_some_and(|input| {
            input.kind == DeltaKindReport::Input
                && input.place.short() == delta.place.short()
                && (&input.failing, &input.passing) == (&delta.failing, &delta.passing)
        }) {
            continue;
        }
        let place = delta.stored_failing.as_ref().unwrap_or(&delta.place);
        if let Some(location) = &place.location
            && seen.insert((location.file.clone(), location.line))
        {
            lines.push(LineReport {
                file: location.file.clone(),
                line: location.line,
            });
        }
    }
    lines
}
