//! What a run must print, and how far a printed text agrees with it.
//!
//! The expected text is a constant, so following an output means knowing how far into that text it has come: one
//! number, the state. Printing moves it on, or nowhere if the text is not expected there. An engine that follows
//! symbolic outputs and one that executes use the same states, so both mean the same by "right". Blanks and empty lines
//! can be left out of the comparison, as `diff -w -B` does.

/// The text that standard output must be.
#[derive(Clone)]
pub struct ExpectedOutput {
    text: Vec<u8>,
    ignore_space: bool,
}

impl std::fmt::Debug for ExpectedOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExpectedOutput")
            .field("text", &String::from_utf8_lossy(&self.text))
            .field("ignore_space", &self.ignore_space)
            .finish()
    }
}

/// What `isspace` says of a byte, and with it `diff -w`: a vertical tab is a blank, too.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

/// Without blanks and empty lines, as `diff -w -B` sees a text.
fn without_space(text: &[u8]) -> Vec<u8> {
    let lines = text.split(|&byte| byte == b'\n').map(|line| {
        let kept = line.iter().copied().filter(|byte| !is_blank(*byte));
        kept.collect::<Vec<u8>>()
    });
    let lines: Vec<Vec<u8>> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(&b'\n')
}

/// States are positions; where blanks do not matter, twice the position, and one more if a line has ended there.
impl ExpectedOutput {
    #[must_use]
    pub fn new(text: &[u8], ignore_space: bool) -> ExpectedOutput {
        let text = if ignore_space {
            without_space(text)
        } else {
            text.to_vec()
        };
        ExpectedOutput { text, ignore_space }
    }

    /// The text as it is compared: without blanks and empty lines where they do not matter.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    #[must_use]
    pub fn ignores_space(&self) -> bool {
        self.ignore_space
    }

    /// Whether an output is the expected one.
    #[must_use]
    pub fn is_met_by(&self, output: &[u8]) -> bool {
        if self.ignore_space {
            without_space(output) == self.text
        } else {
            output == self.text
        }
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> u32 {
        let positions = self.text.len() as u32 + 1;
        if self.ignore_space {
            positions * 2
        } else {
            positions
        }
    }

    /// The text between two states.
    #[must_use]
    pub fn between(&self, from: u64, to: u64) -> Vec<u8> {
        let scale = if self.ignore_space { 2 } else { 1 };
        let at = |state: u64| ((state / scale) as usize).min(self.text.len());
        let (low, high) = (at(from), at(to));
        let mut text = self.text[low.min(high)..high].to_vec();
        if self.ignore_space && to % 2 == 1 {
            text.push(b'\n');
        } else if self.ignore_space && from % 2 == 1 && text.first() == Some(&b'\n') {
            text.remove(0);
        }
        text
    }

    /// Whether all that is expected has been printed.
    #[must_use]
    pub fn accepts(&self, state: u32) -> bool {
        let position = if self.ignore_space { state / 2 } else { state };
        position as usize == self.text.len()
    }

    /// The state after a text, from 0 at the start; nothing if it is not expected there.
    #[must_use]
    pub fn after(&self, state: u32, text: &[u8]) -> Option<u32> {
        if !self.ignore_space {
            let at = state as usize;
            return self.text[at..]
                .starts_with(text)
                .then(|| state + text.len() as u32);
        }
        let (mut at, mut ended) = ((state / 2) as usize, state % 2 == 1);
        for &byte in text {
            if byte == b'\n' {
                ended = true;
                continue;
            }
            if is_blank(byte) {
                continue;
            }
            if ended && at > 0 {
                if self.text.get(at) != Some(&b'\n') {
                    return None;
                }
                at += 1;
            }
            ended = false;
            if self.text.get(at) != Some(&byte) {
                return None;
            }
            at += 1;
        }
        Some(at as u32 * 2 + u32::from(ended))
    }

    /// What is expected next, without a line's end that has been printed already.
    #[must_use]
    pub fn rest(&self, state: u32) -> &[u8] {
        if !self.ignore_space {
            return &self.text[state as usize..];
        }
        let rest = &self.text[(state / 2) as usize..];
        match rest.split_first() {
            Some((b'\n', rest)) if state % 2 == 1 => rest,
            _ => rest,
        }
    }

    /// Text as it is compared.
    #[must_use]
    pub fn normal(&self, text: Vec<u8>) -> Vec<u8> {
        if self.ignore_space {
            text.into_iter().filter(|byte| !is_blank(*byte)).collect()
        } else {
            text
        }
    }
}
