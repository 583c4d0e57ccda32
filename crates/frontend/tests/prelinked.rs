//! A text that is linked onto the models it needs gives the same functions and objects as one that brings them.

mod common;

use frontend::{Input, MemoryFiles, Prelinked, Request, parse, parse_onto};

/// Functions and objects with all that is in them, in no order; those of the library that only one of two texts refers to are
/// for the caller to avoid.
fn blocks(tree: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    for line in tree.lines() {
        let inner = line.get(4..).is_none_or(|text| text.starts_with(' '));
        match blocks.last_mut() {
            Some(block) if inner => {
                block.push('\n');
                block.push_str(line);
            }
            _ => blocks.push(line.to_owned()),
        }
    }
    let mut blocks: Vec<String> = blocks.iter().map(|block| renumbered(block)).collect();
    blocks.sort();
    blocks
}

/// A block whose labels (`case s54:`, `0..=0→s54`) are numbered from its beginning.
fn renumbered(block: &str) -> String {
    let mut known: Vec<&str> = Vec::new();
    let mut text = String::new();
    for (index, piece) in block.split_inclusive(['→', ' ', ':', '\n']).enumerate() {
        let word = piece.trim_end_matches(['→', ' ', ':', '\n']);
        let number = word.strip_prefix('s').filter(|rest| rest.parse::<u32>().is_ok());
        if let (Some(_), true) = (number, index > 0) {
            let at = known
                .iter()
                .position(|label| *label == word)
                .unwrap_or(known.len());
            if at == known.len() {
                known.push(word);
            }
            text.push_str(&piece.replacen(word, &format!("s#{at}"), 1));
        } else {
            text.push_str(piece);
        }
    }
    text
}

fn request(text: &str) -> Request {
    Request {
        inputs: vec![Input::new("a.c", text)],
        ..Request::default()
    }
}

/// Links a changed text onto the models of the original.
fn check(original: &str, changed: &str) {
    let files = MemoryFiles::new();
    let models = parse(&request(original), &files).models;
    let prelinked = Prelinked::new(&request(original), &files, &models);
    let expected = parse(&request(changed), &files);
    let found = parse_onto(&prelinked, &request(changed), &files);
    let [mut expected_blocks, found_blocks] =
        [&expected, &found].map(|outcome| blocks(&common::tree_of(outcome)));
    assert_eq!(expected_blocks.len(), found_blocks.len(), "{changed}");
    expected_blocks.retain(|block| !found_blocks.contains(block));
    assert_eq!(expected_blocks, Vec::<String>::new(), "{changed}");
    assert_eq!(expected.models, found.models, "{changed}");
}

const SUM: &str = "int printf(const char *, ...); int scanf(const char *, ...);
int main(void) { int n, sum = 0; while (scanf(\"%d\", &n) == 1) sum -= n; printf(\"%d\\n\", sum); return 0; }";

#[test]
fn a_changed_text_is_what_it_would_be() {
    check(SUM, &SUM.replace("-=", "+="));
}

#[test]
fn a_text_may_need_more() {
    let more = SUM.replace("return 0;", "return abs(n);");
    check(SUM, &more.replace("int main", "int abs(int); int main"));
    // Nothing declares it.
    check(SUM, &more);
}

#[test]
fn what_the_user_says_of_a_library_function_gives_way_in_either_order() {
    let old = "char *malloc(); int main() { int *p = (int *)malloc(4); *p = 1; return *p; }";
    check(old, &old.replace("*p = 1", "*p = 2"));
}

#[test]
fn what_the_user_defines_wins_in_either_order() {
    // `index` stands in one file with `ffs`.
    let own = "int ffs(int); int index(int a, int b) { return a + b; }
int main(void) { return index(1, ffs(2)); }";
    check(own, &own.replace("a + b", "a - b"));
    let tree = common::tree_of(&parse(&request(own), &MemoryFiles::new()));
    assert!(tree.contains("int index(int, int)"), "{tree}");
    // The original takes it from the library.
    let changed =
        "int index(int a, int b) { return a; } int ffs(int); int main(void) { return index(1, ffs(2)); }";
    check(
        "char *index(const char *, int); int ffs(int); int main(void) { return index(\"a\", ffs(2)) != 0; }",
        changed,
    );
}

#[test]
fn an_error_is_an_error() {
    let files = MemoryFiles::new();
    let models = parse(&request(SUM), &files).models;
    let prelinked = Prelinked::new(&request(SUM), &files, &models);
    let broken = SUM.replace("sum = 0", "sum = ");
    let expected = parse(&request(&broken), &files);
    let found = parse_onto(&prelinked, &request(&broken), &files);
    assert!(found.tree.is_none());
    assert_eq!(common::diagnostics_of(&expected), common::diagnostics_of(&found));
}
