//! One line on the terminal that says what is going on, gone before anything else is printed.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing is shown for work that is done sooner.
const PATIENCE: Duration = Duration::from_millis(400);
const PAUSE: Duration = Duration::from_millis(150);

/// Shows what it was told last until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    text: Arc<Mutex<String>>,
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// On a terminal, unless nobody wants to see it.
    pub(crate) fn start(wanted: bool) -> Progress {
        let text = Arc::new(Mutex::new(String::new()));
        if !wanted || !io::stderr().is_terminal() {
            return Progress { text, shown: None };
        }
        let (stop, stopped) = mpsc::channel();
        let shared = Arc::clone(&text);
        let thread = thread::spawn(move || {
            let started = Instant::now();
            let mut drawn = false;
            let mut pause = PATIENCE;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                pause = PAUSE;
                let now = shared.lock().map(|text| text.clone()).unwrap_or_default();
                let seconds = started.elapsed().as_secs();
                // Shorter than any terminal: a line that wraps cannot be cleared.
                let line: String = format!("{seconds:>3} s  {now}").chars().take(78).collect();
                let _ = write!(io::stderr(), "\r\x1b[K{line}");
                drawn = true;
            }
            if drawn {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        Progress {
            text,
            shown: Some((stop, thread)),
        }
    }

    pub(crate) fn tell(&self, now: String) {
        if let Ok(mut text) = self.text.lock() {
            *text = now;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.shown.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}
