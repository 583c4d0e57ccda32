//! What localisation says, as the report's data.
//!
//! The engine knows no report and the report no engine: here one's enums become the other's. Nothing is decided.

use localize as from;
use report as to;

pub(super) fn reason(reason: &from::Reason) -> to::Reason {
    to::Reason {
        grounds: grounds(&reason.grounds),
        closest_differs: reason.closest_differs,
    }
}

fn grounds(grounds: &from::Grounds) -> to::Grounds {
    match grounds.clone() {
        from::Grounds::EditNearer(edit) => to::Grounds::EditNearer(action(edit)),
        from::Grounds::EditRightsSome {
            action: edit,
            repaired,
            failing,
        } => to::Grounds::EditRightsSome {
            action: action(edit),
            repaired,
            failing,
        },
        from::Grounds::EditRightsAll {
            action: edit,
            missing,
            tests,
        } => to::Grounds::EditRightsAll {
            action: action(edit),
            missing: missing.map(|missing| match missing {
                from::MissingCode::Statement => to::MissingCode::Statement,
                from::MissingCode::Something => to::MissingCode::Something,
            }),
            tests,
        },
        from::Grounds::Values(known) => to::Grounds::Values(values(known)),
        from::Grounds::Region {
            place,
            writes,
            prints,
            repairs,
            smaller,
        } => to::Grounds::Region {
            place: region_place(place),
            writes,
            prints,
            repairs: extent(repairs),
            smaller: match smaller {
                from::SmallerRegions::Impossible => to::SmallerRegions::Impossible,
                from::SmallerRegions::NoneRepairs => to::SmallerRegions::NoneRepairs,
                from::SmallerRegions::Undecided => to::SmallerRegions::Undecided,
            },
        },
        from::Grounds::Visited {
            failing,
            of_failing,
            passing,
            of_passing,
        } => to::Grounds::Visited {
            failing,
            of_failing,
            passing,
            of_passing,
        },
        from::Grounds::EndsHere {
            runs,
            failing,
            error: ended,
        } => to::Grounds::EndsHere {
            runs,
            failing,
            error: error(ended),
        },
    }
}

fn values(values: from::ValueGrounds) -> to::ValueGrounds {
    use from::ValueGrounds as From;
    use to::ValueGrounds as To;
    match values {
        From::RepairsSome { repaired, failing } => To::RepairsSome { repaired, failing },
        From::FreeText(repairs) => To::FreeText(extent(repairs)),
        From::BreakingConstant {
            constant,
            breaks,
            repairs,
        } => To::BreakingConstant {
            constant,
            breaks,
            repairs: extent(repairs),
        },
        From::ReadValues(repairs) => To::ReadValues(extent(repairs)),
        From::OnlyPrinted(repairs) => To::OnlyPrinted(extent(repairs)),
        From::NotOneConstant => To::NotOneConstant,
        From::NoKnownConstant(repairs) => To::NoKnownConstant(extent(repairs)),
        From::Constant { constant, repairs } => To::Constant {
            constant,
            repairs: extent(repairs),
        },
        From::AnotherValue(repairs) => To::AnotherValue(extent(repairs)),
        From::OtherValues(repairs) => To::OtherValues(extent(repairs)),
        From::ChangedValues { most, repairs } => To::ChangedValues {
            most,
            repairs: extent(repairs),
        },
    }
}

fn action(action: from::EditAction) -> to::EditAction {
    use from::EditAction as From;
    use to::EditAction as To;
    match action {
        From::Replace(text) => To::Replace(text),
        From::ReplacePart { new, old } => To::ReplacePart { new, old },
        From::InsertBefore(text) => To::InsertBefore(text),
        From::LeaveOut => To::LeaveOut,
        From::Move => To::Move,
        From::Write(text) => To::Write(text),
        From::Together(count) => To::Together(count),
    }
}

fn region_place(place: from::RegionPlace) -> to::RegionPlace {
    use from::RegionPlace as From;
    use to::RegionPlace as To;
    match place {
        From::InFunction => To::InFunction,
        From::Behind => To::Behind,
        From::Before => To::Before,
        From::Among => To::Among,
        From::OneStatement => To::OneStatement,
        From::Statements => To::Statements,
    }
}

fn extent(extent: from::Extent) -> to::Extent {
    match extent {
        from::Extent::LookedAt => to::Extent::LookedAt,
        from::Extent::OneRun => to::Extent::OneRun,
        from::Extent::EveryRun => to::Extent::EveryRun,
    }
}

fn error(error: from::RunError) -> to::RunError {
    use from::RunError as From;
    use to::RunError as To;
    match error {
        From::Assertion { text, values } => To::Assertion { text, values },
        From::UnsuitedArgument(claim) => To::UnsuitedArgument(claim),
        From::DoesNotHold(text) => To::DoesNotHold(text),
        From::Stopped(text) => To::Stopped(text),
    }
}

pub(super) fn ended(end: &from::TestEnd) -> to::TestEnd {
    match end.clone() {
        from::TestEnd::Endless(steps) => to::TestEnd::Endless(steps),
        from::TestEnd::Error { line, error: ended } => to::TestEnd::Error {
            line,
            error: error(ended),
        },
    }
}

pub(super) fn note(note: &from::Note) -> to::DiagnoseNote {
    match note.clone() {
        from::Note::OnlyTried(what) => to::DiagnoseNote::OnlyTried(what),
        from::Note::SetsTooLarge(size) => to::DiagnoseNote::SetsTooLarge(size),
        from::Note::TooMuchDepends(texts) => to::DiagnoseNote::TooMuchDepends(texts),
    }
}

pub(super) fn unconfirmed(repair: &from::Unconfirmed) -> to::DiagnoseNote {
    to::DiagnoseNote::Unconfirmed {
        test: repair.test.clone(),
        ended: repair.ended.clone(),
    }
}
