//! The crates that really know each other are those that ARCHITECTURE.md says may.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Edges = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The `[dependencies]` of each crate, as far as they are crates of this workspace.
fn real_edges() -> Edges {
    let mut manifests = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(
            manifest.contains(&format!("\nname = \"{name}\"")),
            "crates/{name} holds a crate of another name"
        );
        manifests.insert(name, manifest);
    }
    let names: BTreeSet<String> = manifests.keys().cloned().collect();
    let edges = manifests.iter().map(|(name, manifest)| {
        let known = dependencies(manifest).intersection(&names).cloned().collect();
        (name.clone(), known)
    });
    edges.collect()
}

/// The names in the `[dependencies]` section of a manifest, and in `[build-dependencies]`; what only tests
/// use is not part of the architecture.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == "[dependencies]" || line == "[build-dependencies]";
            for section in ["[dependencies.", "[build-dependencies."] {
                found.extend(
                    line.strip_prefix(section)
                        .map(|rest| rest.trim_end_matches(']').into()),
                );
            }
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let end = line.find(['.', '=', ' ']).unwrap_or(line.len());
            found.insert(line[..end].to_owned());
        }
    }
    found
}

/// The rows of the table under `## Crates`.
fn stated_edges() -> Edges {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## Crates\n").nth(1).expect("a section Crates");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, knows] = cells[..] else {
            panic!("not three columns: {row}")
        };
        let knows = knows.split(',').map(str::trim).filter(|name| *name != "–");
        (
            name.trim_matches('`').to_owned(),
            knows.map(str::to_owned).collect(),
        )
    })
    .collect()
}

#[test]
fn the_table_is_true() {
    let (real, stated) = (real_edges(), stated_edges());
    let names = real.keys().chain(stated.keys()).collect::<BTreeSet<_>>();
    let mut wrong = Vec::new();
    for name in names {
        match (real.get(name), stated.get(name)) {
            (Some(real), Some(stated)) if real == stated => {}
            (Some(real), Some(stated)) => {
                wrong.push(format!("{name} knows {real:?}, the table says {stated:?}"))
            }
            (Some(_), None) => wrong.push(format!("{name} is not in the table")),
            (None, Some(_)) => wrong.push(format!("{name} is in the table but does not exist")),
            (None, None) => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "ARCHITECTURE.md, section Crates:\n{}",
        wrong.join("\n")
    );
}

/// Only the crate `frontend` names the C front-end library.
#[test]
fn one_crate_names_the_front_end_library() {
    for name in real_edges().keys().filter(|name| *name != "frontend") {
        let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("rucc"), "{name} names the front-end library");
    }
}

#[test]
fn nothing_points_back() {
    let edges = real_edges();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    while done.len() < edges.len() {
        let ready: Vec<&str> = edges
            .iter()
            .filter(|(name, knows)| {
                !done.contains(name.as_str()) && knows.iter().all(|known| done.contains(known.as_str()))
            })
            .map(|(name, _)| name.as_str())
            .collect();
        assert!(!ready.is_empty(), "the crates know each other in a circle");
        done.extend(ready);
    }
}
