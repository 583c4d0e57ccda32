//! The first oracle: every combination of the inputs, executed by the interpreter.
//!
//! What is read before it is written is an input as well, with too many values to try. So a run that reads such a thing
//! is repeated with all of them ones, and with random ones: enough to see that something depends on them.

use interp::{
    BytesInput, CapturedOutput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits,
    NoObserver, RandomInputs, Stop,
};
use program::InputSource;

use crate::load::Loaded;
use crate::tree::Tree;

/// Programs are small; what takes longer goes round for ever.
const STEPS: u64 = 1_000_000;

/// One run.
#[derive(Debug, Clone)]
pub struct Executed {
    /// Of the program's inputs, in their order.
    pub values: Vec<i32>,
    pub stop: Stop,
    pub stdout: Vec<u8>,
    /// Whether nothing but these values decides what it does.
    pub determined: bool,
}

/// What stands in memory that was never written.
#[derive(Debug, Clone, Copy)]
enum Rest {
    Zeros,
    Ones,
    Random(u64),
}

/// All of them: the combinations in order, each first with zeros for what was never written.
#[must_use]
pub fn executed(tree: &Tree, loaded: &Loaded) -> Vec<Executed> {
    let interpreter = Interpreter::new(&loaded.program, Some(&loaded.sources));
    let mut all = Vec::new();
    for values in tree.choices() {
        let first = execute(&interpreter, tree, &values, Rest::Zeros);
        let others: &[Rest] = match first.determined {
            true => &[],
            false => &[Rest::Ones, Rest::Random(1), Rest::Random(2)],
        };
        all.push(first);
        all.extend(
            others
                .iter()
                .map(|&rest| execute(&interpreter, tree, &values, rest)),
        );
    }
    all
}

fn execute(interpreter: &Interpreter<'_>, tree: &Tree, values: &[i32], rest: Rest) -> Executed {
    let named = tree.inputs.iter().map(|input| input.name.as_str());
    let mut inputs = Chosen {
        values: named.zip(values.iter().copied()).collect(),
        rest,
        random: RandomInputs::new(match rest {
            Rest::Random(seed) => seed,
            Rest::Zeros | Rest::Ones => 0,
        }),
        determined: true,
    };
    let mut output = CapturedOutput::default();
    let outcome = interpreter.run(Environment {
        inputs: &mut inputs,
        stdin: &mut BytesInput::default(),
        output: &mut output,
        observer: &mut NoObserver,
        limits: Limits {
            steps: STEPS,
            ..Limits::of_trial()
        },
        arguments: vec![b"program".to_vec()],
        interrupt: None,
    });
    Executed {
        values: values.to_vec(),
        stop: outcome.stop,
        stdout: output.stdout,
        determined: inputs.determined,
    }
}

struct Chosen<'t> {
    values: Vec<(&'t str, i32)>,
    rest: Rest,
    random: RandomInputs,
    determined: bool,
}

impl InputSupply for Chosen<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.kind == InputKind::Site(InputSource::Nondet) && request.occurrence == 1 {
            let mut values = self.values.iter();
            if let Some((_, value)) = values.find(|(name, _)| *name == request.name) {
                return i128::from(*value) as u128;
            }
        }
        self.determined = false;
        match self.rest {
            Rest::Zeros => 0,
            // A pointer that was never written is null in all of these runs.
            _ if request.types.is_pointer(request.ty) => 0,
            Rest::Ones => u128::MAX,
            Rest::Random(_) => self.random.supply(request),
        }
    }
}
