//! Describes tournaments and their games.

use analysis::move_count;
use arena::run::Run;
use arena::run_folder::folder::Folder;
use arena::run_folder::follower::{FinishedGame, Follower};
use arena::run_folder::hosted::HostedStatus;
use arena::run_folder::places::Place;
use arena::run_folder::replay::Replays;
use arena::run_folder::status::{RunProgress, RunStatus};
use arena::tournament::Tournament;
use board_engine::{Seat, Turn};
use games_package::TableGame;
use notation::json::SeatNumber;
use serde::Serialize;
use serde_json::Value;

use crate::error::Refused;

/// The maximum number of players named per tournament in the list.
const NAMED_MAX: usize = 4;

/// The maximum number of games in one response.
const GAMES_MAX: usize = 200;

/// A tournament in the list.
#[derive(Debug, Serialize)]
pub(crate) struct ListedTournament {
    tournament: String,
    title: String,
    /// The game; `None` if the tournament can't be read.
    game: Option<String>,
    format: Option<&'static str>,
    players: Vec<String>,
    player_count: usize,
    status: RunStatus,
    why: Option<String>,
    finished: usize,
    known: usize,
    /// The time of the last game, in milliseconds since 1970.
    changed: Option<u64>,
}

impl ListedTournament {
    /// Describes the tournament in this folder. `progress` is its progress according to the journal, or why the journal
    /// can't be read.
    pub(super) fn of(
        place: Place,
        hosted: HostedStatus,
        progress: Result<RunProgress, String>,
    ) -> Self {
        let Place { name, title, path } = place;
        let folder = Folder::existing(path);
        let changed = folder.changed_ns().map(|ns| ns / 1_000_000);
        let read = folder.tournament();
        let settings = read.as_ref().ok().map(Tournament::settings);
        let players = settings.map_or(&[][..], |settings| &settings.players[..]);
        let damage = read.as_ref().err().map(ToString::to_string);
        let is_over = damage.map_or(progress.clone().map(|it| it.is_over), Err);
        let (status, why) = RunStatus::of(&folder, hosted, is_over);
        let (finished, known) = progress.map_or((0, 0), |it| (it.finished, it.known));
        Self {
            finished,
            known,
            tournament: name,
            title,
            game: settings.map(|settings| settings.game.clone()),
            format: settings.map(|settings| settings.format.name()),
            players: players.iter().take(NAMED_MAX).map(ToString::to_string).collect(),
            player_count: players.len(),
            status,
            why,
            changed,
        }
    }
}

/// Tournament games.
#[derive(Debug, Serialize)]
pub(crate) struct FoundGames {
    /// The total number of games.
    total: usize,
    games: Vec<GameLine>,
}

/// A game in a list.
#[derive(Debug, Serialize)]
struct GameLine {
    game: String,
    /// The round, from 1.
    round: usize,
    /// The replay number, from 1; 0 for a regular game.
    replay: usize,
    /// The number, from 1.
    number: usize,
    /// The player numbers in seat order.
    players: Vec<usize>,
    payoffs: Vec<i16>,
    ending: String,
    fault: Option<&'static str>,
    plies: usize,
    /// The number of moves, as players count them; null if unknown.
    moves: Option<usize>,
}

impl GameLine {
    fn of(run: &Run, game: &FinishedGame) -> Self {
        let rules = run.tournament().game();
        let round = run.round(game.round);
        let ending = game.ending().map(|ending| ending.describe(|seat| rules.seat_name(seat)));
        Self {
            game: game.id.clone(),
            round: round.map_or(game.round + 1, |round| round.number),
            replay: round.map_or(0, |round| round.replay),
            number: game.number + 1,
            players: game.players.clone(),
            payoffs: game.payoffs.clone(),
            ending: ending.unwrap_or_default(),
            fault: game.conclusion.fault(),
            plies: game.plies,
            moves: move_count(&**rules, game.plies),
        }
    }
}

impl FoundGames {
    /// The games with all these players, in schedule order, starting at this index.
    pub(crate) fn find(follower: &Follower, players: &[usize], from: usize) -> Self {
        let is_meant = |game: &&FinishedGame| players.iter().all(|it| game.players.contains(it));
        let mut games: Vec<&FinishedGame> = follower.games().iter().filter(is_meant).collect();
        games.sort_by_key(|game| (game.round, game.number));
        let total = games.len();
        let shown = games.into_iter().skip(from).take(GAMES_MAX);
        let games = shown.map(|game| GameLine::of(follower.run(), game)).collect();
        Self { total, games }
    }
}

/// A game with its moves and positions.
#[derive(Debug, Serialize)]
pub(crate) struct GameWithPositions {
    #[serde(flatten)]
    line: GameLine,
    title: String,
    /// The game: "checkers:english".
    rules: String,
    seats: Vec<String>,
    names: Vec<String>,
    /// The starting position.
    start: String,
    moves: Vec<PlayedMove>,
    /// The data shared by all positions. See [`Replays::into_shared`].
    shared: Value,
    /// The positions. See [`Replays::add`].
    positions: Value,
    /// The previous and next game between the same players.
    previous: Option<String>,
    next: Option<String>,
}

/// A move with its player's report.
#[derive(Debug, Serialize)]
struct PlayedMove {
    by: MovedBy,
    #[serde(rename = "move")]
    text: String,
    seconds: Option<f64>,
    depth: Option<u32>,
    /// The score reported by the player.
    score: Option<String>,
}

/// A move's mover.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum MovedBy {
    Seat(SeatNumber),
    Chance(&'static str),
}

impl GameWithPositions {
    /// The game with this name.
    ///
    /// # Errors
    /// [`Refused`] if there is no such game, or the journal can't be read.
    pub(crate) fn find(follower: &Follower, id: &str, place: &Place) -> Result<Self, Refused> {
        let (run, games) = (follower.run(), follower.games());
        let found = games.iter().find(|game| game.id == id);
        let game = found.ok_or_else(|| Refused::not_found("game not found"))?;
        let entry = follower.entry(game)?;
        let (tournament, rules) = (run.tournament(), &**run.tournament().game());
        let illegal =
            || Refused::failed("cannot replay the game: this program rejects one of its moves");
        let plies = entry.replayed_plies(rules).ok_or_else(illegal)?;
        let moves = plies.iter().map(|ply| {
            let (thought, seconds) = (ply.thought.as_ref(), ply.elapsed.as_secs_f64());
            PlayedMove {
                by: match ply.mover {
                    Turn::Seat(seat) => MovedBy::Seat(seat.into()),
                    Turn::Chance => MovedBy::Chance("chance"),
                },
                text: ply.mv.clone(),
                seconds: (seconds > 0.0).then_some(seconds),
                depth: thought.map(|thought| thought.depth),
                score: thought.map(|thought| thought.score.clone()),
            }
        });
        let moves = moves.collect();
        let mut replays = Replays::new(rules).ok_or_else(illegal)?;
        let positions = replays.add(rules, &entry).ok_or_else(illegal)?;
        let (previous, next) = neighbors(games, game);
        let name =
            |player: &usize| tournament.settings().players.get(*player).map(ToString::to_string);
        Ok(Self {
            line: GameLine::of(run, game),
            title: place.title.clone(),
            rules: rules.name().into(),
            seats: seat_names(rules),
            names: game.players.iter().map(|player| name(player).unwrap_or_default()).collect(),
            start: entry.start.clone(),
            moves,
            shared: replays.into_shared(),
            positions,
            previous,
            next,
        })
    }
}

fn seat_names(rules: &dyn TableGame) -> Vec<String> {
    Seat::all(rules.seat_count()).map(|seat| rules.seat_name(seat)).collect()
}

/// The previous and next game between the same players.
fn neighbors(games: &[FinishedGame], game: &FinishedGame) -> (Option<String>, Option<String>) {
    let sorted = |game: &FinishedGame| {
        let mut players = game.players.clone();
        players.sort_unstable();
        players
    };
    let players = sorted(game);
    let mut same: Vec<&FinishedGame> =
        games.iter().filter(|other| sorted(other) == players).collect();
    same.sort_by_key(|game| (game.round, game.number));
    let index = same.iter().position(|other| other.id == game.id).unwrap_or_default();
    let id = |index: Option<usize>| Some(same.get(index?)?.id.clone());
    (id(index.checked_sub(1)), id(index.checked_add(1)))
}
