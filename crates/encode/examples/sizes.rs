//! Gates and clauses per operator and width, with growth: `cargo run --release -p encode --example sizes`.
//!
//! For each operator a term over fresh symbols is encoded into a sink that counts. The growth column is the
//! ratio to the row above it in the same block: twice the width should double what is linear and quadruple
//! what is quadratic. Array rows show cost by number of writes and reads.

use std::time::Instant;

use encode::{CountingSink, Encoder, Options};
use logic::{FloatFormat, Op, RoundingMode, ScalarSort, Sort, TermId, TermPool};

struct Row {
    gates: usize,
    sink: CountingSink,
    milliseconds: f64,
}

fn measure(pool: &TermPool, term: TermId) -> Row {
    let start = Instant::now();
    let mut encoder = Encoder::new(Options::default());
    let mut sink = CountingSink::default();
    encoder.bits(pool, term, &mut sink);
    Row {
        gates: encoder.gate_count(),
        sink,
        milliseconds: start.elapsed().as_secs_f64() * 1000.0,
    }
}

fn print(name: &str, size: &str, row: &Row, previous: Option<&Row>) {
    let growth = previous.map_or(String::new(), |previous| {
        format!(
            "{:6.2}",
            row.sink.clauses as f64 / previous.sink.clauses.max(1) as f64
        )
    });
    println!(
        "{name:24} {size:>10} {:>9} {:>9} {:>10} {growth:>7} {:>9.2}",
        row.gates, row.sink.variables, row.sink.clauses, row.milliseconds
    );
}

type Build = Box<dyn Fn(&mut TermPool) -> TermId>;

fn block(name: &str, sizes: &[(String, Build)]) {
    let mut previous = None;
    for (size, build) in sizes {
        let mut pool = TermPool::without_rewrites();
        let term = build(&mut pool);
        let row = measure(&pool, term);
        print(name, size, &row, previous.as_ref());
        previous = Some(row);
    }
}

fn bit_vectors(op: Op) {
    let sizes: Vec<(String, Build)> = [8, 16, 32, 64, 128]
        .into_iter()
        .map(|width| {
            let build: Build = Box::new(move |pool| {
                let (a, b) = (
                    pool.fresh("a", Sort::BitVec(width)).1,
                    pool.fresh("b", Sort::BitVec(width)).1,
                );
                pool.apply(op, &[a, b][..op.arity()])
            });
            (format!("{width}"), build)
        })
        .collect();
    block(op.name(), &sizes);
}

const FORMATS: [(&str, FloatFormat); 4] = [
    ("half", FloatFormat::HALF),
    ("single", FloatFormat::SINGLE),
    ("double", FloatFormat::DOUBLE),
    ("x87", FloatFormat::X87_EXTENDED),
];

/// With the rounding mode constant, as in most programs, or free.
fn floats(op: Op, takes_mode: bool, mode_is_free: bool, formats: &[(&str, FloatFormat)]) {
    let sizes: Vec<(String, Build)> = formats
        .iter()
        .map(|(name, format)| {
            let sort = Sort::Float(*format);
            let build: Build = Box::new(move |pool| {
                let mode = if mode_is_free {
                    pool.fresh("rm", Sort::BitVec(RoundingMode::WIDTH)).1
                } else {
                    pool.rounding_mode(RoundingMode::NearestTiesToEven)
                };
                let mut operands: Vec<TermId> = if takes_mode { vec![mode] } else { Vec::new() };
                while operands.len() < op.arity() {
                    operands.push(pool.fresh("x", sort).1);
                }
                pool.apply(op, &operands)
            });
            ((*name).to_string(), build)
        })
        .collect();
    let name = if mode_is_free {
        format!("{} (any mode)", op.name())
    } else {
        op.name().to_string()
    };
    block(&name, &sizes);
}

/// A chain of writes, then as many reads, at free indices.
fn arrays(index_width: u32) {
    let sizes: Vec<(String, Build)> = [4u32, 8, 16, 32]
        .into_iter()
        .map(|count| {
            let build: Build = Box::new(move |pool| {
                let mut array = pool
                    .fresh("a", Sort::array(index_width, ScalarSort::BitVec(32)))
                    .1;
                for _ in 0..count {
                    let (index, element) = (
                        pool.fresh("i", Sort::BitVec(index_width)).1,
                        pool.fresh("v", Sort::BitVec(32)).1,
                    );
                    array = pool.store(array, index, element);
                }
                let mut sum = pool.bv(32, 0);
                for _ in 0..count {
                    let index = pool.fresh("j", Sort::BitVec(index_width)).1;
                    let read = pool.select(array, index);
                    sum = pool.bv_xor(sum, read);
                }
                sum
            });
            (format!("{count}x{count}"), build)
        })
        .collect();
    block(&format!("store/select, {index_width}-bit"), &sizes);
}

fn main() {
    println!(
        "{:24} {:>10} {:>9} {:>9} {:>10} {:>7} {:>9}",
        "operator", "size", "gates", "variables", "clauses", "growth", "ms"
    );
    for op in [
        Op::BvAdd,
        Op::BvSub,
        Op::BvNeg,
        Op::BvUlt,
        Op::BvSlt,
        Op::Eq,
        Op::BvShl,
        Op::BvAshr,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSaddOverflow,
        Op::BvUmulOverflow,
        Op::BvSmulOverflow,
        Op::BvSshlOverflow,
    ] {
        bit_vectors(op);
    }
    for op in [
        Op::FpAdd,
        Op::FpMul,
        Op::FpDiv,
        Op::FpFma,
        Op::FpSqrt,
        Op::FpRoundToIntegral,
    ] {
        floats(op, true, false, &FORMATS);
    }
    floats(Op::FpAdd, true, true, &FORMATS);
    for op in [Op::FpLt, Op::FpEq, Op::FpMin] {
        floats(op, false, false, &FORMATS);
    }
    for op in [Op::FpRem, Op::FpFmod] {
        floats(op, false, false, &FORMATS);
    }
    arrays(4);
    arrays(32);
}
