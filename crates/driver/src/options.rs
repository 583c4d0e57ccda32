//! What an analysis is asked, beyond the text itself.

use ctype::DataModel;
use frontend::{DataFile, Dialect};

/// How the C text is read.
#[derive(Debug, Clone)]
pub struct Language {
    pub include_dirs: Vec<String>,
    /// Given by the user. Those of the host come from [`crate::Host`], if they are wanted.
    pub system_dirs: Vec<String>,
    pub host_headers: bool,
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    pub forced_includes: Vec<String>,
    pub dialect: Dialect,
    pub model: DataModel,
    /// Whether the models of the C library are linked.
    pub library: bool,
    /// What the program finds when it opens files.
    pub data_files: Vec<DataFile>,
    /// Whether it also finds the files that its string literals name.
    pub literals_name_files: bool,
}

impl Default for Language {
    fn default() -> Language {
        Language {
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            host_headers: true,
            defines: Vec::new(),
            undefines: Vec::new(),
            forced_includes: Vec::new(),
            dialect: Dialect::default(),
            model: DataModel::LP64,
            library: true,
            data_files: Vec::new(),
            literals_name_files: false,
        }
    }
}

/// What programs for Windows write beyond C.
const WINDOWS_WORDS: [&str; 8] = [
    "_WIN32",
    "__int8=char",
    "__int16=short",
    "__int32=int",
    "__int64=long long",
    "__forceinline=inline",
    "__w64=",
    "__assume(condition)=__CPROVER_assume(condition)",
];

impl Language {
    /// The C of another machine, which need not be that of the host.
    pub fn set_machine(&mut self, model: DataModel) {
        self.model = model;
        // The host's headers would give types of 64 bits as `long`.
        self.host_headers &= model.long_bytes == model.pointer_bytes || model == DataModel::WIN32;
        if [DataModel::WIN32, DataModel::WIN64].contains(&model) {
            let words = WINDOWS_WORDS.iter().map(|word| (*word).to_owned());
            self.defines.splice(0..0, words);
        }
    }
}

/// What a trace shows beside the user's own steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TraceShown {
    /// What happens inside the C library's functions.
    pub library: bool,
    /// Values as bits too.
    pub bits: bool,
}

/// What every analysis is asked.
#[derive(Debug, Clone)]
pub struct Options {
    /// The files as the user named them, for documents.
    pub files: Vec<String>,
    pub language: Language,
    pub lowering: lower::Options,
    /// How far runs are followed, and with which effort.
    pub bounds: bmc::Options,
    /// Claims by name; empty means all.
    pub properties: Vec<String>,
    /// Whether procedures are summarised, so that calls which decide nothing need not be followed.
    pub summaries: bool,
    /// When a run fails, beside or instead of claims.
    pub conditions: Vec<focus::ErrorCondition>,
    /// Whether failing runs come with their steps.
    pub trace: Option<TraceShown>,
    /// Whether failing runs are also looked for by executing the program.
    pub fuzzes: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            files: Vec::new(),
            language: Language::default(),
            // A whole program is asked about: `main` gets any arguments, and files hold anything.
            lowering: lower::Options {
                random_input: true,
                open_arguments: true,
                merge_literals: true,
                ..lower::Options::default()
            },
            bounds: bmc::Options::default(),
            properties: Vec::new(),
            conditions: Vec::new(),
            summaries: false,
            trace: None,
            fuzzes: true,
        }
    }
}
