//! The variant that a game is of, by its tags.

use thiserror::Error;

use super::{GameType, PdnGame, PlaceInFile};
use crate::list::{VARIANTS, VariantInfo, VariantVisitor, with_variant};
use crate::names::Naming;
use crate::variant::Variant;

/// What the tags of a game say about its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stated {
    /// The name of the variant.
    pub variant: &'static str,
    /// How its squares are called.
    pub naming: Naming,
}

/// The tags name a game that can't be played here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what}")]
pub struct UnknownGame {
    /// Where the tag stands.
    pub place: PlaceInFile,
    /// What it says, and what is wrong with it.
    pub what: String,
}

/// The draughts of PDN 3.0 that are not among the variants.
const OTHERS: [(u16, &str); 5] = [
    (0, "chess"),
    (1, "Chinese chess"),
    (28, "Portuguese draughts"),
    (41, "Spantsiretti draughts"),
    (50, "Othello"),
];

/// The variant that a game is of: what the tag `Variant` names, else the tag `GameType`. None if neither says it.
///
/// # Errors
/// [`UnknownGame`] if the tag `GameType` can't be read, if its number is that of no variant, or if its attributes are not
/// those of the variant.
pub fn stated_variant(game: &PdnGame) -> Result<Option<Stated>, UnknownGame> {
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
    let unknown = |what: String| UnknownGame { place: tag.place, what };
    let form = "a number, or a form like 20,W,10,10,N2,0";
    let game_type = GameType::parse(value)
        .ok_or_else(|| unknown(format!("GameType \"{value}\" can't be read: expected {form}")))?;
    let variant = named.or_else(|| by_number(game_type.number));
    let variant = variant.ok_or_else(|| unknown(unknown_number(game_type.number)))?;
    let naming = match with_variant(variant.name, Compared(game_type)) {
        Some(Err(difference)) => {
            let name = variant.name;
            return Err(unknown(format!("GameType \"{value}\" has {difference}, as {name} has")));
        }
        Some(Ok(naming)) => naming,
        None => Naming::Own,
    };
    Ok(Some(Stated { variant: variant.name, naming }))
}

/// Variants that share a number are told apart by the tag `Variant`; the number alone means the first one.
fn by_number(number: u16) -> Option<&'static VariantInfo> {
    VARIANTS.iter().find(|variant| variant.game_type == Some(number))
}

fn unknown_number(number: u16) -> String {
    match OTHERS.iter().find(|(other, _)| *other == number) {
        Some((_, name)) => format!("GameType {number} is {name}, which is not played here"),
        None => format!("GameType {number} is not known"),
    }
}

/// How a game of this type calls its squares where it is played as the variant, or how it differs.
struct Compared(GameType);

impl VariantVisitor for Compared {
    type Output = Result<Naming, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let own = GameType::of(&V::RULES).and_then(|known| known.form);
        let (Some(form), Some(own)) = (self.0.form, own) else { return Ok(Naming::Own) };
        form.difference(own).map_or_else(|| Ok(form.naming(own)), Err)
    }
}
