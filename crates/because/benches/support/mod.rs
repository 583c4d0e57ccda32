//! Runs the command and watches what it takes.

#![allow(dead_code)] // Each benchmark uses a part of it.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of the command gave and took.
pub(crate) struct Watched {
    pub(crate) seconds: f64,
    /// In MiB.
    pub(crate) memory: f64,
    /// What it printed, as JSON.
    pub(crate) document: serde_json::Value,
}

pub(crate) fn watch(command: &mut Command) -> Watched {
    let started = Instant::now();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("starts");
    let mut pipe = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = pipe.read_to_string(&mut text);
        text
    });
    // The high-water mark of a process is gone with it, so it is looked at while it lives.
    let mut memory: f64 = 0.0;
    while child.try_wait().expect("our child").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mark = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = mark.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
        memory = memory.max(kilobytes.unwrap_or(0.0) / 1024.0);
        std::thread::sleep(Duration::from_millis(2));
    }
    let seconds = started.elapsed().as_secs_f64();
    let text = reader.join().expect("reads");
    Watched {
        seconds,
        memory,
        document: serde_json::from_str(&text).unwrap_or_default(),
    }
}

/// How the time grew from one size to the next: 1 is linear, 2 quadratic.
pub(crate) fn exponent(before: Option<(u64, f64)>, size: u64, seconds: f64) -> String {
    before.map_or_else(String::new, |(old, time)| {
        let exponent = (seconds / time).ln() / (size as f64 / old as f64).ln();
        format!("{exponent:.1}")
    })
}

/// Whether a diagnosis is about one of some lines.
pub(crate) fn names(diagnosis: &serde_json::Value, lines: &[u64]) -> bool {
    let own = diagnosis["components"].as_array().into_iter().flatten();
    let parts = diagnosis["narrower"].as_array().into_iter().flatten();
    let parts = parts.filter_map(|set| set.as_array()).flatten();
    own.chain(parts).any(|component| {
        let number = |name: &str| component["location"][name].as_u64().unwrap_or(0);
        lines
            .iter()
            .any(|line| (number("line")..=number("end_line")).contains(line))
    })
}
