//! One translation unit through the library: preprocess, convert tokens, parse, check.
//!
//! **Spans are token numbers.** The library's parser and checker carry spans but never look at the text
//! behind them. So before the tokens go in, each gets the span `[i, i+1)` of its own number `i` in the
//! preprocessed stream. Every node of the typed tree then names the exact run of tokens it was made from,
//! and [`crate::places`] turns that run into places in files, through macros, with all that the
//! preprocessor knew about each token. (The library's own way keeps only the outermost macro invocation.)

use ctype::{DataModel, LongDouble};
use rucc_base::float::Format;
use rucc_base::{Interner, Symbol};
use rucc_diag::{Diagnostic, SourceMap, Span};
use rucc_lex::{Convert, Keywords, PpToken};
use rucc_pp::{Predef, Preprocessor, Timestamp, Tok};
use rucc_sema::{Checker, Tast};
use rucc_session::{Preinclude, SearchPath, Std};
use rucc_target::{TargetInfo, Triple};
use rucc_types::Types;

use crate::cimple;
use crate::elided;
use crate::files::{OWN_HEADERS, Overlay};
use crate::generic;
use crate::guard;
use crate::harness;
use crate::known;
use crate::markers::Markers;
use crate::old_style;
use crate::qualifiers;
use crate::request::{Input, Request, Standard};
use crate::tags;

/// The name of the declarations that undeclared known names get.
pub(crate) const PRELUDE: &str = "<because>/prelude.h";

/// The library's code for "implicit declaration of function" and for "undeclared".
pub(crate) const IMPLICIT: &str = "E0521";
const UNDECLARED: &str = "E0500";

/// Asks the host's headers for functions where they would expand to the library's inner workings:
/// `isdigit` is a call, not a look into a table that nobody defines.
const HOST_HEADERS: [&str; 1] = ["__NO_CTYPE=1"];

/// How a program can tell that it is not being compiled; CBMC's name for it.
const OWN_NAME: &str = "__CPROVER__=1";

/// Words of Windows' compilers that say nothing here, or have another name.
const OF_WINDOWS: [&str; 10] = [
    "__cdecl=",
    "__stdcall=",
    "__fastcall=",
    "__thiscall=",
    "__declspec(x)=",
    "__forceinline=inline",
    "__int8=char",
    "__int16=short",
    "__int32=int",
    "__int64=long long",
];

/// What is the same for every unit of a request.
pub(crate) struct Settings {
    pub(crate) target: TargetInfo,
    std: Std,
    gnu: bool,
    search: SearchPath,
    predef: Predef,
    forced: Vec<Preinclude>,
}

impl Settings {
    pub(crate) fn new(request: &Request) -> Settings {
        let triple = if request.model.pointer_bytes == 8 {
            "x86_64-unknown-linux-gnu"
        } else {
            "i686-unknown-linux-gnu"
        };
        let mut target = TargetInfo::new(triple.parse::<Triple>().expect("a triple of the table"));
        adapt(&mut target, &request.model);
        let std = match request.dialect.standard {
            Standard::C89 => Std::C89,
            Standard::C99 => Std::C99,
            Standard::C11 => Std::C11,
            Standard::C17 => Std::C17,
            Standard::C23 => Std::C23,
        };
        let mut search = SearchPath::new();
        for dir in &request.include_dirs {
            search.push_bracket(dir);
        }
        search.push_system(OWN_HEADERS);
        search.push_system(rucc_session::runtime::DIR);
        for dir in &request.system_dirs {
            search.push_system(dir);
        }
        search.remove_duplicates();
        let predef = Predef {
            std,
            gnu_extensions: request.dialect.gnu,
            // The clock is I/O: `__DATE__` is always the same day.
            timestamp: Timestamp::from_unix(0),
            defines: [HOST_HEADERS[0], OWN_NAME]
                .into_iter()
                .chain(OF_WINDOWS.into_iter().filter(|_| request.model.is_windows()))
                .map(str::to_owned)
                .chain(request.defines.iter().cloned())
                .collect(),
            undefines: request.undefines.clone(),
            ..Predef::new()
        };
        let forced = request
            .forced_includes
            .iter()
            .map(|name| Preinclude {
                name: name.clone(),
                macros_only: false,
            })
            .collect();
        Settings {
            target,
            std,
            gnu: request.dialect.gnu,
            search,
            predef,
            forced,
        }
    }

    /// The settings for the embedded models: one dialect, no user macros, no host headers.
    pub(crate) fn for_models(request: &Request) -> Settings {
        Settings::new(&Request {
            model: request.model,
            ..Request::default()
        })
    }
}

/// The library has the sizes of Linux on x86; a model may say otherwise.
fn adapt(target: &mut TargetInfo, model: &DataModel) {
    target.char_is_signed = model.char_signed;
    target.long_width = model.long_bytes * 8;
    target.scalars.long_size = model.long_bytes.into();
    target.scalars.long_long_align = model.eight_byte_align.into();
    target.scalars.double.align = model.eight_byte_align.into();
    target.scalars.long_double.size = model.long_double_bytes.into();
    target.scalars.long_double.align = model.long_double_align.into();
    target.scalars.long_double.format = match model.long_double {
        LongDouble::X87 => target.long_double_format,
        LongDouble::Quad => Format::Quad,
        LongDouble::Double => target.scalars.double.format,
    };
    target.long_double_width = model.long_double_bytes * 8;
    target.long_double_format = target.scalars.long_double.format;
    if model.wchar_bytes == 2 {
        target.scalars.wchar_size = 2;
        target.scalars.wchar_is_signed = false;
        target.wchar_width = 16;
        target.wchar_is_signed = false;
    }
}

/// A diagnostic whose span is in the library's file coordinates.
pub(crate) struct FileDiagnostic(pub(crate) Diagnostic);

/// A checked unit with all that is needed to say where its parts are.
pub(crate) struct Unit {
    pub(crate) interner: Interner,
    pub(crate) sources: SourceMap,
    pub(crate) preprocessor: Preprocessor,
    /// The preprocessed tokens; a span of the trees is a range of indices into this.
    pub(crate) tokens: Vec<Tok>,
    /// Of preprocessed text.
    pub(crate) markers: Option<Markers>,
    /// As written, before anything was resolved.
    pub(crate) ast: rucc_ast::Ast,
    pub(crate) tast: Tast,
    pub(crate) types: Types,
    pub(crate) target: TargetInfo,
    /// From the preprocessor.
    pub(crate) early: Vec<FileDiagnostic>,
    /// From the later phases: spans are token numbers.
    pub(crate) late: Vec<Diagnostic>,
    /// Whether the tree can be used.
    pub(crate) ok: bool,
}

/// So many declarations of one name may differ in `const`.
const MOST_DECLARATIONS: usize = 8;

/// Where the lines of a preprocessed text are from.
fn markers(fs: &Overlay<'_>, input: &Input) -> Option<Markers> {
    if !input.is_preprocessed() {
        return None;
    }
    // As the compiler named them, which may have run elsewhere: beside the text is the next guess.
    let beside = std::path::Path::new(&input.name).parent();
    Markers::new(&input.text, |name| {
        let found = fs.files.read(std::path::Path::new(name));
        found.or_else(|| fs.files.read(&beside?.join(name)))
    })
}

/// The tokens of a text and its headers, with all macros expanded.
pub(crate) struct Preprocessed {
    pub(crate) interner: Interner,
    keywords: Keywords,
    pub(crate) sources: SourceMap,
    preprocessor: Preprocessor,
    pub(crate) tokens: Vec<Tok>,
    early: Vec<FileDiagnostic>,
}

impl Preprocessed {
    pub(crate) fn new(settings: &Settings, fs: &Overlay<'_>, input: &Input) -> Preprocessed {
        let mut interner = Interner::new();
        let keywords = Keywords::new(&mut interner, settings.std, settings.gnu);
        let mut sources = SourceMap::new();
        let mut preprocessor = Preprocessor::new();
        let mut tokens = Vec::new();
        let mut early = Vec::new();

        let full = |name: &str| {
            FileDiagnostic(Diagnostic::error(
                format!("`{name}` and its headers are larger than 4 GiB"),
                Span::DUMMY,
            ))
        };
        let added = sources.add(input.name.clone(), crate::files::lexable(input.text.clone()));
        let mut cx = rucc_pp::Context::new(&mut interner, &mut sources, fs, &settings.search);
        cx.lex = rucc_lex::Options::for_dialect(settings.std, settings.gnu, false);
        match added {
            Ok(file) if guard::too_many_parentheses(&input.text).is_some() => {
                let start = cx.sources.file(file).start;
                if let Some((at, message)) = guard::too_many_parentheses(&input.text) {
                    let span = Span::new(start + at, start + at + 1);
                    early.push(FileDiagnostic(Diagnostic::error(message, span)));
                }
            }
            Ok(file) => {
                let mut room = true;
                // Preprocessed text must not be expanded again: `linux` may be a name in it.
                if !input.is_preprocessed() {
                    room &= preprocessor
                        .predefine(&settings.target, &settings.predef, &mut cx)
                        .is_ok();
                    room &= preprocessor
                        .preinclude(&settings.forced, &mut tokens, &mut cx)
                        .is_ok();
                }
                tokens.extend(preprocessor.run(file, &mut cx));
                if !room {
                    early.push(full(&input.name));
                }
            }
            Err(_) => early.push(full(&input.name)),
        }
        let found = preprocessor.take_diagnostics();
        let is_ident = |d: &Diagnostic| {
            d.message.starts_with("invalid preprocessing directive") && is_comment_directive(&sources, d.span)
        };
        early.extend(found.into_iter().filter(|d| !is_ident(d)).map(FileDiagnostic));
        Preprocessed {
            interner,
            keywords,
            sources,
            preprocessor,
            tokens,
            early,
        }
    }
}

impl Unit {
    pub(crate) fn new(settings: &Settings, fs: &Overlay<'_>, input: &Input) -> Unit {
        let Preprocessed {
            mut interner,
            keywords,
            sources,
            preprocessor,
            mut tokens,
            mut early,
        } = Preprocessed::new(settings, fs, input);
        let markers = markers(fs, input);

        cimple::to_plain_c(&mut tokens, &mut interner);
        let rewritten = harness::to_plain_c(&mut tokens, &mut interner);
        early.extend(rewritten.errors.into_iter().map(FileDiagnostic));
        tags::renamed(&mut tokens, &mut interner);
        old_style::without_lengths(&mut tokens, &mut interner);
        generic::choose_by_values(&mut tokens, &mut interner);
        let mut unit = Unit {
            interner,
            sources,
            preprocessor,
            tokens,
            markers,
            ast: rucc_ast::Ast::new(),
            tast: Tast::new(),
            types: Types::new(),
            target: settings.target.clone(),
            early,
            late: Vec::new(),
            ok: false,
        };
        if !rewritten.prelude.is_empty() {
            unit.declare_first(&rewritten.prelude, settings);
        }
        if unit.early.iter().all(|d| !d.0.severity.is_fatal()) {
            unit.check(settings, &keywords);
        }
        unit
    }

    /// Parses and checks the tokens. A call declares its function as one that returns `int`; if a definition
    /// further down says `void`, compilers have long only warned, and so the function is declared like that
    /// from the start.
    fn check(&mut self, settings: &Settings, keywords: &Keywords) {
        self.check_with_known(settings, keywords);
        let names = self.defined_void_after_call();
        if !names.is_empty() {
            let declarations: String = names.iter().map(|name| format!("void {name}();\n")).collect();
            self.declare_first(&declarations, settings);
            self.check_once(settings, keywords);
        }
        self.check_without_const(settings, keywords);
    }

    /// Once more, if declarations differ in `const` only.
    fn check_without_const(&mut self, settings: &Settings, keywords: &Keywords) {
        let mut warnings: Vec<rucc_diag::Diagnostic> = Vec::new();
        // Each round finds one more declaration of a name.
        for _ in 0..MOST_DECLARATIONS {
            let conflicts = qualifiers::found(&self.late);
            let edits = qualifiers::edits(&conflicts, &self.tokens, &self.interner);
            if edits.is_empty() {
                break;
            }
            let known = warnings.into_iter().map(|known| qualifiers::moved(known, &edits));
            let new = conflicts
                .iter()
                .map(|conflict| qualifiers::warning(conflict, &edits));
            warnings = known.chain(new).collect();
            old_style::apply(edits, &mut self.tokens);
            self.check_once(settings, keywords);
        }
        self.late.extend(warnings);
    }

    /// The functions that were declared by a call and then defined without a result.
    fn defined_void_after_call(&self) -> Vec<String> {
        let called: Vec<&str> = self
            .late
            .iter()
            .filter(|d| d.code == Some(IMPLICIT))
            .filter_map(|d| quoted(&d.message))
            .collect();
        let conflicts = self.late.iter().filter(|d| {
            d.severity.is_fatal()
                && d.message.starts_with("conflicting types")
                && d.message.contains("; have 'void(")
        });
        let mut names: Vec<String> = conflicts
            .filter_map(|d| quoted(&d.message))
            .filter(|name| called.contains(name))
            .map(str::to_owned)
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Parses and checks the tokens; where the checker met known names that nothing declares, once more
    /// with their declarations in front.
    fn check_with_known(&mut self, settings: &Settings, keywords: &Keywords) {
        let types_used = self.used_type_names();
        if !types_used.is_empty() {
            self.declare_first(&types_used, settings);
        }
        self.check_once(settings, keywords);
        let mut names = self.undeclared_known();
        if names.is_empty() {
            return;
        }
        let length = self.declare_first(&known::declarations(&names), settings);
        self.check_once(settings, keywords);
        // Old programs say `int printf();` or `char *malloc();` themselves, which no prototype agrees with.
        // What they say stands; the linker knows how such a call meets the library's function.
        let refused: Vec<String> = self.conflicting();
        if names.iter().any(|name| refused.contains(name)) {
            names.retain(|name| !refused.contains(name));
            self.tokens.drain(..length);
            self.declare_first(&known::declarations(&names), settings);
            self.check_once(settings, keywords);
        }
    }

    /// The names that the last check found declared with two types.
    fn conflicting(&self) -> Vec<String> {
        self.late
            .iter()
            .filter(|d| d.severity.is_fatal() && d.message.starts_with("conflicting types"))
            .filter_map(|d| quoted(&d.message))
            .map(str::to_owned)
            .collect()
    }

    /// Parses and checks the tokens; once more if the library refused strings that C allows.
    fn check_once(&mut self, settings: &Settings, keywords: &Keywords) {
        self.check_as_written(settings, keywords);
        if self.late.iter().any(|d| d.code == Some(elided::REFUSED)) {
            let edits = elided::strings(&self.ast, &self.tast, &self.types);
            if !edits.is_empty() {
                elided::apply(&edits, &mut self.tokens, &mut self.interner);
                self.check_as_written(settings, keywords);
            }
        }
    }

    fn check_as_written(&mut self, settings: &Settings, keywords: &Keywords) {
        self.late.clear();
        self.ok = false;
        if let Some(problem) = guard::too_deep(&self.tokens, &self.interner) {
            self.late.push(problem);
            return;
        }
        let numbered: Vec<PpToken> = self
            .tokens
            .iter()
            .enumerate()
            .map(|(index, token)| PpToken {
                kind: token.kind,
                flags: token.flags,
                value: token.value,
                span: Span::new(index as u32, index as u32 + 1),
            })
            .collect();
        let (tokens, found) = rucc_lex::convert(
            &numbered,
            &Convert {
                keywords,
                interner: &self.interner,
                target: &settings.target,
                std: settings.std,
                gnu: settings.gnu,
                pedantic: false,
            },
        );
        drop(numbered);
        self.late.extend(found);
        let type_names: Vec<Symbol> = settings
            .target
            .type_names()
            .iter()
            .filter_map(|(name, _)| self.interner.find(name))
            .collect();
        let mut cx = rucc_parse::Context::new(&self.interner, settings.std);
        cx.gnu = settings.gnu;
        cx.type_names = &type_names;
        let mut parsed = rucc_parse::parse(&tokens, cx);
        let failed = parsed.failed();
        self.late.append(&mut parsed.diagnostics);
        if failed {
            return;
        }
        let mut cx = rucc_sema::Context::new(&self.interner, &settings.target, settings.std);
        cx.gnu = settings.gnu;
        cx.permissive = true;
        // A call of `strlen` is a call of whatever `strlen` the program has, also in `strlen("abc")`.
        cx.builtins = false;
        let mut checker = Checker::new(&parsed.ast, cx);
        checker.check_unit();
        let mut checked = checker.finish();
        self.late.append(&mut checked.diagnostics);
        self.ok = self.late.iter().all(|d| !d.severity.is_fatal());
        self.tast = checked.tast;
        self.types = checked.types;
        self.ast = parsed.ast;
    }

    /// Whether there are integers of other widths than the standard types have.
    pub(crate) fn names_bit_integers(&self) -> bool {
        let mut names = self.tokens.iter().filter_map(|token| token.ident());
        let written = self.interner.find("_BitInt");
        names
            .any(|name| Some(name) == written || harness::width_of_tag(self.interner.resolve(name)).is_some())
    }

    /// Declarations of the known type names that the text uses: a name that is a type cannot be declared
    /// after the fact, because the parser needs it.
    fn used_type_names(&self) -> String {
        known::type_names()
            .filter(|(name, _)| {
                self.interner
                    .find(name)
                    .is_some_and(|symbol| self.tokens.iter().any(|token| token.ident() == Some(symbol)))
            })
            .map(|(_, declaration)| declaration)
            .collect()
    }

    /// The known names that were declared by their first call and by nothing else.
    fn undeclared_known(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .late
            .iter()
            .filter(|d| d.code == Some(IMPLICIT) || d.code == Some(UNDECLARED))
            .filter_map(|d| quoted(&d.message))
            .filter(|name| known::is_known(name))
            .map(str::to_owned)
            .collect();
        if self.tast.counts().decls > 0 {
            // C89 has nothing to say about an implicit declaration.
            for id in self.tast.top_level() {
                let decl = &self.tast[*id];
                let rucc_types::TypeKind::Function(function) = self.types.kind(self.types.canonical(decl.ty))
                else {
                    continue;
                };
                if decl.state == rucc_sema::Definition::Declared
                    && !self.types.signature(function).prototyped
                    && let Some(name) = decl.name
                {
                    let name = self.interner.resolve(name);
                    if known::is_known(name) {
                        names.push(name.to_owned());
                    }
                }
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// Puts text in front of the unit's tokens, and says how many tokens that makes. The text has no
    /// directives.
    fn declare_first(&mut self, text: &str, settings: &Settings) -> usize {
        let Ok(file) = self.sources.add(PRELUDE, text.as_bytes().to_vec()) else {
            return 0;
        };
        self.sources.mark_system(file);
        let start = self.sources.file(file).start;
        let options = rucc_lex::Options::for_dialect(settings.std, settings.gnu, false);
        let (tokens, _) = rucc_lex::tokenize(text.as_bytes(), start, options, &mut self.interner);
        let before = self.tokens.len();
        let prelude = tokens.into_iter().filter(|token| !token.is_eof()).map(Tok::new);
        self.tokens.splice(0..0, prelude);
        self.tokens.len() - before
    }
}

/// `#ident "text"` and `#sccs "text"` are comments for the object file, from before there was `#pragma`.
fn is_comment_directive(sources: &SourceMap, span: Span) -> bool {
    let Some(file) = sources.lookup_file(span.lo) else {
        return false;
    };
    let file = sources.file(file);
    let range = (span.lo - file.start) as usize..(span.hi - file.start) as usize;
    matches!(file.bytes().get(range), Some(b"ident" | b"sccs"))
}

/// The name that a message puts between single quotes.
fn quoted(message: &str) -> Option<&str> {
    message.split('\'').nth(1)
}
