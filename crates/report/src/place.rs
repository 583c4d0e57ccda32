//! Places in reports.

use serde::Serialize;
use source::{LocId, ResolvedSpan, SourceMap};

/// A use of a macro between the text and the place it shows up at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MacroUse {
    pub name: String,
    pub location: ResolvedSpan,
}

/// A place in the user's source, ready to be written out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// For renderers that show the text itself.
    #[serde(skip)]
    pub loc: LocId,
    /// Where the construct is used; absent for what the tool itself made.
    pub location: Option<ResolvedSpan>,
    /// Where it is spelled, when that is in a macro's definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spelled: Option<ResolvedSpan>,
    /// The macros in between, from the one that holds the text outwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub macros: Vec<MacroUse>,
}

impl Place {
    /// No place in the user's source.
    #[must_use]
    pub fn nowhere() -> Place {
        Place {
            loc: LocId::NONE,
            location: None,
            spelled: None,
            macros: Vec::new(),
        }
    }

    #[must_use]
    pub fn new(sources: &SourceMap, loc: LocId) -> Place {
        if loc == LocId::NONE {
            return Place::nowhere();
        }
        let location = sources.location(loc);
        // Our own `assert.h` is nothing the user wrote.
        let own = |span: source::Span| sources.file(span.file).embedded;
        let spelled = location.spelled.as_deref().filter(|spelling| !own(spelling.span));
        let macros = spelled.map_or(&[][..], |spelling| &spelling.expansions);
        Place {
            loc,
            location: Some(sources.resolve(location.used)),
            spelled: spelled.map(|spelling| sources.resolve(spelling.span)),
            macros: macros
                .iter()
                .map(|expansion| MacroUse {
                    name: expansion.name.clone(),
                    location: sources.resolve(expansion.used),
                })
                .collect(),
        }
    }

    /// `file:line`, or nothing.
    #[must_use]
    pub fn short(&self) -> String {
        self.location.as_ref().map_or_else(String::new, |location| {
            format!("{}:{}", location.file, location.line)
        })
    }

    #[must_use]
    pub fn same_line(&self, other: &Place) -> bool {
        let line = |place: &Place| place.location.as_ref().map(|at| (at.file.clone(), at.line));
        line(self) == line(other)
    }
}
