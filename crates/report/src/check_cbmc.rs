//! The result of a check in the form that scripts written for CBMC read.

use std::fmt::Write;

use source::SourceMap;

use crate::{CheckReport, ClaimReport, ClaimStatus, Ending, Place, Step, TraceStep, Verdict};

/// The list of claims, the count and the verdict as CBMC prints them; `unwound` are the loops that some run leaves
/// at a bound that was asked for, which are failed unwinding assertions there.
#[must_use]
pub fn check_cbmc_text(report: &CheckReport, sources: &SourceMap, unwound: &[Unwound]) -> String {
    let mut text = String::from("\n** Results:\n");
    let mut group = String::new();
    let mut failed = unwound.len();
    let shown: Vec<&ClaimReport> = report.claims.iter().filter(|claim| claim.is_listed()).collect();
    for claim in &shown {
        head(
            &mut text,
            &mut group,
            claim.place.location.as_ref().map(|at| at.file.as_str()),
            &claim.function,
        );
        let status = match claim.status {
            ClaimStatus::Holds => "SUCCESS",
            ClaimStatus::Fails => "FAILURE",
            ClaimStatus::HoldsUpToBound | ClaimStatus::Unsupported | ClaimStatus::Unknown => "UNKNOWN",
        };
        failed += usize::from(claim.status == ClaimStatus::Fails);
        let line = claim.place.location.as_ref().map_or(0, |at| at.line);
        let _ = writeln!(
            text,
            "[{}] line {line} {}: {status}",
            claim.name,
            described(claim, sources)
        );
    }
    for item in unwound {
        let at = item.place.location.as_ref();
        head(
            &mut text,
            &mut group,
            Some(at.map_or("", |at| at.file.as_str())),
            &item.function,
        );
        let _ = writeln!(
            text,
            "[{}.unwind.{}] line {} unwinding assertion loop {}: FAILURE",
            item.function,
            item.number,
            at.map_or(0, |at| at.line),
            item.number
        );
    }
    for found in &report.counterexamples {
        if let Some(trace) = &found.trace {
            let _ = writeln!(text, "\nTrace for {}:", found.claim);
            states(&mut text, trace);
            if let Ending::Failed(failure) = &found.run.ending {
                let claim = report.claims.iter().find(|claim| claim.name == found.claim);
                let at = failure.place.location.as_ref();
                let (file, line) = at.map_or(("", 0), |at| (at.file.as_str(), at.line));
                let function = failure.stack.first().map_or("", |frame| frame.function.as_str());
                let _ = writeln!(
                    text,
                    "\nViolated property:\n  file {file} function {function} line {line} thread 0\n  {}",
                    claim.map_or_else(|| failure.message.clone(), |claim| described(claim, sources))
                );
            }
        }
    }
    let _ = writeln!(
        text,
        "\n** {failed} of {} failed ({} iterations)",
        shown.len() + unwound.len(),
        report.size.rounds
    );
    text.push_str(match report.verdict {
        Verdict::Failed => "VERIFICATION FAILED\n",
        _ if !unwound.is_empty() => "VERIFICATION FAILED\n",
        Verdict::Successful => "VERIFICATION SUCCESSFUL\n",
        Verdict::Undetermined => "VERIFICATION INCONCLUSIVE\n",
    });
    text
}

/// A loop or recursion that some run does not leave within its bound.
#[derive(Debug, Clone)]
pub struct Unwound {
    pub function: String,
    /// Of the loop in its function; `recursion` for the function itself.
    pub number: String,
    pub bound: Option<u32>,
    pub place: Place,
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
            function: self.function.clone(),
            library: false,
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

fn states(text: &mut String, trace: &[TraceStep]) {
    for (number, step) in trace.iter().enumerate() {
        let (target, value) = match &step.step {
            Step::Assignment { target, value } => (target, value),
            Step::Input {
                target: Some(target),
                value,
                ..
            } => (target, value),
            Step::Input { name, value, .. } => (name, value),
            _ => continue,
        };
        let at = step.place.location.as_ref();
        let (file, line) = at.map_or(("", 0), |at| (at.file.as_str(), at.line));
        let bits = step
            .bits
            .as_ref()
            .map_or_else(String::new, |bits| format!(" ({bits})"));
        let _ = writeln!(
            text,
            "\nState {} file {file} function {} line {line} thread 0\n{}\n  {target}={value}{bits}",
            number + 1,
            step.function,
            "-".repeat(52)
        );
    }
}
