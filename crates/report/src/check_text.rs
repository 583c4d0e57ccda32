//! The result of a check for people: the claims, the failing runs, the verdict.

use std::fmt::Write;

use source::SourceMap;

use crate::undecided::{help, undecided_groups};
use crate::{
    CertificateReport, CheckReport, ClaimReport, ClaimStatus, CounterexampleReport, Style, Verdict, plain,
    run_text, trace_text,
};

/// One line for each claim of the user's own code, and for those of the library that fail; `decided` puts the status
/// first.
#[must_use]
pub fn claims_text(claims: &[ClaimReport], decided: bool) -> String {
    let shown: Vec<&ClaimReport> = claims.iter().filter(|claim| claim.is_listed()).collect();
    let status_width = shown.iter().map(|claim| claim.status.word().len()).max();
    let status_width = status_width.unwrap_or(0).max("unknown".len());
    let name_width = shown.iter().map(|claim| claim.name.len()).max().unwrap_or(0);
    let place_width = shown
        .iter()
        .map(|claim| claim.place.short().len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for claim in shown {
        if decided {
            let _ = write!(text, "{:<status_width$}  ", claim.status.word());
        }
        let place = claim.place.short();
        let _ = writeln!(
            text,
            "{:<name_width$}  {place:<place_width$}  {}",
            claim.name, claim.text
        );
    }
    plain(&text)
}

/// How many claims have which status.
fn counts(claims: &[ClaimReport], of: impl Fn(&ClaimReport) -> bool) -> String {
    let count = |status| {
        let some = claims.iter().filter(|claim| of(claim) && claim.status == status);
        some.count()
    };
    let all = claims.iter().filter(|claim| of(claim)).count();
    if all == 0 {
        return "there is nothing to check: no claim, and no operation that can go wrong".to_owned();
    }
    let mut text = format!("{} of {all} claims hold", count(ClaimStatus::Holds));
    let (bounded, fails) = (count(ClaimStatus::HoldsUpToBound), count(ClaimStatus::Fails));
    let (unsupported, unknown) = (count(ClaimStatus::Unsupported), count(ClaimStatus::Unknown));
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    if bounded > 0 {
        let word = if bounded == 1 { "holds" } else { "hold" };
        let _ = write!(text, ", {bounded} {word} up to the bound");
    }
    if fails > 0 {
        let _ = write!(text, ", {fails} {}", if fails == 1 { "fails" } else { "fail" });
    }
    if unsupported > 0 {
        let _ = write!(
            text,
            ", {unsupported} unsupported construct{} reached",
            plural(unsupported)
        );
    }
    if unknown > 0 {
        let _ = write!(text, ", {unknown} undecided");
    }
    text
}

/// Everything that is said about a check; the verdict is the last line. Claims that are open are listed one by one only
/// if everything is wanted (`full`).
#[must_use]
pub fn check_text(report: &CheckReport, sources: &SourceMap, style: Style, full: bool) -> String {
    let listed = report.claims.iter();
    let listed = listed.filter(|claim| full || claim.status != ClaimStatus::Unknown);
    let mut text = claims_text(&listed.cloned().collect::<Vec<_>>(), true);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&counts(&report.claims, |_| true));
    text.push('\n');
    text.push_str(&open(report, full));
    let hidden = |claim: &ClaimReport| !claim.is_listed();
    if report
        .claims
        .iter()
        .any(|claim| hidden(claim) && claim.status != ClaimStatus::Holds)
    {
        let _ = writeln!(
            text,
            "of these, inside the C library and not listed: {}",
            counts(&report.claims, hidden)
        );
    }
    for counterexample in report.counterexamples.iter().chain(&report.unsupported) {
        text.push_str(&counterexample_text(counterexample, sources, style));
    }
    text.push_str(&plain(&notes(report)));
    if let Some(certificate) = &report.certificate {
        text.push_str(&certificate_text(certificate));
    }
    text.push('\n');
    text.push_str(verdict_text(report.verdict));
    text
}

/// Why claims are open, and what would help.
fn open(report: &CheckReport, full: bool) -> String {
    let mut text = String::new();
    let groups = undecided_groups(&report.claims);
    for (reason, count) in &groups {
        let _ = write!(text, "  {count} undecided: {}", reason.text());
        match help(*reason) {
            "" => text.push('\n'),
            help => {
                let _ = writeln!(text, " ({help})");
            }
        }
    }
    if !full && !groups.is_empty() {
        text.push_str("  --full lists them\n");
    }
    text
}

fn counterexample_text(counterexample: &CounterexampleReport, sources: &SourceMap, style: Style) -> String {
    let mut text = format!("\n{}", run_text(&counterexample.run, sources, style));
    if let Some(native) = &counterexample.native {
        let word = if native.confirmed {
            "confirmed"
        } else {
            "not confirmed"
        };
        let _ = writeln!(text, "native: {word}: {}", plain(&native.text));
    }
    if let Some(trace) = &counterexample.trace {
        let _ = writeln!(text, "\ntrace of {}:", counterexample.claim);
        text.push_str(&trace_text(trace, "  "));
    }
    text
}

/// What the verdict rests on, and what stood in the way of a better one.
fn notes(report: &CheckReport) -> String {
    let mut text = String::new();
    if report.counterexamples.is_empty() {
        for missing in &report.missing_functions {
            let (name, place) = (&missing.name, missing.place.short());
            let _ = writeln!(
                text,
                "note: {name} has no body: its result is any value (called at {place})"
            );
        }
    }
    for assumption in &report.assumptions {
        let _ = writeln!(text, "note: {assumption}");
    }
    if report.stopped {
        text.push_str("note: stopped before everything was decided\n");
    }
    if report.exhausted {
        text.push_str(
            "note: the limit of work was reached before everything was decided; --effort N raises it, \
             --unwind N or --unwindset NAME:N set a bound\n",
        );
    }
    for obstacle in &report.obstacles {
        let place = obstacle.place.short();
        if place.is_empty() {
            let _ = writeln!(text, "note: {}", obstacle.text);
        } else {
            let _ = writeln!(text, "note: {} ({place})", obstacle.text);
        }
    }
    text
}

fn certificate_text(certificate: &CertificateReport) -> String {
    let plural = |count: u64, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let claims = |count: usize| match count {
        1 => "1 claim holds".to_owned(),
        _ => format!("{count} claims hold"),
    };
    let mut text = match certificate.proofs {
        0 => "certified: nothing was left for the solver to prove\n".to_owned(),
        proofs => format!(
            "certified: {} with {} checked independently; {} by them\n",
            plural(proofs, "proof"),
            plural(certificate.lemmas, "lemma"),
            claims(certificate.claims_proved)
        ),
    };
    if certificate.claims_simplified > 0 {
        let _ = writeln!(
            text,
            "not certified: {} by rewriting, by intervals, or because nothing comes to it",
            claims(certificate.claims_simplified)
        );
    }
    text
}

/// The last line.
#[must_use]
pub fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Successful => "VERIFICATION SUCCESSFUL\n",
        Verdict::Failed => "VERIFICATION FAILED\n",
        Verdict::Undetermined => "VERIFICATION UNDETERMINED\n",
    }
}
