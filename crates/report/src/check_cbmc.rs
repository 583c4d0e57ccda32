//! The result of a check in the form that scripts written for CBMC read.

use std::fmt::Write;

use source::SourceMap;

use crate::check_cbmc_document::{cbmc_json, cbmc_xml};
use crate::{CheckReport, ClaimReport, ClaimStatus, Ending, Exit, Place, Step, Verdict};

/// The form in which a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CbmcForm {
    Text,
    Json,
    Xml,
}

/// The result in one of these forms.
#[must_use]
pub fn cbmc_text(form: CbmcForm, report: &CheckReport, sources: &SourceMap, unwound: &[Unwound]) -> String {
    match form {
        CbmcForm::Text => crate::visible(&cbmc_lines(report, sources, unwound)),
        CbmcForm::Json => cbmc_json(report, sources, unwound),
        CbmcForm::Xml => cbmc_xml(report, sources, unwound),
    }
}

/// What is said of one claim, or of one loop that some run does not leave within its bound.
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) function: String,
    pub(crate) description: String,
    pub(crate) status: &'static str,
    pub(crate) place: Place,
}

/// One after the other, as they are listed.
pub(crate) fn outcomes(report: &CheckReport, sources: &SourceMap, unwound: &[Unwound]) -> Vec<Outcome> {
    let listed = report.claims.iter().filter(|claim| claim.is_listed());
    let claims = listed.map(|claim| Outcome {
        name: claim.name.clone(),
        function: claim.function.clone(),
        description: described(claim, sources),
        status: match claim.status {
            ClaimStatus::Holds => "SUCCESS",
            ClaimStatus::Fails => "FAILURE",
            ClaimStatus::HoldsUpToBound | ClaimStatus::Unsupported | ClaimStatus::Unknown => "UNKNOWN",
        },
        place: claim.place.clone(),
    });
    let loops = unwound.iter().map(|item| Outcome {
        name: format!("{}.unwind.{}", item.function, item.number),
        function: item.function.clone(),
        description: format!("unwinding assertion loop {}", item.number),
        status: "FAILURE",
        place: item.place.clone(),
    });
    claims.chain(loops).collect()
}

/// The last line.
pub(crate) fn verdict_message(report: &CheckReport, unwound: &[Unwound]) -> &'static str {
    match report.verdict {
        Verdict::Failed => "VERIFICATION FAILED",
        _ if !unwound.is_empty() => "VERIFICATION FAILED",
        Verdict::Successful => "VERIFICATION SUCCESSFUL",
        Verdict::Undetermined => "VERIFICATION INCONCLUSIVE",
    }
}

/// The list of claims, the count and the verdict as CBMC prints them; `unwound` are the loops that some run leaves
/// at a bound that was asked for, which are failed unwinding assertions there.
fn cbmc_lines(report: &CheckReport, sources: &SourceMap, unwound: &[Unwound]) -> String {
    let mut text = String::from("\n** Results:\n");
    let mut group = String::new();
    let all = outcomes(report, sources, unwound);
    for outcome in &all {
        let at = outcome.place.location.as_ref();
        head(
            &mut text,
            &mut group,
            at.map(|at| at.file.as_str()),
            &outcome.function,
        );
        let _ = writeln!(
            text,
            "[{}] line {} {}: {}",
            outcome.name,
            at.map_or(0, |at| at.line),
            outcome.description,
            outcome.status
        );
    }
    for found in &report.counterexamples {
        let Some(states) = states_of(report, &found.claim) else {
            continue;
        };
        let _ = writeln!(text, "\nTrace for {}:", found.claim);
        for state in &states {
            state_text(&mut text, state);
        }
        if let Ending::Failed(failure) = &found.run.ending {
            let claim = report.claims.iter().find(|claim| claim.name == found.claim);
            let at = failure.place.location.as_ref();
            let (file, line) = at.map_or(("", 0), |at| (at.file.as_str(), at.line));
            let function = failure.stack.first().map_or("", |frame| frame.function.as_str());
            let _ = writeln!(
                text,
                "\nViolated property:\n  file {file} function {function} line {line} thread 0\n  {}\n  {}\n",
                claim.map_or_else(|| failure.message.clone(), |claim| described(claim, sources)),
                claim.map_or("", |claim| claim.text.as_str())
            );
        }
    }
    let failed = all.iter().filter(|outcome| outcome.status == "FAILURE").count();
    let _ = writeln!(
        text,
        "\n** {failed} of {} failed ({} iterations)\n{}",
        all.len(),
        report.size.rounds,
        verdict_message(report, unwound)
    );
    text
}

/// A loop or recursion that some run does not leave within its bound.
#[derive(Debug, Clone)]
pub struct Unwound {
    pub function: String,
    /// Of the loop in its function; `recursion` for the function itself.
    pub number: String,
    /// Whether it belongs to a model of the C library.
    pub library: bool,
    pub bound: Option<u32>,
    pub place: Place,
}

impl CheckReport {
    /// Bounds that were given and are too small are claims that fail.
    pub fn add_unwinding_failures(&mut self, unwound: &[Unwound]) {
        self.claims.extend(unwound.iter().map(Unwound::claim));
        let internal = self.exit_code == Exit::Internal.code();
        if !unwound.is_empty() && self.verdict == Verdict::Undetermined && !internal {
            self.verdict = Verdict::Failed;
            self.exit_code = Exit::ClaimFails.code();
        }
    }
}

impl Unwound {
    /// As a claim of its own that fails.
    #[must_use]
    pub fn claim(&self) -> ClaimReport {
        let what = match self.number.as_str() {
            "recursion" => "the recursion".to_owned(),
            number => format!("the loop {}.{number}", self.function),
        };
        let bound = self.bound.map_or_else(String::new, |bound| format!(" ({bound})"));
        ClaimReport {
            name: format!("{}.unwind.{}", self.function, self.number),
            check: "unwind".to_owned(),
            text: format!("every run leaves {what} within its bound{bound}"),
            status: ClaimStatus::Fails,
            undecided: None,
            function: self.function.clone(),
            library: self.library,
            place: self.place.clone(),
        }
    }
}

fn head(text: &mut String, group: &mut String, file: Option<&str>, function: &str) {
    let name = format!("{} function {function}", file.unwrap_or("<builtin>"));
    if name != *group {
        if !group.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "{name}");
        *group = name;
    }
}

/// `assert(c)` is `assertion c` there; what has a text of its own is that.
fn described(claim: &ClaimReport, sources: &SourceMap) -> String {
    if claim.check == "assertion" && claim.place.loc != source::LocId::NONE {
        let written = sources.text(sources.location(claim.place.loc).used);
        if written.starts_with("assert") || written == claim.text {
            return format!("assertion {}", claim.text);
        }
    }
    claim.text.clone()
}

/// One step of a failing run.
pub(crate) struct CbmcState<'a> {
    pub(crate) number: usize,
    pub(crate) function: &'a str,
    pub(crate) place: &'a Place,
    pub(crate) kind: StateKind<'a>,
    /// As our own reports write it.
    value: &'a str,
    pub(crate) bits: Option<&'a str>,
    pub(crate) ty: Option<&'a str>,
}

pub(crate) enum StateKind<'a> {
    Assigned { target: &'a str, parameter: bool },
    Called(&'a str),
    Returned(&'a str),
}

impl CbmcState<'_> {
    /// A character by its number.
    pub(crate) fn number(&self) -> &str {
        match self.value.split_once(" '") {
            Some((number, _)) => number,
            None => self.value,
        }
    }

    /// A character as a character.
    pub(crate) fn shown(&self) -> String {
        match self.value.split_once(" '") {
            Some((_, char)) => format!("'{char}"),
            None => self.value.to_owned(),
        }
    }
}

/// The steps of the failing run of a claim, if a trace was asked for.
pub(crate) fn states_of<'a>(report: &'a CheckReport, claim: &str) -> Option<Vec<CbmcState<'a>>> {
    let found = report.counterexamples.iter().find(|found| found.claim == claim)?;
    let mut states = Vec::new();
    for (index, step) in found.trace.as_ref()?.iter().enumerate() {
        let mut add = |kind, value: &'a str, own: bool| {
            states.push(CbmcState {
                number: index + 1,
                function: &step.function,
                place: &step.place,
                kind,
                value,
                bits: step.bits.as_deref().filter(|_| own),
                ty: step.r#type.as_deref().filter(|_| own),
            });
        };
        match &step.step {
            Step::Assignment { target, value }
            | Step::Input {
                target: Some(target),
                value,
                ..
            } => add(
                StateKind::Assigned {
                    target,
                    parameter: false,
                },
                value,
                true,
            ),
            Step::Input { name, value, .. } => add(
                StateKind::Assigned {
                    target: name,
                    parameter: false,
                },
                value,
                true,
            ),
            Step::Call { callee, arguments } => {
                add(StateKind::Called(callee), "", false);
                for argument in arguments {
                    let target = &argument.name;
                    let kind = StateKind::Assigned {
                        target,
                        parameter: true,
                    };
                    add(kind, &argument.value, false);
                }
            }
            Step::Return { from, .. } => add(StateKind::Returned(from), "", false),
            Step::Branch { .. } | Step::Switch { .. } => {}
        }
    }
    Some(states)
}

fn state_text(text: &mut String, state: &CbmcState<'_>) {
    let StateKind::Assigned { target, .. } = state.kind else {
        return;
    };
    let at = state.place.location.as_ref();
    let (file, line) = at.map_or(("", 0), |at| (at.file.as_str(), at.line));
    let bits = state.bits.map_or_else(String::new, |bits| format!(" ({bits})"));
    let _ = writeln!(
        text,
        "\nState {} file {file} function {} line {line} thread 0\n{}\n  {target}={}{bits}",
        state.number,
        state.function,
        "-".repeat(52),
        state.shown()
    );
}
