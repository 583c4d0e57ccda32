//! JSON: everything that was found. Each document names its schema with a version.

use serde::Serialize;

use super::{Findings, Format};
use crate::visible::escaped_in_json;

pub(super) const JSON: Format = Format {
    name: "json",
    summary: "everything that was found, one document with a versioned schema",
    render,
};

fn render(findings: Findings<'_>) -> String {
    match findings {
        Findings::Check(report) => document(report),
        Findings::Explain(report) => document(report),
        Findings::Causes(report) => document(report),
        Findings::Focus(report) => document(report),
        Findings::Schedule(report) => document(report),
        Findings::Variations(report) => document(report),
        Findings::Minimize(report) => document(report),
        Findings::Diagnose(report) => document(report),
        Findings::Repair(report) => document(report),
        Findings::Why(report) => document(report),
    }
}

fn document(report: &impl Serialize) -> String {
    // Nothing in a report can fail to be written: keys are strings, and no number is infinite.
    let text = serde_json::to_string_pretty(report).unwrap_or_default();
    let mut text = escaped_in_json(&text);
    text.push('\n');
    text
}
