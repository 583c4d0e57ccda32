//! What a command found, as data, and the renderers that show it.
//!
//! A report holds everything a renderer needs; renderers only read it. Each JSON document names its schema
//! with a version, and every place in it is a [`Place`]: a `location`, and beside it `spelled` when the text
//! lies in a macro's definition.
//!
//! This crate does no I/O of its own: it writes to what it is given.

mod aligned;
mod arguments;
mod assumption;
mod causes;
mod causes_text;
mod check;
mod check_cbmc;
mod check_cbmc_document;
mod check_text;
mod coverage;
mod diagnose;
mod diagnose_text;
mod diagnostics;
mod difference_text;
mod exit;
pub mod exit_help;
mod explain;
mod explain_text;
mod failure;
mod focus;
mod focus_text;
mod format;
mod html;
mod input_name;
mod json;
mod listing;
mod minimize;
mod minimize_text;
mod native;
mod no_subject;
mod obstacle;
mod page_run;
mod place;
mod plain;
mod progress;
mod ranking;
mod reason;
mod repair;
mod repair_text;
mod replay;
mod run;
mod saved_run;
mod schedule_only;
mod short;
mod snippet;
mod suite_remark;
mod text;
mod threads;
mod undecided;
mod variations;
mod variations_text;
mod visible;
mod whole_text;
mod why;
mod why_text;
mod words;

pub use aligned::{AlignedRuns, RunStep, RunSteps, StepChange, StepRead};
pub use arguments::argument_words;
pub use assumption::Assumption;
pub use causes::{CAUSES_SCHEMA, CauseReport, CausesReport, CheckedReport, OperandReport};
pub use causes_text::causes_text;
pub use check::{
    CHECK_SCHEMA, CertificateReport, CheckReport, CheckSize, ClaimReport, ClaimStatus, CounterexampleReport,
    ObstacleReport, Verdict,
};
pub use check_cbmc::{CbmcForm, Unwound, cbmc_text};
pub use check_cbmc_document::cbmc_listed_json;
pub use check_text::{check_text, claims_text, verdict_text};
pub use coverage::{GoalReport, coverage_text};
pub use diagnose::{
    DIAGNOSE_SCHEMA, DiagnoseReport, DiagnoseVerdict, DiagnosedComponent, DiagnosisReport, FailingTest,
    LineChange, Replacement, TestRepair, ValueChange,
};
pub use diagnose_text::diagnose_text;
pub use diagnostics::{DIAGNOSTICS_SCHEMA, DiagnosticsReport};
pub use exit::Exit;
pub use explain::{
    Answer, AssumedReport, AtClaimReport, AtClaimValue, DeltaKindReport, DeltaReport, DistanceReport,
    EXPLAIN_SCHEMA, ExplainReport, ExplanationReport, LineReport, SameWayReport, SuspectReport, TieReport,
};
pub use explain_text::{ExplainShown, explain_text};
pub use failure::{AccessKind, RelatedKind, Why, WordedFailure, claim_failure};
pub use focus::{
    FOCUS_SCHEMA, FocusAssumption, FocusCommon, FocusProcedure, FocusReport, FocusSequence, FocusStatement,
    FocusWrong,
};
pub use focus_text::{FocusLevel, focus_text};
pub use format::{FORMATS, Findings, Format};
pub use html::{HtmlPage, HtmlSubject, html_page};
pub use json::RunJson;
pub use listing::{Listed, LoopReport, SymbolReport, listed_text};
pub use minimize::{MINIMIZE_SCHEMA, MeasureReport, MinimizeReport};
pub use minimize_text::minimize_text;
pub use native::{NativeEnd, NativeReport, NotGiven};
pub use no_subject::NoSubject;
pub use obstacle::{Cut, Obstacle};
pub use page_run::{PageCell, PageObject, PageRow, PageRun, PageRuns, PageShift, PageTells};
pub use place::{MacroUse, Place};
pub use plain::plain;
pub use progress::Doing;
pub use ranking::{Evidence, RankedLine};
pub use reason::{English, Sentence};
pub use repair::{Assurance, ChangeReport, EditReport, EffectReport, REPAIR_SCHEMA, RepairReport};
pub use repair_text::{change_text, repair_text};
pub use replay::{ReplayReport, ReplayResult, ReplayedRun, replay_text};
pub use run::{
    Argument, Ending, Failure, Frame, InputUse, Limit, MissingFunction, RUN_SCHEMA, Related, Round,
    RunReport, Step, TraceStep,
};
pub use saved_run::{
    SAVED_RUN_SCHEMA, SavedBytes, SavedClaim, SavedFile, SavedHarness, SavedInput, SavedLocation,
    SavedOptions, SavedRun, SavedRunError, SavedSource,
};
pub use schedule_only::{
    OtherOrder, SCHEDULE_SCHEMA, ScheduleEvent, ScheduleReport, SwappedEvents, one_thread_only,
    schedule_only_text,
};
pub use short::{Screen, WIDEST_SCREEN, short_head, short_rest, short_text};
pub use snippet::{Snippets, Style};
pub use suite_remark::SuiteRemark;
pub use text::{run_text, trace_line, trace_text};
pub use threads::{
    BlockedThread, Deadlock, HeldBy, Race, RacingAccess, ScheduleSlice, schedule_text, thread_name,
};
pub use undecided::{Undecided, undecided_groups};
pub use variations::{
    InvariantReport, NearError, NotVaried, SampleCounts, StepReport, StepSets, TransformationReport,
    VARIATIONS_SCHEMA, VariationCounts, VariationGap, VariationKind, VariationsReport,
};
pub use variations_text::{one_of_text, same_object_text, sorted_text, variations_text, way_word};
pub use visible::visible;
pub use whole_text::whole_text;
pub use why::{
    WHY_SCHEMA, WhyAnswer, WhyChain, WhyDecision, WhyKind, WhyLink, WhyNotReport, WhyPart, WhyParting,
    WhyReport,
};
pub use why_text::{link_says, origin_sentence, why_not_sentences, why_text};
pub use words::{Assumed, NoAnswer, Note, Presupposed, Stated, Unavoidable, stated};
