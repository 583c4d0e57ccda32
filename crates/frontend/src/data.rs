//! Files that a program opens while it runs, as data in the program: every engine then reads the same bytes with the
//! same models, and none of them does I/O.
//!
//! The table of names and bytes replaces the empty one of `models/given_files.c`. It holds the files of the request and,
//! if asked for, those that string literals of the program name: either what the provider has, or the knowledge that
//! there is none. What a program opens under a name that it puts together is in neither; the model says so when it
//! happens.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::files::FileProvider;
use crate::request::{DataFile, Request};
use crate::tree::StringLiteral;

/// The model that has the table.
pub(crate) const MODEL: &str = "given_files.c";

/// Where the table's entries go.
const LAST_ENTRY: &str = "    {.name = NULL},\n";
const TABLE: &str = "static struct __model_given given[]";

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
            let content = std::str::from_utf8(&name)
                .ok()
                .and_then(|name| files.read(Path::new(name)));
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
    let mut contents = String::new();
    let mut entries = String::new();
    for (number, file) in files.iter().enumerate() {
        let name = literal(&file.name);
        match &file.content {
            Some(content) => {
                let size = content.len();
                let _ = writeln!(
                    contents,
                    "static const unsigned char content_{number}[] = {};",
                    literal(content)
                );
                let _ = writeln!(
                    entries,
                    "    {{.name = {name}, .data = content_{number}, .size = {size}u}},"
                );
            }
            None => {
                let _ = writeln!(entries, "    {{.name = {name}}},");
            }
        }
    }
    model.replacen(TABLE, &format!("{contents}{TABLE}"), 1).replacen(
        LAST_ENTRY,
        &format!("{entries}{LAST_ENTRY}"),
        1,
    )
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
        assert!(model.contains(LAST_ENTRY) && model.contains(TABLE));
        let file = DataFile {
            name: b"a\"b".to_vec(),
            content: Some(b"x\n\0?".as_slice().into()),
        };
        let text = with_table(model, &[file]);
        assert!(text.contains(r#"content_0[] = "x\012\000\?";"#), "{text}");
        assert!(
            text.contains(r#"{.name = "a\"b", .data = content_0, .size = 4u},"#),
            "{text}"
        );
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
