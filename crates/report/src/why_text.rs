//! Where a value came from, for people: one line for each link, the latest first.
//!
//! A chain is a graph: a sum comes from two values. On paper it is read backwards in time, as a person debugs, so links are
//! listed from the last step to the first, each with the text of its line and what it says about the value. What happened at one
//! place again and again (a loop) is one line with a count.

use std::fmt::Write;

use crate::input_name::input_named;
use crate::{
    Place, WhyAnswer, WhyChain, WhyDecision, WhyKind, WhyLink, WhyNotReport, WhyPart, WhyParting, WhyReport,
    plain,
};

/// Lines that are shown.
const MOST: usize = 30;
/// Characters of a source line.
const WIDTH: usize = 44;
/// Places that a sentence names.
const NEAR: usize = 3;
/// Parts of a link that are named.
const PARTS: usize = 4;

/// The answer as text.
#[must_use]
pub fn why_text(report: &WhyReport) -> String {
    let mut text = String::new();
    match &report.answer {
        WhyAnswer::NoSuch { reason } => {
            let _ = writeln!(text, "{reason}");
        }
        WhyAnswer::NotExecuted(why) => not_executed(&mut text, &report.question, why),
        WhyAnswer::Chain { chain, parting } => {
            let _ = writeln!(text, "{}", headline(&report.question, chain));
            text.push('\n');
            chain_text(&mut text, chain);
            if let Some(decided) = &chain.decided {
                let _ = writeln!(text, "\n{}", ran_because(decided));
            }
            if let Some(parting) = parting {
                text.push('\n');
                parting_text(&mut text, parting);
            }
        }
    }
    plain(&text)
}

fn headline(question: &str, chain: &WhyChain) -> String {
    let Some(first) = chain.links.first() else {
        return question.to_owned();
    };
    let parts: Vec<String> = first
        .parts
        .iter()
        .filter(|part| !part.address)
        .map(said)
        .collect();
    let place = first.place.short();
    match (&first.name, &first.value, parts.is_empty()) {
        (Some(name), Some(value), _) => format!("{name} is {value} at {place}"),
        (_, _, false) => format!("{} at {place}", parts.join(", ")),
        _ => question.to_owned(),
    }
}

fn said(part: &WhyPart) -> String {
    format!("{} is {}", part.name, part.value)
}

/// A line, and how often it happened.
struct Line {
    place: String,
    source: String,
    says: String,
    key: (WhyKind, String, Option<String>),
    step: u32,
    times: usize,
}

fn chain_text(text: &mut String, chain: &WhyChain) {
    let mut links: Vec<&WhyLink> = chain.links.iter().skip(1).collect();
    if chain
        .links
        .first()
        .is_some_and(|first| first.kind != WhyKind::Asked)
    {
        links.insert(0, &chain.links[0]);
    }
    links.sort_by_key(|link| std::cmp::Reverse(link.step));
    let mut lines: Vec<Line> = Vec::new();
    for link in links {
        let key = (link.kind, link.place.short(), link.name.clone());
        if let Some(known) = lines.iter_mut().find(|line| line.key == key) {
            known.times += usize::from(known.step != link.step);
            known.step = link.step;
            continue;
        }
        lines.push(Line {
            place: link.place.short(),
            source: cut(&link.source),
            says: link_says(link),
            key,
            step: link.step,
            times: 1,
        });
    }
    // Nobody wrote it: there is no step, but it is an end as any other.
    for link in &chain.links {
        for part in link.parts.iter().filter(|part| part.unwritten) {
            let says = format!("nobody wrote {} before it was read here", part.name);
            let key = (WhyKind::Asked, link.place.short(), Some(part.name.clone()));
            if !lines.iter().any(|line| line.key == key) {
                let (place, source) = (link.place.short(), cut(&link.source));
                lines.push(Line {
                    place,
                    source,
                    says,
                    key,
                    step: link.step,
                    times: 1,
                });
            }
        }
    }
    let places = lines
        .iter()
        .take(MOST)
        .map(|line| line.place.chars().count())
        .max()
        .unwrap_or(0);
    let sources = lines
        .iter()
        .take(MOST)
        .map(|line| line.source.chars().count())
        .max()
        .unwrap_or(0);
    for line in lines.iter().take(MOST) {
        let times = match line.times {
            1 => String::new(),
            times => format!("  ({times} times; the last one is shown)"),
        };
        let row = format!(
            "  {:<places$}  {:<sources$}  {}{times}",
            line.place, line.source, line.says
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    if lines.is_empty() {
        text.push_str("  Nothing was read: it is a constant, or an address.\n");
    }
    if lines.len() > MOST {
        let _ = writeln!(
            text,
            "  and {} more lines (--json has them all)",
            lines.len() - MOST
        );
    }
    if chain.cut {
        text.push_str("  and more, which is not followed: ask about one of the lines above\n");
    }
}

fn cut(source: &str) -> String {
    match source.chars().count() > WIDTH {
        true => format!("{}...", source.chars().take(WIDTH - 3).collect::<String>()),
        false => source.to_owned(),
    }
}

/// What a link says about the value.
#[must_use]
pub fn link_says(link: &WhyLink) -> String {
    let mut says = made_says(link);
    if let Some(decided) = &link.decided {
        let _ = write!(says, ", because `{}` was {}", decided.condition, decided.went);
        if !decided.place.same_line(&link.place) {
            let _ = write!(says, " at {}", decided.place.short());
        }
    }
    if !link.omitted.is_empty() {
        let places: Vec<String> = link.omitted.iter().take(NEAR).map(Place::short).collect();
        let more = if link.omitted.len() > NEAR { ", ..." } else { "" };
        let _ = write!(
            says,
            "; {}{more} would have changed it and was not executed",
            places.join(", ")
        );
    }
    says
}

fn made_says(link: &WhyLink) -> String {
    let name = link.name.as_deref().unwrap_or("the value");
    let value = &cut(link.value.as_deref().unwrap_or(""));
    let of = link.of.as_deref().unwrap_or("");
    let values: Vec<&WhyPart> = link.parts.iter().filter(|part| !part.address).collect();
    let with = || {
        let mut told: Vec<String> = values
            .iter()
            .take(PARTS)
            .map(|part| format!("{} = {}", part.name, part.value))
            .collect();
        if values.len() > PARTS {
            told.push("...".to_owned());
        }
        match told.is_empty() {
            true => String::new(),
            false => format!(" with {}", told.join(", ")),
        }
    };
    let source = values.first().map_or("", |part| part.name.as_str());
    match link.kind {
        WhyKind::Asked => with().trim_start_matches(" with ").to_owned(),
        WhyKind::Copied => format!("{name} = {value}, copied from {source}"),
        WhyKind::Computed => format!("{name} = {value}{}", with()),
        WhyKind::Argument if value == source || source.is_empty() => {
            format!("passed to {of}: {name} = {value}")
        }
        WhyKind::Argument => format!("{source} is passed to {of}: {name} = {value}"),
        WhyKind::Returned => format!("{name} = {value}, returned by {of}"),
        // What is returned as it is found, or a constant, is said once.
        WhyKind::Return if values.is_empty() => format!("{} returns {value}", link.function),
        WhyKind::Return if values.len() == 1 && value == source => {
            format!("{} returns{}", link.function, with().replacen(" with", "", 1))
        }
        WhyKind::Return => format!("{} returns {value}{}", link.function, with()),
        WhyKind::Moved if of.is_empty() => format!("copied as a part of {name}"),
        WhyKind::Moved => format!("copied by {of}"),
        WhyKind::Library if value.is_empty() => format!("made by {of}{}", with()),
        WhyKind::Library => format!("{value}, made by {of}{}", with()),
        WhyKind::Allocated if of.is_empty() => format!("allocated here{}", with()),
        WhyKind::Allocated => format!("allocated by {of}{}", with()),
        WhyKind::Input => format!("{name} = {value}: {}", input_named(of)),
        WhyKind::Constant if name.starts_with('"') => format!("the string {name}"),
        WhyKind::Constant => format!("{name} = {value}, a constant"),
        WhyKind::StaticZero => format!("{name} is static, and begins with zero"),
        WhyKind::Decided => format!("decided{}", with()),
        WhyKind::Called => format!("{of} is called"),
    }
}

/// Why the line ran.
fn ran_because(decided: &WhyDecision) -> String {
    let place = decided.place.short();
    match decided.went.as_str() {
        "called" => format!(
            "The line ran because {} was called at {place}.",
            decided.condition
        ),
        went => {
            let with = parts_text(&decided.parts);
            format!(
                "The line ran because `{}` was {went} at {place}{with}.",
                decided.condition
            )
        }
    }
}

fn parts_text(parts: &[WhyPart]) -> String {
    let told: Vec<String> = parts
        .iter()
        .take(PARTS)
        .map(|part| format!("{} = {}", part.name, part.value))
        .collect();
    match told.is_empty() {
        true => String::new(),
        false => format!(" with {}", told.join(", ")),
    }
}

fn not_executed(text: &mut String, question: &str, why: &WhyNotReport) {
    let _ = writeln!(text, "{question}: this line was not executed in this run.");
    for sentence in why_not_sentences(why) {
        let _ = writeln!(text, "  {sentence}");
    }
}

/// Why a line was not executed.
#[must_use]
pub fn why_not_sentences(why: &WhyNotReport) -> Vec<String> {
    let mut all: Vec<String> = why
        .never_called
        .iter()
        .map(|name| format!("{name} was never called."))
        .collect();
    if let Some(decided) = &why.decided {
        let (place, with) = (decided.place.short(), parts_text(&decided.parts));
        all.push(format!(
            "The last time it was decided, `{}` was {} at {place}{with}.",
            decided.condition, decided.went
        ));
    }
    if why.ended {
        all.push("The run ended before.".to_owned());
    }
    all
}

fn parting_text(text: &mut String, parting: &WhyParting) {
    let WhyParting {
        name,
        failing,
        passing,
        ..
    } = parting;
    let _ = writeln!(
        text,
        "Beside the passing run: {name} is {failing}; in the passing run it is {passing}."
    );
    let mut one = |which: &str, link: &Option<WhyLink>| {
        if let Some(link) = link {
            let _ = writeln!(text, "  {which}: {}: {}", link.place.short(), link_says(link));
        }
    };
    one("failing run", &parting.failing_link);
    one("passing run", &parting.passing_link);
}

/// Where a wrong value came from, in one sentence: "`f` is NULL: returned by `find` at line 11, stored at line 18".
#[must_use]
pub fn origin_sentence(chain: &WhyChain) -> Option<String> {
    let asked = chain.links.first()?;
    let part = asked
        .parts
        .iter()
        .find(|part| !part.address && !part.from.is_empty())?;
    let mut ways = Vec::new();
    let mut seen = vec![false; chain.links.len()];
    let mut next = part.from.first().copied();
    let line = |link: &WhyLink| {
        let at = link.place.location.as_ref().map(|location| location.line);
        at.map_or_else(String::new, |line| format!(" at line {line}"))
    };
    while let Some(at) = next {
        let Some(link) = chain
            .links
            .get(at)
            .filter(|_| !std::mem::replace(&mut seen[at], true))
        else {
            break;
        };
        let of = link.of.as_deref().unwrap_or("");
        next = link
            .parts
            .iter()
            .find(|part| !part.address && !part.from.is_empty())
            .and_then(|part| part.from.first().copied());
        let (said, mut ends) = match link.kind {
            WhyKind::Moved if !of.is_empty() => (format!("copied by `{of}`{}", line(link)), false),
            WhyKind::Copied | WhyKind::Moved => (format!("stored{}", line(link)), false),
            WhyKind::Argument => (format!("passed to `{of}`{}", line(link)), false),
            WhyKind::Returned => (format!("stored{}", line(link)), false),
            WhyKind::Return => (format!("returned by `{}`{}", link.function, line(link)), false),
            WhyKind::Computed => (format!("computed{}", line(link)), true),
            WhyKind::Library => (format!("made by `{of}`{}", line(link)), true),
            WhyKind::Allocated => (format!("allocated{}", line(link)), true),
            WhyKind::Input => (format!("{}{}", input_named(of), line(link)), true),
            WhyKind::Constant => (
                format!(
                    "set to {}{}",
                    link.value.as_deref().unwrap_or("a constant"),
                    line(link)
                ),
                true,
            ),
            WhyKind::StaticZero => ("a static variable that begins with zero".to_owned(), true),
            WhyKind::Asked | WhyKind::Decided | WhyKind::Called => break,
        };
        if ways.last() != Some(&said) {
            ways.push(said);
        }
        // The caller is where a person looks next; what lies beyond is in the chain.
        ends |= link.kind == WhyKind::Return || ways.len() >= NEAR;
        if ends {
            break;
        }
    }
    if ways.is_empty() {
        return None;
    }
    ways.reverse();
    let value = plain(&part.value);
    let article = if value.starts_with("pointer") { "a " } else { "" };
    let ways = lines_together(&ways).join(", ");
    Some(plain(&format!("`{}` is {article}{value}: {ways}", part.name)))
}

/// `stored at line 4, stored at line 7` as `stored at lines 4 and 7`.
fn lines_together(ways: &[String]) -> Vec<String> {
    const STORED: &str = "stored at line ";
    let mut told: Vec<String> = Vec::new();
    for same in ways.chunk_by(|one, other| one.starts_with(STORED) && other.starts_with(STORED)) {
        match same {
            [first @ .., last] if !first.is_empty() => {
                let lines: Vec<&str> = first.iter().map(|way| &way[STORED.len()..]).collect();
                let last = &last[STORED.len()..];
                told.push(format!("stored at lines {} and {last}", lines.join(", ")));
            }
            _ => told.extend(same.iter().cloned()),
        }
    }
    told
}
