//! The embedded library models: C definitions of library functions, translated by the same front end, so
//! that every engine sees them as part of the program.
//!
//! When all of the user's files are linked, every function that is referred to and has no body is looked up
//! here by name. If a model defines it, that model's file is translated as a unit of its own (it sees no
//! host header, only the models' own) and linked; what it refers to in turn is looked up the same way.
//! A definition of the user's always wins, and the static names of a model are the model's own.
//!
//! To add a model: write `models/NAME.c`, add it to [`MODELS`] and list what it defines in
//! `models/index.txt`; a test compares the two.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::convert;
use crate::data;
use crate::files::Overlay;
use crate::link::Linker;
use crate::request::{DataFile, Input, Request};
use crate::tree::{self, Tree};
use crate::uninterpreted;
use crate::unit::{Settings, Unit};

macro_rules! embed {
    ($($file:literal,)*) => {
        &[$(($file, include_str!(concat!("../models/", $file)))),*]
    };
}

/// `(name, text)` of each model file.
const MODELS: &[(&str, &str)] = embed![
    "asprintf.c",
    "assert.c",
    "byte_order.c",
    "builtins.c",
    "calendar.c",
    "complex.c",
    "complex_parts.c",
    "cprover.c",
    "cprover_floats.c",
    "cprover_limits.c",
    "cprover_rounding.c",
    "cprover_strings.c",
    "ctype.c",
    "ctype_bsd.c",
    "ctype_tables.c",
    "err.c",
    "errno.c",
    "error.c",
    "exit.c",
    "exit_now.c",
    "fenv.c",
    "fortify.c",
    "fortify_stdio.c",
    "getenv.c",
    "getline.c",
    "getopt.c",
    "gettext.c",
    "given_files.c",
    "inttypes.c",
    "langinfo.c",
    "libgen.c",
    "locale.c",
    "math_classify.c",
    "math_exact.c",
    "math_functions.c",
    "math_parts.c",
    "memory.c",
    "memory_gnu.c",
    "memory_legacy.c",
    "perror.c",
    "printf.c",
    "process.c",
    "pthread.c",
    "pthread_keys.c",
    "pthread_locks.c",
    "puts.c",
    "rand48.c",
    "random.c",
    "scanf.c",
    "scanf_names.c",
    "setjmp.c",
    "signal.c",
    "signal_sets.c",
    "sprintf.c",
    "stdio_choice.c",
    "stdio_files.c",
    "stdio_in.c",
    "stdio_out.c",
    "stdio_state.c",
    "stdio_streams.c",
    "stdlib_alloc.c",
    "stdlib_convert.c",
    "stdlib_float.c",
    "stdlib_misc.c",
    "stdlib_sort.c",
    "strerror.c",
    "string.c",
    "string_alloc.c",
    "string_gnu.c",
    "string_legacy.c",
    "string_posix.c",
    "string_search.c",
    "strtok.c",
    "system_directory.c",
    "system_files.c",
    "system_info.c",
    "system_sockets.c",
    "threads_keys.c",
    "threads_mutex.c",
    "threads_rwlock.c",
    "threads_signal.c",
    "threads_start.c",
    "threads_wait.c",
    "time.c",
    "unistd.c",
    "unistd_files.c",
    "wchar.c",
    "wctype.c",
];

/// What the models include, by name.
pub(crate) const HEADERS: &[(&str, &str)] = embed![
    "because.h",
    "complex_parts_text.h",
    "complex_text.h",
    "examine_model.h",
    "format_model.h",
    "integer_model.h",
    "keys_text.h",
    "math_classify_text.h",
    "math_each.h",
    "math_exact_text.h",
    "math_functions_text.h",
    "math_model.h",
    "math_parts_text.h",
    "math_undefine.h",
    "memory_model.h",
    "mutex_attributes_text.h",
    "scanf_model.h",
    "stdio_choice.h",
    "stdio_model.h",
    "string_model.h",
    "thread_model.h",
    "time_model.h",
    "unknown_model.h",
];

/// One line a model: `file: names`.
const INDEX: &str = include_str!("../models/index.txt");

/// The models that take the place of others in programs that start threads: locks wait there.
const THREADED: &str = "threads_";

/// The functions that start a thread; a program that refers to one has threads.
const STARTERS: [&str; 2] = ["pthread_create", "thrd_create"];
/// A label that begins so does, too.
const ASYNC_LABEL: &str = "__CPROVER_ASYNC_";

/// Whether a program starts threads, going by what it refers to.
#[must_use]
pub fn starts_threads(tree: &Tree) -> bool {
    let starts = |function: &tree::Function| {
        let asynchronous = |label: &tree::Label| label.name.starts_with(ASYNC_LABEL);
        STARTERS.contains(&function.name.as_str()) || function.labels.iter().any(asynchronous)
    };
    tree.functions.iter().any(starts)
}

/// Which model file defines a function or object, in programs that start threads and in others.
fn table(threads: bool) -> &'static BTreeMap<&'static str, usize> {
    static TABLES: [OnceLock<BTreeMap<&'static str, usize>>; 2] = [OnceLock::new(), OnceLock::new()];
    TABLES[usize::from(threads)].get_or_init(|| {
        let mut table = single_table(|file| file.starts_with(THREADED) == threads);
        if threads {
            for (name, file) in single_table(|file| !file.starts_with(THREADED)) {
                table.entry(name).or_insert(file);
            }
        }
        table
    })
}

fn single_table(wanted: impl Fn(&str) -> bool) -> BTreeMap<&'static str, usize> {
    let mut table = BTreeMap::new();
    for line in INDEX.lines() {
        let Some((file, names)) = line.split_once(':').filter(|(file, _)| wanted(file)) else {
            continue;
        };
        let Some(index) = MODELS.iter().position(|(name, _)| *name == file) else {
            continue;
        };
        for name in names.split_whitespace() {
            table.entry(name).or_insert(index);
        }
    }
    table
}

/// Whether a model defines this function.
#[must_use]
pub fn has_model(name: &str) -> bool {
    table(true).contains_key(name)
}

/// Which model files are linked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Models(BTreeSet<String>);

/// Defines the library functions that the program refers to and does not define. Its literals begin where it is said.
///
/// Returns the files that it can open.
pub(crate) fn link(
    linker: &mut Linker,
    request: &Request,
    overlay: &Overlay<'_>,
    literals: usize,
    models: &mut Models,
) -> Vec<DataFile> {
    let mut found = Vec::new();
    let literals = literals..linker.tree.strings.len();
    let mut settings = None;
    loop {
        // One file may bring the need for another; the order is that of the functions, so it is fixed.
        let wanted = linker.without_body().into_iter().find_map(|name| {
            let (file, text) = text_for(linker, &name)?;
            models.0.insert(file.clone()).then_some((file, text))
        });
        let wanted = wanted.map(|(file, text)| match file == data::MODEL {
            true => {
                found = data::all(&linker.tree.strings[literals.clone()], request, overlay.files);
                (file, data::with_table(&text, &found))
            }
            false => (file, text),
        });
        let Some((file, text)) = wanted else { return found };
        let settings = settings.get_or_insert_with(|| Settings::for_models(request));
        add(linker, settings, overlay, &file, text);
    }
}

/// Links those models that do not depend on the program.
pub(crate) fn link_all(
    linker: &mut Linker,
    request: &Request,
    overlay: &Overlay<'_>,
    models: &Models,
) -> Models {
    let settings = Settings::for_models(request);
    let mut linked = Models::default();
    let same = MODELS.iter().filter(|(file, _)| *file != data::MODEL);
    for (file, text) in same.filter(|(file, _)| models.0.contains(*file)) {
        linked.0.insert((*file).to_owned());
        add(linker, &settings, overlay, file, (*text).to_owned());
    }
    linked
}

/// Translates and links one model.
fn add(linker: &mut Linker, settings: &Settings, overlay: &Overlay<'_>, file: &str, text: String) {
    let mut unit = Unit::new(settings, overlay, &Input::new(format!("<because>/{file}"), text));
    crate::report(linker, &mut unit, true);
    if unit.ok {
        convert::convert(linker, &mut unit, true);
    }
}

/// The file that defines a function or object, and its text.
fn text_for(linker: &Linker, name: &str) -> Option<(String, String)> {
    if let Some(&model) = table(starts_threads(&linker.tree)).get(name) {
        let (file, text) = MODELS[model];
        return Some((file.to_owned(), text.to_owned()));
    }
    if !name.starts_with(uninterpreted::PREFIX) {
        return None;
    }
    let text = uninterpreted::definition(&linker.tree, name)?;
    Some((format!("{name}.c"), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each file defines is compared with the index in `tests/models_native.rs`.
    #[test]
    fn the_index_has_every_model() {
        let listed = INDEX.lines().filter_map(|line| line.split_once(':'));
        let listed: BTreeSet<&str> = listed.map(|(file, _)| file).collect();
        let embedded: BTreeSet<&str> = MODELS.iter().map(|(file, _)| *file).collect();
        assert_eq!(embedded, listed);
    }
}
