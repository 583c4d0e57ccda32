//! Ways to decide who runs next.

use runs::Slice;

use super::{Decision, Turn};
use crate::input::{InputKind, InputRequest, InputSupply};

/// How a run is scheduled.
#[derive(Debug, Clone, Default)]
pub enum Policy {
    /// Whoever runs goes on until it waits or ends.
    #[default]
    Eager,
    /// Each has one event after the other.
    RoundRobin,
    /// At random, from a seed; the same on every machine.
    Random(u64),
    /// As written down. What is left when it ends is eager; a strict one that does not fit ends the run.
    Listed {
        slices: Vec<Slice>,
        at: usize,
        used: u64,
        strict: bool,
    },
    /// Eager, but at these events another thread runs.
    Changes(Vec<(u64, usize)>),
}

impl Policy {
    #[must_use]
    pub fn listed(slices: Vec<Slice>, strict: bool) -> Policy {
        Policy::Listed {
            slices,
            at: 0,
            used: 0,
            strict,
        }
    }

    pub fn decide(&mut self, turn: &Turn<'_>) -> Decision {
        match self {
            Policy::Eager => Decision::Any,
            Policy::RoundRobin => {
                let next = turn.ready.iter().copied().find(|&thread| thread > turn.current);
                next.or(turn.ready.first().copied())
                    .map_or(Decision::Any, Decision::Thread)
            }
            Policy::Random(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = *state;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^= z >> 31;
                // Short turns as well as long ones.
                if z % 4 == 0 || !turn.ready.contains(&turn.current) {
                    let at = (z >> 8) as usize % turn.ready.len().max(1);
                    return turn
                        .ready
                        .get(at)
                        .copied()
                        .map_or(Decision::Any, Decision::Thread);
                }
                if z % 64 == 1 && !turn.spurious.is_empty() {
                    let at = (z >> 8) as usize % turn.spurious.len();
                    return Decision::Thread(turn.spurious[at]);
                }
                Decision::Thread(turn.current)
            }
            Policy::Listed {
                slices,
                at,
                used,
                strict,
            } => {
                while slices.get(*at).is_some_and(|slice| *used >= slice.events) {
                    *at += 1;
                    *used = 0;
                }
                let Some(slice) = slices.get(*at) else {
                    return Decision::Any;
                };
                *used += 1;
                let thread = turn.names.iter().position(|name| *name == slice.thread);
                let able = |thread: &usize| turn.ready.contains(thread) || turn.spurious.contains(thread);
                match thread {
                    Some(thread) if *strict || able(&thread) => Decision::Thread(thread),
                    None if *strict => Decision::Thread(usize::MAX),
                    _ => Decision::Any,
                }
            }
            Policy::Changes(changes) => {
                let change = changes.iter().find(|(event, _)| *event == turn.event);
                let able = |thread: &usize| turn.ready.contains(thread) || turn.spurious.contains(thread);
                match change.map(|(_, thread)| *thread).filter(able) {
                    Some(thread) => Decision::Thread(thread),
                    None => Decision::Any,
                }
            }
        }
    }
}

/// Inputs from one place, and the schedule from a policy.
pub struct Scheduled<'s> {
    pub inputs: &'s mut dyn InputSupply,
    pub policy: Policy,
    /// Whether a data race ends the run.
    pub stops_at_races: bool,
}

impl std::fmt::Debug for Scheduled<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scheduled")
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

impl InputSupply for Scheduled<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.inputs.supply(request)
    }

    fn contents(&self, name: &str) -> Option<&[u8]> {
        self.inputs.contents(name)
    }

    fn number(&mut self, name: &str, offset: u64) -> Option<u128> {
        self.inputs.number(name, offset)
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        self.policy.decide(turn)
    }

    fn stops_at_races(&self) -> bool {
        self.stops_at_races
    }

    fn records(&self, kind: InputKind) -> bool {
        self.inputs.records(kind)
    }
}
