//! Small random programs over truth values: the regions whose replacement repairs the run are exactly those that trying every
//! state behind them finds.
//!
//! `REGION_PROGRAMS` says how many are compared (20 without it).

#[path = "diagnoses/mod.rs"]
mod support;
#[path = "diagnoses/truths.rs"]
mod truths;

use std::fmt::Write;

use localize::replaceable;
use support::{claims, load, never};
use truths::{Expr, Random};

const VARIABLES: usize = 3;
const STATES: u8 = 1 << VARIABLES;
/// Sets of states, one bit for each.
type States = u8;

/// The variables in a state.
fn truth(state: u8) -> impl Fn(usize) -> bool {
    move |variable| state >> variable & 1 == 1
}

#[derive(Clone, Copy)]
enum Kind {
    Plain,
    /// `if (cond) …`
    If(Expr),
    /// `while (cond) { …; v0 = 0; v1 = 0; v2 = 0; }`, left after one round at most where the condition needs one of them.
    Return(Expr),
}

#[derive(Clone, Copy)]
struct Statement {
    kind: Kind,
    to: usize,
    value: Expr,
}

impl Statement {
    fn new(random: &mut Random) -> Statement {
        Statement {
            kind: match random.below(4) {
                0 | 1 => Kind::Plain,
                2 => Kind::If(random.expr(VARIABLES)),
                _ => Kind::Return(random.expr(VARIABLES)),
            },
            to: random.below(VARIABLES),
            value: random.expr(VARIABLES),
        }
    }
}

/// A region: a list and its first statement.
type Place = (usize, usize);

struct Small {
    initial: u8,
    statements: Vec<Statement>,
    /// Between the calls of the function: that this holds.
    early: Expr,
    claim: Expr,
    rounds: usize,
}

/// What a statement makes of the states that come to it.
type Step<'s> = dyn Fn(&mut Flow) + 's;

/// Where the states of a round are.
#[derive(Default)]
struct Flow {
    /// On their way.
    here: States,
    /// Having left the function.
    left: States,
}

impl Small {
    /// The lists: those of the `if`s in order, then the function's, then that of `main`.
    fn nested(&self, statement: usize) -> usize {
        let before = self.statements[..statement].iter();
        before.filter(|other| !matches!(other.kind, Kind::Plain)).count()
    }

    fn own_list(&self) -> usize {
        self.nested(self.statements.len())
    }

    fn text(&self) -> String {
        let mut text = String::from("static _Bool v0, v1, v2;\nstatic void round(void) {\n");
        for statement in &self.statements {
            let assigned = format!("v{} = {};", statement.to, statement.value.text());
            let _ = match statement.kind {
                Kind::Plain => writeln!(text, "    {assigned}"),
                Kind::If(cond) => writeln!(text, "    if ({}) {assigned}", cond.text()),
                Kind::Return(cond) => writeln!(text, "    if ({}) {{ {assigned} return; }}", cond.text()),
            };
        }
        text.push_str("}\nint main(void) {\n");
        for index in 0..VARIABLES {
            let _ = writeln!(text, "    v{index} = {};", self.initial >> index & 1);
        }
        for round in 0..self.rounds {
            if round > 0 {
                let _ = writeln!(text, "    __CPROVER_assume({});", self.early.text());
            }
            text.push_str("    round();\n");
        }
        let _ = writeln!(
            text,
            "    __CPROVER_assert({}, \"claim\");\n    return 0;\n}}",
            self.claim.text()
        );
        text
    }

    fn mapped(states: States, step: impl Fn(u8) -> Option<u8>) -> States {
        let live = (0..STATES).filter(|state| states >> state & 1 == 1);
        live.filter_map(step).fold(0, |all, state| all | 1 << state)
    }

    /// Any state, if there is one.
    fn anything(states: States) -> States {
        if states == 0 { 0 } else { u8::MAX }
    }

    /// What a list of statements makes of states, with a region of it replaced. Statements that are dropped may also be left
    /// by `return` if one of them returns.
    fn list(
        &self,
        number: usize,
        steps: &[&Step<'_>],
        returns: &[bool],
        flow: &mut Flow,
        place: Option<(Place, usize)>,
    ) {
        let mut index = 0;
        while index <= steps.len() {
            if let Some(((list, first), count)) = place
                && (list, first) == (number, index)
            {
                flow.here = Small::anything(flow.here);
                if returns[index..index + count].contains(&true) {
                    flow.left |= flow.here;
                }
                if count > 0 {
                    index += count;
                    if index == steps.len() {
                        return;
                    }
                }
            }
            if let Some(step) = steps.get(index) {
                step(flow);
            }
            index += 1;
        }
    }

    fn round(&self, states: States, place: Option<(Place, usize)>) -> States {
        let mut flow = Flow {
            here: states,
            left: 0,
        };
        let steps: Vec<Box<Step<'_>>> = (0..self.statements.len())
            .map(|index| {
                let step: Box<Step<'_>> = Box::new(move |flow: &mut Flow| self.statement(index, flow, place));
                step
            })
            .collect();
        let steps: Vec<&Step<'_>> = steps.iter().map(AsRef::as_ref).collect();
        let returns: Vec<bool> = self
            .statements
            .iter()
            .map(|statement| matches!(statement.kind, Kind::Return(_)))
            .collect();
        self.list(self.own_list(), &steps, &returns, &mut flow, place);
        flow.here | flow.left
    }

    fn statement(&self, index: usize, flow: &mut Flow, place: Option<(Place, usize)>) {
        let statement = self.statements[index];
        let assign = |flow: &mut Flow| {
            flow.here = Small::mapped(flow.here, |state| {
                let bit = 1 << statement.to;
                Some(if statement.value.value(truth(state)) {
                    state | bit
                } else {
                    state & !bit
                })
            });
        };
        let leave = |flow: &mut Flow| flow.left |= std::mem::take(&mut flow.here);
        let (cond, steps): (Expr, Vec<&Step<'_>>) = match statement.kind {
            Kind::Plain => return assign(flow),
            Kind::If(cond) => (cond, vec![&assign]),
            Kind::Return(cond) => (cond, vec![&assign, &leave]),
        };
        let returns = [false, true];
        let mut inside = Flow {
            here: Small::mapped(flow.here, |state| cond.value(truth(state)).then_some(state)),
            left: 0,
        };
        let around = Small::mapped(flow.here, |state| (!cond.value(truth(state))).then_some(state));
        self.list(
            self.nested(index),
            &steps,
            &returns[..steps.len()],
            &mut inside,
            place,
        );
        flow.here = around | inside.here;
        flow.left |= inside.left;
    }

    /// The states at the claim.
    fn ends(&self, place: Option<(Place, usize)>) -> States {
        let mut steps: Vec<Box<Step<'_>>> = Vec::new();
        for index in 0..VARIABLES {
            let value = self.initial >> index & 1;
            steps.push(Box::new(move |flow: &mut Flow| {
                flow.here = Small::mapped(flow.here, |state| Some(state & !(1 << index) | value << index));
            }));
        }
        for round in 0..self.rounds {
            if round > 0 {
                steps.push(Box::new(|flow: &mut Flow| {
                    flow.here =
                        Small::mapped(flow.here, |state| self.early.value(truth(state)).then_some(state));
                }));
            }
            steps.push(Box::new(move |flow: &mut Flow| {
                flow.here = self.round(flow.here, place)
            }));
        }
        let steps: Vec<&Step<'_>> = steps.iter().map(AsRef::as_ref).collect();
        let mut flow = Flow { here: 1, left: 0 };
        let returns = vec![false; steps.len()];
        self.list(self.own_list() + 1, &steps, &returns, &mut flow, place);
        flow.here
    }

    fn holds(&self, place: Option<(Place, usize)>) -> bool {
        Small::mapped(self.ends(place), |state| {
            self.claim.value(truth(state)).then_some(state)
        }) != 0
    }

    /// How many statements each list has that may be replaced, and those that say what is right.
    fn lists(&self) -> Vec<usize> {
        let mut lists = Vec::new();
        for statement in &self.statements {
            match statement.kind {
                Kind::Plain => {}
                Kind::If(_) => lists.push(1),
                Kind::Return(_) => lists.push(2),
            }
        }
        lists.push(self.statements.len());
        lists.push(VARIABLES + 2 * self.rounds - 1);
        lists
    }

    fn brute_force(&self, size: usize) -> Vec<Place> {
        let mut found = Vec::new();
        for (list, count) in self.lists().into_iter().enumerate() {
            // In `main`, what is assumed is not replaced, and behind the last call comes the claim.
            let main = list == self.own_list() + 1;
            for first in 0..=count.saturating_sub(size) {
                let assumed = |index: usize| main && index > VARIABLES && (index - VARIABLES) % 2 == 1;
                let sacred = (first..first + size).any(assumed);
                if !sacred && first + size <= count && self.holds(Some(((list, first), size))) {
                    found.push((list, first));
                }
            }
        }
        found
    }
}

#[test]
fn exactly_the_regions_that_every_state_says() {
    let wanted = std::env::var("REGION_PROGRAMS").ok();
    let wanted = wanted.and_then(|text| text.parse().ok()).unwrap_or(20);
    let mut random = Random(11);
    let mut compared = 0;
    let mut replaced = 0;
    while compared < wanted {
        let small = Small {
            initial: random.below(STATES as usize) as u8,
            statements: (0..3).map(|_| Statement::new(&mut random)).collect(),
            early: random.expr(VARIABLES),
            claim: random.expr(VARIABLES),
            rounds: 1 + compared % 2,
        };
        let ends = small.ends(None);
        if ends == 0 || small.holds(None) {
            continue;
        }
        compared += 1;
        let text = small.text();
        let (program, sources) = load(&text);
        for size in 0..=2 {
            let expected = small.brute_force(size);
            let (mut found, decided) = replaceable(&program, &sources, &claims(&[]), size, &never());
            // Behind the claim nothing makes it hold, and what is behind it in its list is not compared.
            found.sort_unstable();
            assert!(decided, "{text}");
            assert_eq!(found, expected, "{size} statements of\n{text}");
            replaced += expected.len();
        }
    }
    assert!(replaced > 0, "some regions do");
}
