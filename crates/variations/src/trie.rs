//! Runs that share their beginnings.
//!
//! Every state that is met has a node; the way from the root to it is a run. So a run costs as much as it differs from
//! others, one run is a beginning of another exactly if its node is above the other's, and where two runs part is where
//! their ways do.

use std::collections::HashMap;

use interp::StepPlace;
use runs::InputValue;

/// A step as it was taken: who, where, with which values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    pub thread: usize,
    pub place: StepPlace,
    /// Which way a condition went that an input decided: 1 if it held.
    pub way: Option<u32>,
    /// The values of all inputs.
    pub values: Vec<u128>,
    /// The inputs have at most 16 values each: an action is told by them.
    pub small: bool,
}

/// The number of a [`Step`].
pub type StepId = u32;
/// The number of a node.
pub type NodeId = u32;

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: NodeId,
    step: StepId,
    length: u32,
    /// Into the list of inputs; 0 is none.
    inputs: u32,
}

/// All runs that were met.
#[derive(Debug)]
pub struct Trie {
    nodes: Vec<Node>,
    children: HashMap<(NodeId, StepId), NodeId>,
    steps: Vec<Step>,
    numbers: HashMap<Step, StepId>,
    inputs: Vec<Vec<InputValue>>,
}

impl Default for Trie {
    fn default() -> Trie {
        Trie {
            nodes: vec![Node {
                parent: 0,
                step: StepId::MAX,
                length: 0,
                inputs: 0,
            }],
            children: HashMap::new(),
            steps: Vec::new(),
            numbers: HashMap::new(),
            inputs: vec![Vec::new()],
        }
    }
}

impl Trie {
    /// The state before the first step.
    pub const ROOT: NodeId = 0;

    pub(crate) fn number(&mut self, step: Step) -> StepId {
        if let Some(&known) = self.numbers.get(&step) {
            return known;
        }
        let number = self.steps.len() as StepId;
        self.steps.push(step.clone());
        self.numbers.insert(step, number);
        number
    }

    pub(crate) fn child(&mut self, parent: NodeId, step: StepId, inputs: Vec<InputValue>) -> NodeId {
        if let Some(&known) = self.children.get(&(parent, step)) {
            return known;
        }
        let node = self.nodes.len() as NodeId;
        let mut listed = 0;
        if !inputs.is_empty() {
            listed = self.inputs.len() as u32;
            self.inputs.push(inputs);
        }
        self.nodes.push(Node {
            parent,
            step,
            length: self.nodes[parent as usize].length + 1,
            inputs: listed,
        });
        self.children.insert((parent, step), node);
        node
    }

    #[must_use]
    pub fn step(&self, step: StepId) -> &Step {
        &self.steps[step as usize]
    }

    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps lead there.
    #[must_use]
    pub fn length(&self, node: NodeId) -> usize {
        self.nodes[node as usize].length as usize
    }

    #[must_use]
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].parent
    }

    /// The step that led there.
    #[must_use]
    pub fn last_step(&self, node: NodeId) -> StepId {
        self.nodes[node as usize].step
    }

    /// The steps from the root.
    #[must_use]
    pub fn way(&self, node: NodeId) -> Vec<StepId> {
        let mut steps = Vec::with_capacity(self.length(node));
        let mut at = node;
        while at != Trie::ROOT {
            steps.push(self.nodes[at as usize].step);
            at = self.parent(at);
        }
        steps.reverse();
        steps
    }

    /// The nodes from the root, both ends included.
    #[must_use]
    pub fn nodes_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![node];
        let mut at = node;
        while at != Trie::ROOT {
            at = self.parent(at);
            nodes.push(at);
        }
        nodes.reverse();
        nodes
    }

    /// The inputs in the order in which they were taken.
    #[must_use]
    pub fn inputs(&self, node: NodeId) -> Vec<InputValue> {
        let nodes = self.nodes_to(node);
        let lists = nodes
            .iter()
            .map(|&node| &self.inputs[self.nodes[node as usize].inputs as usize]);
        lists.flatten().cloned().collect()
    }
}
