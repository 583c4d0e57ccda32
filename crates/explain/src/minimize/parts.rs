//! Inputs that are read in parts are several inputs.
//!
//! A decoder takes a byte apart, the upper half for one round and the lower for the next. The search input by input
//! (`rounds`) would look at all 256 bytes from every state; with 16 upper halves and, from where they lead to, 16
//! lower ones it sees the same runs. So an input of which conditions read only parts is replaced by these parts, the upper
//! ones first.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Assignment, Bits, Op, Sort, SymbolId, TermId, TermPool, Value};

use super::search::Terms;
use super::size::Size;

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
        let ends: Vec<u32> = cuts.into_iter().rev().collect();
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
    let mut all = |terms: &[TermId]| pool.substitute(terms, &replaced);
    let sizes = terms.sizes.iter().map(|size| Size {
        numbers: all(&size.numbers),
        flags: all(&size.flags),
    });
    let sizes = sizes.collect();
    let mut part_of = BTreeMap::new();
    for (symbol, parts) in &parts {
        part_of.extend(parts.iter().map(|(part, _)| (*part, *symbol)));
    }
    let apart = Terms {
        hard: all(&terms.hard),
        length: all(&terms.length),
        sizes,
        undefined: terms.undefined.clone(),
        part_of,
    };
    Some((apart, Parts(parts)))
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
