//! The players of earlier programs, as opponents and as a measure of progress.

use board_engine::{Deterministic, Notation, PerfectInformation, ZeroSum};
use evaluation::EvaluatedGame;
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{EachMove, SearchOptions, SearchPlayer, Ties, Tracker, WinPreference};

use crate::kinds::duel::textbook::Textbook;
use crate::kinds::duel::{deepening, depth, depth_option, evaluator};
use crate::kinds::{About, Entry, no_options};

/// A player of an earlier program: its evaluator and its search.
struct Classic {
    about: About,
    /// The name of its evaluator: it plays the games that have it.
    evaluator: &'static str,
    search: ClassicSearch,
}

/// The search of a classic player.
enum ClassicSearch {
    /// Iterative deepening by alpha-beta, like the textbook's players.
    Iterative,
    /// Iterative deepening by the algorithm that its option names.
    IterativeByOption,
    /// A fixed depth, by minimax; it plays the first of equal moves.
    Minimax(u32),
    /// The depth of its level, by alpha-beta; it plays a random one of equal moves.
    ByLevel(&'static Levels, WinPreference),
}

/// Levels of strength by name, with their depths in plies.
struct Levels {
    default: &'static str,
    plies: &'static [(&'static str, u32)],
}

const ADVANCE: Levels = Levels { default: "2", plies: &[("1", 2), ("2", 4), ("3", 6), ("4", 8)] };
const COUNT: Levels =
    Levels { default: "normal", plies: &[("easy", 3), ("normal", 5), ("hard", 9)] };

const CLASSICS: &[Classic] = &[
    Classic {
        about: About::new(
            "fibonacci",
            "a tournament player: men by Fibonacci numbers, as deep as the time allows",
            |_| vec![depth_option()],
        ),
        evaluator: "fibonacci",
        search: ClassicSearch::Iterative,
    },
    Classic {
        about: About::new(
            "advance",
            "a pocket computer: men by the rows they have advanced",
            |_| vec![ADVANCE.option()],
        ),
        evaluator: "advance",
        search: ClassicSearch::ByLevel(&ADVANCE, WinPreference::Faster),
    },
    Classic {
        about: About::new("count", "a desktop game: counts pieces", |_| vec![COUNT.option()]),
        evaluator: "pieces",
        search: ClassicSearch::ByLevel(&COUNT, WinPreference::Any),
    },
    Classic {
        about: About::new(
            "mobility",
            "a cookbook's player: counts moves, and captures five times",
            |_| vec![depth_option()],
        ),
        evaluator: "mobility",
        search: ClassicSearch::Iterative,
    },
    Classic {
        about: About::new(
            "maximin",
            "a course project: counts pieces on every line of four plies",
            no_options,
        ),
        evaluator: "pieces",
        search: ClassicSearch::Minimax(4),
    },
    Classic {
        about: About::new(
            "neighbors",
            "a cookbook's player: counts stones and what they touch",
            |_| vec![depth_option(), algorithm_option()],
        ),
        evaluator: "neighbors",
        search: ClassicSearch::IterativeByOption,
    },
];

const LEVEL: &str = "level";
const ALGORITHM: &str = "algorithm";

/// The classic players of `G`.
pub(super) fn players<G>() -> impl Iterator<Item = Entry<G>>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let plays = |evaluator: &str| G::evaluator_infos().any(|info| info.name == evaluator);
    let classics = CLASSICS.iter().filter(move |classic| plays(classic.evaluator));
    classics.map(|classic| Entry { about: classic.about, make: make::<G> })
}

/// The classic player with this name.
fn make<G>(about: &About, game: G, options: &Options) -> Result<Box<dyn Player>, OptionError>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let name = about.name;
    let classic = CLASSICS.iter().find(|classic| classic.about.name == name);
    let Classic { evaluator: named, search, .. } = classic.expect("it is about one of the list");
    let evaluator = evaluator::<G>(name, named)?;
    let (name, algorithm, depth) = match search {
        ClassicSearch::Iterative | ClassicSearch::IterativeByOption => {
            let (algorithm, depth) = (algorithm(search, options)?, depth(options)?);
            return Ok(deepening(name, game, evaluator, algorithm, depth));
        }
        ClassicSearch::Minimax(depth) => {
            let algorithm = EachMove::new(Textbook::Minimax, Ties::First, WinPreference::Any);
            (name.into(), algorithm, *depth)
        }
        ClassicSearch::ByLevel(levels, win_preference) => {
            let level: String = options.get(LEVEL)?;
            let algorithm = EachMove::new(Textbook::AlphaBeta, Ties::ByChance, *win_preference);
            (format!("{name} {level}"), algorithm, levels.depth(&level))
        }
    };
    let (tracker, options) = (Tracker::new(game), SearchOptions::to_depth(Some(depth)));
    Ok(Box::new(SearchPlayer::new(name, tracker, evaluator, algorithm, options)))
}

/// The option for the algorithm of iterative deepening.
fn algorithm(search: &ClassicSearch, options: &Options) -> Result<Textbook, OptionError> {
    if matches!(search, ClassicSearch::Iterative) {
        return Ok(Textbook::AlphaBeta);
    }
    let name: String = options.get(ALGORITHM)?;
    Ok(Textbook::named(&name).unwrap_or(Textbook::AlphaBeta))
}

fn algorithm_option() -> OptionSpec {
    let default = Textbook::AlphaBeta.name();
    OptionSpec::choice(ALGORITHM, "how it looks ahead", default, &Textbook::NAMES)
}

impl Levels {
    /// The depth of a level, in plies; 1 if there is no such level.
    fn depth(&self, level: &str) -> u32 {
        self.plies.iter().find(|(name, _)| *name == level).map_or(1, |(_, depth)| *depth)
    }

    fn option(&self) -> OptionSpec {
        let names: Vec<&str> = self.plies.iter().map(|(name, _)| *name).collect();
        let depths: Vec<String> = self.plies.iter().map(|(_, depth)| depth.to_string()).collect();
        let what = format!("how many plies it looks ahead: {}", depths.join(", "));
        OptionSpec::choice(LEVEL, &what, self.default, &names)
    }
}
