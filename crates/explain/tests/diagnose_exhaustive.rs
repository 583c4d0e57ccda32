//! Small random programs over truth values: the diagnoses are exactly those that trying everything finds.

#[path = "diagnoses/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fmt::Write;

use explain::diagnose::Settings;
use support::{claims, find, shown};

const VARIABLES: usize = 4;

/// `a op b`, perhaps negated.
#[derive(Clone, Copy)]
struct Expr {
    a: usize,
    b: usize,
    op: u8,
    negated: bool,
}

impl Expr {
    fn value(self, state: &[bool; VARIABLES]) -> bool {
        let (a, b) = (state[self.a], state[self.b]);
        let value = match self.op {
            0 => a & b,
            1 => a | b,
            _ => a ^ b,
        };
        value != self.negated
    }

    fn text(self) -> String {
        let op = ["&", "|", "^"][self.op as usize];
        if self.negated {
            format!("!(v{} {op} v{})", self.a, self.b)
        } else {
            format!("v{} {op} v{}", self.a, self.b)
        }
    }
}

/// `if (cond) v = value;`, or without a condition.
#[derive(Clone, Copy)]
struct Statement {
    cond: Option<Expr>,
    to: usize,
    value: Expr,
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn expr(&mut self) -> Expr {
        Expr {
            a: self.below(VARIABLES),
            b: self.below(VARIABLES),
            op: self.below(3) as u8,
            negated: self.below(3) == 0,
        }
    }
}

struct Small {
    initial: [bool; VARIABLES],
    statements: Vec<Statement>,
    claim: Expr,
}

impl Small {
    fn new(random: &mut Random) -> Small {
        Small {
            initial: [(); VARIABLES].map(|()| random.below(2) == 1),
            statements: (0..4)
                .map(|_| Statement {
                    cond: (random.below(2) == 0).then(|| random.expr()),
                    to: random.below(VARIABLES),
                    value: random.expr(),
                })
                .collect(),
            claim: random.expr(),
        }
    }

    /// The program, and what is suspected in it as `line:text`.
    fn text(&self) -> (String, Vec<String>) {
        let mut text = String::from("int main(void) {\n");
        let mut line = 2;
        let mut suspects = Vec::new();
        for (index, value) in self.initial.iter().enumerate() {
            let _ = writeln!(text, "    _Bool v{index} = {};", u8::from(*value));
            suspects.push(format!("{line}:{}", u8::from(*value)));
            line += 1;
        }
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
        let _ = writeln!(
            text,
            "    __CPROVER_assert({}, \"claim\");\n    return 0;\n}}",
            self.claim.text()
        );
        (text, suspects)
    }

    /// Whether the claim holds if these suspects have these values.
    fn holds(&self, changed: &[(usize, bool)]) -> bool {
        let mut number = 0;
        let mut take = |value: bool| {
            let found = changed.iter().find(|(suspect, _)| *suspect == number);
            number += 1;
            found.map_or(value, |(_, value)| *value)
        };
        let mut state = [false; VARIABLES];
        for (index, value) in self.initial.iter().enumerate() {
            state[index] = take(*value);
        }
        for statement in &self.statements {
            let enter = statement.cond.is_none_or(|cond| take(cond.value(&state)));
            let value = take(statement.value.value(&state));
            if enter {
                state[statement.to] = value;
            }
        }
        self.claim.value(&state)
    }

    fn brute_force(&self, suspects: &[String]) -> BTreeSet<String> {
        let values = [false, true];
        let single = |suspect: usize| values.iter().any(|value| self.holds(&[(suspect, *value)]));
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
                let repairs = values
                    .iter()
                    .any(|x| values.iter().any(|y| self.holds(&[(a, *x), (b, *y)])));
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
    let mut random = Random(7);
    let mut compared = 0;
    while compared < 60 {
        let small = Small::new(&mut random);
        if small.holds(&[]) {
            continue;
        }
        compared += 1;
        let (text, suspects) = small.text();
        let expected = small.brute_force(&suspects);
        let (found, sources) = find(&text, &[claims(&[])], &Settings::default());
        let all: BTreeSet<String> = shown(&found, &sources).into_iter().collect();
        assert_eq!(all, expected, "{text}");
    }
}
