//! SARIF 2.1.0, the form in which code hosts and editors take the results of static analysis (OASIS standard).
//!
//! Each claim that fails is a result of level `error`, with the calls that led there as a stack, the inputs in its
//! message, and changes that make it hold as fixes. Lines to look at, and diagnoses of a test suite, are results of
//! level `warning`. What was not decided is a notification of the tool, since it is no result.

use serde_json::{Value, json};

use super::{Findings, Format};
use crate::{
    ChangeReport, CheckReport, CounterexampleReport, DiagnoseReport, EditReport, Ending, ExplainReport,
    Failure, Frame, InputUse, Place, RepairReport,
};

pub(super) const SARIF: Format = Format {
    name: "sarif",
    summary: "SARIF 2.1.0, for code hosts and editors",
    render,
};

fn render(findings: Findings<'_>) -> String {
    let mut run = Run::default();
    match findings {
        Findings::Check(report) => run.check(report),
        Findings::Explain(report) => run.explain(report),
        Findings::Causes(report) => {
            run.runs(report.failing.as_ref());
            run.optional_check(report.check.as_deref());
        }
        Findings::Focus(report) => run.optional_check(report.check.as_deref()),
        Findings::Schedule(report) => run.optional_check(report.check.as_deref()),
        Findings::Variations(report) => run.optional_check(report.check.as_deref()),
        Findings::Minimize(report) => {
            run.runs(report.run.as_ref());
            run.optional_check(report.check.as_deref());
        }
        Findings::Diagnose(report) => run.diagnose(report),
        Findings::Repair(report) => run.repair(report),
        // An answer about a run is no result of an analysis.
        Findings::Why(report) => run.note(&report.question, None),
    }
    let mut text = serde_json::to_string_pretty(&run.document()).unwrap_or_default();
    text.push('\n');
    text
}

/// One run of the tool, as it is collected.
#[derive(Debug, Default)]
struct Run {
    results: Vec<Value>,
    /// Identifiers of rules, each once, in the order of their first result.
    rules: Vec<String>,
    notifications: Vec<Value>,
}

impl Run {
    fn document(self) -> Value {
        let rules: Vec<Value> = self.rules.iter().map(|id| json!({ "id": id })).collect();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "because",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                } },
                "invocations": [{
                    "executionSuccessful": true,
                    "toolExecutionNotifications": self.notifications,
                }],
                "results": self.results,
            }],
        })
    }

    /// Adds a result; `extra` are its further properties.
    fn result(&mut self, rule: &str, level: &str, message: &str, place: &Place, extra: &[(&str, Value)]) {
        let index = match self.rules.iter().position(|known| known == rule) {
            Some(index) => index,
            None => {
                self.rules.push(rule.to_owned());
                self.rules.len() - 1
            }
        };
        let mut result = json!({
            "ruleId": rule,
            "ruleIndex": index,
            "level": level,
            "message": { "text": message },
            "locations": locations(place),
        });
        for (key, value) in extra {
            result[*key] = value.clone();
        }
        self.results.push(result);
    }

    fn note(&mut self, text: &str, place: Option<&Place>) {
        let mut notification = json!({ "level": "note", "message": { "text": text } });
        if let Some(place) = place {
            notification["locations"] = locations(place);
        }
        self.notifications.push(notification);
    }

    fn optional_check(&mut self, check: Option<&CheckReport>) {
        if let Some(check) = check {
            self.check(check);
        }
    }

    fn check(&mut self, report: &CheckReport) {
        for counterexample in &report.counterexamples {
            self.failing(counterexample, &[]);
        }
        for obstacle in &report.obstacles {
            self.note(&obstacle.text, Some(&obstacle.place));
        }
        for assumption in &report.assumptions {
            self.note(assumption, None);
        }
    }

    fn runs(&mut self, run: Option<&CounterexampleReport>) {
        if let Some(run) = run {
            self.failing(run, &[]);
        }
    }

    /// A run that fails, with the changes that would make it pass.
    fn failing(&mut self, found: &CounterexampleReport, changes: &[ChangeReport]) {
        let Ending::Failed(failure) = &found.run.ending else {
            return;
        };
        let mut extra = vec![("stacks", json!([stack(failure)]))];
        if !changes.is_empty() {
            extra.push(("fixes", changes.iter().map(fix).collect()));
        }
        let related: Vec<Value> = failure
            .related
            .iter()
            .map(|related| {
                let mut location = location(&related.place);
                location["message"] = json!({ "text": related.text });
                location
            })
            .collect();
        if !related.is_empty() {
            extra.push(("relatedLocations", Value::Array(related)));
        }
        let message = message(failure, &found.run.inputs);
        self.result(&failure.check, "error", &message, &failure.place, &extra);
    }

    fn explain(&mut self, report: &ExplainReport) {
        match &report.failing {
            Some(failing) => self.failing(failing, &report.changes),
            None => self.optional_check(report.check.as_ref()),
        }
        let explained = report.failing.as_ref().map(|failing| failing.claim.as_str());
        for other in report.check.iter().flat_map(|check| &check.counterexamples) {
            if explained.is_some_and(|explained| explained != other.claim) {
                self.failing(other, &[]);
            }
        }
        for ranked in &report.ranking {
            let line = &ranked.line;
            let reasons: Vec<&str> = ranked.evidence.iter().map(|evidence| evidence.word()).collect();
            let place = json!([{ "physicalLocation": {
                "artifactLocation": { "uri": uri(&line.file) },
                "region": { "startLine": line.line },
            } }]);
            let message = format!("a line to look at: {}", reasons.join(", "));
            let nowhere = Place::nowhere();
            self.result("suspect", "warning", &message, &nowhere, &[("locations", place)]);
        }
    }

    fn diagnose(&mut self, report: &DiagnoseReport) {
        for diagnosis in &report.diagnoses {
            let Some(first) = diagnosis.components.first() else {
                continue;
            };
            let others: Vec<Value> = diagnosis.components[1..]
                .iter()
                .map(|component| location(&component.place))
                .collect();
            // The standard's rank is a priority from 0 to 100, not a position.
            let mut extra = vec![("rank", json!(100.0 / diagnosis.rank as f64))];
            if !others.is_empty() {
                extra.push(("relatedLocations", Value::Array(others)));
            }
            let message = format!("{}: {}", first.expression, crate::English(&diagnosis.reason));
            self.result("diagnosis", "warning", &message, &first.place, &extra);
        }
        for failing in &report.failing {
            self.note(failing.line().trim_end(), None);
        }
        for note in &report.notes {
            self.note(note, None);
        }
    }

    fn repair(&mut self, report: &RepairReport) {
        for change in &report.changes {
            let Some(edit) = change.edits.first() else {
                continue;
            };
            let extra = [("fixes", json!([fix(change)]))];
            let message = format!("changed to: {}", edit.after.join("\n").trim());
            self.result("repair", "warning", &message, &edit.place, &extra);
        }
        for failing in &report.failing {
            self.note(failing.line().trim_end(), None);
        }
        for note in &report.notes {
            self.note(note, None);
        }
    }
}

/// What failed, why, and with which inputs.
fn message(failure: &Failure, inputs: &[InputUse]) -> String {
    let mut text = failure.message.clone();
    if let Some(reason) = &failure.reason {
        text.push_str(&format!(" ({reason})"));
    }
    let shown: Vec<String> = inputs
        .iter()
        .filter(|input| input.source != "stdin")
        .map(|input| format!("{} = {}", input.name, input.value))
        .collect();
    if !shown.is_empty() {
        text.push_str(&format!("; fails with {}", shown.join(", ")));
    }
    text
}

fn stack(failure: &Failure) -> Value {
    let frame = |frame: &Frame| {
        let mut location = location(&frame.place);
        location["logicalLocations"] = json!([{ "name": frame.function, "kind": "function" }]);
        json!({ "location": location })
    };
    let frames: Vec<Value> = failure.stack.iter().map(frame).collect();
    json!({ "frames": frames })
}

fn fix(change: &ChangeReport) -> Value {
    let mut files: Vec<(String, Vec<Value>)> = Vec::new();
    for edit in &change.edits {
        let Some((file, replacement)) = replacement(edit) else {
            continue;
        };
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, replacements)) => replacements.push(replacement),
            None => files.push((file, vec![replacement])),
        }
    }
    let changes: Vec<Value> = files
        .into_iter()
        .map(|(file, replacements)| {
            json!({ "artifactLocation": { "uri": file }, "replacements": replacements })
        })
        .collect();
    json!({ "artifactChanges": changes })
}

fn replacement(edit: &EditReport) -> Option<(String, Value)> {
    let location = edit.place.location.as_ref()?;
    let replacement = json!({
        "deletedRegion": {
            "startLine": location.line,
            "startColumn": location.column,
            "endLine": location.end_line,
            "endColumn": location.end_column,
        },
        "insertedContent": { "text": edit.replacement },
    });
    Some((uri(&location.file), replacement))
}

fn locations(place: &Place) -> Value {
    match place.location {
        Some(_) => json!([location(place)]),
        None => json!([]),
    }
}

fn location(place: &Place) -> Value {
    let Some(at) = &place.location else {
        return json!({});
    };
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&at.file) },
        "region": {
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        },
    } })
}

/// A file as a relative reference: what a URI reserves is escaped.
fn uri(file: &str) -> String {
    let mut text = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                text.push(char::from(byte));
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn names_of_files_are_escaped() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
    }
}
