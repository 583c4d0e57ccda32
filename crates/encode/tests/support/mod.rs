//! Random choices, and brute force.

mod random;

use logic::{ArrayValue, Assignment, Bits, Evaluator, Sort, SymbolId, TermId, TermPool, Value};

pub(super) use random::Random;

/// All values of a sort with few of them.
fn all_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Array(array) => {
            let elements = all_values(array.element.into());
            let mut arrays = vec![ArrayValue::constant(array.index_width, elements[0].clone())];
            for index in 0..1u128 << array.index_width {
                let index = Bits::new(array.index_width, index);
                arrays = arrays
                    .iter()
                    .flat_map(|array| {
                        elements
                            .iter()
                            .map(|element| array.store(index.clone(), element.clone()))
                    })
                    .collect();
            }
            arrays.into_iter().map(Value::Array).collect()
        }
        _ => {
            let scalar = sort.scalar().expect("a scalar");
            (0..1u64 << scalar.bit_count())
                .map(|word| Value::from_bit_fn(scalar, |bit| word >> bit & 1 == 1))
                .collect()
        }
    }
}

/// Whether some assignment makes the term true.
pub(super) fn brute_force(pool: &TermPool, symbols: &[SymbolId], term: TermId) -> bool {
    let choices: Vec<Vec<Value>> = symbols
        .iter()
        .map(|symbol| all_values(pool.symbol_sort(*symbol)))
        .collect();
    let mut digits = vec![0usize; symbols.len()];
    loop {
        let assignment: Assignment = symbols
            .iter()
            .zip(&digits)
            .zip(&choices)
            .map(|((symbol, digit), all)| (*symbol, all[*digit].clone()))
            .collect();
        if Evaluator::new(pool, &assignment).eval(term) == Ok(Value::Bool(true)) {
            return true;
        }
        let mut position = 0;
        loop {
            if position == digits.len() {
                return false;
            }
            digits[position] += 1;
            if digits[position] < choices[position].len() {
                break;
            }
            digits[position] = 0;
            position += 1;
        }
    }
}
