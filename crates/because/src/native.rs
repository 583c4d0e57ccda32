//! `--native`: the program compiled by the host's compiler, with the inputs of a failing run.
//!
//! The interpreter has executed the run already; this is a second opinion that shares nothing with the tool but
//! the inputs. Only a failure of the same kind at the same place counts. Anything else (inputs that cannot be
//! fed, a compiler that is missing, an error that leaves no trace) is "not confirmed", with the reason.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use driver::Language;
use driver::native::{self, Ended};
use interp::InputValue;
use program::Program;
use report::{Failure, NativeReport};
use source::SourceMap;
use tempfile::TempDir;

/// What a compiler may take, and a run.
const COMPILE_TIME: Duration = Duration::from_secs(60);
const RUN_TIME: Duration = Duration::from_secs(10);
/// Bytes of a run's messages that are looked at.
const MESSAGES: u64 = 1 << 20;

/// The user's files, compiled once for all failing runs.
pub(crate) struct Native<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    interrupt: Arc<AtomicBool>,
    compiler: OsString,
    /// Removed with everything in it when this is dropped, also after Ctrl-C.
    folder: TempDir,
    objects: Vec<PathBuf>,
    flags: Vec<String>,
    sanitizers: bool,
    entry: Option<String>,
}

const SANITIZE: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=alignment",
    "-fno-omit-frame-pointer",
];

impl<'a> Native<'a> {
    /// Compiles the files; otherwise says why not.
    pub(crate) fn compile(
        program: &'a Program,
        sources: &'a SourceMap,
        files: &[String],
        language: &Language,
        entry: Option<&str>,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Native<'a>, String> {
        if !native::is_native(language.model) {
            return Err("the compiler has other types than this data model".to_owned());
        }
        let folder = tempfile::Builder::new()
            .prefix("because-native-")
            .tempdir()
            .map_err(|error| format!("there is no temporary folder: {error}"))?;
        let compiler = std::env::var_os("CC").filter(|name| !name.is_empty());
        let mut compiled = Native {
            program,
            sources,
            interrupt,
            compiler: compiler.unwrap_or_else(|| "cc".into()),
            folder,
            objects: Vec::new(),
            flags: vec!["-g".to_owned(), "-O0".to_owned()],
            sanitizers: true,
            entry: entry.map(str::to_owned),
        };
        compiled.flags.extend(native::compiler_options(language));
        compiled.sanitizers = compiled.can_sanitize()?;
        if entry.is_some_and(|entry| entry != "main") {
            compiled.flags.push("-Dmain=because_main".to_owned());
        }
        let declarations = compiled.path("declarations.h");
        write(&declarations, &native::declarations(program))?;
        // With the program's own declarations if it has them, else with ours.
        let own = [
            vec!["-Werror=implicit-function-declaration".to_owned()],
            vec!["-include".to_owned(), declarations.to_string_lossy().into_owned()],
        ];
        let mut first_error = None;
        for extra in own {
            match compiled.compile_files(files, &extra) {
                Ok(objects) => {
                    compiled.objects = objects;
                    return Ok(compiled);
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.unwrap_or_default())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn can_sanitize(&self) -> Result<bool, String> {
        let probe = self.path("probe.c");
        write(&probe, "int main(void) { return 0; }\n")?;
        for sanitize in [SANITIZE, &[]] {
            let mut command = Command::new(&self.compiler);
            command
                .args(&self.flags)
                .args(sanitize)
                .arg(&probe)
                .arg("-o")
                .arg(self.path("probe"));
            let done = self.wait(&mut command, COMPILE_TIME)?;
            if done.0 == Ended::Exited(0) {
                return Ok(!sanitize.is_empty());
            }
        }
        Err(format!("{} does not work", self.compiler.to_string_lossy()))
    }

    fn compile_files(&self, files: &[String], extra: &[String]) -> Result<Vec<PathBuf>, String> {
        let mut objects = Vec::new();
        for (index, name) in files.iter().enumerate() {
            let object = self.path(&format!("{index}.o"));
            let mut command = self.cc();
            command.args(extra).arg("-c").arg("-o").arg(&object);
            if name == "-" {
                let text = self.sources.files().find(|(_, file)| file.name == "<stdin>");
                let text = text.map(|(_, file)| String::from_utf8_lossy(&file.text).into_owned());
                let copy = self.path("stdin.c");
                write(
                    &copy,
                    &format!("#line 1 \"<stdin>\"\n{}", text.unwrap_or_default()),
                )?;
                command.arg(copy);
            } else {
                command.arg(name);
            }
            let (ended, messages) = self.wait(&mut command, COMPILE_TIME)?;
            if ended != Ended::Exited(0) {
                let line = messages.lines().find(|line| line.contains("error"));
                let line = line.or_else(|| messages.lines().next()).unwrap_or("no message");
                return Err(format!("{name} does not compile: {line}"));
            }
            objects.push(object);
        }
        Ok(objects)
    }

    fn cc(&self) -> Command {
        let mut command = Command::new(&self.compiler);
        command.args(&self.flags);
        if self.sanitizers {
            command.args(SANITIZE);
        }
        command
    }

    /// Executes one failing run.
    pub(crate) fn confirm(
        &self,
        number: usize,
        failure: &Failure,
        inputs: &[InputValue],
        arguments: &[Vec<u8>],
    ) -> NativeReport {
        let (confirmed, text) = match self.attempt(number, failure, inputs, arguments) {
            Ok(judged) => judged,
            Err(reason) => (false, reason),
        };
        NativeReport {
            confirmed,
            text,
            compiler: Some(self.compiler.to_string_lossy().into_owned()),
            sanitizers: self.sanitizers,
        }
    }

    fn attempt(
        &self,
        number: usize,
        failure: &Failure,
        inputs: &[InputValue],
        arguments: &[Vec<u8>],
    ) -> Result<(bool, String), String> {
        let binary = self.link(number, inputs)?;
        let stdin_file = self.path("stdin");
        fs::write(&stdin_file, native::standard_input(inputs)).map_err(|error| error.to_string())?;
        // The shell sets the limits; the sanitizers reserve too much address space for a limit on that.
        let memory = if self.sanitizers {
            ""
        } else {
            "ulimit -v 4194304; "
        };
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!(
                "ulimit -t 20; ulimit -c 0; ulimit -f 65536; {memory}exec \"$0\" \"$@\""
            ))
            .arg(&binary);
        for argument in native::chosen_arguments(inputs)
            .as_deref()
            .unwrap_or(arguments.get(1..).unwrap_or_default())
        {
            use std::os::unix::ffi::OsStringExt;
            command.arg(OsString::from_vec(argument.clone()));
        }
        let leaks = u8::from(failure.check == "memory_leak");
        command.env(
            "ASAN_OPTIONS",
            format!(
                "detect_leaks={leaks}:hard_rss_limit_mb=2048:exitcode=97:detect_stack_use_after_return=1"
            ),
        );
        command.env("UBSAN_OPTIONS", "print_stacktrace=0");
        command.stdin(File::open(&stdin_file).map_err(|error| error.to_string())?);
        let (ended, messages) = self.wait(&mut command, RUN_TIME)?;
        let own = self.sources.files().filter(|(_, file)| !file.embedded);
        let files: Vec<String> = own.map(|(_, file)| file.name.clone()).collect();
        let (confirmed, end) = native::judge(failure, &files, &ended, &messages);
        Ok((confirmed, end.to_string()))
    }

    /// The compiled program together with the text that feeds it these inputs.
    fn link(&self, number: usize, inputs: &[InputValue]) -> Result<PathBuf, String> {
        let entry = self.entry.as_deref().filter(|entry| *entry != "main");
        let text = native::harness(self.program, self.sources, inputs, entry);
        let text = text.map_err(|why| why.to_string())?;
        let (source, binary) = (self.path("driver.c"), self.path(&format!("run{number}")));
        write(&source, &text)?;
        // The driver is not instrumented: it is not what is being judged.
        let mut command = Command::new(&self.compiler);
        command.args(["-g", "-O0", "-w"]);
        command.args(self.flags.iter().filter(|flag| *flag == "-m32"));
        let object = self.path("driver.o");
        command.arg("-c").arg("-o").arg(&object).arg(&source);
        let (ended, messages) = self.wait(&mut command, COMPILE_TIME)?;
        if ended != Ended::Exited(0) {
            let line = messages
                .lines()
                .find(|line| line.contains("error"))
                .unwrap_or("no message");
            return Err(format!("the inputs cannot be fed: {line}"));
        }
        let mut command = self.cc();
        command
            .args(&self.objects)
            .arg(&object)
            .arg("-o")
            .arg(&binary)
            .arg("-lm");
        let (ended, messages) = self.wait(&mut command, COMPILE_TIME)?;
        if ended != Ended::Exited(0) {
            let line = messages
                .lines()
                .find(|line| line.contains("undefined reference") || line.contains("multiple definition"));
            return Err(format!(
                "the program does not link: {}",
                line.unwrap_or("no message").trim()
            ));
        }
        Ok(binary)
    }

    /// Waits for a process, but not for ever, and not after Ctrl-C. Its standard output goes nowhere.
    fn wait(&self, command: &mut Command, allowed: Duration) -> Result<(Ended, String), String> {
        let messages = self.path("messages");
        let file = File::create(&messages).map_err(|error| error.to_string())?;
        command.stdout(Stdio::null()).stderr(file);
        let mut child = command.spawn().map_err(|error| {
            format!(
                "cannot start {}: {error}",
                command.get_program().to_string_lossy()
            )
        })?;
        let started = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) => {}
                Err(error) => return Err(error.to_string()),
            }
            let interrupted = self.interrupt.load(Ordering::Relaxed);
            if interrupted || started.elapsed() > allowed {
                let _ = child.kill();
                let _ = child.wait();
                if interrupted {
                    return Err("interrupted".to_owned());
                }
                break None;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let mut text = Vec::new();
        let file = File::open(&messages).map_err(|error| error.to_string())?;
        file.take(MESSAGES)
            .read_to_end(&mut text)
            .map_err(|error| error.to_string())?;
        use std::os::unix::process::ExitStatusExt;
        let ended = match status {
            None => Ended::Stopped,
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => Ended::Exited(code),
                (None, Some(signal)) => Ended::Signalled(signal),
                (None, None) => Ended::Exited(-1),
            },
        };
        Ok((ended, String::from_utf8_lossy(&text).into_owned()))
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
