//! C programs as trees of text.
//!
//! A generated program is only ever printed and made smaller, so the tree knows no C: an expression is a text with
//! holes (`$`) and the expressions in them, a statement is such a text, or text around lists of statements. Taking a
//! part out may leave something that is no C program; who shrinks finds out by translating it.

use std::fmt::Write;

/// A text with a hole for each operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    pub text: String,
    pub operands: Vec<Expr>,
    /// Whether any arithmetic expression may stand here instead.
    pub arithmetic: bool,
}

impl Expr {
    pub fn leaf(text: impl Into<String>) -> Expr {
        Expr::of(text, Vec::new())
    }

    pub fn of(text: impl Into<String>, operands: Vec<Expr>) -> Expr {
        Expr {
            text: text.into(),
            operands,
            arithmetic: true,
        }
    }

    /// An expression of a type that is not arithmetic.
    pub fn other(text: impl Into<String>, operands: Vec<Expr>) -> Expr {
        Expr {
            arithmetic: false,
            ..Expr::of(text, operands)
        }
    }

    #[must_use]
    pub fn render(&self) -> String {
        fill(&self.text, &self.operands)
    }
}

fn fill(text: &str, operands: &[Expr]) -> String {
    let mut operands = operands.iter();
    let mut rendered = String::new();
    for c in text.chars() {
        match c {
            '$' => rendered.push_str(&operands.next().map_or_else(|| "0".to_owned(), Expr::render)),
            _ => rendered.push(c),
        }
    }
    rendered
}

/// What a compound statement consists of: `if ($) {` and the statements that follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    pub head: Expr,
    pub body: Vec<Stmt>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stmt {
    Line(Expr),
    /// A second arm is an `else`; the tail closes what the arms opened.
    Compound {
        arms: Vec<Arm>,
        tail: String,
    },
}

impl Stmt {
    pub fn line(text: impl Into<String>, operands: Vec<Expr>) -> Stmt {
        Stmt::Line(Expr::of(text, operands))
    }

    pub fn compound(head: impl Into<String>, operands: Vec<Expr>, body: Vec<Stmt>) -> Stmt {
        Stmt::closed(head, operands, body, "}")
    }

    pub fn closed(
        head: impl Into<String>,
        operands: Vec<Expr>,
        body: Vec<Stmt>,
        tail: impl Into<String>,
    ) -> Stmt {
        let head = Expr::of(head, operands);
        Stmt::Compound {
            arms: vec![Arm { head, body }],
            tail: tail.into(),
        }
    }

    pub fn either(condition: Expr, body: Vec<Stmt>, other: Vec<Stmt>) -> Stmt {
        let arm = |head: &str, operands, body| Arm {
            head: Expr::of(head, operands),
            body,
        };
        Stmt::Compound {
            arms: vec![
                arm("if ($) {", vec![condition], body),
                arm("} else {", Vec::new(), other),
            ],
            tail: "}".to_owned(),
        }
    }

    fn render(&self, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        match self {
            Stmt::Line(line) => {
                let _ = writeln!(text, "{indent}{}", line.render());
            }
            Stmt::Compound { arms, tail } => {
                for arm in arms {
                    let _ = writeln!(text, "{indent}{}", arm.head.render());
                    for stmt in &arm.body {
                        stmt.render(depth + 1, text);
                    }
                }
                let _ = writeln!(text, "{indent}{tail}");
            }
        }
    }
}

/// An input of `main`, with all the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    pub name: String,
    pub low: i32,
    pub high: i32,
}

impl Input {
    #[must_use]
    pub fn new(name: &str, low: i32, high: i32) -> Input {
        Input {
            name: name.to_owned(),
            low,
            high,
        }
    }
}

/// A program: what stands before `main`, its inputs in the order they are asked for, and its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub globals: Vec<Stmt>,
    pub inputs: Vec<Input>,
    pub body: Vec<Stmt>,
    /// Whether a compiled program can be expected to do the same: not where it depends on how much memory there is.
    pub compiles: bool,
}

/// The headers that some program needs; they stay when it shrinks.
const PRELUDE: &str = "#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
";

impl Tree {
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = PRELUDE.to_owned();
        for stmt in &self.globals {
            stmt.render(0, &mut text);
        }
        text.push_str("int main(void) {\n");
        for Input { name, low, high } in &self.inputs {
            let _ = writeln!(text, "    int {name} = nondet_int();");
            let _ = writeln!(text, "    __CPROVER_assume({name} >= {low} && {name} <= {high});");
        }
        for stmt in &self.body {
            stmt.render(1, &mut text);
        }
        text.push_str("    return 0;\n}\n");
        text
    }

    /// All combinations of the inputs' values, the last one changing fastest.
    #[must_use]
    pub fn choices(&self) -> Vec<Vec<i32>> {
        let mut all = vec![Vec::new()];
        for input in &self.inputs {
            let longer = all.iter().flat_map(|values: &Vec<i32>| {
                (input.low..=input.high).map(|value| {
                    let mut values = values.clone();
                    values.push(value);
                    values
                })
            });
            all = longer.collect();
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_in_order() {
        let sum = Expr::of(
            "($ + $)",
            vec![Expr::leaf("a"), Expr::of("-$", vec![Expr::leaf("b")])],
        );
        assert_eq!(sum.render(), "(a + -b)");
    }

    #[test]
    fn all_combinations_of_values() {
        let tree = Tree {
            globals: Vec::new(),
            inputs: vec![Input::new("a", 0, 1), Input::new("b", -1, 1)],
            body: Vec::new(),
            compiles: true,
        };
        assert_eq!(tree.choices().len(), 6);
        assert_eq!(tree.choices()[1], [0, 0]);
    }
}
