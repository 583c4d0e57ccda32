//! Deciding claims with two kinds of search: symbolic execution, and where that does not come to an end soon, many
//! concrete runs ([`fuzz`]).
//!
//! A run that was found by executing it counts like one that the solver found, and is replayed and shown in the same
//! way. Where the user asks about a bound (`--unwind`, `--depth`, …), only runs within it are meant, so nothing is
//! executed.

use std::collections::BTreeMap;

use bmc::Counterexample;
use interp::{
    Assignment, At, BytesInput, Environment, Interpreter, ListedInputs, NoOutput, Observer, Passed,
    ZeroInputs,
};
use program::{ClaimId, Construct, ExprId, FunctionId, Pc, Program};
use runs::Run;
use source::SourceMap;

use crate::rounds::Rounds;
use crate::session::Session;

impl Session<'_> {
    /// Decides the claims that were asked for.
    pub(crate) fn decide(&self, progress: &mut dyn FnMut(bmc::Progress)) -> bmc::Report {
        decide(
            &self.program,
            &self.sources,
            &self.options.bounds,
            self.options.fuzzes,
            &self.stop,
            progress,
        )
    }
}

/// Decides every claim of a program.
pub(crate) fn decide(
    program: &Program,
    sources: &SourceMap,
    bounds: &bmc::Options,
    fuzzes: bool,
    stop: &runs::Interrupt,
    progress: &mut dyn FnMut(bmc::Progress),
) -> bmc::Report {
    let bounded = bounds.unwind.is_some()
        || !bounds.unwindset.is_empty()
        || bounds.depth.is_some()
        || bounds.partial_loops
        || !bounds.unwinding_claims;
    if bounded || !fuzzes {
        return bmc::check(program, Some(sources), bounds, stop, progress);
    }
    let mut ask = |open: &[ClaimId]| {
        let target = fuzz::Target {
            program,
            sources,
            arguments: &bounds.arguments,
            wanted: open,
            budget: budgets::fuzz::TOTAL.get(),
        };
        let failing = fuzz::fuzz(&target, &|| stop());
        failing
            .into_iter()
            .filter_map(|run| counterexample(program, run))
            .collect()
    };
    bmc::check_and_ask(program, Some(sources), bounds, stop, progress, Some(&mut ask))
}

fn counterexample(program: &Program, run: Run) -> Option<Counterexample> {
    let claim = run.claim?;
    Some(Counterexample {
        claim,
        run,
        loc: program.claim(claim).loc,
        execution: None,
        first_found: None,
    })
}

/// How far loops and recursions must be followed so that the run is: by the names that `--unwindset` takes.
pub(crate) fn bounds_of(program: &Program, sources: &SourceMap, run: &Run) -> BTreeMap<String, u32> {
    let mut counting = Counting {
        program,
        rounds: Rounds::new(program),
        calls: Vec::new(),
        bounds: bmc::loops(program)
            .into_iter()
            .map(|item| (item.name, budgets::driver::MIN_FOLLOWED_ROUNDS.small()))
            .collect(),
    };
    Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut ListedInputs::new(run.keyed(), ZeroInputs),
        stdin: &mut BytesInput::new(run.stdin(program)),
        output: &mut NoOutput,
        observer: &mut counting,
        limits: interp::Limits {
            steps: budgets::driver::FOLLOWED_RUN.get(),
            ..interp::Limits::default()
        },
        arguments: run.arguments.clone(),
        interrupt: None,
    });
    counting.bounds
}

struct Counting<'p> {
    program: &'p Program,
    rounds: Rounds,
    /// The functions that are being executed, by depth.
    calls: Vec<FunctionId>,
    bounds: BTreeMap<String, u32>,
}

impl Counting<'_> {
    fn count(&mut self, at: At, decides: bool) {
        for (_, round) in self.rounds.event(at, decides) {
            // One more than there are rounds, for the jump back after the last.
            let bound = self
                .bounds
                .entry(round.r#loop.clone())
                .or_insert(budgets::driver::MIN_FOLLOWED_ROUNDS.small());
            *bound = (*bound).max(round.round as u32 + 1);
        }
    }
}

impl Observer for Counting<'_> {
    fn assigned(&mut self, at: At, _assignment: &Assignment) {
        self.count(at, false);
    }

    fn branched(&mut self, at: At, _construct: Construct, _cond: ExprId, _taken: bool) {
        self.count(at, true);
    }

    fn switched(&mut self, at: At, _value: &str, _target: Pc) {
        self.count(at, true);
    }

    fn called(&mut self, at: At, callee: FunctionId, _arguments: &[Passed]) {
        self.count(at, false);
        self.rounds.call(at);
        self.calls.truncate(at.depth);
        self.calls.push(callee);
        let active = self.calls.iter().filter(|function| **function == callee).count() as u32;
        if active > 1 {
            let name = format!("{}.recursion", self.program.function(callee).name);
            let bound = self
                .bounds
                .entry(name)
                .or_insert(budgets::driver::MIN_FOLLOWED_ROUNDS.small());
            *bound = (*bound).max(active + 1);
        }
    }
}
