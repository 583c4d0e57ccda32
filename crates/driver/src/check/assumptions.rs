//! What a verdict rests on beyond the text of the program, where it could make a difference.

use bmc::Status;
use program::{CheckKind, Program, Settled, SettledKind};
use report::{Assumption, Place, Verdict};

use crate::session::Session;

/// The library's functions that say how signals are handled.
const HANDLERS: [&str; 2] = ["signal", "sigaction"];
const FORKS: [&str; 2] = ["fork", "vfork"];

impl Session<'_> {
    /// A failing run was executed and rests on nothing: what was settled is only said where no claim fails.
    pub(super) fn assumptions(&self, found: &bmc::Report, verdict: Verdict) -> Vec<String> {
        let mut all = called_with(&self.program);
        if verdict != Verdict::Failed {
            all.extend(self.settled());
        }
        all.extend(in_order(&self.program, found));
        all.iter().map(ToString::to_string).collect()
    }

    fn settled(&self) -> Vec<Assumption> {
        let program = &self.program;
        let reached = program.reachable_functions();
        let first = |what| {
            let settled = program.settled.iter();
            let mut settled = settled.filter(|settled| reached[settled.function.index()]);
            settled.find(|settled| settled.what == what)
        };
        let calls = |names: &[&str]| {
            let functions = program.functions.iter().zip(&reached);
            let mut called = functions.filter(|(function, reached)| **reached && function.embedded);
            called.any(|(function, _)| names.contains(&function.name.as_str()))
        };
        let order = |settled: &Settled| Assumption::OrderOfArguments {
            left_to_right: self.options.lowering.left_to_right,
            place: Place::new(&self.sources, settled.loc).short(),
        };
        [
            first(SettledKind::AllocationSucceeds).map(|_| Assumption::AllocationSucceeds),
            first(SettledKind::OrderOfArguments).map(order),
            first(SettledKind::OutputSucceeds).map(|settled| Assumption::OutputSucceeds {
                place: Place::new(&self.sources, settled.loc).short(),
            }),
            without_body(program),
            calls(&HANDLERS).then_some(Assumption::OwnSignalsOnly),
            calls(&FORKS).then_some(Assumption::SeparateProcesses),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// What is assumed of functions that no file defines.
fn without_body(program: &Program) -> Option<Assumption> {
    let missing = program.missing.iter();
    let names = missing.map(|missing| program.function(missing.function).name.clone());
    // Assembly has a note of its own.
    let names: Vec<String> = names.filter(|name| !name.starts_with("__asm__")).collect();
    (!names.is_empty()).then_some(Assumption::WithoutBody { names })
}

/// How many arguments `main` gets.
fn called_with(program: &Program) -> Vec<Assumption> {
    let mut variables = program.variables.iter();
    let open = variables.any(|variable| program.is_open_argument(variable));
    let most = lower::MOST_ARGUMENTS - 1;
    open.then_some(Assumption::Arguments { most })
        .into_iter()
        .collect()
}

/// In which order threads see what others write.
fn in_order(program: &Program, found: &bmc::Report) -> Option<Assumption> {
    let race = |verdict: &&bmc::ClaimVerdict| {
        program.claim(verdict.claim).kind == CheckKind::DataRace && verdict.status == Status::Holds
    };
    let ordered = found.claims.iter().any(|verdict| race(&verdict));
    (program.starts_threads() && !ordered).then_some(Assumption::SequentialConsistency)
}
