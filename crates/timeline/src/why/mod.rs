//! From a value back to where it came from.
//!
//! A chain begins at something that was read and follows it: to the step that wrote it, from there to what that step
//! read, and so on, until an input, a constant, an allocation or memory that nobody wrote. Parameters and results are
//! followed through calls, moved bytes through `memcpy` and copies of records, each byte to where it came from.
//!
//! A function of the library is one link. What happens inside is the tool's own text, so its link has what came in from
//! outside and says which function it was.

mod library;
mod parts;

use std::collections::HashMap;

use interp::Extent;
use program::{Builtin, ExprId, ExprKind, FunctionId, InstrKind, Program};

use crate::data::{ReadId, StepId, StepKind, TextId, Timeline, WriteId};

/// A link of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub u32);

/// How a value came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// Where the question was asked.
    Asked,
    /// A value was stored as it was found.
    Copied,
    /// A value was computed.
    Computed,
    /// An argument became a parameter.
    Argument(FunctionId),
    /// A call gave it.
    Returned(FunctionId),
    /// The value of a `return`.
    Return,
    /// Bytes were moved as a whole.
    Moved,
    /// The same by a function of the library.
    MovedBy(FunctionId),
    /// A function of the library made it.
    Library(FunctionId),
    /// It was allocated; the function is one of the library if a call did it.
    Allocated(Option<FunctionId>),
    Input(TextId),
    Constant,
    /// A static variable begins with zero.
    StaticZero,
    /// Nobody wrote what was read.
    Unwritten,
    /// A decision.
    Decided,
    /// It was called.
    Called(FunctionId),
}

/// Something that a link is made of, and where that came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ingredient {
    pub read: Option<ReadId>,
    /// Of what was moved: how it was written before.
    pub written: Option<WriteId>,
    pub place: Option<TextId>,
    pub text: Option<TextId>,
    /// It only says where something lies.
    pub address: bool,
    /// Several if its bytes came from several places.
    pub from: Vec<LinkId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// In the user's text, where a library function is called.
    pub step: StepId,
    pub kind: LinkKind,
    /// What it wrote, if it wrote something that has a name.
    pub write: Option<WriteId>,
    pub ingredients: Vec<Ingredient>,
    /// The decision, or the call, that let it run.
    pub control: Option<StepId>,
}

/// Where a value came from: links, the one that was asked about first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain {
    pub links: Vec<Link>,
    /// Whether there is more than is followed.
    pub cut: bool,
}

impl Chain {
    #[must_use]
    pub fn link(&self, id: LinkId) -> &Link {
        &self.links[id.0 as usize]
    }
}

/// What is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Some of what a step reads.
    Reads(StepId, Vec<ReadId>),
    /// All that a step reads: a decision, a claim, an argument list.
    Step(StepId),
    /// What a step wrote.
    Write(StepId, WriteId),
}

/// The chain of what is asked about.
#[must_use]
pub fn why(program: &Program, timeline: &Timeline, target: Target) -> Chain {
    let mut chasing = Chasing {
        program,
        timeline,
        chain: Chain {
            cut: timeline.cut,
            ..Chain::default()
        },
        known: HashMap::new(),
        pending: Vec::new(),
        most: budgets::timeline::LINKS.count(),
    };
    match target {
        Target::Reads(step, reads) => chasing.asked(step, reads),
        Target::Step(step) => chasing.asked(step, timeline.reads_of(step).collect()),
        Target::Write(step, write) => {
            let extent = timeline.write(write).extent;
            chasing.node(Node {
                step,
                write: Some(write),
                extent,
            });
        }
    }
    chasing.follow();
    chasing.chain
}

/// What a step reads and writes, by the links that it comes from and that it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    pub step: StepId,
    pub reads: Vec<Ingredient>,
    pub writes: Vec<(WriteId, LinkId)>,
}

/// The chains of all that some steps read and wrote, in one graph.
#[must_use]
pub fn graph(
    program: &Program,
    timeline: &Timeline,
    steps: impl Iterator<Item = StepId>,
    most: usize,
) -> (Chain, Vec<Traced>) {
    let mut chasing = Chasing {
        program,
        timeline,
        chain: Chain::default(),
        known: HashMap::new(),
        pending: Vec::new(),
        most,
    };
    let mut traced = Vec::new();
    for step in steps {
        // Who looks at a step may also ask for an index, or for a pointer that is followed.
        let reads = timeline
            .reads_of(step)
            .map(|read| chasing.followed(read))
            .collect();
        let writes = timeline.writes_of(step).filter_map(|write| {
            let extent = timeline.write(write).extent;
            let write = Some(write);
            Some((write?, chasing.node(Node { step, write, extent })?))
        });
        let writes = writes.collect();
        traced.push(Traced { step, reads, writes });
    }
    chasing.follow();
    (chasing.chain, traced)
}

/// A value that was made somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    step: StepId,
    /// Nothing for the value of a `return` or a decision.
    write: Option<WriteId>,
    /// Which part of what was written.
    extent: Option<Extent>,
}

struct Chasing<'a> {
    program: &'a Program,
    timeline: &'a Timeline,
    chain: Chain,
    known: HashMap<Node, LinkId>,
    pending: Vec<(LinkId, Node)>,
    most: usize,
}

impl<'a> Chasing<'a> {
    fn asked(&mut self, step: StepId, reads: Vec<ReadId>) {
        self.chain.links.push(Link {
            step,
            kind: LinkKind::Asked,
            write: None,
            ingredients: Vec::new(),
            control: self.user_control(step),
        });
        // Who asks about an index or a pointer that is followed wants to know where that came from.
        let ingredients = reads.into_iter().map(|read| self.followed(read)).collect();
        self.chain.links[0].ingredients = ingredients;
    }

    /// The decision that let a step run, in the user's text.
    fn user_control(&self, step: StepId) -> Option<StepId> {
        let mut control = self.timeline.step(step).control;
        while let Some(at) = control.filter(|at| self.is_library(*at)) {
            control = self.timeline.step(at).control;
        }
        control
    }

    fn is_library(&self, step: StepId) -> bool {
        self.program
            .function(self.timeline.step(step).at.function)
            .embedded
    }

    fn follow(&mut self) {
        // In the order of finding, so that what is near is followed before what is far.
        let mut at = 0;
        while at < self.pending.len() {
            let (link, node) = self.pending[at];
            at += 1;
            self.expand(link, node);
        }
    }

    /// The link of a value; a place is made for it if there is none.
    fn node(&mut self, node: Node) -> Option<LinkId> {
        let node = self.without_result(node);
        if let Some(known) = self.known.get(&node) {
            return Some(*known);
        }
        if self.chain.links.len() >= self.most {
            self.chain.cut = true;
            return None;
        }
        let id = LinkId(self.chain.links.len() as u32);
        self.chain.links.push(Link {
            step: node.step,
            kind: LinkKind::Computed,
            write: node.write,
            ingredients: Vec::new(),
            control: self.user_control(node.step),
        });
        self.known.insert(node, id);
        self.pending.push((id, node));
        Some(id)
    }

    /// What a function of the library returned is told with the call, not again with its arrival.
    fn without_result(&self, node: Node) -> Node {
        match self.timeline.step(node.step).kind {
            StepKind::Result {
                callee,
                returned: Some(step),
            } if self.program.function(callee).embedded => Node {
                step,
                write: None,
                extent: None,
            },
            _ => node,
        }
    }

    fn expand(&mut self, link: LinkId, node: Node) {
        if self.is_library(node.step) {
            return self.library(link, node);
        }
        let timeline = self.timeline;
        let step = timeline.step(node.step);
        let (kind, reads) = match (step.kind, node.write) {
            (StepKind::Call(callee), Some(write)) => (
                LinkKind::Argument(callee),
                timeline.made_of(write).collect::<Vec<_>>(),
            ),
            (StepKind::Call(callee), None) => (LinkKind::Called(callee), Vec::new()),
            (StepKind::Result { callee, .. }, _) => (LinkKind::Returned(callee), Vec::new()),
            (StepKind::Return, _) => (LinkKind::Return, timeline.reads_of(node.step).collect()),
            (StepKind::Input(key), _) => (LinkKind::Input(key), Vec::new()),
            (StepKind::Builtin(Builtin::Allocate(_)), _) => {
                (LinkKind::Allocated(None), timeline.reads_of(node.step).collect())
            }
            (StepKind::Branch { .. } | StepKind::Switch(_) | StepKind::Claim { .. }, _) => {
                (LinkKind::Decided, timeline.reads_of(node.step).collect())
            }
            _ => (self.made(node.step), timeline.reads_of(node.step).collect()),
        };
        let moved = node
            .write
            .map_or(Vec::new(), |write| self.moved(write, node.extent));
        let kind = match kind {
            LinkKind::Computed | LinkKind::Copied if !moved.is_empty() => LinkKind::Moved,
            kind => kind,
        };
        self.chain.links[link.0 as usize].kind = kind;
        let whole_copy = !moved.is_empty() && !matches!(kind, LinkKind::Returned(_));
        let mut ingredients = Vec::new();
        for read in reads {
            // A copy of many bytes reads them all; only those that were asked about matter.
            if whole_copy && !timeline.read(read).address {
                continue;
            }
            ingredients.push(self.ingredient(read));
        }
        if !moved.is_empty() {
            ingredients.push(self.moved_ingredient(&moved));
        }
        self.chain.links[link.0 as usize].ingredients = ingredients;
    }

    /// Whether an assignment stores what it finds, computes, or states a constant.
    fn made(&self, step: StepId) -> LinkKind {
        let at = self.timeline.step(step).at;
        let body = &self.program.function(at.function).body;
        let value = match body.get(at.pc.index()).map(|instr| &instr.kind) {
            Some(InstrKind::Assign { value, .. }) => *value,
            _ => return LinkKind::Computed,
        };
        let values = self
            .timeline
            .reads_of(step)
            .filter(|read| !self.timeline.read(*read).address)
            .count();
        if values == 0 {
            let zero = matches!(self.program.expr(value).kind, ExprKind::Zero | ExprKind::Int(0));
            return match zero && at.function == self.program.entry {
                true => LinkKind::StaticZero,
                false => LinkKind::Constant,
            };
        }
        match self.is_copy(value) {
            true => LinkKind::Copied,
            false => LinkKind::Computed,
        }
    }

    fn is_copy(&self, mut value: ExprId) -> bool {
        loop {
            match &self.program.expr(value).kind {
                ExprKind::Load(_) => return true,
                ExprKind::Convert(inner) => value = *inner,
                _ => return false,
            }
        }
    }
}
