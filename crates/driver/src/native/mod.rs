//! A second opinion about a failing run: what a program that the host has compiled is given, and what its end says.
//!
//! The interpreter has executed the run already; this shares nothing with the tool but the inputs. Compiling and
//! executing is for whoever has a host. Here are the compiler's options, the text that feeds it the inputs of a run,
//! the arguments, and the reading of what the process printed. Only a failure of the same kind at the same place
//! counts.

mod harness;
mod verdict;

use ctype::DataModel;
use interp::{InputKind, InputValue};
use program::InputSource;

use crate::options::Language;

pub use harness::{declarations, harness};
pub use verdict::{Ended, judge};

/// The options of the C language, as a compiler takes them.
#[must_use]
pub fn compiler_options(language: &Language) -> Vec<String> {
    let mut flags = vec![format!("-std={}", language.dialect.name())];
    flags.extend(language.include_dirs.iter().map(|dir| format!("-I{dir}")));
    for dir in &language.system_dirs {
        flags.extend(["-isystem".to_owned(), dir.clone()]);
    }
    flags.extend(language.defines.iter().map(|define| format!("-D{define}")));
    flags.extend(language.undefines.iter().map(|name| format!("-U{name}")));
    for name in &language.forced_includes {
        flags.extend(["-include".to_owned(), name.clone()]);
    }
    if language.model.pointer_bytes == DataModel::ILP32.pointer_bytes {
        flags.push("-m32".to_owned());
    }
    if !language.model.char_signed {
        flags.push("-funsigned-char".to_owned());
    }
    flags
}

/// Whether a compiler of this host has the types of this data model.
#[must_use]
pub fn is_native(model: DataModel) -> bool {
    let model = DataModel {
        char_signed: true,
        ..model
    };
    [DataModel::LP64, DataModel::ILP32].contains(&model)
}

/// The arguments that a run chooses by itself, if it does.
#[must_use]
pub fn chosen_arguments(inputs: &[InputValue]) -> Option<Vec<Vec<u8>>> {
    let named = inputs.iter().map(|input| (input.name.as_str(), input.bits));
    let open = inputs
        .iter()
        .any(|input| input.kind == InputKind::Site(InputSource::Argument));
    open.then(|| report::argument_words(named).unwrap_or_default())
}

/// What a run reads from standard input.
#[must_use]
pub fn standard_input(inputs: &[InputValue]) -> Vec<u8> {
    let read = inputs.iter().filter(|input| input.kind == InputKind::Stdin);
    // The end of the input is the one value that is no byte.
    read.filter_map(|input| u8::try_from(input.bits as i128).ok())
        .collect()
}
