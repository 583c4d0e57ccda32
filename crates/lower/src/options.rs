use program::CheckKind;

/// Which checks become claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks(u64);

impl Checks {
    #[must_use]
    pub fn none() -> Checks {
        // Reaching something that the tool cannot execute is an error whatever was asked for.
        Checks(0)
            .with(CheckKind::Unsupported, true)
            .with(CheckKind::MissingBody, true)
            .with(CheckKind::Coverage, true)
    }

    /// What is checked when nothing is said: CBMC 6's defaults, and errors that are one by any reading.
    #[must_use]
    pub fn standard() -> Checks {
        [
            CheckKind::Assertion,
            CheckKind::ErrorCall,
            CheckKind::ArrayBounds,
            CheckKind::PointerDereference,
            CheckKind::FunctionPointer,
            CheckKind::PointerPrimitive,
            CheckKind::AskedPointer,
            CheckKind::PointerRelation,
            CheckKind::DivisionByZero,
            CheckKind::SignedOverflow,
            CheckKind::UndefinedShift,
            CheckKind::InvalidFree,
            CheckKind::MissingReturn,
            CheckKind::Unreachable,
            CheckKind::VlaSize,
            CheckKind::BitCount,
            CheckKind::Format,
            CheckKind::Deadlock,
            CheckKind::DataRace,
            CheckKind::ThreadMisuse,
        ]
        .into_iter()
        .fold(Checks::none(), |checks, kind| checks.with(kind, true))
    }

    #[must_use]
    pub fn with(self, kind: CheckKind, on: bool) -> Checks {
        let bit = 1 << (kind as u32);
        Checks(if on { self.0 | bit } else { self.0 & !bit })
    }

    #[must_use]
    pub fn has(self, kind: CheckKind) -> bool {
        self.0 & (1 << (kind as u32)) != 0
    }
}

/// What a call to a function without a body does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingBody {
    /// Its result is an input; nothing else changes.
    #[default]
    Input,
    /// Reaching the call is an error.
    Fail,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    pub checks: Checks,
    /// Whether data races are looked for also where the program speaks to a verifier.
    pub races_everywhere: bool,
    /// Start here instead of `main`, with the parameters as inputs.
    pub function: Option<String>,
    pub missing_body: MissingBody,
    /// Whether `malloc` may return null: then an input decides it at each call.
    pub malloc_may_fail: bool,
    /// Whether `malloc` does not even fail when it is asked for more than there can be: such runs are left out.
    pub malloc_never_fails: bool,
    /// Arguments are evaluated left to right instead of right to left.
    pub left_to_right: bool,
    /// Static objects without `const` start with input values instead of their initialisers.
    pub nondet_static: bool,
    /// Labels that must not be reached.
    pub error_labels: Vec<String>,
    /// The direction of rounding at the start.
    pub rounding: Rounding,
    /// Whether what `rand` returns is an input; else it is the sequence of the C library.
    pub random_input: bool,
    /// Whether the arguments of `main` are inputs; else they are what the environment of the run says.
    pub open_arguments: bool,
    /// `&&`, `||` and `?:` with more operands than this, at any depth, become jumps: claims inside a lazy expression repeat
    /// the conditions before them, which would grow with the square of a long chain.
    pub largest_lazy: usize,
    /// Whether assumptions that the program makes itself count for nothing.
    pub ignore_assumptions: bool,
    /// Whether the program's assertions are assumed instead of claimed.
    pub assume_assertions: bool,
    /// Whether claims are named, worded and divided as CBMC does.
    pub cbmc_claims: bool,
    /// Whether equal string literals are one object, as compilers have it; else each is its own, and can be changed for itself.
    pub merge_literals: bool,
    /// The goals of coverage that become claims, instead of everything else.
    pub cover: Option<crate::Criterion>,
    /// Whether a failed assertion ends no run on the way to a goal.
    pub cover_failed_assertions: bool,
    /// How many pointers deep the objects behind the parameters of `function` go.
    pub argument_depth: u32,
    /// How many of these pointers, from the parameter on, are never null.
    pub certain_depth: u32,
}

/// What suits programs as people write them.
const LARGEST_LAZY: usize = 200;

/// Deep enough for what a harness looks at.
const ARGUMENT_DEPTH: u32 = 5;

/// A direction of rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    #[default]
    Nearest,
    Down,
    Up,
    Zero,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            checks: Checks::standard(),
            races_everywhere: false,
            function: None,
            missing_body: MissingBody::Input,
            malloc_may_fail: false,
            malloc_never_fails: false,
            left_to_right: false,
            nondet_static: false,
            error_labels: Vec::new(),
            rounding: Rounding::Nearest,
            random_input: false,
            open_arguments: false,
            largest_lazy: LARGEST_LAZY,
            ignore_assumptions: false,
            assume_assertions: false,
            cbmc_claims: false,
            merge_literals: false,
            cover: None,
            cover_failed_assertions: false,
            argument_depth: ARGUMENT_DEPTH,
            certain_depth: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_has_its_own_switch() {
        for &kind in CheckKind::ALL {
            let only = Checks(0).with(kind, true);
            for &other in CheckKind::ALL {
                assert_eq!(only.has(other), kind == other);
            }
            assert_eq!(only.with(kind, false), Checks(0));
        }
    }
}
