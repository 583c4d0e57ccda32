//! Files that a program opens while it runs, as data in the program: every engine then reads the same bytes with the
//! same models, and none of them does I/O.
//!
//! The table of names and bytes replaces the empty one of `models/given_files.c`. It holds the files of the request
//! and, if asked for, those that string literals of the program name: either what the provider has, or the knowledge
//! that there is none. What a program opens under a name that it puts together is in neither; the model says so when it
//! happens.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::files::FileProvider;
use crate::request::{DataFile, Request};
use crate::tree::StringLiteral;

/// The model that has the table.
pub(crate) const MODEL: &str = "given_files.c";

/// The places of the model that are filled in.
const NAMES: &str = "names[] = \"\"";
const BYTES: &str = "bytes[] = \"\"";
const LAST_ENTRY: &str = "    {.missing = 1},\n";

/// No name of a file is longer on the systems we know.
const LONGEST_NAME: usize = 4096;

/// The files of the request, then those that literals name, in the order of the literals.
pub(crate) fn all(literals: &[StringLiteral], request: &Request, files: &dyn FileProvider) -> Vec<DataFile> {
    let mut found = request.data_files.clone();
    if !request.literals_name_files {
        return found;
    }
    let mut seen: BTreeSet<Vec<u8>> = found.iter().map(|file| file.name.clone()).collect();
    for literal in literals {
        let Some(name) = file_name(&literal.elements) else {
            continue;
        };
        if seen.insert(name.clone()) {
            let path = std::str::from_utf8(&name).map(Path::new);
            // What a device holds is not known.
            if path.is_ok_and(|path| files.is_no_file(path)) {
                continue;
            }
            let content = path.ok().and_then(|path| files.read(path));
            found.push(DataFile { name, content });
        }
    }
    found
}

/// A literal's text if somebody could call a file that: nothing in it is a control character, a blank or a conversion.
fn file_name(elements: &[u32]) -> Option<Vec<u8>> {
    let (&last, letters) = elements.split_last()?;
    let plain =
        |&letter: &u32| letter > 0x20 && letter < 0x100 && letter != u32::from(b'%') && letter != 0x7f;
    let is_name =
        last == 0 && !letters.is_empty() && letters.len() < LONGEST_NAME && letters.iter().all(plain);
    is_name.then(|| {
        letters
            .iter()
            .filter_map(|&letter| u8::try_from(letter).ok())
            .collect()
    })
}

/// The model's text with a table of these files.
pub(crate) fn with_table(model: &str, files: &[DataFile]) -> String {
    // The model looks for names by halves.
    let mut files: Vec<&DataFile> = files.iter().collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files.dedup_by(|a, b| a.name == b.name);
    let (mut names, mut bytes) = (Vec::new(), Vec::new());
    let mut entries = String::new();
    for file in files {
        let (name, data) = (names.len(), bytes.len());
        names.extend(&file.name);
        names.push(0);
        let _ = match &file.content {
            Some(content) => {
                bytes.extend_from_slice(content);
                let size = content.len();
                writeln!(entries, "    {{.name = {name}, .data = {data}, .size = {size}}},")
            }
            None => writeln!(entries, "    {{.name = {name}, .missing = 1}},"),
        };
    }
    model
        .replacen(NAMES, &format!("names[] = {}", literal(&names)), 1)
        .replacen(BYTES, &format!("bytes[] = {}", literal(&bytes)), 1)
        .replacen(LAST_ENTRY, &format!("{entries}{LAST_ENTRY}"), 1)
}

/// A string literal of these bytes, in pieces of a line's length.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for (at, &byte) in bytes.iter().enumerate() {
        if at > 0 && at % 100 == 0 {
            text.push_str("\"\n\"");
        }
        match byte {
            b'"' | b'\\' | b'?' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_has_the_places_that_are_filled_in() {
        let model = include_str!("../models/given_files.c");
        for place in [NAMES, BYTES, LAST_ENTRY] {
            assert_eq!(model.matches(place).count(), 1, "{place}");
        }
        let file = |name: &[u8], content: Option<&[u8]>| DataFile {
            name: name.to_vec(),
            content: content.map(Into::into),
        };
        let text = with_table(
            model,
            &[
                file(b"b", Some(b"x\n\0?")),
                file(b"a\"", None),
                file(b"c", Some(b"y")),
            ],
        );
        assert!(text.contains(r#"names[] = "a\"\000b\000c\000";"#), "{text}");
        assert!(text.contains(r#"bytes[] = "x\012\000\?y";"#), "{text}");
        let entries = "    {.name = 0, .missing = 1},
    {.name = 3, .data = 0, .size = 4},
    {.name = 5, .data = 4, .size = 1},
    {.missing = 1},
";
        assert!(text.contains(entries), "{text}");
    }

    #[test]
    fn names_of_files() {
        let text = |text: &str| text.bytes().map(u32::from).chain([0]).collect::<Vec<_>>();
        assert_eq!(file_name(&text("data.txt")), Some(b"data.txt".to_vec()));
        for other in ["", "two words", "%d", "a\n"] {
            assert_eq!(file_name(&text(other)), None, "{other:?}");
        }
    }
}
