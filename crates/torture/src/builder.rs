//! What the generators of all classes share: names in scope, and expressions over them.
//!
//! A run ends at its first error, so an error early in most runs hides everything behind it. Ordinary expressions are
//! therefore over small numbers and seldom go wrong; the classes add the dangerous ones where they are the point.

use crate::dice::Dice;
use crate::tree::{Expr, Input, Stmt, Tree};

pub(crate) struct Builder {
    pub(crate) dice: Dice,
    /// Expressions that can be read as `int`, innermost scope last.
    scopes: Vec<Vec<String>>,
    /// Names of `int` objects that can be assigned to.
    targets: Vec<Vec<String>>,
    names: u32,
    pub(crate) inputs: Vec<Input>,
    pub(crate) globals: Vec<Stmt>,
}

/// Shorthands for trees.
pub(crate) fn leaf(text: impl Into<String>) -> Expr {
    Expr::leaf(text)
}

pub(crate) fn line(text: impl Into<String>) -> Stmt {
    Stmt::line(text, Vec::new())
}

impl Builder {
    /// With the inputs `a`, `b` and `c`, each from 0 to 3.
    pub(crate) fn new(seed: u64) -> Builder {
        let inputs = ["a", "b", "c"].map(|name| Input::new(name, 0, 3)).to_vec();
        Builder {
            dice: Dice::new(seed),
            scopes: vec![vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]],
            targets: vec![Vec::new()],
            names: 0,
            inputs,
            globals: Vec::new(),
        }
    }

    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(crate) fn open(&mut self) {
        self.scopes.push(Vec::new());
        self.targets.push(Vec::new());
    }

    pub(crate) fn close(&mut self) {
        self.scopes.pop();
        self.targets.pop();
    }

    /// Something that can be read as a small `int` from here to the end of the scope.
    pub(crate) fn readable(&mut self, text: impl Into<String>) {
        self.scopes.last_mut().expect("a scope").push(text.into());
    }

    /// The same, and small numbers can be assigned to it.
    pub(crate) fn assignable(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.readable(text.clone());
        self.targets.last_mut().expect("a scope").push(text);
    }

    /// Something that is in scope; what was declared last is the most likely.
    fn known(&mut self) -> String {
        let all: Vec<&String> = self.scopes.iter().flatten().collect();
        let index = self
            .dice
            .roll(all.len() as u64)
            .max(self.dice.roll(all.len() as u64));
        all[index as usize].clone()
    }

    pub(crate) fn target(&mut self) -> Option<String> {
        let all: Vec<&String> = self.targets.iter().flatten().collect();
        if all.is_empty() {
            return None;
        }
        Some((*self.dice.pick(&all)).clone())
    }

    pub(crate) fn number(&mut self) -> Expr {
        leaf(self.dice.roll(8).to_string())
    }

    /// One of the inputs.
    pub(crate) fn input(&mut self) -> Expr {
        let index = self.dice.roll(self.inputs.len() as u64) as usize;
        leaf(self.inputs[index].name.clone())
    }

    /// An `int` that is small if what it reads is.
    pub(crate) fn int(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.dice.once_in(4) {
            return match self.dice.roll(5) {
                0 => self.number(),
                1 => self.input(),
                _ => leaf(self.known()),
            };
        }
        let (l, r) = (self.int(depth - 1), self.int(depth - 1));
        let two = |text: &str, l, r| Expr::of(text, vec![l, r]);
        match self.dice.roll(16) {
            0..=3 => two("($ + $)", l, r),
            4..=5 => two("($ - $)", l, r),
            6 => two("($ * $)", l, r),
            7 => two("($ & $)", l, r),
            8 => two("($ | $)", l, r),
            9 => two("($ ^ $)", l, r),
            10 => two("($ < $)", l, r),
            11 => two("($ == $)", l, r),
            12 => two("($ && $)", l, r),
            13 => {
                let other = self.int(depth - 1);
                Expr::of("($ ? $ : $)", vec![l, r, other])
            }
            14 => two("($ % ($ | 1))", l, r),
            _ => two("($ != $)", l, r),
        }
    }

    /// From 0 to `mask`, which is one less than a power of two.
    pub(crate) fn masked(&mut self, mask: u32) -> Expr {
        let inner = self.int(1);
        Expr::of(format!("($ & {mask})"), vec![inner])
    }

    /// True for some inputs and false for others, more often than not.
    pub(crate) fn condition(&mut self) -> Expr {
        let (input, number) = (self.input(), self.dice.roll(4));
        match self.dice.roll(6) {
            0 => Expr::of(format!("$ == {number}"), vec![input]),
            1 => Expr::of(format!("$ < {number}"), vec![input]),
            2 => Expr::of("$ & 1", vec![input]),
            3 => {
                let other = self.input();
                Expr::of("$ < $", vec![input, other])
            }
            _ => self.int(2),
        }
    }

    /// A claim that is violated by some runs, by all or by none.
    pub(crate) fn assertion(&mut self) -> Stmt {
        let (l, number) = (self.int(2), self.number());
        match self.dice.roll(6) {
            0 => {
                let r = self.int(1);
                Stmt::line("assert($ == $);", vec![l, r])
            }
            1 => Stmt::line("assert($ <= $);", vec![l, number]),
            2 => Stmt::line("assert($);", vec![l]),
            _ => Stmt::line("assert($ != $);", vec![l, number]),
        }
    }

    /// A small number goes to something that can be assigned to.
    pub(crate) fn assignment(&mut self) -> Stmt {
        let value = self.int(2);
        match self.target() {
            Some(target) => Stmt::line(format!("{target} = $ & 15;"), vec![value]),
            None => Stmt::line("(void)$;", vec![value]),
        }
    }

    /// `x`, `y` and `z`, which every class can use.
    pub(crate) fn locals(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        for name in ["x", "y", "z"] {
            let value = self.int(1);
            body.push(Stmt::line(format!("int {name} = $ & 15;"), vec![value]));
            self.assignable(name);
        }
        body
    }

    pub(crate) fn finish(self, body: Vec<Stmt>) -> Tree {
        Tree {
            globals: self.globals,
            inputs: self.inputs,
            body,
            compiles: true,
        }
    }
}
