//! Requests about puzzles: list puzzles, and get and solve the next puzzle.
//!
//! The owner solves puzzles as with `rival puzzles`, with the same ratings and repetition. Other visitors can try all
//! puzzles, but their attempts are not recorded, because the ratings belong to the owner.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use analysis::puzzles::Rating;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use match_library::{KeptPuzzle, Library, LibraryError, PuzzleFilter, unix_time};
use serde::{Deserialize, Serialize};

use super::computing::{Computing, blocking};
use super::library;
use crate::client_address::ClientAddress;
use crate::error::Refused;
use crate::library::{RatingChange, SearchedLibrary, failed, find_puzzle};
use crate::puzzle_attempt::{
    Judgment, PuzzleAttempt, PuzzleFacts, PuzzleStep, ShownPuzzle, TriedMove, Verdict,
};
use crate::server::Server;
use crate::visitor::Visitor;

type Body<T> = Result<Json<T>, JsonRejection>;

/// The maximum number of skipped puzzles.
const SKIPPED_MAX: usize = 10_000;

/// `GET /api/puzzles`
#[derive(Debug, Serialize)]
pub(super) struct PuzzleGames {
    /// `true` if this client's attempts are rated.
    rated: bool,
    games: Vec<PuzzleGame>,
}

/// A game's puzzles.
#[derive(Debug, Serialize)]
struct PuzzleGame {
    game: String,
    count: usize,
    /// The number of untried puzzles.
    new: usize,
    /// The number of missed puzzles that are due.
    due: usize,
    motifs: Vec<MotifCount>,
    /// The solver's rating; null if the client's attempts are not rated.
    rating: Option<Rating>,
}

/// The number of puzzles with a motif.
#[derive(Debug, Serialize)]
struct MotifCount {
    motif: String,
    count: usize,
}

pub(super) async fn list(
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
) -> Result<Json<PuzzleGames>, Refused> {
    let (library, _permit) = library::begin(&server, client)?;
    let games = library.search(move |library| {
        games_of(library, visitor, unix_time()).map_err(|error| failed(&error))
    });
    let games = games.await?;
    Ok(Json(PuzzleGames { rated: visitor == Visitor::Owner, games }))
}

/// The games with puzzles, sorted by name.
fn games_of(
    library: &Library,
    visitor: Visitor,
    now: Duration,
) -> Result<Vec<PuzzleGame>, LibraryError> {
    library.add_starter_puzzles(None)?;
    let mut by_game: BTreeMap<String, Vec<KeptPuzzle>> = BTreeMap::new();
    for kept in library.puzzles(PuzzleFilter::default())? {
        by_game.entry(kept.puzzle.game.clone()).or_default().push(kept);
    }
    let game = |(game, kept): (String, Vec<KeptPuzzle>)| {
        let rating = rating_of(library, visitor, &game, now)?;
        Ok::<_, LibraryError>(PuzzleGame::new(game, &kept, rating, now))
    };
    by_game.into_iter().map(game).collect()
}

/// The visitor's rating in a game, if any.
fn rating_of(
    library: &Library,
    visitor: Visitor,
    game: &str,
    now: Duration,
) -> Result<Option<Rating>, LibraryError> {
    match visitor {
        Visitor::Owner => library.solver_rating(game, now).map(Some),
        Visitor::Stranger => Ok(None),
    }
}

impl PuzzleGame {
    /// A game's puzzles at time `now`. Without a rating, all puzzles count as untried.
    fn new(game: String, kept: &[KeptPuzzle], rating: Option<Rating>, now: Duration) -> Self {
        let is_new = |kept: &&KeptPuzzle| rating.is_none() || kept.attempts == 0;
        let has_come_back = |kept: &&KeptPuzzle| kept.schedule.due.is_some_and(|due| due <= now);
        let is_due = |kept: &&KeptPuzzle| rating.is_some() && has_come_back(kept);
        let mut motifs: BTreeMap<&str, usize> = BTreeMap::new();
        for each in kept {
            *motifs.entry(each.puzzle.motif.name()).or_default() += 1;
        }
        let count_of = |(motif, count): (&str, usize)| MotifCount { motif: motif.into(), count };
        Self {
            game,
            count: kept.len(),
            new: kept.iter().filter(is_new).count(),
            due: kept.iter().filter(is_due).count(),
            motifs: motifs.into_iter().map(count_of).collect(),
            rating,
        }
    }
}

/// The body of `POST /api/puzzles/next`.
#[derive(Debug, Deserialize)]
pub(super) struct PuzzleQuery {
    /// A game or a game family.
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    motif: Option<String>,
    /// The numbers of the puzzles to skip.
    #[serde(default)]
    skipped: Vec<i64>,
}

/// The next puzzle; null if no puzzle is left for now.
#[derive(Debug, Serialize)]
pub(super) struct NextPuzzle {
    puzzle: Option<ShownPuzzle>,
    /// The solver's rating in the puzzle's game; null without a puzzle, or if the client's attempts are not rated.
    solver_rating: Option<Rating>,
}

/// `POST /api/puzzles/next`
pub(super) async fn next(
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    wanted: Body<PuzzleQuery>,
) -> Result<Json<NextPuzzle>, Refused> {
    let Json(wanted) = wanted?;
    if wanted.skipped.len() > SKIPPED_MAX {
        return Err(Refused::bad(format!("skipped: at most {SKIPPED_MAX} puzzles")));
    }
    let (library, _permit) = library::begin(&server, client)?;
    library.search(move |library| wanted.find(library, visitor).map(Json)).await
}

impl PuzzleQuery {
    /// The next puzzle. Skips puzzles that can't be shown, for example because the program lacks their game.
    fn find(mut self, library: &Library, visitor: Visitor) -> Result<NextPuzzle, Refused> {
        let (game, motif) = (self.game.as_deref(), self.motif.as_deref());
        let filter = PuzzleFilter { game, motif, id: None };
        library.add_starter_puzzles(game).map_err(|error| failed(&error))?;
        loop {
            let next = match visitor {
                Visitor::Owner => library.next_puzzle(filter, &self.skipped, unix_time()),
                Visitor::Stranger => easiest(library, filter, &self.skipped),
            };
            let Some(kept) = next.map_err(|error| failed(&error))? else {
                return Ok(NextPuzzle { puzzle: None, solver_rating: None });
            };
            if let Ok(shown) = ShownPuzzle::new(&kept) {
                let solver_rating = rating_of(library, visitor, &kept.puzzle.game, unix_time());
                let solver_rating = solver_rating.map_err(|error| failed(&error))?;
                return Ok(NextPuzzle { puzzle: Some(shown), solver_rating });
            }
            self.skipped.push(kept.id);
        }
    }
}

/// The easiest unskipped puzzle. A solver without a rating starts with it.
fn easiest(
    library: &Library,
    filter: PuzzleFilter<'_>,
    skipped: &[i64],
) -> Result<Option<KeptPuzzle>, LibraryError> {
    let rest = library.puzzles(filter)?.into_iter().filter(|kept| !skipped.contains(&kept.id));
    Ok(rest.min_by(|one, other| one.puzzle.rating.value.total_cmp(&other.puzzle.rating.value)))
}

/// The puzzle moves played so far, alternating between the solver's moves and the replies.
#[derive(Debug, Deserialize)]
pub(super) struct Played {
    /// The number of attempts before the puzzle was shown. The number makes each attempt count only once.
    attempts: u32,
    #[serde(default)]
    moves: Vec<String>,
}

/// The body for `POST /api/puzzles/{puzzle}/moves`.
#[derive(Debug, Deserialize)]
pub(super) struct Trying {
    #[serde(flatten)]
    played: Played,
    /// The move to try.
    #[serde(rename = "move")]
    mv: String,
}

/// The response to a move in a puzzle.
#[derive(Debug, Serialize)]
pub(super) struct PuzzleAnswer {
    verdict: Verdict,
    /// The played moves.
    steps: Vec<PuzzleStep>,
    /// `true` if the puzzle is over.
    over: bool,
    /// `true` if this move solved the puzzle, `false` if it failed the puzzle; null otherwise.
    solved: Option<bool>,
    /// The rating change; null if the attempt is not rated.
    rating: Option<RatingChange>,
    /// Facts about a finished puzzle; null while it is unfinished.
    about: Option<PuzzleFacts>,
}

/// `POST /api/puzzles/{puzzle}/moves`: tries a move.
pub(super) async fn try_move(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    Path(number): Path<String>,
    trying: Body<Trying>,
) -> Result<Json<PuzzleAnswer>, Refused> {
    let Json(Trying { played: Played { attempts, moves }, mv }) = trying?;
    let (library, _permit) = library::begin(&server, client)?;
    let kept = library.search(move |library| find_puzzle(library, &number)).await?;
    let puzzle = kept.puzzle.clone();
    let tried =
        blocking(&computing, move || PuzzleAttempt::open(&puzzle, &moves)?.try_move(&mv)).await?;
    let judgment = match tried {
        TriedMove::Judged(judgment) => judgment,
        TriedMove::Unknown(unknown) => {
            let turn = server.judging_turn().await;
            let search = move || {
                let _turn = turn;
                Ok(unknown.search())
            };
            blocking(&computing, search).await?
        }
    };
    answer(&library, visitor, &kept, attempts, judgment).await
}

/// `POST /api/puzzles/{puzzle}/solution`: gives up.
pub(super) async fn solve(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    Path(number): Path<String>,
    played: Body<Played>,
) -> Result<Json<PuzzleAnswer>, Refused> {
    let Json(Played { attempts, moves }) = played?;
    let (library, _permit) = library::begin(&server, client)?;
    let kept = library.search(move |library| find_puzzle(library, &number)).await?;
    let puzzle = kept.puzzle.clone();
    let judgment =
        blocking(&computing, move || Ok(PuzzleAttempt::open(&puzzle, &moves)?.give_up())).await?;
    answer(&library, visitor, &kept, attempts, judgment).await
}

/// Records a rated result and returns the puzzle state.
async fn answer(
    library: &Arc<SearchedLibrary>,
    visitor: Visitor,
    kept: &KeptPuzzle,
    attempts: u32,
    judgment: Judgment,
) -> Result<Json<PuzzleAnswer>, Refused> {
    let Judgment { verdict, steps, is_solved } = judgment;
    let rating = match (visitor, is_solved) {
        (Visitor::Owner, Some(is_solved)) => {
            library.note_attempt(kept.id, attempts, is_solved).await?
        }
        _ => None,
    };
    let over = matches!(verdict, Verdict::Solved | Verdict::Shown);
    let about = over.then(|| {
        let facts = PuzzleFacts::new(&kept.puzzle);
        // The source contains player names.
        if visitor == Visitor::Owner { facts.with_source(&kept.puzzle) } else { facts }
    });
    Ok(Json(PuzzleAnswer { verdict, steps, over, solved: is_solved, rating, about }))
}

/// The start square of the solution move.
#[derive(Debug, Serialize)]
pub(super) struct PuzzleHint {
    /// The square's number; null for a move that touches no square.
    square: Option<usize>,
}

/// `POST /api/puzzles/{puzzle}/hint`
pub(super) async fn hint(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    Path(number): Path<String>,
    played: Body<Played>,
) -> Result<Json<PuzzleHint>, Refused> {
    let Json(Played { moves, .. }) = played?;
    let (library, _permit) = library::begin(&server, client)?;
    let kept = library.search(move |library| find_puzzle(library, &number)).await?;
    blocking(&computing, move || {
        let square = PuzzleAttempt::open(&kept.puzzle, &moves)?.hint();
        Ok(Json(PuzzleHint { square }))
    })
    .await
}
