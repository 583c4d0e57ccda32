//! One run kept for later: its inputs, the claim that fails in it, and what decides that it is this run.
//!
//! The document is exact: inputs are kept as bits, and the C text beside them is for people. Reading it checks
//! the schema first, so that a newer document is refused by its version and not by a member it lacks.

use std::fmt;

use serde::{Deserialize, Serialize};
use source::SourceFile;

/// The name and version of the JSON document.
pub const SAVED_RUN_SCHEMA: &str = "because.saved-run/2";
/// The one before: it had no schedule.
const OLDER_SCHEMA: &str = "because.saved-run/1";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRun {
    schema: String,
    /// What fails in this run; absent if it ends without an error.
    pub claim: Option<SavedClaim>,
    /// The user's files in the order they were read, headers included.
    pub sources: Vec<SavedSource>,
    pub options: SavedOptions,
    /// `argv`, the program's name first.
    pub arguments: Vec<SavedBytes>,
    /// What was read from standard input; absent if nothing was.
    pub stdin: Option<SavedBytes>,
    /// In the order they enter the run.
    pub inputs: Vec<SavedInput>,
    /// Which thread runs when; absent if there is only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<crate::ScheduleSlice>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedClaim {
    /// `function.check.number`; absent for errors that are no claim, such as too deep a recursion.
    pub name: Option<String>,
    /// The check's word, such as `signed_overflow`.
    pub check: String,
    /// What must hold, in source terms.
    pub text: String,
    /// Where it fails in the user's own text; absent for what the tool itself made.
    pub location: Option<SavedLocation>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedLocation {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSource {
    pub name: String,
    /// `fnv1a64:` and sixteen hexadecimal digits.
    pub hash: String,
}

impl SavedSource {
    #[must_use]
    pub fn of(file: &SourceFile) -> SavedSource {
        SavedSource {
            name: file.name.clone(),
            hash: format!("fnv1a64:{:016x}", fnv1a(&file.text)),
        }
    }
}

/// The options that decide what a run is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedOptions {
    /// Where the program starts, if not at `main`.
    pub function: Option<String>,
    /// The words of the checks that are on.
    pub checks: Vec<String>,
    /// `LP64` or `ILP32`, with `unsigned char` behind it if that is what `char` is.
    pub data_model: String,
    /// As `--std` takes it.
    pub dialect: String,
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    pub include_dirs: Vec<String>,
    pub system_dirs: Vec<String>,
    pub forced_includes: Vec<String>,
    pub host_headers: bool,
    /// `input` or `fail`.
    pub missing_body: String,
    pub malloc_may_fail: bool,
    /// Whether no allocation fails, however large.
    #[serde(default)]
    pub malloc_never_fails: bool,
    /// Whether arguments are evaluated left to right.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_to_right: bool,
    pub nondet_static: bool,
    /// Labels that must not be reached.
    #[serde(default)]
    pub error_labels: Vec<String>,
    /// `nearest`, `down`, `up` or `zero`.
    #[serde(default = "nearest")]
    pub rounding: String,
    /// Whether what `rand` returns is an input.
    #[serde(default)]
    pub random_input: bool,
    /// Whether the arguments of `main` are among the inputs.
    #[serde(default)]
    pub open_arguments: bool,
    /// What harnesses ask for beside that.
    #[serde(default, skip_serializing_if = "SavedHarness::is_usual")]
    pub harness: SavedHarness,
    /// What the program finds when it opens files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data_files: Vec<SavedFile>,
}

/// A file that the program may open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFile {
    /// As the program names it.
    pub name: SavedBytes,
    /// Absent if there is no such file.
    pub content: Option<SavedBytes>,
}

/// Options that change what a harness means; absent where they are not given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedHarness {
    /// Assumptions count for nothing.
    pub ignore_assumptions: bool,
    /// Assertions are assumed.
    pub assume_assertions: bool,
    /// Whether claims have the names that CBMC gives them.
    #[serde(default)]
    pub cbmc_claims: bool,
    /// The models of the C library are left out.
    pub no_library: bool,
    /// How deep the objects behind parameters go, and how many of the pointers to them are never null.
    pub argument_depth: Option<u32>,
    pub certain_depth: u32,
}

impl SavedHarness {
    fn is_usual(&self) -> bool {
        *self == SavedHarness::default()
    }
}

fn nearest() -> String {
    "nearest".to_owned()
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedInput {
    pub name: String,
    /// Counts the uses of this name from 1.
    pub occurrence: u32,
    /// Spelled in C.
    pub r#type: String,
    /// In C syntax, for people.
    pub value: String,
    /// The exact bits, hexadecimal: what a replay takes.
    pub bits: String,
    /// `nondet`, `external_call`, `uninitialised`, …
    pub source: String,
}

impl SavedInput {
    /// The exact bits as a number. Reading a document has checked that they are one.
    #[must_use]
    pub fn bits(&self) -> u128 {
        parse_bits(&self.bits).unwrap_or(0)
    }
}

/// Bytes that are text most of the time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SavedBytes {
    Text(String),
    Hex { hex: String },
}

impl SavedBytes {
    #[must_use]
    pub fn of(bytes: &[u8]) -> SavedBytes {
        match std::str::from_utf8(bytes) {
            Ok(text) => SavedBytes::Text(text.to_owned()),
            Err(_) => SavedBytes::Hex {
                hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            },
        }
    }

    /// Nothing if the digits are none.
    #[must_use]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            SavedBytes::Text(text) => Some(text.as_bytes().to_vec()),
            SavedBytes::Hex { hex } if hex.len() % 2 == 0 && hex.is_ascii() => (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).ok())
                .collect(),
            SavedBytes::Hex { .. } => None,
        }
    }
}

/// Why a document is no saved run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SavedRunError {
    /// Not JSON, or a member is missing or of another type.
    Malformed(String),
    /// A document of another kind or version.
    Schema(Option<String>),
    /// A member's text does not mean anything.
    Meaningless(String),
}

impl fmt::Display for SavedRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedRunError::Malformed(text) => write!(f, "not a saved run: {text}"),
            SavedRunError::Schema(Some(schema)) => write!(
                f,
                "not a saved run that this version reads: its schema is `{schema}`, not `{SAVED_RUN_SCHEMA}`"
            ),
            SavedRunError::Schema(None) => write!(f, "not a saved run: it has no `schema`"),
            SavedRunError::Meaningless(text) => write!(f, "not a saved run: {text}"),
        }
    }
}

impl std::error::Error for SavedRunError {}

impl SavedRun {
    /// Whether it fails at something else than a data race: then races on the way do not end it.
    #[must_use]
    pub fn fails_behind_races(&self) -> bool {
        let race = program::CheckKind::DataRace.word();
        self.claim.as_ref().is_some_and(|claim| claim.check != race)
    }

    #[must_use]
    pub fn new(options: SavedOptions) -> SavedRun {
        SavedRun {
            schema: SAVED_RUN_SCHEMA.to_owned(),
            claim: None,
            sources: Vec::new(),
            options,
            arguments: Vec::new(),
            stdin: None,
            inputs: Vec::new(),
            schedule: Vec::new(),
        }
    }

    /// The document, ending with a line end.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// # Errors
    /// When the text is not a document of this schema.
    pub fn read(text: &[u8]) -> Result<SavedRun, SavedRunError> {
        let malformed = |error: serde_json::Error| SavedRunError::Malformed(error.to_string());
        let value: serde_json::Value = serde_json::from_slice(text).map_err(malformed)?;
        let schema = value.get("schema").and_then(serde_json::Value::as_str);
        if schema != Some(SAVED_RUN_SCHEMA) && schema != Some(OLDER_SCHEMA) {
            return Err(SavedRunError::Schema(schema.map(str::to_owned)));
        }
        let run: SavedRun = serde_json::from_value(value).map_err(malformed)?;
        for input in &run.inputs {
            if parse_bits(&input.bits).is_none() {
                let text = format!("`{}` are no bits of input {}", input.bits, input.name);
                return Err(SavedRunError::Meaningless(text));
            }
            if input.occurrence == 0 {
                let text = format!("the uses of input {} count from 1", input.name);
                return Err(SavedRunError::Meaningless(text));
            }
        }
        if run
            .stdin
            .iter()
            .chain(&run.arguments)
            .any(|bytes| bytes.bytes().is_none())
        {
            let text = "`hex` takes pairs of hexadecimal digits".to_owned();
            return Err(SavedRunError::Meaningless(text));
        }
        Ok(run)
    }
}

fn parse_bits(text: &str) -> Option<u128> {
    u128::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// FNV-1a with 64 bits: it notices an edit, and is not meant to withstand an adversary.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> SavedRun {
        let options = SavedOptions {
            function: None,
            checks: vec!["assertion".into()],
            data_model: "LP64".into(),
            dialect: "gnu17".into(),
            defines: vec!["N=3".into()],
            undefines: vec![],
            include_dirs: vec![],
            system_dirs: vec![],
            forced_includes: vec![],
            host_headers: true,
            missing_body: "input".into(),
            malloc_may_fail: false,
            malloc_never_fails: false,
            left_to_right: false,
            nondet_static: false,
            error_labels: Vec::new(),
            rounding: nearest(),
            random_input: false,
            open_arguments: false,
            harness: SavedHarness::default(),
            data_files: Vec::new(),
        };
        let mut run = SavedRun::new(options);
        run.arguments = vec![SavedBytes::of(b"a"), SavedBytes::of(b"\xff\x00")];
        run.stdin = Some(SavedBytes::of(b"text\n"));
        run.inputs = vec![SavedInput {
            name: "x".into(),
            occurrence: 1,
            r#type: "double".into(),
            value: "0.1".into(),
            bits: "0x3fb999999999999a".into(),
            source: "nondet".into(),
        }];
        run
    }

    #[test]
    fn what_is_written_is_read() {
        let text = run().write();
        let again = SavedRun::read(text.as_bytes()).unwrap();
        assert_eq!(again, run());
        assert_eq!(again.inputs[0].bits(), 0x3fb9_9999_9999_999a);
        assert_eq!(again.arguments[1].bytes().unwrap(), b"\xff\x00");
        assert!(text.contains("\"stdin\": \"text\\n\""), "{text}");
    }

    #[test]
    fn other_documents_are_refused() {
        let error = |text: &str| SavedRun::read(text.as_bytes()).unwrap_err();
        assert!(matches!(error("{"), SavedRunError::Malformed(_)));
        assert_eq!(error("{}"), SavedRunError::Schema(None));
        let newer = run().write().replace("saved-run/2", "saved-run/3");
        assert_eq!(
            error(&newer),
            SavedRunError::Schema(Some("because.saved-run/3".into()))
        );
        let older = run().write().replace("saved-run/2", "saved-run/1");
        assert!(SavedRun::read(older.as_bytes()).is_ok());
        let odd = run().write().replace("ff00", "ff0");
        assert!(matches!(error(&odd), SavedRunError::Meaningless(_)));
        let bits = run().write().replace("0x3fb9", "0xx");
        assert!(matches!(error(&bits), SavedRunError::Meaningless(_)));
        assert!(matches!(
            error(r#"{"schema": "because.saved-run/1"}"#),
            SavedRunError::Malformed(_)
        ));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
