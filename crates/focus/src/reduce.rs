//! Algorithm Reduce (figure 5): what several ways to fail have in common, and where in each the error must be.
//!
//! 1. A constraint and its negation say nothing if each is in exactly one set and both come from the same condition:
//!    either outcome fails. They are taken out, again and again.
//! 2. Ways that are then the same are one.
//! 3. What is left of a set is projected on its sequence: from its beginning, conditions that the set decides are
//!    gone by; at the first that it does not decide, all statements of the block around it are the neighbourhood of
//!    the error (NEST). If it decides all, the neighbourhood is the whole sequence. (The "or" in step 5(a)i of the
//!    figure means "and".) Whether it decides is asked of the solver: conditions are rewritten over inputs already, so
//!    that assignments need no rules.
//! 4. The core is the innermost block that is entered by a condition which the set decides, before that point.

use std::collections::BTreeSet;

use logic::TermId;
use program::{FunctionId, Pc};

use crate::assumptions::{Assumption, Origin};
use crate::pair::Condition;
use crate::search::{Search, Way};
use crate::statics::Statics;

/// What is left of a way beside the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reduced {
    /// Which assumptions are left, by their numbers.
    pub assumptions: Vec<usize>,
    /// The way that this one is the same as, if an earlier one is.
    pub same_as: Option<usize>,
    /// Which statements are the neighbourhood of the error.
    pub nest: Vec<usize>,
    /// The condition that enters the core, and what is in it; empty if there is none.
    pub core: Vec<usize>,
}

/// Reduces all ways together.
pub(crate) fn reduce(search: &mut Search<'_>, statics: &Statics<'_>, ways: &mut [Way]) {
    for way in ways.iter_mut() {
        way.reduced.assumptions = (0..way.assumptions.len())
            .filter(|index| way.assumptions[*index].origin == Origin::Condition)
            .collect();
    }
    loop {
        let complements = complements(search, ways);
        let Some((i, c, j, d)) = complements else {
            if !merge(search, ways) {
                break;
            }
            continue;
        };
        ways[i].reduced.assumptions.retain(|index| *index != c);
        ways[j].reduced.assumptions.retain(|index| *index != d);
    }
    for way in ways.iter_mut() {
        project(search, statics, way);
    }
}

/// Whether two constraints are the same, or one the negation of the other, in every run.
fn equivalent(search: &mut Search<'_>, a: TermId, b: TermId) -> bool {
    if a == b {
        return true;
    }
    let (not_a, not_b) = (search.equation.pool.not(a), search.equation.pool.not(b));
    search.excludes(&[a, not_b]) && search.excludes(&[not_a, b])
}

fn left(way: &Way) -> Vec<(usize, Assumption)> {
    let left = way.reduced.assumptions.iter();
    left.map(|index| (*index, way.assumptions[*index].clone()))
        .collect()
}

/// A constraint of one way whose negation is in exactly one other, both in no third, and both of the same condition.
fn complements(search: &mut Search<'_>, ways: &[Way]) -> Option<(usize, usize, usize, usize)> {
    let alive: Vec<usize> = (0..ways.len())
        .filter(|way| ways[*way].reduced.same_as.is_none())
        .collect();
    for &i in &alive {
        for (c, constraint) in left(&ways[i]) {
            let negated = search.equation.pool.not(constraint.term);
            let (mut same, mut other) = (Vec::new(), Vec::new());
            for &k in &alive {
                for (d, known) in left(&ways[k]) {
                    if (k, d) != (i, c) && equivalent(search, constraint.term, known.term) {
                        same.push((k, d));
                    }
                    if equivalent(search, negated, known.term) {
                        other.push((k, d, known.condition));
                    }
                }
            }
            if let ([], [(j, d, condition)]) = (&same[..], &other[..])
                && *j != i
                && *condition == constraint.condition
            {
                return Some((i, c, *j, *d));
            }
        }
    }
    None
}

/// Marks a way that has become the same as an earlier one.
fn merge(search: &mut Search<'_>, ways: &mut [Way]) -> bool {
    for j in 0..ways.len() {
        for i in 0..j {
            if ways[i].reduced.same_as.is_some() || ways[j].reduced.same_as.is_some() {
                continue;
            }
            let statements = |way: &Way| way.steps.iter().map(|step| step.statement).collect::<Vec<_>>();
            if statements(&ways[i]) != statements(&ways[j]) {
                continue;
            }
            let terms = |way: &Way| {
                left(way)
                    .into_iter()
                    .map(|(_, known)| known.term)
                    .collect::<Vec<_>>()
            };
            let (a, b) = (terms(&ways[i]), terms(&ways[j]));
            let a = search.equation.pool.and_all(&a);
            let b = search.equation.pool.and_all(&b);
            if equivalent(search, a, b) {
                ways[j].reduced.same_as = Some(i);
                return true;
            }
        }
    }
    false
}

fn project(search: &mut Search<'_>, statics: &Statics<'_>, way: &mut Way) {
    let known: Vec<TermId> = left(way).into_iter().map(|(_, known)| known.term).collect();
    let mut decided: Option<Condition> = None;
    let mut stop = None;
    for condition in &way.conditions {
        let Some(term) = condition.term else {
            stop = Some(condition.position);
            break;
        };
        if search.equation.pool.constant(term).is_some() {
            continue;
        }
        let mut against = known.clone();
        against.push(search.equation.pool.not(term));
        if search.excludes(&against) {
            if !condition.decisive {
                decided = Some(condition.clone());
            }
            continue;
        }
        stop = Some(condition.position);
        break;
    }
    way.reduced.nest = match stop {
        Some(position) => block_around(statics, way, position),
        None => (0..way.steps.len()).collect(),
    };
    way.reduced.core = decided.map_or_else(Vec::new, |condition| entered(statics, way, condition.position));
}

/// The statements of the innermost block that a statement is in.
fn block_around(statics: &Statics<'_>, way: &Way, position: usize) -> Vec<usize> {
    let chain = &way.blocks.chains[position];
    let (frame, function, pc) = chain[0];
    let lists = statics
        .program
        .lists
        .iter()
        .filter(|list| list.function == function);
    let range = |list: &&program::StatementList| {
        let (first, last) = (list.statements.first()?, list.statements.last()?);
        Some((first.from, last.to)).filter(|(from, to)| (*from..*to).contains(&pc))
    };
    let inside = lists
        .filter_map(|list| range(&list))
        .min_by_key(|(from, to)| to.0 - from.0);
    let Some((from, to)) = inside else {
        return (0..way.steps.len()).collect();
    };
    within(way, frame, &(from.0..to.0).map(Pc).collect())
}

/// A condition, and the statements that it decides about.
fn entered(statics: &Statics<'_>, way: &Way, position: usize) -> Vec<usize> {
    let (frame, function, pc) = way.blocks.chains[position][0];
    let outcome = way.steps[position].statement.outcome.unwrap_or(0);
    let inside = statics.behind_nodes(function, pc, outcome as usize);
    let mut found: Vec<usize> = within(way, frame, &inside)
        .into_iter()
        .filter(|index| *index > position)
        .collect();
    found.insert(0, position);
    found
}

/// The statements of an activation at these positions, and all that they call.
fn within(way: &Way, frame: bmc::FrameId, pcs: &BTreeSet<Pc>) -> Vec<usize> {
    let inside = |chain: &Vec<(bmc::FrameId, FunctionId, Pc)>| {
        chain.iter().any(|(of, _, pc)| *of == frame && pcs.contains(pc))
    };
    let chains = way.blocks.chains.iter().enumerate();
    chains
        .filter(|(_, chain)| inside(chain))
        .map(|(index, _)| index)
        .collect()
}
