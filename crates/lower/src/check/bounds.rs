//! Array bounds: an index into an array of known length.

use ctype::{ArrayLen, Type, TypeId};
use frontend::tree;
use program::{BinaryOp, CheckKind, ExprId};
use source::LocId;

use super::cbmc::spaced;
use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn check_index(&mut self, index: ExprId, array_ty: TypeId, array: tree::ExprId, loc: LocId) {
        if !self.checks(CheckKind::ArrayBounds) {
            return;
        }
        let Type::Array {
            len: ArrayLen::Fixed(len),
            ..
        } = *self.program.types.get(array_ty)
        else {
            return;
        };
        if self
            .constant(index)
            .is_some_and(|index| (0..i128::from(len)).contains(&index))
        {
            return;
        }
        let ty = self.type_of(index);
        let Some((bits, signed)) = self.program.types.integer(ty) else {
            return;
        };
        let index_loc = self.loc_of(index);
        // A length that the index type cannot even express bounds nothing from above.
        let expressible = bits >= 64 || i128::from(len) < 1i128 << (bits - u32::from(signed));
        let below = expressible.then(|| {
            let value = self.clone_expr(index);
            let limit = self.int(i128::from(len), ty, index_loc);
            self.compare(BinaryOp::Lt, value, limit)
        });
        let above = signed.then(|| {
            let value = self.clone_expr(index);
            let zero = self.int(0, ty, index_loc);
            self.compare(BinaryOp::Ge, value, zero)
        });
        let array_text = self.short_text(self.tree.expr(array).loc);
        if self.options.cbmc_claims && !is_dynamic(&array_text) {
            let ends = [(above, "lower"), (below, "upper")];
            for (cond, end) in ends {
                // A constant index is on one side only.
                let fine = self
                    .constant(index)
                    .is_some_and(|index| (index >= 0) == (end == "lower"));
                if let Some(cond) = cond.filter(|_| !fine) {
                    self.claim_array_end(cond, end, index, array, loc);
                }
            }
            return;
        }
        let cond = match (above, below) {
            (Some(above), Some(below)) => self.and(above, below),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return,
        };
        if self.options.cbmc_claims {
            return self.claim_array_end(cond, "upper", index, array, loc);
        }
        let text = format!(
            "index `{}` is within `{array_text}`, which has {len} elements",
            self.short_text(index_loc)
        );
        self.claim(CheckKind::ArrayBounds, cond, text, loc);
    }

    fn claim_array_end(&mut self, cond: ExprId, end: &str, index: ExprId, array: tree::ExprId, loc: LocId) {
        let name = spaced(&self.short_text(self.tree.expr(array).loc));
        let within = format!("{name}[{}]", self.cbmc_index(index));
        let root = name.split(['.', '[']).next().unwrap_or_default();
        let text = if name.starts_with('"') {
            format!("string constant {end} bound in {within}")
        } else if is_dynamic(&name) {
            let path = name.split_once("->").map_or("", |(_, path)| path);
            let dot = if path.is_empty() { "" } else { "." };
            format!("array{dot}{path} dynamic object {end} bound in {within}")
        } else {
            let path: String = name[root.len()..]
                .split('[')
                .enumerate()
                .map(|(number, part)| match (number, part.split_once(']')) {
                    (0, _) | (_, None) => part.to_owned(),
                    (_, Some((_, rest))) => format!("[]{rest}"),
                })
                .collect();
            format!("array '{root}'{path} {end} bound in {within}")
        };
        self.claim(CheckKind::ArrayBounds, cond, text, loc);
    }

    /// The same for an array of run-time length.
    pub(crate) fn check_vla_index(&mut self, index: ExprId, array: tree::ExprId, loc: LocId) {
        let ty = self.tree.expr(array).ty;
        let Type::Array {
            len: ArrayLen::Variable(vla),
            ..
        } = *self.program.types.get(ty)
        else {
            return;
        };
        let Some(length) = self.known_length(vla) else {
            return;
        };
        if !self.checks(CheckKind::ArrayBounds) {
            return;
        }
        let index_loc = self.loc_of(index);
        let mut halves = Vec::new();
        for (op, limit) in [(BinaryOp::Ge, None), (BinaryOp::Lt, Some(length))] {
            let value = self.clone_expr(index);
            let value = self.convert(value, self.common.ptrdiff, index_loc);
            let limit = match limit {
                Some(var) => self.load_var(var, index_loc),
                None => self.int(0, self.common.ptrdiff, index_loc),
            };
            halves.push(self.compare(op, value, limit));
        }
        if self.options.cbmc_claims {
            self.claim_array_end(halves[0], "lower", index, array, loc);
            self.claim_array_end(halves[1], "upper", index, array, loc);
            return;
        }
        let cond = self.and(halves[0], halves[1]);
        let name = self.short_text(self.tree.expr(array).loc);
        let text = format!("index `{}` is within `{name}`", self.short_text(index_loc));
        self.claim(CheckKind::ArrayBounds, cond, text, loc);
    }
}

/// Whether an array is reached through a pointer.
fn is_dynamic(array: &str) -> bool {
    array.contains("->") || array.starts_with(['*', '('])
}
