//! Where a condition is tested: behind each store to one of its variables, by a claim that it does not hold.
//!
//! A store through a pointer counts if it may hit one of them. What a called function stores to variables of the caller
//! is tested behind the call, because only the caller has names for them; globals are tested where they are stored to.

use std::collections::{BTreeMap, BTreeSet};

use program::flow::{CallGraph, Effects};
use program::{CheckKind, Claim, ClaimId, FunctionId, Instr, InstrKind, Lifetime, Pc, Program, VarId};
use source::{LocId, SourceMap};

use super::bind::{self, Binder, Scope, Unbound};
use super::{ErrorCondition, Unfit, Where, nearest};

/// What testing conditions did to a program.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// The claims that test conditions, and which condition each is about.
    pub claims: BTreeMap<ClaimId, usize>,
    /// Those of them that stand behind a store, or where a parameter gets its value.
    pub behind: BTreeSet<ClaimId>,
}

/// Before or behind an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Before,
    Behind,
}

/// Where a condition is tested.
type Sites = BTreeSet<(FunctionId, Pc, Side)>;

/// Puts claims into a program that fail where a condition holds.
///
/// # Errors
/// If a condition does not fit the program, which is then unchanged but for its arenas.
pub fn insert(
    program: &mut Program,
    sources: &SourceMap,
    conditions: &[ErrorCondition],
) -> Result<Conditions, Unfit> {
    let mut found = Conditions::default();
    let mut instrs: BTreeMap<(FunctionId, Pc, Side), Vec<Instr>> = BTreeMap::new();
    let calls = CallGraph::new(program);
    for (number, condition) in conditions.iter().enumerate() {
        let (sites, stored) = sites(program, sources, &calls, condition)?;
        for site in sites {
            let (function, pc, _) = site;
            let loc = program.function(function).body[pc.index()].loc;
            let scope = Scope {
                sources,
                function,
                pc,
                loc,
            };
            let cond = Binder::denied(program, scope, &condition.expr);
            let cond = cond.map_err(|unbound| unfit(program, condition, unbound))?;
            let claim = ClaimId(program.claims.len() as u32);
            let name = free_name(program, function);
            program.claims.push(Claim {
                kind: CheckKind::Assertion,
                cond,
                text: format!("not {}", condition.text),
                violation: None,
                function,
                name,
                loc,
            });
            found.claims.insert(claim, number);
            if stored {
                found.behind.insert(claim);
            }
            let kind = InstrKind::Claim(claim);
            instrs.entry(site).or_default().push(Instr { kind, loc });
        }
    }
    let functions: BTreeSet<FunctionId> = instrs.keys().map(|(function, ..)| *function).collect();
    for function in functions {
        splice(program, function, &mut instrs);
    }
    Ok(found)
}

fn free_name(program: &Program, function: FunctionId) -> String {
    let word = CheckKind::Assertion.word();
    let prefix = format!("{}.{word}.", program.function(function).name);
    let numbers = program
        .claims
        .iter()
        .filter_map(|claim| claim.name.strip_prefix(&prefix)?.parse::<u32>().ok());
    format!("{prefix}{}", numbers.max().unwrap_or(0) + 1)
}

fn unfit(program: &Program, condition: &ErrorCondition, unbound: Unbound) -> Unfit {
    let text = condition.text.clone();
    match unbound {
        Unbound::Unknown(name) => {
            let users = program.variables.iter().filter(|variable| {
                !variable.library
                    && variable.lifetime != Lifetime::Temporary
                    && !variable.name.contains(['"', ' '])
            });
            let near = nearest(&name, users.map(|variable| variable.name.as_str()));
            Unfit::UnknownVariable {
                condition: text,
                name,
                near,
            }
        }
        Unbound::NoMeaning { part, why } => Unfit::NoMeaning {
            condition: text,
            part,
            why,
        },
    }
}

/// Where a condition is tested, and whether that is behind stores.
fn sites(
    program: &Program,
    sources: &SourceMap,
    calls: &CallGraph,
    condition: &ErrorCondition,
) -> Result<(Sites, bool), Unfit> {
    let users: Vec<FunctionId> = (0..program.functions.len())
        .map(|index| FunctionId(index as u32))
        .filter(|function| {
            let known = program.function(*function);
            !known.embedded && *function != program.entry && !known.body.is_empty()
        })
        .collect();
    if let Where::Function(name) = &condition.at
        && !users
            .iter()
            .any(|function| program.function(*function).name == *name)
    {
        let known = users
            .iter()
            .map(|function| program.function(*function).name.as_str());
        return Err(Unfit::UnknownFunction {
            condition: condition.text.clone(),
            name: name.clone(),
            near: nearest(name, known),
        });
    }
    let mut found = Sites::new();
    // What kept the functions that do not see all variables from it.
    let mut unbound = None;
    let mut sees = false;
    for &function in &users {
        let scope = |pc| Scope {
            sources,
            function,
            pc,
            loc: LocId::NONE,
        };
        let end = Pc(program.function(function).body.len() as u32);
        if let Err(why) = bind::variables(program, &scope(end), &condition.expr) {
            unbound.get_or_insert(why);
            continue;
        }
        if matches!(&condition.at, Where::Function(name) if program.function(function).name != *name) {
            continue;
        }
        sees = true;
        for (index, instr) in program.function(function).body.iter().enumerate() {
            let pc = Pc(index as u32);
            let Ok(vars) = bind::variables(program, &scope(pc), &condition.expr) else {
                continue;
            };
            let elsewhere = matches!(condition.at, Where::Line(line) if sources.line(instr.loc) != line);
            if !elsewhere && stores(program, calls, condition, &vars, instr) {
                found.insert((function, pc, Side::Behind));
            }
            let params = &program.function(function).params;
            let enters = index == 0 && vars.iter().any(|var| params.contains(var));
            if enters && !matches!(condition.at, Where::Line(_)) {
                found.insert((function, pc, Side::Before));
            }
        }
    }
    let stored = !found.is_empty();
    if let (Where::Line(line), false) = (&condition.at, stored) {
        found = at_line(program, sources, condition, &users, *line);
        if found.is_empty() && sees {
            return Err(Unfit::NothingThere {
                condition: condition.text.clone(),
                line: *line,
            });
        }
    }
    match (found.is_empty(), unbound) {
        (false, _) => Ok((found, stored)),
        (true, _) if sees => Err(Unfit::NeverStored {
            condition: condition.text.clone(),
        }),
        (true, Some(Unbound::Unknown(name))) => {
            let exists = program
                .variables
                .iter()
                .any(|variable| variable.name == name && !variable.library);
            Err(match exists {
                true => Unfit::NoCommonScope {
                    condition: condition.text.clone(),
                },
                false => unfit(program, condition, Unbound::Unknown(name)),
            })
        }
        (true, Some(why)) => Err(unfit(program, condition, why)),
        (true, None) => Err(Unfit::NoCommonScope {
            condition: condition.text.clone(),
        }),
    }
}

/// The first instructions on a line, one in each function.
fn at_line(
    program: &Program,
    sources: &SourceMap,
    condition: &ErrorCondition,
    users: &[FunctionId],
    line: u32,
) -> Sites {
    let mut found = Sites::new();
    for &function in users {
        let body = &program.function(function).body;
        let first = body.iter().position(|instr| {
            let silent = matches!(
                instr.kind,
                InstrKind::Declare(_) | InstrKind::Dead(_) | InstrKind::Jump(_)
            );
            !silent && sources.line(instr.loc) == line
        });
        let Some(first) = first else { continue };
        let scope = Scope {
            sources,
            function,
            pc: Pc(first as u32),
            loc: LocId::NONE,
        };
        if bind::variables(program, &scope, &condition.expr).is_ok() {
            found.insert((function, Pc(first as u32), Side::Before));
        }
    }
    found
}

/// Whether an instruction may store to a variable of a condition.
fn stores(
    program: &Program,
    calls: &CallGraph,
    condition: &ErrorCondition,
    vars: &BTreeSet<VarId>,
    instr: &Instr,
) -> bool {
    if matches!(instr.kind, InstrKind::Declare(_)) {
        return false;
    }
    let reached = condition.expr.dereferences() || vars.iter().any(|var| program.variable(*var).addressed);
    let own = Effects::of_instr(program, &instr.kind);
    if own.stores.iter().any(|var| vars.contains(var)) || (own.stores_through_pointers && reached) {
        return true;
    }
    // What only this function has names for; what a library function does is seen nowhere else.
    let local = vars
        .iter()
        .any(|var| program.variable(*var).lifetime != Lifetime::Static);
    calls.callees(&instr.kind).into_iter().any(|callee| {
        let effects = calls.effects(callee);
        let blind = local || program.function(callee).embedded;
        blind && reached && effects.stores_through_pointers
    })
}

/// Puts the instructions into a body, and moves jumps: one to an instruction comes by what is before it, and not by
/// what is behind the one above it.
fn splice(
    program: &mut Program,
    function: FunctionId,
    instrs: &mut BTreeMap<(FunctionId, Pc, Side), Vec<Instr>>,
) {
    let old = std::mem::take(&mut program.functions[function.index()].body);
    let mut starts = Vec::with_capacity(old.len() + 1);
    let mut body = Vec::with_capacity(old.len());
    for (index, instr) in old.into_iter().enumerate() {
        let pc = Pc(index as u32);
        starts.push(Pc(body.len() as u32));
        body.extend(instrs.remove(&(function, pc, Side::Before)).unwrap_or_default());
        body.push(instr);
        body.extend(instrs.remove(&(function, pc, Side::Behind)).unwrap_or_default());
    }
    starts.push(Pc(body.len() as u32));
    for instr in &mut body {
        instr.kind.for_each_target(|to| *to = starts[to.index()]);
    }
    program.functions[function.index()].body = body;
    for list in program.lists.iter_mut().filter(|list| list.function == function) {
        for statement in &mut list.statements {
            statement.from = starts[statement.from.index()];
            statement.to = starts[statement.to.index()];
        }
    }
}
