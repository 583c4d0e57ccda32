//! `--cover`: which goals some run meets.
//!
//! Each goal is decided by itself, with the others out of the way: a run that meets one goes on to the next.

use std::io::{self, Write};

use anyhow::Result;
use program::{CheckKind, ClaimId, ExprKind, Program};
use report::{ClaimStatus, GoalReport, Place, coverage_text};
use source::SourceMap;

use super::{check_names, leaves_bound, tell};
use crate::exit::Exit;
use crate::hunting;
use crate::options::CheckOptions;

pub(super) fn cover(
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    stop: &runs::Interrupt,
) -> Result<Exit> {
    check_names(program, &options.bounds)?;
    let goals: Vec<ClaimId> = (0..program.claims.len() as u32)
        .map(ClaimId)
        .filter(|&id| program.claim(id).kind == CheckKind::Coverage)
        .collect();
    // What is behind something unsupported is not known: such claims must not be assumed.
    let others: Vec<ClaimId> = (0..program.claims.len() as u32)
        .map(ClaimId)
        .filter(|&id| program.claim(id).kind == CheckKind::Unsupported)
        .collect();
    let mut told = Vec::new();
    let mut exit = Exit::Program(0);
    for &goal in &goals {
        let alone = only(program, &goals, goal);
        let mut bounds = options.bounds.clone();
        bounds.claims = Some(std::iter::once(goal).chain(others.iter().copied()).collect());
        let found = hunting::check(&alone, sources, &bounds, options.hunts, stop, &mut |_| {});
        let report = tell(options, &alone, sources, &found, None);
        if report.exit_code == Exit::Internal.code() {
            exit = Exit::Internal;
        }
        let claim = program.claim(goal);
        let status = report
            .claims
            .iter()
            .find(|other| other.name == claim.name)
            .map_or(ClaimStatus::Unknown, |claim| claim.status);
        // What lies behind a bound that was given is not asked for.
        let within = status == ClaimStatus::HoldsUpToBound && leaves_bound(&options.bounds, program, &found);
        let met = match status {
            ClaimStatus::Fails => Some(true),
            ClaimStatus::Holds => Some(false),
            _ if within => Some(false),
            _ => None,
        };
        if met.is_none() && exit == Exit::Program(0) {
            exit = Exit::Undetermined;
        }
        told.push(GoalReport {
            name: claim.name.clone(),
            function: program.function(claim.function).name.clone(),
            text: claim.text.clone(),
            met,
            place: Place::new(sources, claim.loc),
        });
    }
    io::stdout().lock().write_all(coverage_text(&told).as_bytes())?;
    Ok(exit)
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
