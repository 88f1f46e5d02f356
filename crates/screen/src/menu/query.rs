//! What is looked for in the library of matches.

use games_package::OptionSpec;

use super::form::Form;

/// What is looked for in the library. What is empty may be anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchQuery {
    /// The game; without a variant, all of its variants.
    pub game: String,
    /// What the name of a player contains.
    pub player: String,
    /// What the name of the other player contains.
    pub opponent: String,
    /// The result: "1-0", "0-1" or "1/2-1/2", the first number being that of the side that moves first.
    pub result: String,
    /// An opening of the game by its code or a part of its name.
    pub opening: String,
    /// A position in the game's notation; the start of the game where only moves are given.
    pub position: String,
    /// Moves from there, separated by blanks.
    pub moves: String,
    /// What of the position occurs in the match.
    pub occurrence: Occurrence,
}

/// What of a position occurs in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Occurrence {
    /// The position.
    #[default]
    Position,
    /// The position, or the one with the colors reversed.
    EitherColor,
    /// Each side's pieces, wherever they stand.
    Material,
}

impl Occurrence {
    const ALL: [Self; 3] = [Self::Position, Self::EitherColor, Self::Material];

    const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::EitherColor => "either-color",
            Self::Material => "material",
        }
    }
}

const GAME: &str = "game";
const PLAYER: &str = "player";
const OPPONENT: &str = "opponent";
const RESULT: &str = "result";
const MOVES: &str = "moves";
const POSITION: &str = "position";
const OCCURRENCE: &str = "finds";
const OPENING: &str = "opening";

/// Any result.
const ANY: &str = "any";

impl MatchQuery {
    /// Matches of players whose names contain this text; all matches if it is empty.
    pub(super) fn of_player(player: &str) -> Self {
        Self { player: player.into(), ..Self::default() }
    }

    /// The form that it is typed into.
    pub(super) fn form(&self) -> Form {
        let result = if self.result.is_empty() { ANY } else { &self.result };
        let specs = [
            OptionSpec::text(GAME, "of any game if it is empty", &self.game),
            OptionSpec::text(PLAYER, "a part of the name", &self.player),
            OptionSpec::text(OPPONENT, "a part of the other name", &self.opponent),
            OptionSpec::choice(RESULT, "how it ended", result, &[ANY, "1-0", "0-1", "1/2-1/2"]),
            OptionSpec::text(MOVES, "of this game, separated by blanks: 11-15 23-19", &self.moves),
            OptionSpec::text(POSITION, "of this game, where the moves begin", &self.position),
            OptionSpec::choice(
                OCCURRENCE,
                "what of the position",
                self.occurrence.name(),
                &Occurrence::ALL.map(Occurrence::name),
            ),
            OptionSpec::text(
                OPENING,
                "its code or a part of its name: B90, Najdorf",
                &self.opening,
            ),
        ];
        Form::of(specs.into())
    }

    /// What was typed into the form.
    pub(super) fn of(form: &Form) -> Self {
        let value = |name| form.value(name).trim().to_owned();
        let occurrence = value(OCCURRENCE);
        let is_it = |known: &Occurrence| known.name() == occurrence;
        Self {
            game: value(GAME),
            player: value(PLAYER),
            opponent: value(OPPONENT),
            result: value(RESULT).replace(ANY, ""),
            opening: value(OPENING),
            position: value(POSITION),
            moves: value(MOVES),
            occurrence: Occurrence::ALL.into_iter().find(is_it).unwrap_or_default(),
        }
    }
}
