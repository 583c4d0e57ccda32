//! Every value on a page, beside the trace of the same run.
//!
//! The data of a page is taken apart here anew, and compared with what `because run --trace --json` prints: the same
//! steps with the same values, and after each assignment the state has the value that was assigned.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::{because, finish};

const ALLOWED: Duration = Duration::from_secs(120);
const CLAIM: i64 = 6;

/// What came of one program.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) steps: usize,
    /// Assignments whose value was looked up in the state.
    pub(crate) states: usize,
    pub(crate) wrong: Vec<String>,
}

/// The data that lies in a page.
pub(crate) struct Island {
    data: Value,
    shapes: Vec<Vec<i64>>,
    /// Of each run: object, part, width, sign.
    cells: Vec<Vec<[i64; 4]>>,
    /// Of each run: as they lie there.
    objects: Vec<Vec<[i64; 7]>>,
}

/// A row: line, kind, what, value, and the changes of the state.
pub(crate) struct Row {
    pub(crate) line: i64,
    pub(crate) kind: i64,
    pub(crate) what: String,
    pub(crate) value: String,
    /// Cells and values; nothing is what nobody wrote.
    shifts: Vec<(usize, Option<String>)>,
}

impl Island {
    pub(crate) fn of(page: &str) -> Island {
        let begin = "<script type=\"application/json\" id=\"data\">";
        let start = page.find(begin).expect("the data") + begin.len();
        let end = start + page[start..].find("</script>").expect("its end");
        let data: Value = serde_json::from_str(&page[start..end]).expect("JSON");
        let flat = unpacked(&data["shapes"]);
        let mut shapes = Vec::new();
        let mut at = 0;
        while at < flat.len() {
            let length = flat[at] as usize;
            shapes.push(flat[at + 1..=at + length].to_vec());
            at += length + 1;
        }
        let runs = data["runs"].as_array().expect("runs");
        let mut cells: Vec<Vec<[i64; 4]>> = runs.iter().map(|run| records(&run["cells"])).collect();
        for cells in &mut cells {
            let mut object = 0;
            for cell in cells {
                object += cell[0];
                cell[0] = object;
            }
        }
        let objects = runs.iter().map(|run| records(&run["objects"])).collect();
        Island {
            data,
            shapes,
            cells,
            objects,
        }
    }

    fn text(&self, number: i64) -> String {
        let text = usize::try_from(number)
            .ok()
            .and_then(|number| self.data["texts"][number].as_str());
        text.unwrap_or("").to_owned()
    }

    pub(crate) fn rows(&self, run: usize) -> Vec<Row> {
        let told = &self.data["runs"][run];
        let shifts = unpacked(&told["shifts"]);
        let mut next = 0;
        let mut rows = Vec::new();
        for shape in unpacked(&told["rows"]) {
            let shape = &self.shapes[shape as usize];
            let site = numbers(&self.data["sites"][shape[0] as usize]);
            let changed = (0..shape[7]).map(|_| {
                let [cell, value, _target] = shifts[next..next + 3] else {
                    unreachable!()
                };
                next += 3;
                (cell as usize, (value >= 0).then(|| self.text(value)))
            });
            let changed = changed.collect();
            rows.push(Row {
                line: site[1],
                kind: site[3],
                what: self.text(site[4]),
                value: self.text(shape[2]),
                shifts: changed,
            });
        }
        rows
    }

    /// How a cell is called: its part, behind the object if that was allocated.
    fn cell(&self, run: usize, cell: usize) -> String {
        let cell = self.cells[run][cell];
        let object = self.objects[run][cell[0] as usize];
        match object[3] {
            0 => self.text(cell[1]),
            _ => self.text(object[0]) + &self.text(cell[1]),
        }
    }
}

fn numbers(list: &Value) -> Vec<i64> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_i64().expect("a number"))
        .collect()
}

/// Numbers in Base64: the least digit first, its lowest bit the sign, the highest bit of a digit for more of them.
fn unpacked(text: &Value) -> Vec<i64> {
    let (mut found, mut number, mut shift) = (Vec::new(), 0u64, 0);
    for c in text.as_str().expect("packed numbers").bytes() {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        number |= u64::from(digit & 31) << shift;
        shift += 5;
        if digit & 32 == 0 {
            let size = (number >> 1) as i64;
            found.push(if number & 1 == 1 { -size } else { size });
            (number, shift) = (0, 0);
        }
    }
    found
}

fn records<const SIZE: usize>(text: &Value) -> Vec<[i64; SIZE]> {
    let flat = unpacked(text);
    let record = |part: &[i64]| part.try_into().expect("whole records");
    flat.chunks(SIZE).map(record).collect()
}

/// Runs a program, and compares its page with its trace; nothing if it cannot be run.
pub(crate) fn page_truth(file: &Path, options: &[&str]) -> Option<Compared> {
    let folder = tempfile::tempdir().ok()?;
    let page = folder.path().join("page.html");
    let run = |more: &[&str]| {
        let mut command = because();
        // Long runs are kept whole, so that all of them is compared.
        command
            .args(["run", "--set", "timeline.rows=10000000"])
            .args(options)
            .args(more)
            .arg(file);
        finish(&mut command, b"", ALLOWED)
    };
    let traced = run(&["--trace", "--json"])?;
    let document: Value = serde_json::from_slice(&traced.stdout).ok()?;
    let trace = document["trace"].as_array()?;
    run(&["--html", page.to_str()?])?;
    let island = Island::of(&std::fs::read_to_string(&page).ok()?);
    let mut compared = Compared::default();
    if island.data["runs"][0]["cut"] == true || island.data["runs"][0]["left"] != 0 {
        return None;
    }
    compare(&island, trace, &mut compared);
    Some(compared)
}

fn compare(island: &Island, trace: &[Value], compared: &mut Compared) {
    let rows = island.rows(0);
    let mut held: Vec<Option<Option<String>>> = vec![None; island.cells[0].len()];
    let mut steps = trace.iter();
    for row in &rows {
        for (cell, value) in &row.shifts {
            held[*cell] = Some(value.clone());
        }
        if row.kind == CLAIM {
            continue;
        }
        let Some(step) = steps.next() else {
            compared
                .wrong
                .push(format!("line {}: the trace has no such step", row.line));
            return;
        };
        compared.steps += 1;
        let (kind, what, value) = told(step);
        let line = step["location"]["line"].as_i64();
        // What lies in storage without a name is called as the text has it.
        let named = what.contains('@') || what.starts_with('*') || what.is_empty() || row.what == what;
        if row.kind != kind || !named || row.value != value || line.is_some_and(|line| line != row.line) {
            compared.wrong.push(format!(
                "line {}: `{} = {}` on the page, `{what} = {value}` in the trace",
                row.line, row.what, row.value
            ));
            continue;
        }
        let is_scalar =
            kind <= 1 && !value.starts_with('{') && !what.is_empty() && step["target"].is_string();
        if is_scalar {
            let mut cells =
                (0..held.len()).filter(|cell| held[*cell].is_some() && island.cell(0, *cell) == what);
            let mut known = false;
            let found = cells.any(|cell| {
                known = true;
                held[cell] == Some(Some(value.clone()))
            });
            compared.states += usize::from(known);
            // What lies in storage without a name may be called in another way.
            if !found && (known || !what.contains('@')) {
                compared.wrong.push(format!(
                    "line {}: after `{what} = {value}` the state has another value",
                    row.line
                ));
            }
        }
    }
    if steps.next().is_some() {
        compared
            .wrong
            .push(format!("the trace has {} steps, the page fewer", trace.len()));
    }
}

/// What a step of the trace says: its kind, of what, and the value.
fn told(step: &Value) -> (i64, String, String) {
    let text = |key: &str| visible(step[key].as_str().unwrap_or(""));
    let (kind, what, value) = match step["step"].as_str().unwrap_or("") {
        "assignment" => (0, text("target"), text("value")),
        "input" => (
            1,
            if step["target"].is_string() {
                text("target")
            } else {
                text("name")
            },
            text("value"),
        ),
        "branch" => (
            2,
            format!("{} ({})", text("construct"), text("condition")),
            step["taken"].to_string(),
        ),
        "switch" => (3, format!("switch ({})", text("condition")), text("value")),
        "call" => {
            let arguments = step["arguments"].as_array().into_iter().flatten();
            let arguments: Vec<String> = arguments
                .map(|arg| {
                    format!(
                        "{} = {}",
                        arg["name"].as_str().unwrap_or(""),
                        arg["value"].as_str().unwrap_or("")
                    )
                })
                .collect();
            (4, text("callee"), visible(&arguments.join(", ")))
        }
        "return" => (5, text("from"), text("value")),
        other => (-1, other.to_owned(), String::new()),
    };
    (kind, what, value)
}

/// Control characters are shown by pictures on the page.
fn visible(text: &str) -> String {
    let seen = |character: char| match character {
        '\n' | '\t' => character,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + character as u32).unwrap_or(character),
        '\u{7f}' => '\u{2421}',
        other => other,
    };
    text.chars().map(seen).collect()
}
