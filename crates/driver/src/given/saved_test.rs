//! A saved run as a test: its inputs, arguments and standard input.
//!
//! Documents of every version are taken, also those that `run --json` prints, and only the members that decide the run
//! are looked at: an older tool's run is as good a test as a new one.

use runs::Test;
use serde_json::Value;

/// What is wrong with a document.
#[derive(Debug, thiserror::Error)]
pub enum SavedTestError {
    #[error("{0}")]
    NoDocument(#[from] serde_json::Error),
    #[error("not a saved run (`--save-run` of check and run makes one)")]
    OtherDocument,
    #[error("the bits of {0} are no number")]
    Bits(String),
}

/// The test that a document stands for, and whether it says with which options it was made.
///
/// # Errors
/// When the text is no such document.
pub fn saved_test(name: &str, text: &str) -> Result<(Test, bool), SavedTestError> {
    let value: Value = serde_json::from_str(text)?;
    let schema = value["schema"].as_str().unwrap_or_default();
    let known = matches!(
        schema,
        "because.saved-run/1" | "because.saved-run/2" | "because.run/1"
    );
    let Some(inputs) = value["inputs"].as_array().filter(|_| known) else {
        return Err(SavedTestError::OtherDocument);
    };
    let bytes = |value: &Value| match value.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => {
            let digits = value["hex"].as_str().unwrap_or_default().as_bytes();
            let pairs = digits
                .chunks_exact(2)
                .filter_map(|pair| std::str::from_utf8(pair).ok());
            pairs
                .filter_map(|pair| u8::from_str_radix(pair, 16).ok())
                .collect()
        }
    };
    let mut test = Test {
        name: name.to_owned(),
        arguments: value["arguments"]
            .as_array()
            .map_or(vec![b"program".to_vec()], |all| all.iter().map(bytes).collect()),
        stdin: bytes(&value["stdin"]),
        stdin_ends: true,
        ..Test::default()
    };
    for input in inputs {
        let Some(name) = input["name"].as_str() else {
            continue;
        };
        if input["source"] == "stdin" {
            // The end of the input is the one value that is no byte.
            let byte = input["value"].as_str().and_then(|value| value.parse().ok());
            test.stdin.extend::<Option<u8>>(byte);
            continue;
        }
        let bits = input["bits"].as_str().unwrap_or("0x0");
        let bits = u128::from_str_radix(bits.trim_start_matches("0x"), 16)
            .map_err(|_| SavedTestError::Bits(name.to_owned()))?;
        let occurrence = input["occurrence"].as_u64().unwrap_or(1);
        let key = runs::input_key(name, occurrence as u32);
        test.inputs.push((key, bits));
    }
    if value["options"]["open_arguments"] == true {
        // With the arguments that the inputs say; here they are given.
        let named = test.inputs.iter().map(|(name, bits)| (name.as_str(), *bits));
        test.arguments.truncate(1);
        test.arguments
            .extend(report::argument_words(named).unwrap_or_default());
        test.inputs
            .retain(|(name, _)| name != "argc" && !name.starts_with("argv["));
    }
    Ok((test, value.get("options").is_some()))
}
