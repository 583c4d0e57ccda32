//! The models that a program needs, linked once for many texts of it.
//!
//! Whoever tries hundreds of changed texts of one program has the same library functions in each of them, and `scanf`
//! with all that it needs takes several times as long to translate as the program of a student. So the models are
//! linked first, and each text is linked onto a copy of that. What the user defines still wins, as a body replaces a
//! model's; a model that a text needs beside these is linked behind it, as ever. One that it no longer needs does no
//! harm.
//!
//! Only models that are the same for every program are linked beforehand; the table of given files, and
//! functions without an interpretation, are made for each text.

use crate::files::{FileProvider, Overlay};
use crate::isolate;
use crate::library::{self, Models};
use crate::link::Linker;
use crate::request::Request;

/// What texts are linked onto.
#[derive(Debug, Clone)]
pub struct Prelinked {
    linker: Linker,
    models: Models,
}

impl Prelinked {
    pub(crate) fn nothing(request: &Request) -> Prelinked {
        Prelinked {
            linker: Linker::new(request.model),
            models: Models::default(),
        }
    }

    /// Links the models that a program needs; of the request only its data model counts.
    #[must_use]
    pub fn new(request: &Request, files: &dyn FileProvider, models: &Models) -> Prelinked {
        let linked = isolate::run(|| {
            let mut linker = Linker::new(request.model);
            let models = library::link_all(&mut linker, request, &Overlay { files }, models);
            Prelinked { linker, models }
        });
        match linked {
            Ok(linked) if !linked.linker.failed() => linked,
            // Each text says for itself what is wrong.
            _ => Prelinked::nothing(request),
        }
    }

    pub(crate) fn start(&self) -> (Linker, Models) {
        (self.linker.clone(), self.models.clone())
    }
}
