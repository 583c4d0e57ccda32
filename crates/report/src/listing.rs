//! What a program consists of, without deciding anything: its functions, its symbols, its loops.

use std::fmt::Write;

use crate::{CbmcForm, Place, cbmc_listed_json};

/// What is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// The program as the tool sees it.
    Program(String),
    Functions(Vec<String>),
    Symbols(Vec<SymbolReport>),
    Loops(Vec<LoopReport>),
}

/// A function or a global object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolReport {
    pub name: String,
    pub r#type: String,
    pub place: Place,
}

/// A loop with the name that `--unwindset` takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopReport {
    pub name: String,
    pub function: String,
    pub place: Place,
}

/// A list, in the form of CBMC if that is asked for.
#[must_use]
pub fn listed_text(listed: &Listed, form: Option<CbmcForm>) -> String {
    let mut text = String::new();
    match listed {
        Listed::Program(program) => text.push_str(program),
        Listed::Functions(names) => {
            for name in names {
                let _ = writeln!(text, "{name}");
            }
        }
        Listed::Symbols(symbols) => {
            for SymbolReport { name, r#type, place } in symbols {
                let _ = writeln!(text, "{name}  {}  {}", r#type, place.short());
            }
        }
        Listed::Loops(loops) if form == Some(CbmcForm::Json) => return cbmc_listed_json(None, loops),
        Listed::Loops(loops) => {
            for LoopReport {
                name,
                function,
                place,
            } in loops
            {
                let _ = match (form, &place.location) {
                    (Some(_), Some(at)) => writeln!(
                        text,
                        "Loop {name}:\n  file {} line {} function {function}\n",
                        at.file, at.line
                    ),
                    _ => writeln!(text, "{name}  {}", place.short()),
                };
            }
        }
    }
    text
}
