//! The second oracle: the program compiled with the address and undefined behaviour sanitizers.
//!
//! A driver that is compiled once starts the program for each row of inputs in a process of its own, so that a program
//! costs one compilation. Alignment is left out, because no claim is made about it. Sanitizers miss much; what they
//! report is an error of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

const DRIVER: &str = include_str!("driver.c");
/// What the program's text relies on and does not declare.
const HEADER: &str = "void __CPROVER_assume(int);\n";

const FLAGS: [&str; 8] = [
    "-std=gnu17",
    "-w",
    "-g1",
    "-O0",
    "-fno-builtin",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=alignment",
];

/// How one run of the compiled program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    Exited(i32),
    Signalled(i32),
    /// An assertion in this line.
    Assertion(u32),
    Assumption,
    /// What a sanitizer says, and in which line if it does.
    Reported {
        message: String,
        line: Option<u32>,
    },
    TooLong,
}

#[derive(Debug, Clone)]
pub(crate) struct NativeRun {
    pub(crate) ending: Ending,
    pub(crate) stdout: Vec<u8>,
}

const SIGALRM: i32 = 14;
const SIGXCPU: i32 = 24;

/// The compiler, and the driver as an object file.
#[derive(Debug)]
pub(crate) struct Native {
    folder: PathBuf,
}

impl Native {
    /// Nothing if there is no compiler with sanitizers.
    pub(crate) fn prepare(folder: &Path) -> Result<Native> {
        let native = Native {
            folder: folder.to_path_buf(),
        };
        fs::write(folder.join("driver.c"), DRIVER)?;
        fs::write(folder.join("header.h"), HEADER)?;
        let mut command = Command::new("cc");
        command.args(["-std=gnu17", "-w", "-O0", "-c"]);
        command
            .arg(folder.join("driver.c"))
            .arg("-o")
            .arg(native.driver());
        quietly(&mut command).context("cc does not compile the driver")?;
        Ok(native)
    }

    fn driver(&self) -> PathBuf {
        self.folder.join("driver.o")
    }

    /// Compiles and runs a program with all rows of inputs; `slot` tells apart what is done at the same time.
    pub(crate) fn run(&self, slot: usize, text: &str, rows: &[Vec<i32>]) -> Result<Vec<NativeRun>> {
        let source = self.folder.join(format!("program{slot}.c"));
        let binary = self.folder.join(format!("program{slot}"));
        fs::write(&source, text)?;
        let mut command = Command::new("cc");
        command.args(FLAGS).arg("-Dmain=torture_main");
        command.arg("-include").arg(self.folder.join("header.h"));
        command
            .arg(&source)
            .arg(self.driver())
            .arg("-o")
            .arg(&binary)
            .arg("-lm");
        quietly(&mut command)?;
        let mut command = Command::new(&binary);
        let row = |values: &Vec<i32>| values.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        command.args(rows.iter().map(row));
        command.env(
            "ASAN_OPTIONS",
            "detect_leaks=0:symbolize=0:hard_rss_limit_mb=1024:exitcode=97:detect_stack_use_after_return=1:\
             allocator_may_return_null=1:detect_invalid_pointer_pairs=0",
        );
        command.env("UBSAN_OPTIONS", "print_stacktrace=0");
        let done = command.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
        let runs = runs(&done.stdout);
        if runs.len() != rows.len() {
            bail!("the compiled program did not do all runs");
        }
        Ok(runs)
    }
}

fn quietly(command: &mut Command) -> Result<()> {
    let done = command.stdin(Stdio::null()).output()?;
    if !done.status.success() {
        bail!("{}", String::from_utf8_lossy(&done.stderr));
    }
    Ok(())
}

/// Takes the driver's output apart.
fn runs(mut bytes: &[u8]) -> Vec<NativeRun> {
    let mut all = Vec::new();
    while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let numbers: Vec<usize> = head
            .split(' ')
            .skip(1)
            .filter_map(|word| word.parse().ok())
            .collect();
        let [status, out, err] = numbers[..] else {
            break;
        };
        let rest = &bytes[end + 1..];
        if rest.len() < out + err {
            break;
        }
        let messages = String::from_utf8_lossy(&rest[out..out + err]).into_owned();
        all.push(NativeRun {
            ending: ending(status as i32, &messages),
            stdout: rest[..out].to_vec(),
        });
        bytes = &rest[out + err..];
    }
    all
}

fn ending(status: i32, messages: &str) -> Ending {
    for text in messages.lines() {
        if let Some(rest) = text.strip_prefix("torture: ") {
            let mut words = rest.split(' ');
            return match (words.next(), words.next().and_then(|word| word.parse().ok())) {
                (Some("assertion"), Some(line)) => Ending::Assertion(line),
                _ => Ending::Assumption,
            };
        }
        if let Some((place, message)) = text.split_once(": runtime error: ") {
            return Ending::Reported {
                message: message.to_owned(),
                line: place.split(':').nth(1).and_then(|line| line.parse().ok()),
            };
        }
        if let Some((_, message)) = text.split_once("AddressSanitizer: ")
            && text.contains("ERROR")
        {
            let words = message.split(" 0x").next().unwrap_or(message);
            return Ending::Reported {
                message: format!("AddressSanitizer: {words}"),
                line: None,
            };
        }
    }
    match status {
        signal if signal == 256 + SIGALRM || signal == 256 + SIGXCPU => Ending::TooLong,
        signal if signal >= 256 => Ending::Signalled(signal - 256),
        97 => Ending::TooLong,
        code => Ending::Exited(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_understood() {
        assert_eq!(ending(99, "\ntorture: assertion 12\n"), Ending::Assertion(12));
        assert_eq!(ending(3, "some words"), Ending::Exited(3));
        assert_eq!(ending(256 + 6, ""), Ending::Signalled(6));
        let told = ending(1, "p.c:7:3: runtime error: division by zero\n");
        assert_eq!(
            told,
            Ending::Reported {
                message: "division by zero".to_owned(),
                line: Some(7)
            }
        );
        let told = ending(
            97,
            "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n",
        );
        assert!(matches!(told, Ending::Reported { message, line: None } if message.contains("heap-use")));
    }

    #[test]
    fn the_output_is_taken_apart() {
        let all = runs(b"run 0 3 0\na\nbrun 262 0 5\noops\n");
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].stdout, b"a\nb");
        assert_eq!(all[1].ending, Ending::Signalled(6));
    }
}
