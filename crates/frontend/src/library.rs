//! The embedded library models.

use crate::files::Overlay;
use crate::link::Linker;
use crate::request::Request;

/// Defines the library functions that the program uses and does not define.
pub(crate) fn link(_linker: &mut Linker, _request: &Request, _overlay: &Overlay<'_>) {}
