//! Symbolic execution of activations: which state is next, how far it goes, where states meet.
//!
//! An activation holds the states that wait for its instructions. The earliest instruction anyone waits for
//! is next; its states are merged and walked on until control leaves the straight line. So everything before
//! an instruction in program order has happened when its turn comes, and the list of steps, cut down to those
//! that happen in one run, is in the order of that run.
//!
//! A jump back is not earlier than what is left of the round it ends: the next round begins when nobody waits inside the
//! loop any more. Otherwise a `continue` would go round and round before the other ways through the body have been
//! followed once, and these would find the bound used up.

use std::collections::BTreeMap;
use std::rc::Rc;

use program::{FunctionId, Pc, PlaceId};

use crate::equation::{CutReason, Frame, FrameId};
use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::call::Arguments;
use crate::symex::endless::Sight;
use crate::symex::instruction::After;
use crate::symex::path::Path;
use crate::symex::state::State;
use crate::symex::unwind::LoopName;
use crate::symex::{At, Symex};

/// How far a loop has gone in an activation.
#[derive(Debug, Clone)]
struct Round {
    /// Times the head was reached by a jump back.
    count: u32,
    /// Those among them where the path had changed since the last time, or where no condition that came out
    /// constant kept control in the loop: only a loop that counts by itself is followed without a bound.
    counted: u32,
    path: Path,
    /// Whether such a condition was met in this round.
    tested: bool,
    /// At the head, in an earlier round: the last one whose number is a power of two, so that a cycle of any
    /// length is noticed and few states are kept apart.
    earlier: State,
    /// The last instruction of the loop.
    end: u32,
    sight: Sight,
    /// Where there are threads: the state at the beginning of this round, and how many events there were.
    begun: Option<Box<(State, usize)>>,
    /// Where there are threads: the rounds that changed nothing and that others may have noticed.
    idle: Vec<logic::TermId>,
}

impl Round {
    fn new(state: &State, end: u32, symbols: usize) -> Round {
        Round {
            end,
            count: 0,
            counted: 0,
            path: state.path.clone(),
            tested: false,
            earlier: state.clone(),
            sight: Sight::new(&state.facts, symbols),
            begun: None,
            idle: Vec::new(),
        }
    }
}

/// A call that is being executed.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub pc: Pc,
    pub dest: Option<PlaceId>,
    pub result: ObjectId,
    pub arguments: Rc<Arguments>,
    /// Other functions that it may call, with the state in which it does.
    pub remaining: Vec<(FunctionId, State)>,
    pub returned: Vec<State>,
}

/// One activation of a function.
#[derive(Debug)]
pub(crate) struct Activation {
    pub function: FunctionId,
    pub frame: FrameId,
    /// By position; the flag tells a jump back.
    pub pending: BTreeMap<u32, Vec<(State, bool)>>,
    pub returned: Vec<State>,
    rounds: BTreeMap<u32, Round>,
    /// Where a return value goes.
    pub result: ObjectId,
    pub waiting: Option<Waiting>,
    pub path: Path,
    /// How many activations of the same function below, counting only those that a condition led to.
    pub recursion: u32,
    /// Whether its tests may soon end a recursion.
    pub sight: Sight,
}

impl Symex<'_> {
    pub(crate) fn run(&mut self, state: State) {
        let mut stack = Vec::new();
        let entry = self.program.entry;
        let result = self.result_object();
        let activation = self.activate(&stack, entry, None, result, state);
        stack.push(activation);
        self.run_stack(stack);
    }

    pub(crate) fn run_stack(&mut self, mut stack: Vec<Activation>) {
        while let Some(top) = stack.last_mut() {
            if self.stopped {
                self.busy_with = self.innermost_loop(&stack);
                return;
            }
            let next = self.next(top);
            if let Some((pc, states)) = next.and_then(|next| top.pending.remove_entry(&next)) {
                if let Some((state, pc)) = self.arrive(top, pc, states) {
                    self.walk(&mut stack, state, pc);
                }
                continue;
            }
            let Some(done) = stack.pop() else { return };
            self.finish(&mut stack, done);
        }
    }

    pub(crate) fn result_object(&mut self) -> ObjectId {
        self.add_object(ObjectKind::Result, 0, false)
    }

    pub(crate) fn activate(
        &mut self,
        stack: &[Activation],
        function: FunctionId,
        caller: Option<(FrameId, Pc)>,
        result: ObjectId,
        state: State,
    ) -> Activation {
        let frame = FrameId(self.frames.len() as u32);
        self.frames.push(Frame {
            function,
            caller,
            depth: stack.len() as u32,
        });
        let below = stack.iter().rev().find(|other| other.function == function);
        let recursion = below.map_or(0, |other| {
            other.recursion + u32::from(!self.decide(|| other.path.is_same(&state.path)))
        });
        let symbols = self.pool.symbol_count();
        let sight = match below {
            Some(other) => other.sight.next(&state.facts, symbols),
            None => Sight::new(&state.facts, symbols),
        };
        Activation {
            function,
            frame,
            path: state.path.clone(),
            pending: BTreeMap::from([(0, vec![(state, false)])]),
            returned: Vec::new(),
            rounds: BTreeMap::new(),
            result,
            waiting: None,
            recursion,
            sight,
        }
    }

    /// An activation of which a thread has its own copy, from an instruction on.
    pub(crate) fn resume(
        &mut self,
        function: FunctionId,
        frame: FrameId,
        pc: Pc,
        state: State,
    ) -> Activation {
        let result = self.result_object();
        Activation {
            function,
            frame,
            path: state.path.clone(),
            sight: Sight::new(&state.facts, self.pool.symbol_count()),
            pending: BTreeMap::from([(pc.0, vec![(state, false)])]),
            returned: Vec::new(),
            rounds: BTreeMap::new(),
            result,
            waiting: None,
            recursion: 0,
        }
    }

    fn go_to(&self, activation: &Activation, pc: u32) -> At {
        let body = &self.program.function(activation.function).body;
        At {
            frame: activation.frame,
            pc: Pc(pc),
            loc: body
                .get(pc as usize)
                .map_or(source::LocId::NONE, |instr| instr.loc),
        }
    }

    /// Whose turn it is: the earliest instruction that is waited for, but a loop's next round only after this one.
    fn next(&self, activation: &Activation) -> Option<u32> {
        let pending = &activation.pending;
        let mut ready = pending.iter().filter(|(pc, states)| {
            let back = states.iter().any(|(_, back)| *back);
            !back || !self.is_inside_awaited(activation, **pc)
        });
        ready.next().map(|(pc, _)| *pc)
    }

    /// Whether someone waits for an instruction of the loop with this head.
    fn is_inside_awaited(&self, activation: &Activation, head: u32) -> bool {
        let item = self.bounds.loops.get(&(activation.function, Pc(head)));
        // A loop of one instruction has no inside.
        let inside = item.filter(|item| item.end.0 > head);
        inside.is_some_and(|item| activation.pending.range(head + 1..=item.end.0).next().is_some())
    }

    /// Merges what waits for an instruction; if it is a loop's next round, decides whether to follow it.
    fn arrive(
        &mut self,
        activation: &mut Activation,
        pc: u32,
        states: Vec<(State, bool)>,
    ) -> Option<(State, u32)> {
        self.at = self.go_to(activation, pc);
        self.reached = self.yes;
        self.note_rounds(activation, pc);
        let back = states.iter().any(|(_, back)| *back);
        let state = self.merge_all(states.into_iter().map(|(state, _)| state).collect())?;
        if self.should_stop() {
            return None;
        }
        if !self.bounds.is_head(activation.function, pc) {
            return Some((state, pc));
        }
        let item = self.bounds.loops.get(&(activation.function, Pc(pc)))?;
        if !back {
            self.enter_loop(activation, pc, &state);
            return Some((state, pc));
        }
        let state = self.not_only_waiting(activation, pc, state)?;
        let symbols = self.pool.symbol_count();
        // A `goto` may lead back to where nobody has been yet.
        let been_here = activation.rounds.contains_key(&pc);
        let round = activation
            .rounds
            .entry(pc)
            .or_insert_with(|| Round::new(&state, item.end.0, symbols));
        let same_path = self.decide(|| round.path.is_same(&state.path));
        let what = (activation.function, Some(Pc(pc)));
        let again = || round.earlier.path.is_same(&state.path) && round.earlier.is_same(&state);
        let stuck = been_here && same_path && self.decide(again);
        if stuck && self.bounds.fixed(what).is_none() {
            // Everything is as it was, so it will be again: the loop has no end and does nothing new.
            return None;
        }
        round.count += 1;
        if !same_path || !round.tested {
            round.counted += 1;
            round.path = state.path.clone();
        }
        round.tested = false;
        let endless = round.sight.turn(&state.facts, symbols);
        if round.count.is_power_of_two() {
            round.earlier = state.clone();
        }
        let over = match self.bounds.fixed(what) {
            // It will come to any bound.
            Some(bound) => stuck || round.count >= bound,
            None => round.counted >= self.bounds.growing(what) || round.count >= self.options.constant_rounds,
        };
        self.note_rounds(activation, pc);
        if over {
            let lazy = self.yes;
            self.cut(&state, lazy, CutReason::Loop(item.clone()));
            self.note_cut(what, endless);
            if self.options.partial_loops {
                let next = item.end.0 + 1;
                activation.pending.entry(next).or_default().push((state, false));
            }
            return None;
        }
        Some((state, pc))
    }

    /// The loop of the user's that is being executed.
    fn innermost_loop(&self, stack: &[Activation]) -> Option<LoopName> {
        let mut at = self.at.pc;
        for activation in stack.iter().rev() {
            if let Some(waiting) = &activation.waiting {
                at = waiting.pc;
            }
            let own = !self.program.function(activation.function).embedded;
            let heads = activation.rounds.keys();
            let around = heads
                .filter_map(|head| self.bounds.loops.get(&(activation.function, Pc(*head))))
                .filter(|item| (item.head..=item.end).contains(&at))
                .max_by_key(|item| item.head);
            if let (true, Some(item)) = (own, around) {
                return Some(item.clone());
            }
        }
        None
    }

    fn enter_loop(&mut self, activation: &mut Activation, pc: u32, state: &State) {
        let end = self.bounds.loops.get(&(activation.function, Pc(pc)));
        let end = end.map_or(0, |item| item.end.0);
        let round = Round::new(state, end, self.pool.symbol_count());
        activation.rounds.insert(pc, round);
        self.begin_round(activation, pc, state);
        self.note_rounds(activation, pc);
    }

    /// Remembers how a round begins, where it may turn out that it only waits for other threads.
    fn begin_round(&self, activation: &mut Activation, pc: u32, state: &State) {
        if self.several(state)
            && let Some(round) = activation.rounds.get_mut(&pc)
        {
            round.begun = Some(Box::new((state.clone(), self.event_count())));
        }
    }

    /// What is left of a state behind a round without the runs in which that round has only waited for other threads.
    fn not_only_waiting(&mut self, activation: &mut Activation, pc: u32, mut state: State) -> Option<State> {
        if !self.several(&state) {
            return Some(state);
        }
        let begun = activation
            .rounds
            .get_mut(&pc)
            .and_then(|round| round.begun.take());
        if let Some(begun) = begun
            && let Some(round) = self.round_counts(&begun.0, begun.1, &state)
        {
            let mut follows = round.counts;
            if let (true, Some(known)) = (round.noticed > 0, activation.rounds.get_mut(&pc)) {
                let idle = self.pool.not(round.counts);
                known.idle.push(self.pool.and(state.path.all(), idle));
                let few = self.at_most(&known.idle, round.noticed);
                follows = self.pool.or(follows, few);
            }
            state.path = state.path.and(&mut self.pool, follows);
            if self.truth(state.path.all()) == Some(false) {
                return None;
            }
        }
        self.begin_round(activation, pc, &state);
        Some(state)
    }

    /// A condition came out constant: the loops that the other way would have left count by themselves.
    pub(super) fn note_test(&self, activation: &mut Activation, pc: u32, not_taken: Pc) {
        activation.sight.may_end();
        for (&head, round) in &mut activation.rounds {
            let inside = |at: u32| (head..=round.end).contains(&at);
            if inside(pc) && !inside(not_taken.0) {
                round.tested = true;
                round.sight.may_end();
            }
        }
    }

    /// A part of a condition came out constant: the loops that it could leave count by it, as in `i < 9 && a[i] != x`.
    pub(super) fn note_part(&self, activation: &mut Activation, pc: u32, (then, otherwise): (Pc, Pc)) {
        activation.sight.may_end();
        for (&head, round) in &mut activation.rounds {
            let inside = |at: u32| (head..=round.end).contains(&at);
            if inside(pc) && !(inside(then.0) && inside(otherwise.0)) {
                round.sight.may_end();
            }
        }
    }

    /// Control may leave the loops around an instruction, on a condition.
    pub(super) fn note_exits(
        &self,
        activation: &mut Activation,
        pc: u32,
        to: Option<Pc>,
        cond: logic::TermId,
    ) {
        self.note_exit(&mut activation.sight, cond);
        for (&head, round) in &mut activation.rounds {
            let inside = |at: u32| (head..=round.end).contains(&at);
            if inside(pc) && !to.is_some_and(|to| inside(to.0)) {
                self.note_exit(&mut round.sight, cond);
            }
        }
    }

    /// Remembers for steps to come which rounds of which loops they are in.
    fn note_rounds(&mut self, activation: &Activation, pc: u32) {
        let around = activation
            .rounds
            .iter()
            .filter(|(head, round)| (**head..=round.end).contains(&pc))
            .map(|(head, round)| (Pc(*head), round.count));
        if !around.clone().eq(self.rounds.iter().copied()) {
            self.rounds = around.collect();
        }
    }

    /// Follows one state until control leaves the straight line.
    fn walk(&mut self, stack: &mut Vec<Activation>, mut state: State, mut pc: u32) {
        let Some(top) = stack.len().checked_sub(1) else {
            return;
        };
        let program = self.program;
        let function = stack[top].function;
        let body = &program.function(function).body;
        let mut first = true;
        loop {
            self.at = self.go_to(&stack[top], pc);
            self.lazy = self.yes;
            self.reached = state.path.all();
            self.reads.clear();
            if !first {
                if self.should_stop() {
                    return;
                }
                // Someone else waits here, too.
                if stack[top].pending.contains_key(&pc) {
                    stack[top].pending.entry(pc).or_default().push((state, false));
                    return;
                }
                if self.bounds.is_head(function, pc) {
                    self.enter_loop(&mut stack[top], pc, &state);
                }
            }
            first = false;
            state.steps += 1;
            if self.options.depth.is_some_and(|depth| state.steps > depth) {
                self.cut(&state, self.yes, CutReason::Depth);
                return;
            }
            let Some(instr) = body.get(pc as usize) else {
                stack[top].returned.push(state);
                return;
            };
            match self.instruction(stack, state, pc, &instr.kind) {
                After::Next(next) if self.truth(next.path.all()) == Some(false) => return,
                After::Next(next) => (state, pc) = (next, pc + 1),
                After::At(next, to) => {
                    (state, pc) = (next, to);
                    first = true;
                }
                After::Gone => return,
            }
        }
    }

    pub(super) fn wait(&mut self, activation: &mut Activation, from: u32, to: Pc, state: State) {
        if self.truth(state.path.all()) == Some(false) {
            return;
        }
        let waiting = activation.pending.entry(to.0).or_default();
        waiting.push((state, to.0 <= from));
    }

    /// Control goes there, in all runs that are here. At once, unless someone waits for an instruction before it.
    pub(super) fn jump(
        &mut self,
        activation: &mut Activation,
        from: u32,
        to: Pc,
        state: State,
    ) -> Option<(State, u32)> {
        let waiting = activation.pending.first_key_value();
        let earlier = waiting.is_some_and(|(next, _)| *next <= to.0);
        if earlier || to.0 <= from && self.is_inside_awaited(activation, to.0) {
            self.wait(activation, from, to, state);
            return None;
        }
        if self.truth(state.path.all()) == Some(false) {
            return None;
        }
        self.arrive(activation, to.0, vec![(state, to.0 <= from)])
    }
}
