use super::ErrorCondition;

fn wrong(text: &str) -> String {
    text.parse::<ErrorCondition>().unwrap_err().to_string()
}

#[test]
fn places_are_lines_or_functions() {
    for good in [
        "error",
        "a == 3 @ 12",
        "p->next == 0 @ release",
        "x[i].y & 4 @ file.c:7",
        "c == '\\n'",
    ] {
        assert!(good.parse::<ErrorCondition>().is_ok(), "{good}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    assert_eq!(wrong("a <"), "`a <`: a value is missing at the end");
    assert_eq!(
        wrong("a = 3"),
        "`a = 3`: a condition does not assign; equality is `==`"
    );
    assert_eq!(wrong("a b"), "`a b`: an operator is missing before `b`");
    assert_eq!(wrong("(a"), "`(a`: a parenthesis is not closed");
    assert_eq!(
        wrong("a @ 3 4"),
        "`a @ 3 4`: behind the `@` stands a line or the name of a function"
    );
    assert_eq!(wrong(""), "``: a value is missing at the end");
    assert_eq!(wrong("f(x)"), "`f(x)`: an operator is missing before `(`");
    assert!(wrong(&"(".repeat(500)).contains("nested too deeply"));
}

#[test]
fn near_names_are_those_with_few_changed_letters() {
    assert_eq!(
        super::nearest("eror", ["error", "other", "err"].into_iter()),
        ["err", "error"]
    );
    assert!(super::nearest("x", ["y", "z"].into_iter()).is_empty());
}
