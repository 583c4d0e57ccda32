//! Two runs and their differences, told in source terms with the values that the interpreter saw.

use bmc::{Counterexample, Equation, Execution, StepId, StepKind};
use program::{ExprId, InstrKind, Program};
use source::LocId;
use trace::metric::{DeltaKind, Observed, StepValue};
use trace::step_texts::{self, StepTexts};
use trace::{Phase, Read, Replay};

use crate::choose::{Candidate, ExplainTask};
use crate::explanation::{Above, Delta, Explanation, NoExplanation, Tie, last_step};
use crate::passing::Distance;

/// Said where values differ and look the same.
const ANOTHER_OBJECT: &str = " (another object of that name)";

impl ExplainTask<'_> {
    /// What runs are executed with.
    pub(crate) fn replay(&self) -> Replay<'_> {
        Replay {
            program: self.question.program,
            sources: self.question.sources,
            arguments: self.question.options.arguments.clone(),
        }
    }

    pub(crate) fn explanation(
        &self,
        equation: &Equation,
        failed: &Counterexample,
        distance: Distance,
        mut candidates: Vec<Candidate>,
        ties_complete: bool,
        above: Above,
    ) -> Result<Explanation, NoExplanation> {
        (self.question.watch)(Phase::Telling);
        let program = self.question.program;
        let replay = self.replay();
        let last = last_step(equation);
        let mut ties = Vec::new();
        for candidate in &candidates {
            let (_, inputs) = equation.execution(program, &candidate.symbols, last);
            ties.push(Tie {
                inputs,
                differences: candidate.differences.len(),
                slice: candidate.slices.first().map_or(0, Vec::len),
            });
        }
        let candidate = candidates.swap_remove(0);
        let (run, inputs) = equation.execution(program, &candidate.symbols, last);
        let (claim, failed) = (Some(failed.claim), failed.run.inputs.clone());
        let failing = step_texts::observe_with_claim(&replay, equation, self.execution, failed, claim)?;
        let passing = step_texts::observe_with_claim(&replay, equation, &run, inputs, claim)?;
        if failing.ended.given_up() || passing.ended.given_up() {
            return Err(NoExplanation::TooLarge);
        }
        if !passing.ended.passed() {
            return Err(NoExplanation::DoesNotPass(format!(
                "ends otherwise ({})",
                passing.ended.stop
            )));
        }
        let slice = candidate.slices.first().cloned().unwrap_or_default();
        let mut deltas = Vec::new();
        let mut position = vec![usize::MAX; self.steps.len()];
        for &index in &candidate.differences {
            let step = self.steps[index].step;
            if step >= self.end && !self.options.metric.past_error {
                continue;
            }
            position[index] = deltas.len();
            let values = (&self.failing[index], &candidate.values[index]);
            let mut delta = self.delta(equation, index, values, (&failing, &passing), &run);
            delta.in_slice = slice.contains(&index);
            deltas.push(delta);
        }
        let slices = candidate
            .slices
            .iter()
            .map(|slice| slice.iter().map(|index| position[*index]).collect())
            .collect();
        let claim_reached = passing.happened(self.end);
        let claim_values = self.claim_values(equation, (&failing, &passing));
        Ok(Explanation {
            failing,
            passing,
            distance,
            deltas,
            slices,
            slices_complete: candidate.complete,
            ties,
            ties_complete,
            assumed: above.assumed,
            unavoidable: above.unavoidable,
            same_way: above.same_way,
            end: self.end,
            claim_reached,
            claim_values,
        })
    }

    /// What the failed claim looks at, each place once: what the interpreter read in both runs, not what the equation
    /// may read.
    fn claim_values(&self, equation: &Equation, (failing, passing): (&StepTexts, &StepTexts)) -> Vec<Delta> {
        let reached = passing.happened(self.end);
        let mut found: Vec<Delta> = Vec::new();
        let mut unchanged_pointers = Vec::new();
        for read in failing.reads(self.end) {
            let mut others = passing.reads(self.end).iter();
            let other = others.find(|other| other.expr == read.expr);
            let delta = match other {
                Some(other) => self.claim_value(equation, failing, read, other),
                None if reached => continue,
                None => self.claim_value(equation, failing, read, read),
            };
            if !found.iter().any(|known| known.name == delta.name) {
                unchanged_pointers.push(read.is_pointer && delta.failing == delta.passing);
                found.push(delta);
            }
        }
        // Pointers that are the same only say where the values lie that are not.
        if unchanged_pointers.contains(&false) {
            let mut kept = unchanged_pointers.iter().map(|unchanged| !unchanged);
            found.retain(|_| kept.next().unwrap_or(true));
        }
        found
    }

    /// One place that the claim looks at.
    fn claim_value(&self, equation: &Equation, failing: &StepTexts, read: &Read, other: &Read) -> Delta {
        let program = self.question.program;
        // Where the failing run stored it last, if what it stored is still there.
        let steps = (0..self.end.0).rev().map(StepId);
        let stored = steps
            .filter(|step| failing.happened(*step) && failing.name(*step) == Some(read.place.as_str()))
            .find(|step| {
                !matches!(
                    equation.step(*step).kind,
                    StepKind::Merge { .. } | StepKind::Return { .. }
                )
            });
        let stored = stored.filter(|step| failing.text(*step) == Some(read.text.as_str()));
        let step = stored.unwrap_or(self.end);
        let detail = equation.step(step);
        let function = program.function(equation.frame(detail.frame).function);
        let (name, texts) = match read.place == other.place {
            true => (
                self.with_place(read.place.clone(), equation, step),
                (read.text.clone(), other.text.clone()),
            ),
            // The same expression reads elsewhere.
            false => (
                self.written(read.expr),
                (
                    format!("{} in {}", read.text, read.place),
                    format!("{} in {}", other.text, other.place),
                ),
            ),
        };
        let mut passing = texts.1;
        if read.pointee != other.pointee && texts.0 == passing {
            passing.push_str(ANOTHER_OBJECT);
        }
        Delta {
            step,
            kind: match detail.kind {
                StepKind::Input { .. } => DeltaKind::Input,
                _ => DeltaKind::Value,
            },
            name,
            loc: equation.user_loc(program, step),
            function: function.name.clone(),
            failing: texts.0,
            passing,
            in_failing: true,
            in_passing: true,
            in_slice: false,
            counted: false,
            origins: None,
            library: function.embedded,
        }
    }

    pub(crate) fn delta(
        &self,
        equation: &Equation,
        index: usize,
        (a, b): (&StepValue, &StepValue),
        (failing, passing): (&StepTexts, &StepTexts),
        run: &Execution,
    ) -> Delta {
        let program = self.question.program;
        let Observed {
            step, kind, weight, ..
        } = self.steps[index];
        let detail = equation.step(step);
        // What enters through the library is the user's business all the same.
        let frame = match detail.kind {
            StepKind::Input { kind, .. } if kind.is_stdin() => equation.user_frame(program, step),
            _ => detail.frame,
        };
        let function = program.function(equation.frame(frame).function);
        let (in_failing, in_passing) = (failing.happened(step), passing.happened(step));
        let both = Both {
            equation,
            step,
            values: (a, b),
            texts: (failing, passing),
        };
        // Where the values were stored, in both runs.
        let mut stored_at = (step, step);
        let mut origins = None;
        let mut named = match &detail.kind {
            StepKind::Branch { expr, .. } => both.branch(self.written(*expr)),
            StepKind::Switch { expr, .. } => both.switch(self.written(*expr)),
            StepKind::Merge { object, offset, .. } => {
                stored_at = (
                    step_texts::origin(program, equation, self.execution, step),
                    step_texts::origin(program, equation, run, step),
                );
                origins = both.origins(program, stored_at);
                let mut name = equation.name_of(program, self.question.sources, *object, *offset, None);
                if name.starts_with("malloc@") {
                    // The how-manieth object of a line it is, only the execution knows.
                    let texts = failing.name(stored_at.0).or(passing.name(stored_at.1));
                    name = texts.map_or(name, str::to_owned);
                }
                Named {
                    name,
                    texts: both.values_at(stored_at),
                }
            }
            kind => self.assigned(&both, kind),
        };
        named.name = self.with_place(named.name, equation, stored_at.0);
        let Named { name, texts } = both.told_apart(named);
        Delta {
            step,
            kind,
            name,
            loc: equation.user_loc(program, step),
            function: function.name.clone(),
            failing: texts.0,
            passing: texts.1,
            in_failing,
            in_passing,
            in_slice: false,
            counted: weight > 0,
            origins,
            library: function.embedded,
        }
    }

    /// What an assignment stored, by the name that the execution saw.
    fn assigned(&self, both: &Both<'_>, kind: &StepKind) -> Named {
        let (step, (failing, passing)) = (both.step, both.texts);
        let named = failing.name(step).or(passing.name(step)).map(str::to_owned);
        let name = named.unwrap_or_else(|| self.target(both.equation, kind));
        let texts = both.values_at((step, step));
        match (failing.name(step), passing.name(step)) {
            // The same statement stores elsewhere.
            (Some(here), Some(there)) if here != there => Named {
                name: self.place_of(both.equation, step).unwrap_or(name),
                texts: (
                    format!("{} in {here}", texts.0),
                    format!("{} in {there}", texts.1),
                ),
            },
            _ => Named { name, texts },
        }
    }

    /// What was allocated has no name in the source: the place as the user wrote it comes first.
    fn with_place(&self, name: String, equation: &Equation, step: StepId) -> String {
        let step = equation.step(step);
        let function = equation.frame(step.frame).function;
        let function = self.question.program.function(function);
        let unnamed = name.starts_with("malloc@") || name.starts_with("alloca@");
        let assigned = matches!(step.kind, StepKind::Assign { expr: Some(_), .. });
        match function.body.get(step.pc.index()).map(|instr| &instr.kind) {
            Some(InstrKind::Assign { place, .. }) if unnamed && assigned => {
                format!("{} ({name})", self.question.program.place_text(*place))
            }
            _ => name,
        }
    }

    /// What a statement assigns to, as the user wrote it.
    fn place_of(&self, equation: &Equation, step: StepId) -> Option<String> {
        let step = equation.step(step);
        let program = self.question.program;
        let function = program.function(equation.frame(step.frame).function);
        match function.body.get(step.pc.index()).map(|instr| &instr.kind) {
            Some(InstrKind::Assign { place, .. }) => {
                let written = step_texts::source_text(self.question.sources, program.place(*place).loc);
                Some(written.unwrap_or_else(|| program.place_text(*place)))
            }
            _ => None,
        }
    }

    /// An expression as the user wrote it.
    fn written(&self, expr: ExprId) -> String {
        let program = self.question.program;
        step_texts::source_text(self.question.sources, program.expr(expr).loc)
            .unwrap_or_else(|| program.expr_text(expr))
    }

    fn target(&self, equation: &Equation, kind: &StepKind) -> String {
        let program = self.question.program;
        match kind {
            StepKind::Assign { targets, ty, .. } | StepKind::Part { targets, ty, .. } => {
                targets.first().map_or(String::new(), |target| {
                    let offset = equation.pool.constant(target.offset);
                    let offset = offset
                        .and_then(logic::Value::as_bits)
                        .and_then(logic::Bits::to_u64);
                    equation.name_of(
                        program,
                        self.question.sources,
                        target.object,
                        offset.unwrap_or(0),
                        Some(*ty),
                    )
                })
            }
            StepKind::Input { name, .. } => name.clone(),
            _ => String::new(),
        }
    }
}

/// One step in the failing and in the passing run, always in this order.
struct Both<'b> {
    equation: &'b Equation,
    step: StepId,
    values: (&'b StepValue, &'b StepValue),
    texts: (&'b StepTexts, &'b StepTexts),
}

/// What differs, and its values as texts.
struct Named {
    name: String,
    texts: (String, String),
}

impl Both<'_> {
    fn branch(&self, name: String) -> Named {
        let say =
            |value, texts: &StepTexts| step_texts::guard_text(value, texts.happened(self.step)).to_owned();
        Named {
            name,
            texts: (say(self.values.0, self.texts.0), say(self.values.1, self.texts.1)),
        }
    }

    fn switch(&self, name: String) -> Named {
        let say = |texts: &StepTexts| match texts.happened(self.step) {
            true => texts.text(self.step).unwrap_or("?").to_owned(),
            false => "not reached".to_owned(),
        };
        Named {
            name,
            texts: (say(self.texts.0), say(self.texts.1)),
        }
    }

    /// The values that were stored at these steps.
    fn values_at(&self, (first, second): (StepId, StepId)) -> (String, String) {
        let say = |texts: &StepTexts, step: StepId, value: &StepValue| {
            texts.text(step).map_or_else(|| bare(value), str::to_owned)
        };
        (
            say(self.texts.0, first, self.values.0),
            say(self.texts.1, second, self.values.1),
        )
    }

    /// The places of the assignments that a merge takes its values from. Where a value was stored is not always known.
    fn origins(&self, program: &Program, (first, second): (StepId, StepId)) -> Option<(LocId, LocId)> {
        let stored = |step: StepId| !matches!(self.equation.step(step).kind, StepKind::Merge { .. });
        let loc = |step: StepId| self.equation.user_loc(program, step);
        (stored(first) && stored(second)).then(|| (loc(first), loc(second)))
    }

    /// Values that differ and look the same are told in another way.
    fn told_apart(&self, mut named: Named) -> Named {
        let (a, b) = self.values;
        let happened = self.texts.0.happened(self.step) && self.texts.1.happened(self.step);
        if a == b || named.texts.0 != named.texts.1 || !happened {
            return named;
        }
        let record = named.name.rsplit_once('.').map(|(record, _)| record.to_owned());
        if let (StepKind::Merge { .. }, Some(record)) = (&self.equation.step(self.step).kind, record) {
            // Where ways meet, bit-fields that share their bytes do so together.
            return Named {
                name: format!("bit-fields of {record}"),
                texts: (in_hexadecimal(a), in_hexadecimal(b)),
            };
        }
        // Objects of one name, or bits that C does not show.
        named.texts.1.push_str(match &a.second {
            Some(_) => ANOTHER_OBJECT,
            None => " (with other bits)",
        });
        named
    }
}

/// The bytes that bit-fields share.
fn in_hexadecimal(value: &StepValue) -> String {
    let bits = value.first.as_bits().and_then(logic::Bits::to_u64);
    bits.map_or_else(|| bare(value), |bits| format!("{bits:#x}"))
}

/// A value that no execution showed: an assignment that was not executed.
pub(crate) fn bare(value: &StepValue) -> String {
    match (&value.first, &value.second) {
        (logic::Value::BitVec(bits), None) => match bits.to_i128() {
            Some(number) => number.to_string(),
            None => value.first.to_string(),
        },
        // The solver's number of an object means nothing to anybody else.
        (_, Some(_)) => "not executed".to_owned(),
        (first, _) => first.to_string(),
    }
}
