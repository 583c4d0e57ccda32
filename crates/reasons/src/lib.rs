//! Why a diagnosis stands where it does, as data.
//!
//! Sentences are made where results are shown, by `report`. Here is what they are made from: which evidence there is,
//! with its numbers and texts of the user's program. `localize` finds it and `report` tells it, and neither knows the
//! other: so this is a crate of its own, of data and nothing else.

mod suspected;

pub use suspected::Suspected;

/// Why a diagnosis stands where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub grounds: Grounds,
    /// Whether the closest passing run differs there, too.
    pub closest_differs: bool,
}

/// The failing runs that something repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Not all of them were looked at.
    LookedAt,
    /// There is one.
    OneRun,
    EveryRun,
}

/// What is done to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditAction {
    /// This in place of the whole suspect.
    Replace(String),
    /// This in place of a part of it.
    ReplacePart {
        new: String,
        old: String,
    },
    InsertBefore(String),
    LeaveOut,
    /// The same words in another order or place.
    Move,
    /// This, where nothing more is said about the place.
    Write(String),
    /// So many changes at once.
    Together(usize),
}

/// What may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingCode {
    Statement,
    Something,
}

/// Where other code would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionPlace {
    InFunction,
    Behind,
    Before,
    /// Before, between or behind some statements.
    Among,
    OneStatement,
    Statements,
}

/// What is known of smaller regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmallerRegions {
    /// There can be none.
    Impossible,
    NoneRepairs,
    Undecided,
}

/// What is known about other values of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueGrounds {
    /// Another value repairs some failing runs; for the others it is not known.
    RepairsSome {
        repaired: usize,
        failing: usize,
    },
    /// Other text printed there.
    FreeText(Extent),
    /// A constant that breaks passing tests.
    BreakingConstant {
        constant: String,
        breaks: usize,
        repairs: Extent,
    },
    /// Other values read there.
    ReadValues(Extent),
    /// A value that is only printed.
    OnlyPrinted(Extent),
    /// A literal that would have to be another constant in each run.
    NotOneConstant,
    /// Other values, and no one constant is known.
    NoKnownConstant(Extent),
    Constant {
        constant: String,
        repairs: Extent,
    },
    /// Nothing is known about how many values change.
    AnotherValue(Extent),
    /// Of some runs only a repair is known, not the one with the fewest changes.
    OtherValues(Extent),
    /// So many values change in a run, at most.
    ChangedValues {
        most: usize,
        repairs: Extent,
    },
}

/// The evidence for a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grounds {
    /// A change makes no failing test right, but brings the output nearer to what is expected, and breaks nothing.
    EditNearer(EditAction),
    /// A change makes some failing tests right and breaks none.
    EditRightsSome {
        action: EditAction,
        repaired: usize,
        failing: usize,
    },
    /// A change makes every test right.
    EditRightsAll {
        action: EditAction,
        missing: Option<MissingCode>,
        /// How many tests there are.
        tests: usize,
    },
    /// Other values.
    Values(ValueGrounds),
    /// Any code in place of a region.
    Region {
        place: RegionPlace,
        /// What the code has to write.
        writes: Vec<String>,
        /// Whether it has to print something.
        prints: bool,
        repairs: Extent,
        smaller: SmallerRegions,
    },
    /// So many of the tests that were watched come by.
    Visited {
        failing: usize,
        of_failing: usize,
        passing: usize,
        of_passing: usize,
    },
    /// So many failing tests end here.
    EndsHere {
        runs: usize,
        failing: usize,
        error: RunError,
    },
}

/// How a run ends that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunError {
    /// An assertion failed: its text, and the values that were compared if that says why.
    Assertion { text: String, values: Option<String> },
    /// What is wrong, in words that came with the claim.
    Violated(String),
    /// The text of a claim that does not hold.
    DoesNotHold(String),
    /// What the interpreter says of it.
    Stopped(String),
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestEnd {
    /// Not within so many steps.
    Endless(u64),
    /// On a line of the user's text, if it is there.
    Error { line: Option<u32>, error: RunError },
}

/// What could not be followed or decided.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// Values that lead to something the symbolic side does not know were only tried.
    OnlyTried(String),
    /// Sets of so many expressions were not looked for.
    SetsTooLarge(usize),
    /// Only some values of these expressions were tried.
    TooMuchDepends(Vec<String>),
}

/// A repair that the interpreter did not confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unconfirmed {
    pub test: String,
    /// How the run ended when it was executed.
    pub ended: String,
}
