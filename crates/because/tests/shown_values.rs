//! Explanations show no value that their runs do not have: on every program in `tests` that fails. The same on csmith programs
//! is `shown_campaign` in `csmith.rs`.

mod support;

use std::path::{Path, PathBuf};

use support::shown::shown_values;
use support::{in_parallel, root};

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") && may_fail(&path) {
            found.push(path);
        }
    }
    found.sort();
}

/// Where the header expects something else, there is nothing to explain.
fn may_fail(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let expected = text.lines().find_map(|line| line.strip_prefix("// expect: "));
    expected.is_none_or(|expected| expected.starts_with("fails"))
}

#[test]
fn explanations_show_what_the_runs_have() {
    let mut files = Vec::new();
    programs(&root().join("tests/programs"), &mut files);
    programs(&root().join("tests/ranked"), &mut files);
    let results = in_parallel(&files, 2, |file| shown_values(file, &[]));
    let (mut explained, mut compared, mut wrong) = (0, 0, Vec::new());
    for (file, result) in files.iter().zip(results) {
        let Some(shown) = result else { continue };
        explained += 1;
        compared += shown.compared;
        wrong.extend(
            shown
                .wrong
                .iter()
                .map(|what| format!("{}: {what}", file.display())),
        );
    }
    println!(
        "{explained} of {} programs explained, {compared} values compared",
        files.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(explained > 30 && compared > 200, "too little was compared");
}
