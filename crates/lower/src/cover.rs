//! Goals of coverage: what some run should reach or decide one way.
//!
//! A goal is a claim that it is never met, so that a failing run of the claim is one that meets it. Nobody is to stop
//! at a goal on the way to another one, so an engine is given them one at a time. The other checks are assumed: a run
//! that goes wrong covers nothing behind the error.

use program::{CheckKind, ExprId, ExprKind, UnaryOp};
use source::LocId;

use crate::lowerer::Lowerer;

/// What is to be covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Each stretch of instructions without a jump into it or out of it.
    Location,
    /// The start of each function, and both ways of each branch.
    Branch,
    /// Both values of each condition that is no `&&`, `||` or `!` itself.
    Condition,
    /// Both values of each condition of a branch as a whole.
    Decision,
    /// Conditions, decisions, and that each condition alone can change its decision.
    Mcdc,
    /// Each assertion is reached.
    Assertion,
    /// Each `__CPROVER_cover` is met.
    Cover,
    /// Before and behind each assumption.
    Assume,
}

impl Criterion {
    /// As `--cover` names it.
    #[must_use]
    pub fn named(name: &str) -> Option<Criterion> {
        Some(match name {
            "location" | "locations" => Criterion::Location,
            "branch" | "branches" => Criterion::Branch,
            "condition" | "conditions" => Criterion::Condition,
            "decision" | "decisions" => Criterion::Decision,
            "mcdc" => Criterion::Mcdc,
            "assertion" | "assertions" => Criterion::Assertion,
            "cover" => Criterion::Cover,
            "assume" | "assumes" => Criterion::Assume,
            _ => return None,
        })
    }
}

/// The blocks of the function that is being lowered.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    number: u32,
    /// Whether the next instruction starts one.
    starts: bool,
    /// The goal of the block, and its lines so far.
    goal: Option<(usize, Vec<u32>)>,
}

impl Blocks {
    pub(crate) fn new() -> Blocks {
        Blocks {
            starts: true,
            ..Blocks::default()
        }
    }

    pub(crate) fn start(&mut self) {
        self.starts = true;
    }
}

impl Lowerer<'_> {
    /// Whether goals of this criterion are wanted in the function that is being lowered.
    fn covers(&self, criterion: Criterion) -> bool {
        let function = self.program.function(self.body.function);
        self.options.cover == Some(criterion) && !function.embedded && function.name != crate::entry::START
    }

    /// An instruction is about to be emitted.
    pub(crate) fn cover_instruction(&mut self, loc: LocId) {
        if self.options.cover.is_none() || loc == LocId::NONE {
            return;
        }
        let line = self.line_of(loc);
        if !std::mem::take(&mut self.body.blocks.starts) {
            if self
                .body
                .blocks
                .goal
                .as_ref()
                .is_some_and(|(_, lines)| !lines.contains(&line))
            {
                self.add_line(line);
            }
            return;
        }
        self.body.blocks.number += 1;
        let number = self.body.blocks.number;
        if number == 1 && self.covers(Criterion::Branch) {
            self.goal_never("entry point".to_owned(), loc);
        }
        self.body.blocks.goal = None;
        if self.covers(Criterion::Location) {
            self.goal_never(format!("block {number}"), loc);
            self.body.blocks.goal = Some((self.program.claims.len() - 1, Vec::new()));
            self.add_line(line);
        }
    }

    fn add_line(&mut self, line: u32) {
        let Some((goal, lines)) = &mut self.body.blocks.goal else {
            return;
        };
        lines.push(line);
        lines.sort_unstable();
        let listed: Vec<String> = lines.iter().map(u32::to_string).collect();
        let claim = &mut self.program.claims[*goal];
        let file = self.sources.resolve(self.sources.location(claim.loc).used).file;
        let function = &self.program.functions[claim.function.index()].name;
        let number = self.body.blocks.number;
        claim.text = format!("block {number} (lines {file}:{function}:{})", listed.join(","));
    }

    fn line_of(&self, loc: LocId) -> u32 {
        self.sources.resolve(self.sources.location(loc).used).line
    }

    /// A branch is about to be emitted.
    pub(crate) fn cover_branch(&mut self, cond: ExprId, loc: LocId) {
        let number = self.body.blocks.number;
        if self.covers(Criterion::Branch) {
            self.goal_both(cond, &format!("block {number} branch"), loc);
        }
        let atoms = self.atoms(cond);
        if self.covers(Criterion::Decision) {
            let what = format!("decision '{}'", self.cbmc_condition(cond));
            self.goal_both(cond, &what, loc);
        }
        if self.covers(Criterion::Condition) {
            for &atom in &atoms {
                let what = format!("condition '{}'", self.cbmc_condition(atom));
                self.goal_both(atom, &what, loc);
            }
        }
        if self.covers(Criterion::Mcdc) {
            self.cover_independence(cond, &atoms, loc);
            let alone = atoms.len() == 1;
            let word = if alone { "decision/condition" } else { "decision" };
            let what = format!("{word} '{}'", self.cbmc_condition(cond));
            self.goal_both(cond, &what, loc);
            for &atom in atoms.iter().filter(|_| !alone) {
                let what = format!("condition '{}'", self.cbmc_condition(atom));
                self.goal_both(atom, &what, loc);
            }
        }
    }

    /// For a decision of `&&` only, or of `||` only: each condition decides while no other one does.
    fn cover_independence(&mut self, cond: ExprId, atoms: &[ExprId], loc: LocId) {
        let all = match self.program.expr(cond).kind {
            ExprKind::And { .. } => true,
            ExprKind::Or { .. } => false,
            _ => return,
        };
        if !self.is_chain(cond, all) {
            return;
        }
        for decider in std::iter::once(None).chain((0..atoms.len()).map(Some)) {
            let mut whole = None;
            let mut texts = Vec::new();
            for (index, &atom) in atoms.iter().enumerate() {
                let copy = self.clone_expr(atom);
                let wanted = (decider == Some(index)) != all;
                let text = self.cbmc_condition(atom);
                texts.push(if wanted { text } else { format!("!({text})") });
                let part = if wanted { copy } else { self.not(copy) };
                whole = Some(match whole {
                    Some(before) => self.and(before, part),
                    None => part,
                });
            }
            if let Some(whole) = whole {
                let what = format!("MC/DC independence condition '{}'", texts.join(" && "));
                let cond = self.not(whole);
                self.goal(cond, what, loc);
            }
        }
    }

    fn is_chain(&self, cond: ExprId, all: bool) -> bool {
        let mut open = vec![cond];
        while let Some(id) = open.pop() {
            match self.program.expr(id).kind {
                ExprKind::And { lhs, rhs } if all => open.extend([lhs, rhs]),
                ExprKind::Or { lhs, rhs } if !all => open.extend([lhs, rhs]),
                ExprKind::And { .. } | ExprKind::Or { .. } => return false,
                _ => {}
            }
        }
        true
    }

    /// The conditions that a condition is made of.
    fn atoms(&self, cond: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut open = vec![cond];
        while let Some(id) = open.pop() {
            match self.program.expr(id).kind {
                ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => open.extend([rhs, lhs]),
                ExprKind::Unary {
                    op: UnaryOp::Not,
                    operand,
                } => open.push(operand),
                _ => found.push(id),
            }
        }
        found
    }

    /// `__CPROVER_cover(cond)`.
    pub(crate) fn cover_condition(&mut self, cond: ExprId, loc: LocId) {
        if self.covers(Criterion::Cover) {
            let what = format!("condition '{}'", self.cbmc_condition(cond));
            let copy = self.clone_expr(cond);
            let cond = self.not(copy);
            self.goal(cond, what, loc);
        }
    }

    /// Before or behind an assumption.
    pub(crate) fn cover_assumption(&mut self, cond: ExprId, when: &str, loc: LocId) {
        if self.covers(Criterion::Assume) {
            let shown = self.cbmc_condition(cond);
            self.goal_never(format!("assert(false) {when} assume({shown})"), loc);
        }
    }

    /// What becomes of a check where goals are asked for: whether it is done with.
    pub(crate) fn cover_check(&mut self, kind: CheckKind, cond: ExprId, text: &str, loc: LocId) -> bool {
        if self.options.cover.is_none()
            || matches!(
                kind,
                CheckKind::Coverage | CheckKind::Unsupported | CheckKind::MissingBody
            )
        {
            return false;
        }
        let of_program = matches!(kind, CheckKind::Assertion | CheckKind::ErrorCall);
        if of_program && self.covers(Criterion::Assertion) {
            self.goal_never(format!("assertion {text}"), loc);
        }
        let goes_on = of_program
            && (self.options.cover == Some(Criterion::Assertion) || self.options.cover_failed_assertions);
        if !goes_on {
            self.emit(program::InstrKind::Assume(cond), loc);
        }
        true
    }

    fn goal_both(&mut self, cond: ExprId, what: &str, loc: LocId) {
        for value in [false, true] {
            let copy = self.clone_expr(cond);
            let cond = if value {
                self.not(copy)
            } else {
                self.is_not_zero(copy)
            };
            self.goal(cond, format!("{what} {value}"), loc);
        }
    }

    fn is_not_zero(&mut self, value: ExprId) -> ExprId {
        let opposite = self.not(value);
        self.not(opposite)
    }

    fn goal_never(&mut self, text: String, loc: LocId) {
        let never = self.int(0, self.common.int, loc);
        self.goal(never, text, loc);
    }

    fn goal(&mut self, cond: ExprId, text: String, loc: LocId) {
        self.claim(CheckKind::Coverage, cond, text, loc);
    }

    fn cbmc_condition(&self, cond: ExprId) -> String {
        let expr = self.program.expr(cond);
        match expr.kind {
            ExprKind::Load(_) => format!("{} != 0", self.cbmc_operand(cond)),
            _ => self.cbmc_operand(cond),
        }
    }
}
