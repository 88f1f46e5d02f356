//! Determines a game's variant from its tags.

use board_engine::{Color, Word, excerpt};
use checkers::rules::{Names, PlayingSquares, Rules};
use checkers::{
    AnyVariant, AnyVariantVisitor, Corner, Naming, VARIANTS, VariantInfo, with_any_variant,
};
use notation::SheetError;
use notation::pdn::{Form, GameType, PdnGame};

/// The family's name, as it appears in game names.
pub(crate) const CHECKERS: &str = "checkers";

/// The tags that state the variant.
pub(crate) const GAME_TYPE: &str = "GameType";
pub(crate) const VARIANT: &str = "Variant";

/// Calls the visitor with the rules of the variant `game`; `None` if the family doesn't have this variant.
pub(crate) fn with_rules<V: AnyVariantVisitor>(game: &str, visitor: V) -> Option<V::Output> {
    let (family, variant) = game.split_once(':')?;
    if family == CHECKERS { with_any_variant(variant, visitor) } else { None }
}

/// A game's rules, according to its tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stated {
    /// The variant's name.
    pub(crate) variant: &'static str,
    /// The square naming.
    pub(crate) naming: Naming,
}

/// The PDN 3.0 game types that are not variants here, each with the reason for refusing it.
const OTHERS: [(u16, &str); 5] = [
    (0, "chess, which belongs in PGN: write the game as PGN and save it as .pgn"),
    (1, "Chinese chess, which is not supported"),
    (28, "Portuguese draughts, which is not supported"),
    (41, "Spantsiretti draughts, which is not supported"),
    (50, "Othello: save the game as PGN (.pgn) or GGF (.ggf)"),
];

/// Values of the tag `Variant` that other programs write, in lower case, and the corresponding variants.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("american/english", "english"),
    ("american", "english"),
    ("anglo-american", "english"),
    ("polish", "international"),
    ("shashki", "russian"),
    ("frysk!", "frysk"),
    ("antidraughts", "losing"),
    ("anti", "losing"),
];

/// Values of the tag `Variant`, in lower case, that don't state a variant. The tag `GameType` then decides.
const NEUTRAL_NAMES: [&str; 5] = ["", "?", "-", "standard", "from position"];

/// The game's variant, as stated by the tag `Variant` or otherwise by `GameType`. `None` if neither tag states a
/// variant.
///
/// # Errors
/// [`SheetError::UnknownGame`] if the tag `Variant` has an unknown value, if the tag `GameType` can't be read, if its
/// number doesn't belong to any variant, or if its attributes differ from the variant's.
pub(crate) fn stated_variant(game: &PdnGame) -> Result<Option<Stated>, SheetError> {
    let named = match game.tags.iter().find(|tag| tag.name == VARIANT) {
        Some(tag) => by_name(&tag.value)
            .map_err(|what| SheetError::UnknownGame { place: tag.place, what })?,
        None => None,
    };
    let is_said = |value: &str| !matches!(value.trim(), "" | "?");
    let tag = game.tags.iter().find(|tag| tag.name == GAME_TYPE && is_said(&tag.value));
    let Some(tag) = tag else {
        let own = |info: &VariantInfo| Stated { variant: info.name, naming: Naming::Own };
        return Ok(named.map(own));
    };
    let value = tag.value.trim();
    let unknown = |what: String| SheetError::UnknownGame { place: tag.place, what };
    let form = "a number, or a form like 20,W,10,10,N2,0";
    let game_type = GameType::parse(value)
        .ok_or_else(|| unknown(format!("GameType \"{value}\" can't be read: expected {form}")))?;
    let variant = named.or_else(|| by_number(game_type.number));
    let variant = variant.ok_or_else(|| unknown(unknown_number(game_type.number)))?;
    let naming = match with_any_variant(variant.name, Compared(game_type)) {
        Some(Err(difference)) => {
            let name = variant.name;
            return Err(unknown(format!("GameType \"{value}\" has {difference} as in {name}")));
        }
        Some(Ok(naming)) => naming,
        None => Naming::Own,
    };
    Ok(Some(Stated { variant: variant.name, naming }))
}

/// The variant with this name, in Rival's or another program's spelling; `None` for a neutral name.
fn by_name(name: &str) -> Result<Option<&'static VariantInfo>, String> {
    let lower = name.trim().to_lowercase();
    if NEUTRAL_NAMES.contains(&lower.as_str()) {
        return Ok(None);
    }
    let short = [" draughts", " checkers"].iter().find_map(|game| lower.strip_suffix(game));
    let short = short.unwrap_or(&lower);
    let own = OTHER_NAMES.iter().find(|(other, _)| *other == short).map_or(short, |(_, own)| own);
    let variant = VARIANTS.iter().find(|variant| variant.name == own);
    variant
        .map(Some)
        .ok_or_else(|| format!("the variant {} is not supported", excerpt(name.trim())))
}

/// The first variant with this number. Only the tag `Variant` can select another variant with the same number.
fn by_number(number: u16) -> Option<&'static VariantInfo> {
    VARIANTS.iter().find(|variant| variant.game_type == Some(number))
}

fn unknown_number(number: u16) -> String {
    match OTHERS.iter().find(|(other, _)| *other == number) {
        Some((_, why)) => format!("GameType {number} is {why}"),
        None => format!("GameType {number} is unknown"),
    }
}

/// The square naming in a game of this type, if it uses the variant's board. Otherwise describes how the board differs.
struct Compared(GameType);

impl AnyVariantVisitor for Compared {
    type Output = Result<Naming, String>;

    fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output {
        let own = game_type(game.rules()).and_then(|known| known.form);
        let (Some(form), Some(own)) = (self.0.form, own) else { return Ok(Naming::Own) };
        form.difference(own).map_or_else(|| Ok(naming(form, own)), Err)
    }
}

/// The square naming in a game of this form, which is played as `own`.
fn naming(form: Form, own: Form) -> Naming {
    let corners = [Corner::BottomLeft, Corner::BottomRight, Corner::TopLeft, Corner::TopRight];
    // The corner is given from the starting side's view.
    let index = if form.starts == Color::White { form.corner } else { 3 - form.corner };
    match form.notation {
        notation if (notation, form.corner) == (own.notation, own.corner) => Naming::Own,
        'N' => Naming::Numbers(corners[usize::from(index % 4)]),
        _ if index == 3 => Naming::Letters(Color::Black),
        _ => Naming::Letters(Color::White),
    }
}

/// The values of the tags [`GAME_TYPE`] and [`VARIANT`] for a variant; only one of the tags is needed.
pub(crate) fn variant_tags(rules: &Rules) -> (Option<String>, Option<&'static str>) {
    match game_type_number(rules) {
        Some(number) => (Some(number.to_string()), None),
        None => (None, Some(rules.name)),
    }
}

/// The game type number that identifies the variant; `None` if another variant has the same number, or if the variant
/// has no number.
fn game_type_number(rules: &Rules) -> Option<u16> {
    let number = rules.style.game_type?;
    by_number(number).filter(|info| info.name == rules.name).map(|_| number)
}

/// A variant's full game type, if PDN has a number for it.
fn game_type(rules: &Rules) -> Option<GameType> {
    let corner = match (rules.style.names, rules.starts) {
        (Names::Letters, Color::White) => 0,
        (Names::Letters, Color::Black) => 3,
        (Names::FromTheTop, Color::White) | (Names::FromTheBottom, Color::Black) => 2,
        (Names::FromTheTop, Color::Black) | (Names::FromTheBottom, Color::White) => 1,
    };
    let form = Form {
        starts: rules.starts,
        width: rules.board.width,
        height: rules.board.height,
        notation: if matches!(rules.style.names, Names::Letters) { 'A' } else { 'N' },
        corner,
        inverted: Some(matches!(rules.board.squares, PlayingSquares::Mirrored)),
    };
    rules.style.game_type.map(|number| GameType { number, form: Some(form) })
}

#[cfg(test)]
mod tests {
    use checkers::{English, International, Italian, Killer, Russian, Spanish, Thai, Variant};
    use notation::pdn::Reader;

    use super::*;

    #[test]
    fn game_types_have_the_forms_of_the_standard() {
        let form = |rules| game_type(&rules).unwrap().to_string();
        assert_eq!(form(International::RULES), "20,W,10,10,N2,0");
        assert_eq!(form(English::RULES), "21,B,8,8,N1,0");
        assert_eq!(form(Italian::RULES), "22,W,8,8,N2,1");
        assert_eq!(form(Spanish::RULES), "24,W,8,8,N1,1");
        assert_eq!(form(Russian::RULES), "25,W,8,8,A0,0");
        assert_eq!(form(Thai::RULES), "31,B,8,8,N2,0");
    }

    #[test]
    fn the_variant_is_recognized_by_its_tags() {
        let name = |text: &str| {
            let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            stated_variant(&game).ok().flatten().map(|stated| stated.variant)
        };
        assert_eq!(name("[GameType \"21,B,8,8,N1,0\"] *"), Some("english"));
        assert_eq!(name("[GameType \"20\"] *"), Some("international"));
        assert_eq!(name("[GameType \"20\"] [Variant \"killer\"] *"), Some("killer"));
        assert_eq!(name("[Event \"x\"] *"), None);
        assert_eq!(name("[GameType \"0\"] *"), None);
        assert_eq!(name("[Variant \"American/English\"] *"), Some("english"));
        assert_eq!(name("[Variant \"Russian draughts\"] *"), Some("russian"));
        assert_eq!(name("[Variant \"Frysk!\"] [GameType \"97\"] *"), Some("frysk"));
        assert_eq!(name("[Variant \"Standard\"] [GameType \"40\"] *"), Some("frisian"));
        assert_eq!(name("[Variant \"Standard\"] *"), None);
    }

    #[test]
    fn unsupported_games_are_named() {
        let error = |text: &str| {
            let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            stated_variant(&game).unwrap_err().to_string()
        };
        let chess = "line 1, column 1: GameType 0 is chess, which belongs in PGN: write the game as PGN and save it as .pgn";
        assert_eq!(error("[GameType \"0\"] *"), chess);
        let portuguese =
            "line 1, column 1: GameType 28 is Portuguese draughts, which is not supported";
        assert_eq!(error("[GameType \"28\"] *"), portuguese);
        let towers = "line 1, column 1: the variant Towers is not supported";
        assert_eq!(error("[Variant \"Towers\"] [GameType \"25\"] *"), towers);
        assert_eq!(error("[GameType \"99\"] *"), "line 1, column 1: GameType 99 is unknown");
    }

    #[test]
    fn a_number_shared_by_two_variants_denotes_the_first() {
        assert_eq!(game_type_number(&International::RULES), Some(20));
        assert_eq!(game_type_number(&Killer::RULES), None);
    }
}
