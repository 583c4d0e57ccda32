//! The public face: arrays, the x87 memory image, printing, substitution, errors.

use std::collections::BTreeMap;

use logic::{
    ArrayValue, Assignment, Bits, EvalError, Evaluator, Float, FloatFormat, Op, RoundingMode, ScalarSort,
    Sort, SortError, TermPool, Value,
};

fn byte(value: u128) -> Value {
    Value::BitVec(Bits::new(8, value))
}

#[test]
fn arrays_are_equal_as_maps() {
    let zero = ArrayValue::constant(4, byte(0));
    let written = zero.store(Bits::new(4, 3), byte(7));
    assert_ne!(zero, written);
    assert_eq!(written.store(Bits::new(4, 3), byte(0)), zero);
    let filled = (0..16).fold(ArrayValue::constant(4, byte(9)), |array, index| {
        array.store(Bits::new(4, index), byte(0))
    });
    assert_eq!(filled, zero);
    assert_eq!(written.select(&Bits::new(4, 3)), &byte(7));
}

#[test]
fn long_chains_of_stores_stay_cheap() {
    let mut array = ArrayValue::constant(32, byte(0));
    let mut kept = Vec::new();
    for step in 0..50_000u128 {
        array = array.store(Bits::new(32, step * 7919), byte(step));
        kept.push(array.clone());
    }
    assert_eq!(kept[100].select(&Bits::new(32, 200 * 7919)), &byte(0));
    assert_eq!(array.select(&Bits::new(32, 200 * 7919)), &byte(200));
    assert_eq!(array.entries().len(), 50_000);
}

#[test]
fn x87_memory_images_come_back_and_invalid_ones_are_nan() {
    let mut pool = TermPool::new();
    let x87 = FloatFormat::X87_EXTENDED;
    let (symbol, image) = pool.fresh("image", Sort::BitVec(80));
    let float = pool.x87_from_memory(image);
    let back = pool.x87_to_memory(float);
    let at = |bits: u128| {
        let assignment: Assignment = [(symbol, Value::BitVec(Bits::new(80, bits)))]
            .into_iter()
            .collect();
        let mut evaluator = Evaluator::new(&pool, &assignment);
        (evaluator.eval(float), evaluator.eval(back))
    };
    let one = 0x3fff_8000_0000_0000_0000_u128;
    let one_float = Float::from_f64(1.0).convert(x87, RoundingMode::TowardZero);
    assert_eq!(
        at(one),
        (Ok(Value::Float(one_float)), Ok(Value::BitVec(Bits::new(80, one))))
    );
    let smallest = 1u128;
    assert_eq!(at(smallest).1, Ok(Value::BitVec(Bits::new(80, smallest))));
    let pseudo_denormal = 0x0000_8000_0000_0000_0000_u128;
    assert_eq!(
        at(pseudo_denormal).1,
        Ok(Value::BitVec(Bits::new(80, 0x0001_8000_0000_0000_0000)))
    );
    let unnormal = 0x3fff_0000_0000_0000_0000_u128;
    assert_eq!(at(unnormal).0, Ok(Value::Float(Float::nan(x87))));
}

#[test]
fn terms_print_with_their_shared_parts_named() {
    let mut pool = TermPool::new();
    let (_, x) = pool.fresh("x", Sort::BitVec(8));
    let (_, y) = pool.fresh("y", Sort::BitVec(8));
    let sum = pool.bv_add(x, y);
    let product = pool.bv_mul(sum, sum);
    let ten = pool.bv(8, 10);
    let less = pool.bv_ult(product, ten);
    assert_eq!(
        pool.display(less),
        "(let t2 = (bvadd x y))\n(bvult (bvmul t2 t2) (_ bv10 8))"
    );
}

#[test]
fn substitution_simplifies_and_finds_no_second_match() {
    let mut pool = TermPool::new();
    let (_, x) = pool.fresh("x", Sort::BitVec(8));
    let (_, y) = pool.fresh("y", Sort::BitVec(8));
    let sum = pool.bv_add(x, y);
    let swap: BTreeMap<_, _> = [(x, y), (y, x)].into_iter().collect();
    let difference = pool.bv_sub(x, y);
    let swapped = pool.substitute(&[sum, difference], &swap);
    assert_eq!(swapped[0], sum);
    assert_eq!(swapped[1], pool.bv_sub(y, x));
    let zero = pool.bv(8, 0);
    assert_eq!(
        pool.substitute(&[sum], &[(y, zero)].into_iter().collect()),
        vec![x]
    );
}

#[test]
fn misuse_is_told_apart() {
    let mut pool = TermPool::new();
    let (symbol, x) = pool.fresh("x", Sort::BitVec(8));
    let (_, flag) = pool.fresh("flag", Sort::Bool);
    assert!(matches!(
        pool.try_apply(Op::BvAdd, &[x, flag]),
        Err(SortError::Operand { position: 1, .. })
    ));
    assert!(matches!(
        pool.try_apply(Op::BvAdd, &[x]),
        Err(SortError::Arity { found: 1, .. })
    ));
    assert!(matches!(
        pool.try_apply(Op::BvExtract { high: 8, low: 0 }, &[x]),
        Err(SortError::Width { .. })
    ));
    let nothing = Assignment::new();
    assert_eq!(
        Evaluator::new(&pool, &nothing).eval(x),
        Err(EvalError::Unassigned(symbol))
    );
    let wrong: Assignment = [(symbol, Value::Bool(true))].into_iter().collect();
    assert!(matches!(
        Evaluator::new(&pool, &wrong).eval(x),
        Err(EvalError::WrongSort { .. })
    ));
}

#[test]
fn array_values_become_terms_and_evaluate_back() {
    let mut pool = TermPool::new();
    let array = ArrayValue::constant(8, byte(1))
        .store(Bits::new(8, 2), byte(3))
        .store(Bits::new(8, 4), byte(5));
    let value = Value::Array(array);
    let term = pool.value(&value);
    assert_eq!(pool.sort(term), Sort::array(8, ScalarSort::BitVec(8)));
    assert_eq!(Evaluator::new(&pool, &Assignment::new()).eval(term), Ok(value));
}
