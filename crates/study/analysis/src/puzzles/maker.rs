//! Creates puzzles from matches.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::{move_count, players_and_moves};
use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, Record, TableGame, Valuation};
use opening_book::{Search, of_payoff, one_ply_farther, preference};

use super::motif::Motif;
use super::puzzle::{Goal, Puzzle};
use super::rating::Rating;

/// The criteria for a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MakerOptions {
    /// `true` to accept only wins that are proven to the end of the game, not wins with a decisive lead.
    pub proven_only: bool,
    /// Maximum number of moves that a solver must find.
    pub moves_max: usize,
}

impl Default for MakerOptions {
    fn default() -> Self {
        Self { proven_only: false, moves_max: 8 }
    }
}

/// Minimum winning lead in hundredths of the game's unit. A lead of one unit wins three times as often as it loses.
const WINNING: i32 = 150;

/// The maximum lead that doesn't win, and the winning move's minimum margin.
const NOT_WINNING: i32 = 50;

/// Finds puzzles with two searches: a fast one for candidates, and a thorough one to confirm them.
pub struct Maker<'a> {
    fast: Answers<'a>,
    thorough: Answers<'a>,
    options: MakerOptions,
    own_motif: &'a OwnMotif<'a>,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Returns the motif of a puzzle's solution if only the game itself can recognize it, given the game's name, the
/// position and the moves.
pub type OwnMotif<'a> = dyn Fn(&str, &str, &[String]) -> Option<&'static str> + 'a;

/// The search that judges a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SearchEffort {
    Fast,
    Thorough,
}

/// The solver's moves and the replies, from a position.
struct Line {
    solution: Vec<String>,
    /// The first move's score.
    valuation: Valuation,
    motif: Motif,
}

/// The legal moves with their scores for the mover, best first.
type Scored = Vec<(String, Valuation)>;

impl<'a> Maker<'a> {
    /// A maker with these searches, which stops early once `is_stopped` returns `true`.
    pub fn new(
        fast: &'a mut dyn Search,
        thorough: &'a mut dyn Search,
        options: MakerOptions,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let (fast, thorough) = (Answers::new(fast), Answers::new(thorough));
        Self { fast, thorough, options, own_motif: &|_, _, _| None, is_stopped }
    }

    /// Adds the motifs that games determine themselves.
    #[must_use]
    pub fn with_own_motifs(self, own_motif: &'a OwnMotif<'a>) -> Self {
        Self { own_motif, ..self }
    }

    /// The puzzles from a match, in ply order. The candidates are positions where a side has just reached a win.
    /// `advanced` receives the number of searched plies.
    ///
    /// # Errors
    /// The reason why the match can't be searched: the match breaks the rules, or the game has chance or more than two
    /// seats.
    pub fn puzzles(
        &mut self,
        game: &dyn TableGame,
        record: &Record,
        advanced: &mut dyn FnMut(usize),
    ) -> Result<Vec<Puzzle>, String> {
        if game.seat_count() != 2 {
            return Err(format!("{} is not a two-player game", game.name()));
        }
        self.fast.clear();
        self.thorough.clear();
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
            let valuation = self.fast.valuation(game, &position, self.is_stopped)?;
            let is_winning = self.is_win(valuation);
            if is_winning && !was_winning[mover.index()] {
                found.extend(self.puzzle(game, &*state, mover, title(record, game))?);
            }
            was_winning[mover.index()] = is_winning;
            advanced(ply + 1);
            state.play_on(&played.mv).map_err(|error| error.to_string())?;
        }
        Ok(found)
    }

    /// The puzzle in this position, if any.
    fn puzzle(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        solver: Seat,
        source: String,
    ) -> Result<Option<Puzzle>, String> {
        // Most positions are too easy; the fast search detects this at a tenth of the cost.
        if self.line(game, state, solver, SearchEffort::Fast)?.is_none() {
            return Ok(None);
        }
        let Some(Line { solution, valuation, motif }) =
            self.line(game, state, solver, SearchEffort::Thorough)?
        else {
            return Ok(None);
        };
        let goal = match valuation {
            Valuation::WinIn(plies) => Goal::Win(plies),
            Valuation::Centi(lead) => Goal::Lead(lead),
            Valuation::LossIn(_) => return Ok(None),
        };
        let position = state.position(Viewer::Arbiter);
        let rating = estimate(state, &solution, &motif);
        let game = game.name().to_owned();
        Ok(Some(Puzzle { game, position, solution, goal, motif, rating, source }))
    }

    /// The line with the only winning moves and the best replies, from a position. `None` if several moves win
    /// immediately, or if the line is too easy for a puzzle, that is, a single move that only captures or promotes.
    fn line(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        solver: Seat,
        effort: SearchEffort,
    ) -> Result<Option<Line>, String> {
        let mut solution = Vec::new();
        let mut goal = None;
        let mut after = state.fork();
        while solution.len() < 2 * self.options.moves_max {
            let Some((mv, valuation)) = self.only_win(game, &*after, effort)? else { break };
            goal.get_or_insert(valuation);
            after.play(&mv).map_err(|error| error.to_string())?;
            solution.push(mv);
            if after.outcome().is_some() || after.turn() == Turn::Seat(solver) {
                break;
            }
            let Some(reply) = self.best_defense(game, &*after, effort)? else { break };
            after.play(&reply).map_err(|error| error.to_string())?;
            solution.push(reply);
        }
        if solution.len().is_multiple_of(2) {
            solution.pop();
        }
        let (Some(valuation), false) = (goal, (self.is_stopped)()) else { return Ok(None) };
        let own = (self.own_motif)(game.name(), &state.position(Viewer::Arbiter), &solution);
        let by_pieces = || Motif::of(state, &solution, solver);
        let motif = own.map_or_else(by_pieces, |name| Motif::Own(name.into()));
        let is_easy = solution.len() == 1 && matches!(motif, Motif::Gain | Motif::Breakthrough);
        Ok((!is_easy).then_some(Line { solution, valuation, motif }))
    }

    /// The only winning move according to the fast search, confirmed by the thorough search if `effort` requires it.
    /// `None` if no move or several moves win, or if only one move is legal.
    fn only_win(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        effort: SearchEffort,
    ) -> Result<Option<(String, Valuation)>, String> {
        let fast = self.score_moves(game, state, SearchEffort::Fast)?;
        if !self.is_only_win(&fast) {
            return Ok(None);
        }
        if effort == SearchEffort::Fast {
            return Ok(fast.into_iter().next());
        }
        // The most dangerous alternatives come first, so most failing candidates need only one or two thorough
        // searches.
        let mut moves = fast.into_iter().map(|(mv, _)| mv);
        let Some(best) = moves.next() else { return Ok(None) };
        let valuation = self.value_of_move(game, state, &best, SearchEffort::Thorough)?;
        if !self.is_win(valuation) {
            return Ok(None);
        }
        for other in moves {
            let other = self.value_of_move(game, state, &other, SearchEffort::Thorough)?;
            if !is_clearly_better(valuation, other) {
                return Ok(None);
            }
        }
        Ok(Some((best, valuation)))
    }

    /// Returns `true` if the first move wins and no other move does.
    fn is_only_win(&self, scored: &Scored) -> bool {
        let [best, second, ..] = scored.as_slice() else { return false };
        self.is_win(best.1) && is_clearly_better(best.1, second.1)
    }

    /// The reply that loses the least; `None` if the game is over.
    fn best_defense(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        effort: SearchEffort,
    ) -> Result<Option<String>, String> {
        let replies = self.score_moves(game, state, effort)?;
        Ok(replies.into_iter().next().map(|(mv, _)| mv))
    }

    /// The legal moves with their scores, best first. Equal moves keep their order.
    fn score_moves(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        effort: SearchEffort,
    ) -> Result<Scored, String> {
        let (mut moves, mut scored) = (Vec::new(), Vec::new());
        state.legal_moves(&mut moves);
        for mv in moves {
            let valuation = self.value_of_move(game, state, &mv, effort)?;
            scored.push((mv, valuation));
        }
        scored.sort_by_key(|(_, valuation)| Reverse(preference(*valuation)));
        Ok(scored)
    }

    /// A legal move's score for its mover, from a search of the position after it. Results proven by the fast search
    /// are not searched again.
    fn value_of_move(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        mv: &str,
        effort: SearchEffort,
    ) -> Result<Valuation, String> {
        let Turn::Seat(mover) = state.turn() else { return Err("chance is to move".into()) };
        let mut after = state.fork();
        after.play(mv).map_err(|error| error.to_string())?;
        if let Some(outcome) = after.outcome() {
            return Ok(one_ply_farther(of_payoff(outcome.payoff(mover))));
        }
        let position = after.position(Viewer::Arbiter);
        let mut valuation = self.fast.valuation(game, &position, self.is_stopped)?;
        if effort == SearchEffort::Thorough && matches!(valuation, Valuation::Centi(_)) {
            valuation = self.thorough.valuation(game, &position, self.is_stopped)?;
        }
        let is_same = after.turn() == Turn::Seat(mover);
        Ok(if is_same { valuation } else { one_ply_farther(valuation.for_other()) })
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

/// Returns `true` if a score wins, either proven or with a decisive lead.
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

/// Returns `true` if only the best move wins, given its score and another move's score.
const fn is_clearly_better(best: Valuation, other: Valuation) -> bool {
    match (best, other) {
        (_, Valuation::LossIn(_)) => true,
        (Valuation::WinIn(_), Valuation::Centi(lead)) => lead <= NOT_WINNING,
        (Valuation::Centi(best), Valuation::Centi(lead)) => {
            lead <= NOT_WINNING && best.saturating_sub(lead) >= WINNING
        }
        _ => false,
    }
}

/// Estimates the difficulty of a new puzzle from the number of moves to find, the number of alternatives, and whether
/// the solution involves a sacrifice.
fn estimate(start: &dyn MatchState, solution: &[String], motif: &Motif) -> Rating {
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
    if *motif == Motif::Shot {
        value += 150.0;
    }
    Rating::from_estimate(value)
}

/// Caches a search, so each position in a match is searched only once.
struct Answers<'a> {
    search: &'a mut dyn Search,
    known: BTreeMap<String, Valuation>,
}

impl<'a> Answers<'a> {
    fn new(search: &'a mut dyn Search) -> Self {
        Self { search, known: BTreeMap::new() }
    }

    /// Clears the cache before another game.
    fn clear(&mut self) {
        self.known.clear();
    }

    /// The score of a position for the side to move.
    fn valuation(
        &mut self,
        game: &dyn TableGame,
        position: &str,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Valuation, String> {
        if let Some(known) = self.known.get(position) {
            return Ok(*known);
        }
        let found = self.search.search(game, position, is_stopped)?.valuation;
        self.known.insert(position.to_owned(), found);
        Ok(found)
    }
}
/// The title of the match: "White against Black, 34 moves".
fn title(record: &Record, game: &dyn TableGame) -> String {
    let names = record.players.iter().map(|player| player.name.as_str());
    players_and_moves(names, " against ", move_count(game, record.plies.len()))
}
