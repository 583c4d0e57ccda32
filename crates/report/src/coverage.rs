//! Which goals of coverage are met, in the form that scripts written for CBMC read.

use std::fmt::Write;

use crate::Place;

/// One goal.
#[derive(Debug, Clone)]
pub struct GoalReport {
    pub name: String,
    pub function: String,
    pub text: String,
    /// Whether some run meets it, if that is known.
    pub met: Option<bool>,
    pub place: Place,
}

/// The list and the count.
#[must_use]
pub fn coverage_text(goals: &[GoalReport]) -> String {
    crate::plain(&goal_lines(goals))
}

fn goal_lines(goals: &[GoalReport]) -> String {
    let mut goals: Vec<&GoalReport> = goals.iter().collect();
    goals.sort_by(|a, b| a.function.cmp(&b.function));
    let mut text = String::from("\n** coverage results:\n");
    for goal in &goals {
        let (file, line) = match &goal.place.location {
            Some(at) => (at.file.as_str(), at.line),
            None => ("", 0),
        };
        let status = match goal.met {
            Some(true) => "SATISFIED",
            Some(false) => "FAILED",
            None => "UNKNOWN",
        };
        let _ = writeln!(
            text,
            "[{}] file {file} line {line} function {} {}: {status}",
            goal.name, goal.function, goal.text
        );
    }
    let met = goals.iter().filter(|goal| goal.met == Some(true)).count();
    let share = match goals.len() {
        0 => 100.0,
        all => 100.0 * met as f64 / all as f64,
    };
    let _ = writeln!(text, "\n** {met} of {} covered ({share:.1}%)", goals.len());
    text
}
