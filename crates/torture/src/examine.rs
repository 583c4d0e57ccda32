//! The subject: what `bmc` says about each claim, beside what the executed runs do.
//!
//! A claim that holds must hold in every executed run. A failing run that was found must fail at the same claim when it is
//! executed. What is undetermined is counted: it may be weak, but it is not wrong.

use std::collections::BTreeMap;
use std::fmt;

use bmc::{Counterexample, InputKind, Status};
use interp::{
    BytesInput, Environment, Interpreter, ListedInputs, NoObserver, NoOutput, Policy, Scheduled, Stop,
    ZeroInputs,
};
use program::{ClaimId, Program};
use source::SourceMap;

use crate::execute::Executed;
use crate::load::Loaded;

/// How the claims are decided.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    pub widest_choice: u64,
    pub unwind: Option<u32>,
}

/// The usual way; with arrays as terms wherever that is possible; with loops cut early, where what is said to hold for all runs
/// must still do so.
#[must_use]
pub fn standard_settings() -> [Setting; 3] {
    let usual = bmc::Options::default().widest_choice;
    [(usual, None), (3, None), (usual, Some(2))].map(|(widest_choice, unwind)| Setting {
        widest_choice,
        unwind,
    })
}

/// Counted work, so that the answer is the same on every machine: about four seconds.
const EFFORT: u64 = 4_000_000;
const REPLAY_STEPS: u64 = 50_000_000;

/// An engine that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// The claim holds, and the run with these inputs violates it.
    Holds { claim: String, values: Vec<i32> },
    /// Every claim holds, and the run with these inputs ends with an error that is no claim.
    AllHold { error: String, values: Vec<i32> },
    /// The claim fails, and its run does something else when it is executed.
    Fails { claim: String, replayed: String },
    /// A claim fails without a run that shows it.
    Unshown { claim: String },
    /// The interpreter breaks off with an internal error.
    Interpreter { error: String },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Holds { claim, values } => {
                write!(
                    f,
                    "check: {claim} holds, and the run with inputs {values:?} violates it"
                )
            }
            Disagreement::AllHold { error, values } => {
                write!(
                    f,
                    "check: all claims hold, and the run with inputs {values:?} ends: {error}"
                )
            }
            Disagreement::Fails { claim, replayed } => {
                write!(f, "check: {claim} fails, and its run, executed, ends: {replayed}")
            }
            Disagreement::Unshown { claim } => write!(f, "check: {claim} fails, and no run shows it"),
            Disagreement::Interpreter { error } => write!(f, "run: {error}"),
        }
    }
}

impl Disagreement {
    /// What stays the same while the program shrinks: numbers of claims and lines do not.
    #[must_use]
    pub fn kind(&self) -> String {
        let word = |claim: &str| claim.rsplit('.').nth(1).unwrap_or(claim).to_owned();
        match self {
            Disagreement::Holds { claim, .. } => format!("holds {}", word(claim)),
            Disagreement::AllHold { .. } => "all hold".to_owned(),
            Disagreement::Fails { claim, .. } => format!("fails {}", word(claim)),
            Disagreement::Unshown { claim } => format!("unshown {}", word(claim)),
            Disagreement::Interpreter { .. } => "interpreter".to_owned(),
        }
    }
}

/// What came of one program.
#[derive(Debug, Default)]
pub struct Examined {
    pub claims: usize,
    /// Neither proved nor refuted, without a bound that was given.
    pub undecided: usize,
    pub disagreements: Vec<Disagreement>,
}

/// Decides the claims and compares with the executed runs.
#[must_use]
pub fn examine(loaded: &Loaded, runs: &[Executed], settings: &[Setting]) -> Examined {
    let mut examined = Examined::default();
    let mut violated: BTreeMap<ClaimId, &Executed> = BTreeMap::new();
    let mut error = None;
    for run in runs {
        match &run.stop {
            Stop::ClaimFailed { claim, .. } => {
                violated.entry(*claim).or_insert(run);
            }
            Stop::BadFormat { .. } | Stop::BadCall { .. } => error = error.or(Some(run)),
            Stop::Internal { text, .. } => examined
                .disagreements
                .push(Disagreement::Interpreter { error: text.clone() }),
            _ => {}
        }
    }
    for setting in settings {
        let options = bmc::Options {
            widest_choice: setting.widest_choice,
            unwind: setting.unwind,
            effort: Some(EFFORT),
            ..bmc::Options::default()
        };
        let report = loaded.check(&options);
        let verdicts = Verdicts {
            loaded,
            report: &report,
            bounded: setting.unwind.is_some(),
        };
        verdicts.compare(&violated, error, &mut examined);
    }
    examined.disagreements.dedup();
    examined
}

struct Verdicts<'v> {
    loaded: &'v Loaded,
    report: &'v bmc::Report,
    bounded: bool,
}

impl Verdicts<'_> {
    fn name(&self, claim: ClaimId) -> String {
        self.loaded.program.claim(claim).name.clone()
    }

    fn compare(
        &self,
        violated: &BTreeMap<ClaimId, &Executed>,
        error: Option<&Executed>,
        examined: &mut Examined,
    ) {
        // What depends on addresses is told as undetermined.
        let open = self.report.depends_on_addresses;
        let mut all_hold = !open && !self.report.stopped && !self.report.exhausted;
        examined.claims += self.report.claims.len();
        for verdict in &self.report.claims {
            all_hold &= verdict.status == Status::Holds;
            match (verdict.status, violated.get(&verdict.claim)) {
                (Status::Holds, Some(run)) if !open => examined.disagreements.push(Disagreement::Holds {
                    claim: self.name(verdict.claim),
                    values: run.values.clone(),
                }),
                (Status::Fails, _) if !self.is_shown(verdict.claim) => {
                    let claim = self.name(verdict.claim);
                    examined.disagreements.push(Disagreement::Unshown { claim });
                }
                (Status::Unknown | Status::HoldsUpToBound, _) if !self.bounded => examined.undecided += 1,
                _ => {}
            }
        }
        if let Some(run) = error.filter(|_| all_hold) {
            examined.disagreements.push(Disagreement::AllHold {
                error: run.stop.to_string(),
                values: run.values.clone(),
            });
        }
        let wrong = self.report.counterexamples.iter().filter_map(|found| {
            let replayed = replays(&self.loaded.program, &self.loaded.sources, found).err()?;
            let uncomputed = found
                .run
                .inputs
                .iter()
                .any(|input| input.kind == InputKind::Unmodelled);
            (!open && !uncomputed && !is_too_much(&replayed)).then(|| Disagreement::Fails {
                claim: self.name(found.claim),
                replayed: replayed.to_string(),
            })
        });
        examined.disagreements.extend(wrong);
    }

    fn is_shown(&self, claim: ClaimId) -> bool {
        self.report
            .counterexamples
            .iter()
            .any(|found| found.claim == claim)
    }
}

/// Whether the execution needs what there is not: then the tool says undetermined.
fn is_too_much(stop: &Stop) -> bool {
    matches!(
        stop,
        Stop::Unsupported { .. } | Stop::OutOfMemory(_) | Stop::StackOverflow { .. }
    )
}

/// Whether the interpreter fails at the same claim with these inputs; otherwise how the run ends.
pub fn replays(program: &Program, sources: &SourceMap, found: &Counterexample) -> Result<(), Stop> {
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut Scheduled {
            inputs: &mut ListedInputs::new(found.run.keyed(), ZeroInputs),
            policy: Policy::listed(found.run.schedule.clone(), true),
            stops_at_races: found.run.stops_at_races(program),
        },
        stdin: &mut BytesInput::new(found.run.stdin(program)),
        output: &mut NoOutput,
        observer: &mut NoObserver,
        limits: interp::Limits {
            steps: REPLAY_STEPS,
            ..interp::Limits::default()
        },
        arguments: vec![b"program".to_vec()],
        interrupt: None,
    });
    match outcome.stop {
        Stop::ClaimFailed { claim, .. } if claim == found.claim => Ok(()),
        other => Err(other),
    }
}
