//! Tests in one line each: what the program is called with, and what it must print.
//!
//! Four forms are in use where such lists come from (an arrow, a bar, a tab, the last word), and all of them are read.
//! The first separator counts: what stands behind it may look like one.

use runs::Test;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VectorError {
    #[error("no expected output after the arguments")]
    NoExpectedOutput,
    #[error("no file is named after `<`")]
    NoFile,
    #[error("a quote is not closed")]
    OpenQuote,
}

/// What is wrong with a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VectorsError {
    #[error("there is no test in it")]
    NoTest,
    #[error("line {0}: {1}")]
    AtLine(usize, VectorError),
}

/// One line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestVector {
    /// The number of the line, from 1.
    pub line: usize,
    pub call: CommandLine,
    pub name: String,
    pub expected: Vec<u8>,
}

impl TestVector {
    /// The test, with this standard input.
    #[must_use]
    pub fn test(self, stdin: Option<Vec<u8>>) -> Test {
        let name = match self.name.is_empty() {
            true => format!("line {}", self.line),
            false => self.name,
        };
        let program = std::iter::once(b"program".to_vec());
        Test {
            name,
            arguments: program.chain(self.call.arguments).collect(),
            stdin: stdin.unwrap_or_default(),
            stdin_ends: true,
            expected: Some(self.expected),
            ..Test::default()
        }
    }
}

/// A program's call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandLine {
    pub arguments: Vec<Vec<u8>>,
    /// The file that `< FILE` names.
    pub input_from: Option<String>,
}

/// One test a line: the program's arguments, `=>`, `|` or a tab, and what it must print; without a separator the last
/// word is that. A newline at its end is understood; `\c` at the end means that there is none.
///
/// # Errors
/// When a line is no test, or there is none.
pub fn test_vectors(text: &[u8]) -> Result<Vec<TestVector>, VectorsError> {
    let mut tests = Vec::new();
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let test = vector(index + 1, line);
        tests.push(test.map_err(|error| VectorsError::AtLine(index + 1, error))?);
    }
    match tests.is_empty() {
        true => Err(VectorsError::NoTest),
        false => Ok(tests),
    }
}

fn vector(number: usize, line: &[u8]) -> Result<TestVector, VectorError> {
    // Blanks before an arrow may be tabs.
    let arrow = split_outside_quotes(line, b"=>");
    let bar = split_outside_quotes(line, b"|");
    let tab = split_outside_quotes(line, b"\t").filter(|_| arrow.is_none());
    let first = [arrow, bar, tab].into_iter().flatten();
    let (arguments, expected) = match first.min_by_key(|(before, _)| before.len()) {
        Some((arguments, expected)) => (arguments.trim_ascii(), expected.trim_ascii()),
        None => {
            let blank = line.iter().rposition(u8::is_ascii_whitespace);
            let blank = blank.ok_or(VectorError::NoExpectedOutput)?;
            (&line[..blank], &line[blank + 1..])
        }
    };
    Ok(TestVector {
        line: number,
        call: command_line(arguments)?,
        name: String::from_utf8_lossy(arguments.trim_ascii()).into_owned(),
        expected: unescaped(expected),
    })
}

/// Splits at the first separator that is not part of a quoted word.
fn split_outside_quotes<'l>(line: &'l [u8], separator: &[u8]) -> Option<(&'l [u8], &'l [u8])> {
    let mut quote = None;
    for (at, &letter) in line.iter().enumerate() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if matches!(letter, b'"' | b'\'') => quote = Some(letter),
            None if line[at..].starts_with(separator) => {
                return Some((&line[..at], &line[at + separator.len()..]));
            }
            None => {}
        }
    }
    None
}

/// A call as it is typed into a shell: words, and `< FILE`.
///
/// # Errors
/// When a quote is open at its end, or `<` at its end.
pub fn command_line(text: &[u8]) -> Result<CommandLine, VectorError> {
    let mut call = CommandLine::default();
    let mut words = words(text)?.into_iter();
    while let Some(word) = words.next() {
        match word {
            Word::Plain(word) => call.arguments.push(word),
            Word::InputFrom => {
                let Some(Word::Plain(name)) = words.next() else {
                    return Err(VectorError::NoFile);
                };
                call.input_from = Some(String::from_utf8_lossy(&name).into_owned());
            }
        }
    }
    Ok(call)
}

enum Word {
    Plain(Vec<u8>),
    /// `<` outside of quotes, where a word begins.
    InputFrom,
}

/// Words as a shell splits them: at blanks, except between quotes.
fn words(text: &[u8]) -> Result<Vec<Word>, VectorError> {
    let mut found = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    for &letter in text {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, b'"' | b'\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_ascii_whitespace() => found.extend(word.take().map(Word::Plain)),
            (None, b'<') if word.is_none() => found.push(Word::InputFrom),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(VectorError::OpenQuote);
    }
    found.extend(word.map(Word::Plain));
    Ok(found)
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.iter().copied().peekable();
    while let Some(letter) = letters.next() {
        if letter != b'\\' {
            bytes.push(letter);
            continue;
        }
        match letters.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'c') if letters.peek().is_none() => return bytes,
            Some(b'\\') | None => bytes.push(b'\\'),
            Some(other) => bytes.extend([b'\\', other]),
        }
    }
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &[u8]) -> Test {
        vector(1, line).unwrap().test(None)
    }

    #[test]
    fn vectors_in_each_form() {
        for line in ["1 'b c' => 7", "1 'b c' | 7", "1 'b c'\t7", "1 'b c' 7"] {
            let test = one(line.as_bytes());
            assert_eq!(test.arguments, [&b"program"[..], b"1", b"b c"], "{line}");
            assert_eq!(test.expected.as_deref(), Some(&b"7\n"[..]), "{line}");
        }
        let test = one(b"'a|b=>' \"=>\" => it's | so");
        assert_eq!(test.arguments, [&b"program"[..], b"a|b=>", b"=>"]);
        assert_eq!(test.expected.unwrap(), b"it's | so\n");
        assert_eq!(one(b"1 => a\\nb\\c").expected.unwrap(), b"a\nb");
        assert_eq!(vector(1, b"'1 => 2"), Err(VectorError::OpenQuote));
        assert_eq!(vector(1, b"alone"), Err(VectorError::NoExpectedOutput));
    }

    #[test]
    fn what_stands_behind_a_separator_is_text() {
        let given = |line: &[u8]| {
            let test = one(line);
            let words = test.arguments[1..].join(&b'/');
            (words, test.expected.unwrap())
        };
        assert_eq!(given(b"x z\ta|b"), (b"x/z".to_vec(), b"a|b\n".to_vec()));
        assert_eq!(given(b"x | a => b"), (b"x".to_vec(), b"a => b\n".to_vec()));
        assert_eq!(given(b"x\ty => a"), (b"x/y".to_vec(), b"a\n".to_vec()));
        // Bytes that are no text stay what they are.
        assert_eq!(
            given(b"\xff\xa0b => \xff+"),
            (b"\xff\xa0b".to_vec(), b"\xff+\n".to_vec())
        );
    }
}
