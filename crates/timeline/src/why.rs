//! From a value back to where it came from.
//!
//! A chain begins at something that was read and follows it: to the step that wrote it, from there to what that step
//! read, and so on, until an input, a constant, an allocation or memory that nobody wrote. Parameters and results are
//! followed through calls, moved bytes through `memcpy` and copies of records, each byte to where it came from.
//!
//! A function of the library is one link. What happens inside is the tool's own text, so its link has what came in from
//! outside and says which function it was.

use std::collections::{HashMap, HashSet};

use interp::{Cell, Extent};
use program::{Builtin, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, PlaceBase, Program};

use crate::data::{Origin, ReadId, StepId, StepKind, TextId, Timeline, WriteId};

/// Temporaries in a row: lowering makes few.
const TEMPORARIES: usize = 8;

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

    /// Something that a link is made of; what only says where something lies is named and not followed.
    fn ingredient(&mut self, read: ReadId) -> Ingredient {
        match self.timeline.read(read).address {
            true => Ingredient {
                read: Some(read),
                written: None,
                place: Some(self.timeline.read(read).place),
                text: Some(self.timeline.read(read).text),
                address: true,
                from: Vec::new(),
            },
            false => self.followed(read),
        }
    }

    /// What a temporary was given, if it was given what lay somewhere: nobody has written the temporary.
    fn behind_temporaries(&self, mut read: ReadId) -> ReadId {
        for _ in 0..TEMPORARIES {
            let [
                Origin {
                    writer: Some(writer), ..
                },
            ] = self.timeline.origins_of(read)
            else {
                break;
            };
            let at = self.timeline.step(*writer).at;
            let body = &self.program.function(at.function).body;
            let Some(InstrKind::Assign { place, value }) = body.get(at.pc.index()).map(|instr| &instr.kind)
            else {
                break;
            };
            let PlaceBase::Var(var) = self.program.place(*place).base else {
                break;
            };
            let temporary = self.program.variable(var).lifetime == Lifetime::Temporary;
            let values = self
                .timeline
                .reads_of(*writer)
                .filter(|read| !self.timeline.read(*read).address);
            let [source] = values.collect::<Vec<_>>()[..] else {
                break;
            };
            if !temporary || !self.is_copy(*value) {
                break;
            }
            read = source;
        }
        read
    }

    fn followed(&mut self, read: ReadId) -> Ingredient {
        let timeline = self.timeline;
        let read = self.behind_temporaries(read);
        let record = timeline.read(read);
        let mut from = Vec::new();
        for origin in timeline.origins_of(read) {
            from.extend(self.origin(origin));
        }
        from.dedup();
        Ingredient {
            read: Some(read),
            written: None,
            place: Some(record.place),
            text: Some(record.text),
            address: record.address,
            from,
        }
    }

    fn origin(&mut self, origin: &Origin) -> Option<LinkId> {
        let step = origin.writer?;
        let extent = Extent {
            cell: origin.cell,
            size: origin.size,
        };
        let write = self.write_of(step, extent);
        self.node(Node {
            step,
            write,
            extent: write.map(|_| extent),
        })
    }

    /// What a step wrote to some bytes: the last of it.
    fn write_of(&self, step: StepId, extent: Extent) -> Option<WriteId> {
        let over = |write: &WriteId| {
            let known = self.timeline.write(*write).extent;
            known.is_some_and(|known| covers(known, extent))
        };
        let mut all: Vec<WriteId> = self.timeline.writes_of(step).filter(over).collect();
        all.pop()
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

    /// Where the bytes in question were moved from.
    fn moved(&self, write: WriteId, part: Option<Extent>) -> Vec<Origin> {
        let origins = self.timeline.moved(write);
        let whole = self.timeline.write(write).extent;
        let (Some(whole), Some(part)) = (whole, part) else {
            return origins.to_vec();
        };
        let (from, to) = match (whole.cell, part.cell) {
            (Cell::Memory { offset: start, .. }, Cell::Memory { offset, .. }) => (
                offset.saturating_sub(start),
                offset.saturating_sub(start) + part.size,
            ),
            _ => return origins.to_vec(),
        };
        let mut cut = Vec::new();
        for origin in origins {
            let first = origin.offset.max(from);
            let last = (origin.offset + origin.size).min(to);
            if first >= last {
                continue;
            }
            let cell = match origin.cell {
                Cell::Memory { object, offset } => Cell::Memory {
                    object,
                    offset: offset + (first - origin.offset),
                },
                register @ Cell::Register { .. } => register,
            };
            cut.push(Origin {
                offset: first - from,
                size: last - first,
                cell,
                writer: origin.writer,
            });
        }
        cut
    }

    /// What was moved, by the name of where it went.
    fn moved_ingredient(&mut self, moved: &[Origin]) -> Ingredient {
        let mut from = Vec::new();
        for origin in moved {
            let returned = origin
                .writer
                .filter(|writer| self.timeline.step(*writer).kind == StepKind::Return);
            match returned {
                Some(step) => from.extend(self.node(Node {
                    step,
                    write: None,
                    extent: None,
                })),
                None => from.extend(self.origin(origin)),
            }
        }
        from.dedup();
        // It is called what it was called where it was written, if it was written as one.
        let source = match moved {
            [origin] => origin.writer.and_then(|step| {
                let extent = Extent {
                    cell: origin.cell,
                    size: origin.size,
                };
                self.write_of(step, extent)
                    .filter(|write| self.timeline.write(*write).extent == Some(extent))
            }),
            _ => None,
        };
        Ingredient {
            read: None,
            written: source,
            place: source.map(|write| self.timeline.write(write).place),
            text: source.map(|write| self.timeline.write(write).text),
            address: false,
            from,
        }
    }

    /// A call of the library as one link: what came in from outside of it.
    fn library(&mut self, link: LinkId, node: Node) {
        let timeline = self.timeline;
        // The call in the user's text.
        let mut call = node.step;
        while let Some(up) = self.call_of(call).filter(|_| self.is_library(call)) {
            call = up;
        }
        let callee = match timeline.step(call).kind {
            StepKind::Call(callee) => Some(callee),
            _ => None,
        };
        let Frontier {
            reads,
            moved,
            input,
            allocated,
        } = self.frontier(node, call);
        let kind = match (input, allocated, callee) {
            (Some(key), ..) => LinkKind::Input(key),
            (None, true, callee) => LinkKind::Allocated(callee),
            (None, false, Some(callee)) if reads.is_empty() && !moved.is_empty() => LinkKind::MovedBy(callee),
            (None, false, Some(callee)) => LinkKind::Library(callee),
            (None, false, None) => LinkKind::Computed,
        };
        let mut ingredients: Vec<Ingredient> = reads.into_iter().map(|read| self.ingredient(read)).collect();
        if !moved.is_empty() {
            ingredients.push(self.moved_ingredient(&moved));
        }
        let known = &mut self.chain.links[link.0 as usize];
        known.kind = kind;
        known.step = call;
        known.ingredients = ingredients;
    }

    /// The call that a step's activation is the result of.
    fn call_of(&self, step: StepId) -> Option<StepId> {
        let activation = self.timeline.step(step).activation;
        let mut control = self.timeline.step(step).control;
        while let Some(at) = control {
            if self.timeline.step(at).activation != activation {
                return Some(at);
            }
            control = self.timeline.step(at).control;
        }
        None
    }

    /// What a value made inside a call of the library was made of, outside of it.
    fn frontier(&self, node: Node, call: StepId) -> Frontier {
        let timeline = self.timeline;
        let mut found = Frontier::default();
        let mut seen: HashSet<Node> = HashSet::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if !seen.insert(node) || seen.len() > self.most * 16 {
                continue;
            }
            match timeline.step(node.step).kind {
                StepKind::Input(key) => found.input = found.input.or(Some(key)),
                StepKind::Builtin(Builtin::Allocate(_)) => {
                    found.allocated = true;
                    continue;
                }
                _ => {}
            }
            let moved = node
                .write
                .map_or(Vec::new(), |write| self.moved(write, node.extent));
            for origin in &moved {
                if !self.within(origin, call, &mut stack, &mut found.reads) {
                    found.moved.push(*origin);
                }
            }
            let reads: Vec<ReadId> = match (timeline.step(node.step).kind, node.write) {
                (StepKind::Result { .. }, _) => Vec::new(),
                _ if !moved.is_empty() => Vec::new(),
                (StepKind::Call(_), Some(write)) => timeline.made_of(write).collect(),
                _ => timeline.reads_of(node.step).collect(),
            };
            for read in reads.into_iter().filter(|read| !timeline.read(*read).address) {
                let mut all = true;
                for origin in timeline.origins_of(read) {
                    all &= self.within(origin, call, &mut stack, &mut found.reads);
                }
                if !all {
                    found.reads.push(read);
                }
            }
        }
        found.reads.sort_unstable();
        found.reads.dedup();
        found
    }

    /// Whether bytes were written in a call of the library, which is then looked into, or are its arguments, which are
    /// reads.
    fn within(&self, origin: &Origin, call: StepId, stack: &mut Vec<Node>, reads: &mut Vec<ReadId>) -> bool {
        let extent = Extent {
            cell: origin.cell,
            size: origin.size,
        };
        match origin.writer {
            Some(step) if step > call => {
                let write = self.write_of(step, extent);
                let extent = write.map(|_| extent);
                stack.push(Node { step, write, extent });
                true
            }
            Some(step) if step == call => {
                let write = self.write_of(step, extent);
                reads.extend(write.into_iter().flat_map(|write| self.timeline.made_of(write)));
                true
            }
            _ => false,
        }
    }
}

/// What came into a call of the library from outside.
#[derive(Debug, Default)]
struct Frontier {
    /// Reads of what was written before, and the arguments.
    reads: Vec<ReadId>,
    /// Bytes that were moved as they are.
    moved: Vec<Origin>,
    /// The value is this input.
    input: Option<TextId>,
    /// It was allocated there.
    allocated: bool,
}

fn covers(known: Extent, part: Extent) -> bool {
    match (known.cell, part.cell) {
        (
            Cell::Memory { object: a, offset },
            Cell::Memory {
                object: b,
                offset: at,
            },
        ) => a == b && offset < at + part.size && at < offset + known.size,
        (a, b) => a == b,
    }
}
