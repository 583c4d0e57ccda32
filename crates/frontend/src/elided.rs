//! Strings that begin an array whose braces are left out: `struct { char *names[2]; int n; } s = {"a", "b", 2}`.
//!
//! The library takes a string for the whole of any array it meets, and refuses it if the array is not one of
//! characters. C goes on into the array until the string fits. So if the library has refused a string, the
//! initialisers are walked again by C's rules, with the types the library found, and the strings that begin
//! such arrays are written another way that means the same: `__extension__ "a"` where the string becomes a
//! pointer (the library then sees an expression like any other), the single characters where it fills an array.
//!
//! A walk that meets something it cannot decide changes nothing, and the library's complaint stands.

use rucc_ast::{Ast, Decl, Designator, DesignatorList, Expr, Init, InitId, InitItem, InitItemList};
use rucc_base::hash::Map;
use rucc_base::{Interner, Symbol};
use rucc_lex::Encoding;
use rucc_pp::Tok;
use rucc_sema::{DeclKind, ExprId, Tast};
use rucc_types::{ArrayLen, IntKind, RecordId, RecordKind, TypeId, TypeKind, Types};

use crate::old_style;

/// The library's code for "cannot initialize array of … from a string literal".
pub(crate) const REFUSED: &str = "E0638";

/// A string that fills more than this is not written out in characters.
const LONGEST: u64 = 1 << 16;

/// Tokens `from..to` are a string and become this text.
#[derive(Debug)]
pub(crate) struct Rewritten {
    from: u32,
    to: u32,
    text: String,
}

/// The strings that must be written another way.
pub(crate) fn strings(ast: &Ast, tast: &Tast, types: &Types) -> Vec<Rewritten> {
    let mut walk = Walk {
        ast,
        tast,
        types,
        spelled: None,
        edits: Vec::new(),
    };
    let mut objects: Map<u32, TypeId> = Map::default();
    let mut named: Map<Symbol, TypeId> = Map::default();
    for index in 0..tast.counts().decls {
        let id = rucc_sema::DeclId::from_usize(index);
        if tast[id].kind == DeclKind::Object {
            objects.insert(tast.decl_span(id).lo, tast[id].ty);
        }
    }
    for &id in tast.top_level() {
        if let (DeclKind::Object, Some(name)) = (tast[id].kind, tast[id].name) {
            named.insert(name, tast[id].ty);
        }
    }
    let at_top: rucc_base::hash::Set<_> = ast.top_level().iter().copied().collect();
    for index in 0..ast.counts().decls {
        let id = rucc_ast::DeclId::from_usize(index);
        let Decl::Var { declarators, .. } = ast[id] else {
            continue;
        };
        for item in &ast[declarators] {
            let declarator = ast[item.declarator];
            let ty = match declarator.name {
                // An object of the file may have been declared before.
                Some(name) if at_top.contains(&id) => named.get(&name),
                _ => objects.get(&declarator.name_span.lo),
            };
            if let (Some(&ty), Some(init)) = (ty, item.init) {
                walk.object(ty, init);
            }
        }
    }
    walk.edits.sort_by_key(|edit| edit.from);
    walk.edits
}

/// Writes the strings another way. Whoever asks where the new tokens are is told the string's place.
pub(crate) fn apply(strings: &[Rewritten], tokens: &mut Vec<Tok>, interner: &mut Interner) {
    let mut edits = Vec::with_capacity(strings.len());
    for string in strings {
        let (from, to) = (string.from as usize, string.to as usize);
        let mut with = old_style::written(&string.text, tokens[from], interner);
        if string.text == EXTENSION {
            with.extend_from_slice(&tokens[from..to]);
        }
        edits.push(old_style::TokenEdit { from, to, with });
    }
    old_style::apply(edits, tokens);
}

const EXTENSION: &str = "__extension__";

struct Walk<'a> {
    ast: &'a Ast,
    tast: &'a Tast,
    types: &'a Types,
    /// The library's expressions by their tokens.
    spelled: Option<Map<(u32, u32), ExprId>>,
    edits: Vec<Rewritten>,
}

/// The elements between two braces, and how far the walk is.
struct Cursor<'a> {
    items: &'a [InitItem],
    taken: usize,
    resolved: bool,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<InitItem> {
        self.items.get(self.taken).copied()
    }

    fn bump(&mut self) {
        self.taken += 1;
        self.resolved = false;
    }
}

#[derive(Clone, Copy)]
enum Level {
    Array(TypeId, Option<u64>),
    Record(RecordId),
    Scalar,
}

/// Steps into an object; the first may be the last of a range of elements.
type Path = Vec<u64>;

impl<'a> Walk<'a> {
    fn object(&mut self, ty: TypeId, init: InitId) {
        let before = self.edits.len();
        if let Init::List(list) = self.ast[init]
            && self.braced(ty, list).is_none()
        {
            self.edits.truncate(before);
        }
    }

    fn level(&self, ty: TypeId) -> Option<Level> {
        match self.types.kind(self.types.canonical(ty)) {
            TypeKind::Array { elem, len } => match len {
                ArrayLen::Fixed(len) => Some(Level::Array(elem, Some(len))),
                ArrayLen::Unknown => Some(Level::Array(elem, None)),
                _ => None,
            },
            TypeKind::Record(record) => Some(Level::Record(record)),
            TypeKind::Vector { .. } | TypeKind::Function(_) => None,
            _ => Some(Level::Scalar),
        }
    }

    /// Whether an array of these takes a string whole.
    fn takes(&self, elem: TypeId, encoding: Encoding) -> bool {
        let kind = self.types.kind(self.types.canonical(elem));
        match encoding {
            Encoding::Plain | Encoding::Utf8 => {
                matches!(
                    kind,
                    TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar)
                )
            }
            _ => matches!(
                kind,
                TypeKind::Int(IntKind::Int | IntKind::UInt | IntKind::UShort)
            ),
        }
    }

    fn text(&self, expr: rucc_ast::ExprId) -> Option<rucc_ast::StrId> {
        match self.ast[expr] {
            Expr::Str(id) => Some(id),
            _ => None,
        }
    }

    fn braced(&mut self, ty: TypeId, list: InitItemList) -> Option<()> {
        let mut items = Cursor {
            items: &self.ast[list],
            taken: 0,
            resolved: false,
        };
        match self.level(ty)? {
            Level::Scalar => Some(()),
            Level::Array(elem, _)
                if items.peek().is_some_and(|item| {
                    item.designators.is_empty()
                        && matches!(self.ast[item.init], Init::Expr(expr)
                            if self.text(expr).is_some_and(|id| self.takes(elem, self.ast[id].encoding)))
                }) =>
            {
                Some(())
            }
            _ => self.fill(ty, &mut items, true, false, None),
        }
    }

    /// One level, until it is full or nothing is left. `refused`: the next element is a string that the library
    /// has met an array with already.
    fn fill(
        &mut self,
        ty: TypeId,
        items: &mut Cursor<'a>,
        braced: bool,
        refused: bool,
        start: Option<Path>,
    ) -> Option<()> {
        let mut refused = refused;
        let mut pending = start;
        let mut next = 0;
        while let Some(item) = items.peek() {
            let path = if let Some(path) = pending.take() {
                path
            } else if !item.designators.is_empty() && !items.resolved {
                if !braced {
                    break;
                }
                items.resolved = true;
                self.designate(ty, item.designators)?
            } else if let Some(index) = self.advance(ty, next)? {
                vec![index]
            } else if braced {
                items.bump();
                continue;
            } else {
                break;
            };
            let (index, rest) = (path[0], &path[1..]);
            let sub = self.sub(ty, index)?;
            if rest.is_empty() {
                self.element(sub, items, refused)?;
            } else {
                self.fill(sub, items, false, false, Some(rest.to_vec()))?;
            }
            refused = false;
            next = match self.level(ty)? {
                Level::Record(record) if self.types.record_info(record).kind == RecordKind::Union => u64::MAX,
                _ => index.checked_add(1)?,
            };
        }
        Some(())
    }

    fn element(&mut self, sub: TypeId, items: &mut Cursor<'a>, refused: bool) -> Option<()> {
        let item = items.peek()?;
        let expr = match self.ast[item.init] {
            Init::List(list) => {
                items.bump();
                return self.braced(sub, list);
            }
            Init::Expr(expr) => expr,
        };
        let text = self.text(expr);
        let (whole, refused) = match (self.level(sub)?, text) {
            (Level::Scalar, Some(_)) => {
                if refused {
                    self.edit(expr, EXTENSION.to_owned());
                }
                (true, refused)
            }
            (Level::Scalar, None) => (true, false),
            (Level::Array(elem, len), Some(id)) if self.takes(elem, self.ast[id].encoding) => {
                if refused {
                    self.characters(expr, id, len?)?;
                }
                (true, refused)
            }
            (Level::Array(..), Some(_)) => (false, true),
            (Level::Array(..), None) => {
                if matches!(self.ast[expr], Expr::CompoundLiteral { .. } | Expr::Extension(_)) {
                    return None;
                }
                (false, false)
            }
            (Level::Record(_), Some(_)) => (false, refused),
            (Level::Record(_), None) => (self.is_record(expr)?, false),
        };
        if whole {
            items.bump();
            return Some(());
        }
        let before = items.taken;
        self.fill(sub, items, false, refused, None)?;
        if items.taken == before {
            items.bump();
        }
        Some(())
    }

    fn edit(&mut self, expr: rucc_ast::ExprId, text: String) {
        let span = self.ast.expr_span(expr);
        self.edits.push(Rewritten {
            from: span.lo,
            to: span.hi,
            text,
        });
    }

    /// The string as the elements of an array of this length.
    fn characters(&mut self, expr: rucc_ast::ExprId, id: rucc_ast::StrId, len: u64) -> Option<()> {
        if len == 0 || len > LONGEST {
            return None;
        }
        let elements = self.ast[id].elements.iter().copied();
        let elements = elements.chain(std::iter::repeat(0)).take(len as usize);
        let written: Vec<String> = elements.map(|element| element.to_string()).collect();
        self.edit(expr, written.join(","));
        Some(())
    }

    /// Whether an expression is a structure or union. Absent if the library has not said.
    fn is_record(&mut self, expr: rucc_ast::ExprId) -> Option<bool> {
        if let Expr::Int(_) | Expr::Char(_) | Expr::Float(_) = self.ast[expr] {
            return Some(false);
        }
        let tast = self.tast;
        let spelled = self.spelled.get_or_insert_with(|| {
            let ids = (0..tast.counts().exprs).map(ExprId::from_usize);
            ids.map(|id| (tokens(tast.expr_span(id)), id)).collect()
        });
        let id = *spelled.get(&tokens(self.ast.expr_span(expr)))?;
        let ty = self.types.canonical(tast[id].ty);
        Some(matches!(self.types.kind(ty), TypeKind::Record(_)))
    }

    fn advance(&self, ty: TypeId, from: u64) -> Option<Option<u64>> {
        Some(match self.level(ty)? {
            Level::Array(_, len) => len.is_none_or(|len| from < len).then_some(from),
            Level::Record(record) => {
                let fields = &self.types.record_info(record).fields;
                let mut left = fields
                    .iter()
                    .enumerate()
                    .skip(usize::try_from(from).unwrap_or(usize::MAX));
                left.find(|(_, field)| field.name.is_some() || !field.is_bit_field())
                    .map(|(index, _)| index as u64)
            }
            Level::Scalar => (from == 0).then_some(0),
        })
    }

    fn sub(&self, ty: TypeId, index: u64) -> Option<TypeId> {
        match self.level(ty)? {
            Level::Array(elem, _) => Some(elem),
            Level::Record(record) => {
                let fields = &self.types.record_info(record).fields;
                fields.get(usize::try_from(index).ok()?).map(|field| field.ty)
            }
            Level::Scalar => None,
        }
    }

    fn designate(&self, ty: TypeId, list: DesignatorList) -> Option<Path> {
        let mut path = Vec::new();
        let mut ty = ty;
        for &designator in &self.ast[list] {
            match designator {
                Designator::Field(name) | Designator::ObsoleteField(name) => {
                    for index in self.find(ty, name)? {
                        path.push(index);
                        ty = self.sub(ty, index)?;
                    }
                }
                Designator::Index(index) | Designator::Range { hi: index, .. } => {
                    let Expr::Int(id) = self.ast[index] else {
                        return None;
                    };
                    path.push(u64::try_from(self.ast[id].value).ok()?);
                    ty = self.sub(ty, *path.last()?)?;
                }
            }
        }
        (!path.is_empty()).then_some(path)
    }

    /// The way to a member, which may be a member of members without a name.
    fn find(&self, ty: TypeId, name: Symbol) -> Option<Path> {
        let Level::Record(record) = self.level(ty)? else {
            return None;
        };
        let fields = &self.types.record_info(record).fields;
        if let Some(index) = fields.iter().position(|field| field.name == Some(name)) {
            return Some(vec![index as u64]);
        }
        fields.iter().enumerate().find_map(|(index, field)| {
            if field.name.is_some() || field.is_bit_field() {
                return None;
            }
            let mut path = vec![index as u64];
            path.extend(self.find(field.ty, name)?);
            Some(path)
        })
    }
}

fn tokens(span: rucc_diag::Span) -> (u32, u32) {
    (span.lo, span.hi)
}
