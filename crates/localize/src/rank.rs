//! The order of diagnoses, and the reason for it.
//!
//! Sets of one size differ in evidence. In this order:
//!
//! 1. something that can be typed in makes every test right, those that passed included: a small edit of the
//!    expression, or one constant;
//! 2. a statement that is missing would;
//! 3. another value there, which no small edit gives; few changed values before many;
//! 4. another value there that repairs some runs, where that was too hard to decide for the others;
//! 5. a literal that would have to be another constant in each run: it is none;
//! 6. a variable that is only printed, and what is read: to print what is expected repairs every run whatever is
//!    wrong, so it says no more than the test itself;
//! 7. a constant that breaks passing tests;
//! 8. other text printed there: any text repairs any line.
//!
//! Changes that are needed together and make every test right come after 2 where more tests than one fail (more than
//! two, for three changes), since another value in each run is then said of many expressions and changes fit by chance
//! no longer; otherwise after 3: what follows repairs without saying why. Changes that make some tests right come after
//! 5. Where the closest passing run of `explain` is known, a suspect on a line where it differs comes before others of
//!    its kind. Ties go by the place in the source.

use std::collections::HashMap;

use program::{Callee, ComponentKind, ExprId, ExprKind, InstrKind, Lifetime, PlaceBase, Program};
use source::{LocId, SourceMap};

use super::describe::is_literal;
use super::suspects::{Suspect, SuspectKind, SuspectSite};
use super::walk::Home;
use super::{Diagnosis, RunRepair, SmallEdit};
use reasons::{Extent, Grounds, MissingCode, Reason, ValueGrounds};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Evidence {
    Typed,
    MissingStatement,
    Value,
    Partly,
    Doubtful,
    NoConstant,
    Symptom,
    Breaks,
    FreeText,
}

pub(super) struct Ranking<'a> {
    pub program: &'a Program,
    pub homes: &'a HashMap<ExprId, Home>,
    pub suspects: &'a [Suspect],
    /// How many runs fail, how many of them were looked at, and how many tests there are.
    pub failing: usize,
    pub looked_at: usize,
    pub tests: usize,
    pub sources: &'a SourceMap,
    /// Files and lines where the closest passing run differs.
    pub differing: &'a [(String, u32)],
}

impl Ranking<'_> {
    fn any(&self, diagnosis: &Diagnosis, is: impl Fn(&Suspect) -> bool) -> bool {
        diagnosis.members.iter().any(|id| is(&self.suspects[*id]))
    }

    /// A variable that is handed to `printf` and its like, as it is.
    fn is_printed_variable(&self, suspect: &Suspect) -> bool {
        let [SuspectSite::Expr(mut expr)] = suspect.sites[..] else {
            return false;
        };
        if !matches!(
            suspect.kind,
            SuspectKind::Expression(ComponentKind::Argument(_) | ComponentKind::ArrayIndex)
        ) {
            return false;
        }
        let home = self.homes[&expr];
        while let ExprKind::Convert(operand) = self.program.expr(expr).kind {
            expr = operand;
        }
        let plain = matches!(self.program.expr(expr).kind, ExprKind::Load(_));
        plain
            && match &self.program.function(home.function).body[home.pc.index()].kind {
                // The arguments behind a format are put into a record first.
                InstrKind::Assign { place, .. } => match self.program.place(*place).base {
                    PlaceBase::Var(var) => {
                        let variable = self.program.variable(var);
                        variable.lifetime == Lifetime::Temporary && variable.name == "extra arguments"
                    }
                    PlaceBase::Deref(_) => false,
                },
                InstrKind::Call {
                    callee: Callee::Direct(callee),
                    ..
                } => {
                    let callee = self.program.function(*callee);
                    callee.embedded
                        && matches!(
                            callee.name.as_str(),
                            "putchar" | "puts" | "putc" | "fputc" | "fputs"
                        )
                }
                _ => false,
            }
    }

    /// Whether it is about what is read or only printed.
    fn is_symptom(&self, diagnosis: &Diagnosis) -> bool {
        self.any(diagnosis, |suspect| {
            suspect.kind == SuspectKind::Stored || self.is_printed_variable(suspect)
        })
    }

    /// Whether all it says is that what is expected, printed there, would be right.
    pub(super) fn is_only_printed(&self, diagnosis: &Diagnosis) -> bool {
        let stored = self.any(diagnosis, |suspect| suspect.kind == SuspectKind::Stored);
        let evidence = self.evidence(diagnosis);
        !stored && self.is_symptom(diagnosis) && matches!(evidence, Evidence::Symptom | Evidence::Breaks)
    }

    /// Whether it repairs every failing run and says more than that.
    pub(super) fn repairs_all(&self, diagnosis: &Diagnosis) -> bool {
        let evidence = self.evidence(diagnosis);
        matches!(evidence, Evidence::Typed | Evidence::Value | Evidence::Breaks)
            && !self.is_symptom(diagnosis)
    }

    fn evidence(&self, diagnosis: &Diagnosis) -> Evidence {
        let free =
            |suspect: &Suspect| matches!(suspect.kind, SuspectKind::PrintedText | SuspectKind::PrintedValue);
        if diagnosis.edit.as_ref().is_some_and(|edit| edit.partly.is_some()) {
            return Evidence::Partly;
        }
        if self.any(diagnosis, free) && diagnosis.edit.is_none() {
            return Evidence::FreeText;
        }
        if self.any(diagnosis, |suspect| suspect.kind == SuspectKind::Missing) {
            return Evidence::MissingStatement;
        }
        if diagnosis.edit.is_some() {
            return Evidence::Typed;
        }
        if diagnosis.only.is_some() {
            return Evidence::Doubtful;
        }
        match &diagnosis.constant {
            Some(constant) if constant.breaks > 0 => Evidence::Breaks,
            _ if self.is_symptom(diagnosis) => Evidence::Symptom,
            Some(_) if self.failing > 1 || self.any(diagnosis, |s| is_literal(self.program, s)) => {
                Evidence::Typed
            }
            Some(_) => Evidence::Value,
            None if self.failing > 1 && self.any(diagnosis, |s| is_literal(self.program, s)) => {
                Evidence::NoConstant
            }
            None => Evidence::Value,
        }
    }

    /// Whether it says little more than that a run is wrong, if no change of the text makes every test right.
    pub(super) fn is_weak(&self, diagnosis: &Diagnosis) -> bool {
        match self.evidence(diagnosis) {
            // However often it is evaluated, one constant does.
            Evidence::Typed => false,
            evidence => evidence >= Evidence::NoConstant || changes(diagnosis).0 > 1,
        }
    }

    pub(super) fn sort(&self, diagnoses: &mut [Diagnosis]) {
        diagnoses.sort_by_key(|diagnosis| {
            (
                self.tier(diagnosis),
                diagnosis.members.len(),
                self.evidence(diagnosis),
                self.is_symptom(diagnosis),
                diagnosis.edit.as_ref().map_or(usize::MAX, |edit| edit.order),
                diagnosis.only.as_ref().map(|runs| std::cmp::Reverse(runs.len())),
                !self.agrees(diagnosis),
                known_changes(diagnosis),
                diagnosis.members.clone(),
            )
        });
        for diagnosis in diagnoses {
            diagnosis.reason = self.reason(diagnosis);
        }
    }

    /// Small sets first, but what could be written before what any test would be right with.
    fn tier(&self, diagnosis: &Diagnosis) -> u8 {
        let evidence = self.evidence(diagnosis);
        match (diagnosis.members.len(), &diagnosis.edit) {
            _ if evidence == Evidence::Partly => 5,
            (0 | 1, _) if evidence <= Evidence::MissingStatement => 0,
            (2, Some(_)) if self.failing > 1 => 1,
            (3.., Some(_)) if self.failing >= budgets::suite::MIN_TELLING_TESTS.count() => 1,
            (0 | 1, _) if evidence == Evidence::Value => 2,
            (2.., Some(_)) => 3,
            (0 | 1, _) if evidence <= Evidence::NoConstant => 4,
            (2.., None) if evidence == Evidence::Value => 4,
            (0 | 1, _) => 6,
            _ => 7,
        }
    }

    /// Whether the closest passing run differs on a line of it.
    fn agrees(&self, diagnosis: &Diagnosis) -> bool {
        let parts = diagnosis.narrower.iter().flatten();
        diagnosis.members.iter().chain(parts).any(|id| {
            let loc = self.suspects[*id].loc;
            loc != LocId::NONE && {
                let span = self.sources.location(loc).used;
                let at = self.sources.resolve(span);
                self.differing
                    .iter()
                    .any(|(file, line)| at.file == *file && (at.line..=at.end_line).contains(line))
            }
        })
    }

    fn reason(&self, diagnosis: &Diagnosis) -> Reason {
        let grounds = match &diagnosis.edit {
            Some(edit) => self.grounds_of_edit(diagnosis, edit),
            None => Grounds::Values(self.grounds_of_values(diagnosis)),
        };
        Reason {
            grounds,
            closest_differs: self.agrees(diagnosis),
        }
    }

    fn grounds_of_edit(&self, diagnosis: &Diagnosis, edit: &SmallEdit) -> Grounds {
        let action = edit.action.clone();
        match edit.partly {
            Some(0) => Grounds::EditNearer(action),
            Some(repaired) => Grounds::EditRightsSome {
                action,
                repaired,
                failing: self.failing,
            },
            None => {
                let first = &self.suspects[diagnosis.members[0]];
                let missing = first.kind == SuspectKind::Missing && diagnosis.members.len() == 1;
                Grounds::EditRightsAll {
                    action,
                    missing: missing.then(|| match first.text.ends_with(';') {
                        true => MissingCode::Statement,
                        false => MissingCode::Something,
                    }),
                    tests: self.tests,
                }
            }
        }
    }

    fn grounds_of_values(&self, diagnosis: &Diagnosis) -> ValueGrounds {
        if let Some(only) = &diagnosis.only {
            return ValueGrounds::RepairsSome {
                repaired: only.len(),
                failing: self.failing,
            };
        }
        let (most, _) = known_changes(diagnosis);
        let repairs = if self.looked_at < self.failing {
            Extent::LookedAt
        } else if self.failing == 1 {
            Extent::OneRun
        } else {
            Extent::EveryRun
        };
        match (self.evidence(diagnosis), &diagnosis.constant) {
            (Evidence::FreeText, _) => ValueGrounds::FreeText(repairs),
            (Evidence::Breaks, Some(constant)) => ValueGrounds::BreakingConstant {
                constant: constant.text.clone(),
                breaks: constant.breaks,
                repairs,
            },
            (Evidence::Symptom, _) if self.any(diagnosis, |s| s.kind == SuspectKind::Stored) => {
                ValueGrounds::ReadValues(repairs)
            }
            (Evidence::Symptom, _) => ValueGrounds::OnlyPrinted(repairs),
            (Evidence::NoConstant, _) if diagnosis.no_constant => ValueGrounds::NotOneConstant,
            (Evidence::NoConstant, _) => ValueGrounds::NoKnownConstant(repairs),
            (_, Some(constant)) => ValueGrounds::Constant {
                constant: constant.text.clone(),
                repairs,
            },
            _ if most == 0 => ValueGrounds::AnotherValue(repairs),
            // Of some runs only a repair is known, not the one with the fewest changes.
            _ if shown(diagnosis) > most => ValueGrounds::OtherValues(repairs),
            _ => ValueGrounds::ChangedValues { most, repairs },
        }
    }
}

/// The same; where nobody looked for the fewest, those of the first repair that was found.
fn known_changes(diagnosis: &Diagnosis) -> (usize, usize) {
    let first = diagnosis.repairs.first().map_or(0, RunRepair::changes);
    match diagnosis.repairs.iter().any(|repair| repair.fewest) {
        true => changes(diagnosis),
        false => (first, first),
    }
}

/// The most values that are shown to change in a run.
fn shown(diagnosis: &Diagnosis) -> usize {
    diagnosis
        .repairs
        .iter()
        .map(RunRepair::changes)
        .max()
        .unwrap_or(0)
}

/// The most values that change in a run, and all of them, where as few as possible do.
fn changes(diagnosis: &Diagnosis) -> (usize, usize) {
    let counted = diagnosis.repairs.iter().filter(|repair| repair.fewest);
    let changes = counted.map(RunRepair::changes);
    (changes.clone().max().unwrap_or(0), changes.sum())
}
