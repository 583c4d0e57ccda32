//! Documents: findings in the forms that other programs read.
//!
//! A format is one file here and one line in [`FORMATS`]; `--format NAME` takes it on every command that has findings.
//! Text for people is not among them: it depends on the terminal and on what else was asked.

mod json;
mod sarif;

use crate::{
    CausesReport, CheckReport, DiagnoseReport, ExplainReport, FocusReport, MinimizeReport, RepairReport,
    ScheduleReport, VariationsReport, WhyReport,
};

/// What a command found.
#[derive(Debug, Clone, Copy)]
pub enum Findings<'f> {
    Check(&'f CheckReport),
    Explain(&'f ExplainReport),
    Causes(&'f CausesReport),
    Focus(&'f FocusReport),
    Schedule(&'f ScheduleReport),
    Variations(&'f VariationsReport),
    Minimize(&'f MinimizeReport),
    Diagnose(&'f DiagnoseReport),
    Repair(&'f RepairReport),
    Why(&'f WhyReport),
}

/// A form of documents.
#[derive(Debug)]
pub struct Format {
    pub name: &'static str,
    pub summary: &'static str,
    /// The document, with a newline at its end.
    pub render: fn(Findings<'_>) -> String,
}

/// Every format, in the order in which help lists them.
pub const FORMATS: &[Format] = &[json::JSON, sarif::SARIF];

impl Format {
    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }
}
