//! Formatted output against the host's library, over a grid of directives and values.

mod common;

use interp::Stop;

/// The letters of conversions with the values that they print.
fn conversions() -> Vec<(Vec<String>, Vec<&'static str>)> {
    let mut groups: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    let with = |modifiers: &[&str], letters: &str| -> Vec<String> {
        modifiers
            .iter()
            .flat_map(|modifier| letters.chars().map(move |letter| format!("{modifier}{letter}")))
            .collect()
    };
    groups.push((
        with(&["", "h", "hh"], "diuoxX"),
        vec!["0", "1", "-1", "42", "2147483647", "(-2147483647-1)", "255"],
    ));
    groups.push((
        with(&["l", "ll", "j", "z", "t"], "diuoxX"),
        vec![
            "0L",
            "-1L",
            "9223372036854775807L",
            "(-9223372036854775807L-1)",
            "0xdeadbeefcafeL",
        ],
    ));
    groups.push((
        with(&[""], "eEfFgGaA"),
        vec![
            "0.0",
            "-0.0",
            "1.0",
            "0.1",
            "9.9999995",
            "0.5",
            "1.5",
            "2.5",
            "1e300",
            "5e-324",
            "1e-310",
            "999999.5",
            "100000.0",
            "0.0001",
            "0.00009999999",
            "1.0/0.0",
            "-1.0/0.0",
            "123456.789",
        ],
    ));
    groups.push((
        with(&["L"], "eEgGaA"),
        vec![
            "1.0L",
            "0.1L",
            "-2.5L",
            "1e4000L",
            "3.6e-4951L",
            "1e-4940L",
            "0.0L",
            "123456789.123456789L",
        ],
    ));
    groups
}

/// Every `step`-th combination, so that a run stays short and all features meet.
fn driver(step: usize) -> String {
    let flags = ["", "-", "+", " ", "#", "0", "-0", "+0", "#0", "-#", " 0"];
    let widths = ["", "5", "12", "20"];
    let precisions = ["", ".", ".0", ".1", ".3", ".10", ".25"];
    let groups = conversions();
    let mut text = String::from("#include <stdio.h>\nint main(void){int n;\n");
    let mut count = 0;
    for (letters, values) in &groups {
        for flag in flags {
            for width in widths {
                for precision in precisions {
                    for letter in letters {
                        for value in values {
                            count += 1;
                            if count % step == 0 {
                                text.push_str(&format!(
                                    "printf(\"[%{flag}{width}{precision}{letter}]\\n\", {value});\n"
                                ));
                            }
                        }
                    }
                }
            }
        }
    }
    text.push_str(
        "printf(\"%*d|%-*d|%.*f|%c%c|%5c|%%|%n\", 5, 42, 6, 7, 2, 3.14159, 65, 0, 66, &n);\n\
         printf(\"%d %.3s %-8s| %8.2s| %p %p\\n\", n, \"abcdef\", \"ab\", \"xyz\", (void*)0, (void*)0x1234);\nreturn 0;}\n",
    );
    text
}

#[test]
fn printf_is_byte_for_byte_the_hosts() {
    if !common::has_cc() {
        return;
    }
    let text = driver(131);
    let (outcome, output) = common::compile(&text, &common::unchecked()).run();
    assert_eq!(outcome.stop, Stop::Exit(0));
    let (_, expected) = common::native("formats", &text);
    let (ours, theirs) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&expected),
    );
    for ((line, ours), theirs) in text.lines().skip(2).zip(ours.lines()).zip(theirs.lines()) {
        assert_eq!(ours, theirs, "{line}");
    }
    assert_eq!(output.stdout, expected);
}
