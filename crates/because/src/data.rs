//! Files that the program opens while it runs. Where one run is executed they are read before it starts: those that
//! `--file` names, those that the program's arguments name, and (by the front end) those that its string literals name.

use std::path::{Path, PathBuf};

use driver::Language;
use frontend::{DataFile, FileProvider};

use crate::files::HostFiles;

/// What `--file NAME[=PATH]` gives.
pub(crate) fn given(text: &str) -> Option<DataFile> {
    let (name, path) = text.split_once('=').unwrap_or((text, text));
    let content = HostFiles.read(Path::new(path))?;
    Some(DataFile {
        name: name.as_bytes().to_vec(),
        content: Some(content),
    })
}

/// The language of a program that is executed with these arguments: it finds the files that they name, beside the place
/// where the tool was started or in one of the folders.
pub(crate) fn with_arguments<'a>(
    language: &Language,
    arguments: impl IntoIterator<Item = &'a Vec<u8>>,
    folders: &[PathBuf],
) -> Language {
    let mut language = language.clone();
    language.literals_name_files = true;
    let mut known: std::collections::BTreeSet<Vec<u8>> =
        language.data_files.iter().map(|file| file.name.clone()).collect();
    for argument in arguments {
        let Ok(name) = std::str::from_utf8(argument) else {
            continue;
        };
        if !name.is_empty() && known.insert(argument.clone()) {
            let beside = folders.iter().map(|folder| folder.join(name));
            let content = std::iter::once(PathBuf::from(name))
                .chain(beside)
                .find_map(|path| HostFiles.read(&path));
            // What a device holds is not known.
            if content.is_none() && HostFiles.is_no_file(Path::new(name)) {
                continue;
            }
            language.data_files.push(DataFile {
                name: argument.clone(),
                content,
            });
        }
    }
    language
}
