//! All schedules of a program, up to steps that can change places.
//!
//! Depth first, each run from the start, with sleep sets (Godefroid): after all runs that begin with a thread's step
//! have been seen, it need not be tried again beside a step that touches nothing in common with it. What is left out
//! ends in a state that was seen. Inputs are whatever the supply beneath gives.

use super::{Decision, Touched, Turn};
use crate::input::{InputRequest, InputSupply};

/// Who moves where all wait: nobody, which ends the run.
const NOBODY: usize = usize::MAX;

#[derive(Debug, Clone)]
struct Asleep {
    thread: usize,
    touched: Vec<Touched>,
}

#[derive(Debug)]
struct Node {
    /// Those that can run, waiting that ends by itself included.
    open: Vec<usize>,
    sleep: Vec<Asleep>,
    chosen: usize,
    touched: Vec<Touched>,
    /// How often waiting ended by itself before this.
    spurious: u32,
    /// Those that can only run because waiting may end by itself.
    woken: Vec<usize>,
}

/// The state of an exploration between runs.
#[derive(Debug, Default)]
pub struct Explorer {
    path: Vec<Node>,
    at: usize,
    over: bool,
    /// How often waiting for a condition may end by itself in one run.
    pub max_spurious: u32,
}

/// What became of an exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Explored {
    Completely,
    /// There are more runs than were allowed.
    Partly,
}

impl Explorer {
    /// Executes all schedules, at most so many; `run` executes the program once with the supply that it is given.
    pub fn explore(mut self, most: u64, mut run: impl FnMut(&mut Exploration<'_>)) -> Explored {
        for _ in 0..most {
            self.at = 0;
            run(&mut Exploration {
                explorer: &mut self,
                inputs: None,
            });
            if !self.advance() {
                return Explored::Completely;
            }
        }
        Explored::Partly
    }

    /// The next way that was not gone.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.at);
        while let Some(node) = self.path.last_mut() {
            node.sleep.push(Asleep {
                thread: node.chosen,
                touched: std::mem::take(&mut node.touched),
            });
            let next = node.open.iter().find(|thread| !asleep(&node.sleep, **thread));
            if let Some(&next) = next {
                node.chosen = next;
                return true;
            }
            self.path.pop();
        }
        self.over = true;
        false
    }

    fn decide(&mut self, turn: &Turn<'_>) -> Decision {
        if let Some(node) = self.path.get(self.at) {
            self.at += 1;
            return Decision::Thread(node.chosen);
        }
        let (sleep, spurious) = match self.path.last() {
            Some(last) => {
                let independent = |other: &&Asleep| {
                    !other
                        .touched
                        .iter()
                        .any(|a| last.touched.iter().any(|b| a.conflicts(b)))
                };
                let stay = |other: &&Asleep| other.thread != last.chosen && independent(other);
                (
                    last.sleep.iter().filter(stay).cloned().collect(),
                    last.spurious + u32::from(last.woken.contains(&last.chosen)),
                )
            }
            None => (Vec::new(), 0),
        };
        let mut open = turn.ready.to_vec();
        if open.is_empty() {
            open.push(NOBODY);
        }
        if spurious < self.max_spurious {
            open.extend(turn.spurious);
        }
        let Some(&chosen) = open.iter().find(|thread| !asleep(&sleep, **thread)) else {
            return Decision::Abandon;
        };
        self.path.push(Node {
            open,
            sleep,
            chosen,
            touched: Vec::new(),
            spurious,
            woken: turn.spurious.to_vec(),
        });
        self.at += 1;
        Decision::Thread(chosen)
    }
}

fn asleep(sleep: &[Asleep], thread: usize) -> bool {
    sleep.iter().any(|other| other.thread == thread)
}

/// The inputs of one run of an exploration.
pub struct Exploration<'e> {
    explorer: &'e mut Explorer,
    /// Where values come from; zeros without.
    pub inputs: Option<&'e mut dyn InputSupply>,
}

impl std::fmt::Debug for Exploration<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exploration").finish_non_exhaustive()
    }
}

impl InputSupply for Exploration<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.inputs.as_mut().map_or(0, |inputs| inputs.supply(request))
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        self.explorer.decide(turn)
    }

    fn stepped(&mut self, _thread: usize, touched: &[Touched]) {
        let at = self.explorer.at;
        if let Some(node) = at
            .checked_sub(1)
            .and_then(|last| self.explorer.path.get_mut(last))
        {
            node.touched = touched.to_vec();
        }
    }
}
