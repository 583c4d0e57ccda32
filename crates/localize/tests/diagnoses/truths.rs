//! Expressions over truth values, drawn at random.

/// `v op w`, perhaps negated.
#[derive(Clone, Copy)]
pub(crate) struct Expr {
    a: usize,
    b: usize,
    op: u8,
    negated: bool,
}

impl Expr {
    pub(crate) fn value(self, truth: impl Fn(usize) -> bool) -> bool {
        let (a, b) = (truth(self.a), truth(self.b));
        let value = match self.op {
            0 => a & b,
            1 => a | b,
            _ => a ^ b,
        };
        value != self.negated
    }

    pub(crate) fn text(self) -> String {
        let op = ["&", "|", "^"][self.op as usize];
        let text = format!("v{} {op} v{}", self.a, self.b);
        match self.negated {
            true => format!("!({text})"),
            false => text,
        }
    }
}

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// An expression over so many variables.
    pub(crate) fn expr(&mut self, variables: usize) -> Expr {
        Expr {
            a: self.below(variables),
            b: self.below(variables),
            op: self.below(3) as u8,
            negated: self.below(3) == 0,
        }
    }
}
