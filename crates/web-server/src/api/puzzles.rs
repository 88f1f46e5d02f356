//! Requests about puzzles: which there are, the next one, and solving it.
//!
//! Who is at the server's own computer solves them as in `rival puzzles`, with the same ratings and repetition. Others may
//! try all of them, and nothing of that is noted: ratings are the owner's.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, State};
use match_library::{KeptPuzzle, Library, LibraryError, PuzzleFilter, unix_time};
use puzzles::Rating;
use serde::{Deserialize, Serialize};

use super::{blocking, library};
use crate::error::Refused;
use crate::library::{RatingChange, SearchedLibrary, failed, find_puzzle};
use crate::puzzle_attempt::{
    Judgment, PuzzleAttempt, PuzzleFacts, PuzzleStep, ShownPuzzle, TriedMove, Verdict,
};
use crate::server::Server;
use crate::visitor::Visitor;

type Body<T> = Result<Json<T>, JsonRejection>;

/// The most puzzles that are skipped.
const SKIPPED_MAX: usize = 10_000;

/// `GET /api/puzzles`
#[derive(Debug, Serialize)]
pub(super) struct PuzzleGames {
    /// Whether what this client solves counts.
    rated: bool,
    games: Vec<PuzzleGame>,
}

/// The puzzles of a game.
#[derive(Debug, Serialize)]
struct PuzzleGame {
    game: String,
    count: usize,
    /// How many were never tried.
    new: usize,
    /// How many were missed and are to be shown again.
    due: usize,
    motifs: Vec<MotifCount>,
    /// The solver's; null for those whose attempts don't count.
    rating: Option<Rating>,
}

/// The puzzles about something.
#[derive(Debug, Serialize)]
struct MotifCount {
    motif: String,
    count: usize,
}

pub(super) async fn list(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
) -> Result<Json<PuzzleGames>, Refused> {
    let (library, _permit) = library::begin(&server, client)?;
    let games = library.search(move |library| {
        games_of(library, visitor, unix_time()).map_err(|error| failed(&error))
    });
    let games = games.await?;
    Ok(Json(PuzzleGames { rated: visitor == Visitor::Owner, games }))
}

/// The games that have puzzles, in the order of their names.
fn games_of(
    library: &Library,
    visitor: Visitor,
    now: Duration,
) -> Result<Vec<PuzzleGame>, LibraryError> {
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

/// The rating of this visitor in a game; none if it has none.
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
    /// The puzzles of a game at this time. Without a rating, none of them was ever tried.
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
pub(super) struct Wanted {
    /// A game, or a family of games.
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    motif: Option<String>,
    /// Numbers of puzzles that are not to be shown.
    #[serde(default)]
    skipped: Vec<i64>,
}

/// The puzzle to solve next; null if none is left for now.
#[derive(Debug, Serialize)]
pub(super) struct NextPuzzle {
    puzzle: Option<ShownPuzzle>,
    /// The solver's in its game; null without a puzzle, and for those whose attempts don't count.
    solver_rating: Option<Rating>,
}

/// `POST /api/puzzles/next`
pub(super) async fn next(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    wanted: Body<Wanted>,
) -> Result<Json<NextPuzzle>, Refused> {
    let Json(wanted) = wanted?;
    if wanted.skipped.len() > SKIPPED_MAX {
        return Err(Refused::bad(format!("skipped: more than {SKIPPED_MAX}")));
    }
    let (library, _permit) = library::begin(&server, client)?;
    library.search(move |library| wanted.find(library, visitor).map(Json)).await
}

impl Wanted {
    /// The next puzzle. Those that can't be shown, of a game that this program doesn't have for example, are passed over.
    fn find(mut self, library: &Library, visitor: Visitor) -> Result<NextPuzzle, Refused> {
        let (game, motif) = (self.game.as_deref(), self.motif.as_deref());
        let filter = PuzzleFilter { game, motif, id: None };
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

/// The easiest puzzle that is not skipped: who has no rating begins with it.
fn easiest(
    library: &Library,
    filter: PuzzleFilter<'_>,
    skipped: &[i64],
) -> Result<Option<KeptPuzzle>, LibraryError> {
    let rest = library.puzzles(filter)?.into_iter().filter(|kept| !skipped.contains(&kept.id));
    Ok(rest.min_by(|one, other| one.puzzle.rating.value.total_cmp(&other.puzzle.rating.value)))
}

/// What was played of a puzzle: the moves of the solver and the replies in turn.
#[derive(Debug, Deserialize)]
pub(super) struct Played {
    /// How often it was tried when it was shown: an attempt counts once.
    attempts: u32,
    #[serde(default)]
    moves: Vec<String>,
}

/// The body of `POST /api/puzzles/{puzzle}/moves`.
#[derive(Debug, Deserialize)]
pub(super) struct Trying {
    #[serde(flatten)]
    played: Played,
    /// The move that is tried.
    #[serde(rename = "move")]
    mv: String,
}

/// What becomes of a puzzle.
#[derive(Debug, Serialize)]
pub(super) struct PuzzleAnswer {
    verdict: Verdict,
    /// What was played.
    steps: Vec<PuzzleStep>,
    /// Whether it is over.
    over: bool,
    /// Whether the attempt was solved or missed by this; null if neither.
    solved: Option<bool>,
    /// Null if nothing has counted.
    rating: Option<RatingChange>,
    /// What is known of the puzzle when it is over; null before.
    about: Option<PuzzleFacts>,
}

/// `POST /api/puzzles/{puzzle}/moves`: tries a move.
pub(super) async fn try_move(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    Path(number): Path<String>,
    trying: Body<Trying>,
) -> Result<Json<PuzzleAnswer>, Refused> {
    let Json(Trying { played: Played { attempts, moves }, mv }) = trying?;
    let (library, _permit) = library::begin(&server, client)?;
    let kept = library.search(move |library| find_puzzle(library, &number)).await?;
    let puzzle = kept.puzzle.clone();
    let tried = blocking(move || PuzzleAttempt::open(&puzzle, &moves)?.try_move(&mv)).await?;
    let judgment = match tried {
        TriedMove::Judged(judgment) => judgment,
        TriedMove::Unknown(unknown) => {
            let turn = server.judging_turn().await;
            let search = move || {
                let _turn = turn;
                Ok(unknown.search())
            };
            blocking(search).await?
        }
    };
    answer(&library, visitor, &kept, attempts, judgment).await
}

/// `POST /api/puzzles/{puzzle}/solution`: gives up.
pub(super) async fn solve(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    Path(number): Path<String>,
    played: Body<Played>,
) -> Result<Json<PuzzleAnswer>, Refused> {
    let Json(Played { attempts, moves }) = played?;
    let (library, _permit) = library::begin(&server, client)?;
    let kept = library.search(move |library| find_puzzle(library, &number)).await?;
    let puzzle = kept.puzzle.clone();
    let judgment = blocking(move || Ok(PuzzleAttempt::open(&puzzle, &moves)?.give_up())).await?;
    answer(&library, visitor, &kept, attempts, judgment).await
}

/// Notes what counts, and says what has become of the puzzle.
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
        // The source has names of players.
        if visitor == Visitor::Owner { facts.with_source(&kept.puzzle) } else { facts }
    });
    Ok(Json(PuzzleAnswer { verdict, steps, over, solved: is_solved, rating, about }))
}

/// Where the move of the solution begins.
#[derive(Debug, Serialize)]
pub(super) struct PuzzleHint {
    /// The number of the square; null for a move that touches none.
    square: Option<usize>,
}

/// `POST /api/puzzles/{puzzle}/hint`
pub(super) async fn hint(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Path(number): Path<String>,
    played: Body<Played>,
) -> Result<Json<PuzzleHint>, Refused> {
    let Json(Played { moves, .. }) = played?;
    let (library, _permit) = library::begin(&server, client)?;
    let kept = library.search(move |library| find_puzzle(library, &number)).await?;
    blocking(move || {
        let square = PuzzleAttempt::open(&kept.puzzle, &moves)?.hint();
        Ok(Json(PuzzleHint { square }))
    })
    .await
}
