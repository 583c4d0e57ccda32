//! Inputs that are read in parts are several inputs.
//!
//! A decoder takes a byte apart, the upper half for one round and the lower for the next. The search input by input
//! (`rounds`) would look at all 256 bytes from every state; with 16 upper halves and, from where they lead to, 16
//! lower ones it sees the same runs. So an input of which conditions read only parts is replaced by these parts, the
//! upper ones first. Single bits of one half are no parts of their own: nothing is computed between one and the next.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use logic::{Assignment, Bits, Op, Sort, SymbolId, TermId, TermPool, Value};

use super::search::Terms;
use super::size::Size;

/// Parts with more bits than this are not put together.
const MAX_WIDTH_BITS: u32 = 8;

/// An input, and its parts from the upper to the lower, with their widths.
#[derive(Debug)]
pub(super) struct Parts(Vec<(SymbolId, Vec<(SymbolId, u32)>)>);

/// The same terms with parts in place of the inputs that are read so.
pub(super) fn taken_apart(pool: &mut TermPool, terms: &Terms) -> Option<(Terms, Parts)> {
    let conditions: Vec<TermId> = terms.hard.iter().chain(&terms.length).copied().collect();
    let mut cuts: BTreeMap<TermId, Option<BTreeSet<u32>>> = BTreeMap::new();
    for term in pool.reachable(&conditions) {
        for &operand in pool.operands(term) {
            if !matches!(pool.op(operand), Op::Symbol(_)) {
                continue;
            }
            let entry = cuts.entry(operand).or_insert_with(|| Some(BTreeSet::new()));
            match (pool.op(term), entry) {
                (Op::BvExtract { high, low }, Some(cuts)) => cuts.extend([low, high + 1]),
                (_, entry) => *entry = None,
            }
        }
    }
    let uses = uses(pool, &conditions);
    let mut replaced: BTreeMap<TermId, TermId> = BTreeMap::new();
    let mut parts = Vec::new();
    for (term, cuts) in cuts {
        let (Op::Symbol(symbol), Sort::BitVec(width), Some(mut cuts)) =
            (pool.op(term), pool.sort(term), cuts)
        else {
            continue;
        };
        cuts.extend([0, width]);
        if cuts.len() <= 2 {
            continue;
        }
        let name = pool.symbol_name(symbol).to_owned();
        let ends = worthwhile(symbol, &cuts, &uses);
        if ends.len() <= 2 {
            continue;
        }
        let widths = ends.windows(2).map(|ends| ends[0] - ends[1]);
        let symbols: Vec<(SymbolId, u32)> = widths
            .map(|width| (pool.declare(name.clone(), Sort::BitVec(width)), width))
            .collect();
        let whole = symbols.iter().map(|(symbol, _)| *symbol).collect::<Vec<_>>();
        let whole: Vec<TermId> = whole.into_iter().map(|symbol| pool.symbol(symbol)).collect();
        let whole = whole
            .into_iter()
            .reduce(|upper, lower| pool.bv_concat(upper, lower))?;
        replaced.insert(term, whole);
        parts.push((symbol, symbols));
    }
    if parts.is_empty() {
        return None;
    }
    // All at once, since they share most of what they are made of.
    let (roots, [hard, length, numbers, _]) = terms.all();
    let roots = pool.substitute(&roots, &replaced);
    let (hard, roots) = roots.split_at(hard);
    let (length, roots) = roots.split_at(length);
    let (numbers, flags) = roots.split_at(numbers);
    let (mut numbers, mut flags) = (numbers.iter(), flags.iter());
    let mut sizes = Vec::new();
    for size in &terms.sizes {
        let mut parts = Vec::new();
        for number in numbers.by_ref().take(size.numbers.len()) {
            summands(pool, *number, &mut parts);
        }
        sizes.push(Size {
            numbers: parts,
            flags: flags.by_ref().take(size.flags.len()).copied().collect(),
        });
    }
    let mut part_of = BTreeMap::new();
    for (symbol, parts) in &parts {
        part_of.extend(parts.iter().map(|(part, _)| (*part, *symbol)));
    }
    let apart = Terms {
        hard: hard.to_vec(),
        length: length.to_vec(),
        sizes,
        undefined: terms.undefined.clone(),
        part_of,
    };
    Some((apart, Parts(parts)))
}

/// A number as a sum, so that what its upper part costs is known before the lower one is.
fn summands(pool: &mut TermPool, number: TermId, found: &mut Vec<TermId>) {
    let Sort::BitVec(width) = pool.sort(number) else {
        found.push(number);
        return;
    };
    let operands = pool.operands(number).to_vec();
    let zero = pool.bv(width, 0);
    match (pool.op(number), &operands[..]) {
        (Op::BvConcat, &[upper, lower]) => {
            let (Sort::BitVec(wide), Sort::BitVec(low)) = (pool.sort(upper), pool.sort(lower)) else {
                found.push(number);
                return;
            };
            debug_assert_eq!(wide + low, width);
            for (part, shift) in [(upper, low), (lower, 0)] {
                let mut parts = Vec::new();
                summands(pool, part, &mut parts);
                for part in parts {
                    let wide = pool.bv_zero_extend(part, width);
                    let distance = pool.bv(width, shift.into());
                    found.push(pool.bv_shl(wide, distance));
                }
            }
        }
        (Op::BvZeroExtend { .. }, &[inner]) => summands(pool, inner, found),
        (Op::Ite, &[condition, one, other]) if other == zero => {
            let mut parts = Vec::new();
            summands(pool, one, &mut parts);
            for part in parts {
                let Sort::BitVec(width) = pool.sort(part) else {
                    continue;
                };
                let zero = pool.bv(width, 0);
                found.push(pool.ite(condition, part, zero));
            }
        }
        _ if number == zero => {}
        _ => found.push(number),
    }
}

/// By input and lowest bit, how many terms need no later input and no lower bit.
fn uses(pool: &TermPool, conditions: &[TermId]) -> BTreeMap<(SymbolId, u32), usize> {
    let mut last: BTreeMap<TermId, (SymbolId, Reverse<u32>)> = BTreeMap::new();
    let mut uses = BTreeMap::new();
    for term in pool.reachable(conditions) {
        let operands = pool.operands(term);
        let place = match (pool.op(term), operands.first().map(|first| pool.op(*first))) {
            (Op::Symbol(symbol), _) => Some((symbol, Reverse(0))),
            (Op::BvExtract { low, .. }, Some(Op::Symbol(symbol))) => Some((symbol, Reverse(low))),
            _ => operands
                .iter()
                .filter_map(|operand| last.get(operand))
                .max()
                .copied(),
        };
        if let Some(place) = place {
            last.insert(term, place);
            *uses.entry((place.0, place.1.0)).or_insert(0) += 1;
        }
    }
    uses
}

/// The cuts behind which much is known, the upper ones first, with the ends.
fn worthwhile(symbol: SymbolId, cuts: &BTreeSet<u32>, uses: &BTreeMap<(SymbolId, u32), usize>) -> Vec<u32> {
    let all: Vec<u32> = cuts.iter().rev().copied().collect();
    let mut kept = vec![all[0]];
    for ends in all.windows(2).skip(1) {
        let (cut, below) = (ends[0], ends[1]);
        let many = uses
            .get(&(symbol, cut))
            .is_some_and(|uses| *uses >= budgets::minimize::MIN_TERMS_OF_PART.count());
        if many || kept[kept.len() - 1] - below > MAX_WIDTH_BITS {
            kept.push(cut);
        }
    }
    kept.push(0);
    kept
}

impl Parts {
    /// The inputs of a run that has their parts.
    pub(super) fn together(&self, mut run: Assignment) -> Assignment {
        for (symbol, parts) in &self.0 {
            let mut value: Option<(u32, u128)> = None;
            for (part, width) in parts {
                let bits = run.remove(part);
                let bits = bits.and_then(|value| value.as_bits()?.to_u128()).unwrap_or(0);
                let (upper, above) = value.unwrap_or((0, 0));
                value = Some((upper + width, above << width | bits));
            }
            if let Some((width, value)) = value {
                run.insert(*symbol, Value::BitVec(Bits::new(width, value)));
            }
        }
        run
    }
}
