//! One line on the terminal that says what is going on, gone before anything else is printed.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing is shown for work that is done sooner.
const PATIENCE: Duration = Duration::from_millis(400);
const PAUSE: Duration = Duration::from_millis(150);

/// What is known of the line.
struct Line {
    /// Nothing to show while it is empty.
    text: String,
    /// Since when something is going on.
    since: Option<Instant>,
    drawn: bool,
    wanted: bool,
}

static LINE: Mutex<Line> = Mutex::new(Line {
    text: String::new(),
    since: None,
    drawn: false,
    wanted: true,
});

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on nothing is shown.
pub(crate) fn forbid() {
    line().wanted = false;
}

/// Says what is going on now: on a terminal, once it has taken a while.
pub(crate) fn show(now: String) {
    let mut line = line();
    line.text = now;
    if line.since.is_none() {
        line.since = Some(Instant::now());
        if line.wanted && io::stderr().is_terminal() {
            thread::spawn(draw);
        }
    }
}

/// Takes the line away: something else is printed.
pub(crate) fn hide() {
    let mut line = line();
    line.text.clear();
    if std::mem::take(&mut line.drawn) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

fn draw() {
    thread::sleep(PATIENCE);
    loop {
        let mut line = line();
        if !line.text.is_empty() {
            let seconds = line.since.map_or(0, |since| since.elapsed().as_secs());
            // Shorter than any terminal: a line that wraps cannot be cleared.
            let shown: String = format!("{seconds:>3} s  {}", line.text)
                .chars()
                .take(78)
                .collect();
            let _ = write!(io::stderr(), "\r\x1b[K{shown}");
            line.drawn = true;
        }
        drop(line);
        thread::sleep(PAUSE);
    }
}
