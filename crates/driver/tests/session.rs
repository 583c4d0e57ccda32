//! The library as another program would call it: texts in, findings out, no files and no processes.

use std::sync::{Arc, LazyLock};

use driver::{Asked, ExplainRequest, Following, Host, Looking, Options, Session, Subject};
use frontend::{Input, MemoryFiles};
use localize::Settings;
use report::{Answer, ClaimStatus, DiagnoseVerdict, Verdict};
use runs::Test;

static FILES: LazyLock<MemoryFiles> = LazyLock::new(MemoryFiles::new);

fn session(text: &str, options: Options) -> Session<'static> {
    let host = Host {
        files: &*FILES,
        system_dirs: &[],
    };
    let inputs = vec![Input::new("a.c", text)];
    Session::new(inputs, options, host, Arc::new(|| false)).expect("the text is a C program")
}

/// A program whose claim fails for one value of its input.
const FIVE: &str = "int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int y = 0;
    if (x > 2)
        y = x;
    __CPROVER_assert(y != 5, \"y is not 5\");
    return 0;
}
";

fn for_method(text: &str, following: Following) -> Session<'static> {
    session(text, Options::default().for_method(Looking::First, following))
}

#[test]
fn every_claim_is_decided() {
    let checked = session(FIVE, Options::default()).check(&mut |_| {}, None);
    assert_eq!(checked.report.verdict, Verdict::Failed);
    assert_eq!(checked.report.exit_code, 10);
    let failing = checked.report.claims.iter();
    let failing = failing.filter(|claim| claim.status == ClaimStatus::Fails);
    assert_eq!(failing.count(), 1);
    let [run] = &checked.report.counterexamples[..] else {
        panic!("one run fails: {:?}", checked.report.counterexamples);
    };
    assert_eq!(run.run.inputs[0].value, "5");

    let right = FIVE.replace("x > 2", "x > 5");
    let checked = session(&right, Options::default()).check(&mut |_| {}, None);
    assert_eq!(checked.report.verdict, Verdict::Successful);
    assert!(checked.report.counterexamples.is_empty());
}

#[test]
fn a_second_opinion_is_asked_about_each_failing_run() {
    let mut asked = Vec::new();
    let mut opinion = |number: usize, run: &report::RunReport, inputs: &[runs::InputValue]| {
        asked.push((number, run.exit_code, inputs.len()));
        None
    };
    session(FIVE, Options::default()).check(&mut |_| {}, Some(&mut opinion));
    assert_eq!(asked, [(0, 10, 1)]);
}

#[test]
fn the_methods_work_on_one_subject() {
    let session = for_method(FIVE, Following::AlsoOthers);
    let request = ExplainRequest {
        whole: true,
        method: explain::ExplainOptions::default(),
        asked: Asked::Why,
    };
    let explained = session.explain(session.subject(None), &request);
    let Answer::Explained(explanation) = &explained.report.answer else {
        panic!("{:?}", explained.report.answer);
    };
    assert_eq!(explanation.failing_inputs[0].value, "5");
    assert!(explanation.distance.proved);
    assert!(!explained.report.ranking.is_empty());

    let session = for_method(FIVE, Following::Runs);
    let smallest = session.minimize(session.subject(None), &minimize::MinimizeOptions::default());
    assert!(smallest.sum.is_some_and(|sum| sum.proved));
    let causes = session.causes(session.subject(None), &causes::CausesOptions::default());
    assert_eq!(causes.unwrap().exit_code, 10);
}

#[test]
fn nothing_to_work_on_is_told() {
    let right = FIVE.replace("y != 5", "y != 2");
    let session = for_method(&right, Following::Runs);
    let Subject::Nothing { check, exit, why } = session.subject(None) else {
        panic!("nothing fails");
    };
    assert_eq!(check.map(|check| check.verdict), Some(Verdict::Successful));
    assert_eq!((exit.code(), why), (0, None));
}

/// A test that gives `n` as an input and says what is printed.
fn test(name: &str, n: u128, expected: &str) -> Test {
    Test {
        name: name.to_owned(),
        arguments: vec![b"program".to_vec()],
        inputs: vec![("n".to_owned(), n)],
        stdin_ends: true,
        expected: Some(expected.as_bytes().to_vec()),
        ..Test::default()
    }
}

const TWICE: &str = "int nondet_int(void);
int printf(const char *, ...);
int main(void) {
    int n = nondet_int();
    printf(\"%d\\n\", n * 3);
    return 0;
}
";

fn suite() -> Vec<Test> {
    vec![
        test("none", 0, "0\n"),
        test("two", 2, "4\n"),
        test("seven", 7, "14\n"),
    ]
}

fn for_tests(text: &str) -> Session<'static> {
    let mut options = Options::default();
    options.lowering.open_arguments = false;
    options.lowering.merge_literals = false;
    session(text, options)
}

#[test]
fn a_suite_is_diagnosed_and_repaired() {
    let session = for_tests(TWICE);
    let (found, _) = session.diagnose(suite(), &Settings::default()).unwrap();
    assert_eq!(found.verdict, DiagnoseVerdict::Diagnosed);
    assert_eq!((found.failing.len(), found.passing), (2, 1));
    let first = &found.diagnoses[0].components[0].place;
    assert_eq!(first.location.as_ref().map(|location| location.line), Some(5));

    let repaired = session.repair(suite(), false).unwrap();
    let change = repaired.changes.first().expect("a change makes every test right");
    assert!(change.edits[0].after[0].contains("n * 2"), "{change:?}");
}

#[test]
fn tests_that_nobody_can_execute_are_no_suite() {
    let text = TWICE.replace("n * 3", "n * 3), __asm__(\"nop\"");
    let host = Host {
        files: &*FILES,
        system_dirs: &[],
    };
    // What is not C is said with its place.
    let unusable = Session::new(
        vec![Input::new("a.c", text.as_str())],
        Options::default(),
        host,
        Arc::new(|| false),
    );
    let unusable = unusable.expect_err("an asm statement is no operand");
    assert!(!unusable.errors.is_empty());
}

#[test]
fn the_answer_is_the_same_every_time() {
    let text = |session: &Session<'_>| {
        let checked = session.check(&mut |_| {}, None);
        (report::Format::named("json").unwrap().render)(report::Findings::Check(&checked.report))
    };
    let (one, two) = (
        session(FIVE, Options::default()),
        session(FIVE, Options::default()),
    );
    assert_eq!(text(&one), text(&two));
}

#[test]
fn claims_are_asked_for_by_name() {
    let mut one = session(FIVE, Options::default());
    one.options.properties = vec!["main.assertion.1".to_owned()];
    one.select_claims().unwrap();
    assert_eq!(one.options.bounds.claims.as_ref().map(Vec::len), Some(1));
    one.options.properties = vec!["main.nothing.1".to_owned()];
    assert_eq!(
        one.select_claims().unwrap_err().to_string(),
        "there is no claim `main.nothing.1`; --show-properties lists them"
    );
}
