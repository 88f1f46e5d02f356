//! Writes sheets as PDN.

use board_engine::{Color, Game, Notation, Word};
use checkers::{AnyVariant, AnyVariantVisitor, Position};
use notation::pdn::{Element, MoveText, PdnGame, PdnResult, ResultKind, Tag};
use notation::{PlaceInText, Sheet, SheetError, SheetMove, is_tag_name};

use crate::pdn_files::PASS;
use crate::pdn_files::variant::game_type_number;

/// Tags that the writer sets by itself.
const OWN_TAGS: [&str; 8] =
    ["White", "Black", "Result", "Winner", "GameType", "Variant", "FEN", "Game"];

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
        let result = PdnResult::of_payoffs(payoffs);
        game.set_result(result, kind, first);
        game.result = Some(result.text(kind).into());
        game.body.extend(comment(&sheet.preface));
        game.body.extend(body(&sheet.moves, start.turn()));
        game.to_pdn(first).map_err(|error| unwritable(error.to_string()))
    }
}

/// The tags without the result: players, the sheet's other tags, the variant, and the start of the match.
fn tags<W: Word>(variant: AnyVariant<W>, sheet: &Sheet, start: &Position<W>) -> Vec<Tag> {
    let first = variant.rules().starts;
    let named = [first, !first].into_iter().zip(&sheet.players);
    let named = named.filter(|(_, name)| !name.is_empty());
    let mut players: Vec<(String, String)> =
        named.map(|(color, name)| (color.to_string(), name.clone())).collect();
    players.sort_by_key(|(color, _)| color != "White");
    let is_other = |name: &str| is_tag_name(name) && !OWN_TAGS.contains(&name);
    let others = sheet.tags.iter().filter(|(name, _)| is_other(name)).cloned();
    let (mut tags, behind): (Vec<_>, Vec<_>) =
        others.partition(|(name, _)| TAGS_BEFORE.contains(&name.as_str()));
    tags.extend(players);
    tags.extend(behind);
    tags.push(match game_type_number(variant.rules()) {
        Some(number) => ("GameType".into(), number.to_string()),
        None => ("Variant".into(), variant.rules().name.into()),
    });
    if *start != variant.start() {
        tags.push(("FEN".into(), variant.format_position(start)));
    }
    tags.into_iter().map(|(name, value)| Tag { name, value, place: PlaceInText::START }).collect()
}

/// A line that starts with this color's move. The colors alternate, even if a side passes.
fn body(moves: &[SheetMove], first: Color) -> Vec<Element> {
    let mut body = Vec::new();
    let mut turn = first;
    for mv in moves {
        let strength = mv.mark.map(|mark| mark.sign().into());
        let place = mv.place;
        body.extend(comment(&mv.preface));
        body.push(if mv.text == PASS {
            Element::Setup(format!("FEN \"{}::\"", (!turn).letter()), place)
        } else {
            Element::Move(MoveText { text: mv.text.clone(), strength, place })
        });
        body.extend(mv.nags.iter().map(|nag| Element::Nag(u32::from(*nag))));
        body.extend(comment(&mv.comment));
        body.extend(mv.others.iter().map(|line| Element::Variation(self::body(line, turn))));
        turn = !turn;
    }
    body
}

/// The comment, without closing braces, which would end the comment early; `None` if it is empty.
fn comment(text: &str) -> Option<Element> {
    (!text.is_empty()).then(|| Element::Comment(text.replace('}', ")")))
}
