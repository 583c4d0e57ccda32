//! Array values: a default and the places that were written.
//!
//! Evaluating a chain of stores makes one array per store, and all of them are kept. Copying a map each time
//! would be quadratic, so the map is a persistent treap: a store copies one path. The priority of a key is a
//! hash of it, so that the shape depends on the set of keys alone.
//!
//! What moves many elements at once (`slide`, `splice`) is kept as what it is, below the places that were written
//! since: a move of 2^40 elements costs as much as one of 4, and a read asks the arrays that it was made from.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::bits::Bits;
use crate::hash::FastHasher;
use crate::value::Value;

type Link = Option<Arc<Node>>;

#[derive(Debug)]
struct Node {
    key: Bits,
    value: Value,
    priority: u64,
    left: Link,
    right: Link,
}

/// What an array holds where nothing was written since.
#[derive(Debug, Clone)]
enum Ground {
    Everywhere(Arc<Value>),
    Slid {
        array: Arc<ArrayValue>,
        by: Bits,
    },
    Spliced {
        array: Arc<ArrayValue>,
        at: Bits,
        count: Bits,
        source: Arc<ArrayValue>,
    },
}

/// A total map from bit-vectors of one width to values.
#[derive(Debug, Clone)]
pub struct ArrayValue {
    index_width: u32,
    ground: Ground,
    entries: Link,
}

impl ArrayValue {
    /// The array that holds one value everywhere.
    #[must_use]
    pub fn constant(index_width: u32, value: Value) -> ArrayValue {
        ArrayValue {
            index_width,
            ground: Ground::Everywhere(Arc::new(value)),
            entries: None,
        }
    }

    #[must_use]
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// What the array holds at every index that is not an entry; nothing if that is not one value.
    #[must_use]
    pub fn default_value(&self) -> Option<&Value> {
        match &self.ground {
            Ground::Everywhere(value) => Some(value),
            Ground::Slid { .. } | Ground::Spliced { .. } => None,
        }
    }

    #[must_use]
    pub fn select(&self, index: &Bits) -> &Value {
        let (mut array, mut index) = (self, index.clone());
        loop {
            if let Some(value) = array.written(&index) {
                return value;
            }
            array = match &array.ground {
                Ground::Everywhere(value) => return value,
                Ground::Slid { array, by } => {
                    index = index.add(by);
                    array
                }
                Ground::Spliced {
                    array,
                    at,
                    count,
                    source,
                } => match index.sub(at).unsigned_cmp(count) {
                    Ordering::Less => source,
                    _ => array,
                },
            };
        }
    }

    /// The indices at which a stretch of elements may begin that all come from one default. Two arrays are equal if
    /// they are at these places of both, however long the moves are.
    fn places_of_change(&self) -> HashSet<Bits> {
        let zero = Bits::zero(self.index_width);
        let mut places = HashSet::from([zero.clone()]);
        let mut seen: HashSet<(*const ArrayValue, Bits)> = HashSet::new();
        // An array, and what its index is more than the index of the whole.
        let mut pending = vec![(self, zero)];
        while let Some((array, more)) = pending.pop() {
            if !seen.insert((std::ptr::from_ref(array), more.clone())) {
                continue;
            }
            for (key, _) in array.entries() {
                let begin = key.sub(&more);
                places.insert(begin.add(&Bits::one(self.index_width)));
                places.insert(begin);
            }
            match &array.ground {
                Ground::Everywhere(_) => {}
                Ground::Slid { array, by } => pending.push((array, more.add(by))),
                Ground::Spliced {
                    array,
                    at,
                    count,
                    source,
                } => {
                    let begin = at.sub(&more);
                    places.insert(begin.add(count));
                    places.insert(begin);
                    pending.push((array, more.clone()));
                    pending.push((source, more));
                }
            }
        }
        places
    }

    fn written(&self, index: &Bits) -> Option<&Value> {
        let mut link = &self.entries;
        while let Some(node) = link {
            link = match index.cmp(&node.key) {
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
                Ordering::Equal => return Some(&node.value),
            };
        }
        None
    }

    /// At each index what this array holds `by` further on.
    #[must_use]
    pub fn slide(&self, by: Bits) -> ArrayValue {
        let array = Arc::new(self.clone());
        self.above(Ground::Slid { array, by })
    }

    /// This array with `count` elements from `at` on taken from the same indices of another one.
    #[must_use]
    pub fn splice(&self, at: Bits, count: Bits, source: &ArrayValue) -> ArrayValue {
        self.above(Ground::Spliced {
            array: Arc::new(self.clone()),
            at,
            count,
            source: Arc::new(source.clone()),
        })
    }

    fn above(&self, ground: Ground) -> ArrayValue {
        ArrayValue {
            index_width: self.index_width,
            ground,
            entries: None,
        }
    }

    #[must_use]
    pub fn store(&self, index: Bits, value: Value) -> ArrayValue {
        let mut hasher = FastHasher::default();
        index.hash(&mut hasher);
        let entries = insert(&self.entries, index, value, hasher.finish());
        ArrayValue {
            index_width: self.index_width,
            ground: self.ground.clone(),
            entries: Some(entries),
        }
    }

    /// The written places in the order of their indices. Some may hold the default value again.
    #[must_use]
    pub fn entries(&self) -> Vec<(&Bits, &Value)> {
        let mut found = Vec::new();
        let mut path: Vec<&Node> = Vec::new();
        let mut link = &self.entries;
        loop {
            while let Some(node) = link {
                path.push(node);
                link = &node.left;
            }
            let Some(node) = path.pop() else { return found };
            found.push((&node.key, &node.value));
            link = &node.right;
        }
    }
}

/// The depth is logarithmic (in expectation over the hashes), so that recursion is safe here.
fn insert(link: &Link, key: Bits, value: Value, priority: u64) -> Arc<Node> {
    let Some(node) = link else {
        return Arc::new(Node {
            key,
            value,
            priority,
            left: None,
            right: None,
        });
    };
    let copy = |left: Link, right: Link| rooted(node, left, right);
    match key.cmp(&node.key) {
        Ordering::Equal => Arc::new(Node {
            key,
            value,
            priority,
            left: node.left.clone(),
            right: node.right.clone(),
        }),
        Ordering::Less => {
            let child = insert(&node.left, key, value, priority);
            if child.priority <= node.priority {
                return copy(Some(child), node.right.clone());
            }
            let lowered = copy(child.right.clone(), node.right.clone());
            rooted(&child, child.left.clone(), Some(lowered))
        }
        Ordering::Greater => {
            let child = insert(&node.right, key, value, priority);
            if child.priority <= node.priority {
                return copy(node.left.clone(), Some(child));
            }
            let lowered = copy(node.left.clone(), child.left.clone());
            rooted(&child, Some(lowered), child.right.clone())
        }
    }
}

fn rooted(node: &Node, left: Link, right: Link) -> Arc<Node> {
    Arc::new(Node {
        key: node.key.clone(),
        value: node.value.clone(),
        priority: node.priority,
        left,
        right,
    })
}

/// Equal as maps. Defaults that differ do not matter where the entries cover every index.
impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        if self.index_width != other.index_width {
            return false;
        }
        let (Some(default), Some(other_default)) = (self.default_value(), other.default_value()) else {
            let mut places = self.places_of_change();
            places.extend(other.places_of_change());
            return places
                .iter()
                .all(|index| self.select(index) == other.select(index));
        };
        let (mine, theirs) = (self.entries(), other.entries());
        let agree = mine.iter().all(|(index, value)| other.select(index) == *value)
            && theirs.iter().all(|(index, value)| self.select(index) == *value);
        agree && (default == other_default || covers_all_indices(self.index_width, &mine, &theirs))
    }
}

impl Eq for ArrayValue {}

fn covers_all_indices(width: u32, mine: &[(&Bits, &Value)], theirs: &[(&Bits, &Value)]) -> bool {
    let mut indices: Vec<&Bits> = mine.iter().chain(theirs).map(|(index, _)| *index).collect();
    indices.sort();
    indices.dedup();
    width < 64 && indices.len() as u64 == 1 << width
}

#[cfg(test)]
mod comparing {
    use super::*;

    #[test]
    fn moves_are_compared_however_wide_the_index_is() {
        let bits = |value| Bits::new(64, value);
        let byte = |value| Value::BitVec(Bits::new(8, value));
        let zeros = ArrayValue::constant(64, byte(0));
        let written = zeros.store(bits(5), byte(7));
        let slid = written.slide(bits(2));
        assert_eq!(slid, zeros.store(bits(3), byte(7)));
        assert_ne!(slid, written);
        let spliced = zeros.splice(bits(4), bits(1 << 40), &written);
        assert_eq!(spliced, written);
        assert_ne!(zeros.splice(bits(6), bits(1 << 40), &written), written);
    }
}
