//! Why the input cannot be used, as data.

use serde::Serialize;
use source::{Diagnostic, Severity, SourceMap};

use crate::Place;

/// The name and version of the JSON document.
pub const DIAGNOSTICS_SCHEMA: &str = "because.diagnostics/1";

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiagnosticsReport {
    schema: &'static str,
    diagnostics: Vec<Entry>,
    exit_code: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Entry {
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    place: Place,
    labels: Vec<Label>,
    notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Label {
    text: String,
    #[serde(flatten)]
    place: Place,
}

impl DiagnosticsReport {
    /// The JSON document.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    #[must_use]
    pub fn new(diagnostics: &[Diagnostic], sources: &SourceMap, exit_code: u8) -> DiagnosticsReport {
        let entry = |diagnostic: &Diagnostic| Entry {
            severity: match diagnostic.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            message: diagnostic.message.clone(),
            place: Place::new(sources, diagnostic.loc),
            labels: diagnostic
                .labels
                .iter()
                .map(|label| Label {
                    text: label.text.clone(),
                    place: Place::new(sources, label.loc),
                })
                .collect(),
            notes: diagnostic.notes.clone(),
        };
        DiagnosticsReport {
            schema: DIAGNOSTICS_SCHEMA,
            diagnostics: diagnostics.iter().map(entry).collect(),
            exit_code,
        }
    }
}
