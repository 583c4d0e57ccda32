//! What a diagnosis found.

use reasons::Suspected;
use serde::Serialize;
use source::ResolvedSpan;

use reasons::Reason;

use crate::Place;

/// The name and version of the JSON document.
pub const DIAGNOSE_SCHEMA: &str = "because.diagnose/1";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagnoseVerdict {
    /// There are repairs.
    Diagnosed,
    /// Nothing is known to repair; regions are listed that failing tests come by.
    Located,
    /// Runs fail, and no set of the sizes that were searched repairs them.
    NoDiagnosis,
    NothingFails,
    Undetermined,
}

/// What is suspected, by its word.
pub(crate) fn suspected<S: serde::Serializer>(kind: &Suspected, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.word())
}

/// A part of the program that is suspected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiagnosedComponent {
    #[serde(serialize_with = "crate::diagnose::suspected")]
    pub kind: Suspected,
    /// As the programmer wrote it.
    pub expression: String,
    pub function: String,
    #[serde(flatten)]
    pub place: Place,
}

/// One evaluation of a component in a repaired run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueChange {
    /// Which of the diagnosis' components, from 0.
    pub component: usize,
    /// What the expression gives there; absent where there is no value, as for text.
    pub original: Option<String>,
    pub repair: String,
    pub changed: bool,
}

/// How a diagnosis repairs one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TestRepair {
    pub test: String,
    pub values: Vec<ValueChange>,
}

/// Lines of a file as they are and as they could be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineChange {
    pub file: String,
    /// The first of them.
    pub line: u32,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

/// A piece of a file, and what stands there instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// Empty where something is put in.
    pub location: ResolvedSpan,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiagnosisReport {
    /// From 1.
    pub rank: usize,
    pub size: usize,
    /// In a document, its sentence.
    #[serde(serialize_with = "crate::reason::as_sentence")]
    pub reason: Reason,
    pub components: Vec<DiagnosedComponent>,
    /// Sets of parts of these expressions that repair every failing test, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub narrower: Vec<Vec<DiagnosedComponent>>,
    /// One value that repairs every failing test, for a single component.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant: Option<String>,
    /// Passing tests that fail with that constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant_breaks: Option<usize>,
    /// What could be written there instead, or is missing there: every test is right with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
    /// If some tests still fail with that: how many of those that failed are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<usize>,
    /// For changes that are needed together: the lines before and after.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineChange>,
    /// For a change of the text: each piece of the files and what stands there instead. All of them are made at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<Replacement>,
    /// Other places where a missing statement would do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<Place>,
    /// Where the value of the component is printed as it is: what is expected, printed there, repairs every failing
    /// test, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<DiagnosedComponent>,
    /// The failing tests that it repairs: all of them, unless it says how many.
    pub covers: Vec<String>,
    /// For each component, the tests that it repairs on its own; only for more than one component and test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub explains: Vec<Vec<String>>,
    /// Components, from 0, that are one change of the text: another type, and the conversions that print it. Absent
    /// where each component is a change of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Vec<usize>>,
    /// The values of the first tests.
    pub repairs: Vec<TestRepair>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailingTest {
    pub name: String,
    /// How the run ended.
    pub ended: String,
    /// Whether it ended by itself, and not in an error or never.
    #[serde(skip)]
    pub exited: bool,
    /// What it printed, for tests of the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// More of a text is not shown in one line.
const LONGEST_QUOTE: usize = 400;

/// A text in quotes, as a C programmer writes it; the beginning of a long one.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

impl FailingTest {
    /// What went wrong, in one line.
    pub(crate) fn line(&self) -> String {
        match (&self.printed, &self.expected) {
            (Some(printed), Some(expected)) if !self.exited && printed != expected => format!(
                "{} fails: {}; until then it prints {}, expected {}\n",
                self.name,
                self.ended,
                quoted(printed),
                quoted(expected)
            ),
            (Some(printed), Some(expected)) if printed != expected => {
                let (printed, expected) = (quoted(printed), quoted(expected));
                format!("{} fails: prints {printed}, expected {expected}\n", self.name)
            }
            _ => format!("{} fails: {}\n", self.name, self.ended),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiagnoseReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    pub verdict: DiagnoseVerdict,
    pub failing: Vec<FailingTest>,
    pub passing: usize,
    /// How many components could have been suspected.
    pub components: usize,
    /// Whether all diagnoses of their size are listed, and none is smaller.
    pub complete: bool,
    /// Whether no set smaller than the smallest diagnosis repairs.
    pub none_smaller: bool,
    /// The repairs only keep the run from the assertion that failed.
    pub avoids_assertion: bool,
    /// Repairs that need more rounds of a loop were not looked at.
    pub bounded: bool,
    pub stopped: bool,
    /// Failing tests that the diagnoses repair: all, unless the search was stopped.
    pub looked_at: usize,
    pub diagnoses: Vec<DiagnosisReport>,
    pub notes: Vec<String>,
    pub exit_code: u8,
}
