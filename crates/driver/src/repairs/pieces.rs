//! Pieces of a text that changes replace, when several are made at once.

use frontend::Input;

use super::candidates::{Candidate, Piece, with};

/// The order of pieces in the texts; what is put in stands before what is replaced there. Several that are put in at one place
/// stay in the order they are in.
pub(super) fn place(piece: &Piece) -> (&str, u32, u32) {
    (&piece.file, piece.lo, piece.hi)
}

/// The texts with all pieces replaced, which are in their order.
pub(super) fn made(inputs: &[Input], pieces: &[&Piece]) -> Vec<Input> {
    let changed = |input: &Input| {
        // From the end, so that places stay what they are.
        let own = pieces.iter().rev().filter(|piece| piece.file == input.name);
        let text = own.fold(input.text.to_vec(), |text, piece| {
            with(&text, piece.lo, piece.hi, &piece.replacement)
        });
        Input::new(input.name.clone(), text)
    };
    inputs.iter().map(changed).collect()
}

/// Pieces each of which is a change.
pub(super) fn each(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    pieces.iter().map(|piece| vec![piece.clone()]).collect()
}

/// Changes, and others in the text that they lead to, as changes of the text before both.
pub(super) fn with_others(changes: &[Vec<Piece>], others: &Candidate) -> Option<Vec<Vec<Piece>>> {
    let made = changes.concat();
    let mut all = changes.to_vec();
    for piece in &others.pieces {
        let (piece, behind) = before(&made, piece)?;
        // Of what is put in at one place, what stands first is listed first.
        let at = behind.and_then(|behind| all.iter().position(|change| change.contains(&behind)));
        all.insert(at.unwrap_or(all.len()), vec![piece]);
    }
    Some(all)
}

/// Where a piece of the changed text stands in the text before, and the change that starts just behind it, if there is one;
/// nothing if it is inside a change.
fn before(changes: &[Piece], piece: &Piece) -> Option<(Piece, Option<Piece>)> {
    let own = changes.iter().filter(|change| change.file == piece.file);
    let mut own: Vec<&Piece> = own.collect();
    own.sort_by_key(|change| place(change));
    let (mut longer, mut behind) = (0i64, None);
    for change in own {
        let new = change.replacement.len() as i64;
        let lo = i64::from(change.lo) + longer;
        if i64::from(piece.hi) <= lo {
            behind = (i64::from(piece.hi) == lo).then(|| change.clone());
            break;
        }
        if i64::from(piece.lo) < lo + new {
            return None;
        }
        longer += new - i64::from(change.hi - change.lo);
    }
    let moved = |at: u32| u32::try_from(i64::from(at) - longer).ok();
    let piece = Piece {
        lo: moved(piece.lo)?,
        hi: moved(piece.hi)?,
        ..piece.clone()
    };
    Some((piece, behind))
}

#[cfg(test)]
mod checks {
    use repair::Change;

    use super::*;

    fn piece(lo: u32, hi: u32, replacement: &str) -> Piece {
        Piece {
            file: "a.c".to_owned(),
            lo,
            hi,
            replacement: replacement.to_owned(),
            kind: Change::Type,
        }
    }

    #[test]
    fn pieces_go_back_to_the_text_before() {
        // `int` becomes `double` at 10, and `%d` becomes `%.2f` at 50.
        let changes = [piece(50, 52, "%.2f"), piece(10, 13, "double")];
        let moved = |lo, hi| before(&changes, &piece(lo, hi, "x")).map(|(piece, _)| (piece.lo, piece.hi));
        assert_eq!(moved(2, 5), Some((2, 5)));
        assert_eq!(moved(30, 31), Some((27, 28)));
        assert_eq!(moved(60, 61), Some((55, 56)));
        assert_eq!(moved(12, 14), None);
    }

    #[test]
    fn what_is_put_in_at_one_place_keeps_its_order() {
        let text = "{ total += n; }";
        let inputs = [Input::new("a.c".to_owned(), text.as_bytes())];
        let first = vec![vec![piece(2, 2, "best = n; ")]];
        let both = |lo| {
            let (second, behind) = before(&first[0], &piece(lo, lo, "if (n) ")).unwrap();
            let mut all = first.clone();
            all.insert(usize::from(behind.is_none()), vec![second]);
            let mut all = all.concat();
            all.sort_by(|a, b| place(a).cmp(&place(b)));
            let all: Vec<&Piece> = all.iter().collect();
            String::from_utf8(made(&inputs, &all)[0].text.to_vec()).unwrap()
        };
        assert_eq!(both(2), "{ if (n) best = n; total += n; }");
        assert_eq!(both(12), "{ best = n; if (n) total += n; }");
    }

    #[test]
    fn what_is_put_in_stands_before_what_is_replaced() {
        let inputs = [Input::new("a.c".to_owned(), &b"x = 1;"[..])];
        let mut all = [piece(0, 1, "y"), piece(0, 0, "if (x) ")];
        all.sort_by(|a, b| place(a).cmp(&place(b)));
        let all: Vec<&Piece> = all.iter().collect();
        assert_eq!(&made(&inputs, &all)[0].text[..], b"if (x) y = 1;");
    }
}
