//! The catalog entries for the m,n,k games.

use std::marker::PhantomData;

use board_engine::{Stones, Word};
use game_family::{
    CatalogEntry, Classic, ClassicSearch, Duel, EvaluatorInfo, Family, Many, OpenGame, PlayerAbout,
    RowFamily, depth_and_algorithm_options, open,
};
use players::{LEVELS, Level};
use search::NoHints;
use tic_tac_toe::{MnkForThree, MnkGame, Move, Position};

use crate::evaluation::{MnkEvaluator, MnkHints, OpenLines, rank};

/// Tic-tac-toe, on boards of any size with rows of any length.
pub static FAMILY: &dyn Family = &RowFamily {
    name: "tic-tac-toe",
    aliases: &[("noughts-and-crosses", None)],
    default: "3,3,3",
    listed: &[
        ("", "three in a row on 3×3"),
        ("5,5,4", "any width, height and length of row: here four in a row on 5×5"),
    ],
    open: open_game,
};

/// The entry for the m,n,k games with boards of word type `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MnkEntry<W>(PhantomData<W>);

impl<W: Word> CatalogEntry for MnkEntry<W> {
    type Game = MnkGame<W>;
    type Kind = Duel;

    /// The game is so small that adjacent levels would play the same.
    const LEVELS: &'static [Level] = &[LEVELS[0], LEVELS[2], LEVELS[5]];

    type Evaluator = MnkEvaluator;
    type Hints = MnkHints;

    const EVALUATORS: &'static [(EvaluatorInfo, MnkEvaluator)] = &[
        (
            EvaluatorInfo { name: "lines", description: "lines that can still be completed" },
            MnkEvaluator::OpenLines,
        ),
        (
            EvaluatorInfo { name: "neighbors", description: "stones, and what they touch" },
            MnkEvaluator::Neighbors,
        ),
    ];

    const CLASSICS: &'static [Classic<MnkEvaluator>] = &[Classic {
        about: PlayerAbout::new(
            "neighbors",
            "a textbook player: counts stones and what they touch",
            depth_and_algorithm_options,
        ),
        evaluator: MnkEvaluator::Neighbors,
        search: ClassicSearch::IterativeByOption,
    }];

    /// Completes a line if possible; otherwise blocks the opponent's line.
    fn rank(game: &MnkGame<W>, position: &Position<W>, mv: Move) -> i32 {
        rank(game, position, mv)
    }
}

/// Uses the smallest word that fits the board, because smaller words are faster.
fn open_game(
    name: String,
    [width, height, in_a_row]: [u8; 3],
) -> Result<Box<dyn OpenGame>, String> {
    if let Ok(game) = MnkGame::<u16>::new(width, height, in_a_row) {
        return Ok(open::<MnkEntry<u16>>(name, game));
    }
    if let Ok(game) = MnkGame::<u64>::new(width, height, in_a_row) {
        return Ok(open::<MnkEntry<u64>>(name, game));
    }
    let game = MnkGame::<u128>::new(width, height, in_a_row);
    Ok(open::<MnkEntry<u128>>(name, game.map_err(|error| error.to_string())?))
}

/// Tic-tac-toe for three players, on boards of any size with rows of any length.
pub static FAMILY_FOR_THREE: &dyn Family = &RowFamily {
    name: "tic-tac-toe-3",
    aliases: &[],
    default: "4,4,3",
    listed: &[("", "three in a row on 4×4, for three players")],
    open: open_game_for_three,
};

/// The entry for the m,n,k games for three players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MnkForThreeEntry {}

impl CatalogEntry for MnkForThreeEntry {
    type Game = MnkForThree<u128>;
    type Kind = Many;
    type Evaluator = OpenLines;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, OpenLines)] = &[(
        EvaluatorInfo { name: "lines", description: "lines that can still be completed" },
        OpenLines,
    )];

    /// Completes a line if possible; otherwise blocks another player's line.
    fn rank(game: &MnkForThree<u128>, position: &Stones<u128, 3>, mv: Move) -> i32 {
        rank(game, position, mv)
    }
}

fn open_game_for_three(
    name: String,
    [width, height, in_a_row]: [u8; 3],
) -> Result<Box<dyn OpenGame>, String> {
    let game = MnkForThree::new(width, height, in_a_row).map_err(|error| error.to_string())?;
    Ok(open::<MnkForThreeEntry>(name, game))
}
