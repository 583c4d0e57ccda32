//! The last step of text for people: names of the tool's own become words, and nothing reaches the terminal unseen.
//!
//! Storage that was allocated has no name in C. Engines call it `malloc@6#3[8]`: byte 8 of the third object that line 6
//! allocated. Documents for programs keep that name; people read words.

use crate::visible::visible;

/// The text as people read it.
#[must_use]
pub fn plain(text: &str) -> String {
    visible(&in_words(text))
}

const ALLOCATED: [(&str, &str); 2] = [("malloc@", "allocated"), ("alloca@", "of alloca")];

/// The text with names of allocated storage in words.
pub(crate) fn in_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let names = ALLOCATED.iter();
        let found = names
            .filter_map(|(mark, how)| Some((rest.find(mark)?, *mark, *how)))
            .min();
        let Some((at, mark, how)) = found else {
            words.push_str(&rest.replace(" (dead)", " (no longer there)"));
            return words;
        };
        let (before, after) = (&rest[..at], &rest[at + mark.len()..]);
        words.push_str(&before.replace(" (dead)", " (no longer there)"));
        match Storage::read(after) {
            Some((storage, length)) => {
                storage.write(&mut words, how);
                rest = &after[length..];
            }
            None => {
                words.push_str(mark);
                rest = after;
            }
        }
    }
}

/// A name of allocated storage, taken apart.
struct Storage<'t> {
    line: &'t str,
    number: Option<&'t str>,
    byte: Option<&'t str>,
    gone: bool,
}

impl<'t> Storage<'t> {
    /// What a text begins with, and how long that is.
    fn read(text: &'t str) -> Option<(Storage<'t>, usize)> {
        let digits = |text: &'t str| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            (end > 0).then(|| text.split_at(end))
        };
        let (line, mut rest) = digits(text)?;
        let mut number = None;
        if let Some((found, behind)) = rest.strip_prefix('#').and_then(digits) {
            (number, rest) = (Some(found), behind);
        }
        let mut byte = None;
        if let Some((found, behind)) = rest.strip_prefix('[').and_then(digits)
            && let Some(behind) = behind.strip_prefix(']')
        {
            (byte, rest) = (Some(found), behind);
        }
        let mut gone = false;
        if let Some(behind) = rest.strip_prefix(" (dead)") {
            (gone, rest) = (true, behind);
        }
        let storage = Storage {
            line,
            number,
            byte,
            gone,
        };
        Some((storage, text.len() - rest.len()))
    }

    /// `&` in front of a name is the pointer itself.
    fn write(&self, words: &mut String, how: &str) {
        if words.ends_with('&') && !words.ends_with("&&") {
            words.pop();
            // "invalid free: pointer &malloc@7" says the word itself.
            words.push_str(if words.ends_with("pointer ") {
                "to "
            } else {
                "pointer to "
            });
        }
        if let Some(byte) = self.byte {
            words.push_str(&format!("byte {byte} of "));
        }
        match self.number {
            Some(number) => words.push_str(&format!("object {number} ")),
            None => words.push_str("the object "),
        }
        words.push_str(how);
        if self.line != "0" {
            words.push_str(&format!(" at line {}", self.line));
        }
        if self.gone {
            words.push_str(" (freed)");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_in_words() {
        let cases = [
            ("p = &malloc@6#3", "p = pointer to object 3 allocated at line 6"),
            ("malloc@6[8]: 1", "byte 8 of the object allocated at line 6: 1"),
            (
                "&malloc@8 (dead): x",
                "pointer to the object allocated at line 8 (freed): x",
            ),
            (
                "pointer &malloc@7[1]: x",
                "pointer to byte 1 of the object allocated at line 7: x",
            ),
            ("&x (dead)", "&x (no longer there)"),
            ("user@malloc@", "user@malloc@"),
        ];
        for (name, words) in cases {
            assert_eq!(plain(name), words);
        }
    }
}
