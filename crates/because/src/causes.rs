//! The command `causes`: the relations between variables on which the error depends.

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use causes::{Cause, Causes, CausesOptions, Decision, NoCauses, Operand};
use report::{
    CAUSES_SCHEMA, CauseReport, CausesReport, CheckedReport, OperandReport, Place, causes_text, check_text,
};
use trace::{Antecedent, Predicate};

use crate::args::causes::CausesArgs;
use crate::exit::Exit;
use crate::options::{CheckOptions, UsageError};
use crate::subject::{Following, Looking, Session, Subject, TOO_LONG, with_subject};

/// What `causes` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    all: bool,
    method: CausesOptions,
}

impl Options {
    pub(crate) fn new(args: CausesArgs, coloured: bool) -> Result<Options, UsageError> {
        let (causes, metric) = (args.causes, args.metric);
        let predicates = |texts: &[String]| {
            texts
                .iter()
                .map(|text| text.parse::<Predicate>())
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| UsageError::Predicate(error.to_string()))
        };
        Ok(Options {
            check: CheckOptions::new(args.check, coloured)?,
            run: causes.run,
            all: causes.all,
            method: CausesOptions {
                metric: trace::Metric {
                    inputs_only: metric.inputs_only,
                    inputs_guards_only: metric.inputs_guards_only,
                    input_weight: metric.input_weight,
                    guard_weight: metric.guard_weight,
                    past_error: metric.deltas_past_error,
                    static_slice: metric.static_slice,
                },
                inputs_only: causes.inputs,
                merged: causes.merged,
                constants: causes.constants,
                mine_guards: causes.mine_guards,
                closest: causes.closest_causes,
                no_prior_changes: causes.no_prior_changes,
                antecedent: !causes.no_antecedent,
                check: predicates(&causes.check_cause)?,
                check_not: causes.check_not,
                check_or: causes.check_or,
                effect: predicates(&causes.effect)?,
                effect_not: causes.effect_not,
                effect_or: causes.effect_or,
                effort: (!causes.decide_all).then_some(CausesOptions::SECONDS),
            },
        })
    }
}

pub(crate) fn causes(options: &Options) -> Result<Exit> {
    with_subject(
        &options.check,
        options.run.as_deref(),
        Looking::First,
        Following::Runs,
        |session, subject| {
            let (report, exit) = report(options, session, subject)?;
            let mut out = io::stdout().lock();
            if session.checked.json {
                serde_json::to_writer_pretty(&mut out, &report)?;
                writeln!(out)?;
            } else {
                let style = session.checked.style;
                let text = match &report.check {
                    Some(check) => check_text(check, session.sources, style),
                    None => causes_text(&report, session.sources, style, options.all),
                };
                out.write_all(text.as_bytes())?;
            }
            Ok(exit)
        },
    )
}

fn report(options: &Options, session: &Session<'_>, subject: Subject) -> Result<(CausesReport, Exit)> {
    let joined = |predicates: &[Predicate], negated: bool, any: bool| {
        let texts: Vec<String> = predicates
            .iter()
            .map(|predicate| match negated {
                true => format!("!({}) at line {}", predicate.text, predicate.line),
                false => format!("{} at line {}", predicate.text, predicate.line),
            })
            .collect();
        (!texts.is_empty()).then(|| texts.join(if any { " or " } else { " and " }))
    };
    let method = &options.method;
    let mut report = CausesReport {
        schema: CAUSES_SCHEMA,
        files: session.checked.files.clone(),
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
        Subject::Nothing(check, exit, reason) => {
            report.check = check;
            report.reason = Some(reason).filter(|reason| !reason.is_empty());
            exit
        }
        Subject::Executed { claim, run, .. } => {
            report.claim = Some(claim);
            report.failing = Some(run);
            report.reason = Some(TOO_LONG.to_owned());
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
                    let ssa = bmc::Ssa::new(session.program, &equation, Some(session.sources));
                    fill(&mut report, session, &found, &ssa);
                    let text = joined(&method.check, method.check_not, method.check_or);
                    report.checked = text.map(|text| checked(text, found.checked.as_ref()));
                    Exit::ClaimFails
                }
                Err(error @ (NoCauses::Predicate(_) | NoCauses::DoesNotHold(_))) => {
                    return Err(anyhow!(error));
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
    Ok((report, exit))
}

fn fill(report: &mut CausesReport, session: &Session<'_>, found: &Causes, ssa: &bmc::Ssa<'_>) {
    let place = |loc| Place::new(session.sources, loc);
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
    match assumed {
        Antecedent::Reached => "the claim is reached".to_owned(),
        Antecedent::Operands(operands) => {
            let texts = operands.iter().map(|expr| {
                let loc = session.program.expr(*expr).loc;
                let words = session.sources.text(session.sources.location(loc).used);
                words.split_whitespace().collect::<Vec<_>>().join(" ")
            });
            texts.collect::<Vec<_>>().join(" and ")
        }
    }
}
