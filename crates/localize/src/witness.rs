//! How each run was repaired when that was found.
//!
//! The search finds a repair of every failing run for each diagnosis, by a trial or by the solver. What was chosen is
//! kept, so that it can be executed again and its values be told, for as many runs as the reader wants. These are
//! values that repair; that they are the fewest or the simplest is not known (`detail` looks for those).

use std::collections::BTreeMap;

use interp::{Assignment, At, InputKind, InputValue, Interpreter, Observer};
use program::Program;

use super::choice::{NUMBER, REAL, TRUTH, Tryable};
use super::detail::{RunRepair, Seen, display, truth};
use super::formula::FormulaRepair;
use super::instrument::POINTER;
use super::search::SuspectSearch;
use super::trial::{Choice, Trial};

/// A repair of a run.
#[derive(Debug, Clone)]
pub(crate) enum Kept {
    Tried(Choice),
    Solved(FormulaRepair),
}

/// Watches the old and new values of a trial.
struct TrialWatch<'p> {
    program: &'p Program,
    /// Absent if the old value is an error.
    had: BTreeMap<String, Option<String>>,
    undefined: bool,
    /// The value that is being chosen, and whether it is a truth value.
    asked: Option<(String, bool)>,
    values: Vec<Seen>,
}

impl TrialWatch<'_> {
    fn takes(&mut self, name: &str, text: &str, is_truth: bool) {
        let had = self.had.remove(name).flatten();
        let shown = |text: &str| match is_truth {
            true => truth(text),
            false => text.to_owned(),
        };
        let values = (name.to_owned(), had.as_deref().map(shown), shown(text));
        self.values.push(values);
    }
}

impl Observer for TrialWatch<'_> {
    fn assigned(&mut self, _at: At, assignment: &Assignment) {
        let (place, text) = (assignment.place.as_str(), assignment.text.as_str());
        let undefined = std::mem::take(&mut self.undefined);
        if let Some(name) = place.strip_prefix(POINTER) {
            self.takes(name, text, false);
            return;
        }
        let Some(name) = place.strip_prefix("repair:") else {
            return;
        };
        if let Some(name) = name.strip_suffix(" had") {
            self.had
                .insert(name.to_owned(), (!undefined).then(|| text.to_owned()));
        } else if let Some((_, is_truth)) = self.asked.take_if(|(asked, _)| asked == name) {
            self.takes(name, text, is_truth);
        }
    }

    fn input(&mut self, _at: At, record: &InputValue) {
        self.undefined |= record.kind == InputKind::Undefined;
        let Some(name) = record.name.strip_prefix("repair:") else {
            return;
        };
        if let Some(name) = name.strip_suffix(TRUTH) {
            self.asked = Some((name.to_owned(), true));
        } else if let Some(name) = name.strip_suffix(NUMBER).or_else(|| name.strip_suffix(REAL)) {
            self.asked = Some((name.to_owned(), false));
        } else if !name.contains(':') && self.asked.is_none() {
            // One value for the whole run, or one that a variable starts with.
            let takes = display(self.program, record);
            self.values.push((name.to_owned(), None, takes));
        }
    }
}

impl SuspectSearch<'_> {
    /// How a set repaired a run when that was found, executed again: in the program in which it is watched, or in the
    /// one for trials, whose interpreter is given.
    pub(crate) fn witnessed(
        &self,
        watched: (&Program, &Interpreter<'_>),
        tried: (&Tryable, &Interpreter<'_>),
        set: &[usize],
        run: usize,
    ) -> Option<RunRepair> {
        let choice = match self.kept.get(&(set.to_vec(), run))? {
            Kept::Solved(answer) => {
                let both = self.executed(watched.0, watched.1, set, run, answer);
                return both.or_else(|| {
                    // The old value may be an error, of which there is nothing to show.
                    let program = self.changed(set);
                    let interpreter = Interpreter::new(&program, Some(self.sources));
                    self.executed(&program, &interpreter, set, run, answer)
                });
            }
            Kept::Tried(choice) => choice,
        };
        let trial = Trial {
            interpreter: tried.1,
            pointers: &tried.0.choices,
            run: &self.runs[run],
            counted: None,
            recorded: self.runs[run].known_inputs(),
            ignore_space: self.settings.ignore_space,
            meter: &self.meter,
            stop: &self.stop,
            spent: std::cell::Cell::new(0),
        };
        let mut watch = TrialWatch {
            program: &tried.0.program,
            had: BTreeMap::new(),
            undefined: false,
            asked: None,
            values: Vec::new(),
        };
        let texts = trial.again(set[0], choice, &mut watch)?;
        Some(self.described(set, run, watch.values, texts))
    }
}
