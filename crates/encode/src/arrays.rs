//! Arrays: by element where the index has few bits, by reads where it has many.
//!
//! *Small* arrays (at most `2^max_expanded_index_width` elements) are one word per element: a write is a mux
//! per element, a read a tree of muxes, an equality a wide and. Constant indices cost nothing.
//!
//! *Large* arrays exist only through their reads. A read of a write is the written element or a read of the
//! array below; a read of a symbol is, for each earlier read of it at an equal index, that element, and a free
//! word otherwise. Both are functions of free bits, so that every bit of every term stays determined by the
//! inputs, and both are made only for the pairs of arrays and indices that something asks for, once each.
//! Different constant indices need no comparison: gates fold it. A read of a move is a read of what was moved, at
//! another index; equalities of arrays with moves inside are not encoded, because each index would ask for further
//! ones.
//!
//! An *equality* of large arrays is a free bit with facts that are added while reads appear: if it holds, both
//! sides agree at every index that is read or written in any array of that sort, and at all others, which are
//! represented by one more word per array; if it does not, they differ at a free index of its own. That is
//! complete as long as the index has more values than there are indices in use; where these could be exhausted
//! the sides are compared at every value instead.
//!
//! Lemmas on demand (reads as free words, constraints only where a model breaks them) were considered: a free
//! element nearly always breaks its constraint, so chains of writes get instantiated anyway, one solver call
//! after the other.

use std::collections::{BTreeMap, HashMap, HashSet};

use logic::{ArraySort, Op, TermId, TermPool};

use crate::circuit::{self, Word, adder, compare};
use crate::encoder::canonical_element;
use crate::gates::{Edge, Gates};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArrayOptions {
    /// Arrays whose index has at most so many bits are encoded by element.
    pub max_expanded_index_width: u32,
    /// Equalities of other arrays whose index has at most so many bits compare every element. With an equality
    /// on arrays beyond this, fewer different indices than the index has values may be in use: a check that
    /// panics.
    pub max_exhausted_index_width: u32,
}

impl Default for ArrayOptions {
    fn default() -> ArrayOptions {
        ArrayOptions {
            max_expanded_index_width: 6,
            max_exhausted_index_width: 10,
        }
    }
}

/// `condition` implies `conclusion`, always.
pub(crate) struct Fact {
    pub(crate) condition: Edge,
    pub(crate) conclusion: Edge,
}

#[derive(Debug, Clone)]
enum ArrayCode {
    Elements(Vec<Word>),
    /// What the array is made of, for reads.
    Symbol,
    Constant(Word),
    Store {
        below: TermId,
        index: Word,
        element: Word,
    },
    /// At each index what is `by` further on.
    Slide {
        below: TermId,
        by: Word,
    },
    /// `count` elements from `at` on come from the source.
    Splice {
        below: TermId,
        at: Word,
        count: Word,
        source: TermId,
    },
    Choice {
        condition: Edge,
        then: TermId,
        otherwise: TermId,
    },
}

/// A read of a symbol: the model of the symbol is made of these.
#[derive(Debug)]
pub(crate) struct SymbolRead {
    pub(crate) index: Word,
    pub(crate) element: Word,
}

#[derive(Debug)]
struct Equality {
    holds: Edge,
    sides: (TermId, TermId),
    /// How many of the indices of the sort have been compared.
    compared: usize,
}

/// All large arrays of one sort.
#[derive(Debug, Default)]
struct Family {
    indices: Vec<Word>,
    known: HashSet<Word>,
    equalities: Vec<Equality>,
}

#[derive(Debug)]
pub(crate) struct ArrayEncoder {
    options: ArrayOptions,
    codes: Vec<Option<ArrayCode>>,
    sorts: HashMap<TermId, ArraySort>,
    /// Elements by array and index. Only looked up.
    reads: HashMap<(TermId, Word), Word>,
    /// By array: its word at the indices that are not in use.
    elsewhere: HashMap<TermId, Word>,
    symbol_reads: BTreeMap<TermId, Vec<SymbolRead>>,
    families: BTreeMap<ArraySort, Family>,
    new_facts: Vec<(Edge, Edge)>,
    /// Whether some large array was made by a move.
    has_moves: bool,
}

impl ArrayEncoder {
    pub(crate) fn new(options: ArrayOptions) -> ArrayEncoder {
        ArrayEncoder {
            options,
            codes: Vec::new(),
            sorts: HashMap::new(),
            reads: HashMap::new(),
            elsewhere: HashMap::new(),
            symbol_reads: BTreeMap::new(),
            families: BTreeMap::new(),
            new_facts: Vec::new(),
            has_moves: false,
        }
    }

    pub(crate) fn make_room(&mut self, terms: usize) {
        if self.codes.len() < terms {
            self.codes.resize(terms, None);
        }
    }

    pub(crate) fn knows(&self, term: TermId) -> bool {
        self.codes[term.index()].is_some()
    }

    pub(crate) fn is_small(&self, sort: ArraySort) -> bool {
        sort.index_width <= self.options.max_expanded_index_width
    }

    /// The elements of a small array, in the order of their indices.
    pub(crate) fn elements(&self, term: TermId) -> Option<&[Word]> {
        match self.codes.get(term.index())?.as_ref()? {
            ArrayCode::Elements(elements) => Some(elements),
            _ => None,
        }
    }

    /// The reads of a symbol that is a large array, the earlier ones first.
    pub(crate) fn reads_of(&self, symbol: TermId) -> &[SymbolRead] {
        self.symbol_reads.get(&symbol).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn elsewhere_of(&self, symbol: TermId) -> Option<&Word> {
        self.elsewhere.get(&symbol)
    }

    fn slide_code(&self, gates: &mut Gates, below: TermId, by: &[Edge]) -> ArrayCode {
        match self.elements(below) {
            Some(elements) => ArrayCode::Elements(slid(gates, elements, by)),
            None => ArrayCode::Slide {
                below,
                by: by.to_vec(),
            },
        }
    }

    fn splice_code(
        &self,
        gates: &mut Gates,
        below: TermId,
        (at, count): (&[Edge], &[Edge]),
        source: TermId,
    ) -> ArrayCode {
        match (self.elements(below), self.elements(source)) {
            (Some(old), Some(new)) => ArrayCode::Elements(spliced(gates, old, new, at, count)),
            _ => ArrayCode::Splice {
                below,
                at: at.to_vec(),
                count: count.to_vec(),
                source,
            },
        }
    }

    /// Encodes an array whose operands are encoded; for a small symbol, gives its input bits.
    pub(crate) fn encode_array(
        &mut self,
        gates: &mut Gates,
        pool: &TermPool,
        words: &[Option<Box<[Edge]>>],
        term: TermId,
        sort: ArraySort,
    ) -> Word {
        let word = |operand: TermId| words[operand.index()].as_deref().expect("operands are encoded");
        let is_small = self.is_small(sort);
        let mut inputs = Word::new();
        let operands = pool.operands(term);
        let code = match pool.op(term) {
            Op::Symbol(_) if is_small => {
                let width = sort.element.bit_count() as usize;
                inputs = gates.inputs(width << sort.index_width);
                let elements = inputs.chunks(width);
                ArrayCode::Elements(
                    elements
                        .map(|bits| canonical_element(gates, sort.element, bits.to_vec()))
                        .collect(),
                )
            }
            Op::Symbol(_) => ArrayCode::Symbol,
            Op::ConstArray { .. } if is_small => {
                ArrayCode::Elements(vec![word(operands[0]).to_vec(); 1 << sort.index_width])
            }
            Op::ConstArray { .. } => ArrayCode::Constant(word(operands[0]).to_vec()),
            Op::Store => {
                let (below, index, element) = (operands[0], word(operands[1]), word(operands[2]));
                match self.elements(below) {
                    Some(elements) => ArrayCode::Elements(write(gates, elements, index, element)),
                    None => {
                        self.note_index(sort, index);
                        ArrayCode::Store {
                            below,
                            index: index.to_vec(),
                            element: element.to_vec(),
                        }
                    }
                }
            }
            Op::Slide => self.slide_code(gates, operands[0], word(operands[1])),
            Op::Splice => {
                let (at, count) = (word(operands[1]), word(operands[2]));
                self.splice_code(gates, operands[0], (at, count), operands[3])
            }
            Op::Ite => {
                let (condition, then, otherwise) = (word(operands[0])[0], operands[1], operands[2]);
                match (self.elements(then), self.elements(otherwise)) {
                    (Some(a), Some(b)) => {
                        let pairs = a.iter().zip(b);
                        ArrayCode::Elements(
                            pairs.map(|(a, b)| circuit::mux(gates, condition, a, b)).collect(),
                        )
                    }
                    _ => ArrayCode::Choice {
                        condition,
                        then,
                        otherwise,
                    },
                }
            }
            _ => unreachable!("not an operator that gives arrays"),
        };
        if matches!(code, ArrayCode::Slide { .. } | ArrayCode::Splice { .. }) {
            self.has_moves = true;
            let compared = self.families.values().any(|family| !family.equalities.is_empty());
            assert!(!compared, "arrays are compared, or moved, but not both");
        }
        self.sorts.insert(term, sort);
        self.codes[term.index()] = Some(code);
        inputs
    }

    /// The element at an index.
    pub(crate) fn read(&mut self, gates: &mut Gates, array: TermId, index: &[Edge]) -> Word {
        if let Some(elements) = self.elements(array) {
            return pick(gates, elements, index);
        }
        self.note_index(self.sorts[&array], index);
        self.read_large(gates, array, index)
    }

    fn read_large(&mut self, gates: &mut Gates, array: TermId, index: &[Edge]) -> Word {
        let mut pending = vec![(array, index.to_vec())];
        while let Some(next) = pending.last().cloned() {
            if self.reads.contains_key(&next) {
                pending.pop();
                continue;
            }
            match self.read_step(gates, &next) {
                Ok(element) => {
                    self.reads.insert(next, element);
                    pending.pop();
                }
                Err(missing) => pending.extend(missing),
            }
        }
        self.reads[&(array, index.to_vec())].clone()
    }

    /// The element that an array has at an index, or the reads that have to be known before.
    fn read_step(
        &mut self,
        gates: &mut Gates,
        (array, index): &(TermId, Word),
    ) -> Result<Word, Vec<(TermId, Word)>> {
        let code = self.codes[array.index()].clone().expect("operands are encoded");
        let here = |array: TermId| (array, index.clone());
        Ok(match code {
            ArrayCode::Elements(elements) => pick(gates, &elements, index),
            ArrayCode::Constant(element) => element,
            ArrayCode::Symbol => self.read_symbol(gates, *array, index),
            ArrayCode::Store {
                below,
                index: written,
                element,
            } => {
                let is_here = compare::equal(gates, &written, index);
                if is_here == Edge::TRUE {
                    return Ok(element);
                }
                let other = self.read_before(here(below))?;
                circuit::mux(gates, is_here, &element, &other)
            }
            ArrayCode::Slide { below, by } => {
                let moved = adder::add(gates, index, &by);
                self.read_before((below, moved))?
            }
            ArrayCode::Splice {
                below,
                at,
                count,
                source,
            } => {
                let distance = adder::sub(gates, index, &at);
                let within = compare::unsigned_less(gates, &distance, &count);
                self.read_choice(gates, within, here(source), here(below))?
            }
            ArrayCode::Choice {
                condition,
                then,
                otherwise,
            } => self.read_choice(gates, condition, here(then), here(otherwise))?,
        })
    }

    fn read_before(&self, read: (TermId, Word)) -> Result<Word, Vec<(TermId, Word)>> {
        self.reads.get(&read).cloned().ok_or_else(|| vec![read])
    }

    /// One of two elements; what is not chosen in any case is not read.
    fn read_choice(
        &self,
        gates: &mut Gates,
        condition: Edge,
        then: (TermId, Word),
        otherwise: (TermId, Word),
    ) -> Result<Word, Vec<(TermId, Word)>> {
        if condition == Edge::TRUE {
            return self.read_before(then);
        }
        if condition == Edge::FALSE {
            return self.read_before(otherwise);
        }
        match (self.reads.get(&then), self.reads.get(&otherwise)) {
            (Some(a), Some(b)) => Ok(circuit::mux(gates, condition, a, b)),
            (a, b) => {
                let missing = [(a.is_none(), then.clone()), (b.is_none(), otherwise.clone())];
                let missing = missing.into_iter().filter(|(is_missing, _)| *is_missing);
                Err(missing.map(|(_, read)| read).collect())
            }
        }
    }

    /// The element of the first earlier read at an equal index, else a free one.
    fn read_symbol(&mut self, gates: &mut Gates, symbol: TermId, index: &[Edge]) -> Word {
        let sort = self.sorts[&symbol];
        let bits = gates.inputs(sort.element.bit_count() as usize);
        let free = canonical_element(gates, sort.element, bits);
        let reads = self.symbol_reads.entry(symbol).or_default();
        let mut element = free.clone();
        for earlier in reads.iter().rev() {
            let same = compare::equal(gates, &earlier.index, index);
            element = circuit::mux(gates, same, &earlier.element, &element);
        }
        reads.push(SymbolRead {
            index: index.to_vec(),
            element: element.clone(),
        });
        element
    }

    /// The word of an array at the indices that are not in use.
    fn read_elsewhere(&mut self, gates: &mut Gates, array: TermId) -> Word {
        let mut pending = vec![array];
        while let Some(&next) = pending.last() {
            if self.elsewhere.contains_key(&next) {
                pending.pop();
                continue;
            }
            let code = self.codes[next.index()].clone().expect("operands are encoded");
            let element = match code {
                ArrayCode::Elements(_) => unreachable!("small arrays have no other indices"),
                ArrayCode::Slide { .. } | ArrayCode::Splice { .. } => {
                    unreachable!("arrays with moves inside are not compared")
                }
                ArrayCode::Constant(element) => element,
                ArrayCode::Symbol => {
                    let sort = self.sorts[&next].element;
                    let bits = gates.inputs(sort.bit_count() as usize);
                    canonical_element(gates, sort, bits)
                }
                ArrayCode::Store { below, .. } => match self.elsewhere.get(&below) {
                    Some(element) => element.clone(),
                    None => {
                        pending.push(below);
                        continue;
                    }
                },
                ArrayCode::Choice {
                    condition,
                    then,
                    otherwise,
                } => match (self.elsewhere.get(&then), self.elsewhere.get(&otherwise)) {
                    (Some(a), Some(b)) => circuit::mux(gates, condition, a, b),
                    (first, second) => {
                        let missing = [(first.is_none(), then), (second.is_none(), otherwise)];
                        pending.extend(
                            missing
                                .into_iter()
                                .filter(|(is_none, _)| *is_none)
                                .map(|(_, side)| side),
                        );
                        continue;
                    }
                },
            };
            self.elsewhere.insert(next, element);
            pending.pop();
        }
        self.elsewhere[&array].clone()
    }

    fn note_index(&mut self, sort: ArraySort, index: &[Edge]) {
        let family = self.families.entry(sort).or_default();
        if family.known.insert(index.to_vec()) {
            family.indices.push(index.to_vec());
        }
    }

    /// Whether two arrays are equal everywhere.
    pub(crate) fn equal(&mut self, gates: &mut Gates, a: TermId, b: TermId) -> Edge {
        if let (Some(first), Some(second)) = (self.elements(a), self.elements(b)) {
            let same: Word = first
                .iter()
                .zip(second)
                .map(|(a, b)| compare::equal(gates, a, b))
                .collect();
            return gates.and_all(&same);
        }
        assert!(!self.has_moves, "arrays are compared, or moved, but not both");
        let sort = self.sorts[&a];
        let holds = gates.input();
        let witness = gates.inputs(sort.index_width as usize);
        self.note_index(sort, &witness);
        let (first, second) = (
            self.read_large(gates, a, &witness),
            self.read_large(gates, b, &witness),
        );
        let same_there = compare::equal(gates, &first, &second);
        self.new_facts.push((!holds, !same_there));
        if sort.index_width <= self.options.max_exhausted_index_width {
            for index in 0..1 << sort.index_width {
                self.note_index(sort, &circuit::number(index, sort.index_width as usize));
            }
        } else {
            let (first, second) = (self.read_elsewhere(gates, a), self.read_elsewhere(gates, b));
            let same_elsewhere = compare::equal(gates, &first, &second);
            self.new_facts.push((holds, same_elsewhere));
        }
        let family = self.families.entry(sort).or_default();
        family.equalities.push(Equality {
            holds,
            sides: (a, b),
            compared: 0,
        });
        holds
    }

    /// The facts that became known since the last call. Comparing at one index reads other arrays at that same
    /// index, so no new indices arise.
    pub(crate) fn take_facts(&mut self, gates: &mut Gates) -> Vec<Fact> {
        let mut facts = std::mem::take(&mut self.new_facts);
        let sorts: Vec<ArraySort> = self.families.keys().copied().collect();
        for sort in sorts {
            let mut equalities = std::mem::take(&mut self.families.entry(sort).or_default().equalities);
            let in_use = self.families[&sort].indices.len() as u64;
            let can_run_out =
                sort.index_width > self.options.max_exhausted_index_width && sort.index_width < 64;
            assert!(
                equalities.is_empty() || !can_run_out || in_use < 1 << sort.index_width,
                "more indices in use than an array has: encode arrays of {} bits by element",
                sort.index_width
            );
            for equality in &mut equalities {
                while let Some(index) = self.families[&sort].indices.get(equality.compared).cloned() {
                    let first = self.read_large(gates, equality.sides.0, &index);
                    let second = self.read_large(gates, equality.sides.1, &index);
                    facts.push((equality.holds, compare::equal(gates, &first, &second)));
                    equality.compared += 1;
                }
            }
            self.families.entry(sort).or_default().equalities = equalities;
        }
        facts
            .into_iter()
            .map(|(condition, conclusion)| Fact {
                condition,
                conclusion,
            })
            .collect()
    }
}

/// The element that the index picks: a tree of muxes.
fn pick(gates: &mut Gates, elements: &[Word], index: &[Edge]) -> Word {
    let mut level: Vec<Word> = elements.to_vec();
    for bit in index {
        level = level
            .chunks(2)
            .map(|pair| circuit::mux(gates, *bit, &pair[1], &pair[0]))
            .collect();
    }
    level.swap_remove(0)
}

/// The elements after a write.
fn write(gates: &mut Gates, elements: &[Word], index: &[Edge], element: &[Edge]) -> Vec<Word> {
    let number = |position: usize| circuit::number(position as i64, index.len());
    elements
        .iter()
        .enumerate()
        .map(|(position, old)| {
            let is_here = compare::equal(gates, index, &number(position));
            circuit::mux(gates, is_here, element, old)
        })
        .collect()
}

fn slid(gates: &mut Gates, elements: &[Word], by: &[Edge]) -> Vec<Word> {
    (0..elements.len())
        .map(|position| {
            let number = circuit::number(position as i64, by.len());
            let moved = adder::add(gates, &number, by);
            pick(gates, elements, &moved)
        })
        .collect()
}

fn spliced(gates: &mut Gates, old: &[Word], new: &[Word], at: &[Edge], count: &[Edge]) -> Vec<Word> {
    let pairs = old.iter().zip(new).enumerate();
    pairs
        .map(|(position, (old, new))| {
            let number = circuit::number(position as i64, at.len());
            let distance = adder::sub(gates, &number, at);
            let within = compare::unsigned_less(gates, &distance, count);
            circuit::mux(gates, within, new, old)
        })
        .collect()
}
