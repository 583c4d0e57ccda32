//! What is looked for in a suite, and in which order.
//!
//! A diagnosis has several sources: expressions that need other values (`localize`), changes of the text that make
//! every test right (`repair`), sets of these, words of printed texts, and regions to replace. Each may be slow, and
//! each says less where another has answered. So they are stages of one table, asked one after the other, and what is
//! known decides whether a stage is asked at all and how much it may take.
//!
//! What is cheap is always looked for. Where it costs, changes of the text come before expressions: that something
//! *could* have another value is said of every expression on the way to the failure, that a change makes every test
//! right is not.

use localize::{KnownChange, Localizer, Profile};
use repair::SetDepth;

/// Where changes of the text come from.
pub(super) trait ChangeSource {
    /// Changes that have to be made to the text to be tried, and statements that may be missing.
    fn others(&mut self) -> Vec<KnownChange>;
    /// Sets of changes.
    fn sets(&mut self, depth: SetDepth) -> Vec<KnownChange>;
    /// More changes at once, from where the search for sets stands.
    fn larger_sets(&mut self) -> Vec<KnownChange>;
}

/// A stage: whether it is asked, and what it does.
struct Stage {
    name: &'static str,
    when: fn(&State<'_, '_>) -> bool,
    run: fn(&mut State<'_, '_>),
}

/// What is known so far.
pub(super) struct State<'s, 'l> {
    pub(super) localizer: &'s mut Localizer<'l>,
    /// Absent if tests do not say what is right.
    pub(super) changes: Option<&'s mut dyn ChangeSource>,
    /// Whether sets of changes are wanted.
    pub(super) several: bool,
    /// Changes of the text that are known.
    pub(super) known: Vec<KnownChange>,
    /// Whether single expressions have been looked for.
    looked: bool,
    /// Whether sets of changes have been looked for before expressions.
    sets_first: bool,
    /// Whether nothing needs to be said of expressions.
    settled: bool,
    /// One constant is enough, or time ran out, before other changes were asked for.
    done_early: bool,
    /// Every diagnosis is poor, or says only that other inputs or other text would do.
    wanting: bool,
    symptoms: bool,
    /// Nothing is doubtful, and the search goes on.
    clear: bool,
    /// More than one expression may be needed.
    many: bool,
}

const STAGES: &[Stage] = &[
    Stage {
        name: "single expressions, where that is quick",
        when: |state| state.known.is_empty() && state.profile().quick,
        run: |state| {
            state.localizer.single_expressions();
            state.looked = true;
        },
    },
    Stage {
        name: "other kinds of changes, unless one constant is enough",
        when: |_| true,
        run: |state| {
            state.done_early = state.localizer.is_stopped() || state.localizer.has_constant();
            if state.known.is_empty()
                && !state.done_early
                && let Some(changes) = &mut state.changes
            {
                state.known = changes.others();
            }
        },
    },
    // In a large program sets come after single expressions, which say something soon.
    Stage {
        name: "sets of changes, before expressions that take long",
        when: |state| {
            let Profile {
                telling, long, large, ..
            } = state.profile();
            telling && long && !large && state.known.is_empty() && !state.done_early
        },
        run: |state| {
            state.sets_first = true;
            let answered = state.looked && !state.localizer.is_wanting();
            state.ask_for_sets(match answered {
                true => SetDepth::Shared,
                false => SetDepth::Full,
            });
        },
    },
    Stage {
        name: "single expressions beside the changes that are known",
        when: |_| true,
        run: |state| state.expressions_beside_changes(),
    },
    Stage {
        name: "words of printed texts",
        when: |state| !state.settled && !state.one_is_enough(),
        run: |state| state.known.extend(state.localizer.words()),
    },
    Stage {
        name: "what the expressions say",
        when: |_| true,
        run: |state| {
            state.symptoms = state.localizer.only_symptoms();
            state.wanting = state.symptoms || state.localizer.is_wanting();
        },
    },
    Stage {
        name: "sets of changes, after expressions",
        when: |state| {
            let open = state.known.is_empty() && !state.localizer.has_constant();
            !state.sets_first && open && !state.localizer.is_stopped()
        },
        run: |state| state.sets_behind_expressions(),
    },
    Stage {
        name: "what is doubtful",
        when: |_| true,
        run: |state| {
            state.many = !state.localizer.has_diagnoses() || state.localizer.failing() > 1;
            state.clear = state.localizer.set_doubtful_aside();
        },
    },
    Stage {
        name: "larger sets of changes, where no expression is a good answer",
        when: |state| {
            let Profile { large, telling, .. } = state.profile();
            state.wanting && state.clear && state.several && state.known.is_empty() && (telling || !large)
        },
        run: |state| {
            if let Some(changes) = &mut state.changes {
                state.known = changes.larger_sets();
            }
        },
    },
    Stage {
        name: "sets of expressions, unless a change is one fault or enough",
        when: |state| {
            let Profile {
                long, short, telling, ..
            } = state.profile();
            let answered = state.is_answered() && (long || (telling && !short));
            state.symptoms && state.many && state.clear && !answered && !state.one_is_enough()
        },
        run: |state| state.localizer.sets_of_expressions(),
    },
];

/// What a diagnosis of a suite looks for, in order.
pub fn diagnosis_stages() -> impl Iterator<Item = &'static str> {
    STAGES.iter().map(|stage| stage.name)
}

impl<'s, 'l> State<'s, 'l> {
    pub(super) fn new(
        localizer: &'s mut Localizer<'l>,
        changes: Option<&'s mut dyn ChangeSource>,
        several: bool,
        known: Vec<KnownChange>,
    ) -> State<'s, 'l> {
        State {
            localizer,
            changes,
            several,
            known,
            looked: false,
            sets_first: false,
            settled: false,
            done_early: false,
            wanting: false,
            symptoms: false,
            clear: false,
            many: false,
        }
    }

    /// Asks every stage that is due, in order.
    pub(super) fn run(&mut self) {
        for stage in STAGES {
            if (stage.when)(self) {
                (stage.run)(self);
            }
        }
    }

    fn profile(&self) -> Profile {
        self.localizer.profile()
    }

    /// A change that is enough alone is one fault, whatever it changes.
    fn one_is_enough(&self) -> bool {
        self.known.iter().any(KnownChange::is_enough_alone)
    }

    /// Whether something is known that makes every test right.
    fn is_answered(&self) -> bool {
        self.known.iter().any(KnownChange::is_whole)
    }

    fn ask_for_sets(&mut self, depth: SetDepth) {
        if let (true, Some(changes)) = (self.several, &mut self.changes) {
            self.known = changes.sets(depth);
        }
    }

    /// Where changes that are needed together make three failing tests right and more, whatever value one expression
    /// would need says less: then it is looked for only where that is quick, and otherwise the matter is settled.
    fn expressions_beside_changes(&mut self) {
        let Profile { telling, long, .. } = self.profile();
        let mut known = self.known.iter();
        let together = known.any(|edit| edit.parts.len() > 1 && edit.is_whole());
        self.settled = telling && together && long && !self.looked;
        self.localizer.heed(&self.known);
        if self.settled {
            self.localizer.skip_expressions();
        } else if !self.looked {
            if telling && self.is_answered() {
                self.localizer.be_brief();
            }
            self.localizer.single_expressions();
        }
    }

    /// Two faults are looked for only if no change is enough, or if all that is said is that other inputs or other text
    /// would do.
    fn sets_behind_expressions(&mut self) {
        let Profile { large, telling, .. } = self.profile();
        self.ask_for_sets(match large {
            true if telling => SetDepth::Shared,
            false if self.wanting || telling => SetDepth::Full,
            _ => SetDepth::Little,
        });
        if large && telling && !self.localizer.has_diagnoses() && !self.is_answered() {
            let known = std::mem::take(&mut self.known);
            self.ask_for_sets(SetDepth::Moderate);
            self.known.extend(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_the_stages() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/diagnose.md");
        let guide = std::fs::read_to_string(path).unwrap();
        let listed: Vec<String> = (1..)
            .zip(diagnosis_stages())
            .map(|(number, name)| format!("{number}. {name}\n"))
            .collect();
        assert!(
            guide.contains(&listed.concat()),
            "docs/diagnose.md must list:\n{}",
            listed.concat()
        );
    }
}
