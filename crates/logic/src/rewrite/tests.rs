//! Every rule against the evaluator: random terms of tiny sorts are built with and without rewrites, in step,
//! and must agree under random and (where the symbols have few bits together) under all assignments.

use super::rules_for;
use crate::bits::Bits;
use crate::eval::{Assignment, Evaluator};
use crate::float::RoundingMode;
use crate::op::Op;
use crate::pool::{SymbolId, TermId, TermPool};
use crate::sort::{FloatFormat, ScalarSort, Sort};
use crate::value::Value;

const SMALL: FloatFormat = FloatFormat::new(2, 3);
const LARGE: FloatFormat = FloatFormat::new(3, 3);

#[path = "../../../encode/tests/support/random.rs"]
mod random;

use random::Random;

impl Random {
    fn value(&mut self, sort: Sort) -> Value {
        let word = self.next();
        match sort {
            Sort::Array(array) => {
                let mut value = Value::default_of(sort).as_array().expect("an array").clone();
                for index in 0..1u128 << array.index_width {
                    let element = self.value(array.element.into());
                    value = value.store(Bits::new(array.index_width, index), element);
                }
                Value::Array(value)
            }
            // Limits are where rules go wrong.
            Sort::BitVec(width) if word.is_multiple_of(4) => Value::BitVec(
                self.pick(&[0u128, 1, 2, u128::MAX])
                    .pipe(|value| Bits::new(width, value)),
            ),
            _ => Value::from_bit_fn(sort.scalar().expect("a scalar"), |bit| word >> (bit + 8) & 1 == 1),
        }
    }
}

trait Pipe: Sized {
    fn pipe<T>(self, apply: impl FnOnce(Self) -> T) -> T {
        apply(self)
    }
}

impl Pipe for u128 {}

/// Every operator that has operands, with parameters that fit some of the sorts in use.
fn operators(random: &mut Random) -> Vec<Op> {
    let (a, b) = (random.below(6) as u32, random.below(6) as u32);
    let (high, low) = (a.max(b), a.min(b));
    let width = 1 + random.below(6) as u32;
    let format = random.pick(&[SMALL, LARGE]);
    let mut operators = Op::OF_TWO_WORDS.to_vec();
    operators.extend([
        Op::Not,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Ite,
        Op::BvNot,
        Op::BvNeg,
        Op::BvExtract { high, low },
        Op::BvZeroExtend { width },
        Op::BvSignExtend { width },
        Op::BvNegOverflow,
        Op::BvUshlOverflow,
        Op::BvSshlOverflow,
        Op::BvSdivOverflow,
        Op::FpAdd,
        Op::FpSub,
        Op::FpMul,
        Op::FpDiv,
        Op::FpFma,
        Op::FpSqrt,
        Op::FpRoundToIntegral,
        Op::FpRem,
        Op::FpFmod,
        Op::FpNeg,
        Op::FpAbs,
        Op::FpMin,
        Op::FpMax,
        Op::FpEq,
        Op::FpLt,
        Op::FpLe,
        Op::FpIsNan,
        Op::FpIsInfinite,
        Op::FpIsZero,
        Op::FpIsNormal,
        Op::FpIsSubnormal,
        Op::FpIsNegative,
        Op::FpConvert { format },
        Op::FpFromSigned { format },
        Op::FpFromUnsigned { format },
        Op::FpToSigned,
        Op::FpToUnsigned,
        Op::FpFromBits { format },
        Op::FpToBits,
        Op::Select,
        Op::Store,
        Op::Slide,
        Op::Splice,
        Op::ConstArray { index_width: 2 },
    ]);
    operators
}

fn is_shape(op: Op) -> bool {
    matches!(
        op,
        Op::BvExtract { .. }
            | Op::BvZeroExtend { .. }
            | Op::BvSignExtend { .. }
            | Op::BvConcat
            | Op::BvAdd
            | Op::Eq
    )
}

fn is_division(op: Op) -> bool {
    matches!(
        op,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvMul | Op::BvAdd | Op::BvSub | Op::BvUlt
    )
}

/// The two pools, and pairs of terms that must be equal.
struct Pair {
    plain: TermPool,
    simplified: TermPool,
    terms: Vec<(TermId, TermId)>,
    symbols: Vec<(SymbolId, SymbolId)>,
}

impl Pair {
    fn new(sorts: &[Sort]) -> Pair {
        let mut pair = Pair {
            plain: TermPool::without_rewrites(),
            simplified: TermPool::new(),
            terms: Vec::new(),
            symbols: Vec::new(),
        };
        for sort in sorts {
            let (plain, plain_term) = pair.plain.fresh("s", *sort);
            let (simplified, simplified_term) = pair.simplified.fresh("s", *sort);
            pair.symbols.push((plain, simplified));
            pair.terms.push((plain_term, simplified_term));
        }
        pair
    }

    fn constant(&mut self, value: &Value) {
        let terms = (self.plain.value(value), self.simplified.value(value));
        self.terms.push(terms);
    }

    fn of_sort(&self, random: &mut Random, accepts: impl Fn(Sort) -> bool) -> Option<(TermId, TermId)> {
        let fitting: Vec<(TermId, TermId)> = self
            .terms
            .iter()
            .copied()
            .filter(|(term, _)| accepts(self.plain.sort(*term)))
            .collect();
        (!fitting.is_empty()).then(|| random.pick(&fitting))
    }

    fn operands(&self, random: &mut Random, op: Op) -> Option<Vec<(TermId, TermId)>> {
        let is_mode = |sort| sort == Sort::BitVec(RoundingMode::WIDTH);
        let is_float = |sort| matches!(sort, Sort::Float(_));
        let is_bits = |sort| matches!(sort, Sort::BitVec(_));
        let like = |random: &mut Random, (term, _): (TermId, TermId)| {
            self.of_sort(random, |sort| sort == self.plain.sort(term))
        };
        let mut operands = Vec::new();
        match op {
            op if op.rounds_floats() => {
                operands.push(self.of_sort(random, is_mode)?);
                operands.push(self.of_sort(random, is_float)?);
            }
            Op::FpConvert { .. } | Op::FpToSigned | Op::FpToUnsigned => {
                operands.push(self.of_sort(random, is_mode)?);
                operands.push(self.of_sort(random, is_float)?);
                operands.push(self.of_sort(random, is_bits)?);
                operands.truncate(op.arity());
            }
            Op::FpFromSigned { .. } | Op::FpFromUnsigned { .. } => {
                operands.push(self.of_sort(random, is_mode)?);
                operands.push(self.of_sort(random, is_bits)?);
            }
            Op::Ite => {
                operands.push(self.of_sort(random, |sort| sort == Sort::Bool)?);
                operands.push(random.pick(&self.terms));
            }
            Op::Splice => {
                let array = self.of_sort(random, Sort::is_array)?;
                let Sort::Array(sort) = self.plain.sort(array.0) else {
                    return None;
                };
                let is_index = |other| other == Sort::BitVec(sort.index_width);
                operands.push(array);
                operands.push(self.of_sort(random, is_index)?);
                operands.push(self.of_sort(random, is_index)?);
                operands.push(like(random, array)?);
            }
            Op::Select | Op::Store | Op::Slide => {
                let array = self.of_sort(random, Sort::is_array)?;
                let Sort::Array(sort) = self.plain.sort(array.0) else {
                    return None;
                };
                operands.push(array);
                operands.push(self.of_sort(random, |other| other == Sort::BitVec(sort.index_width))?);
                operands.push(self.of_sort(random, |other| other == sort.element.into())?);
                operands.truncate(op.arity());
            }
            Op::BvConcat => {
                operands.push(self.of_sort(random, is_bits)?);
                operands.push(self.of_sort(random, is_bits)?);
            }
            Op::ConstArray { .. } => operands.push(self.of_sort(random, |sort| sort == Sort::BitVec(2))?),
            Op::Eq => operands.push(random.pick(&self.terms)),
            Op::Not | Op::And | Op::Or | Op::Xor => {
                operands.push(self.of_sort(random, |sort| sort == Sort::Bool)?)
            }
            _ if op.name().starts_with("fp.") && !matches!(op, Op::FpFromBits { .. }) => {
                operands.push(self.of_sort(random, is_float)?);
            }
            _ => operands.push(self.of_sort(random, is_bits)?),
        }
        while operands.len() < op.arity() {
            let last = *operands.last()?;
            operands.push(like(random, last)?);
        }
        Some(operands)
    }

    /// Adds a random term on top of the others, if the operands fit.
    fn grow(&mut self, random: &mut Random, accepts: fn(Op) -> bool) {
        let mut candidates = operators(random);
        candidates.retain(|op| accepts(*op));
        let op = random.pick(&candidates);
        let Some(operands) = self.operands(random, op) else {
            return;
        };
        let (plain, simplified): (Vec<TermId>, Vec<TermId>) = operands.into_iter().unzip();
        let (plain, simplified) = (
            self.plain.try_apply(op, &plain),
            self.simplified.try_apply(op, &simplified),
        );
        assert_eq!(plain.is_ok(), simplified.is_ok());
        if let (Ok(plain), Ok(simplified)) = (plain, simplified) {
            let width = self.plain.sort(plain).bit_width().unwrap_or(1);
            if width <= 8 {
                self.terms.push((plain, simplified));
            }
        }
    }

    fn apply(&mut self, op: Op, operands: &[(TermId, TermId)]) -> (TermId, TermId) {
        let (plain, simplified): (Vec<TermId>, Vec<TermId>) = operands.iter().copied().unzip();
        let terms = (
            self.plain.apply(op, &plain),
            self.simplified.apply(op, &simplified),
        );
        self.terms.push(terms);
        terms
    }

    /// What quotients and remainders of two terms have to do with each other: random terms seldom meet like this.
    fn add_division_laws(&mut self, x: (TermId, TermId), y: (TermId, TermId)) {
        for (division, remainder) in [(Op::BvUdiv, Op::BvUrem), (Op::BvSdiv, Op::BvSrem)] {
            let quotient = self.apply(division, &[x, y]);
            let rest = self.apply(remainder, &[x, y]);
            let whole = self.apply(Op::BvMul, &[quotient, y]);
            self.apply(Op::BvAdd, &[whole, rest]);
            self.apply(Op::BvSub, &[x, whole]);
            for op in [Op::BvUaddOverflow, Op::BvSaddOverflow] {
                self.apply(op, &[whole, rest]);
            }
            for op in [Op::BvUmulOverflow, Op::BvSmulOverflow] {
                self.apply(op, &[quotient, y]);
            }
            for (a, b) in [(rest, y), (x, rest), (x, quotient), (x, whole)] {
                self.apply(Op::BvUlt, &[a, b]);
            }
        }
    }

    fn compare(&self, values: &[Value]) {
        let give = |symbols: Vec<SymbolId>| {
            symbols
                .into_iter()
                .zip(values.iter().cloned())
                .collect::<Assignment>()
        };
        let plain_values = give(self.symbols.iter().map(|pair| pair.0).collect());
        let simplified_values = give(self.symbols.iter().map(|pair| pair.1).collect());
        let mut plain = Evaluator::new(&self.plain, &plain_values);
        let mut simplified = Evaluator::new(&self.simplified, &simplified_values);
        for (term, other) in &self.terms {
            let (expected, found) = (plain.eval(*term), simplified.eval(*other));
            assert!(
                expected == found,
                "{} = {expected:?}, but simplified {} = {found:?} under {values:?}",
                self.plain.display(*term),
                self.simplified.display(*other)
            );
        }
    }
}

fn sorts() -> Vec<Sort> {
    let mut sorts = vec![Sort::Bool, Sort::Bool, Sort::Bool];
    sorts.extend([1, 1, 2, 2, 3, 3, 4, 4, 5, 6].map(Sort::BitVec));
    sorts.extend([SMALL, SMALL, LARGE, LARGE].map(Sort::Float));
    sorts.extend([
        Sort::array(2, ScalarSort::BitVec(2)),
        Sort::array(2, ScalarSort::BitVec(2)),
    ]);
    sorts
}

#[test]
fn random_terms_keep_their_values_and_use_every_rule() {
    let mut random = Random(1);
    let mut used = std::collections::BTreeSet::new();
    for round in 0..3000 {
        let mut pair = Pair::new(&sorts());
        for sort in sorts() {
            if !sort.is_array() {
                let value = random.value(sort);
                pair.constant(&value);
            }
        }
        // One, because rules ask for it, and the neutral zeros.
        for format in [SMALL, LARGE] {
            let mode = RoundingMode::TowardZero;
            pair.constant(&Value::Float(crate::Float::from_unsigned(
                format,
                &Bits::new(2, 1),
                mode,
            )));
            pair.constant(&Value::Float(crate::Float::zero(format, true)));
        }
        // Some rounds are of few operators only: else these seldom meet.
        let accepts = match round % 8 {
            2 => |op| {
                matches!(
                    op,
                    Op::Select | Op::Store | Op::Slide | Op::Splice | Op::ConstArray { .. }
                )
            },
            3 => |op| matches!(op, Op::BvExtract { .. } | Op::BvConcat),
            0 => is_shape,
            1 => |op| matches!(op, Op::Ite | Op::Not | Op::Eq | Op::And),
            4 => |op| matches!(op, Op::BvAdd | Op::BvSub | Op::BvNeg | Op::Eq),
            5 => is_division,
            _ => |_| true,
        };
        for _ in 0..150 {
            pair.grow(&mut random, accepts);
        }
        if round % 8 == 5 {
            let (x, y) = (pair.terms[7], pair.terms[8]);
            pair.add_division_laws(x, y);
        }
        for _ in 0..6 {
            let values: Vec<Value> = sorts().into_iter().map(|sort| random.value(sort)).collect();
            pair.compare(&values);
        }
        used.extend(pair.simplified.rules_used.keys().copied());
    }
    let mut unused = Vec::new();
    for op in operators(&mut random) {
        unused.extend(
            rules_for(op)
                .iter()
                .map(|rule| rule.0)
                .filter(|name| !used.contains(name)),
        );
    }
    assert!(unused.is_empty(), "no random term used the rules {unused:?}");
}

#[test]
fn terms_over_few_bits_keep_their_values_under_all_assignments() {
    let mut random = Random(2);
    for width in 1..=3 {
        let sorts = [
            Sort::Bool,
            Sort::BitVec(width),
            Sort::BitVec(width),
            Sort::BitVec(1),
        ];
        for _ in 0..120 {
            let mut pair = Pair::new(&sorts);
            for constant in 0..1 << width {
                pair.constant(&Value::BitVec(Bits::new(width, constant)));
            }
            let (x, y) = (pair.terms[1], pair.terms[2]);
            pair.add_division_laws(x, y);
            for _ in 0..60 {
                pair.grow(&mut random, |_| true);
            }
            for word in 0..1u32 << (2 * width + 2) {
                let value = |width, shift: u32| Value::BitVec(Bits::new(width, (word >> shift).into()));
                let values = [
                    Value::Bool(word & 1 == 1),
                    value(width, 2),
                    value(width, 2 + width),
                    value(1, 1),
                ];
                pair.compare(&values);
            }
        }
    }
}

#[test]
fn deep_terms_are_built_evaluated_and_walked_without_recursion() {
    let mut pool = TermPool::new();
    let (symbol, x) = pool.fresh("x", Sort::BitVec(8));
    let (_, condition) = pool.fresh("c", Sort::Bool);
    let three = pool.bv(8, 3);
    let mut term = x;
    for step in 0..1_000_000u32 {
        term = match step % 3 {
            0 => pool.bv_mul(term, three),
            1 => pool.bv_xor(term, x),
            _ => pool.ite(condition, term, x),
        };
    }
    let mut assignment = Assignment::new();
    assignment.insert(symbol, Value::BitVec(Bits::new(8, 5)));
    assert!(Evaluator::with_defaults(&pool, &assignment).eval(term).is_ok());
    assert_eq!(pool.free_symbols(&[term]).len(), 2);
    assert!(pool.dag_size(&[term]) > 900_000);
    assert!(pool.display(term).len() > 1_000_000);
    let yes = pool.bool(true);
    let replaced = pool.substitute(&[term], &[(condition, yes)].into_iter().collect())[0];
    assert_eq!(pool.free_symbols(&[replaced]), vec![symbol]);
}
