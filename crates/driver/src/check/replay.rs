//! A failing run that was found, executed from its inputs alone.

use bmc::Counterexample;
use interp::{
    BytesInput, CapturedOutput, Environment, Interpreter, ListedInputs, Policy, Scheduled, Stop, ZeroInputs,
};
use report::{CounterexampleReport, RunReport, TraceStep};
use runs::InputValue;

use crate::ending::ExecutedRun;
use crate::scanned;
use crate::session::Session;
use crate::tracer::Tracer;

/// Why a run that was found is not shown: how it ended instead.
#[derive(Debug)]
pub(crate) enum Mismatch {
    /// The execution needs more than there is.
    Unexecutable(String),
    /// The execution does something else.
    Otherwise(String),
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Mismatch::Unexecutable(how) | Mismatch::Otherwise(how)) = self;
        write!(f, "ends otherwise ({how})")
    }
}

/// Executes the run from its inputs. It must fail at the same claim. With the report come the inputs that it took.
pub(crate) fn replay(
    session: &Session<'_>,
    found: &Counterexample,
) -> Result<(CounterexampleReport, Vec<InputValue>), Mismatch> {
    let Session {
        program,
        sources,
        options,
        ..
    } = session;
    let mut steps: Vec<TraceStep> = Vec::new();
    let mut keep = |step: TraceStep| steps.push(step);
    let shown = options.trace.unwrap_or_default();
    let mut tracer = Tracer::new(
        program,
        sources,
        shown,
        options.trace.is_some().then_some(&mut keep),
    );
    let mut output = CapturedOutput::default();
    let mut listed = ListedInputs::new(found.run.keyed(), ZeroInputs);
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut Scheduled {
            inputs: &mut listed,
            policy: Policy::listed(found.run.schedule.clone(), true),
            stops_at_races: found.run.stops_at_races(program),
        },
        stdin: &mut BytesInput::new(found.run.stdin(program)),
        output: &mut output,
        observer: &mut tracer,
        limits: interp::Limits {
            steps: budgets::driver::REPLAYED_RUN.get(),
            ..interp::Limits::default()
        },
        arguments: options.bounds.arguments.clone(),
        interrupt: None,
    });
    match &outcome.stop {
        Stop::ClaimFailed { claim, .. } if *claim == found.claim => {}
        other @ (Stop::Unsupported { .. } | Stop::OutOfMemory(_) | Stop::StackOverflow { .. }) => {
            return Err(Mismatch::Unexecutable(other.to_string()));
        }
        other => return Err(Mismatch::Otherwise(other.to_string())),
    }
    let told = ExecutedRun::new(program, sources, &outcome);
    let (ending, exit) = told.ending();
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let mut inputs = told.inputs();
    let views = found.run.inputs.iter().filter(|input| input.kind.is_stdin());
    inputs.extend(views.filter_map(|input| scanned::shown(program, sources, input)));
    let report = CounterexampleReport {
        claim: program.claim(found.claim).name.clone(),
        run: RunReport {
            files: options.files.clone(),
            ending,
            steps: outcome.steps,
            inputs,
            schedule: crate::threads::schedule_of(&outcome),
            missing_functions: told.missing_functions(),
            stdout: Some(text(&output.stdout)),
            stderr: Some(text(&output.stderr)),
            exit_code: exit.code(),
        },
        native: None,
        trace: options.trace.map(|_| steps),
    };
    Ok((report, outcome.inputs))
}
