//! What assumptions say about the ranges of everything.
//!
//! `assume(-300 <= x && x <= 300)` makes most of the bits of `x`, and of what is computed from it, copies of its sign,
//! but a solver has to find that out for each of them in each question. Ranges know it at once. For each input, the
//! numbers beyond a power of two, above and below, are tried: where no run is possible, the input is within. With all
//! inputs narrowed the ranges of all terms follow, and hold in every run. Arithmetic is then done with as many bits as
//! its operands and results have, and the result is extended: the same numbers from a fraction of the gates.

use std::collections::BTreeMap;

use interval::range::Range;
use interval::tape::Tape;
use logic::{Bits, Op, Sort, TermId, TermPool};

use super::search::Terms;
use super::size::Size;

/// The same terms with narrow arithmetic, and what the inputs can be, with their widths. The terms are the same only
/// where the inputs are in these ranges, as they are in every run; so that is one of the conditions. Leading bits alone
/// would leave -16 to 15 for an input between -1 and 15, and what is no run could look like one.
pub(super) fn narrowed(pool: &mut TermPool, terms: &Terms) -> (Terms, Vec<(TermId, Range, u32)>) {
    let known = ranges(pool, terms);
    let mut signed: BTreeMap<TermId, u32> = BTreeMap::new();
    for (term, range, width) in known.iter().filter(|(.., width)| *width > 1) {
        signed.insert(*term, width - range.leading(*width).1);
    }
    let (roots, _) = terms.all();
    let mut results: BTreeMap<TermId, TermId> = BTreeMap::new();
    for term in pool.reachable(&roots) {
        let operands: Vec<TermId> = pool.operands(term).to_vec();
        let replaced: Vec<TermId> = operands.iter().map(|operand| results[operand]).collect();
        let op = pool.op(term);
        // How many bits these need as signed numbers; nothing if one is no number or has no range.
        let needed = |of: &[TermId]| {
            let bits = of.iter().map(|term| signed.get(term).copied());
            bits.collect::<Option<Vec<u32>>>()?.into_iter().max()
        };
        let bits = match op {
            // The lower bits of the result depend on the lower bits of the operands only.
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg => needed(&[term]),
            Op::Ite => needed(&[term]),
            Op::BvSdiv | Op::BvSrem => needed(&[term, operands[0], operands[1]]),
            Op::BvSlt | Op::BvSle | Op::Eq => needed(&operands),
            _ => None,
        };
        let result = match (op, bits) {
            (Op::Symbol(_) | Op::Constant(_), _) => term,
            (_, Some(bits)) => narrow(pool, op, bits, &replaced),
            (_, None) if replaced == operands => term,
            (_, None) => pool.apply(op, &replaced),
        };
        results.insert(term, result);
    }
    let all = |terms: &[TermId]| terms.iter().map(|term| results[term]).collect::<Vec<_>>();
    let inputs: Vec<(TermId, Range, u32)> = known
        .into_iter()
        .filter(|(term, ..)| matches!(pool.op(*term), Op::Symbol(_)))
        .collect();
    let mut bounds = Vec::new();
    for (term, range, width) in &inputs {
        if matches!(pool.sort(*term), Sort::BitVec(_)) {
            bounds.extend(within(pool, *term, *range, *width));
        }
    }
    let narrow = Terms {
        hard: [bounds, all(&terms.hard)].concat(),
        length: all(&terms.length),
        sizes: terms
            .sizes
            .iter()
            .map(|size| Size {
                numbers: all(&size.numbers),
                flags: all(&size.flags),
            })
            .collect(),
        undefined: terms.undefined.clone(),
        part_of: terms.part_of.clone(),
    };
    (narrow, inputs)
}

/// That an input lies in its range.
fn within(pool: &mut TermPool, input: TermId, range: Range, width: u32) -> [TermId; 2] {
    let end = |pool: &mut TermPool, end: i128| pool.bits(Bits::from_i128(width, end));
    let (least, most) = (end(pool, range.least), end(pool, range.most));
    [pool.bv_sle(least, input), pool.bv_sle(input, most)]
}

/// An operation on the lower bits of its operands; a number is extended with its sign.
fn narrow(pool: &mut TermPool, op: Op, bits: u32, operands: &[TermId]) -> TermId {
    let width = |pool: &TermPool, term: TermId| match pool.sort(term) {
        Sort::BitVec(width) => Some(width),
        _ => None,
    };
    let lower: Vec<TermId> = operands
        .iter()
        .map(|&operand| match width(pool, operand) {
            Some(width) if bits < width => pool.bv_extract(operand, bits - 1, 0),
            _ => operand,
        })
        .collect();
    let whole = operands.iter().rev().find_map(|operand| width(pool, *operand));
    let result = pool.apply(op, &lower);
    match (width(pool, result), whole) {
        (Some(narrow), Some(whole)) if narrow < whole => pool.bv_sign_extend(result, whole),
        _ => result,
    }
}

/// What terms of runs can be, with their widths.
fn ranges(pool: &TermPool, terms: &Terms) -> Vec<(TermId, Range, u32)> {
    let (roots, [hard, ..]) = terms.all();
    let mut tape = Tape::new(pool, &roots);
    let inputs = interval::spans(&mut tape, hard);
    tape.evaluate(&inputs);
    tape.all().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Assignment, Value};

    /// Numbers that look random.
    struct Dice(u64);

    impl Dice {
        fn throw(&mut self, sides: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % sides
        }
    }

    const WIDTH: u32 = 10;
    const INPUT: u32 = 5;

    /// Conditions and costs made of two inputs.
    fn formula(pool: &mut TermPool, dice: &mut Dice) -> Terms {
        let inputs: Vec<TermId> = ["x", "y"]
            .into_iter()
            .map(|name| {
                let symbol = pool.declare(name.to_owned(), Sort::BitVec(INPUT));
                let symbol = pool.symbol(symbol);
                pool.bv_sign_extend(symbol, WIDTH)
            })
            .collect();
        let mut numbers = inputs;
        let mut hard = Vec::new();
        for _ in 0..6 {
            let constant = pool.bv(WIDTH, dice.throw(40) as u128);
            numbers.push(constant);
            let (a, b) = (
                numbers[dice.throw(numbers.len())],
                numbers[dice.throw(numbers.len())],
            );
            let number = match dice.throw(6) {
                0 => pool.bv_add(a, b),
                1 => pool.bv_sub(a, b),
                2 | 3 => pool.bv_mul(a, b),
                4 => pool.bv_neg(a),
                _ => {
                    let less = pool.bv_slt(a, b);
                    pool.ite(less, a, constant)
                }
            };
            numbers.push(number);
            if dice.throw(2) == 0 {
                let other = numbers[dice.throw(numbers.len())];
                hard.push(pool.bv_sle(number, other));
            }
        }
        Terms {
            hard,
            sizes: vec![Size {
                numbers,
                flags: Vec::new(),
            }],
            ..Terms::default()
        }
    }

    #[test]
    fn narrow_terms_have_the_same_runs() {
        let mut dice = Dice(7);
        let (mut runs, mut others) = (0, 0);
        for _ in 0..150 {
            let mut pool = TermPool::new();
            let terms = formula(&mut pool, &mut dice);
            let (narrow, _) = narrowed(&mut pool, &terms);
            let (roots, _) = terms.all();
            let symbols = pool.free_symbols(&roots);
            for both in 0..1u128 << (2 * INPUT) {
                let values = [both & 31, both >> INPUT];
                let assignment: Assignment = symbols
                    .iter()
                    .zip(values)
                    .map(|(symbol, value)| (*symbol, Value::BitVec(Bits::new(INPUT, value))))
                    .collect();
                let cost = terms.cost(&pool, &assignment);
                assert_eq!(narrow.cost(&pool, &assignment), cost, "{values:?}");
                match cost {
                    Some(_) => runs += 1,
                    None => others += 1,
                }
            }
        }
        assert!(runs > 10_000 && others > 10_000, "{runs} {others}");
    }
}
