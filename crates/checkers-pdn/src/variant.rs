//! The variant that a game is of, by its tags.

use board_engine::{Color, Word};
use checkers::rules::{Names, PlayingSquares, Rules};
use checkers::{
    AnyVariant, AnyVariantVisitor, Corner, Naming, VARIANTS, VariantInfo, with_any_variant,
};
use games_package::SheetError;
use pdn::{Form, GameType, PdnGame};

use crate::syntax::place_of;

/// The name of the family in the names of its games.
pub(crate) const CHECKERS: &str = "checkers";

/// Calls the visitor with the rules of the variant that `game` names; `None` if it is no variant of this family.
pub(crate) fn with_rules<V: AnyVariantVisitor>(game: &str, visitor: V) -> Option<V::Output> {
    let (family, variant) = game.split_once(':')?;
    if family == CHECKERS { with_any_variant(variant, visitor) } else { None }
}

/// What the tags of a game say about its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stated {
    /// The name of the variant.
    pub(crate) variant: &'static str,
    /// How its squares are named.
    pub(crate) naming: Naming,
}

/// The draughts of PDN 3.0 that are not among the variants.
const OTHERS: [(u16, &str); 5] = [
    (0, "chess"),
    (1, "Chinese chess"),
    (28, "Portuguese draughts"),
    (41, "Spantsiretti draughts"),
    (50, "Othello"),
];

/// The variant that a game is of: what the tag `Variant` names, else the tag `GameType`. `None` if neither says it.
///
/// # Errors
/// [`SheetError::UnknownGame`] if the tag `GameType` can't be read, if its number is that of no variant, or if its
/// attributes are not those of the variant.
pub(crate) fn stated_variant(game: &PdnGame) -> Result<Option<Stated>, SheetError> {
    let by_name =
        |name: &str| VARIANTS.iter().find(|variant| variant.name.eq_ignore_ascii_case(name.trim()));
    let named = game.tag("Variant").and_then(by_name);
    let is_said = |value: &str| !matches!(value.trim(), "" | "?");
    let tag = game.tags.iter().find(|tag| tag.name == "GameType" && is_said(&tag.value));
    let Some(tag) = tag else {
        let own = |info: &VariantInfo| Stated { variant: info.name, naming: Naming::Own };
        return Ok(named.map(own));
    };
    let value = tag.value.trim();
    let unknown = |what: String| SheetError::UnknownGame { place: place_of(tag.place), what };
    let form = "a number, or a form like 20,W,10,10,N2,0";
    let game_type = GameType::parse(value)
        .ok_or_else(|| unknown(format!("GameType \"{value}\" can't be read: expected {form}")))?;
    let variant = named.or_else(|| by_number(game_type.number));
    let variant = variant.ok_or_else(|| unknown(unknown_number(game_type.number)))?;
    let naming = match with_any_variant(variant.name, Compared(game_type)) {
        Some(Err(difference)) => {
            let name = variant.name;
            return Err(unknown(format!("GameType \"{value}\" has {difference}, as {name} has")));
        }
        Some(Ok(naming)) => naming,
        None => Naming::Own,
    };
    Ok(Some(Stated { variant: variant.name, naming }))
}

/// The first variant with this number. Only the tag `Variant` can name another one with the same number.
fn by_number(number: u16) -> Option<&'static VariantInfo> {
    VARIANTS.iter().find(|variant| variant.game_type == Some(number))
}

fn unknown_number(number: u16) -> String {
    match OTHERS.iter().find(|(other, _)| *other == number) {
        Some((_, name)) => format!("GameType {number} is {name}, which is not played here"),
        None => format!("GameType {number} is not known"),
    }
}

/// How the squares of a game of this type are named where it is played as the variant, or how its board differs.
struct Compared(GameType);

impl AnyVariantVisitor for Compared {
    type Output = Result<Naming, String>;

    fn visit<W: Word>(self, game: AnyVariant<W>) -> Self::Output {
        let own = game_type(game.rules()).and_then(|known| known.form);
        let (Some(form), Some(own)) = (self.0.form, own) else { return Ok(Naming::Own) };
        form.difference(own).map_or_else(|| Ok(naming(form, own)), Err)
    }
}

/// How squares are named in a game of this form, which is played as `own`.
fn naming(form: Form, own: Form) -> Naming {
    let corners = [Corner::BottomLeft, Corner::BottomRight, Corner::TopLeft, Corner::TopRight];
    // The corner is given as the side that starts sees it.
    let index = if form.starts == Color::White { form.corner } else { 3 - form.corner };
    match form.notation {
        notation if (notation, form.corner) == (own.notation, own.corner) => Naming::Own,
        // Letters are always those of a chess board.
        'N' => Naming::Numbers(corners[usize::from(index % 4)]),
        _ => Naming::Letters,
    }
}

/// The number that means the variant; `None` where another variant has the same one, or none has any.
pub(crate) fn game_type_number(rules: &Rules) -> Option<u16> {
    let number = rules.style.game_type?;
    by_number(number).filter(|info| info.name == rules.name).map(|_| number)
}

/// The full game type of a variant, if PDN has a number for it.
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
    use pdn::Reader;

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
    fn the_variant_is_known_by_its_tags() {
        let name = |text: &str| {
            let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            stated_variant(&game).ok().flatten().map(|stated| stated.variant)
        };
        assert_eq!(name("[GameType \"21,B,8,8,N1,0\"] *"), Some("english"));
        assert_eq!(name("[GameType \"20\"] *"), Some("international"));
        assert_eq!(name("[GameType \"20\"] [Variant \"killer\"] *"), Some("killer"));
        assert_eq!(name("[Event \"x\"] *"), None);
        assert_eq!(name("[GameType \"0\"] *"), None);
    }

    #[test]
    fn a_number_that_two_variants_have_means_the_first() {
        assert_eq!(game_type_number(&International::RULES), Some(20));
        assert_eq!(game_type_number(&Killer::RULES), None);
    }
}
