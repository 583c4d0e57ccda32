//! Error conditions: "a run fails when this holds", instead of a claim in the program (section 4 of the paper).
//!
//! `error`, `altsep == UPWARD_RA @ 120`, `lock > 1 @ release`. A condition is a C expression without side effects. It
//! is tested after each store to one of its variables, by claims that are put into the program: so every engine, the
//! interpreter included, sees an ordinary claim, and the last statement of a sequence is that store, as in the paper.
//! With a line, only stores on that line count; if there are none, it is tested when control comes there.
//!
//! | file | is |
//! |---|---|
//! | `syntax` | how a condition is written |
//! | `bind` | its names and types, as expressions of the program |
//! | `insert` | where it is tested |

mod bind;
mod insert;
mod syntax;
#[cfg(test)]
mod tests;

pub use insert::{Conditions, insert};

use std::str::FromStr;

use syntax::Expr;

/// Where a condition is tested.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Where {
    Everywhere,
    Line(u32),
    Function(String),
}

/// A condition under which a run counts as failing.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorCondition {
    /// As it was written, without the place.
    pub text: String,
    expr: Expr,
    at: Where,
}

/// The text is no condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`: {why}")]
pub struct Malformed {
    text: String,
    why: String,
}

/// The condition does not fit the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("`{condition}`: there is no variable `{name}`{}", meant(.near))]
    UnknownVariable {
        condition: String,
        name: String,
        near: Vec<String>,
    },
    #[error("`{condition}`: there is no function `{name}`{}", meant(.near))]
    UnknownFunction {
        condition: String,
        name: String,
        near: Vec<String>,
    },
    #[error("`{condition}`: no function sees all of its variables")]
    NoCommonScope { condition: String },
    #[error("`{condition}`: nothing is executed at line {line}")]
    NothingThere { condition: String, line: u32 },
    #[error("`{condition}`: nothing stores to its variables there")]
    NeverStored { condition: String },
    #[error("`{condition}`: `{part}` {why}")]
    NoMeaning {
        condition: String,
        part: String,
        why: &'static str,
    },
}

fn meant(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

impl FromStr for ErrorCondition {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<ErrorCondition, Malformed> {
        let wrong = |why: String| Malformed {
            text: text.to_owned(),
            why,
        };
        let (expr, at) = match text.rsplit_once('@') {
            None => (text, Where::Everywhere),
            Some((expr, place)) => {
                // `file.c:12` is line 12: names of files only help the reader.
                let place = place.trim();
                let last = place.rsplit_once(':').map_or(place, |(_, last)| last);
                let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let at = match last.parse() {
                    Ok(line) => Where::Line(line),
                    Err(_) if !last.is_empty() && last.chars().all(name) => Where::Function(last.to_owned()),
                    Err(_) => {
                        return Err(wrong(
                            "behind the `@` stands a line or the name of a function".to_owned(),
                        ));
                    }
                };
                (expr, at)
            }
        };
        let text = expr.trim().to_owned();
        let expr = syntax::parse(&text).map_err(wrong)?;
        Ok(ErrorCondition { text, expr, at })
    }
}

/// The known names that a name may have been meant to be: those with the fewest changed letters.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<(usize, String)> = known
        .map(|other| (distance(name, other), other.to_owned()))
        .filter(|(distance, other)| *distance <= 2 && *distance < other.len().max(name.len()))
        .collect();
    found.sort();
    found.dedup();
    found.truncate(3);
    found.into_iter().map(|(_, name)| name).collect()
}

/// How many letters have to be changed, added or taken away.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
