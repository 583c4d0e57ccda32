//! The relations between variables on which a failure depends.

use causes::{Cause, Causes, CausesOptions, Decision, NoCauses, Operand};
use report::{
    CAUSES_SCHEMA, CauseReport, CausesReport, CheckedReport, Exit, OperandReport, Place, Presupposed, Stated,
};
use trace::{Antecedent, Predicate};

use crate::session::Session;
use crate::subject::{Subject, why_executed_only};

impl Session<'_> {
    /// The relations between variables on which a failure depends.
    ///
    /// # Errors
    /// When a predicate that was given means nothing in this program.
    pub fn causes(&self, subject: Subject, method: &CausesOptions) -> Result<CausesReport, NoCauses> {
        self.announce(report::Doing::Relating);
        report(self, subject, method)
    }
}

fn report(session: &Session<'_>, subject: Subject, method: &CausesOptions) -> Result<CausesReport, NoCauses> {
    let joined = |predicates: &[Predicate], negated: bool, any: bool| {
        let stated = predicates.iter().map(|predicate| Stated {
            text: predicate.text.clone(),
            line: predicate.line,
        });
        report::stated(&stated.collect::<Vec<_>>(), negated, any)
    };
    let mut report = CausesReport {
        schema: CAUSES_SCHEMA,
        files: session.options.files.clone(),
        claim: None,
        failing: None,
        effect: joined(&method.effect, method.effect_not, method.effect_or),
        assumed: Vec::new(),
        nearest: None,
        nearest_lower_bound: None,
        candidates: 0,
        undecided: 0,
        decides_all: method.effort.is_none(),
        causes: Vec::new(),
        checked: None,
        looks_further: method.constants || method.mine_guards || method.merged,
        complete: false,
        reason: None,
        check: None,
        exit_code: 0,
    };
    let exit = match subject {
        Subject::Nothing { check, exit, why } => {
            report.check = check;
            report.reason = why.map(|why| why.to_string());
            exit
        }
        Subject::Executed { claim, run, .. } => {
            report.claim = Some(claim);
            report.failing = Some(run);
            report.reason = Some(why_executed_only(&session.program).to_string());
            Exit::ClaimFails
        }
        Subject::Failing {
            mut equation,
            failed,
            claim,
            run,
            complete,
            ..
        } => {
            report.claim = Some(claim);
            report.failing = Some(run);
            report.complete = complete;
            let depends = equation.may_depend_on_addresses();
            match causes::causes(&session.question(), &mut equation, &failed, method) {
                Ok(found) => {
                    let ssa = bmc::Ssa::new(&session.program, &equation, Some(&session.sources));
                    fill(&mut report, session, &found, &ssa);
                    let text = joined(&method.check, method.check_not, method.check_or);
                    report.checked = text.map(|text| checked(text, found.checked.as_ref()));
                    Exit::ClaimFails
                }
                Err(error @ (NoCauses::Predicate(_) | NoCauses::DoesNotHold(_))) => {
                    return Err(error);
                }
                Err(error) => {
                    let internal = matches!(error, NoCauses::Mismatch(_)) && !depends;
                    report.reason = Some(error.to_string());
                    if internal {
                        Exit::Internal
                    } else {
                        Exit::ClaimFails
                    }
                }
            }
        }
    };
    report.exit_code = exit.code();
    Ok(report)
}

fn fill(report: &mut CausesReport, session: &Session<'_>, found: &Causes, ssa: &bmc::Ssa<'_>) {
    let place = |loc| Place::new(&session.sources, loc);
    let operand = |operand: &Operand| OperandReport {
        name: operand.name.clone(),
        ssa: operand
            .step
            .and_then(|step| ssa.name(step))
            .unwrap_or(&operand.name)
            .to_owned(),
        value: operand.value.clone(),
        also: operand.also.iter().map(|(name, _)| name.clone()).collect(),
        place: place(operand.loc),
    };
    report.assumed = found
        .assumed
        .iter()
        .map(|assumed| presupposed(session, assumed))
        .collect();
    report.nearest = found.nearest;
    report.nearest_lower_bound = found.nearest_lower;
    report.candidates = found.candidates;
    report.undecided = found.undecided;
    let cause = |cause: &Cause| {
        let (left, right) = (operand(&cause.left), operand(&cause.right));
        CauseReport {
            text: cause.text(),
            comparison: cause.comparison.text(),
            left,
            right,
            distance: cause.distance,
            follows_from: cause.follows_from,
        }
    };
    report.causes = found.causes.iter().map(cause).collect();
}

fn checked(text: String, decision: Option<&Decision>) -> CheckedReport {
    let (verdict, distance) = match decision {
        Some(Decision::Cause { distance }) => ("cause", Some(*distance)),
        Some(Decision::NoCause { distance }) => ("no_cause", Some(*distance)),
        Some(Decision::Unknown { .. }) => ("undecided", None),
        Some(Decision::Always) => ("always_holds", None),
        None => ("effect_always_holds", None),
    };
    CheckedReport {
        text,
        verdict,
        distance,
    }
}

/// What the claim presupposes, in the user's own text.
fn presupposed(session: &Session<'_>, assumed: &Antecedent) -> String {
    let presupposed = match assumed {
        Antecedent::Reached => Presupposed::Reached,
        Antecedent::Operands(operands) => {
            let texts = operands.iter().map(|expr| {
                let loc = session.program.expr(*expr).loc;
                let words = session.sources.text(session.sources.location(loc).used);
                words.split_whitespace().collect::<Vec<_>>().join(" ")
            });
            Presupposed::Conditions(texts.collect())
        }
    };
    presupposed.to_string()
}
