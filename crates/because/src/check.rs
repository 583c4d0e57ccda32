//! The command `check`: load, decide, try out, report.
//!
//! No violation is reported that was not tried out: each counterexample is replayed by the interpreter from
//! its inputs alone and must fail at the same claim.

use std::io::{self, Write};
use std::rc::Rc;
use std::sync::atomic::Ordering;

use anyhow::{Result, bail};
use bmc::{Counterexample, CutReason, InputKind, InputValue, Report, Status};
use ctype::{FloatFormat, TypeTable};
use interp::{BytesInput, Environment, Interpreter, ListedInputs, NoObserver, NoOutput, ZeroInputs};
use program::{ClaimId, Program};
use report::Place;
use serde_json::{Value, json};
use source::SourceMap;

use crate::exit::Exit;
use crate::load;
use crate::options::CheckOptions;
use crate::run::stopper::{Cause, Stopper};
use crate::run::{program_name, show, unusable};

/// How a replay ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replay {
    Confirmed,
    /// It ended otherwise, and the run depends on something the symbolic side does not know.
    Excused,
    Mismatch,
}

pub(crate) fn check(mut options: CheckOptions) -> Result<Exit> {
    let loaded = load::load(&options.run)?;
    if options.run.warnings {
        show(&options.run, &loaded, &loaded.warnings)?;
    }
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return unusable(&options.run, &loaded, errors),
    };
    let sources = &loaded.sources;
    if options.show_properties || options.show_loops {
        list(&options, program, sources)?;
        return Ok(Exit::Program(0));
    }
    let mut arguments = vec![program_name(&options.run.files)];
    arguments.extend(options.run.args.iter().cloned());
    options.unwinding.arguments = arguments;
    if !options.properties.is_empty() {
        let mut claims = Vec::new();
        for name in &options.properties {
            match program.claims.iter().position(|claim| claim.name == *name) {
                Some(index) => claims.push(ClaimId(index as u32)),
                None => bail!("--property {name}: no such claim; --show-properties lists them"),
            }
        }
        options.unwinding.claims = Some(claims);
    }
    let stopper = Stopper::install()?;
    let guard = options.run.limits.timeout.map(|time| stopper.after(time));
    let (flag, memory) = (stopper.flag(), options.run.limits.memory);
    let looks = std::cell::Cell::new(0u32);
    let watcher = stopper.clone();
    let stop: bmc::Stop = Rc::new(move || {
        looks.set(looks.get().wrapping_add(1));
        if looks.get().is_multiple_of(256) && resident().is_some_and(|bytes| bytes > memory) {
            watcher.stop(Cause::Output);
        }
        flag.load(Ordering::Relaxed)
    });
    let report = bmc::check(program, Some(sources), &options.unwinding, &stop, &mut |_| {});
    drop(guard);
    let replays: Vec<Replay> = report
        .counterexamples
        .iter()
        .map(|found| replay(&options, program, sources, &report, found))
        .collect();
    let exit = if replays.contains(&Replay::Mismatch) {
        Exit::Internal
    } else if replays.contains(&Replay::Confirmed) {
        Exit::ClaimFails
    } else if report.complete && replays.is_empty() {
        Exit::Program(0)
    } else {
        Exit::Undetermined
    };
    let told = Told {
        options: &options,
        program,
        sources,
        report: &report,
        replays: &replays,
    };
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &told.json(exit))?;
        writeln!(out)?;
    } else {
        out.write_all(told.text(exit).as_bytes())?;
    }
    Ok(exit)
}

/// The memory this process takes, where the system tells.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

fn list(options: &CheckOptions, program: &Program, sources: &SourceMap) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if options.show_properties {
        for claim in &program.claims {
            writeln!(
                out,
                "[{}] line {}: {}",
                claim.name,
                sources.line(claim.loc),
                claim.text
            )?;
        }
    }
    if options.show_loops {
        for item in bmc::loops(program) {
            let function = program.function(item.function);
            let line = sources.line(function.body[item.head.index()].loc);
            if !function.embedded {
                writeln!(out, "{} line {line}", item.name)?;
            }
        }
    }
    Ok(())
}

fn replay(
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    report: &Report,
    found: &Counterexample,
) -> Replay {
    let given = found
        .inputs
        .iter()
        .filter(|input| input.kind != InputKind::Stdin)
        .map(|input| (key(input), input.bits));
    let bytes = found
        .inputs
        .iter()
        .filter(|input| input.kind == InputKind::Stdin)
        .filter_map(|input| u8::try_from(input.bits).ok());
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut ListedInputs::new(given, ZeroInputs),
        stdin: &mut BytesInput::new(bytes.collect()),
        output: &mut NoOutput,
        observer: &mut NoObserver,
        limits: interp::Limits {
            // A replay is as long as the unwound program; this only keeps a bug from running for ever.
            steps: 1_000_000_000,
            ..interp::Limits::default()
        },
        arguments: options.unwinding.arguments.clone(),
        interrupt: None,
    });
    let unknown = |input: &InputValue| matches!(input.kind, InputKind::Unmodelled | InputKind::Undefined);
    match outcome.stop {
        interp::Stop::ClaimFailed { claim, .. } if claim == found.claim => Replay::Confirmed,
        _ if report.depends_on_addresses || found.inputs.iter().any(unknown) => Replay::Excused,
        _ => Replay::Mismatch,
    }
}

/// `x` for the first occurrence, `x#2` for the second.
fn key(input: &InputValue) -> String {
    match input.occurrence {
        0 | 1 => input.name.clone(),
        number => format!("{}#{number}", input.name),
    }
}

fn value_text(types: &TypeTable, input: &InputValue) -> String {
    match types.float_format(input.ty) {
        Some(FloatFormat::Single) => format!("{:?}", f32::from_bits(input.bits as u32)),
        Some(FloatFormat::Double) => format!("{:?}", f64::from_bits(input.bits as u64)),
        Some(_) => format!("{:#x} (bits)", input.bits),
        None if types.is_pointer(input.ty) => format!("{:#x}", input.bits),
        None => (input.bits as i128).to_string(),
    }
}

struct Told<'t> {
    options: &'t CheckOptions,
    program: &'t Program,
    sources: &'t SourceMap,
    report: &'t Report,
    replays: &'t [Replay],
}

impl Told<'_> {
    /// The word for a claim: a violation that could not be confirmed counts as undetermined.
    fn word(&self, claim: ClaimId, status: Status) -> &'static str {
        let confirmed = || {
            let mut found = self.report.counterexamples.iter().zip(self.replays);
            found.any(|(found, replay)| found.claim == claim && *replay == Replay::Confirmed)
        };
        match status {
            Status::Holds => "SUCCESS",
            Status::Fails if confirmed() => "FAILURE",
            Status::Fails | Status::Unknown => "UNKNOWN",
        }
    }

    fn obstacles(&self) -> Vec<String> {
        let tell = |obstacle: &bmc::Obstacle| {
            let line = self.sources.line(obstacle.loc);
            match &obstacle.reason {
                CutReason::Loop(item) => {
                    format!("loop {} in line {line} was not followed to its end", item.name)
                }
                CutReason::Recursion(function) => format!(
                    "the recursion of {} was not followed to its end",
                    self.program.function(*function).name
                ),
                CutReason::Unsupported(text) => format!("line {line}: not supported: {text}"),
            }
        };
        let mut told: Vec<String> = self.report.obstacles.iter().map(tell).collect();
        if self.report.stopped {
            told.push("stopped before everything was decided: time, memory or Ctrl-C".to_owned());
        }
        if self.replays.contains(&Replay::Excused) {
            told.push("a violation could not be confirmed by executing the program".to_owned());
        }
        told
    }

    fn verdict(exit: Exit) -> &'static str {
        match exit {
            Exit::ClaimFails => "VERIFICATION FAILED",
            Exit::Program(0) => "VERIFICATION SUCCESSFUL",
            _ => "VERIFICATION UNDETERMINED",
        }
    }

    fn text(&self, exit: Exit) -> String {
        let mut lines = Vec::new();
        let mut failed = 0;
        for verdict in &self.report.claims {
            let claim = self.program.claim(verdict.claim);
            let word = self.word(verdict.claim, verdict.status);
            failed += usize::from(word == "FAILURE");
            if self.program.function(claim.function).embedded && word == "SUCCESS" {
                continue;
            }
            let line = self.sources.line(claim.loc);
            lines.push(format!("[{}] line {line} {}: {word}", claim.name, claim.text));
        }
        lines.push(format!("\n** {failed} of {} failed", self.report.claims.len()));
        for (found, replay) in self.report.counterexamples.iter().zip(self.replays) {
            let claim = self.program.claim(found.claim);
            match replay {
                Replay::Excused => continue,
                Replay::Mismatch => lines.push(format!(
                    "\ninternal error: the run that violates [{}] ends otherwise when it is executed",
                    claim.name
                )),
                Replay::Confirmed => lines.push(format!(
                    "\n[{}] is violated in line {}",
                    claim.name,
                    self.sources.line(found.loc)
                )),
            }
            for input in &found.inputs {
                let line = self.sources.line(input.loc);
                let value = value_text(&self.program.types, input);
                lines.push(format!("  {} = {value}    (line {line})", key(input)));
            }
        }
        lines.push(String::new());
        for missing in &self.program.missing {
            let name = &self.program.function(missing.function).name;
            lines.push(format!("note: `{name}` has no body: its result is an input"));
        }
        for obstacle in self.obstacles() {
            lines.push(format!("note: {obstacle}"));
        }
        lines.push(Self::verdict(exit).to_owned());
        lines.push(String::new());
        lines.join("\n")
    }

    fn json(&self, exit: Exit) -> Value {
        let claims: Vec<Value> = self
            .report
            .claims
            .iter()
            .map(|verdict| {
                let claim = self.program.claim(verdict.claim);
                json!({
                    "name": claim.name,
                    "check": claim.kind.word(),
                    "text": claim.text,
                    "location": Place::new(self.sources, claim.loc).location,
                    "spelled": Place::new(self.sources, claim.loc).spelled,
                    "status": self.word(verdict.claim, verdict.status).to_lowercase(),
                })
            })
            .collect();
        let found = self.report.counterexamples.iter().zip(self.replays);
        let counterexamples: Vec<Value> = found
            .filter(|(_, replay)| **replay == Replay::Confirmed)
            .map(|(found, _)| {
                let inputs: Vec<Value> = found
                    .inputs
                    .iter()
                    .map(|input| {
                        json!({
                            "name": input.name,
                            "occurrence": input.occurrence,
                            "type": self.program.types.display(input.ty).to_string(),
                            "value": value_text(&self.program.types, input),
                            "bits": format!("{:#x}", input.bits),
                        })
                    })
                    .collect();
                json!({ "claim": self.program.claim(found.claim).name, "inputs": inputs })
            })
            .collect();
        let missing: Vec<&str> = self
            .program
            .missing
            .iter()
            .map(|missing| self.program.function(missing.function).name.as_str())
            .collect();
        json!({
            "schema": "because.check/1",
            "files": self.options.run.files,
            "verdict": Self::verdict(exit),
            "complete": self.report.complete,
            "claims": claims,
            "counterexamples": counterexamples,
            "missing_functions": missing,
            "notes": self.obstacles(),
            "steps": self.report.statistics.steps,
            "exit_code": exit.code(),
        })
    }
}
