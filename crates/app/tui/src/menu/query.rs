//! The query for searching the match library.

use games_package::OptionSpec;

use super::form::Form;

/// A library query. Empty fields match everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchQuery {
    /// The game; without a variant, all of its variants.
    pub game: String,
    /// Part of a player's name.
    pub player: String,
    /// Part of the opponent's name.
    pub opponent: String,
    /// The result: "1-0", "0-1" or "1/2-1/2". The first number belongs to the side that moves first.
    pub result: String,
    /// An opening in this game, by its code or part of its name.
    pub opening: String,
    /// A position in the game's notation. Without a position, the moves start from the initial position.
    pub position: String,
    /// Moves from the position, separated by spaces.
    pub moves: String,
    /// The part of the position that must occur in the match.
    pub occurrence: Occurrence,
}

/// The part of a position that occurs in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Occurrence {
    /// The position.
    #[default]
    Position,
    /// The position, or the position with colors reversed.
    EitherColor,
    /// Each side's pieces on any squares.
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

/// The option for any result.
const ANY: &str = "any";

impl MatchQuery {
    /// Matches with this string in a player's name; all matches if it is empty.
    pub(super) fn of_player(player: &str) -> Self {
        Self { player: player.into(), ..Self::default() }
    }

    /// The form for typing the query.
    pub(super) fn form(&self) -> Form {
        let result = if self.result.is_empty() { ANY } else { &self.result };
        let specs = [
            OptionSpec::text(GAME, "any game if empty", &self.game),
            OptionSpec::text(PLAYER, "part of the name", &self.player),
            OptionSpec::text(OPPONENT, "part of the opponent's name", &self.opponent),
            OptionSpec::choice(RESULT, "the result", result, &[ANY, "1-0", "0-1", "1/2-1/2"]),
            OptionSpec::text(MOVES, "in this game, separated by spaces: 11-15 23-19", &self.moves),
            OptionSpec::text(POSITION, "in this game, before the moves", &self.position),
            OptionSpec::choice(
                OCCURRENCE,
                "how to match the position",
                self.occurrence.name(),
                &Occurrence::ALL.map(Occurrence::name),
            ),
            OptionSpec::text(OPENING, "code or part of the name: B90, Najdorf", &self.opening),
        ];
        Form::of(specs.into())
    }

    /// Reads the query from the form.
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
