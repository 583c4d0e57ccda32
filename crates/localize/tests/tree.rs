//! The paper's section 4.2: a red-black tree with a wrong colour and with a wrong comparison.

#[path = "diagnoses/mod.rs"]
mod support;

use localize::Settings;
use runs::Test;
use support::{claims, find, shown};

fn text() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/diagnose/tree.c");
    std::fs::read_to_string(path).unwrap()
}

fn insertions(values: &[i128]) -> Test {
    let mut inputs = vec![("count".to_owned(), values.len() as u128)];
    for (index, value) in values.iter().enumerate() {
        let key = match index {
            0 => "value".to_owned(),
            _ => format!("value#{}", index + 1),
        };
        inputs.push((key, *value as u128));
    }
    Test {
        name: format!("{values:?}"),
        inputs,
        ..claims(&[])
    }
}

fn single() -> Settings {
    Settings {
        max_faults: 1,
        ..Settings::default()
    }
}

#[test]
fn the_tree_is_correct() {
    let tests = [
        insertions(&[0, 5]),
        insertions(&[5, 1]),
        insertions(&[5, 1, 2]),
        insertions(&[5, 9, 4, 6]),
    ];
    let (found, _) = find(&text(), &tests, &single());
    assert!(found.failing.is_empty(), "{:?}", found.tests);
}

#[test]
fn the_first_node_has_the_wrong_colour() {
    let wrong = text().replacen(
        "n->colour = BLACK;\n            return;",
        "n->colour = RED;\n            return;",
        1,
    );
    for values in [&[0, 5][..], &[5, 1], &[5, 1, 2], &[5, 9, 4, 6]] {
        let (found, sources) = find(&wrong, &[insertions(values)], &single());
        assert_eq!(shown(&found, &sources), ["73:RED"], "{values:?}");
        assert_eq!(
            found.diagnoses[0]
                .constant
                .as_ref()
                .map(|value| value.text.as_str()),
            Some("1")
        );
    }
}

/// The other places are those where the value comes from.
#[test]
fn a_wrong_comparison_makes_a_wrong_order() {
    let wrong = text().replacen("if (value <= at->value)", "if (value == at->value)", 1);
    for values in [&[5, 1][..], &[5, 1, 2], &[5, 9, 4, 6]] {
        let (found, sources) = find(&wrong, &[insertions(values)], &single());
        let all = shown(&found, &sources);
        assert!(
            all.contains(&"119:value == at->value".to_owned()),
            "{values:?} {all:?}"
        );
        assert!(all.len() <= 3, "{values:?} {all:?}");
    }
}
