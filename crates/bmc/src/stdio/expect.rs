//! What a run must print.
//!
//! The expected text is given ([`ExpectedOutput`]), and so are its states: how far into it an output has come. Here the
//! state is a term, a constant as long as nothing symbolic is printed or decides what is printed. Printing is a
//! transition: a text moves each position where it stands in the expected text to the one behind it; at every other
//! position the run is not one that is looked for, which is an assumption that fails. A number moves a position
//! by each text there that is exactly how some number prints, if it is that number. At the end of the run the
//! position must be the end of the text.
//!
//! Numbers are printed by a function that the caller gives (the interpreter's), so that both sides print alike.

use std::rc::Rc;
use std::sync::Arc;

use logic::{Op, TermId};
use program::ExprId;
use runs::ExpectedOutput;

use crate::equation::{CutReason, StepKind};
use crate::symex::Symex;
use crate::symex::scalar::Value;
use crate::symex::state::State;

/// Printing to this stream may print anything: the output there is what is searched for.
pub const SUSPENDED_STREAM: i128 = 0x5355_5350;

/// An argument of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// An integer in two's complement, or a double's bits.
    Number(u128),
    Text(&'a [u8]),
}

/// How a directive such as `%-5d` prints its argument; nothing if it is none that prints.
pub type Formatter = fn(&[u8], Piece<'_>) -> Option<Vec<u8>>;

/// One way to go on: from a state to another, under a condition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Move {
    pub from: u32,
    pub when: TermId,
    pub to: u32,
}

impl Symex<'_> {
    /// A run ends here by itself.
    pub(crate) fn end_run(&mut self, state: &State, status: ExprId) {
        if let Some(expected) = self.options.expected.clone() {
            let mut done = self.no;
            for &at in self.positions(state, &expected).iter() {
                if expected.accepts(at) {
                    let here = self.is_at(state.printed, at);
                    done = self.pool.or(done, here);
                }
            }
            let kind = StepKind::Assume {
                expr: status,
                cond: done,
            };
            self.step(state, kind);
        }
        self.ends.push(state.path.all());
    }

    fn is_at(&mut self, printed: TermId, state: u32) -> TermId {
        let state = self.pool.bv(32, state.into());
        self.pool.eq(printed, state)
    }

    /// The states that the output may be in.
    pub(crate) fn positions(&mut self, state: &State, expected: &ExpectedOutput) -> Rc<[u32]> {
        let mut found: Vec<u32> = Vec::new();
        let mut pending = vec![state.printed];
        let mut seen: logic::TermMap<()> = logic::TermMap::default();
        while let Some(term) = pending.pop() {
            if seen.insert(term, ()).is_some() {
                continue;
            }
            if let Some(number) = self.number(term) {
                found.push(number as u32);
            } else if let Some(known) = self.positions.get(&term) {
                if term == state.printed {
                    return known.clone();
                }
                found.extend_from_slice(known);
            } else if let Op::Ite = self.pool.op(term) {
                pending.extend(&self.pool.operands(term)[1..]);
            } else {
                return (0..expected.states()).collect();
            }
        }
        self.keep_positions(state.printed, found)
    }

    /// Long outputs under many conditions are deep terms: what they may be is kept.
    fn keep_positions(&mut self, printed: TermId, mut found: Vec<u32>) -> Rc<[u32]> {
        found.sort_unstable();
        found.dedup();
        let found: Rc<[u32]> = found.into();
        self.positions.insert(printed, found.clone());
        found
    }

    /// Standard output: yes; something else: no; the output that is searched for is moved at once.
    pub(crate) fn expects_print(
        &mut self,
        state: &mut State,
        at: ExprId,
        stream: Value,
    ) -> Option<Arc<ExpectedOutput>> {
        let expected = self.options.expected.clone()?;
        let stream = self.plain(stream);
        match self.number(stream).map(|stream| stream as u32 as i128) {
            Some(1) => Some(expected),
            Some(SUSPENDED_STREAM) => {
                self.move_freely(state, at, &expected);
                None
            }
            Some(_) => None,
            None => {
                self.give_up(state, "output to a stream that is not known");
                None
            }
        }
    }

    pub(crate) fn give_up(&mut self, state: &mut State, text: &str) {
        let lazy = self.lazy;
        self.cut(state, lazy, CutReason::Unsupported(text.to_owned()));
        self.lose(state);
    }

    fn move_freely(&mut self, state: &mut State, at: ExprId, expected: &ExpectedOutput) {
        let from = state.printed;
        let to = self.fresh("printed", logic::Sort::BitVec(32));
        let end = self.pool.bv(32, expected.states().into());
        let inside = self.pool.bv_ult(to, end);
        let on = self.pool.bv_ule(from, to);
        let mut cond = self.pool.and(inside, on);
        if expected.ignores_space() {
            let stays = self.pool.eq(from, to);
            let open = self.prints_on(from, expected);
            let moves = self.pool.or(stays, open);
            cond = self.pool.and(cond, moves);
        }
        self.step(state, StepKind::Assume { expr: at, cond });
        let stream = Value::Bits(self.pool.bv(32, SUSPENDED_STREAM as u128));
        let args = Box::new([Value::Bits(from), Value::Bits(to)]);
        self.step(state, StepKind::Output { stream, args });
        state.printed = to;
    }

    /// Whether anything that counts may come next: not where a line has ended inside of an expected one.
    fn prints_on(&mut self, printed: TermId, expected: &ExpectedOutput) -> TermId {
        let half = self.pool.bv_extract(printed, 0, 0);
        let none = self.pool.bv(1, 0);
        let mut open = self.pool.eq(half, none);
        let ends = (0..expected.text().len()).filter(|at| *at == 0 || expected.text()[*at] == b'\n');
        for at in ends {
            let ended = self.is_at(printed, at as u32 * 2 + 1);
            open = self.pool.or(open, ended);
        }
        open
    }

    /// A byte is printed.
    pub(crate) fn expect_byte(&mut self, state: &mut State, at: ExprId, values: &[Value]) {
        if let Some(expected) = self.expects_print(state, at, values[0]) {
            let byte = self.plain(values[1]);
            let byte = self.resize(byte, false, 8);
            let always = self.yes;
            self.put_byte(state, at, &expected, always, byte);
        }
    }

    pub(crate) fn put_byte(
        &mut self,
        state: &mut State,
        at: ExprId,
        expected: &ExpectedOutput,
        when: TermId,
        byte: TermId,
    ) {
        if let (Some(byte), Some(true)) = (self.number(byte), self.truth(when)) {
            self.put_text(state, at, expected, &[byte as u8]);
            return;
        }
        let mut moves = Vec::new();
        for &from in self.positions(state, expected).iter() {
            let mut bytes: Vec<u8> = expected.rest(from).first().copied().into_iter().collect();
            if expected.ignores_space() {
                bytes.extend_from_slice(b" \t\n\r\x0b\x0c");
            }
            bytes.sort_unstable();
            bytes.dedup();
            for text in bytes {
                if let Some(to) = expected.after(from, &[text]) {
                    let number = self.pool.bv(8, text.into());
                    let same = self.pool.eq(byte, number);
                    moves.push(Move { from, when: same, to });
                }
            }
        }
        self.go(state, at, when, &moves);
    }

    pub(crate) fn put_text(&mut self, state: &mut State, at: ExprId, expected: &ExpectedOutput, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let always = self.yes;
        let mut moves = Vec::new();
        for &from in self.positions(state, expected).iter() {
            if let Some(to) = expected.after(from, text) {
                moves.push(Move {
                    from,
                    when: always,
                    to,
                });
            }
        }
        self.go(state, at, always, &moves);
    }

    /// Makes one of the moves, where `when` holds; a run for which there is none is not looked for.
    pub(crate) fn go(&mut self, state: &mut State, at: ExprId, when: TermId, moves: &[Move]) {
        if moves.len() as u32 > budgets::bmc::MAX_OUTPUT_STATES.small() {
            self.give_up(
                state,
                "output that may be in too many places of the expected text",
            );
            return;
        }
        let printed = state.printed;
        let mut possible = self.no;
        let mut next = printed;
        for step in moves {
            let here = self.is_at(printed, step.from);
            let chosen = self.pool.and(here, step.when);
            possible = self.pool.or(possible, chosen);
            let to = self.pool.bv(32, step.to.into());
            next = if self.truth(chosen) == Some(true) {
                to
            } else {
                self.pool.ite(chosen, to, next)
            };
        }
        let cond = self.pool.implies(when, possible);
        self.step(state, StepKind::Assume { expr: at, cond });
        // Where no move is made the run is not looked for, so the old position is as good as any: leaving it out
        // keeps the number of positions small.
        if self.truth(when) == Some(true)
            && let Some(last) = moves.first()
        {
            next = self.pool.bv(32, last.to.into());
            for step in &moves[1..] {
                let here = self.is_at(printed, step.from);
                let chosen = self.pool.and(here, step.when);
                let to = self.pool.bv(32, step.to.into());
                next = self.pool.ite(chosen, to, next);
            }
        }
        state.printed = if self.truth(when) == Some(true) {
            next
        } else {
            self.pool.ite(when, next, printed)
        };
        let always = self.truth(when) == Some(true);
        let known = self.positions.get(&printed).filter(|_| !always).cloned();
        if self.number(state.printed).is_none() && !moves.is_empty() && (always || known.is_some()) {
            let mut all: Vec<u32> = moves.iter().map(|step| step.to).collect();
            all.extend(known.iter().flat_map(|known| known.iter()));
            self.keep_positions(state.printed, all);
        }
        if self.truth(cond) == Some(false) {
            state.path = state.path.and(&mut self.pool, cond);
        }
    }
}
