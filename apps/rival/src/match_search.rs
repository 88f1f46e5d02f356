//! What is looked for in the library of matches.

use anyhow::anyhow;
use board_engine::Seat;
use games_package::{MatchState, TableGame, play_moves};
use house::{Failure, FailureKind, OrFail};
use match_library::{MatchFilter, MatchResult, Pattern, Search};

use crate::arguments::{PlaceArguments, ResultArgument, SearchArguments};

/// What arguments look for, with the names of games resolved.
pub(crate) struct Wanted<'a> {
    arguments: &'a SearchArguments,
    game: Option<String>,
    pattern: Option<Pattern>,
    opening: Option<Pattern>,
}

impl<'a> Wanted<'a> {
    /// # Errors
    /// If there is no such game, position or opening, or a position has no game.
    pub(crate) fn of(arguments: &'a SearchArguments) -> Result<Self, Failure> {
        let game = arguments.game.as_deref().map(full_name).transpose()?;
        Ok(Self { arguments, game, pattern: pattern(arguments)?, opening: opening(arguments)? })
    }

    /// The search for it.
    pub(crate) fn search(&self) -> Search<'_> {
        let arguments = self.arguments;
        let filter = MatchFilter {
            game: self.game.as_deref(),
            result: arguments.result.map(MatchResult::from),
            ..MatchFilter::default()
        };
        let seat_of = |number| if number == 1 { Seat::FIRST } else { Seat::SECOND };
        Search {
            filter,
            player: arguments.player.as_deref(),
            seat: arguments.seat.map(seat_of),
            opponent: arguments.opponent.as_deref(),
            pattern: self.pattern.clone(),
            opening: self.opening.clone(),
        }
    }
}

/// What is to occur in the matches; none if no position is named.
fn pattern(arguments: &SearchArguments) -> Result<Option<Pattern>, Failure> {
    let PlaceArguments { position, after } = &arguments.place;
    let is_named = position.is_some() || after.is_some();
    let usage = |why: &str| Failure::new(FailureKind::Usage, anyhow!("{why}"));
    if !is_named {
        if arguments.material || arguments.reversed {
            return Err(usage("--material and --reversed need --position or --after"));
        }
        return Ok(None);
    }
    let game = arguments.game.as_deref();
    let game = house::game(game.ok_or_else(|| usage("a position needs --game GAME"))?)?;
    let state = open_place(&*game, &arguments.place)?;
    if !arguments.material {
        return Ok(Some(Pattern::position(&*game, &*state, arguments.reversed)));
    }
    let none = || usage(&format!("in {} material is not counted", game.name()));
    Pattern::material(&*game, &*state).map(Some).ok_or_else(none)
}

/// The positions of the opening that is named.
fn opening(arguments: &SearchArguments) -> Result<Option<Pattern>, Failure> {
    let Some((name, game)) = arguments.opening.as_ref().zip(arguments.game.as_ref()) else {
        return Ok(None);
    };
    Pattern::opening(&*house::game(game)?, name).map(Some).or_fail(FailureKind::Usage)
}

/// The game at the position that is named.
///
/// # Errors
/// If it is no position of the game, or a move is not legal.
pub(crate) fn open_place(
    game: &dyn TableGame,
    place: &PlaceArguments,
) -> Result<Box<dyn MatchState>, Failure> {
    open_after(game, place.position.as_deref(), place.after.as_deref().unwrap_or_default())
}

/// The game at this position, by default the start, after these moves, separated by blanks.
///
/// # Errors
/// If it is no position of the game, or a move is not legal.
pub(crate) fn open_after(
    game: &dyn TableGame,
    position: Option<&str>,
    moves: &str,
) -> Result<Box<dyn MatchState>, Failure> {
    let mut state = game.open(position).or_fail(FailureKind::Input)?;
    play_moves(&mut *state, moves).or_fail(FailureKind::Input)?;
    Ok(state)
}

/// The full name of a game; the name of a family stands for all of its variants.
///
/// # Errors
/// If there is no such game.
pub(crate) fn full_name(game: &str) -> Result<String, Failure> {
    let full = house::game(game)?.name().to_owned();
    let family = full.split(':').next().unwrap_or_default();
    Ok(if game == family { family.to_owned() } else { full })
}

impl From<ResultArgument> for MatchResult {
    fn from(argument: ResultArgument) -> Self {
        match argument {
            ResultArgument::FirstWins => Self::Win(Seat::FIRST),
            ResultArgument::SecondWins => Self::Win(Seat::SECOND),
            ResultArgument::Draw => Self::Draw,
        }
    }
}
