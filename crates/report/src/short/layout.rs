//! Lines of at most a width: labels on the left, code in the middle, reasons on the right.

use source::SourceMap;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Screen, WIDEST_SCREEN};
use crate::plain::plain;
use crate::visible::visible;
use crate::{Place, Style};

/// Where the text behind a label begins.
const LABELS: usize = 13;
/// Narrower terminals are taken for this wide: below it nothing can be read.
const NARROWEST: usize = 40;
/// Lines that one list of inputs takes at most.
const MOST_LIST_LINES: usize = 3;
/// Lines that a sentence takes at most.
const MOST_SENTENCE_LINES: usize = 2;
/// Lines that a note below an item takes at most.
const MOST_NOTE_LINES: usize = 2;
/// A blank at which no line ends.
pub(super) const TOGETHER: &str = "\u{a0}";
/// No line is indented further in a snippet.
const TAB: &str = "    ";

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// A text that is being written.
pub(super) struct Page {
    text: String,
    width: usize,
    style: Style,
    last_label: String,
    /// Files that are called by more than their last name, because another has the same.
    long_names: bool,
}

impl Page {
    pub(super) fn new(screen: Screen) -> Page {
        Page {
            text: String::new(),
            width: screen.width.clamp(NARROWEST, WIDEST_SCREEN),
            style: screen.style,
            last_label: String::new(),
            long_names: true,
        }
    }

    /// The first line of the answer has the whole name of its file. Below, the last part of it is enough, if no other file
    /// ends in the same.
    pub(super) fn name_files(&mut self, report: &crate::ExplainReport, sources: &SourceMap) {
        let mut names: Vec<&str> = report.files.iter().map(|name| last_name(name)).collect();
        let written = sources.files().filter(|(_, file)| !file.embedded);
        let others = written.filter(|(_, file)| !report.files.contains(&file.name));
        names.extend(others.map(|(_, file)| last_name(&file.name)));
        names.sort_unstable();
        self.long_names = names.windows(2).any(|pair| pair[0] == pair[1]);
    }

    /// `list.c:25`.
    pub(super) fn place(&self, file: &str, line: u32) -> String {
        match self.long_names {
            true => format!("{file}:{line}"),
            false => format!("{}:{line}", last_name(file)),
        }
    }

    /// What has been written since the last time.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    /// The first line: what fails, and why in brackets.
    pub(super) fn title(&mut self, message: &str, why: &str) {
        let message = plain(&one_line(message));
        let why = plain(&one_line(why));
        let lines = wrap(&message, self.width);
        let last = lines.last().map_or(0, |line| line.width());
        for (index, line) in lines.iter().enumerate() {
            let line = self.coloured(RED, line);
            self.text.push_str(&line);
            if index + 1 < lines.len() {
                self.text.push('\n');
            }
        }
        if why.is_empty() {
        } else if last + 4 + why.width() + 2 <= self.width {
            self.text.push_str(&format!("    ({why})"));
        } else {
            for line in wrap(&format!("({why})"), self.width - 4) {
                self.text.push_str(&format!("\n    {line}"));
            }
        }
        self.text.push('\n');
    }

    /// The line of source at a place, with a caret under the part that is meant.
    pub(super) fn snippet(&mut self, sources: &SourceMap, place: &Place) {
        let Some(location) = &place.location else {
            return;
        };
        let span = sources.location(place.loc).used;
        let file = sources.file(span.file);
        let Some((start, end)) = file.line_span(location.line) else {
            return;
        };
        let shown = |from: u32, to: u32| {
            let bytes = &file.text[from.min(to) as usize..to as usize];
            let text = String::from_utf8_lossy(bytes).into_owned();
            visible(text.trim_end_matches(['\n', '\r'])).replace('\t', TAB)
        };
        let low = span.lo.clamp(start, end);
        let high = span.hi.clamp(low, end);
        let (before, within, after) = (shown(start, low), shown(low, high), shown(high, end));
        let number = location.line.to_string();
        let gutter = number.len().max(4) + 1;
        let room = self.width.saturating_sub(gutter + 3);
        let indent = before.width();
        let mut line = format!("{before}{within}{after}");
        let mut caret = indent;
        // The part that is meant must be seen, also in a long line.
        if indent + within.width() > room {
            let kept = room / 3;
            let cut: String = last_columns(&before, kept);
            caret = cut.width() + 3;
            line = format!("...{cut}{within}{after}");
        }
        let line = clip(&line, room);
        let carets = within.width().clamp(1, room.saturating_sub(caret).max(1));
        let marks = self.coloured(RED, &"^".repeat(carets));
        let edge = gutter - 1;
        let rows = format!(
            "{number:>edge$} | {}\n{:>edge$} | {:caret$}{marks}\n",
            line.trim_end(),
            "",
            ""
        );
        self.text.push_str(&rows);
    }

    /// A label, columns, and a note: in one line, or with the note below.
    pub(super) fn item(&mut self, label: &str, columns: &[&str], note: &str) {
        let columns: Vec<String> = columns.iter().map(|text| plain(&one_line(text))).collect();
        let note = plain(&one_line(note));
        let start = self.label(label);
        let room = self.width - LABELS;
        let first = columns.first().map_or("", String::as_str);
        let code = columns.get(1..).unwrap_or_default().join("  ");
        let mut line = first.to_owned();
        if !code.is_empty() {
            line.push_str("  ");
            line.push_str(&code);
        }
        if !note.is_empty() && line.width() + 2 + note.width() <= room {
            self.text.push_str(&format!("{start}{line}  {note}\n"));
            return;
        }
        self.text.push_str(&format!("{start}{}\n", clip(&line, room)));
        if !note.is_empty() {
            let note = first_reasons(&note, (room - 2) * MOST_NOTE_LINES - room / 4);
            for line in wrap(&note, room - 2).iter().take(MOST_NOTE_LINES) {
                self.text.push_str(&format!("{:LABELS$}  {line}\n", ""));
            }
        }
    }

    /// Lists behind a label, on as many lines as they need; of long ones the beginning and how much there is. What
    /// belongs together is joined by commas, what does not by semicolons.
    pub(super) fn wrapped(&mut self, label: &str, lists: &[Vec<String>]) {
        let mut pieces: Vec<(String, &str)> = Vec::new();
        for list in lists {
            pieces.extend(list.iter().map(|piece| (plain(&one_line(piece)), ",")));
            if let Some((_, ending)) = pieces.last_mut() {
                *ending = ";";
            }
        }
        if let Some((_, ending)) = pieces.last_mut() {
            *ending = "";
        }
        let room = self.width - LABELS;
        let mut lines: Vec<String> = vec![String::new()];
        let mut left = pieces.len();
        for (index, (piece, ending)) in pieces.iter().enumerate() {
            let piece = format!("{}{ending}", clip(piece, room - 20));
            let full = lines.len() == MOST_LIST_LINES;
            let rest = format!(" … ({} in all)", pieces.len());
            let reserve = if full && index + 1 < pieces.len() {
                rest.width()
            } else {
                0
            };
            let last = lines
                .last_mut()
                .unwrap_or_else(|| unreachable!("there is a line"));
            let blank = if last.is_empty() { "" } else { " " };
            if last.is_empty() || last.width() + blank.len() + piece.width() + reserve <= room {
                last.push_str(blank);
                last.push_str(&piece);
                left -= 1;
                continue;
            }
            if full {
                last.push_str(&rest);
                break;
            }
            lines.push(piece);
            left -= 1;
        }
        debug_assert!(left < pieces.len() || pieces.is_empty());
        for (index, line) in lines.iter().enumerate() {
            let start = match index {
                0 => self.label(label),
                _ => " ".repeat(LABELS),
            };
            self.text.push_str(&format!("{start}{line}\n"));
        }
    }

    /// A sentence behind a label, on a few lines.
    pub(super) fn sentence(&mut self, label: &str, text: &str) {
        let room = self.width - LABELS;
        let text = clip(&plain(&one_line(text)), room * MOST_SENTENCE_LINES - room / 4);
        for (index, line) in wrap(&text, room).iter().take(MOST_SENTENCE_LINES).enumerate() {
            let start = match index {
                0 => self.label(label),
                _ => " ".repeat(LABELS),
            };
            self.text.push_str(&format!("{start}{line}\n"));
        }
    }

    /// Sentences from the left edge.
    pub(super) fn sentences(&mut self, text: &str) {
        for line in wrap(&plain(&one_line(text)), self.width) {
            self.text.push_str(&line.replace(TOGETHER, " "));
            self.text.push('\n');
        }
    }

    /// A label that is the same as the one above is not repeated.
    fn label(&mut self, label: &str) -> String {
        let repeated = label == self.last_label && label != "or";
        label.clone_into(&mut self.last_label);
        match repeated || label.is_empty() {
            true => " ".repeat(LABELS),
            false => {
                let blanks = LABELS.saturating_sub(label.width()).max(1);
                format!("{}{:blanks$}", self.coloured(BOLD, label), "")
            }
        }
    }

    fn coloured(&self, colour: &str, text: &str) -> String {
        match self.style {
            Style::Plain => text.to_owned(),
            Style::Coloured => format!("{colour}{text}{PLAIN}"),
        }
    }
}

fn last_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Blanks and line ends as one blank each.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split([' ', '\n', '\t']);
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The statement at a place, without what is around it on the line.
pub(super) fn code_at(sources: &SourceMap, place: &Place) -> String {
    let location = place.location.as_ref();
    location.map_or_else(String::new, |location| {
        code_on(sources, &location.file, location.line)
    })
}

/// A line of source without its indentation and without a comment at its end.
pub(super) fn code_on(sources: &SourceMap, file: &str, line: u32) -> String {
    let mut known = sources.files();
    let Some((_, file)) = known.find(|(_, known)| known.name == file) else {
        return String::new();
    };
    without_comment(&String::from_utf8_lossy(file.line_text(line)))
}

/// Code without a comment that ends the line.
pub(super) fn without_comment(line: &str) -> String {
    let line = line.trim();
    // Quotes before it may mean that it is none.
    let comment = line.find("//").or_else(|| {
        let start = line.rfind("/*")?;
        line.ends_with("*/").then_some(start)
    });
    match comment {
        Some(start) if start > 0 && !line[..start].contains('"') => line[..start].trim_end().to_owned(),
        _ => line.to_owned(),
    }
}

/// As many of the reasons as fit; they stand between semicolons.
fn first_reasons(note: &str, width: usize) -> String {
    let mut note = note;
    while note.width() > width {
        match note.rfind("; ") {
            Some(end) => note = &note[..end],
            None => return clip(note, width),
        }
    }
    note.to_owned()
}

/// Cut at a width, with a sign that it is.
pub(super) fn clip(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = first_columns(text, width.saturating_sub(3));
    kept.push_str("...");
    kept
}

fn first_columns(text: &str, width: usize) -> String {
    let mut used = 0;
    let fits = |character: &char| {
        used += character.width().unwrap_or(0);
        used <= width
    };
    text.chars().take_while(fits).collect()
}

fn last_columns(text: &str, width: usize) -> String {
    let backwards: String = text.chars().rev().collect();
    first_columns(&backwards, width).chars().rev().collect()
}

/// Words on lines of at most a width; a word that is longer is cut where the line ends.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let mut word = word.to_owned();
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        while word.width() > width {
            let part = first_columns(&word, width);
            word = word.split_off(part.len());
            lines.push(part);
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines
}
