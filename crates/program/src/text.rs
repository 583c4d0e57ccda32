//! The readable text form.
