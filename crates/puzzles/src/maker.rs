//! Making puzzles from matches.

use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, Record, TableGame, Valuation};
use opening_book::Search;

use crate::motif::Motif;
use crate::puzzle::{Goal, Puzzle};
use crate::rating::Rating;

/// What counts as a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MakerOptions {
    /// Only wins that are proven to the end of the game, not those by a decisive lead.
    pub proven_only: bool,
    /// The most moves that a solver has to find.
    pub moves_max: usize,
}

impl Default for MakerOptions {
    fn default() -> Self {
        Self { proven_only: false, moves_max: 8 }
    }
}

/// The least lead that wins, in hundredths of the game's unit, of which one wins three times as often as it loses.
const WINNING: i32 = 150;

/// The largest lead that doesn't, and how much more the winning move must have.
const NOT_WINNING: i32 = 50;

/// Makes puzzles by two searches: a fast one that looks for candidates, and a thorough one that confirms them.
pub struct Maker<'a> {
    fast: &'a mut dyn Search,
    thorough: &'a mut dyn Search,
    options: MakerOptions,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// The legal moves with their scores for the mover, the best one first.
type Scored = Vec<(String, Valuation)>;

impl<'a> Maker<'a> {
    /// A maker with these searches. What it is busy with ends unfinished once `is_stopped` says so.
    pub fn new(
        fast: &'a mut dyn Search,
        thorough: &'a mut dyn Search,
        options: MakerOptions,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self { fast, thorough, options, is_stopped }
    }

    /// The puzzles of a match, in the order of its plies: each position where a side has just come to win. `advanced` gets how many
    /// plies were looked at.
    ///
    /// # Errors
    /// Why the match can't be searched: it breaks the rules, or its game has chance or more than two seats.
    pub fn puzzles(
        &mut self,
        game: &dyn TableGame,
        record: &Record,
        advanced: &mut dyn FnMut(usize),
    ) -> Result<Vec<Puzzle>, String> {
        if game.seat_count() != 2 {
            return Err(format!("{} is not a game of two", game.name()));
        }
        let mut state = game.open(Some(&record.start)).map_err(|error| error.to_string())?;
        let mut was_winning = [false; 2];
        let mut found = Vec::new();
        for (ply, played) in record.plies.iter().enumerate() {
            let Turn::Seat(mover) = state.turn() else {
                return Err(format!("{} is a game of chance", game.name()));
            };
            if (self.is_stopped)() || state.outcome().is_some() {
                break;
            }
            let position = state.position(Viewer::Arbiter);
            let searched = self.fast.search(game, &position, self.is_stopped)?;
            let is_winning = self.is_win(searched.valuation);
            if is_winning && !was_winning[mover.index()] {
                found.extend(self.puzzle(game, &*state, mover, record.title())?);
            }
            was_winning[mover.index()] = is_winning;
            advanced(ply + 1);
            state.play_on(&played.mv).map_err(|error| error.to_string())?;
        }
        Ok(found)
    }

    /// The puzzle of this position, if it is one.
    fn puzzle(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        solver: Seat,
        source: String,
    ) -> Result<Option<Puzzle>, String> {
        let mut solution = Vec::new();
        let mut goal = None;
        let mut after = state.fork();
        while solution.len() < 2 * self.options.moves_max {
            let Some((mv, valuation)) = self.only_win(game, &*after)? else { break };
            goal.get_or_insert(valuation);
            after.play(&mv).map_err(|error| error.to_string())?;
            solution.push(mv);
            if after.outcome().is_some() || after.turn() == Turn::Seat(solver) {
                break;
            }
            let Some(reply) = self.best_defense(game, &*after)? else { break };
            after.play(&reply).map_err(|error| error.to_string())?;
            solution.push(reply);
        }
        if solution.len().is_multiple_of(2) {
            solution.pop();
        }
        let (Some(valuation), false) = (goal, (self.is_stopped)()) else { return Ok(None) };
        let goal = match valuation {
            Valuation::WinIn(plies) => Goal::Win(plies),
            Valuation::Centi(lead) => Goal::Lead(lead),
            Valuation::LossIn(_) => return Ok(None),
        };
        let motif = Motif::of(state, &solution, solver);
        // A single move that just takes or crowns something is no puzzle.
        if solution.len() == 1 && matches!(motif, Motif::Gain | Motif::Breakthrough) {
            return Ok(None);
        }
        let rating = estimate(state, &solution, motif);
        let position = state.position(Viewer::Arbiter);
        let game = game.name().to_owned();
        Ok(Some(Puzzle { game, position, solution, goal, motif, rating, source }))
    }

    /// The only move that wins, by the fast search and by the thorough one. None if there is none, or several, or no choice.
    fn only_win(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
    ) -> Result<Option<(String, Valuation)>, String> {
        let (options, is_stopped) = (self.options, self.is_stopped);
        let fast = scored(self.fast, game, state, is_stopped)?;
        let Some(best) = only_win(&fast, options) else { return Ok(None) };
        let confirmed = scored(self.thorough, game, state, is_stopped)?;
        let same = only_win(&confirmed, options).filter(|(mv, _)| *mv == best.0);
        Ok(same.cloned())
    }

    /// The reply that loses least; none if the game is over.
    fn best_defense(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
    ) -> Result<Option<String>, String> {
        let replies = scored(self.thorough, game, state, self.is_stopped)?;
        Ok(replies.into_iter().next().map(|(mv, _)| mv))
    }

    const fn is_win(&self, valuation: Valuation) -> bool {
        is_win(valuation, self.options)
    }
}

impl std::fmt::Debug for Maker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Maker").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Whether a score wins, by a proof or by a decisive lead.
pub const fn is_winning(valuation: Valuation) -> bool {
    matches!(valuation, Valuation::WinIn(_))
        || matches!(valuation, Valuation::Centi(lead) if lead >= WINNING)
}

const fn is_win(valuation: Valuation, options: MakerOptions) -> bool {
    if options.proven_only {
        matches!(valuation, Valuation::WinIn(_))
    } else {
        is_winning(valuation)
    }
}

/// The first move, if it wins and no other does, by a clear margin.
fn only_win(scored: &Scored, options: MakerOptions) -> Option<&(String, Valuation)> {
    let [best, second, ..] = scored.as_slice() else { return None };
    let is_clear = match (best.1, second.1) {
        (_, Valuation::LossIn(_)) => true,
        (Valuation::WinIn(_), Valuation::Centi(lead)) => lead <= NOT_WINNING,
        (Valuation::Centi(best), Valuation::Centi(lead)) => {
            lead <= NOT_WINNING && best.saturating_sub(lead) >= WINNING
        }
        _ => false,
    };
    (is_win(best.1, options) && is_clear).then_some(best)
}

/// The legal moves with their scores, each by a search of the position after it.
fn scored(
    search: &mut dyn Search,
    game: &dyn TableGame,
    state: &dyn MatchState,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Scored, String> {
    let Turn::Seat(mover) = state.turn() else { return Err("chance is to move".into()) };
    let (mut moves, mut scored) = (Vec::new(), Vec::new());
    state.legal_moves(&mut moves);
    for mv in moves {
        let mut after = state.fork();
        after.play(&mv).map_err(|error| error.to_string())?;
        let valuation = if let Some(outcome) = after.outcome() {
            match outcome.payoff(mover) {
                1.. => Valuation::WinIn(1),
                0 => Valuation::Centi(0),
                _ => Valuation::LossIn(1),
            }
        } else {
            let position = after.position(Viewer::Arbiter);
            let searched = search.search(game, &position, is_stopped)?;
            let is_same = after.turn() == Turn::Seat(mover);
            if is_same { searched.valuation } else { a_ply_before(searched.valuation) }
        };
        scored.push((mv, valuation));
    }
    // Of equal ones the first comes first.
    scored.sort_by_key(|(_, valuation)| std::cmp::Reverse(preference(*valuation)));
    Ok(scored)
}

/// From the score of a position to that of the opponent's move that led to it.
const fn a_ply_before(valuation: Valuation) -> Valuation {
    match valuation.for_other() {
        Valuation::WinIn(plies) => Valuation::WinIn(plies.saturating_add(1)),
        Valuation::LossIn(plies) => Valuation::LossIn(plies.saturating_add(1)),
        lead @ Valuation::Centi(_) => lead,
    }
}

/// A number that is higher for what the mover prefers.
const fn preference(valuation: Valuation) -> i64 {
    const DECIDED: i64 = 1 << 40;
    match valuation {
        Valuation::WinIn(plies) => DECIDED - plies as i64,
        Valuation::Centi(lead) => lead as i64,
        Valuation::LossIn(plies) => plies as i64 - DECIDED,
    }
}

/// How hard a puzzle seems before anybody has tried it: by the number of moves to find, among how many, and whether
/// something is given up.
fn estimate(start: &dyn MatchState, solution: &[String], motif: Motif) -> Rating {
    let mut state = start.fork();
    let (mut moves, mut value) = (Vec::new(), 1000.0);
    for (index, mv) in solution.iter().enumerate() {
        state.legal_moves(&mut moves);
        if index.is_multiple_of(2) {
            let count = u32::try_from(moves.len()).unwrap_or(u32::MAX);
            value += 40.0 * f64::from(count).log2();
        }
        if state.play(mv).is_err() {
            break;
        }
    }
    if motif == Motif::Shot {
        value += 150.0;
    }
    Rating::estimated(value)
}
