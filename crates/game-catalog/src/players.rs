//! The players.

use evaluation::EvaluatorInfo;
use games_package::{Games, OptionError, OptionSpec, Options, Player, PlayerInfo, suggestion};
use players::{GreedyPlayer, HumanPlayer, NODES_DEFAULT, RandomPlayer, SearchPlayer};
use search::{Algorithm, AlphaBeta, Minimax, Negamax, Negascout};

use crate::CatalogError;
use crate::games::{CatalogGame, FAMILIES, GameVisitor, with_game};

/// What a player of this name is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Human,
    Random,
    Greedy,
    Minimax,
    Negamax,
    AlphaBeta,
    Negascout,
}

/// Every player with its name and what it does.
const PLAYERS: [(Kind, &str, &str); 7] = [
    (Kind::AlphaBeta, "alpha-beta", "minimax without the lines that can't matter"),
    (Kind::Negascout, "negascout", "alpha-beta that expects its first move to be best"),
    (Kind::Negamax, "negamax", "minimax from the mover's side: the same moves, half the code"),
    (Kind::Minimax, "minimax", "looks at every line to a depth"),
    (Kind::Greedy, "greedy", "the move that looks best by itself"),
    (Kind::Random, "random", "a legal move, all equally likely"),
    (Kind::Human, "human", "whoever sits at the screen"),
];

const DEPTH: &str = "depth";
/// The depth that stands for none.
const DEPTH_BY_TIME: i64 = 0;
const EVALUATOR: &str = "evaluator";
/// The game's own first choice of an evaluator.
const DEFAULT_EVALUATOR: &str = "default";

/// All players, with the options that they have in one game or another.
pub fn player_infos() -> Vec<PlayerInfo> {
    let mut evaluators: Vec<EvaluatorInfo> = Vec::new();
    for family in FAMILIES {
        let known = evaluators_of(family).unwrap_or_default();
        evaluators.extend(known);
    }
    infos(&evaluators)
}

/// The players of `game`, with the options that they have there.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn player_infos_for(game: &str) -> Result<Vec<PlayerInfo>, CatalogError> {
    evaluators_of(game).map(|evaluators| infos(&evaluators))
}

/// A player for `game`, which must have been asked for by its full name or be the default variant.
///
/// # Errors
/// [`CatalogError`] if there is no such game, player or option.
pub fn new_player(
    game: &str,
    name: &str,
    options: &Options,
) -> Result<Box<dyn Player>, CatalogError> {
    let found = PLAYERS.iter().find(|(_, known, _)| *known == name);
    let Some(&(kind, ..)) = found else {
        let names = PLAYERS.map(|(_, name, _)| name);
        let (suggestion, known) = (suggestion(name, names), names.join(", "));
        return Err(CatalogError::Unknown { what: "player", name: name.into(), suggestion, known });
    };
    let options = options.checked(name, &kind.options(&evaluators_of(game)?))?;
    with_game(game, NewPlayer { kind, name, options: &options })?
}

fn infos(evaluators: &[EvaluatorInfo]) -> Vec<PlayerInfo> {
    let info = |&(kind, name, description): &(Kind, &str, &str)| PlayerInfo {
        name: name.into(),
        description: description.into(),
        games: kind.games(),
        options: kind.options(evaluators),
    };
    PLAYERS.iter().map(info).collect()
}

fn evaluators_of(game: &str) -> Result<Vec<EvaluatorInfo>, CatalogError> {
    struct Evaluators;
    impl GameVisitor for Evaluators {
        type Output = Vec<EvaluatorInfo>;

        fn visit<G: CatalogGame>(self, _: String, _: G) -> Self::Output {
            G::evaluator_infos().collect()
        }
    }
    with_game(game, Evaluators)
}

fn depth_description() -> String {
    format!(
        "how many plies it looks ahead; {DEPTH_BY_TIME}: as the time allows, or {NODES_DEFAULT} positions"
    )
}

impl Kind {
    /// People and chance play anything; who looks ahead has to know the rules.
    fn games(self) -> Games {
        match self {
            Self::Human | Self::Random => Games::All,
            _ => Games::Named(FAMILIES.map(String::from).to_vec()),
        }
    }

    fn options(self, evaluators: &[EvaluatorInfo]) -> Vec<OptionSpec> {
        if matches!(self, Self::Human | Self::Random | Self::Greedy) {
            return Vec::new();
        }
        let names: Vec<&str> = [DEFAULT_EVALUATOR]
            .into_iter()
            .chain(evaluators.iter().map(|info| info.name))
            .collect();
        vec![
            OptionSpec::integer(DEPTH, &depth_description(), DEPTH_BY_TIME, 0, 100),
            OptionSpec::choice(
                EVALUATOR,
                "what it thinks a position is worth",
                DEFAULT_EVALUATOR,
                &names,
            ),
        ]
    }
}

/// Makes a player of a game whose type is known.
struct NewPlayer<'a> {
    kind: Kind,
    name: &'a str,
    options: &'a Options,
}

impl GameVisitor for NewPlayer<'_> {
    type Output = Result<Box<dyn Player>, CatalogError>;

    fn visit<G: CatalogGame>(self, _: String, game: G) -> Self::Output {
        Ok(match self.kind {
            Kind::Human => Box::new(HumanPlayer),
            Kind::Random => Box::new(RandomPlayer::new()),
            Kind::Greedy => Box::new(GreedyPlayer::new(game)),
            Kind::Minimax => searching(self.name, game, Minimax, self.options)?,
            Kind::Negamax => searching(self.name, game, Negamax, self.options)?,
            Kind::AlphaBeta => searching(self.name, game, AlphaBeta, self.options)?,
            Kind::Negascout => searching(self.name, game, Negascout, self.options)?,
        })
    }
}

fn searching<G: CatalogGame, A: Algorithm<G> + Send + 'static>(
    name: &str,
    game: G,
    algorithm: A,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError> {
    let depth = Some(options.get(DEPTH)?).filter(|&depth| i64::from(depth) != DEPTH_BY_TIME);
    let named: String = options.get(EVALUATOR)?;
    let evaluator = if named == DEFAULT_EVALUATOR {
        Some(G::EVALUATORS[0].1.clone())
    } else {
        G::evaluator(&named)
    };
    let evaluator = evaluator.ok_or_else(|| OptionError::Value {
        player: name.into(),
        name: EVALUATOR.into(),
        value: named,
        expected: "an evaluator of this game".into(),
    })?;
    Ok(Box::new(SearchPlayer::new(name, game, evaluator, algorithm, depth)))
}
