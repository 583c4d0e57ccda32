//! The runs as data for the script: every text stands once, and everything else is numbers.
//!
//! A page of two runs with a hundred thousand steps each must stay small, and both runs do mostly the same. So what a
//! step says is a *shape*, which stands once however many steps of both runs say it; steps are numbers of shapes. For
//! that to work a shape names other steps by how far they lie back, and a link by the step that it belongs to and its
//! number there.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde::Serialize;

use super::HtmlPage;
use super::island::file_of;
use crate::{PageRow, PageRun, PageRuns, PageTells, Place, Step, TraceStep, WhyLink, WhyPart, link_says};

/// All runs of a page.
#[derive(Serialize, Default)]
pub(super) struct Table {
    texts: Vec<String>,
    /// File, line, function, kind, what, loop: what steps of one place have in common.
    sites: Vec<[i64; 6]>,
    /// One behind the other, each with its length before it; see [`TellsRuns::shape`]. This and other long lists are
    /// [`packed`].
    shapes: String,
    /// Links have the number of their step times this, plus their number in it.
    per: usize,
    /// Steps of both runs side by side: the first of each, -1 for none, and how many follow.
    pairs: String,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    name: &'static str,
    threads: Vec<String>,
    cut: bool,
    left: usize,
    /// Shapes.
    rows: String,
    /// Cell, value, target: for each row as many as its shape says.
    shifts: String,
    /// Name, function, activation, allocated, type; the row in which it begins, counted from that of the object
    /// before, and how many rows later it ends, 0 if it does not, else one more.
    objects: String,
    /// Object (counted from that of the cell before), part, width, sign.
    cells: String,
    /// By `file:line` of code that was not executed: why, and the row of the decision.
    not: BTreeMap<String, (i64, i64)>,
}

/// Gives every value a number.
struct Numbered<V> {
    all: Vec<V>,
    known: HashMap<V, usize>,
}

impl<V> Default for Numbered<V> {
    fn default() -> Self {
        Numbered {
            all: Vec::new(),
            known: HashMap::new(),
        }
    }
}

impl<V: Clone + Eq + std::hash::Hash> Numbered<V> {
    fn number(&mut self, value: V) -> usize {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        self.known.insert(value.clone(), self.all.len());
        self.all.push(value);
        self.all.len() - 1
    }
}

pub(super) struct TellsRuns<'p> {
    page: &'p HtmlPage<'p>,
    texts: Numbered<String>,
    sites: Numbered<[i64; 6]>,
    shapes: Numbered<Rc<[i64]>>,
    per: usize,
}

/// Where the links of a run stand: by link, its row and its number in it.
struct Links<'r> {
    by_row: Vec<Vec<&'r WhyLink>>,
    places: Vec<(usize, usize)>,
}

impl<'r> Links<'r> {
    fn of(run: &'r PageRun) -> Links<'r> {
        let mut by_row: Vec<Vec<&WhyLink>> = vec![Vec::new(); run.rows.len()];
        let mut places = Vec::new();
        for (link, row) in &run.links {
            let own = &mut by_row[*row];
            places.push((*row, own.len()));
            own.push(link);
        }
        Links { by_row, places }
    }
}

impl<'p> TellsRuns<'p> {
    pub(super) fn of(page: &'p HtmlPage<'p>) -> TellsRuns<'p> {
        TellsRuns {
            page,
            texts: Numbered::default(),
            sites: Numbered::default(),
            shapes: Numbered::default(),
            per: 1,
        }
    }

    pub(super) fn table(mut self, runs: &PageRuns) -> Table {
        let all: Vec<(&PageRun, &'static str)> = std::iter::once((&runs.failing, "failing run"))
            .chain(runs.passing.as_ref().map(|run| (run, "passing run")))
            .collect();
        let links: Vec<Links<'_>> = all.iter().map(|(run, _)| Links::of(run)).collect();
        let most = links.iter().flat_map(|links| &links.by_row).map(Vec::len).max();
        self.per = most.unwrap_or(0).max(1);
        let told = all
            .iter()
            .zip(&links)
            .map(|((run, name), links)| self.run(run, links, name));
        let told = told.collect();
        Table {
            texts: self.texts.all,
            sites: self.sites.all,
            shapes: packed(flat(&self.shapes.all)),
            per: self.per,
            pairs: packed(pairs(&runs.rows)),
            runs: told,
        }
    }

    fn text(&mut self, text: &str) -> i64 {
        self.texts.number(self.page.seen(text)) as i64
    }

    fn run(&mut self, run: &PageRun, links: &Links<'_>, name: &'static str) -> Run {
        // As reports name them; the first one is `main`.
        let called = |name: &String| match name.parse::<u32>() {
            Ok(number) => format!("T{number}"),
            Err(_) => self.page.shown(name),
        };
        let threads = run.threads.iter().map(called).collect();
        let (objects, object_numbers) = self.objects(run);
        let (cells, cell_numbers) = self.cells(run, &object_numbers);
        let (mut rows, mut shifts) = (Vec::new(), Vec::new());
        for (index, row) in run.rows.iter().enumerate() {
            let before = shifts.len();
            for shift in &row.shifts {
                let Some(cell) = cell_numbers[shift.cell] else {
                    continue;
                };
                let value = shift.value.as_ref().map_or(-1, |value| self.text(value));
                let target = shift.target.and_then(|target| object_numbers[target]);
                shifts.extend([cell, value, target.unwrap_or(-1)]);
            }
            let count = (shifts.len() - before) / 3;
            let shape = self.shape(index, row, links, count);
            rows.push(self.shapes.number(shape.into()) as i64);
        }
        let mut not = BTreeMap::new();
        for (place, why, row) in &run.not_executed {
            let (file, line) = file_of(self.page, place);
            let row = row.map_or(-1, |row| row as i64);
            not.insert(format!("{file}:{line}"), (self.text(why), row));
        }
        Run {
            name,
            threads,
            cut: run.cut,
            left: run.left_out,
            rows: packed(rows),
            shifts: packed(shifts),
            objects: packed(objects.into_iter().flatten()),
            cells: packed(cells.into_iter().flatten()),
            not,
        }
    }

    /// Those that have a name, and by the run's numbers which number each has got.
    fn objects(&mut self, run: &PageRun) -> (Vec<[i64; 7]>, Vec<Option<i64>>) {
        let (mut told, mut known) = (Vec::new(), Vec::new());
        let mut last = 0;
        for object in &run.objects {
            if object.name.is_empty() {
                known.push(None);
                continue;
            }
            known.push(Some(told.len() as i64));
            let begun = object.begun as i64;
            told.push([
                self.text(&object.name),
                object
                    .function
                    .as_ref()
                    .map_or(-1, |function| self.text(function)),
                object.activation as i64,
                object.allocated.into(),
                self.text(&object.r#type),
                begun - last,
                object.ended.map_or(0, |ended| ended as i64 - begun + 1),
            ]);
            last = begun;
        }
        (told, known)
    }

    fn cells(&mut self, run: &PageRun, objects: &[Option<i64>]) -> (Vec<[i64; 4]>, Vec<Option<i64>>) {
        let (mut told, mut known) = (Vec::new(), Vec::new());
        let mut last = 0;
        for cell in &run.cells {
            let Some(object) = objects[cell.object] else {
                known.push(None);
                continue;
            };
            known.push(Some(told.len() as i64));
            let (width, sign) = cell.integer.unwrap_or_default();
            told.push([object - last, self.text(&cell.part), width.into(), sign.into()]);
            last = object;
        }
        (told, known)
    }

    /// Site, depth, value, round, thread, how far back what let it run lies, the number of the link that it made plus
    /// one, changes of the state, how many numbers the reads are, the reads, the links.
    fn shape(&mut self, index: usize, row: &PageRow, links: &Links<'_>, shifts: usize) -> Vec<i64> {
        let told = self.tells(&row.tells);
        let site = self.sites.number(told.site) as i64;
        let back = row.control.map_or(0, |control| index.saturating_sub(control));
        let made = row.made.map_or(0, |made| links.places[made].1 + 1);
        let thread = row.thread.into();
        let mut shape = vec![site, told.depth, told.value, told.round, thread];
        shape.extend([back as i64, made as i64, shifts as i64]);
        self.parts(&mut shape, index, links, &row.reads);
        for link in &links.by_row[index] {
            self.link(&mut shape, index, links, link, &told.site, row);
        }
        shape
    }

    /// What it says; 1 if its place follows and 2 if its parts do, which are else those of its step.
    fn link(
        &mut self,
        shape: &mut Vec<i64>,
        index: usize,
        links: &Links<'_>,
        link: &WhyLink,
        site: &[i64; 6],
        row: &PageRow,
    ) {
        // A link does not follow what only says where something lies; who reads it does not look at that either.
        let alike = |(own, read): (&WhyPart, &WhyPart)| {
            own.name == read.name
                && own.value == read.value
                && own.address == read.address
                && own.unwritten == read.unwritten
                && (own.address || own.from == read.from)
        };
        let same = link.parts.len() == row.reads.len() && link.parts.iter().zip(&row.reads).all(alike);
        let (file, line) = file_of(self.page, &link.place);
        let here = [file, line] == site[..2];
        shape.extend([
            self.text(&link_says(link)),
            i64::from(!here) + 2 * i64::from(!same),
        ]);
        if !here {
            shape.extend([file, line]);
        }
        if !same {
            self.parts(shape, index, links, &link.parts);
        }
    }

    /// How many numbers follow; for each part its name, its value, 1 for an address and 2 for what nobody wrote, the
    /// number of links that it comes from, and these.
    fn parts(&mut self, shape: &mut Vec<i64>, index: usize, links: &Links<'_>, parts: &[WhyPart]) {
        let start = shape.len();
        shape.push(0);
        for part in parts {
            let flags = i64::from(part.address) + 2 * i64::from(part.unwritten);
            shape.extend([
                self.text(&part.name),
                self.text(&part.value),
                flags,
                part.from.len() as i64,
            ]);
            for from in &part.from {
                let (row, number) = links.places[*from];
                let back = index as i64 - row as i64;
                shape.push(back * self.per as i64 + number as i64);
            }
        }
        shape[start] = (shape.len() - start - 1) as i64;
    }

    fn tells(&mut self, tells: &PageTells) -> Told {
        match tells {
            PageTells::Step(step, name) => self.step(step, name.as_deref()),
            PageTells::Claim {
                text,
                failed,
                place,
                function,
            } => {
                let (text, function) = (self.text(text), self.text(function));
                Told {
                    site: site(self.page, place, [function, 6, text, -1]),
                    depth: 0,
                    value: self.text(if *failed { "fails" } else { "holds" }),
                    round: 0,
                }
            }
        }
    }

    fn step(&mut self, step: &TraceStep, name: Option<&str>) -> Told {
        let named = |target: &str| name.unwrap_or(target).to_owned();
        let (kind, what, value) = match &step.step {
            Step::Assignment { target, value } => (0, named(target), value.clone()),
            Step::Input {
                name, target, value, ..
            } => (
                1,
                target
                    .as_ref()
                    .map_or_else(|| name.clone(), |target| named(target)),
                value.clone(),
            ),
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
                (4, callee.clone(), arguments.join(", "))
            }
            Step::Return { from, value } => (5, from.clone(), value.clone().unwrap_or_default()),
        };
        let (in_loop, round) = match step.loops.last() {
            Some(round) => (self.text(&round.r#loop), round.round as i64),
            None => (-1, 0),
        };
        let (function, what) = (self.text(&step.function), self.text(&what));
        Told {
            site: site(self.page, &step.place, [function, kind, what, in_loop]),
            depth: step.depth as i64,
            value: self.text(&value),
            round,
        }
    }
}

struct Told {
    site: [i64; 6],
    depth: i64,
    value: i64,
    round: i64,
}

fn site(page: &HtmlPage<'_>, place: &Place, rest: [i64; 4]) -> [i64; 6] {
    let (file, line) = file_of(page, place);
    let [function, kind, what, in_loop] = rest;
    [file, line, function, kind, what, in_loop]
}

/// One list behind the other, each with its length before it.
fn flat(lists: &[Rc<[i64]>]) -> Vec<i64> {
    let mut all = Vec::new();
    for list in lists {
        all.push(list.len() as i64);
        all.extend(list.iter());
    }
    all
}

/// Whole numbers as digits of Base64: half the size of decimal ones, and as text nothing that a page could take for markup.
/// Each begins with its least digit, which has its sign in the lowest bit; the highest bit of a digit says that more follow.
fn packed(numbers: impl IntoIterator<Item = i64>) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for number in numbers {
        let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
        loop {
            let more = u64::from(rest > 31) << 5;
            text.push(char::from(DIGITS[(rest & 31 | more) as usize]));
            rest >>= 5;
            if rest == 0 {
                break;
            }
        }
    }
    text
}

/// Pairs of rows as stretches.
fn pairs(rows: &[(Option<usize>, Option<usize>)]) -> Vec<i64> {
    let mut told: Vec<[i64; 3]> = Vec::new();
    for (a, b) in rows {
        let number = |row: Option<usize>| row.map_or(-1, |row| row as i64);
        let (a, b) = (number(*a), number(*b));
        let follows = |first: i64, count: i64, now: i64| match first {
            -1 => now == -1,
            first => now == first + count,
        };
        match told.last_mut() {
            Some([first, second, count]) if follows(*first, *count, a) && follows(*second, *count, b) => {
                *count += 1
            }
            _ => told.push([a, b, 1]),
        }
    }
    told.into_flattened()
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn numbers_are_packed() {
        assert_eq!(packed([]), "");
        assert_eq!(packed([0, 1, -1, 15, 16, -16, 1000]), "ACDegBhBw+B");
    }
}
