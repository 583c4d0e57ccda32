//! `--cover`: which goals some run meets.
//!
//! Each goal is decided by itself, with the others out of the way: a run that meets one goes on to the next.

use program::{CheckKind, ClaimId, ExprKind, Program};
use report::{ClaimStatus, Exit, GoalReport, Place};

use super::leaves_bound;
use crate::session::Session;

impl Session<'_> {
    /// Decides every goal: what was found, and how the command ends.
    #[must_use]
    pub fn cover(&self) -> (Vec<GoalReport>, Exit) {
        let of_kind = |kind: CheckKind| {
            let all = (0..self.program.claims.len() as u32).map(ClaimId);
            all.filter(|&id| self.program.claim(id).kind == kind)
                .collect::<Vec<ClaimId>>()
        };
        let goals = of_kind(CheckKind::Coverage);
        // What is behind something unsupported is not known: such claims must not be assumed.
        let others = of_kind(CheckKind::Unsupported);
        let mut exit = Exit::Program(0);
        let goals = goals.iter().map(|&goal| {
            let mut alone = self.clone();
            alone.program = only(&self.program, &goals, goal);
            let wanted = std::iter::once(goal).chain(others.iter().copied());
            alone.options.bounds.claims = Some(wanted.collect());
            let (met, internal) = alone.meets(goal);
            if internal {
                exit = Exit::Internal;
            } else if met.is_none() && exit == Exit::Program(0) {
                exit = Exit::Undetermined;
            }
            let claim = self.program.claim(goal);
            GoalReport {
                name: claim.name.clone(),
                function: self.program.function(claim.function).name.clone(),
                text: claim.text.clone(),
                met,
                place: Place::new(&self.sources, claim.loc),
            }
        });
        let goals = goals.collect();
        (goals, exit)
    }

    /// Whether some run meets the goal, if that is known; and whether something is wrong with the tool.
    fn meets(&self, goal: ClaimId) -> (Option<bool>, bool) {
        let found = self.decide(&mut |now| self.tell_engine(now));
        let report = self.verdict(&found, None);
        let name = &self.program.claim(goal).name;
        let status = report
            .claims
            .iter()
            .find(|other| other.name == *name)
            .map_or(ClaimStatus::Unknown, |claim| claim.status);
        // What lies behind a bound that was given is not asked for.
        let within = status == ClaimStatus::HoldsUpToBound
            && leaves_bound(&self.options.bounds, &self.program, &found);
        let met = match status {
            ClaimStatus::Fails => Some(true),
            ClaimStatus::Holds => Some(false),
            _ if within => Some(false),
            _ => None,
        };
        (met, report.exit_code == Exit::Internal.code())
    }
}

/// The program with one goal.
fn only(program: &Program, goals: &[ClaimId], goal: ClaimId) -> Program {
    let mut alone = program.clone();
    for &other in goals.iter().filter(|&&other| other != goal) {
        let cond = alone.claim(other).cond;
        alone.exprs[cond.index()].kind = ExprKind::Int(1);
    }
    alone
}
