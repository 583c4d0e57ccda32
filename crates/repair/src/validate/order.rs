//! Tests in the order in which they are tried: what killed one change is likely to kill the next one.
//!
//! The order is shared by all threads. It decides how soon a change is killed, never whether, so that answers do not
//! depend on which thread was first.

use std::sync::{Mutex, PoisonError};

/// Tests, those first that killed a change last.
#[derive(Debug)]
pub(crate) struct TestOrder(Mutex<Vec<usize>>);

impl TestOrder {
    pub(crate) fn new(tests: Vec<usize>) -> TestOrder {
        TestOrder(Mutex::new(tests))
    }

    pub(crate) fn now(&self) -> Vec<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts one first, which is added if it is not known.
    pub(crate) fn prefer(&self, test: usize) {
        let mut tests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match tests.iter().position(|known| *known == test) {
            Some(at) => tests[..=at].rotate_right(1),
            None => tests.insert(0, test),
        }
    }
}
