//! Array values: a default and the places that were written.
//!
//! Evaluating a chain of stores makes one array per store, and all of them are kept. Copying a map each time
//! would be quadratic, so the map is a persistent treap: a store copies one path. The priority of a key is a
//! hash of it, so that the shape depends on the set of keys alone.

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

/// A total map from bit-vectors of one width to values.
#[derive(Debug, Clone)]
pub struct ArrayValue {
    index_width: u32,
    default: Arc<Value>,
    entries: Link,
}

impl ArrayValue {
    /// The array that holds one value everywhere.
    #[must_use]
    pub fn constant(index_width: u32, value: Value) -> ArrayValue {
        ArrayValue {
            index_width,
            default: Arc::new(value),
            entries: None,
        }
    }

    #[must_use]
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// What the array holds at every index that is not an entry.
    #[must_use]
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    #[must_use]
    pub fn select(&self, index: &Bits) -> &Value {
        let mut link = &self.entries;
        while let Some(node) = link {
            link = match index.cmp(&node.key) {
                std::cmp::Ordering::Less => &node.left,
                std::cmp::Ordering::Greater => &node.right,
                std::cmp::Ordering::Equal => return &node.value,
            };
        }
        &self.default
    }

    #[must_use]
    pub fn store(&self, index: Bits, value: Value) -> ArrayValue {
        let mut hasher = FastHasher::default();
        index.hash(&mut hasher);
        let entries = insert(&self.entries, index, value, hasher.finish());
        ArrayValue {
            index_width: self.index_width,
            default: self.default.clone(),
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
    let copy = |left: Link, right: Link| {
        Arc::new(Node {
            key: node.key.clone(),
            value: node.value.clone(),
            priority: node.priority,
            left,
            right,
        })
    };
    match key.cmp(&node.key) {
        std::cmp::Ordering::Equal => Arc::new(Node {
            key,
            value,
            priority,
            left: node.left.clone(),
            right: node.right.clone(),
        }),
        std::cmp::Ordering::Less => {
            let child = insert(&node.left, key, value, priority);
            if child.priority <= node.priority {
                return copy(Some(child), node.right.clone());
            }
            let lowered = copy(child.right.clone(), node.right.clone());
            rooted(&child, child.left.clone(), Some(lowered))
        }
        std::cmp::Ordering::Greater => {
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
        let (mine, theirs) = (self.entries(), other.entries());
        let agree = mine.iter().all(|(index, value)| other.select(index) == *value)
            && theirs.iter().all(|(index, value)| self.select(index) == *value);
        agree && (self.default == other.default || covers_all_indices(self.index_width, &mine, &theirs))
    }
}

impl Eq for ArrayValue {}

fn covers_all_indices(width: u32, mine: &[(&Bits, &Value)], theirs: &[(&Bits, &Value)]) -> bool {
    let mut indices: Vec<&Bits> = mine.iter().chain(theirs).map(|(index, _)| *index).collect();
    indices.sort();
    indices.dedup();
    width < 64 && indices.len() as u64 == 1 << width
}
