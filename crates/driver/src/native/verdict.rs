//! What a finished native process says about a claim.

use report::{Failure, NativeEnd};

use super::harness::MARK;

/// How a native process ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    Exited(i32),
    Signalled(i32),
    /// It took too long.
    Stopped,
}

const SIGABRT: i32 = 6;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// Words in a sanitizer's message that mean the same as a check.
fn words(check: &str) -> &'static [&'static str] {
    match check {
        "signed_overflow" => &[
            "signed integer overflow",
            "negation of",
            "cannot be represented in type",
        ],
        "division_by_zero" => &["division by zero"],
        "undefined_shift" => &["shift exponent", "left shift of"],
        "array_bounds" => &["out of bounds for type", "AddressSanitizer"],
        "pointer_dereference" | "pointer_primitive" => &[
            "AddressSanitizer",
            "null pointer",
            "out of bounds for type",
            "with insufficient space for an object",
        ],
        "function_pointer" => &["AddressSanitizer", "null pointer", "incorrect function type"],
        "pointer_overflow" => &["pointer index expression", "applying"],
        "invalid_free" => &[
            "attempting double-free",
            "attempting free on address",
            "bad-free",
            "SEGV",
        ],
        "memory_leak" => &["LeakSanitizer"],
        "unreachable" => &["unreachable program point"],
        "vla_size" => &["variable length array bound"],
        "bit_count" => &["passing zero to"],
        _ => &[],
    }
}

/// Whether the process failed as the claim says, and what it said. `files` are the user's.
#[must_use]
pub fn judge(failure: &Failure, files: &[String], ended: &Ended, stderr: &str) -> (bool, NativeEnd) {
    if let Some(mark) = stderr.lines().find_map(|line| line.strip_prefix(MARK)) {
        return marked(failure, mark);
    }
    if let Some(line) = stderr.lines().find(|line| line.contains(": runtime error: ")) {
        return undefined_behaviour(failure, line);
    }
    let memory =
        |line: &&str| line.contains("ERROR: AddressSanitizer") || line.contains("ERROR: LeakSanitizer");
    if let Some(line) = stderr.lines().find(memory) {
        return memory_error(failure, files, stderr, line);
    }
    end_alone(failure, ended)
}

/// Whether a line is one of those where the claim stands.
fn at_claim(failure: &Failure, line: u32) -> bool {
    match &failure.place.location {
        Some(location) => (location.line..=location.end_line).contains(&line),
        None => true,
    }
}

/// What the text that feeds the inputs says: `kind:line:text`.
fn marked(failure: &Failure, mark: &str) -> (bool, NativeEnd) {
    let mut parts = mark.splitn(3, ':');
    let (kind, line) = (parts.next().unwrap_or(""), parts.next().unwrap_or("0"));
    let text = parts.next().unwrap_or("");
    let line: u32 = line.parse().unwrap_or(0);
    match kind {
        "assumption" => (false, NativeEnd::Assumption),
        "inputs" => (false, NativeEnd::MoreInputs(text.to_owned())),
        kind if kind == failure.check && (line == 0 || at_claim(failure, line)) => {
            (true, NativeEnd::Same(kind.to_owned()))
        }
        kind => (
            false,
            NativeEnd::Other {
                check: kind.to_owned(),
                text: text.to_owned(),
            },
        ),
    }
}

/// UndefinedBehaviorSanitizer: `file:line:column: runtime error: …`.
fn undefined_behaviour(failure: &Failure, line: &str) -> (bool, NativeEnd) {
    let (place, message) = line.split_once(": runtime error: ").unwrap_or(("", line));
    let number = place.rsplit(':').nth(1).and_then(|number| number.parse().ok());
    let means = words(&failure.check).iter().any(|word| message.contains(word));
    let file = place.rsplit(':').nth(2).unwrap_or("");
    let same_file = match &failure.place.location {
        Some(location) => file.ends_with(&location.file),
        None => true,
    };
    let here = number.is_none_or(|number| same_file && at_claim(failure, number));
    (
        means && here,
        NativeEnd::UndefinedBehaviour(without_addresses(message)),
    )
}

/// AddressSanitizer: a summary `line`, and frames with `file:line`.
fn memory_error(failure: &Failure, files: &[String], stderr: &str, line: &str) -> (bool, NativeEnd) {
    let message = line.split_once("ERROR: ").map_or(line, |(_, rest)| rest);
    let message = message.split(" on ").next().unwrap_or(message);
    let message = message.split(": memory").next().unwrap_or(message);
    let means = words(&failure.check).iter().any(|word| line.contains(word));
    // The error's own stack comes first, up to an empty line; where it happened is the innermost frame in a file
    // of the user's. The frames behind it are callers, which fail in no way.
    let own = stderr
        .lines()
        .skip_while(|other| *other != line)
        .take_while(|line| !line.is_empty());
    let innermost = own
        .filter(|line| line.trim_start().starts_with('#'))
        .filter_map(|line| {
            let mut parts = line.rsplit_once(' ')?.1.split(':');
            let name = parts.next()?;
            let number: u32 = parts.next()?.parse().ok()?;
            files
                .iter()
                .find(|file| name.ends_with(file.as_str()))
                .map(|file| (file, number))
        })
        .next();
    let here = match (innermost, &failure.place.location) {
        (Some((file, number)), Some(location)) => *file == location.file && at_claim(failure, number),
        _ => true,
    };
    let here = here || failure.check == "memory_leak";
    (
        means && here,
        NativeEnd::Memory(without_addresses(message.trim())),
    )
}

/// A process that says nothing: only how it ended speaks.
fn end_alone(failure: &Failure, ended: &Ended) -> (bool, NativeEnd) {
    match ended {
        Ended::Signalled(SIGFPE) => (
            failure.check == "division_by_zero",
            NativeEnd::ArithmeticException,
        ),
        Ended::Signalled(SIGSEGV) => (
            matches!(
                failure.check.as_str(),
                "pointer_dereference" | "function_pointer" | "pointer_primitive" | "array_bounds"
            ),
            NativeEnd::SegmentationFault,
        ),
        Ended::Signalled(SIGABRT) => (false, NativeEnd::Aborted),
        Ended::Signalled(signal) => (false, NativeEnd::Signal(*signal)),
        Ended::Stopped => (false, NativeEnd::TooLong),
        Ended::Exited(status) => (false, NativeEnd::Status(*status)),
    }
}

/// Addresses differ from run to run and mean nothing to anyone.
fn without_addresses(message: &str) -> String {
    let words = message.split(' ').map(|word| match word.contains("0x") {
        true => "(address)",
        false => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Place;
    use source::{LocId, ResolvedSpan, SourceMap};

    fn failure(check: &str, line: u32) -> Failure {
        let mut place = Place::new(&SourceMap::new(), LocId::NONE);
        place.location = Some(ResolvedSpan {
            file: "a.c".into(),
            line,
            column: 1,
            end_line: line,
            end_column: 9,
        });
        Failure {
            check: check.into(),
            message: String::new(),
            claim: None,
            expected: None,
            reason: None,
            inside: None,
            place,
            related: vec![],
            stack: vec![],
            thread: None,
            deadlock: None,
            race: None,
        }
    }

    fn files() -> Vec<String> {
        vec!["a.c".into(), "b.c".into()]
    }

    #[test]
    fn only_the_same_error_at_the_same_place_counts() {
        let exited = Ended::Exited(1);
        let overflow = "a.c:4:7: runtime error: signed integer overflow: 1 + 2 cannot be represented\n";
        assert!(judge(&failure("signed_overflow", 4), &files(), &exited, overflow).0);
        assert!(!judge(&failure("signed_overflow", 5), &files(), &exited, overflow).0);
        assert!(!judge(&failure("division_by_zero", 4), &files(), &exited, overflow).0);
        let elsewhere = overflow.replace("a.c", "b.c");
        assert!(!judge(&failure("signed_overflow", 4), &files(), &exited, &elsewhere).0);
        let address = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x5\n    #0 0x5 in main /x/a.c:6\n";
        let (confirmed, text) = judge(&failure("pointer_dereference", 6), &files(), &exited, address);
        assert!(confirmed);
        assert_eq!(text.to_string(), "AddressSanitizer: heap-use-after-free");
        assert!(!judge(&failure("pointer_dereference", 7), &files(), &exited, address).0);
        assert!(!judge(&failure("assertion", 6), &files(), &exited, address).0);
        // Neither a caller nor the place of the `free` is where it happens.
        let deeper = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602\n    #0 0x5 in f /x/b.c:2\n    \
                      #1 0x5 in main /x/a.c:6\n\nfreed by thread T0 here:\n    #0 0x5 in main /x/a.c:8\n";
        assert!(!judge(&failure("pointer_dereference", 6), &files(), &exited, deeper).0);
        assert!(!judge(&failure("pointer_dereference", 8), &files(), &exited, deeper).0);
        let marked = format!("noise\n{MARK}assertion:9:x > 0\n");
        assert!(judge(&failure("assertion", 9), &files(), &exited, &marked).0);
        assert!(!judge(&failure("assertion", 8), &files(), &exited, &marked).0);
        assert!(!judge(&failure("assertion", 9), &files(), &Ended::Exited(0), "").0);
        assert!(!judge(&failure("assertion", 9), &files(), &Ended::Signalled(SIGABRT), "").0);
    }

    #[test]
    fn addresses_are_not_told() {
        let overlap =
            "==7==ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges [0x7f,0x80) overlap\n";
        let (_, text) = judge(
            &failure("pointer_primitive", 1),
            &files(),
            &Ended::Exited(1),
            overlap,
        );
        assert_eq!(text.to_string(), "AddressSanitizer: memcpy-param-overlap");
        let space = "a.c:1:1: runtime error: load of address 0x7f12 with insufficient space for an object of type 'int'\n";
        let (_, text) = judge(
            &failure("pointer_dereference", 1),
            &files(),
            &Ended::Exited(1),
            space,
        );
        assert!(!text.to_string().contains("0x"), "{text}");
    }
}
