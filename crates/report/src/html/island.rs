//! The runs as data for the script: JSON in which every text stands once and everything else is numbers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::{HtmlPage, short_name};
use crate::{Answer, ChangeReport, PageRun, PageShift, Place, Step, TraceStep, WhyPart, link_says};

#[derive(Default)]
struct Texts {
    all: Vec<String>,
    known: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, page: &HtmlPage<'_>, text: &str) -> usize {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        self.known.insert(text.to_owned(), self.all.len());
        self.all.push(page.shown(text));
        self.all.len() - 1
    }
}

#[derive(Serialize)]
struct Data {
    files: Vec<File>,
    texts: Vec<String>,
    runs: Vec<Run>,
    /// Pairs of rows; -1 for none.
    rows: Vec<i64>,
    /// By file and line: the letters of the gutter.
    marks: Vec<Mark>,
    /// The changes: file, first line, lines taken away, lines instead.
    changes: Vec<Vec<Edit>>,
    /// File and line of the failure.
    failure: Option<(usize, u32)>,
}

#[derive(Serialize)]
struct File {
    name: String,
    lines: Vec<String>,
}

#[derive(Serialize)]
struct Mark {
    file: usize,
    line: u32,
    letter: &'static str,
    says: String,
}

#[derive(Serialize)]
struct Edit {
    file: usize,
    line: u32,
    before: Vec<String>,
    after: Vec<String>,
}

/// See [`Run::links`].
type LinkRow = (i64, i64, i64, i64, Vec<Vec<i64>>);

#[derive(Serialize, Default)]
struct Run {
    name: &'static str,
    threads: Vec<String>,
    cut: bool,
    left: usize,
    /// For each row: file, line, function, depth, thread, kind, what, value, control, made, loop, round.
    rows: Vec<Vec<i64>>,
    /// For each row: parts of what it read.
    reads: Vec<Vec<Vec<i64>>>,
    /// For each row: cell, value, target.
    shifts: Vec<Vec<i64>>,
    /// Name, function, activation, allocated, type, begun, ended.
    objects: Vec<[i64; 7]>,
    /// Object, part, width, sign.
    cells: Vec<[i64; 4]>,
    /// By `file:line` of code that was not executed: why, and the row of the decision.
    not: BTreeMap<String, (i64, i64)>,
    /// Row, what it says, file, line, then parts.
    links: Vec<LinkRow>,
}

pub(super) fn island(page: &HtmlPage<'_>) -> String {
    let mut texts = Texts::default();
    let mut data = Data {
        files: files(page),
        texts: Vec::new(),
        runs: Vec::new(),
        rows: Vec::new(),
        marks: marks(page),
        changes: changes(page),
        failure: failure(page),
    };
    if let Some(runs) = page.runs {
        let number = |row: Option<usize>| row.map_or(-1, |row| row as i64);
        data.rows = runs
            .rows
            .iter()
            .flat_map(|(a, b)| [number(*a), number(*b)])
            .collect();
        data.runs
            .push(run(page, &mut texts, &runs.failing, "failing run"));
        if let Some(passing) = &runs.passing {
            data.runs.push(run(page, &mut texts, passing, "passing run"));
        }
    }
    data.texts = texts.all;
    let text = serde_json::to_string(&data).unwrap_or_default();
    // In a string `<` may begin the end of the script; two line ends of Unicode end lines of JavaScript.
    text.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn files(page: &HtmlPage<'_>) -> Vec<File> {
    let file = |name: &String| {
        let known = page.sources.files().find(|(_, known)| known.name == *name);
        let lines = known.map_or(Vec::new(), |(_, known)| {
            let mut count = known.line_count() as u32;
            // Behind the last line end there is no line.
            if count > 1 && page.line(name, count).is_empty() {
                count -= 1;
            }
            (1..=count).map(|line| page.line(name, line)).collect()
        });
        File {
            name: page.shown(short_name(name)),
            lines,
        }
    };
    page.files.iter().map(file).collect()
}

fn file_of(page: &HtmlPage<'_>, place: &Place) -> (i64, i64) {
    let Some(at) = &place.location else { return (-1, 0) };
    let index = page.files.iter().position(|known| *known == at.file);
    index.map_or((-1, 0), |index| (index as i64, at.line.into()))
}

/// `S` for suspects, `C` for changes, `D` for differences that matter.
fn marks(page: &HtmlPage<'_>) -> Vec<Mark> {
    let mut found: BTreeMap<(usize, u32, &'static str), BTreeSet<String>> = BTreeMap::new();
    let mut add = |place: &Place, letter: &'static str, says: String| {
        let (file, line) = file_of(page, place);
        if let Ok(file) = usize::try_from(file) {
            found.entry((file, line as u32, letter)).or_default().insert(says);
        }
    };
    for change in changes_of(page) {
        for edit in &change.edits {
            let says = format!("change: {}", edit.after.join(" ").trim());
            add(&edit.place, "C", says);
        }
    }
    if let super::HtmlSubject::Findings(crate::Findings::Diagnose(report)) = page.subject {
        for component in report
            .diagnoses
            .iter()
            .flat_map(|diagnosis| &diagnosis.components)
        {
            add(
                &component.place,
                "S",
                format!("suspect: {}", component.expression),
            );
        }
    }
    if let Some(report) = page.explained() {
        for suspect in &report.suspects {
            add(&suspect.place, "S", format!("suspect: {}", suspect.expression));
        }
        if let Answer::Explained(explanation) = &report.answer {
            for delta in explanation
                .deltas
                .iter()
                .filter(|delta| delta.in_slice && !delta.library)
            {
                let place = delta.stored_failing.as_ref().unwrap_or(&delta.place);
                add(
                    place,
                    "D",
                    format!(
                        "{}: {}, in the passing run {}",
                        delta.name, delta.failing, delta.passing
                    ),
                );
            }
        }
    }
    let marks = found.into_iter().map(|((file, line, letter), says)| Mark {
        file,
        line,
        letter,
        says: page.shown(&says.into_iter().take(4).collect::<Vec<_>>().join("; ")),
    });
    marks.collect()
}

fn changes_of<'p>(page: &HtmlPage<'p>) -> &'p [ChangeReport] {
    match page.subject {
        super::HtmlSubject::Findings(crate::Findings::Explain(report)) => &report.changes,
        super::HtmlSubject::Findings(crate::Findings::Repair(report)) => &report.changes,
        _ => &[],
    }
}

fn changes(page: &HtmlPage<'_>) -> Vec<Vec<Edit>> {
    let lines = |lines: &[String]| lines.iter().map(|line| crate::visible(line)).collect();
    changes_of(page)
        .iter()
        .map(|change| {
            let edits = change.edits.iter().filter_map(|edit| {
                let (file, line) = file_of(page, &edit.place);
                let (before, after) = (lines(&edit.before), lines(&edit.after));
                Some(Edit {
                    file: usize::try_from(file).ok()?,
                    line: line as u32,
                    before,
                    after,
                })
            });
            edits.collect()
        })
        .collect()
}

fn failure(page: &HtmlPage<'_>) -> Option<(usize, u32)> {
    let run = match page.subject {
        super::HtmlSubject::Run(run, _) => Some(run),
        super::HtmlSubject::Findings(crate::Findings::Explain(report)) => {
            report.failing.as_ref().map(|failing| &failing.run)
        }
        super::HtmlSubject::Findings(crate::Findings::Check(report)) => {
            report.counterexamples.first().map(|first| &first.run)
        }
        super::HtmlSubject::Findings(_) => None,
    };
    let crate::Ending::Failed(failure) = &run?.ending else {
        return None;
    };
    let (file, line) = file_of(page, &failure.place);
    Some((usize::try_from(file).ok()?, line as u32))
}

fn run(page: &HtmlPage<'_>, texts: &mut Texts, run: &PageRun, name: &'static str) -> Run {
    let mut told = Run {
        name,
        threads: run.threads.iter().map(|thread| page.shown(thread)).collect(),
        cut: run.cut,
        left: run.left_out,
        ..Run::default()
    };
    let at = |row: Option<usize>| row.map_or(-1, |row| row as i64);
    for row in &run.rows {
        let mut columns = described(page, texts, row.trace.as_ref());
        columns.extend([row.thread.into(), at(row.control), at(row.made)]);
        told.rows.push(columns);
        told.reads.push(parts(page, texts, &row.reads));
        let mut shifts = Vec::new();
        for PageShift { cell, value, target } in &row.shifts {
            let value = value
                .as_ref()
                .map_or(-1, |value| texts.number(page, value) as i64);
            shifts.extend([*cell as i64, value, at(*target)]);
        }
        told.shifts.push(shifts);
    }
    for object in &run.objects {
        let function = object
            .function
            .as_ref()
            .map_or(-1, |function| texts.number(page, function) as i64);
        told.objects.push([
            texts.number(page, &object.name) as i64,
            function,
            object.activation as i64,
            object.allocated.into(),
            texts.number(page, &object.r#type) as i64,
            object.begun as i64,
            at(object.ended),
        ]);
    }
    for cell in &run.cells {
        let (width, sign) = cell
            .integer
            .map_or((0, 0), |(width, sign)| (i64::from(width), i64::from(sign)));
        told.cells.push([
            cell.object as i64,
            texts.number(page, &cell.part) as i64,
            width,
            sign,
        ]);
    }
    for (place, why, row) in &run.not_executed {
        let (file, line) = file_of(page, place);
        told.not.insert(
            format!("{file}:{line}"),
            (texts.number(page, why) as i64, at(*row)),
        );
    }
    for (link, row) in &run.links {
        let (file, line) = file_of(page, &link.place);
        let says = texts.number(page, &link_says(link)) as i64;
        told.links
            .push((*row as i64, says, file, line, parts(page, texts, &link.parts)));
    }
    told
}

/// Name, value, whether it is an address, whether nobody wrote it, and the links it comes from.
fn parts(page: &HtmlPage<'_>, texts: &mut Texts, parts: &[WhyPart]) -> Vec<Vec<i64>> {
    let part = |part: &WhyPart| {
        let mut all = vec![
            texts.number(page, &part.name) as i64,
            texts.number(page, &part.value) as i64,
            part.address.into(),
            part.unwritten.into(),
        ];
        all.extend(part.from.iter().map(|link| *link as i64));
        all
    };
    parts.iter().map(part).collect()
}

/// File, line, function, depth, kind, what, value, loop, round.
fn described(page: &HtmlPage<'_>, texts: &mut Texts, step: Option<&TraceStep>) -> Vec<i64> {
    let Some(step) = step else {
        let (file, line) = failure(page).map_or((-1, 0), |(file, line)| (file as i64, i64::from(line)));
        let (what, none) = (
            texts.number(page, "the claim fails") as i64,
            texts.number(page, "") as i64,
        );
        return vec![file, line, none, 0, 7, what, none, -1, 0];
    };
    let (file, line) = file_of(page, &step.place);
    let (kind, what, value) = match &step.step {
        Step::Assignment { target, value } => (0, target.clone(), value.clone()),
        Step::Input {
            name, target, value, ..
        } => (1, target.clone().unwrap_or_else(|| name.clone()), value.clone()),
        Step::Branch {
            construct,
            condition,
            taken,
        } => (2, format!("{construct} ({condition})"), taken.to_string()),
        Step::Switch { condition, value } => (3, format!("switch ({condition})"), value.clone()),
        Step::Call { callee, arguments } => {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|arg| format!("{} = {}", arg.name, arg.value))
                .collect();
            (4, format!("call {callee}"), arguments.join(", "))
        }
        Step::Return { from, value } => (5, format!("{from} returns"), value.clone().unwrap_or_default()),
    };
    let (in_loop, round) = match step.loops.last() {
        Some(round) => (texts.number(page, &round.r#loop) as i64, round.round as i64),
        None => (-1, 0),
    };
    vec![
        file,
        line,
        texts.number(page, &step.function) as i64,
        step.depth as i64,
        kind,
        texts.number(page, &what) as i64,
        texts.number(page, &value) as i64,
        in_loop,
        round,
    ]
}
