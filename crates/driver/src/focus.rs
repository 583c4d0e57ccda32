//! Every way to fail, with the statements that matter in each.

use std::collections::BTreeSet;

use focus::{FocusOptions, NoFocus, Origin, Statement, Step, Way};
use program::{Callee, ClaimId, Construct, ExprKind, InstrKind};
use report::{
    CheckReport, ClaimStatus, Exit, FOCUS_SCHEMA, FocusAssumption, FocusCommon, FocusProcedure, FocusReport,
    FocusSequence, FocusStatement, FocusWrong, InputUse, Place,
};
use source::LocId;

use crate::scanned;
use crate::session::Session;
use crate::subject::{Subject, why_executed_only};

const NOTHING_AT_ANY_DEPTH: &str =
    "nothing fails: no claim is violated, for any number of rounds of loops and any depth of recursion";

/// What `focus` is asked.
#[derive(Debug, Clone, Default)]
pub struct FocusRequest {
    /// Only so many ways.
    pub most: Option<usize>,
    /// Only the way of the failing run.
    pub only_run: bool,
    /// Whether the whole executed run is told, too.
    pub whole_run: bool,
    /// Only constraints over these inputs are told.
    pub about: Vec<String>,
}

impl Session<'_> {
    /// Every way in which claims fail.
    #[must_use]
    pub fn focus(&self, subject: Subject, request: &FocusRequest) -> FocusReport {
        self.announce(report::Doing::Focusing);
        let mut report = FocusReport {
            schema: FOCUS_SCHEMA,
            files: self.options.files.clone(),
            sequences: Vec::new(),
            common: None,
            complete: false,
            procedures: Vec::new(),
            reason: None,
            unsupported: None,
            check: None,
            exit_code: 0,
        };
        let exit = match subject {
            Subject::Nothing { check, exit, why } => {
                let claims = check.as_deref().map_or(&[][..], |check| &check.claims);
                let open = claims.iter().any(|claim| claim.status != ClaimStatus::Holds);
                let bounded = claims
                    .iter()
                    .all(|claim| matches!(claim.status, ClaimStatus::Holds | ClaimStatus::HoldsUpToBound));
                if open && bounded && !request.only_run && self.holds_at_every_depth(check.as_deref()) {
                    report.complete = true;
                    report.reason = Some(NOTHING_AT_ANY_DEPTH.to_owned());
                    Exit::Program(0)
                } else {
                    report.complete = exit.code() == 0;
                    report.check = check;
                    report.reason = why.map(|why| why.to_string());
                    exit
                }
            }
            Subject::Executed { .. } => {
                report.reason = Some(why_executed_only(&self.program).to_string());
                Exit::Undetermined
            }
            Subject::Failing {
                mut equation,
                failed,
                complete,
                check,
                ..
            } => {
                let run = failed.execution.map(|execution| execution.assignment);
                let options = FocusOptions {
                    most: request.most,
                    run: run.filter(|_| request.only_run),
                    hold: self.held(check.as_deref()),
                    tests: self.conditions.behind.clone(),
                };
                match focus::ways(&self.question(), &mut equation, &options) {
                    Ok(found) => {
                        report.complete = found.every_depth && (complete || !equation.cuts.is_empty());
                        self.fill(&mut report, &found.ways, request)
                    }
                    Err(error) => {
                        report.reason = Some(error.to_string());
                        match error {
                            NoFocus::Unsupported(loc) => {
                                report.unsupported = Some(Place::new(&self.sources, loc));
                                Exit::UnusableInput
                            }
                            NoFocus::Mismatch(_) => Exit::Internal,
                        }
                    }
                }
            }
        };
        report.exit_code = exit.code();
        self.procedures(&mut report);
        report
    }

    /// Whether no run fails, for any number of rounds of loops, where `check` could say that only up to a bound.
    fn holds_at_every_depth(&self, check: Option<&CheckReport>) -> bool {
        if self.program.starts_threads() || self.options.bounds.unwind.is_some() {
            return false;
        }
        let options = FocusOptions {
            hold: self.held(check),
            tests: self.conditions.behind.clone(),
            ..FocusOptions::default()
        };
        let bounds = bmc::Options {
            most_terms: budgets::driver::FOLLOWED_TERMS.count(),
            ..self.options.bounds.clone()
        };
        let sources = Some(&self.sources);
        let (mut equation, stopped) = bmc::unwind_program(&self.program, sources, &bounds, &self.stop);
        let found = (!stopped).then(|| focus::ways(&self.question(), &mut equation, &options));
        matches!(found, Some(Ok(found)) if found.every_depth && found.ways.is_empty())
    }

    fn procedures(&self, report: &mut FocusReport) {
        let Some((summaries, left_out)) = &self.summaries else {
            return;
        };
        for known in &summaries.procedures {
            let function = self.program.function(known.function);
            if !function.embedded {
                report.procedures.push(FocusProcedure {
                    name: function.name.clone(),
                    analysed: known.analysed,
                    used: known.used,
                });
            }
        }
        if *left_out && report.reason.is_none() && !report.sequences.is_empty() {
            report.reason =
                Some("calls that decide nothing were left out, also when runs were executed".to_owned());
        }
    }

    /// Claims that hold in every run.
    fn held(&self, check: Option<&CheckReport>) -> BTreeSet<ClaimId> {
        let holds = |name: &str| {
            let mut claims = check.into_iter().flat_map(|check| &check.claims);
            claims.any(|claim| claim.name == name && claim.status == ClaimStatus::Holds)
        };
        let claims = self.program.claims.iter().enumerate();
        claims
            .filter(|(_, claim)| holds(&claim.name))
            .map(|(index, _)| ClaimId(index as u32))
            .collect()
    }

    fn fill(&self, report: &mut FocusReport, ways: &[Way], request: &FocusRequest) -> Exit {
        for (index, way) in ways.iter().enumerate() {
            report.sequences.push(self.sequence(index, way, request));
        }
        report.common = self.common(ways);
        if !request.about.is_empty() {
            let known: BTreeSet<&String> = ways
                .iter()
                .flat_map(|way| &way.assumptions)
                .flat_map(|known| &known.variables)
                .collect();
            if let Some(unknown) = request.about.iter().find(|name| !known.contains(name)) {
                let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                report.reason = Some(match names.is_empty() {
                    true => format!("--about {unknown}: no input decides"),
                    false => format!(
                        "--about {unknown}: the inputs that decide are {}",
                        names.join(", ")
                    ),
                });
                report.sequences.clear();
                report.common = None;
                return Exit::UnusableInput;
            }
            project(report, &request.about);
        }
        match report.sequences.is_empty() {
            true => Exit::Undetermined,
            false => Exit::ClaimFails,
        }
    }

    fn sequence(&self, index: usize, way: &Way, request: &FocusRequest) -> FocusSequence {
        let assumption = |known: &focus::Assumption| FocusAssumption {
            text: known.text.clone(),
            origin: match known.origin {
                Origin::Condition => "condition",
                Origin::EarlierClaim => "earlier_claim",
                Origin::Claim => "claim",
            },
            variables: known.variables.clone(),
            place: Place::new(&self.sources, known.loc),
        };
        let condition = self.conditions.claims.get(&way.claim);
        let run = way.run.iter().filter(|_| request.whole_run);
        FocusSequence {
            rank: index + 1,
            claim: self.program.claim(way.claim).name.clone(),
            condition: condition.map(|number| self.options.conditions[*number].text.clone()),
            statements: way.steps.iter().map(|step| self.step(step)).collect(),
            assumptions: way.assumptions.iter().map(assumption).collect(),
            proved: way.exact,
            wrong: way
                .wrong
                .iter()
                .map(|(variable, holds)| FocusWrong {
                    variable: variable.clone(),
                    holds: holds.clone(),
                })
                .collect(),
            reduced: reduced(way),
            same_as: way.reduced.same_as.map(|other| other + 1),
            nest: way.reduced.nest.clone(),
            core: way.reduced.core.clone(),
            alike: None,
            run: run
                .map(|statement| self.statement(*statement, self.loc_of(*statement)))
                .collect(),
            inputs: self.inputs_of(way),
        }
    }

    /// What the reduced sets of all ways have in common, and the core, if all have the same.
    fn common(&self, ways: &[Way]) -> Option<FocusCommon> {
        let different: Vec<&Way> = ways.iter().filter(|way| way.reduced.same_as.is_none()).collect();
        let (first, rest) = different.split_first()?;
        if ways.len() < 2 {
            return None;
        }
        let mut assumptions = reduced(first);
        assumptions.retain(|text| rest.iter().all(|way| reduced(way).contains(text)));
        let core = |way: &Way| {
            let position = *way.reduced.core.first()?;
            Some(way.steps[position].statement)
        };
        let entered = core(first).filter(|entered| rest.iter().all(|way| core(way) == Some(*entered)));
        let place = entered.map(|statement| self.loc_of(statement));
        if assumptions.is_empty() && place.is_none() {
            return None;
        }
        Some(FocusCommon {
            assumptions,
            core: place.map(|loc| Place::new(&self.sources, loc)),
            text: place.map(|loc| self.line_of(loc)),
        })
    }

    /// The text of the line that a place is on.
    fn line_of(&self, loc: LocId) -> String {
        let span = self.sources.location(loc).used;
        let file = self.sources.file(span.file);
        let line = file.line_text(self.sources.line(loc));
        squeezed(&String::from_utf8_lossy(line))
    }

    fn inputs_of(&self, way: &Way) -> Vec<InputUse> {
        let mut all = scanned::bytes(&self.program, &self.sources, &way.inputs);
        let shown = |input| scanned::shown(&self.program, &self.sources, input);
        all.extend(way.inputs.iter().filter_map(shown));
        all
    }

    fn loc_of(&self, statement: Statement) -> LocId {
        self.program.function(statement.function).body[statement.pc.index()].loc
    }

    fn step(&self, step: &Step) -> FocusStatement {
        FocusStatement {
            round: step.rounds.iter().map(|round| round + 1).collect(),
            depth: step.depth,
            ..self.statement(step.statement, step.loc)
        }
    }

    fn statement(&self, statement: Statement, loc: LocId) -> FocusStatement {
        let function = self.program.function(statement.function);
        let instr = &function.body[statement.pc.index()];
        let used = |loc: LocId| squeezed(&self.sources.text(self.sources.location(loc).used));
        let text = match &instr.kind {
            InstrKind::Branch { cond, construct, .. } => {
                let written = used(self.program.expr(*cond).loc);
                match (construct, written.chars().all(|letter| letter.is_ascii_digit())) {
                    (Construct::While, true) => format!("while ({written})"),
                    _ => written,
                }
            }
            InstrKind::Switch { value, .. } => used(self.program.expr(*value).loc),
            InstrKind::Assign { place, value } => {
                let written = used(loc);
                match written.contains(['=', '+', '-', '(']) {
                    true => written,
                    // An initialiser stands behind its declaration.
                    false => match self.program.expr(*value).kind {
                        ExprKind::Zero => format!("{} = 0", self.program.place_text(*place)),
                        _ => format!(
                            "{} = {}",
                            self.program.place_text(*place),
                            used(self.program.expr(*value).loc)
                        ),
                    },
                }
            }
            InstrKind::Call {
                dest: Some(dest),
                callee,
                args,
                ..
            } if !used(loc).contains('(') => {
                let args: Vec<String> = args.iter().map(|arg| used(self.program.expr(*arg).loc)).collect();
                let callee = match callee {
                    Callee::Direct(function) => self.program.function(*function).called().to_owned(),
                    Callee::Indirect(pointer) => used(self.program.expr(*pointer).loc),
                };
                format!(
                    "{} = {callee}({})",
                    self.program.place_text(*dest),
                    args.join(", ")
                )
            }
            _ => used(loc),
        };
        let outcome = match (&instr.kind, statement.outcome) {
            (InstrKind::Branch { .. }, Some(outcome)) => Some((outcome == 0).to_string()),
            (InstrKind::Switch { arms, .. }, Some(arm)) => Some(match arms.get(arm as usize) {
                Some(arm) if arm.low == arm.high => format!("case {}", arm.low),
                Some(arm) => format!("case {} ... {}", arm.low, arm.high),
                None => "default".to_owned(),
            }),
            _ => None,
        };
        FocusStatement {
            text,
            function: function.name.clone(),
            outcome,
            round: Vec::new(),
            depth: 0,
            place: Place::new(&self.sources, loc),
        }
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn reduced(way: &Way) -> Vec<String> {
    let left = way.reduced.assumptions.iter();
    left.map(|index| way.assumptions[*index].text.clone()).collect()
}

/// Keeps the constraints over some inputs; of ways that are the same then, the first stands for all.
fn project(report: &mut FocusReport, about: &[String]) {
    let mut kept: Vec<FocusSequence> = Vec::new();
    for mut sequence in std::mem::take(&mut report.sequences) {
        let over = |known: &FocusAssumption| known.variables.iter().all(|name| about.contains(name));
        sequence.assumptions.retain(over);
        let texts = |sequence: &FocusSequence| {
            let all = sequence.assumptions.iter().map(|known| known.text.clone());
            (sequence.claim.clone(), all.collect::<BTreeSet<String>>())
        };
        match kept.iter_mut().find(|known| texts(known) == texts(&sequence)) {
            Some(known) => known.alike = Some(known.alike.unwrap_or(1) + 1),
            None => {
                sequence.alike = Some(1);
                sequence.rank = kept.len() + 1;
                kept.push(sequence);
            }
        }
    }
    report.sequences = kept;
}
