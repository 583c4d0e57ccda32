//! Programs whose output must be what the compiled program prints.

mod common;

use interp::Stop;

fn check(name: &str, text: &str) {
    let (outcome, output) = common::compile(text, &lower::Options::default()).run_all(b"");
    let Stop::Exit(status) = outcome.stop else {
        panic!("{name}: {}", outcome.stop);
    };
    assert!(outcome.inputs.is_empty(), "{name}: {:?}", outcome.inputs);
    if common::has_cc() {
        let (expected, text) = common::native(name, text);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&text),
            "{name}"
        );
        assert_eq!((status & 0xff) as i32, expected, "{name}");
    }
}

macro_rules! programs {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name), include_str!(concat!("programs/", stringify!($name), ".c")));
            }
        )*
    };
}

programs! {
    aggregates
    bit_fields
    bytes_and_provenance
    calls
    control
    conversions
    floats
    integers
    long_doubles
    rounding
    scopes
    wide_integers
}

#[test]
fn undefined_conversions() {
    // Not checked: a float out of range becomes what `cc` on x86-64 makes of it.
    let text = include_str!("programs/undefined_conversions.c");
    let (outcome, output) = common::compile(text, &common::unchecked()).run_all(b"");
    assert_eq!(outcome.stop, Stop::Exit(0));
    if cfg!(target_arch = "x86_64") && common::has_cc() {
        let (_, expected) = common::native("undefined_conversions", text);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&expected)
        );
    }
}
