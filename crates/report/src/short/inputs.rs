//! The inputs of a run in a line or two.

use source::SourceMap;

use crate::InputUse;
use crate::arguments::{is_argument_byte, shown_arguments};

/// What entered the run, by name: `x = 1`, and `nondet_int() = 0`, `1`, `1`.
pub(crate) fn named_values(inputs: &[InputUse], sources: &SourceMap) -> Vec<Vec<String>> {
    let mut pieces = Vec::new();
    if let Some(words) = shown_arguments(inputs) {
        pieces.push(vec![format!("arguments {words}")]);
    }
    if inputs.iter().any(|input| input.source == "stdin") {
        pieces.push(vec![format!("standard input {}", typed(inputs))]);
    }
    let mut others: Vec<&InputUse> = Vec::new();
    for input in inputs {
        if input.source != "stdin" && !is_argument_byte(inputs, input) {
            others.push(input);
        }
    }
    // Values of one name stand together, in the order in which the names come.
    let mut names: Vec<&str> = Vec::new();
    for input in &others {
        if !names.contains(&input.name.as_str()) {
            names.push(&input.name);
        }
    }
    for name in names {
        let of_name = others.iter().filter(|input| input.name == name);
        let values = of_name.enumerate().map(|(index, input)| match index {
            0 => format!("{} = {}", titled(input, sources), value(input)),
            _ => value(input),
        });
        pieces.push(values.collect());
    }
    pieces
}

/// A call is written as one.
fn titled(input: &InputUse, sources: &SourceMap) -> String {
    let called = input.place.loc != source::LocId::NONE && {
        let text = sources.used_text(input.place.loc);
        text.strip_prefix(input.name.as_str())
            .is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    match input.source.as_str() {
        "uninitialised" => format!("{} (never written)", input.name),
        _ if called => format!("{}()", input.name),
        _ => input.name.clone(),
    }
}

/// Characters as one writes them. `signed char` and `unsigned char` (`uint8_t`) are mostly numbers.
fn value(input: &InputUse) -> String {
    let is_char = input.r#type.as_deref() == Some("char");
    match input.value.parse::<u8>() {
        Ok(0) if is_char => "'\\0'".to_owned(),
        Ok(byte) if is_char && (byte == b' ' || byte.is_ascii_graphic() || b"\n\t\r".contains(&byte)) => {
            format!("'{}'", byte.escape_ascii())
        }
        _ => input.value.clone(),
    }
}

/// Bytes of standard input that are shown.
const MOST_BYTES: usize = 60;

/// What is read from standard input, as a string; of a long one its beginning.
fn typed(inputs: &[InputUse]) -> String {
    let mut bytes = Vec::new();
    for input in inputs.iter().filter(|input| input.source == "stdin") {
        let bits = input.bits.strip_prefix("0x").unwrap_or(&input.bits);
        // The end of the input is the one value that is no byte.
        let bits = u128::from_str_radix(bits, 16).ok();
        match bits.and_then(|bits| u8::try_from(bits).ok()) {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    let shown = &bytes[..bytes.len().min(MOST_BYTES)];
    match bytes.len() - shown.len() {
        0 => format!("\"{}\"", shown.escape_ascii()),
        more => format!("\"{}\" and {more} more bytes", shown.escape_ascii()),
    }
}
