//! C text to a run, for tests.
#![allow(dead_code, unreachable_pub)]

#[path = "../../../frontend/examples/disk/mod.rs"]
mod disk;

use std::process::{Command, Stdio};

use frontend::Input;
use interp::{
    BytesInput, CapturedOutput, Environment, InputSupply, Interpreter, Limits, NoObserver, Observer, Outcome,
    ZeroInputs,
};
use program::Program;
use source::SourceMap;

pub struct Compiled {
    pub program: Program,
    pub sources: SourceMap,
}

pub fn compile(text: &str, options: &lower::Options) -> Compiled {
    let request = disk::request(vec![Input::new("test.c", text)]);
    let outcome = frontend::parse(&request, &disk::Disk);
    let tree = outcome
        .tree
        .unwrap_or_else(|| panic!("{:#?}\n{text}", outcome.diagnostics));
    let program = lower::lower(tree, &outcome.sources, options).unwrap_or_else(|why| panic!("{why:#?}"));
    Compiled {
        program,
        sources: outcome.sources,
    }
}

pub fn unchecked() -> lower::Options {
    lower::Options {
        checks: lower::Checks::none(),
        ..lower::Options::default()
    }
}

/// How a program is run.
pub struct Setting<'a> {
    pub inputs: &'a mut dyn InputSupply,
    pub observer: &'a mut dyn Observer,
    pub stdin: &'a [u8],
    pub limits: Limits,
    pub plain: bool,
}

impl Compiled {
    pub fn run_with(&self, setting: Setting<'_>) -> (Outcome, CapturedOutput) {
        let sources = Some(&self.sources);
        let interpreter = if setting.plain {
            Interpreter::plain(&self.program, sources)
        } else {
            Interpreter::new(&self.program, sources)
        };
        let mut output = CapturedOutput::default();
        let outcome = interpreter.run(Environment {
            inputs: setting.inputs,
            stdin: &mut BytesInput::new(setting.stdin.to_vec()),
            output: &mut output,
            observer: setting.observer,
            limits: setting.limits,
            arguments: vec![b"test".to_vec()],
            interrupt: None,
        });
        (outcome, output)
    }

    pub fn run(&self) -> (Outcome, CapturedOutput) {
        self.run_with(Setting {
            inputs: &mut ZeroInputs,
            observer: &mut NoObserver,
            stdin: b"",
            limits: Limits::default(),
            plain: false,
        })
    }

    /// Runs in all three ways (specialised, plain, watched), which must agree.
    pub fn run_all(&self, stdin: &[u8]) -> (Outcome, CapturedOutput) {
        struct Watcher;
        impl Observer for Watcher {}
        let mut first: Option<(Outcome, CapturedOutput)> = None;
        for way in 0..3 {
            let (mut watcher, mut nobody) = (Watcher, NoObserver);
            let observer: &mut dyn Observer = if way == 2 { &mut watcher } else { &mut nobody };
            let (outcome, output) = self.run_with(Setting {
                inputs: &mut interp::RandomInputs::new(7),
                observer,
                stdin,
                limits: Limits::default(),
                plain: way == 1,
            });
            match &first {
                None => first = Some((outcome, output)),
                Some((expected, expected_output)) => {
                    assert_eq!(outcome.stop, expected.stop, "way {way}");
                    assert_eq!(outcome.inputs, expected.inputs, "way {way}");
                    assert_eq!(&output, expected_output, "way {way}");
                }
            }
        }
        first.expect("a run")
    }
}

pub fn has_cc() -> bool {
    let found = Command::new("cc")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: this test needs the C compiler `cc`");
    }
    found
}

/// Compiles and runs natively: exit status and standard output.
pub fn native(name: &str, text: &str) -> (i32, Vec<u8>) {
    let dir = std::env::temp_dir().join(format!("because-interp-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let (source, binary) = (dir.join("test.c"), dir.join("test"));
    std::fs::write(&source, text).expect("a writable file");
    let compiled = Command::new("cc")
        .args(["-w", "-O0", "-std=gnu11", "-frounding-math", "-o"])
        .arg(&binary)
        .arg(&source)
        .arg("-lm")
        .output()
        .expect("cc");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let output = Command::new(&binary).output().expect("a program that runs");
    let _ = std::fs::remove_dir_all(&dir);
    (output.status.code().unwrap_or(-1), output.stdout)
}
