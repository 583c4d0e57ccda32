//! One way to fail: from a failing run to its sequence, its assumptions, and a small run that stands for it.

use std::collections::BTreeSet;

use bmc::{Equation, Execution, FrameId, StepId, StepKind};
use logic::{Assignment, Evaluator, TermId};
use program::{ClaimId, FunctionId, Pc};
use runs::InputValue;
use source::SourceMap;
use trace::{Question, Replay};

use crate::Statement;
use crate::assumptions::{Assumption, Followed, Rewriting};
use crate::backward::{self, Encoded};
use crate::recorder::Recorder;
use crate::search::{FocusOptions, NoFocus, Search, Step, Way};
use crate::slicer;
use crate::small;
use crate::statics::Statics;

/// What every way is found with.
pub(crate) struct Finding<'f> {
    pub question: &'f Question<'f>,
    pub sources: &'f SourceMap,
    pub statics: &'f Statics<'f>,
    pub encoded: &'f Encoded,
    pub options: &'f FocusOptions,
    /// That a claim fails.
    pub failing: TermId,
}

/// A way, and what it excludes.
pub(crate) struct Found {
    pub way: Way,
    /// Runs that satisfy the assumptions and have the sequence as a part of theirs.
    pub blocked: TermId,
    /// Runs that take the same focus steps and satisfy the assumptions.
    pub same: TermId,
}

/// A condition of a sequence, over inputs.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    /// Which statement it is.
    pub position: usize,
    /// That it goes the way it does; nothing if it could not be rewritten.
    pub term: Option<TermId>,
    /// Whether it decides about the end.
    pub decisive: bool,
}

/// Where each statement of a sequence was executed: its activation, with those that called it and from where.
#[derive(Debug, Clone, Default)]
pub(crate) struct Blocks {
    pub chains: Vec<Vec<(FrameId, FunctionId, Pc)>>,
}

pub(crate) fn holds(evaluator: &mut Evaluator<'_>, term: TermId) -> bool {
    evaluator.eval(term).ok().and_then(|value| value.as_bool()) == Some(true)
}

impl Finding<'_> {
    /// The way in which a run fails.
    pub(crate) fn way(&self, search: &mut Search<'_>, run: &Assignment) -> Result<Found, NoFocus> {
        let program = self.question.program;
        let Some((end, steps, conditions)) = self.taken(search.equation, run) else {
            return Err(NoFocus::Mismatch("no claim fails".to_owned()));
        };
        let StepKind::Claim { claim, .. } = search.equation.step(end).kind else {
            return Err(NoFocus::Mismatch("the end is no claim".to_owned()));
        };
        let statements = statements(self.statics, search.equation, run, &steps);
        let (execution, inputs) = search.equation.execution(program, run, end);
        let followed = Followed {
            focus: &steps,
            conditions: &conditions,
            end,
            hold: &self.options.hold,
        };
        let rewritten = self.rewritten(search, &execution, run, &followed);
        let pattern = self.pattern(search.equation, &steps, &statements);
        let (assumptions, exact) = proved(search, rewritten.constraints, &rewritten.choices, pattern);
        let terms: Vec<TermId> = assumptions.iter().map(|assumption| assumption.term).collect();
        let assumed = search.equation.pool.and_all(&terms);
        let (blocked, same) = if exact {
            let part = contains(self.statics, search.equation, self.encoded, &statements);
            let blocked = search.equation.pool.and(assumed, part);
            (blocked, search.equation.pool.and(assumed, pattern))
        } else {
            // Nothing is known of other inputs: only this sequence itself is excluded.
            (pattern, pattern)
        };
        let within = match exact {
            // The choices that the proof is about.
            true => {
                let chosen = search.equation.pool.and_all(&rewritten.choices);
                search.equation.pool.and(same, chosen)
            }
            false => pattern,
        };
        let (inputs, run) = self.executed(search, (claim, end), &statements, &inputs, within)?;
        let equation = &*search.equation;
        Ok(Found {
            way: Way {
                steps: self.told(equation, &steps, &statements),
                assumptions,
                exact,
                claim,
                wrong: rewritten.wrong,
                choices: rewritten.choices,
                inputs,
                run,
                reduced: crate::reduce::Reduced::default(),
                conditions: rewritten.conditions,
                blocks: Blocks {
                    chains: steps.iter().map(|step| chain(equation, *step)).collect(),
                },
            },
            blocked,
            same,
        })
    }

    /// The end of a run, its focus steps, and all branches that something demanded depends on.
    fn taken(
        &self,
        equation: &Equation,
        run: &Assignment,
    ) -> Option<(StepId, Vec<StepId>, BTreeSet<StepId>)> {
        let mut evaluator = Evaluator::with_defaults(&equation.pool, run);
        let mut fails = self.encoded.fails.iter();
        let (end, _) = *fails.find(|(_, term)| holds(&mut evaluator, *term))?;
        let focus = self.encoded.focus.iter();
        let steps = focus
            .filter(|(_, term)| holds(&mut evaluator, **term))
            .map(|(step, _)| *step)
            .collect();
        let conditions = self.encoded.conditions.iter();
        let conditions = conditions
            .filter(|(_, term)| holds(&mut evaluator, **term))
            .map(|(step, _)| *step)
            .collect();
        Some((end, steps, conditions))
    }

    fn rewritten(
        &self,
        search: &mut Search<'_>,
        execution: &Execution,
        run: &Assignment,
        followed: &Followed<'_>,
    ) -> Rewritten {
        let mut rewriting = Rewriting::new(self.statics, search.equation, &mut search.inputs, execution, run);
        rewriting.follow(followed);
        Rewritten {
            constraints: rewriting.constraints,
            choices: rewriting.choices,
            conditions: rewriting.conditions,
            wrong: rewriting.wrong,
        }
    }

    /// Runs of this sequence: the same steps, the same outcomes.
    fn pattern(&self, equation: &mut Equation, steps: &[StepId], statements: &[Statement]) -> TermId {
        let mut pattern = vec![self.failing];
        for (step, term) in &self.encoded.focus {
            let taken = steps.binary_search(step).is_ok();
            pattern.push(if taken { *term } else { equation.pool.not(*term) });
        }
        for (step, statement) in steps.iter().zip(statements) {
            pattern.extend(outcome_term(self.statics, equation, *step, statement.outcome));
        }
        equation.pool.and_all(&pattern)
    }

    /// The run with the smallest inputs of those that fail in this way is executed, and its slice compared.
    fn executed(
        &self,
        search: &mut Search<'_>,
        (claim, end): (ClaimId, StepId),
        statements: &[Statement],
        inputs: &[InputValue],
        within: TermId,
    ) -> Result<(Vec<InputValue>, Vec<Statement>), NoFocus> {
        let program = self.question.program;
        let inputs = match &self.options.run {
            // A run that was given stays what it is.
            Some(_) => inputs.to_vec(),
            None => match small::smallest(search, inputs, within) {
                Some(run) => search.equation.execution(program, &run, end).1,
                None => inputs.to_vec(),
            },
        };
        let replay = Replay {
            program,
            sources: Some(self.sources),
            arguments: self.question.options.arguments.clone(),
        };
        let mut recorder = Recorder::new(program);
        let ended = replay.run(&inputs, &mut recorder);
        if ended.failed() != Some(claim) {
            return Err(NoFocus::Mismatch(format!("it ends with {:?}", ended.stop)));
        }
        let counts = !self.options.tests.contains(&claim);
        match slicer::slice(self.statics, self.sources, &recorder, claim, counts) {
            Some(slice) if slice == statements => {
                let temporary = |place| matches!(self.statics.named(place), Some((var, _)) if self.statics.is_temporary(var));
                Ok((inputs, recorder.statements(self.sources, temporary)))
            }
            slice => Err(NoFocus::Mismatch(format!("{slice:?} instead of {statements:?}"))),
        }
    }

    fn told(&self, equation: &Equation, steps: &[StepId], statements: &[Statement]) -> Vec<Step> {
        let program = self.question.program;
        let depth = |id: &StepId| {
            let frame = equation.step(*id).frame;
            let before = steps.iter().take_while(|other| *other < id);
            let mut depth = 0;
            let mut at = vec![equation.step(*id).pc];
            let function = equation.frame(frame).function;
            // Conditions of the sequence, from the nearest on outwards.
            for other in before.collect::<Vec<_>>().into_iter().rev() {
                let step = equation.step(*other);
                let rounds = equation.step(*id).rounds.iter();
                let same = step.frame == frame
                    && step.rounds.iter().zip(rounds).all(|(one, other)| one == other)
                    && matches!(step.kind, StepKind::Branch { .. } | StepKind::Switch { .. });
                if same
                    && at
                        .iter()
                        .any(|pc| self.statics.parents(function, *pc).contains(&step.pc))
                    && !at.contains(&step.pc)
                {
                    depth += 1;
                    at = vec![step.pc];
                }
            }
            depth
        };
        steps
            .iter()
            .zip(statements)
            .map(|(id, statement)| Step {
                statement: *statement,
                loc: equation.user_loc(program, *id),
                calls: equation.frame(equation.step(*id).frame).depth,
                depth: depth(id),
                rounds: equation
                    .step(*id)
                    .rounds
                    .iter()
                    .map(|(_, round)| *round)
                    .collect(),
            })
            .collect()
    }
}

struct Rewritten {
    constraints: Vec<Assumption>,
    choices: Vec<TermId>,
    conditions: Vec<Condition>,
    wrong: Vec<(String, String)>,
}

fn chain(equation: &Equation, step: StepId) -> Vec<(FrameId, FunctionId, Pc)> {
    let step = equation.step(step);
    let mut found = vec![(step.frame, equation.frame(step.frame).function, step.pc)];
    let mut frame = step.frame;
    while let Some((caller, pc)) = equation.frame(frame).caller {
        found.push((caller, equation.frame(caller).function, pc));
        frame = caller;
    }
    found
}

fn statements(
    statics: &Statics<'_>,
    equation: &Equation,
    run: &Assignment,
    steps: &[StepId],
) -> Vec<Statement> {
    let mut evaluator = Evaluator::with_defaults(&equation.pool, run);
    let statement = |id: &StepId| {
        let step = equation.step(*id);
        let outcome = match step.kind {
            StepKind::Branch { cond, .. } => Some(u32::from(!holds(&mut evaluator, cond))),
            StepKind::Switch { arm, .. } => {
                let function = equation.frame(step.frame).function;
                let value = evaluator.eval(arm).ok();
                let taken = value.and_then(|value| value.as_bits()?.to_u64());
                taken.map(|taken| statics.same_outcome(function, step.pc, taken as usize) as u32)
            }
            _ => None,
        };
        Statement {
            function: equation.frame(step.frame).function,
            pc: step.pc,
            outcome,
        }
    };
    steps.iter().map(statement).collect()
}

/// That a step has an outcome.
fn outcome_term(
    statics: &Statics<'_>,
    equation: &mut Equation,
    id: StepId,
    outcome: Option<u32>,
) -> Option<TermId> {
    let step = equation.step(id).clone();
    match (&step.kind, outcome?) {
        (StepKind::Branch { cond, .. }, 0) => Some(*cond),
        (StepKind::Branch { cond, .. }, _) => Some(equation.pool.not(*cond)),
        (StepKind::Switch { arm, .. }, number) => {
            Some(backward::taken(statics, equation, &step, *arm, number as usize))
        }
        _ => None,
    }
}

/// In which runs the sequence of focus statements has this one as a part.
fn contains(
    statics: &Statics<'_>,
    equation: &mut Equation,
    encoded: &Encoded,
    statements: &[Statement],
) -> TermId {
    let yes = equation.pool.bool(true);
    let no = equation.pool.bool(false);
    let mut matched = vec![no; statements.len() + 1];
    matched[0] = yes;
    for (id, term) in &encoded.focus {
        let step = equation.step(*id);
        let here = (equation.frame(step.frame).function, step.pc);
        // From the back, so that one step stands for one statement.
        for position in (0..statements.len()).rev() {
            let statement = statements[position];
            if (statement.function, statement.pc) != here {
                continue;
            }
            let outcome = outcome_term(statics, equation, *id, statement.outcome).unwrap_or(yes);
            let next = equation.pool.and_all(&[matched[position], *term, outcome]);
            matched[position + 1] = equation.pool.or(matched[position + 1], next);
        }
    }
    matched[statements.len()]
}

/// The constraints that are told, proved both ways if they can be.
fn proved(
    search: &mut Search<'_>,
    mut constraints: Vec<Assumption>,
    choices: &[TermId],
    pattern: TermId,
) -> (Vec<Assumption>, bool) {
    // Constraints of claims come last: they never make a condition superfluous.
    constraints.sort_by_key(|constraint| constraint.origin);
    let places: Vec<TermId> = constraints
        .iter()
        .filter(|known| known.places)
        .map(|known| known.term)
        .collect();
    // What an index is matters only if nothing can be proved without it: first none is assumed, then one less.
    let mut left_out: Vec<TermId> = places.clone();
    if !places.is_empty() {
        let fewer = needed(search, &constraints, &left_out);
        if is_exact(search, &fewer, choices, pattern) {
            return (fewer, true);
        }
        left_out.clear();
    }
    let mut kept = needed(search, &constraints, &left_out);
    let exact = is_exact(search, &kept, choices, pattern);
    if exact && places.len() > 1 {
        for place in places.iter().take(budgets::focus::MAX_PLACES_LEFT_OUT.count()) {
            left_out.push(*place);
            let fewer = needed(search, &constraints, &left_out);
            match is_exact(search, &fewer, choices, pattern) {
                true => kept = fewer,
                false => drop(left_out.pop()),
            }
        }
    }
    (kept, exact)
}

/// Drops what follows from earlier constraints.
fn needed(search: &mut Search<'_>, constraints: &[Assumption], left_out: &[TermId]) -> Vec<Assumption> {
    let mut kept: Vec<Assumption> = Vec::new();
    for constraint in constraints {
        if constraint.places && left_out.contains(&constraint.term) {
            continue;
        }
        let not = search.equation.pool.not(constraint.term);
        let mut terms: Vec<TermId> = kept.iter().map(|known| known.term).collect();
        terms.push(not);
        if !search.excludes(&terms) {
            kept.push(constraint.clone());
        }
    }
    weaker_dropped(search, &mut kept);
    kept
}

/// Whether every run of the sequence satisfies constraints, and every input that satisfies them fails in this way.
fn is_exact(search: &mut Search<'_>, kept: &[Assumption], choices: &[TermId], pattern: TermId) -> bool {
    // What decides between pairs of one sequence is part of what is told apart.
    let splits = kept.iter().filter(|known| known.splits);
    let splits: Vec<TermId> = splits.map(|known| known.term).collect();
    for known in kept.iter().filter(|known| !known.splits) {
        let not = search.equation.pool.not(known.term);
        let mut terms = splits.clone();
        terms.extend([pattern, not]);
        if !search.excludes(&terms) {
            return false;
        }
    }
    let mut terms: Vec<TermId> = kept.iter().map(|known| known.term).collect();
    terms.extend(choices);
    terms.push(search.equation.pool.not(pattern));
    search.excludes(&terms)
}

/// Drops what follows from one later constraint alone: `n > 0` beside `n > 4`. What tells pairs apart makes nothing
/// superfluous, because it may vanish when ways are reduced.
fn weaker_dropped(search: &mut Search<'_>, kept: &mut Vec<Assumption>) {
    let mut index = 0;
    while index < kept.len() {
        let not = search.equation.pool.not(kept[index].term);
        let origin = kept[index].origin;
        let later: Vec<TermId> = kept[index + 1..]
            .iter()
            .filter(|known| !known.splits && known.origin == origin)
            .map(|known| known.term)
            .collect();
        let implied = !kept[index].splits && later.iter().any(|term| search.excludes(&[*term, not]));
        match implied {
            true => drop(kept.remove(index)),
            false => index += 1,
        }
    }
}
