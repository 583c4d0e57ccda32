//! What a command found, as data, and the renderers that show it.
//!
//! A report holds everything a renderer needs; renderers only read it. Each JSON document names its schema
//! with a version, and every place in it is a [`Place`]: a `location`, and beside it `spelled` when the text
//! lies in a macro's definition.
//!
//! This crate does no I/O of its own: it writes to what it is given.

mod check;
mod check_text;
mod diagnose;
mod diagnose_text;
mod diagnostics;
mod json;
mod place;
mod run;
mod snippet;
mod text;

pub use check::{
    CHECK_SCHEMA, CheckReport, CheckSize, ClaimReport, ClaimStatus, CounterexampleReport, ObstacleReport,
    Verdict,
};
pub use check_text::{check_text, claims_text};
pub use diagnose::{
    DIAGNOSE_SCHEMA, DiagnoseReport, DiagnoseVerdict, DiagnosedComponent, DiagnosisReport, FailingTest,
    TestRepair, ValueChange,
};
pub use diagnose_text::diagnose_text;
pub use diagnostics::{DIAGNOSTICS_SCHEMA, DiagnosticsReport};
pub use json::RunJson;
pub use place::{MacroUse, Place};
pub use run::{
    Argument, Ending, Failure, Frame, InputUse, Limit, MissingFunction, RUN_SCHEMA, Related, RunReport, Step,
    TraceStep,
};
pub use snippet::{Snippets, Style};
pub use text::{run_text, trace_line};
