//! Every way to fail, with the statements that matter in each.

use focus::{FocusOptions, NoFocus, Statement, Way};
use program::{ClaimId, InstrKind};
use report::{
    ClaimStatus, Exit, FOCUS_SCHEMA, FocusAssumption, FocusReport, FocusSequence, FocusStatement, InputUse,
    Place,
};
use source::LocId;

use crate::scanned;
use crate::session::Session;
use crate::subject::{Subject, why_executed_only};

impl Session<'_> {
    /// Every way in which claims fail.
    #[must_use]
    pub fn focus(&self, subject: Subject, most: Option<usize>) -> FocusReport {
        let mut report = FocusReport {
            schema: FOCUS_SCHEMA,
            files: self.options.files.clone(),
            sequences: Vec::new(),
            complete: false,
            reason: None,
            unsupported: None,
            check: None,
            exit_code: 0,
        };
        let exit = match subject {
            Subject::Nothing { check, exit, why } => {
                report.complete = exit.code() == 0;
                report.check = check;
                report.reason = why.map(|why| why.to_string());
                exit
            }
            Subject::Executed { .. } => {
                report.reason = Some(why_executed_only(&self.program).to_string());
                Exit::Undetermined
            }
            Subject::Failing {
                mut equation,
                complete,
                check,
                ..
            } => {
                let status = |name: &str| {
                    let claims = check.as_ref()?.claims.iter();
                    claims
                        .into_iter()
                        .find(|claim| claim.name == name)
                        .map(|claim| claim.status)
                };
                let claims = self.program.claims.iter().enumerate();
                let hold = claims
                    .filter(|(_, claim)| status(&claim.name) == Some(ClaimStatus::Holds))
                    .map(|(index, _)| ClaimId(index as u32))
                    .collect();
                match focus::ways(&self.question(), &mut equation, &FocusOptions { most, hold }) {
                    Ok(found) => {
                        report.complete = found.complete && complete && equation.cuts.is_empty();
                        self.fill(&mut report, &found.ways);
                        if report.sequences.is_empty() {
                            Exit::Undetermined
                        } else {
                            Exit::ClaimFails
                        }
                    }
                    Err(error) => {
                        report.reason = Some(error.to_string());
                        match error {
                            NoFocus::Unsupported(loc) => {
                                report.unsupported = Some(Place::new(&self.sources, loc));
                                Exit::UnusableInput
                            }
                            NoFocus::Mismatch(_) => Exit::Internal,
                        }
                    }
                }
            }
        };
        report.exit_code = exit.code();
        report
    }

    /// Definition 2: the shortest first, then those with fewer variables; ties in program order.
    fn fill(&self, report: &mut FocusReport, ways: &[Way]) {
        let mut ways: Vec<&Way> = ways.iter().collect();
        let variables = |way: &Way| {
            let names = way.assumptions.iter().flat_map(|known| &known.variables);
            names.collect::<std::collections::BTreeSet<_>>().len()
        };
        ways.sort_by_cached_key(|way| {
            let lines: Vec<u32> = way
                .statements
                .iter()
                .map(|(_, loc)| self.sources.line(*loc))
                .collect();
            (way.statements.len(), variables(way), lines)
        });
        for (index, way) in ways.into_iter().enumerate() {
            let assumption = |known: &focus::Assumption| FocusAssumption {
                text: known.text.clone(),
                origin: if known.of_claim { "claim" } else { "condition" },
                variables: known.variables.clone(),
                place: Place::new(&self.sources, known.loc),
            };
            report.sequences.push(FocusSequence {
                rank: index + 1,
                claim: self.program.claim(way.claim).name.clone(),
                statements: way
                    .statements
                    .iter()
                    .map(|(known, loc)| self.statement(*known, *loc))
                    .collect(),
                assumptions: way.assumptions.iter().map(assumption).collect(),
                proved: way.exact,
                inputs: self.inputs_of(way),
            });
        }
    }

    fn inputs_of(&self, way: &Way) -> Vec<InputUse> {
        let mut all = scanned::bytes(&self.program, &self.sources, &way.inputs);
        let shown = |input| scanned::shown(&self.program, &self.sources, input);
        all.extend(way.inputs.iter().filter_map(shown));
        all
    }

    fn statement(&self, statement: Statement, loc: LocId) -> FocusStatement {
        let function = self.program.function(statement.function);
        let instr = &function.body[statement.pc.index()];
        let shown = match instr.kind {
            InstrKind::Branch { cond, .. } => self.program.expr(cond).loc,
            InstrKind::Switch { value, .. } => self.program.expr(value).loc,
            _ => loc,
        };
        let words = self.sources.text(self.sources.location(shown).used);
        let outcome = match (&instr.kind, statement.outcome) {
            (InstrKind::Branch { .. }, Some(outcome)) => Some((outcome == 0).to_string()),
            (_, outcome) => outcome.map(|arm| arm.to_string()),
        };
        FocusStatement {
            text: words.split_whitespace().collect::<Vec<_>>().join(" "),
            function: function.name.clone(),
            outcome,
            place: Place::new(&self.sources, loc),
        }
    }
}
