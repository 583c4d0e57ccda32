//! Which streams get colours, if nobody says it on the command line.

use std::env;
use std::io::{self, IsTerminal};

/// Each stream on its own: messages may go to a terminal while the answer goes to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coloured {
    pub(crate) out: bool,
    pub(crate) err: bool,
}

impl Coloured {
    /// What the environment and the streams say.
    pub(crate) fn detect() -> Coloured {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let environment = Environment {
            refused: set("NO_COLOR").is_some(),
            forced: set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            dumb: set("TERM").is_some_and(|value| value == "dumb"),
        };
        Coloured {
            out: environment.colours(io::stdout().is_terminal()),
            err: environment.colours(io::stderr().is_terminal()),
        }
    }
}

struct Environment {
    refused: bool,
    forced: bool,
    dumb: bool,
}

impl Environment {
    fn colours(&self, terminal: bool) -> bool {
        !self.refused && (self.forced || terminal && !self.dumb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusing_wins_over_forcing_and_forcing_over_the_stream() {
        let environment = |refused, forced, dumb| Environment {
            refused,
            forced,
            dumb,
        };
        assert!(environment(false, false, false).colours(true));
        assert!(!environment(false, false, false).colours(false));
        assert!(!environment(false, false, true).colours(true));
        assert!(environment(false, true, true).colours(false));
        assert!(!environment(true, true, false).colours(true));
    }
}
