//! `because why`: where values came from, as the interpreter saw it.

mod support;

use std::time::Duration;

use serde_json::Value;
use support::{Finished, because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

struct Asked {
    folder: tempfile::TempDir,
    program: String,
}

impl Asked {
    /// A program of `tests/why`, with a run of it saved.
    fn new(program: &str, inputs: &[&str]) -> Asked {
        let folder = folder_with(&[]);
        let program = format!("tests/why/{program}");
        let mut command = because();
        command
            .args(["run", &program, "--save-run"])
            .arg(folder.path().join("run.json"));
        for input in inputs {
            command.args(["--input", input]);
        }
        assert_eq!(finish(&mut command, b"", ALLOWED).expect("ends").status, 10);
        Asked { folder, program }
    }

    fn ask(&self, more: &[&str]) -> Finished {
        let mut command = because();
        command
            .args(["why", &self.program, "--run"])
            .arg(self.folder.path().join("run.json"))
            .args(more);
        finish(&mut command, b"", ALLOWED).expect("ends in time")
    }

    fn answer(&self, question: &str) -> Value {
        let done = self.ask(&["--json", question]);
        assert_eq!(
            done.status,
            0,
            "{question}: {}{}",
            done.stdout_text(),
            done.stderr_text()
        );
        serde_json::from_slice(&done.stdout).expect("a JSON document")
    }

    /// The kinds and lines of the links behind the asked one, the first way through each.
    fn way(&self, question: &str) -> Vec<(String, u64)> {
        let answer = self.answer(question);
        let links = answer["links"].as_array().expect("links");
        let mut way = Vec::new();
        let mut at = 0;
        loop {
            let link = &links[at];
            let kind = link["kind"].as_str().expect("a kind").to_owned();
            way.push((kind, link["location"]["line"].as_u64().unwrap_or(0)));
            let parts = link["parts"].as_array().expect("parts");
            let next = parts
                .iter()
                .filter(|part| part["address"] != true)
                .find_map(|part| part["from"][0].as_u64());
            match next {
                Some(next) if way.len() < 20 => at = next as usize,
                _ => return way,
            }
        }
    }
}

fn is(way: &[(String, u64)], expected: &[(&str, u64)]) {
    let way: Vec<(&str, u64)> = way.iter().map(|(kind, line)| (kind.as_str(), *line)).collect();
    assert_eq!(way, expected);
}

#[test]
fn a_null_pointer_comes_from_the_end_of_the_list() {
    let asked = Asked::new("list.c", &[]);
    let way = [
        ("asked", 32),
        ("returned", 31),
        ("return", 13),
        ("copied", 12),
        ("copied", 21),
        ("argument", 30),
        ("constant", 26),
    ];
    is(&asked.way("f @ list.c:32"), &way);
    // Without a question it is the failing claim that is asked about.
    let done = asked.ask(&[]);
    let text = done.stdout_text();
    assert!(text.starts_with("f is NULL at tests/why/list.c:32\n"), "{text}");
    assert!(
        text.contains("find returns l = NULL") && text.contains("l = NULL, a constant"),
        "{text}"
    );
}

#[test]
fn bytes_are_followed_through_the_library() {
    let asked = Asked::new("list.c", &[]);
    is(
        &asked.way("b[1] @ 30"),
        &[("asked", 30), ("moved", 28), ("constant", 27)],
    );
    let asked = Asked::new("values.c", &["x=7"]);
    let moved = [
        ("asked", 57),
        ("moved", 48),
        ("moved", 46),
        ("moved", 45),
        ("returned", 45),
        ("copied", 35),
        ("argument", 45),
        ("input", 44),
    ];
    is(&asked.way("h->hi @ 57"), &moved);
    is(
        &asked.way("n @ 57"),
        &[("asked", 57), ("library", 49), ("constant", 49)],
    );
    assert_eq!(asked.way("buf[0] @ 57")[1], ("library".to_owned(), 56));
    is(&asked.way("seen @ 57"), &[("asked", 57), ("static_zero", 20)]);
}

#[test]
fn arithmetic_and_time() {
    let asked = Asked::new("values.c", &["x=7"]);
    let answer = asked.answer("s @ 25#3");
    let link = &answer["links"][1];
    assert_eq!(link["value"], "3");
    let parts = link["parts"].as_array().expect("parts");
    let values: Vec<(&Value, &Value)> = parts
        .iter()
        .filter(|part| part["address"] != true)
        .map(|part| (&part["lies"], &part["value"]))
        .collect();
    assert_eq!(
        values,
        [(&"s".into(), &"1".into()), (&"weights[1]".into(), &"2".into())]
    );
    assert_eq!(answer["decided"]["condition"], "i < n");
    // What is not used in a line has a value there all the same.
    assert_eq!(asked.way("x @ 56")[0], ("input".to_owned(), 44));
}

#[test]
fn a_line_that_was_not_executed() {
    let asked = Asked::new("values.c", &["x=7"]);
    let answer = asked.answer("x @ 51");
    assert_eq!(answer["answer"], "not_executed");
    assert_eq!(
        (&answer["decided"]["condition"], &answer["decided"]["went"]),
        (&"x > 100".into(), &"false".into())
    );
    assert_eq!(answer["decided"]["parts"][0]["value"], "7");
    let answer = asked.answer("x + 1 @ 40");
    assert_eq!(answer["never_called"][0], "unused");
    assert_eq!(answer["decided"]["location"]["line"], 50);
    let answer = asked.answer("0 @ 58");
    assert_eq!(answer["ended"], true);
}

#[test]
fn where_two_runs_part() {
    let asked = Asked::new("values.c", &["x=7"]);
    let other = asked.folder.path().join("other.json");
    let mut command = because();
    command
        .args(["run", &asked.program, "--input", "x=200", "--save-run"])
        .arg(&other);
    finish(&mut command, b"", ALLOWED).expect("ends");
    let done = asked.ask(&["--passing", other.to_str().expect("a path"), "seen @ 57"]);
    let text = done.stdout_text();
    assert!(text.contains("seen is 0; in the passing run it is 201"), "{text}");
    let done = asked.ask(&["--passing", other.to_str().expect("a path"), "h->key @ 54"]);
    let text = done.stdout_text();
    // The same way in both: they part at the input.
    assert!(text.contains("x is 7; in the passing run it is 200"), "{text}");
}

#[test]
fn questions_that_do_not_fit() {
    let asked = Asked::new("list.c", &[]);
    for (question, status, says) in [
        ("g @ 32", 6, "nothing of that name is used there; the line uses f"),
        ("f @ 15", 6, "there is no code at f at line 15"),
        ("f @ other.c:32", 6, "there is no code at f at other.c:32"),
        ("f @ x", 1, "is no question"),
    ] {
        let done = asked.ask(&[question]);
        let text = done.stdout_text() + &done.stderr_text();
        assert_eq!(done.status, status, "{question}: {text}");
        assert!(text.contains(says), "{question}: {text}");
    }
}
