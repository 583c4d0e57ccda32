//! Variables that nobody has written.
//!
//! A run that reads one depends on what lies in memory. Zero is the kindest value and hides the fault: a sum that is
//! never set to zero is right with it, and wrong on the next machine. So tests that read such variables are executed
//! once more with something else there; where that makes a difference, it is what the test is judged with, unless only
//! zero shows that something is wrong.

use std::collections::BTreeSet;

use interp::{InputKind, InputRequest, InputSupply, Interpreter, Stop, ZeroInputs};
use program::Program;
use report::SuiteRemark;
use runs::Test;
use source::SourceMap;
use suite::ExecutedTest;

/// What lies there: small, so that few other things go wrong, and seldom right.
const LEFT_OVER: u8 = 77;
/// Zero for everything but what nobody has written.
struct LeftOver;

impl InputSupply for LeftOver {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.kind != InputKind::Uninitialised {
            return ZeroInputs.supply(request);
        }
        let (types, ty) = (request.types, request.ty);
        if types.is_bool(ty) {
            1
        } else if types.is_integer(ty) {
            u128::from(LEFT_OVER)
        } else if types.is_float(ty) {
            match types.size_of(ty) {
                Some(4) => u128::from(f32::from(LEFT_OVER).to_bits()),
                Some(8) => u128::from(f64::from(LEFT_OVER).to_bits()),
                _ => 0,
            }
        } else {
            0
        }
    }
}

/// Gives tests whose outcome depends on it what lies in memory; the names of what was read.
pub(super) fn expose(
    program: &Program,
    sources: &SourceMap,
    tests: &mut [Test],
    runs: &mut [ExecutedTest],
) -> BTreeSet<(String, u8)> {
    let interpreter = Interpreter::new(program, Some(sources));
    let mut names = BTreeSet::new();
    let max_run = suite::max_run(runs);
    let judged = tests.iter_mut().zip(runs);
    for (test, kind) in judged.filter(|(test, _)| test.expected.is_some()) {
        if kind.unwritten().is_empty() {
            continue;
        }
        let other = suite::execute(&interpreter, test, LeftOver, max_run);
        let same = kind.stdout == other.stdout;
        if same && matches!((&kind.stop, &other.stop), (Stop::Exit(_), Stop::Exit(_))) {
            continue;
        }
        let right = matches!(other.stop, Stop::Exit(_)) && test.expected.as_ref() == Some(&other.stdout);
        // Unless only zero shows that something is wrong.
        let value = match right {
            true => 0,
            false => {
                *kind = other;
                LEFT_OVER
            }
        };
        for record in &kind.inputs {
            if record.kind == InputKind::Uninitialised {
                names.insert((record.name.clone(), value));
                test.inputs.push((record.key(), record.bits));
            }
        }
    }
    names
}

/// What to say about it.
pub(super) fn remarks(names: &BTreeSet<(String, u8)>) -> Vec<String> {
    let told = |(name, value): &(String, u8)| {
        let remark = SuiteRemark::Unwritten {
            name: name.clone(),
            value: *value,
        };
        remark.to_string()
    };
    names.iter().map(told).collect()
}
