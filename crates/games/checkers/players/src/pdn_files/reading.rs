//! Converts PDN games to sheets.

use board_engine::{Color, Notation, NotationError, Word};
use checkers::{AnyVariant, AnyVariantVisitor, Naming};
use games_package::Mark;
use notation::pdn::{Element, MoveText, PdnGame, PdnResult, ResultKind};
use notation::{
    MOVETEXT_RESULT, PlaceInText, Sheet, SheetError, SheetMove, append_comment, comment_text,
    line_words,
};

use crate::pdn_files::variant::{
    CHECKERS, GAME_TYPE, VARIANT, stated_variant, variant_tags, with_rules,
};
use crate::pdn_files::{PASS, RESULT, WINNER};

/// The numeric annotation glyph for a forced move.
const FORCED: u8 = 7;

/// The sheet of a game; `game` is the default if the file doesn't name the game.
pub(crate) fn sheet(read: &PdnGame, game: Option<&str>) -> Result<Sheet, SheetError> {
    let stated = stated_variant(read)?;
    let naming = stated.map(|stated| stated.naming).unwrap_or_default();
    let known = stated.map(|stated| format!("{CHECKERS}:{}", stated.variant));
    let game = known.or_else(|| game.map(String::from));
    let place = read.place.unwrap_or(PlaceInText::START);
    let mut faults = read.faults.clone();
    let (moves, preface) = moves(&read.body, &mut faults)?;
    let (players, payoffs) =
        game.as_deref().and_then(|game| with_rules(game, Claims(read))).unwrap_or_default();
    let start = read.tags.iter().find(|tag| tag.name == "FEN" && !tag.value.trim().is_empty());
    let start = start.map(|tag| (tag.value.clone(), tag.place));
    let tag_places = read.tags.iter().map(|tag| tag.place).collect();
    let tags = read.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    let mut sheet = Sheet {
        place,
        game,
        players,
        start,
        tags,
        tag_places,
        preface,
        moves,
        payoffs,
        movetext_result: read.result.clone(),
        faults,
        ..Sheet::default()
    };
    if read.is_forfeit() {
        sheet.mark_as_forfeit();
    }
    let spelling = sheet.game.as_deref().and_then(|game| with_rules(game, Spelling(read, naming)));
    sheet.verbatim_tags = spelling.unwrap_or_default();
    sheet.set_aside_repeated_tags();
    match sheet.game.clone() {
        Some(game) if naming != Naming::Own => {
            with_rules(&game, Renaming(sheet, naming)).unwrap_or(Err(SheetError::NoGame))
        }
        _ => Ok(sheet),
    }
}

/// A line and the comment before it. Variations follow the move that they replace. The reader has limited the depth of
/// variations.
fn moves(
    body: &[Element],
    faults: &mut Vec<SheetError>,
) -> Result<(Vec<SheetMove>, String), SheetError> {
    let (mut moves, mut preface): (Vec<SheetMove>, _) = (Vec::new(), String::new());
    for element in body {
        let last = moves.last_mut();
        match (element, last) {
            (Element::Move(mv), _) => {
                moves.push(self::mv(mv, faults));
            }
            (Element::Setup(text, place), _) if is_pass(text) => {
                let (text, place) = (PASS.to_owned(), *place);
                moves.push(SheetMove { text, place, ..SheetMove::default() });
            }
            (Element::Setup(_, place), _) => {
                let message = "a record can't contain a position set up in mid-game";
                return Err(SheetError::malformed(*place, message));
            }
            (Element::Variation(line), Some(last)) => {
                let (mut line, preface) = self::moves(line, faults)?;
                match line.first_mut() {
                    Some(first) => first.preface = preface,
                    None => append_comment(&mut last.comment, &preface),
                }
                last.others.push(line);
            }
            (Element::Variation(line), None) => {
                let (mut line, comment) = self::moves(line, faults)?;
                if let Some(first) = line.first_mut() {
                    first.preface = comment;
                    append_comment(&mut preface, &format!("({})", line_words(&line)));
                } else {
                    append_comment(&mut preface, &comment);
                }
            }
            (Element::Nag(number), Some(last)) => {
                // The reader limits the numbers.
                last.annotate(u8::try_from(*number).unwrap_or(u8::MAX));
            }
            (Element::Comment(text), last) => {
                let comments = last.map_or(&mut preface, |last| &mut last.comment);
                append_comment(comments, &comment_text(text));
            }
            // The reader has turned these into a comment.
            (Element::Nag(_), None) => {}
        }
    }
    Ok((moves, preface))
}

/// A move with its mark. An unknown mark becomes a comment.
fn mv(read: &MoveText, faults: &mut Vec<SheetError>) -> SheetMove {
    let MoveText { text, strength, place } = read;
    let mut mv = SheetMove { text: text.clone(), place: *place, ..SheetMove::default() };
    let strength = strength.as_deref().unwrap_or_default();
    let sign = strength.strip_suffix('*').unwrap_or(strength);
    mv.mark = Mark::from_sign(sign);
    if mv.mark.is_none() && !sign.is_empty() {
        faults.push(SheetError::malformed(*place, format!("{sign} is not a move annotation")));
        sign.clone_into(&mut mv.comment);
    }
    if sign.len() < strength.len() {
        mv.nags.push(FORCED);
    }
    mv
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
            let name = self.0.tag(&color.to_string()).unwrap_or_default();
            if is_unknown(name) { String::new() } else { name.to_owned() }
        };
        let first = game.rules().starts;
        let payoffs = self.0.claimed_result(first).payoffs();
        (vec![name(first), name(!first)], payoffs.map(Vec::from))
    }
}

/// Returns `true` if a player's tag doesn't name the player.
fn is_unknown(name: &str) -> bool {
    matches!(name.trim(), "" | "?")
}

/// The names of the tags that the writer would spell differently, in a game with this square naming.
struct Spelling<'a>(&'a PdnGame, Naming);

impl AnyVariantVisitor for Spelling<'_> {
    type Output = Vec<&'static str>;

    fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output {
        let Self(read, naming) = self;
        let rules = game.rules();
        let (mut own_type, own_name) = variant_tags(rules);
        if read.tag(VARIANT).is_some() {
            // The writer needs only one of the two tags.
            own_type = None;
        }
        let kind = ResultKind::of(rules.style.game_type);
        let result = read.claimed_result(rules.starts);
        let own = [
            (GAME_TYPE, own_type.as_deref()),
            (VARIANT, own_name),
            (RESULT, Some(result.text(kind))),
        ];
        let differs = |(name, own): &(&str, Option<&str>)| {
            let is_of_variant = *name != RESULT;
            let is_written = !is_of_variant || naming == Naming::Own;
            is_written && read.tag(name).is_some_and(|value| Some(value) != *own)
        };
        let mut names: Vec<_> = own.into_iter().filter(differs).map(|(name, _)| name).collect();
        let is_blank = |name: &&str| read.tag(name).is_some_and(is_unknown);
        names.extend(["White", "Black"].into_iter().filter(is_blank));
        // The writer adds this tag only to matches that were played here.
        names.extend(read.tag(WINNER).map(|_| WINNER));
        let of_tag = read.tag(RESULT).and_then(PdnResult::parse).unwrap_or(result);
        if read.result.as_deref().is_some_and(|text| text != of_tag.text(kind)) {
            names.push(MOVETEXT_RESULT);
        }
        names
    }
}

/// Rewrites a sheet with this square naming in its variant's naming.
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

/// Rewrites moves and their variations, whose nesting the reader has limited.
fn rename<W: Word>(game: AnyVariant<W>, moves: &mut [SheetMove], naming: Naming) {
    for mv in moves {
        mv.text = game.renamed_move(&mv.text, naming);
        mv.others.iter_mut().for_each(|line| rename(game, line, naming));
    }
}
