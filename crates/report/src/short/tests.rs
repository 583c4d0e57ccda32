//! What the short answer looks like, and that it fits.

use std::sync::Arc;

use expect_test::expect;
use source::{FileId, Location, SourceFile, SourceMap, Span};
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::{
    Assurance, ChangeReport, EXPLAIN_SCHEMA, EditReport, Evidence, Exit, LineReport, RankedLine, RunReport,
    SuspectReport,
};

const SOURCE: &str = "int main(void) {\n\tint x = nondet_int();\n\tassert(f(x) == 3);\n}\n";

fn place(sources: &mut SourceMap, file: FileId, text: &str, part: &str) -> Place {
    let lo = text.find(part).unwrap_or_default() as u32;
    let loc = sources.intern(Location {
        used: Span::new(file, lo, lo + part.len() as u32),
        spelled: None,
    });
    Place::new(sources, loc)
}

fn input(name: &str, occurrence: u32, value: &str, place: &Place) -> InputUse {
    InputUse {
        name: name.to_owned(),
        occurrence,
        value: value.to_owned(),
        bits: "0x0".to_owned(),
        source: "nondet".to_owned(),
        r#type: Some("int".to_owned()),
        place: place.clone(),
    }
}

/// A report about a source in which the assertion fails for so many inputs.
fn report(text: &str, inputs: u32) -> (ExplainReport, SourceMap) {
    let mut sources = SourceMap::new();
    let name = "folder/a.c";
    let file = sources.add_file(SourceFile::new(name.into(), Arc::from(text.as_bytes()), false));
    let claim = place(&mut sources, file, text, "assert(f(x) == 3)");
    let call = place(&mut sources, file, text, "nondet_int()");
    let inputs: Vec<InputUse> = (1..=inputs).map(|n| input("nondet_int", n, "7", &call)).collect();
    let failure = Failure {
        check: "assertion".to_owned(),
        message: "assertion failed: f(x) == 3".to_owned(),
        claim: Some("main.assertion.1".to_owned()),
        expected: None,
        reason: Some("4 == 3 is false".to_owned()),
        inside: None,
        place: claim.clone(),
        related: Vec::new(),
        stack: Vec::new(),
        thread: None,
        deadlock: None,
        race: None,
    };
    let run = RunReport {
        files: vec![name.to_owned()],
        ending: Ending::Failed(Box::new(failure)),
        steps: 3,
        inputs,
        missing_functions: Vec::new(),
        stdout: None,
        stderr: None,
        exit_code: 10,
        schedule: Vec::new(),
    };
    let edit = EditReport {
        kind: "variable".to_owned(),
        place: call.clone(),
        replacement: "3".to_owned(),
        before: vec!["\tint x = nondet_int();".to_owned()],
        after: vec!["\tint x = 3; /* set */".to_owned()],
    };
    let change = ChangeReport {
        edits: vec![edit],
        assurance: Assurance::Proved,
        repairs: 1,
        breaks: 0,
        disturbs: 0,
        sampled: 0,
        effect: crate::repair::EffectReport::Computes,
        violates: None,
        violates_line: None,
    };
    let suspect = SuspectReport {
        kind: reasons::Suspected::AssignedValue,
        expression: "nondet_int()".to_owned(),
        function: "main".to_owned(),
        original: Some("7".to_owned()),
        repair: Some("3".to_owned()),
        differs: false,
        undecided: 0,
        place: call,
    };
    let line = LineReport {
        file: name.to_owned(),
        line: 2,
    };
    let report = ExplainReport {
        schema: EXPLAIN_SCHEMA,
        files: vec![name.to_owned()],
        check: None,
        claim: None,
        failing: Some(CounterexampleReport {
            claim: "main.assertion.1".to_owned(),
            run,
            native: None,
            trace: None,
        }),
        origin: None,
        answer: Answer::NothingPasses { complete: true },
        suspects: vec![suspect],
        failing_runs: 4,
        changes: vec![change; 5],
        runs: None,
        ranking: vec![
            RankedLine {
                line,
                evidence: vec![Evidence::Change, Evidence::Suspect],
            };
            5
        ],
        exit_code: Exit::ClaimFails.code(),
    };
    (report, sources)
}

const PLAIN: Screen = Screen {
    width: 200,
    style: Style::Plain,
};

#[test]
fn one_screen() {
    let (report, sources) = report(SOURCE, 1);
    expect![[r#"
        folder/a.c:3: assertion failed: f(x) == 3    (4 == 3 is false)
           3 |     assert(f(x) == 3);
             |     ^^^^^^^^^^^^^^^^^
        fails with   nondet_int() = 7
        no run passes
        look at      a.c:2  int x = nondet_int();
                       passes if `nondet_int()` is 3 instead of 7; another value here makes each of the 4
                       failing runs that were tried pass
                     a.c:2  int x = nondet_int();
                       passes if `nondet_int()` is 3 instead of 7; another value here makes each of the 4
                       failing runs that were tried pass
                     a.c:2  int x = nondet_int();
                       passes if `nondet_int()` is 3 instead of 7; another value here makes each of the 4
                       failing runs that were tried pass
        try          a.c:2  int x = 3;  proved for all inputs
        or           a.c:2  int x = 3;  proved for all inputs
        or           a.c:2  int x = 3;  proved for all inputs
        More: --full
    "#]]
    .assert_eq(&short_text(&report, &sources, PLAIN));
}

#[test]
fn it_fits_whatever_there_is_to_say() {
    let long = format!("int y;{}\n{SOURCE}", " + 1".repeat(400));
    for width in [0, 40, 60, 80, 100, 300] {
        for (text, inputs) in [(SOURCE, 0), (SOURCE, 1000), (long.as_str(), 40)] {
            let (mut report, sources) = report(text, inputs);
            report.suspects[0].expression = "f(1, 2) + ".repeat(50);
            let screen = Screen { width, ..PLAIN };
            let answer = short_text(&report, &sources, screen);
            assert!(answer.lines().count() <= 24, "{answer}");
            let widest = answer.lines().map(UnicodeWidthStr::width).max();
            assert!(widest <= Some(width.clamp(40, 100)), "{width}: {answer}");
        }
    }
}

#[test]
fn many_inputs_are_counted() {
    let (report, sources) = report(SOURCE, 1000);
    let answer = short_text(&report, &sources, PLAIN);
    assert!(answer.contains("7, … (1000 in all)"), "{answer}");
}

#[test]
fn nothing_in_a_source_reaches_the_terminal_as_it_is() {
    let hostile = SOURCE.replace("== 3);", "== 3); /* \u{1b}[2J\r\u{202e} */");
    let (mut report, sources) = report(&hostile, 1);
    report.changes[0].edits[0].after = vec!["x\u{1b}[31m".to_owned()];
    let coloured = Screen {
        style: Style::Coloured,
        ..PLAIN
    };
    let answer = short_text(&report, &sources, coloured);
    for piece in ["\u{1b}[2J", "\r", "\u{202e}", "x\u{1b}"] {
        assert!(!answer.contains(piece), "{answer:?}");
    }
    assert!(answer.contains("␛[2J␍<U+202E>"), "{answer}");
}
