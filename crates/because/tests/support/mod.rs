//! What the tests of the command line share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod page;
pub(crate) mod shown;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace exists")
}

/// The tool, with nothing of the user's environment that changes its output.
pub(crate) fn because() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_because"));
    command.current_dir(root()).env("NO_COLOR", "1");
    command
}

/// A temporary folder with these files, whose names may have folders in them.
pub(crate) fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        let parent = path.parent().expect("it lies in the folder");
        std::fs::create_dir_all(parent).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    folder
}

/// What users see of a finished command: its exit status, then standard output and standard error.
pub(crate) fn seen(done: &Finished) -> String {
    let mut text = format!("exit {}\n", done.status);
    for bytes in [&done.stdout, &done.stderr] {
        text.push_str(&String::from_utf8_lossy(bytes));
    }
    text
}

/// Runs the tool in a folder that has this text as `a.c`.
pub(crate) fn run_on(text: &str, args: &[&str]) -> Finished {
    let folder = folder_with(&[("a.c", text)]);
    let mut command = because();
    command.current_dir(folder.path()).args(args);
    finish(&mut command, b"", Duration::from_secs(60)).expect("ends in time")
}

/// The document that it prints then.
pub(crate) fn document_of(text: &str, args: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&run_on(text, args).stdout).expect("a JSON document")
}

/// What a finished process left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finished {
    /// As a shell reports it: 128 plus the signal for a killed process.
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Finished {
    pub(crate) fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    pub(crate) fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// Runs a command with this standard input; nothing if it takes longer than allowed.
pub(crate) fn finish(command: &mut Command, stdin: &[u8], allowed: Duration) -> Option<Finished> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut to_child = child.stdin.take().expect("piped");
    let stdin = stdin.to_vec();
    // A child that does not read its input closes the pipe; that is its right.
    let writer = thread::spawn(move || drop(to_child.write_all(&stdin)));
    let stdout = collect(child.stdout.take().expect("piped"));
    let stderr = collect(child.stderr.take().expect("piped"));
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.try_wait().expect("our own child") {
            break Some(status);
        }
        if started.elapsed() > allowed {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let _ = writer.join();
    let (stdout, stderr) = (stdout.join().expect("reads"), stderr.join().expect("reads"));
    let status = status?;
    use std::os::unix::process::ExitStatusExt;
    let status = status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal));
    Some(Finished {
        status: status.expect("a code or a signal"),
        stdout,
        stderr,
    })
}

fn collect(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// Whether an outside program can be started. Without it a test is skipped; in CI that is a failure.
pub(crate) fn available(program: &str, needed_for: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !found {
        assert!(
            std::env::var_os("CI").is_none_or(|value| value != "true"),
            "{program} is missing, which {needed_for} needs; CI must not skip"
        );
        eprintln!("skipped: {program} is missing, which {needed_for} needs");
    }
    found
}

/// Compiles C files with the host's compiler, without optimisation and without warnings.
pub(crate) fn compile(files: &[PathBuf], options: &[&str], output: &Path) -> Result<(), String> {
    let mut command = Command::new("cc");
    command.args(["-O0", "-w"]).args(options).args(files);
    command.arg("-o").arg(output).arg("-lm");
    let done = finish(&mut command, b"", Duration::from_secs(60)).ok_or("cc takes too long")?;
    if done.status == 0 {
        Ok(())
    } else {
        Err(format!("cc failed:\n{}", done.stderr_text()))
    }
}

/// Calls `work` for every item on this many threads and gives the results in the items' order.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        let Some(item) = items.get(index) else {
                            return mine;
                        };
                        mine.push((index, work(item)));
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a worker"))
            .collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
