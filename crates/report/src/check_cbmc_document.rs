//! The result of a check as the documents that scripts written for CBMC read: a list of objects in JSON, or XML.
//!
//! Both have the claims with their status and place, the failing run of a claim as a list of steps where a trace was
//! asked for, the verdict as a message and as a status of its own.

use std::fmt::Write;

use serde_json::{Value, json};
use source::SourceMap;

use crate::check_cbmc::{CbmcState, Outcome, StateKind, outcomes, states_of, verdict_message};
use crate::{CheckReport, ClaimReport, LoopReport, Place, Unwound, Verdict};

/// The name under which the tool introduces itself.
const PROGRAM: &str = concat!("because ", env!("CARGO_PKG_VERSION"));

/// The result of a check.
pub(crate) fn cbmc_json(report: &CheckReport, sources: &SourceMap, unwound: &[Unwound]) -> String {
    let results = outcomes(report, sources, unwound)
        .iter()
        .map(|outcome| result_json(report, outcome))
        .collect::<Vec<_>>();
    let message = verdict_message(report, unwound);
    let status = match message {
        "VERIFICATION FAILED" => "failure",
        "VERIFICATION SUCCESSFUL" => "success",
        _ => "inconclusive",
    };
    document(&[
        json!({ "program": PROGRAM }),
        json!({ "result": results }),
        json!({ "messageText": message, "messageType": "STATUS-MESSAGE" }),
        json!({ "cProverStatus": status }),
    ])
}

/// The claims, not decided, or the loops with their names and places.
#[must_use]
pub fn cbmc_listed_json(claims: Option<&[ClaimReport]>, loops: &[LoopReport]) -> String {
    let listed = match claims {
        Some(claims) => {
            let properties = claims.iter().map(|claim| {
                json!({
                    "class": claim.check,
                    "description": claim.text,
                    "name": claim.name,
                    "sourceLocation": location_json(&claim.place, &claim.function),
                })
            });
            json!({ "properties": properties.collect::<Vec<_>>() })
        }
        None => {
            let loops = loops.iter().map(|item| {
                json!({ "name": item.name, "sourceLocation": location_json(&item.place, &item.function) })
            });
            json!({ "loops": loops.collect::<Vec<_>>() })
        }
    };
    document(&[json!({ "program": PROGRAM }), listed])
}

fn document(objects: &[Value]) -> String {
    let mut text = serde_json::to_string_pretty(objects).expect("values have a text");
    text.push('\n');
    text
}

fn location_json(place: &Place, function: &str) -> Value {
    match &place.location {
        Some(at) => json!({ "file": at.file, "function": function, "line": at.line.to_string() }),
        None => json!({ "function": function }),
    }
}

fn result_json(report: &CheckReport, outcome: &Outcome) -> Value {
    let mut result = json!({
        "description": outcome.description,
        "property": outcome.name,
        "sourceLocation": location_json(&outcome.place, &outcome.function),
        "status": outcome.status,
    });
    if let Some(states) = states_of(report, &outcome.name) {
        let mut steps: Vec<Value> = states.iter().map(state_json).collect();
        steps.push(json!({
            "hidden": false,
            "internal": false,
            "property": outcome.name,
            "reason": outcome.description,
            "sourceLocation": location_json(&outcome.place, &outcome.function),
            "stepType": "failure",
            "thread": 0,
        }));
        result["trace"] = Value::Array(steps);
    }
    result
}

fn state_json(state: &CbmcState<'_>) -> Value {
    let mut step = json!({
        "hidden": false,
        "internal": false,
        "sourceLocation": location_json(state.place, state.function),
        "thread": 0,
    });
    match &state.kind {
        StateKind::Assigned { target, parameter } => {
            step["stepType"] = "assignment".into();
            step["assignmentType"] = if *parameter {
                "actual-parameter"
            } else {
                "variable"
            }
            .into();
            step["lhs"] = (*target).into();
            step["mode"] = "C".into();
            step["value"] = value_json(state);
        }
        StateKind::Called(function) => {
            step["stepType"] = "function-call".into();
            step["function"] = json!({ "displayName": function, "identifier": function });
        }
        StateKind::Returned(function) => {
            step["stepType"] = "function-return".into();
            step["function"] = json!({ "displayName": function, "identifier": function });
        }
    }
    step
}

fn value_json(state: &CbmcState<'_>) -> Value {
    let mut value = json!({ "data": state.number() });
    if let Some(bits) = state.bits {
        let binary: String = bits.chars().filter(|digit| *digit != ' ').collect();
        value["width"] = binary.len().into();
        value["binary"] = binary.into();
    }
    if let Some(ty) = state.ty {
        value["name"] = kind_of_type(ty).into();
        value["type"] = ty.into();
    }
    value
}

/// The word for a kind of values, by the spelling of their type.
fn kind_of_type(ty: &str) -> &'static str {
    match ty {
        _ if ty.ends_with('*') || ty.contains("(*)") => "pointer",
        _ if ty.ends_with(']') => "array",
        _ if ty.starts_with("struct") => "struct",
        _ if ty.starts_with("union") => "union",
        "float" | "double" | "long double" | "_Float16" | "__float128" => "float",
        "_Bool" => "boolean",
        _ => "integer",
    }
}

/// The result of a check.
pub(crate) fn cbmc_xml(report: &CheckReport, sources: &SourceMap, unwound: &[Unwound]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cprover>\n\n");
    let _ = writeln!(text, "<program>{}</program>\n", escaped(PROGRAM));
    for outcome in outcomes(report, sources, unwound) {
        let (name, status) = (escaped(&outcome.name), outcome.status);
        let _ = writeln!(text, "<result property=\"{name}\" status=\"{status}\">");
        let _ = writeln!(text, "  {}", location_xml(&outcome.place, &outcome.function));
        if let Some(states) = states_of(report, &outcome.name) {
            text.push_str("  <goto_trace>\n");
            for state in &states {
                state_xml(&mut text, state);
            }
            let _ = writeln!(
                text,
                "    <failure hidden=\"false\" property=\"{name}\" reason=\"{}\" step_nr=\"{}\" thread=\"0\">\n      {}\n    </failure>\n  </goto_trace>",
                escaped(&outcome.description),
                states.last().map_or(0, |state| state.number) + 1,
                location_xml(&outcome.place, &outcome.function)
            );
        }
        text.push_str("</result>\n\n");
    }
    let message = verdict_message(report, unwound);
    let status = match (message, report.verdict) {
        ("VERIFICATION FAILED", _) => "FAILURE",
        (_, Verdict::Successful) => "SUCCESS",
        _ => "INCONCLUSIVE",
    };
    let _ = writeln!(
        text,
        "<message type=\"STATUS-MESSAGE\">\n  <text>{message}</text>\n</message>\n\n<cprover-status>{status}</cprover-status>\n\n</cprover>"
    );
    text
}

fn state_xml(text: &mut String, state: &CbmcState<'_>) {
    let location = location_xml(state.place, state.function);
    let number = state.number;
    let _ = match &state.kind {
        StateKind::Assigned { target, parameter } => {
            let kind = if *parameter { "actual_parameter" } else { "state" };
            let base = target.split(['.', '[']).next().unwrap_or(target);
            let (base, target) = (escaped(base), escaped(target));
            let bits = state.bits.map_or_else(String::new, |bits| {
                let digits: String = bits.chars().filter(|digit| *digit != ' ').collect();
                format!(" binary=\"{digits}\"")
            });
            let ty = state.ty.map_or_else(String::new, |ty| {
                format!("      <full_lhs_type>{}</full_lhs_type>\n", escaped(ty))
            });
            writeln!(
                text,
                "    <assignment assignment_type=\"{kind}\" base_name=\"{base}\" display_name=\"{}::{base}\" hidden=\"false\" identifier=\"{}::{base}\" mode=\"C\" step_nr=\"{number}\" thread=\"0\">\n      {location}\n{ty}      <full_lhs>{target}</full_lhs>\n      <full_lhs_value{bits}>{}</full_lhs_value>\n    </assignment>",
                escaped(state.function),
                escaped(state.function),
                escaped(&state.shown())
            )
        }
        StateKind::Called(function) | StateKind::Returned(function) => {
            let tag = match state.kind {
                StateKind::Called(_) => "function_call",
                _ => "function_return",
            };
            let name = escaped(function);
            writeln!(
                text,
                "    <{tag} hidden=\"false\" step_nr=\"{number}\" thread=\"0\">\n      <function display_name=\"{name}\" identifier=\"{name}\"/>\n      {location}\n    </{tag}>"
            )
        }
    };
}

fn location_xml(place: &Place, function: &str) -> String {
    let function = escaped(function);
    match &place.location {
        Some(at) => format!(
            "<location file=\"{}\" function=\"{function}\" line=\"{}\"/>",
            escaped(&at.file),
            at.line
        ),
        None => format!("<location function=\"{function}\"/>"),
    }
}

/// Text between tags or quotes. Control characters are no characters of XML, however they are written.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(char),
            _ if char.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(char),
        }
    }
    escaped
}
