//! Every value that an explanation shows, beside the trace of the run that it speaks of.
//!
//! Both runs of an explanation are executed again by `because run --trace` from their inputs alone. What the failed claim is
//! said to look at must be what was stored there last; the value of a difference must be one that its place had in the run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::{because, finish};

const ALLOWED: Duration = Duration::from_secs(120);

/// What came of one program.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Values that were compared.
    pub(crate) compared: usize,
    pub(crate) wrong: Vec<String>,
}

/// Explains a program with these options and compares; nothing if there is no explanation, or no trace of its runs.
pub(crate) fn shown_values(file: &Path, options: &[&str]) -> Option<Shown> {
    let mut command = because();
    command
        .args(["explain", "--json", "--effort", "2"])
        .args(options)
        .arg(file);
    let done = finish(&mut command, b"", ALLOWED)?;
    let document: Value = serde_json::from_slice(&done.stdout).ok()?;
    if document["result"] != "explained" {
        return None;
    }
    let mut shown = Shown::default();
    if done.stdout_text().contains("(_ bv") {
        shown.wrong.push("a number of the solver is shown".to_owned());
    }
    let failing = trace(file, options, &document["failing_inputs"])?;
    let passing = trace(file, options, &document["passing_inputs"])?;
    // Inputs that cannot be given to a run by name (arguments, the environment) lead elsewhere.
    if failing["claim"] != document["claim"]["name"] || passing["ending"] != "exited" {
        return None;
    }
    compare_claim(&document, &Seen::of(&failing), &mut shown);
    for (word, run) in [("failing", &failing), ("passing", &passing)] {
        compare_deltas(&document, word, &Seen::of(run), &mut shown);
    }
    Some(shown)
}

/// Executes a run from its inputs.
fn trace(file: &Path, options: &[&str], inputs: &Value) -> Option<Value> {
    let (mut listed, mut stdin) = (String::new(), Vec::new());
    for input in inputs.as_array()? {
        let bits = input["bits"].as_str()?;
        match input["source"].as_str()? {
            "stdin" => {
                let number = u128::from_str_radix(bits.trim_start_matches("0x"), 16).ok()?;
                stdin.extend(u8::try_from(number).ok());
            }
            "scanned" => {}
            _ => {
                let _ = writeln!(
                    listed,
                    "{}#{} = {bits}",
                    input["name"].as_str()?,
                    input["occurrence"]
                );
            }
        }
    }
    let folder = tempfile::tempdir().ok()?;
    let given = folder.path().join("inputs");
    std::fs::write(&given, listed).ok()?;
    let mut command = because();
    command
        .args(["run", "--trace", "--trace-library", "--json", "--inputs"])
        .arg(given);
    let done = finish(command.args(options).arg(file), &stdin, ALLOWED)?;
    serde_json::from_slice(&done.stdout).ok()
}

/// What a trace says of each place.
#[derive(Default)]
struct Seen {
    last: BTreeMap<String, String>,
    ever: BTreeMap<String, BTreeSet<String>>,
    /// Whether bytes were copied or set as a whole, which the trace does not tell of each place.
    moves_bytes: bool,
}

impl Seen {
    fn of(run: &Value) -> Seen {
        let mut seen = Seen::default();
        for step in run["trace"].as_array().into_iter().flatten() {
            match step["step"].as_str() {
                Some("assignment") => seen.add(&step["target"], &step["value"]),
                Some("input") => {
                    seen.add(&step["name"], &step["value"]);
                    let key = format!("{}#{}", text(&step["name"]), step["occurrence"]);
                    seen.add(&Value::String(key), &step["value"]);
                    // Where something is read that was never written, the input has those bytes only: of a union, say,
                    // the others are those of the member that was stored.
                    if step["target"].is_null() {
                        seen.last.remove(&text(&step["name"]));
                    }
                }
                Some("return") => {
                    let name = format!("{}()", text(&step["from"]));
                    seen.add(&Value::String(name), &step["value"]);
                }
                Some("call") => {
                    seen.moves_bytes |= text(&step["callee"]).starts_with("mem");
                    for argument in step["arguments"].as_array().into_iter().flatten() {
                        seen.add(&argument["name"], &argument["value"]);
                    }
                }
                _ => {}
            }
        }
        seen
    }

    fn add(&mut self, name: &Value, value: &Value) {
        let (name, value) = (text(name), plain(&text(value)));
        self.ever.entry(name.clone()).or_default().insert(value.clone());
        self.last.insert(name, value);
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A value without what is said about it: `97 'a'`, `&x (dead)`, `&x (another object of that name)`.
fn plain(value: &str) -> String {
    let end = [" (", " '"].iter().filter_map(|mark| value.find(mark)).min();
    value[..end.unwrap_or(value.len())].to_owned()
}

/// A name and a value as they are in the trace. `0 in s[1]` is the value 0 of another place than in the other run;
/// `p->next (malloc@6[8])` is the place `malloc@6[8]`.
fn place_and_value(name: &str, value: &str) -> (String, String) {
    let (value, name) = value.split_once(" in ").unwrap_or((value, name));
    let place = name
        .split_once(" (")
        .map_or(name, |(_, place)| place.trim_end_matches(')'));
    (place.to_owned(), plain(value))
}

fn compare_claim(document: &Value, seen: &Seen, shown: &mut Shown) {
    for item in document["at_claim"]["values"].as_array().into_iter().flatten() {
        let (place, value) = place_and_value(&text(&item["name"]), &text(&item["failing"]));
        match seen.last.get(&place) {
            Some(last) if !seen.moves_bytes => {
                shown.compared += 1;
                if *last != value {
                    shown
                        .wrong
                        .push(format!("the claim looks at {place} = {value}, stored was {last}"));
                }
            }
            _ => {}
        }
    }
}

fn compare_deltas(document: &Value, word: &str, seen: &Seen, shown: &mut Shown) {
    let happened = format!("in_{word}");
    for delta in document["deltas"].as_array().into_iter().flatten() {
        if delta["kind"] == "guard" || delta[&happened] != true {
            continue;
        }
        let (place, value) = place_and_value(&text(&delta["name"]), &text(&delta[word]));
        // Standard input is told as characters; a static object is zero before anything is stored.
        if place.starts_with("stdin") || value == "0" || value == "NULL" {
            continue;
        }
        if let Some(ever) = seen.ever.get(&place) {
            shown.compared += 1;
            if !ever.contains(&value) {
                shown
                    .wrong
                    .push(format!("{word}: {place} = {value}, in the run it is {ever:?}"));
            }
        }
    }
}
