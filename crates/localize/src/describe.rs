//! What each set of suspects changes in each run, as it is told: parts with the whole, and nothing that says the same
//! again.

use interp::Interpreter;
use program::Program;

use super::Diagnosis;
use super::detail::RunRepair;
use super::run::TestRun;
use super::search::{Sets, SuspectSearch};
use super::suspects::{self, Suspect, SuspectKind};

/// What each set changes in each run.
pub(super) fn describe(search: &mut SuspectSearch<'_>, found: &Sets, passing: &[TestRun]) -> Vec<Diagnosis> {
    let strict = !found.avoiding;
    let runs = search.runs.len();
    let mut diagnoses = Vec::new();
    let sets = superfluous_removed(search, &found.sets);
    let sets = folded(search, sets);
    if sets.is_empty() {
        return diagnoses;
    }
    let prepared = search.prepared();
    let tried = Interpreter::new(&prepared.program, Some(search.sources));
    // Many diagnoses are skimmed, few are read.
    let detailed = match sets.len() {
        0..=8 => search.settings.most_detailed,
        9..=16 => search.settings.most_detailed.div_ceil(2),
        _ => search.settings.most_detailed.div_ceil(4),
    };
    for (set, narrower) in sets {
        if (search.stop)() {
            // What was found is told, without its values.
            search.stopped = true;
            diagnoses.push(Diagnosis {
                narrower,
                ..Diagnosis::of(set)
            });
            continue;
        }
        let program = search.watched(&set);
        let interpreter = Interpreter::new(&program, Some(search.sources));
        let constant = match set.as_slice() {
            [suspect] => {
                let literal = is_literal(search.program, &search.suspects[*suspect]);
                search.common_constant(*suspect, strict, passing, literal)
            }
            _ => None,
        };
        let mut repairs = Vec::new();
        let mut easy = true;
        for run in 0..runs.min(search.settings.most_told) {
            let mut repair = None;
            if run < detailed && easy {
                let before = search.gates;
                let value = constant.as_ref().map(|constant| constant.value);
                let known = search.known_detail(&program, &interpreter, &set, run, strict, value);
                let told = known.or_else(|| search.detail(&program, &interpreter, &set, run, strict, true));
                repair = told.map(|repair| RunRepair {
                    // One constant everywhere may be more than would have to change.
                    fewest: constant.is_none() || repair.changes() < 2,
                    ..repair
                });
                // What is hard to say well is said well once.
                easy = search.gates - before <= budgets::localize::MIN_LARGE_GATES.count();
            }
            let found = || search.witnessed((&program, &interpreter), (&prepared, &tried), &set, run);
            repairs.extend(repair.or_else(found));
        }
        let mut covers = Vec::new();
        if set.len() > 1 && runs > 1 {
            covers.extend(set.iter().map(|member| search.alone(*member, strict)));
        }
        let no_constant = matches!(set[..], [suspect] if search.no_constant.contains(&suspect));
        diagnoses.push(Diagnosis {
            narrower,
            repairs,
            constant,
            no_constant,
            covers,
            ..Diagnosis::of(set)
        });
    }
    diagnoses
}

/// What repairs some runs and was too hard for the others, the most first. What prints or reads anything does that
/// anyway.
pub(super) fn doubtful(search: &mut SuspectSearch<'_>, diagnoses: &[Diagnosis]) -> Vec<Diagnosis> {
    let known = |id: usize| {
        let mut told = diagnoses.iter().flat_map(|diagnosis| {
            let parts = diagnosis.narrower.iter().flatten();
            diagnosis.members.iter().chain(parts)
        });
        told.any(|other| *other == id)
    };
    let mut ids: Vec<usize> = search.doubtful.keys().copied().collect();
    ids.retain(|id| !search.suspects[*id].kind.is_symptom() && !known(*id));
    ids.sort_by_key(|id| (std::cmp::Reverse(search.doubtful[id].len()), *id));
    ids.truncate(budgets::localize::MAX_TOLD_UNDECIDED.count());
    if ids.is_empty() {
        return Vec::new();
    }
    let sets = superfluous_removed(search, &ids.iter().map(|id| vec![*id]).collect::<Vec<_>>());
    let mut told = Vec::new();
    let prepared = search.prepared();
    let tried = Interpreter::new(&prepared.program, Some(search.sources));
    for (set, narrower) in folded(search, sets) {
        let runs = search.doubtful[&set[0]].clone();
        let program = search.watched(&set);
        let interpreter = Interpreter::new(&program, Some(search.sources));
        let shown = runs.iter().take(search.settings.most_told);
        let watched = (&program, &interpreter);
        let repairs = shown.filter_map(|run| search.witnessed(watched, (&prepared, &tried), &set, *run));
        let repairs = repairs.collect();
        told.push(Diagnosis {
            only: Some(runs),
            narrower,
            repairs,
            ..Diagnosis::of(set)
        });
    }
    told
}

/// A literal is the same in every run.
pub(super) fn is_literal(program: &Program, suspect: &Suspect) -> bool {
    !suspect.sites.is_empty()
        && suspect.sites.iter().all(|site| match site {
            suspects::SuspectSite::Expr(expr) => matches!(
                program.expr(*expr).kind,
                program::ExprKind::Int(_) | program::ExprKind::Float(_)
            ),
            suspects::SuspectSite::Case { .. } => true,
            _ => false,
        })
}

/// An expression whose part repairs every run repairs it as well: sets of parts are told with the whole.
fn folded(search: &SuspectSearch<'_>, sets: Vec<Vec<usize>>) -> Vec<(Vec<usize>, Vec<Vec<usize>>)> {
    let within = |inner: usize, outer: usize| {
        let (inner, outer) = (&search.suspects[inner], &search.suspects[outer]);
        let span = |suspect: &Suspect| search.sources.location(suspect.loc).used;
        let expression =
            |suspect: &Suspect| matches!(suspect.kind, SuspectKind::Expression(_) | SuspectKind::CallResult);
        expression(inner)
            && expression(outer)
            && span(inner) != span(outer)
            && suspects::is_inside(span(inner), span(outer))
    };
    let is_part = |part: &[usize], whole: &[usize]| {
        let mut open = whole.to_vec();
        part != whole
            && part.iter().all(|inner| {
                let place = open
                    .iter()
                    .position(|outer| inner == outer || within(*inner, *outer));
                place.map(|place| open.swap_remove(place)).is_some()
            })
    };
    let mut result: Vec<(Vec<usize>, Vec<Vec<usize>>)> = Vec::new();
    for set in &sets {
        if !sets.iter().any(|whole| is_part(set, whole)) {
            let parts = sets.iter().filter(|part| is_part(part, set)).cloned();
            result.push((set.clone(), parts.collect()));
        }
    }
    result
}

/// A conversion that may print anything repairs whatever its argument repairs: then the argument is told.
fn superfluous_removed(search: &SuspectSearch<'_>, sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let is_set = |wanted: &[usize]| sets.iter().any(|set| set == wanted);
    let argument_of = |id: usize| {
        let expr = search.suspects[id].argument?;
        search
            .suspects
            .iter()
            .position(|suspect| suspect.sites.contains(&suspects::SuspectSite::Expr(expr)))
    };
    // An enumerator that another one could stand for in one place is not wrong everywhere.
    let used = |id: usize| {
        let suspect = &search.suspects[id];
        let enumerator = suspect.kind == SuspectKind::Constant
            && suspect
                .text
                .starts_with(|first: char| first.is_alphabetic() || first == '_');
        enumerator
            && suspect.sites.iter().any(|site| {
                let same = |other: &Suspect| {
                    other.kind != SuspectKind::Constant && other.sites.as_slice() == [*site]
                };
                let use_of = search.suspects.iter().position(same);
                use_of.is_some_and(|use_of| is_set(&[use_of]))
            })
    };
    // All that a scanf stores, if one of it is enough.
    let one_is_enough = |id: usize| {
        let sites = &search.suspects[id].sites;
        search.suspects[id].kind == SuspectKind::Stored
            && sites.len() > 1
            && sets.iter().any(|set| match set.as_slice() {
                [one] => {
                    *one != id
                        && search.suspects[*one]
                            .sites
                            .iter()
                            .all(|site| sites.contains(site))
                }
                _ => false,
            })
    };
    sets.iter()
        .filter(|set| !(set.len() == 1 && (used(set[0]) || one_is_enough(set[0]))))
        .filter(|set| {
            !set.iter().enumerate().any(|(index, member)| {
                argument_of(*member).is_some_and(|argument| {
                    let mut other = (*set).clone();
                    other[index] = argument;
                    other.sort_unstable();
                    is_set(&other)
                })
            })
        })
        .cloned()
        .collect()
}
