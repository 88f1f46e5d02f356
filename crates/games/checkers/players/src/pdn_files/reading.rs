//! Converts PDN games to sheets.

use board_engine::{Color, Notation, NotationError, Word};
use checkers::{AnyVariant, AnyVariantVisitor, Naming};
use games_package::Mark;
use notation::pdn::{Element, PdnGame};
use notation::{PlaceInText, Sheet, SheetError, SheetMove, append_words};

use crate::pdn_files::PASS;
use crate::pdn_files::variant::stated_variant;
use crate::pdn_files::variant::{CHECKERS, with_rules};

/// The sheet of a game; `game` is the default if the file doesn't name the game.
pub(crate) fn sheet(read: &PdnGame, game: Option<&str>) -> Result<Sheet, SheetError> {
    let stated = stated_variant(read)?;
    let naming = stated.map(|stated| stated.naming).unwrap_or_default();
    let known = stated.map(|stated| format!("{CHECKERS}:{}", stated.variant));
    let game = known.or_else(|| game.map(String::from));
    let place = read.place.unwrap_or(PlaceInText::START);
    let (moves, preface) = moves(&read.body)?;
    let (players, payoffs) =
        game.as_deref().and_then(|game| with_rules(game, Claims(read))).unwrap_or_default();
    let start = read.tags.iter().find(|tag| tag.name == "FEN" && !tag.value.trim().is_empty());
    let start = start.map(|tag| (tag.value.clone(), tag.place));
    let tag_places = read.tags.iter().map(|tag| tag.place).collect();
    let tags = read.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    let sheet = Sheet {
        place,
        game,
        players,
        start,
        tags,
        tag_places,
        preface,
        moves,
        payoffs,
        ..Sheet::default()
    };
    match sheet.game.clone() {
        Some(game) if naming != Naming::Own => {
            with_rules(&game, Renaming(sheet, naming)).unwrap_or(Err(SheetError::NoGame))
        }
        _ => Ok(sheet),
    }
}

/// A line and the comment before it. Variations follow the move that they replace. The reader has limited their depth.
fn moves(body: &[Element]) -> Result<(Vec<SheetMove>, String), SheetError> {
    let (mut moves, mut preface): (Vec<SheetMove>, _) = (Vec::new(), String::new());
    for element in body {
        let last = moves.last_mut();
        match (element, last) {
            (Element::Move(mv), _) => {
                let mark = mv.strength.as_deref().and_then(Mark::from_sign);
                let (text, place) = (mv.text.clone(), mv.place);
                moves.push(SheetMove { text, place, mark, ..SheetMove::default() });
            }
            (Element::Setup(text, place), _) if is_pass(text) => {
                let (text, place) = (PASS.to_owned(), *place);
                moves.push(SheetMove { text, place, ..SheetMove::default() });
            }
            (Element::Setup(_, place), _) => {
                let message = "a position that is set up in mid-game has no place in a record";
                return Err(SheetError::malformed(*place, message));
            }
            (Element::Variation(line), Some(last)) => {
                let (mut line, preface) = self::moves(line)?;
                match line.first_mut() {
                    Some(first) => first.preface = preface,
                    None => append_words(&mut last.comment, &preface),
                }
                last.others.push(line);
            }
            (Element::Nag(number), Some(last)) => match u8::try_from(*number) {
                Ok(number) => last.annotate(number),
                Err(_) => append_words(&mut last.comment, &format!("${number}")),
            },
            (Element::Comment(text), last) => {
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                append_words(last.map_or(&mut preface, |last| &mut last.comment), &words);
            }
            (Element::Variation(_) | Element::Nag(_), None) => {}
        }
    }
    Ok((moves, preface))
}

/// Returns `true` if a setup is a null move: `FEN "B::"`.
fn is_pass(set_up: &str) -> bool {
    let fen = set_up.trim().trim_start_matches("FEN").trim().trim_matches('"').trim();
    matches!(fen, "W::" | "B::")
}

/// The players' names in the order of the seats, and the payoffs.
struct Claims<'a>(&'a PdnGame);

impl AnyVariantVisitor for Claims<'_> {
    type Output = (Vec<String>, Option<Vec<i16>>);

    fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output {
        let name = |color: Color| {
            let name = self.0.tag(&color.to_string()).unwrap_or_default().trim();
            if name == "?" { String::new() } else { name.to_owned() }
        };
        let first = game.rules().starts;
        let payoffs = self.0.claimed_result(first).payoffs();
        (vec![name(first), name(!first)], payoffs.map(Vec::from))
    }
}

/// Rewrites a sheet with this naming of squares in its variant's naming.
struct Renaming(Sheet, Naming);

impl AnyVariantVisitor for Renaming {
    type Output = Result<Sheet, SheetError>;

    fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output {
        let Self(mut sheet, naming) = self;
        rename(game, &mut sheet.moves, naming);
        if let Some((text, place)) = &mut sheet.start {
            let wrong = |error: NotationError| SheetError::malformed(*place, error.to_string());
            let start = game.parse_renamed_position(text, naming).map_err(wrong)?;
            *text = game.format_position(&start);
        }
        Ok(sheet)
    }
}

/// Rewrites moves and their variations, which are nested up to the reader's limit.
fn rename<W: Word>(game: AnyVariant<W>, moves: &mut [SheetMove], naming: Naming) {
    for mv in moves {
        mv.text = game.renamed_move(&mv.text, naming);
        mv.others.iter_mut().for_each(|line| rename(game, line, naming));
    }
}
