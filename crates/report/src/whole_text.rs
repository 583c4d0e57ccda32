//! What `because FILE.c` prints: the claims that fail, the explanation of the first, and what else there is.

use source::SourceMap;

use crate::{
    ClaimReport, ClaimStatus, ExplainReport, ExplainShown, Style, check_text, claims_text, explain_text,
};

/// An explanation, and if every claim was decided, what was found out about them.
#[must_use]
pub fn whole_text(report: &ExplainReport, sources: &SourceMap, style: Style, shown: ExplainShown) -> String {
    let mut text = String::new();
    if let Some(check) = &report.check {
        if report.claim.is_none() {
            return check_text(check, sources, style, true);
        }
        text.push_str(&claims(&check.claims));
        text.push('\n');
    }
    text.push_str(&explain_text(report, sources, style, shown));
    if let Some(check) = &report.check {
        let others: Vec<&str> = check
            .counterexamples
            .iter()
            .map(|other| other.claim.as_str())
            .filter(|name| report.claim.as_ref().is_some_and(|claim| claim.name != *name))
            .collect();
        if !others.is_empty() {
            text.push_str(&format!(
                "\nAlso failing: {} (because explain --property NAME explains another)\n",
                others.join(", ")
            ));
        }
        for obstacle in &check.obstacles {
            text.push_str(&format!("note: {}\n", obstacle.text));
        }
    }
    text
}

/// The claims that fail, and how many others there are.
fn claims(claims: &[ClaimReport]) -> String {
    let of = |status: ClaimStatus| claims.iter().filter(move |claim| claim.status == status);
    let failing: Vec<ClaimReport> = of(ClaimStatus::Fails).cloned().collect();
    let mut text = claims_text(&failing, true);
    let (hold, unknown) = (of(ClaimStatus::Holds).count(), of(ClaimStatus::Unknown).count());
    let bounded = of(ClaimStatus::HoldsUpToBound).count();
    let mut rest = Vec::new();
    if hold > 0 {
        rest.push(format!(
            "{hold} {}",
            if hold == 1 { "claim holds" } else { "claims hold" }
        ));
    }
    if bounded > 0 {
        let verb = if bounded == 1 { "holds" } else { "hold" };
        rest.push(format!("{bounded} {verb} up to the bound"));
    }
    if unknown > 0 {
        rest.push(format!("{unknown} undetermined"));
    }
    if !rest.is_empty() {
        text.push_str(&format!("{} (because check lists them)\n", rest.join(", ")));
    }
    text
}
