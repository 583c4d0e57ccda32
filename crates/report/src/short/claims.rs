//! What is known of the other claims, in a sentence.

use super::layout::Page;
use crate::undecided::{help, undecided_groups};
use crate::{Answer, CheckReport, ClaimReport, ClaimStatus, Ending, ExplainReport, Place, Undecided};

/// Where the rest is; the option is not parted from its word (see [`TOGETHER`](super::layout::TOGETHER)).
const MORE: &str = "More:\u{a0}--full";

/// The last lines: how many others fail, hold or are open.
pub(super) fn closing(page: &mut Page, report: &ExplainReport) {
    let ending = report.failing.as_ref().map(|failing| &failing.run.ending);
    let threads = matches!(ending, Some(Ending::Failed(failure)) if failure.is_of_threads());
    match &report.answer {
        Answer::Schedule(order) => {
            if let Some(sentence) = order.sentence(crate::explain_text::deadlock_of(report)) {
                page.sentences(&format!("{sentence}."));
            }
        }
        Answer::Unknown { .. } if threads => {
            page.sentences("A run with threads is not compared with passing runs.")
        }
        Answer::Unknown { reason } => page.sentences(&format!("No passing run to compare with: {reason}.")),
        _ => {}
    }
    let mut parts = Vec::new();
    if let Some(check) = &report.check {
        let shown = report.failing.as_ref().map(|failing| &failing.claim);
        let failing: Vec<&ClaimReport> = check
            .claims
            .iter()
            .filter(|claim| claim.status == ClaimStatus::Fails && Some(&claim.name) != shown)
            .collect();
        let one = match failing[..] {
            [claim] => claim.place.location.as_ref(),
            _ => None,
        };
        match (one, failing.len()) {
            (_, 0) => {}
            (Some(at), _) => parts.push(format!("{} fails, too", page.place(&at.file, at.line))),
            (None, 1) => parts.push("1 more claim fails".to_owned()),
            (None, more) => parts.push(format!("{more} more claims fail")),
        }
        parts.extend(others(check, !failing.is_empty() && one.is_none()));
    }
    let text = match parts.is_empty() {
        true => MORE.to_owned(),
        false => format!("{}. {MORE}", parts.join("; ")),
    };
    page.sentences(&text);
}

/// What there is to say where no claim fails.
pub(super) fn nothing_fails(page: &mut Page, report: &ExplainReport) {
    if let Answer::Unknown { reason } = &report.answer {
        page.sentences(&format!("No answer: {reason}."));
    }
    let Some(check) = &report.check else {
        if report.answer == Answer::NothingFails {
            page.sentences("Nothing fails.");
        }
        return;
    };
    let all = check.claims.len();
    let hold = count(check, ClaimStatus::Holds);
    let begin = match (all, hold == all) {
        (0, _) => {
            "Nothing to check: the program makes no claim and has no operation that can go wrong".to_owned()
        }
        (1, true) => "Nothing fails: the only claim holds for all inputs".to_owned(),
        (2, true) => "Nothing fails: both claims hold for all inputs".to_owned(),
        (_, true) => format!("Nothing fails: all {all} claims hold for all inputs"),
        _ => "No failing run was found".to_owned(),
    };
    let mut parts = vec![begin];
    if hold < all {
        parts.extend(others(check, false));
    }
    page.sentences(&format!("{}. {MORE}", parts.join("; ")));
    let unsupported = |claim: &&ClaimReport| claim.status == ClaimStatus::Unsupported;
    for claim in check.claims.iter().filter(unsupported).take(3) {
        page.sentences(&format!("{}: {}.", reached_at(check, claim).short(), claim.text));
    }
    for missing in check.missing_functions.iter().take(3) {
        let (name, place) = (&missing.name, missing.place.short());
        page.sentences(&format!(
            "`{name}` has no body, so it may return anything (called at {place})."
        ));
    }
    for assumption in check.assumptions.iter().take(3) {
        page.sentences(&format!("Assumed: {assumption}."));
    }
}

/// Where a run comes to what is not supported, in the user's text.
fn reached_at<'r>(check: &'r CheckReport, claim: &'r ClaimReport) -> &'r Place {
    let of_claim = check.unsupported.iter().find(|found| found.claim == claim.name);
    match of_claim.map(|found| &found.run.ending) {
        Some(Ending::Failed(failure)) => &failure.place,
        _ => &claim.place,
    }
}

fn count(check: &CheckReport, status: ClaimStatus) -> usize {
    check.claims.iter().filter(|claim| claim.status == status).count()
}

/// Those that do not fail, `begun` if the word claim has been said.
fn others(check: &CheckReport, begun: bool) -> Vec<String> {
    let mut parts = Vec::new();
    let mut said = begun;
    let mut add = |count: usize, one: &str, many: &str| {
        if count > 0 {
            let verb = if count == 1 { one } else { many };
            let noun = match (std::mem::replace(&mut said, true), count) {
                (true, _) => "",
                (false, 1) => "claim ",
                (false, _) => "claims ",
            };
            parts.push(format!("{count} {noun}{verb}"));
        }
    };
    add(count(check, ClaimStatus::Holds), "holds", "hold");
    let bounded = count(check, ClaimStatus::HoldsUpToBound);
    add(
        bounded,
        "holds as far as loops were followed",
        "hold as far as loops were followed",
    );
    let unsupported = count(check, ClaimStatus::Unsupported);
    add(
        unsupported,
        "is about code that is not supported",
        "are about code that is not supported",
    );
    for (reason, count) in undecided_groups(&check.claims) {
        let mut why = reason.text().to_owned();
        if let (Undecided::NotConfirmed, 1) = (reason, count) {
            why = not_confirmed(check).unwrap_or(why);
        }
        let help = match reason {
            Undecided::NotAsked => "because check decides them",
            _ => help(reason),
        };
        let help = if help.is_empty() {
            String::new()
        } else {
            format!(" ({help})")
        };
        add(
            count,
            &format!("is undecided: {why}{help}"),
            &format!("are undecided: {why}{help}"),
        );
    }
    parts
}

/// The one possible failure that is none for certain, with its line.
fn not_confirmed(check: &CheckReport) -> Option<String> {
    let open = |claim: &&ClaimReport| {
        claim.status == ClaimStatus::Unknown && claim.undecided == Some(Undecided::NotConfirmed)
    };
    let location = check.claims.iter().find(open)?.place.location.as_ref()?;
    let line = location.line;
    Some(format!(
        "a possible failure at line {line} could not be confirmed by executing it"
    ))
}
