//! Where the clauses live: all literals in one array, one small header per clause.

use crate::proof::ClauseId;
use crate::types::Lit;

/// A handle that stays valid until the clause is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(u32);

#[derive(Debug)]
struct Header {
    start: usize,
    len: u32,
    /// How many decision levels met in the clause when it was learnt (Audemard and Simon, *Predicting Learnt Clauses
    /// Quality in Modern SAT Solvers*, IJCAI 2009); zero for clauses of the caller, which are never forgotten.
    glue: u32,
    removed: bool,
    id: ClauseId,
}

#[derive(Debug, Default)]
pub(super) struct Clauses {
    literals: Vec<Lit>,
    headers: Vec<Header>,
    /// Handles of removed clauses, to be used again once no watch list mentions them.
    free: Vec<ClauseRef>,
    wasted: usize,
}

impl Clauses {
    pub(super) fn add(&mut self, literals: &[Lit], glue: u32, id: ClauseId) -> ClauseRef {
        let header = Header {
            start: self.literals.len(),
            len: literals.len() as u32,
            glue,
            removed: false,
            id,
        };
        self.literals.extend_from_slice(literals);
        if let Some(reused) = self.free.pop() {
            self.headers[reused.0 as usize] = header;
            return reused;
        }
        self.headers.push(header);
        ClauseRef(self.headers.len() as u32 - 1)
    }

    fn header(&self, clause: ClauseRef) -> &Header {
        &self.headers[clause.0 as usize]
    }

    pub(super) fn literals(&self, clause: ClauseRef) -> &[Lit] {
        let header = self.header(clause);
        &self.literals[header.start..header.start + header.len as usize]
    }

    pub(super) fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let header = &self.headers[clause.0 as usize];
        &mut self.literals[header.start..header.start + header.len as usize]
    }

    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.header(clause).glue
    }

    pub(super) fn id(&self, clause: ClauseRef) -> ClauseId {
        self.header(clause).id
    }

    pub(super) fn is_removed(&self, clause: ClauseRef) -> bool {
        self.header(clause).removed
    }

    /// The caller must drop the clause from all watch lists before adding another one.
    pub(super) fn remove(&mut self, clause: ClauseRef) {
        let header = &mut self.headers[clause.0 as usize];
        header.removed = true;
        self.wasted += header.len as usize;
    }

    /// Called when no watch list mentions a removed clause any more: gives back handles and, when it is worth it,
    /// space.
    pub(super) fn collect_garbage(&mut self, removed: &[ClauseRef]) {
        self.free.extend_from_slice(removed);
        for &clause in removed {
            self.headers[clause.0 as usize].len = 0;
        }
        if self.wasted * 2 < self.literals.len() {
            return;
        }
        let mut compact = Vec::with_capacity(self.literals.len() - self.wasted);
        for header in &mut self.headers {
            let start = compact.len();
            compact.extend_from_slice(&self.literals[header.start..header.start + header.len as usize]);
            header.start = start;
        }
        self.literals = compact;
        self.wasted = 0;
    }
}
