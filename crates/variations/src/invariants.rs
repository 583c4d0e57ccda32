//! What is true of the values at a place in all failing runs, and not in all passing ones, and the other way round
//! (section 5.2 of *What Went Wrong*).
//!
//! The facts are those that Daikon looks for first: constants, few values, bounds, not zero, remainders; orders and
//! equalities of two variables, one as a linear function of the other; null, and pointers into the same object; sorted
//! arrays. A fact is told if it is true of every sample of the one kind and false of some sample of the other. Of two
//! facts about the same variables the stronger one is told. What was seen is true of the runs that were executed; if
//! these are all that there are, it is proved.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use interp::{Seen, SeenValue, StepPlace};
use program::{FunctionId, Pc, VarId};

use crate::explore::{Found, Samples};
use crate::trie::{NodeId, Trie};

/// With fewer samples remainders and linear functions fit by chance.
const ENOUGH: usize = 8;
/// A set of more values than these says nothing.
const FEW_VALUES: usize = 3;

/// A place at which values are looked at: before this step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub function: FunctionId,
    pub pc: Pc,
}

impl Point {
    pub(crate) fn of(place: StepPlace) -> Point {
        Point {
            function: place.function,
            pc: place.pc,
        }
    }
}

/// What was seen at a place: one row for each different state, in failing and in passing runs.
#[derive(Debug, Clone, Default)]
pub struct SampleTable {
    pub point: Option<Point>,
    pub negative: Vec<Vec<Seen>>,
    pub positive: Vec<Vec<Seen>>,
}

/// One of the numbers that a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operand {
    Variable(VarId),
    /// An element of an array.
    Element(VarId, u32),
}

/// Something that is true of values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    Is(Operand, i128),
    OneOf(Operand, Vec<i128>),
    AtLeast(Operand, i128),
    AtMost(Operand, i128),
    NotZero(Operand),
    /// (x, m, r): x mod m = r.
    Remainder(Operand, i128, i128),
    Less(Operand, Operand),
    AtMostOther(Operand, Operand),
    Equal(Operand, Operand),
    Unequal(Operand, Operand),
    /// (y, a, x, b): y = a x + b.
    Linear(Operand, i128, Operand, i128),
    Null(VarId),
    NotNull(VarId),
    SameObject(VarId, VarId),
    Ascending(VarId),
    Descending(VarId),
}

/// A difference at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    pub point: Point,
    pub positive: Option<Fact>,
    pub negative: Option<Fact>,
    /// How many different states were seen, in passing and in failing runs.
    pub samples: (usize, usize),
    pub proved: bool,
}

/// Gathers what was seen on the ways of all runs.
pub(crate) fn samples(
    trie: &Trie,
    samples: &Samples,
    points: &HashSet<StepPlace>,
    found: &Found,
) -> Vec<SampleTable> {
    let side = |ends: &[NodeId]| {
        let mut rows = Vec::new();
        let mut known: HashSet<NodeId> = HashSet::new();
        for &end in ends {
            let mut at = end;
            // Above a node that was met all are.
            while at != Trie::ROOT && known.insert(at) {
                let step = trie.step(trie.last_step(at));
                let from = trie.parent(at);
                if points.contains(&step.place)
                    && let Some(seen) = samples.get(&(from, step.thread))
                {
                    rows.push((Point::of(step.place), seen));
                }
                at = from;
            }
        }
        rows
    };
    table(&side(&found.negatives), &side(&found.positives))
}

/// Different rows by place.
pub(crate) fn table(negative: &[(Point, &Vec<Seen>)], positive: &[(Point, &Vec<Seen>)]) -> Vec<SampleTable> {
    let mut tables: BTreeMap<Point, SampleTable> = BTreeMap::new();
    for (rows, failing) in [(negative, true), (positive, false)] {
        let mut known: HashSet<(Point, String)> = HashSet::new();
        for (point, seen) in rows {
            if !known.insert((*point, format!("{seen:?}"))) {
                continue;
            }
            let table = tables.entry(*point).or_default();
            table.point = Some(*point);
            let side = if failing {
                &mut table.negative
            } else {
                &mut table.positive
            };
            side.push((*seen).clone());
        }
    }
    tables.into_values().collect()
}

/// The values of one place, by what they belong to.
#[derive(Default)]
struct Columns {
    numbers: BTreeMap<Operand, Vec<i128>>,
    /// (object, is null)
    pointers: BTreeMap<VarId, Vec<(u64, bool)>>,
    arrays: BTreeMap<VarId, Vec<Vec<i128>>>,
}

impl Columns {
    fn of(rows: &[Vec<Seen>]) -> Columns {
        let mut columns = Columns::default();
        for row in rows {
            for seen in row {
                match &seen.value {
                    SeenValue::Int(value) => {
                        columns
                            .numbers
                            .entry(Operand::Variable(seen.var))
                            .or_default()
                            .push(*value);
                    }
                    SeenValue::Pointer { object, offset } => {
                        let null = *object == 0 && *offset == 0;
                        columns
                            .pointers
                            .entry(seen.var)
                            .or_default()
                            .push((*object, null));
                    }
                    SeenValue::Ints(values) => {
                        for (index, &value) in values.iter().enumerate().take(FEW_ELEMENTS) {
                            let element = Operand::Element(seen.var, index as u32);
                            columns.numbers.entry(element).or_default().push(value);
                        }
                        columns.arrays.entry(seen.var).or_default().push(values.clone());
                    }
                    SeenValue::Float(_) => {}
                }
            }
        }
        // Only what has a value in every row.
        let count = rows.len();
        columns.numbers.retain(|_, values| values.len() == count);
        columns.pointers.retain(|_, values| values.len() == count);
        columns.arrays.retain(|_, values| values.len() == count);
        columns
    }
}

/// Elements of an array that are looked at one by one.
const FEW_ELEMENTS: usize = 8;

/// What is true in the one kind of runs and not in the other, by place.
pub(crate) fn differences(tables: &[SampleTable], proved: bool) -> Vec<Invariant> {
    let mut found = Vec::new();
    for table in tables {
        let (Some(point), false, false) = (table.point, table.negative.is_empty(), table.positive.is_empty())
        else {
            continue;
        };
        let sides = [Columns::of(&table.positive), Columns::of(&table.negative)];
        let invariant = |positive, negative| Invariant {
            point,
            positive,
            negative,
            samples: (table.positive.len(), table.negative.len()),
            proved,
        };
        let mut pairs: BTreeMap<Subject, [Option<Fact>; 2]> = BTreeMap::new();
        for side in [0, 1] {
            for fact in facts(&sides[side], &sides[1 - side]) {
                let subject = subject(&fact);
                pairs.entry(subject).or_default()[side] = Some(fact);
            }
        }
        let differ = pairs
            .into_values()
            .filter(|[positive, negative]| match (positive, negative) {
                (Some(positive), Some(negative)) => positive != negative,
                // What the others do not break is implied by something stronger.
                (Some(fact), None) => !sides[1].obeys(fact),
                (None, Some(fact)) => !sides[0].obeys(fact),
                (None, None) => false,
            });
        found.extend(differ.map(|[positive, negative]| invariant(positive, negative)));
    }
    found
}

/// What facts have in common that are shown beside each other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Value(Operand),
    Low(Operand),
    High(Operand),
    Remainder(Operand),
    Order(Operand, Operand),
    Linear(Operand, Operand),
    Null(VarId),
    Object(VarId, VarId),
    Array(VarId, bool),
}

fn subject(fact: &Fact) -> Subject {
    let order = |a: Operand, b: Operand| Subject::Order(a.min(b), a.max(b));
    match fact {
        Fact::Is(x, _) | Fact::OneOf(x, _) | Fact::NotZero(x) => Subject::Value(*x),
        Fact::AtLeast(x, _) => Subject::Low(*x),
        Fact::AtMost(x, _) => Subject::High(*x),
        Fact::Remainder(x, ..) => Subject::Remainder(*x),
        Fact::Less(a, b) | Fact::AtMostOther(a, b) | Fact::Equal(a, b) | Fact::Unequal(a, b) => order(*a, *b),
        Fact::Linear(y, _, x, _) => Subject::Linear(*y, *x),
        Fact::Null(p) | Fact::NotNull(p) => Subject::Null(*p),
        Fact::SameObject(p, q) => Subject::Object(*p, *q),
        Fact::Ascending(a) => Subject::Array(*a, true),
        Fact::Descending(a) => Subject::Array(*a, false),
    }
}

impl Columns {
    /// Whether a fact about variables that both kinds have is true of all rows.
    fn obeys(&self, fact: &Fact) -> bool {
        let one = |x: &Operand, holds: &dyn Fn(i128) -> bool| {
            self.numbers
                .get(x)
                .is_some_and(|values| values.iter().all(|&value| holds(value)))
        };
        let two = |a: &Operand, b: &Operand, holds: &dyn Fn(i128, i128) -> bool| match (
            self.numbers.get(a),
            self.numbers.get(b),
        ) {
            (Some(a), Some(b)) => a.iter().zip(b).all(|(&a, &b)| holds(a, b)),
            _ => false,
        };
        let pointer = |p: &VarId, null: bool| {
            self.pointers
                .get(p)
                .is_some_and(|values| values.iter().all(|value| value.1 == null))
        };
        let array = |a: &VarId, holds: fn(i128, i128) -> bool| {
            let arrays = self.arrays.get(a);
            arrays.is_some_and(|arrays| {
                let mut pairs = arrays.iter().flat_map(|values| values.windows(2));
                pairs.all(|pair| holds(pair[0], pair[1]))
            })
        };
        match fact {
            Fact::Is(x, value) => one(x, &|other| other == *value),
            Fact::OneOf(x, values) => one(x, &|other| values.contains(&other)),
            Fact::AtLeast(x, low) => one(x, &|value| value >= *low),
            Fact::AtMost(x, high) => one(x, &|value| value <= *high),
            Fact::NotZero(x) => one(x, &|value| value != 0),
            Fact::Remainder(x, by, rest) => one(x, &|value| value.rem_euclid(*by) == *rest),
            Fact::Less(a, b) => two(a, b, &|a, b| a < b),
            Fact::AtMostOther(a, b) => two(a, b, &|a, b| a <= b),
            Fact::Equal(a, b) => two(a, b, &|a, b| a == b),
            Fact::Unequal(a, b) => two(a, b, &|a, b| a != b),
            Fact::Linear(y, slope, x, offset) => two(y, x, &|y, x| {
                slope
                    .checked_mul(x)
                    .and_then(|product| product.checked_add(*offset))
                    == Some(y)
            }),
            Fact::Null(p) => pointer(p, true),
            Fact::NotNull(p) => pointer(p, false),
            Fact::SameObject(p, q) => match (self.pointers.get(p), self.pointers.get(q)) {
                (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| a.0 == b.0 && !a.1),
                _ => false,
            },
            Fact::Ascending(a) => array(a, |x, y| x <= y),
            Fact::Descending(a) => array(a, |x, y| x >= y),
        }
    }
}

/// The facts of one kind of runs about what both kinds have: of each sort the strongest.
fn facts(own: &Columns, other: &Columns) -> BTreeSet<Fact> {
    let mut found = BTreeSet::new();
    let shared = own
        .numbers
        .keys()
        .filter(|operand| other.numbers.contains_key(operand));
    let shared: Vec<Operand> = shared.copied().collect();
    for &operand in &shared {
        alone(operand, &own.numbers[&operand], &mut found);
    }
    let compared = &shared[..shared.len().min(budgets::variations::MAX_VARIABLES.count())];
    for (index, &a) in compared.iter().enumerate() {
        for &b in &compared[index + 1..] {
            let both = own.numbers[&a].iter().zip(&own.numbers[&b]);
            let both: Vec<(i128, i128)> = both.map(|(a, b)| (*a, *b)).collect();
            two(own, (a, b), &both, &mut found);
        }
    }
    let both_have = |var: &VarId| other.pointers.contains_key(var);
    let pointers: Vec<VarId> = own
        .pointers
        .keys()
        .filter(|var| both_have(var))
        .copied()
        .collect();
    let mut candidates = Vec::new();
    for (index, &p) in pointers.iter().enumerate() {
        candidates.extend([Fact::Null(p), Fact::NotNull(p)]);
        candidates.extend(pointers[index + 1..].iter().map(|&q| Fact::SameObject(p, q)));
    }
    for &array in own.arrays.keys().filter(|var| other.arrays.contains_key(var)) {
        candidates.extend([Fact::Ascending(array), Fact::Descending(array)]);
    }
    found.extend(candidates.into_iter().filter(|fact| own.obeys(fact)));
    found
}

/// Facts about one number: the strongest of each sort.
fn alone(operand: Operand, own: &[i128], found: &mut BTreeSet<Fact>) {
    let values: BTreeSet<i128> = own.iter().copied().collect();
    let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
        return;
    };
    if low == high {
        found.insert(Fact::Is(operand, low));
        return;
    }
    if values.len() <= FEW_VALUES {
        if own.len() >= ENOUGH {
            found.insert(Fact::OneOf(operand, values.iter().copied().collect()));
        }
    } else if !values.contains(&0) && low < 0 && high > 0 {
        found.insert(Fact::NotZero(operand));
    }
    found.insert(Fact::AtLeast(operand, low));
    found.insert(Fact::AtMost(operand, high));
    let step = values
        .iter()
        .fold(0i128, |step, value| gcd(step, value.wrapping_sub(low)));
    if own.len() >= ENOUGH && values.len() > FEW_VALUES && step > 1 {
        found.insert(Fact::Remainder(operand, step, low.rem_euclid(step)));
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// Facts about two numbers.
fn two(columns: &Columns, (a, b): (Operand, Operand), own: &[(i128, i128)], found: &mut BTreeSet<Fact>) {
    // The strongest first; what it implies is not told.
    let orders = [
        Fact::Equal(a, b),
        Fact::Less(a, b),
        Fact::Less(b, a),
        Fact::AtMostOther(a, b),
        Fact::AtMostOther(b, a),
        Fact::Unequal(a, b),
    ];
    found.extend(orders.into_iter().find(|fact| columns.obeys(fact)));
    if own.len() < ENOUGH {
        return;
    }
    let line = own.windows(2).find(|pair| pair[0].0 != pair[1].0);
    let Some((x1, y1, x2, y2)) = line.map(|pair| (pair[0].0, pair[0].1, pair[1].0, pair[1].1)) else {
        return;
    };
    let (Some(rise), Some(run)) = (y2.checked_sub(y1), x2.checked_sub(x1)) else {
        return;
    };
    if rise == 0 || rise.checked_rem(run) != Some(0) {
        return;
    }
    let slope = rise / run;
    let Some(offset) = slope.checked_mul(x1).and_then(|product| y1.checked_sub(product)) else {
        return;
    };
    let fact = Fact::Linear(b, slope, a, offset);
    // `y = x` is an equality.
    if (slope, offset) != (1, 0) && columns.obeys(&fact) {
        found.insert(fact);
    }
}
