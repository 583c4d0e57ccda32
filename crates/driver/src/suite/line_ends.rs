//! Ends of lines in tests that come from other systems or editors.
//!
//! Files of tests may end their lines as another system does, or lack the end of the last line, though no program that
//! is tested with them prints so. Where that is all there is to it, it is not compared.

use report::SuiteRemark;
use runs::Test;
use suite::ExecutedTest;

/// Whether every line ends with a carriage return, or all but one that is not ended.
fn has_carriages(text: &[u8]) -> bool {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n').peekable();
    lines.peek().is_some() && lines.all(|line| line.ends_with(b"\r\n") || !line.ends_with(b"\n"))
}

/// Makes what is expected comparable to what is printed; what to say about it.
pub(super) fn settle(ignore_space: bool, tests: &mut [Test], first: &[ExecutedTest]) -> Vec<String> {
    let expected: Vec<&Vec<u8>> = tests.iter().filter_map(|test| test.expected.as_ref()).collect();
    let judged = !expected.is_empty() && expected.len() == tests.len() && !ignore_space;
    // Another system ends all lines of a file so; a program that prints any letter prints this one now and then.
    let carriage = expected.iter().any(|text| has_carriages(text))
        && expected
            .iter()
            .all(|text| has_carriages(text) || !text.contains(&b'\r'));
    let open = expected
        .iter()
        .all(|text| text.last().is_some_and(|byte| *byte != b'\n'));
    if !judged || !(carriage || open) {
        return Vec::new();
    }
    let runs: Vec<&Vec<u8>> = first.iter().map(|run| &run.stdout).collect();
    let mut said = Vec::new();
    if carriage && !runs.iter().any(|text| text.contains(&b'\r')) {
        for text in tests.iter_mut().filter_map(|test| test.expected.as_mut()) {
            text.retain(|byte| *byte != b'\r');
        }
        said.push(SuiteRemark::CarriageReturns.to_string());
    }
    // If nothing else is wrong, the end of the last line is what is wrong.
    let ended = |text: &[u8]| [text, b"\n"].concat();
    let wrong = |(test, run): (&Test, &&Vec<u8>)| {
        let expected = test.expected.as_deref();
        expected.is_some_and(|text| ended(text) != **run)
    };
    let closed = runs.iter().all(|text| text.is_empty() || text.ends_with(b"\n"));
    // A program that prints fewer lines than it must may end the lines that it prints, and not the one that it does
    // not.
    let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    let alike = |(test, run): (&Test, &&Vec<u8>)| {
        let expected = test.expected.as_deref();
        expected.is_some_and(|text| lines(&ended(text)) == lines(run))
    };
    let alike = tests.iter().zip(&runs).any(alike);
    if open && closed && alike && tests.iter().zip(&runs).any(wrong) {
        for text in tests.iter_mut().filter_map(|test| test.expected.as_mut()) {
            text.push(b'\n');
        }
        said.push(SuiteRemark::LastLineEnds.to_string());
    }
    said
}
