//! Executing a run that was found symbolically.
//!
//! A run is its inputs. The interpreter executes the program from them and from nothing else; what it says is the
//! truth, and a method that expected something else has found an error of the tool.

use bmc::InputValue;
use interp::{
    BytesInput, CapturedOutput, Environment, Interpreter, Limits, ListedInputs, Observer, Stop, ZeroInputs,
};
use program::{ClaimId, Program};
use source::SourceMap;

/// How a replayed run ended.
#[derive(Debug, Clone)]
pub struct Ended {
    pub stop: Stop,
    /// The inputs it consumed, in order.
    pub inputs: Vec<InputValue>,
    pub stdout: Vec<u8>,
    pub steps: u64,
}

impl Ended {
    /// The claim that failed.
    #[must_use]
    pub fn failed(&self) -> Option<ClaimId> {
        match self.stop {
            Stop::ClaimFailed { claim, .. } => Some(claim),
            _ => None,
        }
    }

    /// Whether it was given up because it needs more than an execution gets: its end says nothing about the program.
    #[must_use]
    pub fn given_up(&self) -> bool {
        matches!(
            self.stop,
            Stop::OutOfMemory(_) | Stop::StepLimit | Stop::StackOverflow { .. }
        )
    }

    /// Whether it ended as a correct program does: by itself, whatever its status.
    #[must_use]
    pub fn passed(&self) -> bool {
        matches!(self.stop, Stop::Exit(_))
    }
}

/// What runs are executed with, beside their inputs.
#[derive(Debug, Clone)]
pub struct Replay<'p> {
    pub program: &'p Program,
    pub sources: Option<&'p SourceMap>,
    /// `argv`, the program's name first.
    pub arguments: Vec<Vec<u8>>,
}

impl Replay<'_> {
    /// Executes the run that these inputs give.
    pub fn run(&self, inputs: &[InputValue], observer: &mut dyn Observer) -> Ended {
        let listed = runs::keyed(inputs);
        let stdin = runs::stdin_text(self.program, inputs);
        let mut output = CapturedOutput::default();
        let outcome = Interpreter::new(self.program, self.sources).run(Environment {
            inputs: &mut ListedInputs::new(listed, ZeroInputs),
            stdin: &mut BytesInput::new(stdin),
            output: &mut output,
            observer,
            limits: Limits {
                steps: budgets::trace::MAX_REPLAY.get(),
                ..Limits::default()
            },
            arguments: self.arguments.clone(),
            interrupt: None,
        });
        Ended {
            stop: outcome.stop,
            inputs: outcome.inputs,
            stdout: output.stdout,
            steps: outcome.steps,
        }
    }
}
