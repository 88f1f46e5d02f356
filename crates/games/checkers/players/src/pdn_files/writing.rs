//! Writes sheets as PDN.

use board_engine::{Color, Game, Notation, Word};
use checkers::rules::Rules;
use checkers::{AnyVariant, AnyVariantVisitor, Naming, Position};
use notation::pdn::{Element, MoveText, PdnGame, PdnResult, ResultKind, Tag};
use notation::{PlaceInText, Sheet, SheetError, SheetMove, comments_in, is_tag_name};

use crate::pdn_files::variant::{GAME_TYPE, Stated, VARIANT, stated_variant, variant_tags};
use crate::pdn_files::{PASS, RESULT, WINNER};

/// Tags that the writer sets on its own.
const OWN_TAGS: [&str; 8] = ["White", "Black", RESULT, WINNER, GAME_TYPE, VARIANT, "FEN", "Game"];

/// The tags before the players, as in all draughts files.
const TAGS_BEFORE: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Writes a sheet according to its variant's rules.
pub(crate) struct Writing<'a>(pub(crate) &'a Sheet);

impl AnyVariantVisitor for Writing<'_> {
    type Output = Result<String, SheetError>;

    fn visit<W: Word>(self, variant: AnyVariant<W>) -> Self::Output {
        let sheet = self.0;
        let unwritable = |what: String| SheetError::Unwritable { format: "pdn", what };
        let start = match &sheet.start {
            Some((text, place)) => variant
                .parse_position(text)
                .map_err(|error| SheetError::malformed(*place, error.to_string()))?,
            None => variant.start(),
        };
        let first = variant.rules().starts;
        let mut game = PdnGame { tags: tags(variant, sheet, &start), ..PdnGame::default() };
        let payoffs = sheet.payoffs.as_deref().and_then(|payoffs| payoffs.try_into().ok());
        let kind = ResultKind::of(variant.rules().style.game_type);
        let of_moves =
            sheet.movetext_result.as_deref().filter(|text| PdnResult::parse(text).is_some());
        let of_tag = sheet.tag(RESULT);
        // The file may state another result than the one by the rules.
        let stated = of_tag.and_then(PdnResult::parse);
        let by_payoffs = PdnResult::of_payoffs(payoffs);
        let result = stated.unwrap_or(by_payoffs);
        game.set_tag(RESULT, Some(of_tag.unwrap_or_else(|| result.text(kind)).into()));
        // The match may have continued since the file was read.
        let is_winner = |color: Color| {
            [by_payoffs, result].into_iter().any(|known| known.winner(first) == Some(color))
        };
        let is_current = |name: &&str| {
            let is = |color: &Color| name.eq_ignore_ascii_case(&color.to_string());
            [first, !first].into_iter().find(is).is_none_or(is_winner)
        };
        game.set_tag(WINNER, sheet.tag(WINNER).filter(is_current).map(String::from));
        game.result = Some(of_moves.unwrap_or_else(|| result.text(kind)).into());
        game.body.extend(comments(&sheet.preface));
        game.body.extend(body(&sheet.moves, start.turn()));
        game.to_pdn(first).map_err(|error| unwritable(error.to_string()))
    }
}

/// The winner's color in the match on a sheet, if it has a winner.
pub(crate) struct Winner<'a>(pub(crate) &'a Sheet);

impl AnyVariantVisitor for Winner<'_> {
    type Output = Option<Color>;

    fn visit<W: Word>(self, variant: AnyVariant<W>) -> Self::Output {
        let payoffs = self.0.payoffs.as_deref().and_then(|payoffs| payoffs.try_into().ok());
        PdnResult::of_payoffs(payoffs).winner(variant.rules().starts)
    }
}

/// The tags without the result: players, the sheet's other tags, the variant, and the start of the match.
fn tags<W: Word>(variant: AnyVariant<W>, sheet: &Sheet, start: &Position<W>) -> Vec<Tag> {
    let first = variant.rules().starts;
    let named = |(color, name): (Color, &String)| {
        let color = color.to_string();
        let name = Some(name.as_str()).filter(|name| !name.is_empty());
        // Only a name that says nothing is also a tag.
        let name = name.or_else(|| sheet.tag(&color))?.to_owned();
        Some((color, name))
    };
    let mut players: Vec<(String, String)> =
        [first, !first].into_iter().zip(&sheet.players).filter_map(named).collect();
    players.sort_by_key(|(color, _)| color != "White");
    let is_other = |name: &str| is_tag_name(name) && !OWN_TAGS.contains(&name);
    let others = sheet.tags.iter().filter(|(name, _)| is_other(name)).cloned();
    let (mut tags, behind): (Vec<_>, Vec<_>) =
        others.partition(|(name, _)| TAGS_BEFORE.contains(&name.as_str()));
    tags.extend(players);
    tags.extend(behind);
    tags.extend(variant_tags_of(variant.rules(), sheet));
    if *start != variant.start() {
        // The first letter is the side to move.
        let as_read = sheet.start.as_ref().map(|(text, _)| text.clone());
        let as_read = as_read.filter(|text| text.starts_with(start.turn().letter()));
        tags.push(("FEN".into(), as_read.unwrap_or_else(|| variant.format_position(start))));
    }
    tags.into_iter().map(|(name, value)| Tag { name, value, place: PlaceInText::START }).collect()
}

/// The tags that state the variant: the tags from the sheet if they state it, or else the shortest ones.
fn variant_tags_of(rules: &Rules, sheet: &Sheet) -> Vec<(String, String)> {
    let of_sheet = |name: &str| sheet.tag(name).map(|value| (name.to_owned(), value.to_owned()));
    let as_read: Vec<_> = [GAME_TYPE, VARIANT].into_iter().filter_map(of_sheet).collect();
    let place = PlaceInText::START;
    let tag =
        |(name, value): &(String, String)| Tag { name: name.clone(), value: value.clone(), place };
    let game = PdnGame { tags: as_read.iter().map(tag).collect(), ..PdnGame::default() };
    let stated = stated_variant(&game).ok().flatten();
    if stated == Some(Stated { variant: rules.name, naming: Naming::Own }) {
        return as_read;
    }
    let (number, name) = variant_tags(rules);
    let number = number.map(|number| (GAME_TYPE.to_owned(), number));
    number.into_iter().chain(name.map(|name| (VARIANT.to_owned(), name.to_owned()))).collect()
}

/// A line that starts with this color's move. The colors alternate, even if a side passes.
fn body(moves: &[SheetMove], first: Color) -> Vec<Element> {
    let mut body = Vec::new();
    let mut turn = first;
    for mv in moves {
        let strength = mv.mark.map(|mark| mark.sign().into());
        let place = mv.place;
        body.extend(comments(&mv.preface));
        body.push(if mv.text == PASS {
            Element::Setup(format!("FEN \"{}::\"", (!turn).letter()), place)
        } else {
            Element::Move(MoveText { text: mv.text.clone(), strength, place })
        });
        body.extend(mv.nags.iter().map(|nag| Element::Nag(u32::from(*nag))));
        body.extend(comments(&mv.comment));
        body.extend(mv.others.iter().map(|line| Element::Variation(self::body(line, turn))));
        turn = !turn;
    }
    body
}

/// The comments in a text, without closing braces, which would end a comment early.
fn comments(text: &str) -> impl Iterator<Item = Element> {
    comments_in(text).map(|comment| Element::Comment(comment.replace('}', ")")))
}
