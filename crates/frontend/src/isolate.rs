//! A stack that is large enough, and a wall that a panic of the library does not pass.
//!
//! The library recurses, and so does the conversion; [`crate::guard`] bounds how deep. The stack below is
//! sized for that bound several times over. It is reserved, not used: only the pages that are touched cost
//! memory. Where not even that is allowed, a smaller one goes with a lower bound.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread;

use crate::guard;

/// Stacks to try and how many levels each is good for: 10 KiB for a level that takes 3 KiB at most.
const STACKS: [(usize, usize); 2] = [(2 << 30, guard::MAX_DEPTH), (128 << 20, guard::MAX_DEPTH / 16)];

thread_local! {
    /// Set while a panic of this thread is caught and reported as a diagnostic.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs the work on a thread of its own; a panic comes back as its message.
pub(crate) fn run<T: Send>(work: impl Fn() -> T + Sync) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let work = &work;
    thread::scope(|scope| {
        let mut refused = String::new();
        for (stack, depth) in STACKS {
            let worker = thread::Builder::new()
                .name("c-front-end".to_owned())
                .stack_size(stack)
                .spawn_scoped(scope, move || {
                    QUIET.set(true);
                    guard::set_depth(depth);
                    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| text_of(&*payload))
                });
            match worker {
                Ok(handle) => return handle.join().unwrap_or_else(|payload| Err(text_of(&*payload))),
                Err(error) => refused = format!("cannot start a thread: {error}"),
            }
        }
        Err(refused)
    })
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_is_an_error_with_its_text() {
        let outcome: Result<(), String> = super::run(|| panic!("broken {}", 1));
        assert_eq!(outcome, Err("broken 1".to_owned()));
    }
}
