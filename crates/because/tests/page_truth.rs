//! What a page shows is what the trace of the same run says: every step, every value, every state after an
//! assignment. On the programs in `tests`; the same on csmith programs is `page_campaign` in `csmith.rs`.

mod support;

use std::path::{Path, PathBuf};

use support::page::page_truth;
use support::{in_parallel, root};

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found.sort();
}

fn compare(folders: &[&str], every: usize, least: usize) {
    let mut files = Vec::new();
    for folder in folders {
        programs(&root().join(folder), &mut files);
    }
    let files: Vec<PathBuf> = files.into_iter().step_by(every).collect();
    let results = in_parallel(&files, 2, |file| page_truth(file, &[]));
    let (mut pages, mut steps, mut states, mut wrong) = (0, 0, 0, Vec::new());
    for (file, result) in files.iter().zip(results) {
        let Some(compared) = result else { continue };
        pages += 1;
        steps += compared.steps;
        states += compared.states;
        wrong.extend(
            compared
                .wrong
                .iter()
                .take(3)
                .map(|what| format!("{}: {what}", file.display())),
        );
    }
    println!(
        "{pages} of {} programs, {steps} steps, {states} states compared",
        files.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        pages > least && steps > 20 * least && states > 5 * least,
        "too little was compared"
    );
}

#[test]
fn pages_show_what_the_traces_say() {
    compare(&["tests/ranked", "tests/why", "tests/localisation/tuned"], 2, 10);
}

/// See CONTRIBUTING.md.
#[test]
#[ignore = "takes minutes; see CONTRIBUTING.md"]
fn all_pages_show_what_the_traces_say() {
    compare(&["tests"], 1, 200);
}
