//! Which loops a step of a trace is in, and in which round of each.
//!
//! The interpreter tells where each event happens. Events of one activation that go backwards have taken a jump
//! back, and that starts a new round of the innermost loop around both of them.

use std::collections::HashMap;

use interp::At;
use program::{FunctionId, Pc, Program};
use report::Round;

#[derive(Debug)]
pub(crate) struct Rounds {
    loops: HashMap<FunctionId, Vec<bmc::LoopName>>,
    frames: Vec<Activation>,
}

#[derive(Debug)]
struct Activation {
    depth: usize,
    function: FunctionId,
    last: Option<Pc>,
    /// The rounds of the loops that the last event was in, outermost first.
    active: Vec<(Pc, Round)>,
}

impl Rounds {
    pub(crate) fn new(program: &Program) -> Rounds {
        let mut loops: HashMap<FunctionId, Vec<bmc::LoopName>> = HashMap::new();
        for item in bmc::loops(program) {
            loops.entry(item.function).or_default().push(item);
        }
        // Outermost first; of two with the same head the larger one.
        for list in loops.values_mut() {
            list.sort_by_key(|item| (item.head, std::cmp::Reverse(item.end)));
        }
        Rounds {
            loops,
            frames: Vec::new(),
        }
    }

    /// A function is called here: what is deeper belongs to earlier calls.
    pub(crate) fn call(&mut self, at: At) {
        self.frames.retain(|frame| frame.depth <= at.depth);
    }

    /// An event; `decides` if it is a branch, which happens only once each time control passes.
    pub(crate) fn event(&mut self, at: At, decides: bool) -> &[(Pc, Round)] {
        self.frames.retain(|frame| frame.depth <= at.depth);
        let known = self.frames.last();
        if known.is_none_or(|frame| frame.depth != at.depth || frame.function != at.function) {
            self.frames.retain(|frame| frame.depth < at.depth);
            self.frames.push(Activation {
                depth: at.depth,
                function: at.function,
                last: None,
                active: Vec::new(),
            });
        }
        let Some(frame) = self.frames.last_mut() else {
            return &[];
        };
        let back = frame
            .last
            .is_some_and(|last| at.pc < last || (at.pc == last && decides));
        let around = self.loops.get(&at.function).map_or(&[][..], Vec::as_slice);
        let around = around
            .iter()
            .filter(|item| (item.head..=item.end).contains(&at.pc));
        let mut active: Vec<(Pc, Round)> = Vec::new();
        let mut repeated = None;
        for item in around {
            let before = frame.active.iter().find(|(head, _)| *head == item.head);
            match before {
                Some((head, round)) => {
                    repeated = Some(active.len());
                    active.push((
                        *head,
                        Round {
                            new: false,
                            ..round.clone()
                        },
                    ));
                }
                None => active.push((
                    item.head,
                    Round {
                        r#loop: item.name.clone(),
                        round: 1,
                        new: true,
                    },
                )),
            }
        }
        if let (true, Some(index)) = (back, repeated) {
            active[index].1.round += 1;
            active[index].1.new = true;
        }
        frame.last = Some(at.pc);
        frame.active = active;
        &frame.active
    }
}
