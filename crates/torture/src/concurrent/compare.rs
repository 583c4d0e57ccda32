//! What three judges say of one small program: the solver, the interpreter in all schedules, and the enumerator.

use program::{CheckKind, ClaimId};

use super::{Outcomes, Program, enumerate, write};
use crate::load::{Loaded, load_files};
use crate::threads::{explored, thread_settings};

/// Loops that wait for a condition are followed up to this where locks are tried, too: there they have no bound.
const MOST_EFFORT: u64 = 6_000_000;

/// What became of a comparison.
#[derive(Debug, Default)]
pub struct Compared {
    /// Where they disagree, in words.
    pub wrong: Vec<String>,
    /// Claims that the solver has left open.
    pub open: usize,
    /// How often the solver was compared with the enumerator, and the interpreter with it.
    pub solved: usize,
    pub executed: usize,
}

/// Compares the judges on a program: on claims, and on data races alone. The interpreter is asked where loops end.
#[must_use]
pub fn compare(program: &Program, files: &dyn frontend::FileProvider) -> Compared {
    let mut compared = Compared::default();
    let text = write(program);
    for (options, claims) in thread_settings().into_iter().zip([true, false]) {
        let loaded = match load_files(&[("t.c", text.as_bytes())], &options, files) {
            Ok(loaded) => loaded,
            Err(error) => {
                compared.wrong.push(error);
                continue;
            }
        };
        let Some(outcomes) = enumerate(program, claims) else {
            continue;
        };
        solve(&loaded, &outcomes, &mut compared);
        if program.spins() {
            continue;
        }
        let Some(violated) = explored(&loaded) else {
            continue;
        };
        compared.executed += 1;
        for number in 0..loaded.program.claims.len() {
            let claim = ClaimId(number as u32);
            let (some, known) = (violated.contains(&claim), expected(&loaded, claim, &outcomes));
            if some != known {
                let name = &loaded.program.claim(claim).name;
                compared.wrong.push(format!(
                    "{name}: violated by some run {some}, by enumeration {known}"
                ));
            }
        }
    }
    compared
}

fn solve(loaded: &Loaded, outcomes: &Outcomes, compared: &mut Compared) {
    let options = bmc::Options {
        effort: Some(MOST_EFFORT),
        ..bmc::Options::default()
    };
    let report = loaded.check(&options);
    compared.solved += 1;
    for verdict in &report.claims {
        let fails = match verdict.status {
            bmc::Status::Holds => false,
            bmc::Status::Fails => true,
            _ => {
                compared.open += 1;
                continue;
            }
        };
        let known = expected(loaded, verdict.claim, outcomes);
        if fails != known {
            let name = &loaded.program.claim(verdict.claim).name;
            compared
                .wrong
                .push(format!("{name}: fails {fails}, by enumeration {known}"));
        }
    }
    for found in &report.counterexamples {
        if let Err(stop) = crate::examine::replays(&loaded.program, &loaded.sources, found) {
            let name = &loaded.program.claim(found.claim).name;
            let schedule = &found.run.schedule;
            compared
                .wrong
                .push(format!("the run for {name} ends otherwise: {stop}, {schedule:?}"));
        }
    }
}

/// Whether the enumerator says that a claim can be violated.
fn expected(loaded: &Loaded, claim: ClaimId, outcomes: &Outcomes) -> bool {
    let claim = loaded.program.claim(claim);
    match claim.kind {
        CheckKind::Deadlock => outcomes.deadlock,
        CheckKind::DataRace => outcomes.race,
        CheckKind::Assertion => {
            let number = claim.text.strip_prefix('c').and_then(|text| text.parse().ok());
            number.is_some_and(|number| outcomes.violated.contains(&number))
        }
        // Nothing else can go wrong in them.
        _ => false,
    }
}
