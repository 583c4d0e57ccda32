//! Small random programs over truth values: the diagnoses are exactly those that trying everything finds. Every other
//! program executes its statements twice, so that a suspect has two values.
//!
//! `DIAGNOSE_PROGRAMS` says how many are compared (60 without it).

#[path = "diagnoses/mod.rs"]
mod support;
#[path = "diagnoses/truths.rs"]
mod truths;

use std::collections::BTreeSet;
use std::fmt::Write;

use localize::{Settings, SuspectKind};
use support::{claims, find, shown};
use truths::{Expr, Random};

const VARIABLES: usize = 4;

/// `if (cond) v = value;`, or without a condition.
#[derive(Clone, Copy)]
struct Statement {
    cond: Option<Expr>,
    to: usize,
    value: Expr,
}

struct Small {
    initial: [bool; VARIABLES],
    statements: Vec<Statement>,
    claim: Expr,
    /// How often the statements are executed.
    rounds: usize,
}

/// A suspect, and its value in each round.
type Change = (usize, [bool; 2]);

impl Small {
    fn new(random: &mut Random, rounds: usize) -> Small {
        Small {
            initial: [(); VARIABLES].map(|()| random.below(2) == 1),
            statements: (0..4)
                .map(|_| Statement {
                    cond: (random.below(2) == 0).then(|| random.expr(VARIABLES)),
                    to: random.below(VARIABLES),
                    value: random.expr(VARIABLES),
                })
                .collect(),
            claim: random.expr(VARIABLES),
            rounds,
        }
    }

    /// The program, and what is suspected in it as `line:text`.
    fn text(&self) -> (String, Vec<String>) {
        let mut text = String::from("static _Bool v0, v1, v2, v3;\nstatic void round(void) {\n");
        let mut line = 3;
        let mut suspects = Vec::new();
        for statement in &self.statements {
            if let Some(cond) = statement.cond {
                let _ = writeln!(text, "    if ({})", cond.text());
                suspects.push(format!("{line}:{}", cond.text()));
                line += 1;
            }
            let _ = writeln!(text, "    v{} = {};", statement.to, statement.value.text());
            suspects.push(format!("{line}:{}", statement.value.text()));
            line += 1;
        }
        text.push_str("}\nint main(void) {\n");
        line += 2;
        for (index, value) in self.initial.iter().enumerate() {
            let _ = writeln!(text, "    v{index} = {};", u8::from(*value));
            suspects.push(format!("{line}:{}", u8::from(*value)));
            line += 1;
        }
        for _ in 0..self.rounds {
            text.push_str("    round();\n");
        }
        let _ = writeln!(
            text,
            "    __CPROVER_assert({}, \"claim\");\n    return 0;\n}}",
            self.claim.text()
        );
        (text, suspects)
    }

    /// Whether the claim holds if these suspects have these values.
    fn holds(&self, changed: &[Change]) -> bool {
        let take = |number: usize, round: usize, value: bool| {
            let found = changed.iter().find(|(suspect, _)| *suspect == number);
            found.map_or(value, |(_, values)| values[round])
        };
        let conditions = self
            .statements
            .iter()
            .filter(|statement| statement.cond.is_some());
        let first = self.statements.len() + conditions.count();
        let mut state = [false; VARIABLES];
        for (index, value) in self.initial.iter().enumerate() {
            state[index] = take(first + index, 0, *value);
        }
        for round in 0..self.rounds {
            let mut numbers = 0..;
            let mut next = || numbers.next().expect("numbers do not end");
            for statement in &self.statements {
                let enter = statement
                    .cond
                    .is_none_or(|cond| take(next(), round, cond.value(|variable| state[variable])));
                let value = take(next(), round, statement.value.value(|variable| state[variable]));
                if enter {
                    state[statement.to] = value;
                }
            }
        }
        self.claim.value(|variable| state[variable])
    }

    fn brute_force(&self, suspects: &[String]) -> BTreeSet<String> {
        let all = [[false, false], [false, true], [true, false], [true, true]];
        let single = |suspect: usize| all.iter().any(|values| self.holds(&[(suspect, *values)]));
        let singles: BTreeSet<String> = (0..suspects.len())
            .filter(|suspect| single(*suspect))
            .map(|suspect| suspects[suspect].clone())
            .collect();
        if !singles.is_empty() {
            return singles;
        }
        let mut pairs = BTreeSet::new();
        for a in 0..suspects.len() {
            for b in a + 1..suspects.len() {
                let repairs = all
                    .iter()
                    .any(|x| all.iter().any(|y| self.holds(&[(a, *x), (b, *y)])));
                if repairs {
                    pairs.insert(format!("{} + {}", suspects[a], suspects[b]));
                }
            }
        }
        pairs
    }
}

#[test]
fn exactly_what_trying_everything_finds() {
    let wanted = std::env::var("DIAGNOSE_PROGRAMS").ok();
    let wanted = wanted.and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut random = Random(7);
    let mut compared = 0;
    while compared < wanted {
        let small = Small::new(&mut random, 1 + compared % 2);
        if small.holds(&[]) {
            continue;
        }
        compared += 1;
        let (text, suspects) = small.text();
        let expected = small.brute_force(&suspects);
        let (mut found, sources) = find(&text, &[claims(&[])], &Settings::default());
        // Where no set repairs the run, other code in some places may (`regions_exhaustive`).
        let suspects = &found.suspects;
        let is_region = |id: &usize| suspects[*id].kind == SuspectKind::Replaceable;
        found
            .diagnoses
            .retain(|diagnosis| !diagnosis.members.iter().any(is_region));
        let all: BTreeSet<String> = shown(&found, &sources).into_iter().collect();
        assert_eq!(all, expected, "{text}");
    }
}
