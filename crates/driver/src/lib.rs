//! `because` as a library: from C text to findings.
//!
//! A [`Session`] is one program under analysis. It is made from texts, and asked: [`check`](Session::check) decides claims,
//! [`explain`](Session::explain), [`causes`](Session::causes) and [`minimize`](Session::minimize) work on one failing run
//! ([`subject`](Session::subject)), [`diagnose`](Session::diagnose) and [`repair`](Session::repair) on test suites or
//! on a failing run that they look for. What comes back is plain data of the crate `report`, which also renders it.
//!
//! Nothing here reads files, the clock or the environment: headers come from a [`Host`], and a predicate says when to stop.
//!
//! ```
//! use std::sync::Arc;
//!
//! use driver::{Asked, ExplainRequest, Following, Host, Looking, Options, Session};
//! use frontend::{Input, MemoryFiles};
//! use report::{Answer, Verdict};
//!
//! let text = "
//!     int nondet_int(void);
//!     int main(void) {
//!         int x = nondet_int();
//!         int y = x > 7 ? 0 : x;
//!         __CPROVER_assert(y != 5, \"y is not 5\");
//!     }";
//! let host = Host { files: &MemoryFiles::default(), system_dirs: &[] };
//! let inputs = vec![Input::new("five.c", text)];
//! let never = Arc::new(|| false);
//!
//! // Decide every claim.
//! let session = Session::new(inputs.clone(), Options::default(), host, never.clone()).unwrap();
//! let checked = session.check(&mut |_| {}, None);
//! assert_eq!(checked.report.verdict, Verdict::Failed);
//!
//! // Say why the first one fails.
//! let options = Options::default().for_method(Looking::First, Following::AlsoOthers);
//! let session = Session::new(inputs, options, host, never).unwrap();
//! let request = ExplainRequest { whole: false, method: explain::ExplainOptions::default(), asked: Asked::Why };
//! let explained = session.explain(session.subject(None), &request);
//! let Answer::Explained(explanation) = explained.report.answer else { panic!("no explanation") };
//! assert_eq!(explanation.failing_inputs[0].value, "5");
//! assert!(explanation.distance.proved);
//! ```

mod bad_access;
mod causes;
mod check;
mod diagnose;
mod ending;
mod explain;
mod focus;
mod given;
mod listing;
mod load;
mod minimize;
pub mod native;
mod options;
mod patches;
mod repair;
mod replay;
mod rounds;
mod saved;
mod scanned;
mod schedule_only;
mod session;
mod subject;
mod suite;
mod threads;
mod timeline;
mod tracer;
mod variation_facts;
mod variations;
mod varied;

pub use crate::focus::FocusRequest;
pub use ::focus::ErrorCondition;
pub use check::{Checked, SecondOpinion};
pub use diagnose::diagnosis_stages;
pub use ending::{ExecutedRun, StopCause};
pub use explain::{Asked, ExplainRequest, Explained};
pub use given::{
    CommandLine, CompileCommand, GivenInputs, GivenValue, InputError, SavedTestError, Supply, TestVector,
    VectorError, VectorsError, command_line, loop_bound, saved_test, test_vectors,
};
pub use listing::{EquationForm, Listing};
pub use load::{Host, Loaded, load};
pub use options::{Language, Options, TraceShown};
pub use replay::compare;
pub use saved::{RestoreError, Restored, changed, data_file, restore, saved_run, user_sources};
pub use scanned::is_view;
pub use session::{Session, UnknownClaim, Unusable};
pub use subject::{Following, Looking, Subject};
pub use suite::SuiteError;
pub use threads::{schedule_from, schedule_of};
pub use timeline::{KnownRun, Question, QuestionError, Recorded, Row};
pub use tracer::{StepSink, Tracer};
pub use variations::{VariationsFound, VariationsRequest};
pub use varied::{NotVariable, Varied};
