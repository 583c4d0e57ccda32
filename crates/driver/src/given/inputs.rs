//! Values for the program's inputs as a user writes them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// A value before the type it is for is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GivenValue {
    Integer(i128),
    Float(f64),
    /// The exact bits, as a report writes them.
    Bits(u128),
}

/// Values by name and occurrence (from 1).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GivenInputs {
    pub values: BTreeMap<(String, u32), GivenValue>,
    /// What the program reads from standard input, when a saved run says so.
    pub stdin: Option<Vec<u8>>,
}

/// What is wrong with a value, a line or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputError {
    NoEquals(String),
    NoName(String),
    BadOccurrence(String),
    BadValue(String),
    BadJson(String),
    AtLine(usize, Box<InputError>),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::NoEquals(text) => write!(f, "`{text}` is not of the form NAME=VALUE"),
            InputError::NoName(text) => write!(f, "`{text}` has no name before the `=`"),
            InputError::BadOccurrence(text) => {
                write!(
                    f,
                    "`{text}`: after `#` comes which use of the name is meant, from 1"
                )
            }
            InputError::BadValue(text) => {
                write!(f, "`{text}` is not a C constant such as -7, 0x1f, 'a' or 2.5")
            }
            InputError::BadJson(text) => write!(f, "not the inputs of a run: {text}"),
            InputError::AtLine(line, error) => write!(f, "line {line}: {error}"),
        }
    }
}

impl std::error::Error for InputError {}

impl GivenInputs {
    /// `x=5`, `x#2=-1`, `c='a'`, `d=0.5`.
    ///
    /// # Errors
    /// When it is not of that form.
    pub fn add(&mut self, text: &str) -> Result<(), InputError> {
        // A name may hold brackets and dots but no `=`; a value holds no `=` either, except for '='.
        let (key, value) = text
            .split_once('=')
            .ok_or_else(|| InputError::NoEquals(text.into()))?;
        let (name, occurrence) = match key.trim().rsplit_once('#') {
            Some((name, number)) => {
                let number = number.parse().ok().filter(|&number: &u32| number > 0);
                (
                    name,
                    number.ok_or_else(|| InputError::BadOccurrence(key.trim().into()))?,
                )
            }
            None => (key.trim(), 1),
        };
        if name.is_empty() {
            return Err(InputError::NoName(text.into()));
        }
        let value = parse_value(value.trim()).ok_or_else(|| InputError::BadValue(value.trim().into()))?;
        self.values.insert((name.to_owned(), occurrence), value);
        Ok(())
    }

    /// A file of `name = value` lines, or the JSON that `--json` prints, or only its list of inputs.
    ///
    /// # Errors
    /// When something in it is no input.
    pub fn add_file(&mut self, text: &str) -> Result<(), InputError> {
        if text.trim_start().starts_with(['{', '[']) {
            return self.add_json(text);
        }
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            self.add(line)
                .map_err(|error| InputError::AtLine(index + 1, Box::new(error)))?;
        }
        Ok(())
    }

    fn add_json(&mut self, text: &str) -> Result<(), InputError> {
        let bad = |error: serde_json::Error| InputError::BadJson(error.to_string());
        let inputs = match serde_json::from_str(text).map_err(bad)? {
            Document::Run { inputs } | Document::List(inputs) => inputs,
        };
        let mut stdin = Vec::new();
        let mut has_stdin = false;
        for input in inputs {
            if input.source.as_deref().is_some_and(crate::scanned::is_view) {
                continue;
            }
            if input.source.as_deref() == Some("stdin") {
                has_stdin = true;
                let byte = match input.value {
                    JsonValue::Number(ref number) => number.as_i64(),
                    JsonValue::Text(ref text) => text.parse().ok(),
                };
                stdin.extend(byte.and_then(|byte| u8::try_from(byte).ok()));
                continue;
            }
            let value = match (&input.bits, &input.value) {
                (Some(bits), _) => parse_bits(bits).map(GivenValue::Bits),
                (None, JsonValue::Text(text)) => parse_value(text),
                (None, JsonValue::Number(number)) => parse_value(&number.to_string()),
            };
            let value = value.ok_or_else(|| InputError::BadValue(format!("{:?}", input.value)))?;
            self.values.insert((input.name, input.occurrence), value);
        }
        if has_stdin {
            self.stdin = Some(stdin);
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Document {
    Run { inputs: Vec<JsonInput> },
    List(Vec<JsonInput>),
}

#[derive(Deserialize)]
struct JsonInput {
    name: String,
    #[serde(default = "first")]
    occurrence: u32,
    value: JsonValue,
    bits: Option<String>,
    source: Option<String>,
}

fn first() -> u32 {
    1
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum JsonValue {
    Number(serde_json::Number),
    Text(String),
}

fn parse_bits(text: &str) -> Option<u128> {
    u128::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// A C constant: decimal, octal, hexadecimal or binary integer, character, floating number, true or false.
fn parse_value(text: &str) -> Option<GivenValue> {
    match text {
        "true" => return Some(GivenValue::Integer(1)),
        "false" | "NULL" => return Some(GivenValue::Integer(0)),
        _ => {}
    }
    if let Some(inner) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        return character(inner).map(GivenValue::Integer);
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return special_float(negative, digits).map(GivenValue::Float);
    }
    if let Some(magnitude) = integer(digits) {
        let value = magnitude as i128;
        return Some(GivenValue::Integer(if negative {
            value.wrapping_neg()
        } else {
            value
        }));
    }
    let number = digits.trim_end_matches(['f', 'F', 'l', 'L']);
    let value: f64 = number.parse().ok()?;
    Some(GivenValue::Float(if negative { -value } else { value }))
}

fn special_float(negative: bool, text: &str) -> Option<f64> {
    let value = match text.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => return None,
    };
    Some(if negative { -value } else { value })
}

fn integer(text: &str) -> Option<u128> {
    let lower = text.to_ascii_lowercase();
    let body = lower.trim_end_matches(['u', 'l']);
    if let Some(hex) = body.strip_prefix("0x") {
        u128::from_str_radix(hex, 16).ok()
    } else if let Some(binary) = body.strip_prefix("0b") {
        u128::from_str_radix(binary, 2).ok()
    } else if body.len() > 1 && body.starts_with('0') && body.bytes().all(|byte| byte.is_ascii_digit()) {
        u128::from_str_radix(body, 8).ok()
    } else {
        body.parse().ok()
    }
}

/// The inside of a character constant.
fn character(inner: &str) -> Option<i128> {
    let mut letters = inner.chars();
    let first = letters.next()?;
    if first != '\\' {
        return letters.next().is_none().then_some(first as i128);
    }
    let escape = letters.as_str();
    let simple = match escape {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "e" => 27,
        "\\" | "'" | "\"" | "?" => i128::from(escape.as_bytes()[0]),
        _ => {
            return match escape.strip_prefix('x') {
                Some(hex) => i128::from_str_radix(hex, 16).ok(),
                None => i128::from_str_radix(escape, 8).ok(),
            };
        }
    };
    Some(simple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use GivenValue::{Bits, Float, Integer};

    fn one(text: &str) -> Result<((String, u32), GivenValue), InputError> {
        let mut inputs = GivenInputs::default();
        inputs.add(text)?;
        Ok(inputs.values.into_iter().next().unwrap())
    }

    #[test]
    fn values_are_c_constants() {
        for (text, value) in [
            ("x=5", Integer(5)),
            ("x = -7", Integer(-7)),
            ("x=0x1F", Integer(31)),
            ("x=017ul", Integer(15)),
            ("x='a'", Integer(97)),
            ("x='\\n'", Integer(10)),
            ("x='\\x7f'", Integer(127)),
            ("x='='", Integer(61)),
            ("x=0.5f", Float(0.5)),
            ("x=-1e3", Float(-1000.0)),
            ("x=-inf", Float(f64::NEG_INFINITY)),
            ("x=true", Integer(1)),
        ] {
            assert_eq!(one(text), Ok((("x".into(), 1), value)), "{text}");
        }
        assert_eq!(one("a[3].f#2=1").unwrap().0, ("a[3].f".into(), 2));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(one("x"), Err(InputError::NoEquals("x".into())));
        assert_eq!(one("=3"), Err(InputError::NoName("=3".into())));
        assert_eq!(one("x#0=3"), Err(InputError::BadOccurrence("x#0".into())));
        assert_eq!(one("x=three"), Err(InputError::BadValue("three".into())));
        let mut inputs = GivenInputs::default();
        let error = inputs.add_file("# comment\nx = 1\ny\n").unwrap_err();
        assert_eq!(
            error,
            InputError::AtLine(3, Box::new(InputError::NoEquals("y".into())))
        );
    }

    #[test]
    fn a_report_gives_its_inputs_back() {
        let mut inputs = GivenInputs::default();
        let text = r#"{"schema": "because.run/1", "inputs": [
            {"name": "x", "occurrence": 2, "value": "0.1", "bits": "0x3fb999999999999a", "source": "nondet"},
            {"name": "y", "value": -3},
            {"name": "stdin", "occurrence": 1, "value": "65", "source": "stdin"},
            {"name": "stdin", "occurrence": 2, "value": "-1", "source": "stdin"}]}"#;
        inputs.add_file(text).unwrap();
        assert_eq!(inputs.values[&("x".into(), 2)], Bits(0x3fb9_9999_9999_999a));
        assert_eq!(inputs.values[&("y".into(), 1)], Integer(-3));
        assert_eq!(inputs.stdin.as_deref(), Some(&b"A"[..]));
        assert!(matches!(inputs.add_file("{}"), Err(InputError::BadJson(_))));
    }
}
