//! What ends a run from outside: Ctrl-C, the clock, an output nobody reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use driver::StopCause;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::memory;

/// Signals within this time are one.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Tells the interpreter to stop, and remembers why.
#[derive(Debug, Clone)]
pub(crate) struct Stopper {
    /// What the interpreter looks at.
    flag: Arc<AtomicBool>,
    cause: Arc<AtomicU8>,
}

impl Stopper {
    /// Ctrl-C, or a request to end, stops the run through the flag; another one ends the process at once. So what was
    /// found by then is told.
    pub(crate) fn install() -> Result<Stopper> {
        let flag = Arc::new(AtomicBool::new(false));
        let again = Arc::new(AtomicBool::new(false));
        let told = "cannot handle Ctrl-C";
        for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] {
            flag::register_conditional_shutdown(signal, status, Arc::clone(&again)).context(told)?;
            flag::register(signal, Arc::clone(&flag)).context(told)?;
        }
        // `timeout` sends its signal to the process and to its group, so it comes twice: only a later one is another
        // one.
        let first = Arc::clone(&flag);
        thread::spawn(move || {
            while !first.load(Ordering::Relaxed) {
                thread::sleep(AT_ONCE);
            }
            thread::sleep(2 * AT_ONCE);
            again.store(true, Ordering::SeqCst);
        });
        Ok(Stopper {
            flag,
            cause: Arc::new(AtomicU8::new(0)),
        })
    }

    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// What the library asks now and then.
    pub(crate) fn predicate(&self) -> runs::Interrupt {
        let flag = self.flag();
        Arc::new(move || flag.load(Ordering::Relaxed) || memory::is_scarce())
    }

    pub(crate) fn stop(&self, cause: StopCause) {
        let code = match cause {
            StopCause::Interrupt => 0,
            StopCause::Timeout => 1,
            StopCause::Output => 2,
        };
        self.cause.store(code, Ordering::SeqCst);
        self.flag.store(true, Ordering::SeqCst);
    }

    /// Why the run was stopped, if it was: a signal sets only the flag.
    pub(crate) fn cause(&self) -> StopCause {
        match self.cause.load(Ordering::SeqCst) {
            1 => StopCause::Timeout,
            2 => StopCause::Output,
            _ => StopCause::Interrupt,
        }
    }

    /// Stops the run when the time is over, unless the returned guard is dropped before.
    pub(crate) fn after(&self, time: Duration) -> Sender<()> {
        let (guard, dropped) = mpsc::channel();
        let stopper = self.clone();
        thread::spawn(move || {
            if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stopper.stop(StopCause::Timeout);
            }
        });
        guard
    }
}
