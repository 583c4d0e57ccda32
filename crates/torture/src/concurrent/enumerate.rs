//! All states of a small program.
//!
//! Each thread becomes a list of operations, at most one visible to others in each. A step of a thread is one visible operation, or
//! a whole section, with all that follows up to the next one. States are remembered, so that loops that wait end the search.

use std::collections::{BTreeSet, HashSet};

use super::{Condition, Final, Place, Program, Relation, Stmt, Value};

/// What the runs of a program come to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The assertions that some run violates.
    pub violated: BTreeSet<u32>,
    pub deadlock: bool,
    pub race: bool,
}

/// States beyond which a program is given up.
const MOST_STATES: usize = 150_000;

/// The pointer, among the variables.
const POINTER: u8 = 3;

#[derive(Debug, Clone, Copy)]
enum Op {
    // Nobody else sees these.
    Set(i8),
    Input,
    AddOne,
    Keep(usize),
    Jump(usize),
    /// Goes on here if the value is like that, there otherwise.
    Test(Relation, i8, usize),
    Claim(Relation, i8, u32),
    ClaimFinal(Final, u32),
    // Others see these.
    Start,
    Load(u8),
    LoadAddress,
    LoadThere,
    Store(u8),
    StoreAddress(u8),
    StoreThere,
    LoadAtomic,
    AddAtomic,
    SetAtomic(i8),
    Swap(i8, i8),
    Lock(usize),
    TryLock(usize),
    Unlock(usize),
    Begin,
    End,
    Sleep,
    Wake,
    Signal,
    Broadcast,
    Take,
    Give,
    Create(usize),
    Join(usize),
    Exit,
}

impl Op {
    fn is_visible(self) -> bool {
        !matches!(
            self,
            Op::Set(_)
                | Op::Input
                | Op::AddOne
                | Op::Keep(_)
                | Op::Jump(_)
                | Op::Test(..)
                | Op::Claim(..)
                | Op::ClaimFinal(..)
        )
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Thread {
    started: bool,
    ended: bool,
    at: usize,
    value: i8,
    address: u8,
    kept: Final,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    variables: [i8; 3],
    pointer: u8,
    atomic: i8,
    /// Who holds each lock, plus one.
    locks: [usize; 2],
    semaphore: u8,
    waiting: BTreeSet<usize>,
    /// For each signal that nobody has taken yet: who waited when it was given.
    signals: Vec<BTreeSet<usize>>,
    threads: Vec<Thread>,
}

/// A state behind a step, and which variables the step has accessed: by number, whether it wrote, whether in a section.
#[derive(Debug, Clone)]
struct Next {
    state: State,
    accesses: Vec<(u8, bool, bool)>,
    section: bool,
    violated: Option<u32>,
}

/// What all runs come to; claims are looked at, or else races. Nothing if there are too many states.
#[must_use]
pub fn enumerate(program: &Program, claims: bool) -> Option<Outcomes> {
    let machine = Machine {
        code: compile(program),
        claims,
    };
    let mut outcomes = Outcomes::default();
    let mut open = machine.initial();
    let mut known: HashSet<State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        if known.len() > MOST_STATES {
            return None;
        }
        if state.threads[0].ended {
            continue;
        }
        outcomes.deadlock |= machine.is_stuck(&state);
        for thread in machine.able(&state) {
            for next in machine.steps(&state, thread) {
                outcomes.race |= !claims && machine.races(&next, thread);
                match next.violated {
                    Some(claim) => _ = outcomes.violated.insert(claim),
                    None if known.insert(next.state.clone()) => open.push(next.state),
                    None => {}
                }
            }
        }
    }
    Some(outcomes)
}

struct Machine {
    code: Vec<Vec<Op>>,
    claims: bool,
}

impl Machine {
    fn initial(&self) -> Vec<State> {
        let thread = Thread {
            started: false,
            ended: false,
            at: 0,
            value: 0,
            address: 0,
            kept: [0; 3],
        };
        let mut state = State {
            variables: [0; 3],
            pointer: 2,
            atomic: 0,
            locks: [0; 2],
            semaphore: 1,
            waiting: BTreeSet::new(),
            signals: Vec::new(),
            threads: vec![thread; self.code.len()],
        };
        state.threads[0].started = true;
        vec![state]
    }

    fn op(&self, state: &State, thread: usize) -> Op {
        self.code[thread][state.threads[thread].at]
    }

    /// Those who can do their next step; whoever sleeps may wake by itself.
    fn able(&self, state: &State) -> Vec<usize> {
        let all = 0..state.threads.len();
        all.filter(|&thread| {
            let own = &state.threads[thread];
            own.started
                && !own.ended
                && match self.op(state, thread) {
                    Op::Lock(lock) => state.locks[lock] == 0,
                    Op::Wake => state.locks[0] == 0,
                    Op::Take => state.semaphore > 0,
                    Op::Join(other) => state.threads[other].ended,
                    _ => true,
                }
        })
        .collect()
    }

    /// Whether nobody can go on without waking by itself.
    fn is_stuck(&self, state: &State) -> bool {
        self.able(state).into_iter().all(|thread| {
            matches!(self.op(state, thread), Op::Wake)
                && !state.signals.iter().any(|signal| signal.contains(&thread))
        })
    }

    /// Whether some thread stands before an access that conflicts with one of the step that has just been made.
    fn races(&self, done: &Next, thread: usize) -> bool {
        if done.state.threads[0].ended {
            return false;
        }
        let others = self
            .able(&done.state)
            .into_iter()
            .filter(|&other| other != thread);
        others.into_iter().any(|other| {
            self.steps(&done.state, other).iter().any(|next| {
                next.accesses.iter().any(|&(place, write, section)| {
                    let conflicts = |&(there, wrote, inside): &(u8, bool, bool)| {
                        there == place && (write || wrote) && !(section && inside)
                    };
                    done.accesses.iter().any(conflicts)
                })
            })
        })
    }

    /// The states behind a thread's next step, one for each choice of inputs.
    fn steps(&self, state: &State, thread: usize) -> Vec<Next> {
        let mut open = vec![Next {
            state: state.clone(),
            accesses: Vec::new(),
            section: false,
            violated: None,
        }];
        let mut done = Vec::new();
        let mut first = true;
        while let Some(mut next) = open.pop() {
            loop {
                let op = self.op(&next.state, thread);
                if op.is_visible() && !first && !next.section {
                    forget(&mut next.state.threads[thread], op);
                    done.push(next);
                    break;
                }
                first &= !op.is_visible();
                next.state.threads[thread].at += 1;
                if let Op::Input = op {
                    for number in 0..4 {
                        let mut other = next.clone();
                        other.state.threads[thread].value = number;
                        open.push(other);
                    }
                    break;
                }
                if op.is_visible() {
                    visible(&mut next, thread, op);
                } else {
                    self.hidden(&mut next, thread, op);
                }
                if next.violated.is_some() || next.state.threads[thread].ended {
                    done.push(next);
                    break;
                }
            }
        }
        done
    }

    fn hidden(&self, next: &mut Next, thread: usize, op: Op) {
        let own = &mut next.state.threads[thread];
        match op {
            Op::Set(number) => own.value = number,
            Op::AddOne => own.value += 1,
            Op::Keep(which) => own.kept[which] = own.value,
            Op::Jump(to) => own.at = to,
            Op::Test(relation, number, to) if !is(own.value, relation, number) => own.at = to,
            Op::Claim(relation, number, claim) if self.claims && !is(own.value, relation, number) => {
                next.violated = Some(claim);
            }
            Op::ClaimFinal(values, claim) if self.claims && own.kept == values => next.violated = Some(claim),
            _ => {}
        }
    }
}

/// Registers that are written before they are read again have no values: they would only make more states.
fn forget(own: &mut Thread, next: Op) {
    if !matches!(next, Op::Store(_) | Op::StoreThere | Op::LoadAddress) {
        own.value = 0;
    }
    if !matches!(next, Op::LoadThere | Op::StoreThere) {
        own.address = 0;
    }
}

/// Does what others see.
fn visible(next: &mut Next, thread: usize, op: Op) {
    let section = next.section;
    let mut accessed = |place: u8, write: bool| next.accesses.push((place, write, section));
    let state = &mut next.state;
    let own = &mut state.threads[thread];
    match op {
        Op::Load(which) => {
            accessed(which, false);
            own.value = state.variables[which as usize];
        }
        Op::LoadAddress => {
            accessed(POINTER, false);
            own.address = state.pointer;
        }
        Op::LoadThere => {
            accessed(own.address, false);
            own.value = state.variables[own.address as usize];
        }
        Op::Store(which) => {
            accessed(which, true);
            state.variables[which as usize] = own.value;
        }
        Op::StoreAddress(which) => {
            accessed(POINTER, true);
            state.pointer = which;
        }
        Op::StoreThere => {
            accessed(own.address, true);
            state.variables[own.address as usize] = own.value;
        }
        Op::LoadAtomic => own.value = state.atomic,
        Op::AddAtomic => state.atomic += 1,
        Op::SetAtomic(number) => state.atomic = number,
        Op::Swap(from, to) => {
            own.value = i8::from(state.atomic == from);
            if state.atomic == from {
                state.atomic = to;
            }
        }
        Op::Lock(lock) => state.locks[lock] = thread + 1,
        Op::TryLock(lock) => {
            own.value = i8::from(state.locks[lock] == 0);
            if state.locks[lock] == 0 {
                state.locks[lock] = thread + 1;
            }
        }
        Op::Unlock(lock) => state.locks[lock] = 0,
        Op::Begin => next.section = true,
        Op::End => next.section = false,
        Op::Take => state.semaphore -= 1,
        Op::Give => state.semaphore += 1,
        Op::Create(other) => state.threads[other].started = true,
        Op::Exit => own.ended = true,
        Op::Sleep | Op::Wake | Op::Signal | Op::Broadcast => meet(state, thread, op),
        _ => {}
    }
}

/// What concerns the condition.
fn meet(state: &mut State, thread: usize, op: Op) {
    match op {
        Op::Sleep => {
            state.locks[0] = 0;
            state.waiting.insert(thread);
        }
        Op::Wake => {
            state.locks[0] = thread + 1;
            state.waiting.remove(&thread);
            if let Some(taken) = state.signals.iter().position(|signal| signal.contains(&thread)) {
                state.signals.remove(taken);
            }
            for signal in &mut state.signals {
                signal.remove(&thread);
            }
            state.signals.retain(|signal| !signal.is_empty());
        }
        Op::Signal if state.signals.len() < state.waiting.len() => {
            state.signals.push(state.waiting.clone());
        }
        Op::Broadcast => {
            while state.signals.len() < state.waiting.len() {
                state.signals.push(state.waiting.clone());
            }
        }
        _ => {}
    }
}

fn is(value: i8, relation: Relation, number: i8) -> bool {
    match relation {
        Relation::Equal => value == number,
        Relation::Unequal => value != number,
        Relation::Less => value < number,
    }
}

/// The operations of all threads, `main` first.
fn compile(program: &Program) -> Vec<Vec<Op>> {
    let mut claims = 0;
    let mut all = vec![Vec::new()];
    for body in &program.threads {
        let mut compiler = Compiler {
            code: vec![Op::Start],
            claims,
        };
        compiler.all(body);
        compiler.code.push(Op::Exit);
        claims = compiler.claims;
        all.push(compiler.code);
    }
    let count = program.threads.len();
    let joined = if program.joins_all { count } else { 1 };
    let main = &mut all[0];
    main.extend((1..=count).map(Op::Create));
    main.extend((1..=joined).map(Op::Join));
    for which in 0..3 {
        main.extend([Op::Load(which), Op::Keep(which as usize)]);
    }
    for (number, values) in program.finals.iter().enumerate() {
        main.push(Op::ClaimFinal(*values, claims + number as u32));
    }
    main.push(Op::Exit);
    all
}

struct Compiler {
    code: Vec<Op>,
    claims: u32,
}

impl Compiler {
    fn all(&mut self, list: &[Stmt]) {
        for one in list {
            self.statement(one);
        }
    }

    fn load(&mut self, from: Place) {
        match from {
            Place::Variable(which) => self.code.push(Op::Load(which)),
            Place::Target => self.code.extend([Op::LoadAddress, Op::LoadThere]),
        }
    }

    fn store(&mut self, to: Place) {
        match to {
            Place::Variable(which) => self.code.push(Op::Store(which)),
            Place::Target => self.code.extend([Op::LoadAddress, Op::StoreThere]),
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Number(number) => self.code.push(Op::Set(number)),
            Value::Input => self.code.push(Op::Input),
            Value::Read(from) => self.load(from),
            Value::Next(from) => {
                self.load(from);
                self.code.push(Op::AddOne);
            }
            Value::Atomic => self.code.push(Op::LoadAtomic),
        }
    }

    fn look(&mut self, at: Condition) {
        match at.place {
            Some(place) => self.load(place),
            None => self.code.push(Op::LoadAtomic),
        }
    }

    /// Looks at a condition; gives the place of the jump that is taken if it does not hold.
    fn test(&mut self, what: Condition) -> usize {
        self.look(what);
        self.code.push(Op::Test(what.relation, what.number, usize::MAX));
        self.code.len() - 1
    }

    /// A jump goes to what comes next.
    fn here(&mut self, jump: usize) {
        self.to(jump, self.code.len());
    }

    fn to(&mut self, jump: usize, to: usize) {
        if let Op::Test(_, _, target) = &mut self.code[jump] {
            *target = to;
        }
    }

    fn succeeds(&mut self) -> usize {
        self.code.push(Op::Test(Relation::Equal, 1, usize::MAX));
        self.code.len() - 1
    }

    fn statement(&mut self, given: &Stmt) {
        match given {
            Stmt::Assign(to, from) => {
                self.value(*from);
                self.store(*to);
            }
            Stmt::Increment(Place::Target) => {
                self.code
                    .extend([Op::LoadAddress, Op::LoadThere, Op::AddOne, Op::StoreThere]);
            }
            Stmt::Increment(Place::Variable(which)) => {
                self.code
                    .extend([Op::Load(*which), Op::AddOne, Op::Store(*which)]);
            }
            Stmt::Point(which) => self.code.push(Op::StoreAddress(*which)),
            Stmt::If(when, inner) => {
                let jump = self.test(*when);
                self.all(inner);
                self.here(jump);
            }
            Stmt::Twice(inner) => {
                let before = self.claims;
                self.all(inner);
                self.claims = before;
                self.all(inner);
            }
            Stmt::Assert(what) => {
                self.look(*what);
                self.code.push(Op::Claim(what.relation, what.number, self.claims));
                self.claims += 1;
            }
            Stmt::AtomicAdd => self.code.push(Op::AddAtomic),
            Stmt::AtomicSet(number) => self.code.push(Op::SetAtomic(*number)),
            Stmt::Swap(from, to) => self.code.push(Op::Swap(*from, *to)),
            Stmt::Take => self.code.push(Op::Take),
            Stmt::Give => self.code.push(Op::Give),
            _ => self.together(given),
        }
    }

    /// Statements that hold others up, or wait.
    fn together(&mut self, given: &Stmt) {
        let start = self.code.len();
        match given {
            Stmt::Locked(lock, inner) => {
                self.code.push(Op::Lock(*lock as usize));
                self.all(inner);
                self.code.push(Op::Unlock(*lock as usize));
            }
            Stmt::Tried(lock, inner) => {
                self.code.push(Op::TryLock(*lock as usize));
                let jump = self.succeeds();
                self.all(inner);
                self.code.push(Op::Unlock(*lock as usize));
                self.here(jump);
            }
            Stmt::Section(inner) => {
                self.code.push(Op::Begin);
                self.all(inner);
                self.code.push(Op::End);
            }
            Stmt::SpinSwap(from, to) => {
                self.code.push(Op::Swap(*from, *to));
                let jump = self.succeeds();
                self.to(jump, start);
            }
            Stmt::Await(what) => {
                let jump = self.test(*what);
                self.to(jump, start);
            }
            Stmt::Poll(what) => {
                self.code.push(Op::Lock(0));
                let jump = self.test(*what);
                self.code.push(Op::Unlock(0));
                let over = self.code.len();
                self.code.push(Op::Jump(usize::MAX));
                self.here(jump);
                self.code.extend([Op::Unlock(0), Op::Jump(start)]);
                self.code[over] = Op::Jump(self.code.len());
            }
            Stmt::WaitUntil(what) | Stmt::WaitOnce(what) => {
                self.code.push(Op::Lock(0));
                let again = self.code.len();
                let jump = self.test(*what);
                let over = self.code.len();
                self.code.push(Op::Jump(usize::MAX));
                self.here(jump);
                self.code.extend([Op::Sleep, Op::Wake]);
                if let Stmt::WaitUntil(_) = given {
                    self.code.push(Op::Jump(again));
                }
                self.code[over] = Op::Jump(self.code.len());
                self.code.push(Op::Unlock(0));
            }
            Stmt::Tell(inner, all) => {
                self.code.push(Op::Lock(0));
                self.all(inner);
                self.code.push(if *all { Op::Broadcast } else { Op::Signal });
                self.code.push(Op::Unlock(0));
            }
            _ => {}
        }
    }
}
