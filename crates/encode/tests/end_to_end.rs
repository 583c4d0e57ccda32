//! Random formulas over small sorts: solver and brute force must agree, and models must satisfy the terms.

mod support;

use encode::{ArrayOptions, Encoder, Options, Polarity};
use logic::{Evaluator, Op, ScalarSort, Sort, SymbolId, TermId, TermPool, Value};

use sat::{CdclSolver, Lit, Model, Solver, Verdict};

use support::{Random, brute_force};

/// Random terms; conditions are returned.
fn grow(
    pool: &mut TermPool,
    random: &mut Random,
    terms: &mut Vec<TermId>,
    steps: usize,
    with_equality: bool,
) {
    for _ in 0..steps {
        let of = |pool: &TermPool, terms: &[TermId], sort: Sort| -> Vec<TermId> {
            terms
                .iter()
                .copied()
                .filter(|term| pool.sort(*term) == sort)
                .collect()
        };
        let first = random.pick(terms);
        let second = {
            let same = of(pool, terms, pool.sort(first));
            random.pick(&same)
        };
        let booleans = of(pool, terms, Sort::Bool);
        let term = match pool.sort(first) {
            Sort::Bool => {
                let op = random.pick(&[Op::And, Op::Or, Op::Xor, Op::Eq]);
                let second = if random.below(3) == 0 {
                    pool.not(second)
                } else {
                    second
                };
                pool.apply(op, &[first, second])
            }
            Sort::BitVec(_) => {
                let ops = [
                    Op::BvAdd,
                    Op::BvSub,
                    Op::BvXor,
                    Op::BvUlt,
                    Op::BvSlt,
                    Op::Eq,
                    Op::BvMul,
                    Op::Eq,
                ];
                pool.apply(random.pick(&ops), &[first, second])
            }
            Sort::Array(sort) => {
                let indices = of(pool, terms, Sort::BitVec(sort.index_width));
                let elements = of(pool, terms, sort.element.into());
                let (index, element) = (random.pick(&indices), random.pick(&elements));
                match random.below(if with_equality { 5 } else { 4 }) {
                    0 | 1 => pool.select(first, index),
                    2 => pool.store(first, index, element),
                    3 => pool.ite(random.pick(&booleans), first, second),
                    _ => pool.eq(first, second),
                }
            }
            Sort::Float(_) => pool.fp_lt(first, second),
        };
        terms.push(term);
    }
}

fn solve(solver: &mut CdclSolver, assumptions: &[Lit]) -> Option<Model> {
    match solver.solve_with(assumptions) {
        Verdict::Sat => Some(solver.model()),
        Verdict::Unsat => None,
        Verdict::Unknown => panic!("no limit was set"),
    }
}

fn check(seed: u64, rounds: usize, sorts: &[Sort], options: Options, with_equality: bool) {
    let mut random = Random(seed);
    let mut outcomes = [0; 2];
    for round in 0..rounds {
        let mut pool = if round % 2 == 0 {
            TermPool::new()
        } else {
            TermPool::without_rewrites()
        };
        let (symbols, mut terms): (Vec<SymbolId>, Vec<TermId>) =
            sorts.iter().map(|sort| pool.fresh("s", *sort)).unzip();
        for sort in sorts {
            if let Sort::BitVec(width) = sort {
                terms.push(pool.bv(*width, random.next().into()));
            }
        }
        grow(&mut pool, &mut random, &mut terms, 16, with_equality);
        let conditions: Vec<TermId> = terms
            .iter()
            .copied()
            .filter(|term| pool.sort(*term) == Sort::Bool)
            .collect();
        let mut encoder = Encoder::new(options);
        let mut solver = CdclSolver::new();
        // Incrementally: one more condition each time, as assertion or under an assumption.
        let mut asserted = pool.bool(true);
        for _ in 0..6 {
            let condition = random.pick(&conditions);
            let condition = if random.below(2) == 0 {
                pool.not(condition)
            } else {
                condition
            };
            let both = pool.and(asserted, condition);
            let literal = encoder.implying_literal(&pool, condition, &mut solver);
            let expected = brute_force(&pool, &symbols, both);
            let model = solve(&mut solver, &[literal]);
            assert_eq!(model.is_some(), expected, "{}", pool.display(both));
            outcomes[usize::from(expected)] += 1;
            if let Some(model) = model {
                let is_true = |lit: Lit| model.satisfies(lit);
                let assignment = encoder.assignment(&pool, is_true);
                let mut evaluator = Evaluator::with_defaults(&pool, &assignment);
                assert_eq!(
                    evaluator.eval(both),
                    Ok(Value::Bool(true)),
                    "{}",
                    pool.display(both)
                );
                for term in &terms {
                    if let Some(value) = encoder.value(&pool, *term, is_true) {
                        assert_eq!(evaluator.eval(*term), Ok(value), "{}", pool.display(*term));
                    }
                }
                if random.below(2) == 0 {
                    encoder.assert(&pool, condition, &mut solver);
                    asserted = both;
                }
            }
        }
    }
    assert!(
        outcomes.iter().all(|count| *count > rounds / 10),
        "one-sided: {outcomes:?}"
    );
}

fn array_sorts() -> Vec<Sort> {
    let array = Sort::array(2, ScalarSort::BitVec(1));
    vec![
        Sort::Bool,
        Sort::BitVec(2),
        Sort::BitVec(2),
        Sort::BitVec(1),
        array,
        array,
    ]
}

fn by_reads() -> ArrayOptions {
    ArrayOptions {
        max_expanded_index_width: 0,
        ..ArrayOptions::default()
    }
}

#[test]
fn bit_vectors_agree_with_brute_force() {
    let sorts = [
        Sort::Bool,
        Sort::Bool,
        Sort::BitVec(3),
        Sort::BitVec(3),
        Sort::BitVec(2),
    ];
    check(1, 150, &sorts, Options::default(), false);
    check(
        2,
        150,
        &sorts,
        Options {
            polarity: Polarity::Needed,
            ..Options::default()
        },
        false,
    );
}

#[test]
fn arrays_by_element_agree_with_brute_force() {
    check(3, 25, &array_sorts(), Options::default(), true);
    check(
        4,
        60,
        &array_sorts(),
        Options {
            polarity: Polarity::Needed,
            ..Options::default()
        },
        true,
    );
}

#[test]
fn arrays_by_reads_agree_with_brute_force() {
    check(
        5,
        80,
        &array_sorts(),
        Options {
            arrays: by_reads(),
            ..Options::default()
        },
        false,
    );
    let options = Options {
        polarity: Polarity::Needed,
        arrays: by_reads(),
    };
    check(6, 30, &array_sorts(), options, true);
}

#[test]
fn floats_agree_with_brute_force() {
    let float = Sort::Float(logic::FloatFormat::new(2, 2));
    check(
        7,
        100,
        &[Sort::Bool, float, float, Sort::BitVec(2)],
        Options::default(),
        false,
    );
}

/// What may be said of three arrays at once, and whether they can be so.
fn equalities(pool: &mut TermPool, index_width: u32) -> [(Vec<TermId>, bool); 14] {
    let sort = Sort::array(index_width, ScalarSort::BitVec(2));
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh(name, sort).1);
    let [i, j] = ["i", "j"].map(|name| pool.fresh(name, Sort::BitVec(index_width)).1);
    let [v, w] = ["v", "w"].map(|name| pool.fresh(name, Sort::BitVec(2)).1);
    let stored = pool.store(a, i, v);
    let stored_back = {
        let old = pool.select(a, i);
        pool.store(stored, i, old)
    };
    let (ab, bc, ac) = (pool.eq(a, b), pool.eq(b, c), pool.eq(a, c));
    let (not_ab, not_bc, not_ac) = (pool.not(ab), pool.not(bc), pool.not(ac));
    let restored = pool.eq(stored_back, a);
    let not_restored = pool.not(restored);
    let read_differs = {
        let (x, y) = (pool.select(a, j), pool.select(b, j));
        pool.distinct(x, y)
    };
    let same_index = pool.eq(i, j);
    let other_index = pool.not(same_index);
    let stored_is_b = pool.eq(stored, b);
    let b_holds_v = {
        let x = pool.select(b, i);
        pool.distinct(x, v)
    };
    let (const_v, const_w) = (pool.const_array(index_width, v), pool.const_array(index_width, w));
    let v_is_w = pool.eq(v, w);
    let v_not_w = pool.not(v_is_w);
    let constants_equal = pool.eq(const_v, const_w);
    let one_write_makes_constant = {
        let written = pool.store(const_v, i, w);
        pool.eq(written, const_w)
    };
    let stored_in_b = pool.store(b, i, v);
    let writes_equal = pool.eq(stored, stored_in_b);
    [
        (vec![ab, bc, ac], true),
        (vec![ab, bc, not_ac], false),
        (vec![not_ab, not_bc, not_ac], true),
        (vec![not_restored], false),
        (vec![ab, read_differs], false),
        (vec![not_ab, read_differs], true),
        (vec![stored_is_b, b_holds_v], false),
        (vec![stored_is_b, read_differs, other_index], false),
        (vec![stored_is_b, read_differs], true),
        (vec![constants_equal, v_not_w], false),
        (vec![one_write_makes_constant, v_not_w], false),
        (vec![writes_equal, read_differs, other_index], false),
        (vec![writes_equal, read_differs], true),
        (vec![writes_equal, not_ab], true),
    ]
}

/// Known theorems, comparing every element, or only those in use and one for all others.
#[test]
fn equalities_of_large_arrays() {
    check_equalities(3, by_reads());
    check_equalities(12, by_reads());
    check_equalities(
        3,
        ArrayOptions {
            max_exhausted_index_width: 0,
            ..by_reads()
        },
    );
}

fn check_equalities(index_width: u32, arrays: ArrayOptions) {
    let mut pool = TermPool::without_rewrites();
    for (conditions, expected) in equalities(&mut pool, index_width) {
        let mut encoder = Encoder::new(Options {
            arrays,
            ..Options::default()
        });
        let mut solver = CdclSolver::new();
        let literals: Vec<Lit> = conditions
            .iter()
            .map(|condition| encoder.literal(&pool, *condition, &mut solver))
            .collect();
        let model = solve(&mut solver, &literals);
        let shown: Vec<String> = conditions
            .iter()
            .map(|condition| pool.display(*condition))
            .collect();
        assert_eq!(model.is_some(), expected, "{shown:?}");
        if let Some(model) = model {
            let assignment = encoder.assignment(&pool, |lit| model.satisfies(lit));
            let mut evaluator = Evaluator::with_defaults(&pool, &assignment);
            for condition in &conditions {
                assert_eq!(
                    evaluator.eval(*condition),
                    Ok(Value::Bool(true)),
                    "{}",
                    pool.display(*condition)
                );
            }
        }
    }
}

#[test]
fn deep_terms_are_encoded_without_recursion() {
    let mut pool = TermPool::new();
    let (_, x) = pool.fresh("x", Sort::BitVec(4));
    let (_, array) = pool.fresh("a", Sort::array(16, ScalarSort::BitVec(4)));
    let (_, index) = pool.fresh("i", Sort::BitVec(16));
    let mut sum = x;
    let mut written = array;
    for step in 0..50_000u128 {
        sum = if step % 2 == 0 {
            pool.bv_mul(sum, x)
        } else {
            pool.bv_xor(sum, x)
        };
        let place = pool.bv(16, step);
        written = pool.store(written, place, sum);
    }
    let read = pool.select(written, index);
    let zero = pool.bv(4, 0);
    let is_zero = pool.eq(read, zero);
    let mut sink = encode::CountingSink::default();
    let mut encoder = Encoder::new(Options::default());
    encoder.literal(&pool, is_zero, &mut sink);
    assert!(sink.clauses > 100_000);
}
