//! What the caller asks for: the texts, the dialect, the search path. Everything here is plain data, so
//! that a command line, a test and a saved run can all build one.

use std::sync::Arc;

use ctype::DataModel;

/// One file to translate: C, or C that has been preprocessed already (`.i`).
#[derive(Debug, Clone)]
pub struct Input {
    /// The name as the user gave it. A quoted `#include` looks beside it first.
    pub name: String,
    pub text: Arc<[u8]>,
}

impl Input {
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl AsRef<[u8]>) -> Input {
        Input {
            name: name.into(),
            text: Arc::from(text.as_ref()),
        }
    }

    /// Whether the text has been through a preprocessor, by its name.
    #[must_use]
    pub fn is_preprocessed(&self) -> bool {
        self.name.ends_with(".i")
    }
}

/// The edition of the C standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standard {
    C89,
    C99,
    C11,
    C17,
    C23,
}

/// A standard with or without the GNU extensions: what `-std=` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dialect {
    pub standard: Standard,
    pub gnu: bool,
}

impl Default for Dialect {
    /// `gnu17`: the newest dialect that still has old-style definitions and `int f();` without a meaning
    /// for its parameters, which much of the code worth checking has.
    fn default() -> Dialect {
        Dialect {
            standard: Standard::C17,
            gnu: true,
        }
    }
}

impl Dialect {
    /// Reads what follows `-std=`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Dialect> {
        let (gnu, year) = match name {
            "ansi" | "iso9899:1990" => (false, "89"),
            "iso9899:1999" => (false, "99"),
            "iso9899:2011" => (false, "11"),
            "iso9899:2017" | "iso9899:2018" => (false, "17"),
            "iso9899:2024" => (false, "23"),
            _ => match name.strip_prefix("gnu") {
                Some(year) => (true, year),
                None => (false, name.strip_prefix('c')?),
            },
        };
        let standard = match year {
            "89" | "90" => Standard::C89,
            "99" | "9x" => Standard::C99,
            "11" | "1x" => Standard::C11,
            "17" | "18" => Standard::C17,
            "23" | "2x" => Standard::C23,
            _ => return None,
        };
        Some(Dialect { standard, gnu })
    }

    /// What `-std=` calls it.
    #[must_use]
    pub fn name(self) -> String {
        let year = match self.standard {
            Standard::C89 => "89",
            Standard::C99 => "99",
            Standard::C11 => "11",
            Standard::C17 => "17",
            Standard::C23 => "23",
        };
        format!("{}{year}", if self.gnu { "gnu" } else { "c" })
    }
}

/// All that decides what a translation gives.
///
/// The core reads no files: `include_dirs` and `system_dirs` are names that the
/// [`FileProvider`](crate::FileProvider) is asked about. The compiler's own headers (`stddef.h`,
/// `stdarg.h`, `limits.h`, `float.h`, `stdbool.h`, `stdint.h`, `stdatomic.h` and their like) come with the
/// front end and are found before the system directories, so the caller passes only the C library's, which
/// on a Debian host are `/usr/include/<multiarch>` and `/usr/include`.
#[derive(Debug, Clone)]
pub struct Request {
    pub inputs: Vec<Input>,
    /// `-I`.
    pub include_dirs: Vec<String>,
    /// `-isystem` and the host's own directories, in order.
    pub system_dirs: Vec<String>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// `-include`.
    pub forced_includes: Vec<String>,
    pub dialect: Dialect,
    pub model: DataModel,
    /// Whether library functions without a body get the embedded models' definitions.
    pub link_models: bool,
    /// What a program that opens files finds.
    pub data_files: Vec<DataFile>,
    /// Whether the [`FileProvider`](crate::FileProvider) is also asked about files that string literals name.
    pub literals_name_files: bool,
}

/// A file that the program may open while it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// As the program names it.
    pub name: Vec<u8>,
    /// What it holds; nothing if there is no file of that name.
    pub content: Option<Arc<[u8]>>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            inputs: Vec::new(),
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            forced_includes: Vec::new(),
            dialect: Dialect::default(),
            model: DataModel::LP64,
            link_models: true,
            data_files: Vec::new(),
            literals_name_files: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_are_read_as_compilers_spell_them() {
        let read = |name| Dialect::parse(name).map(|d| (d.standard, d.gnu));
        assert_eq!(read("gnu89"), Some((Standard::C89, true)));
        assert_eq!(read("ansi"), Some((Standard::C89, false)));
        assert_eq!(read("c99"), Some((Standard::C99, false)));
        assert_eq!(read("gnu2x"), Some((Standard::C23, true)));
        assert_eq!(read("c++17"), None);
        assert_eq!(read("rust"), None);
        for name in ["c89", "gnu99", "c11", "gnu17", "c23"] {
            assert_eq!(Dialect::parse(name).unwrap().name(), name);
        }
    }
}
