//! Compares two players over whole games.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use app_context::{
    AppContext, CommandResult, Failure, FailureKind, Limits, OrFail, PlayerPool, PlayerSpec,
};
use arena::openings::{Opening, Openings};
use board_engine::{Seat, Turn};
use games_package::{Ending, Event, MatchSetup, PlayedMove, Ply, TableGame, Thinking};
use match_view::sentences;
use serde_json::json;
use tui::live::{Input, LiveMatch, Message};
use tui::verdict::{Verdict, no_input_failure};

use crate::arguments::CompareArguments;

/// A player's search statistics in one game.
#[derive(Clone, Debug, Default)]
struct SearchEffort {
    nodes: u64,
    evaluations: u64,
    cutoffs: u64,
    time: Duration,
    /// The current search's latest report. The counts in a report are cumulative.
    newest: Thinking,
}

impl SearchEffort {
    /// Adds the latest report when the move is made.
    fn end_move(&mut self, elapsed: Duration) {
        let thought = std::mem::take(&mut self.newest);
        self.nodes = self.nodes.saturating_add(thought.nodes);
        self.evaluations = self.evaluations.saturating_add(thought.evaluations);
        self.cutoffs = self.cutoffs.saturating_add(thought.cutoffs);
        self.time += elapsed;
    }
}

/// The result of one game.
struct GameResult {
    efforts: Vec<SearchEffort>,
    plies: usize,
    ending: Option<Ending>,
    verdict: Option<Verdict>,
}

impl GameResult {
    /// The reason why the game is void, if any.
    fn void_reason(&self) -> Option<&str> {
        let verdict = self.verdict.as_ref().filter(|verdict| verdict.is_void())?;
        Some(&verdict.text)
    }
}

/// The maximum number of attempts if every game is void.
const VOID_GAMES_MAX: usize = 3;

pub(super) fn run(
    app: &AppContext,
    arguments: &CompareArguments,
    game: &Arc<dyn TableGame>,
    games: u32,
) -> CommandResult {
    let openings = openings(arguments, &**game, games)?;
    // One process per player, reused for all games.
    let pool = PlayerPool::with_capacity(arguments.players.len());
    let (mut points, mut counted) = ([0.0; 2], 0);
    let mut failures = Vec::new();
    let result: CommandResult = (0..games).try_for_each(|number| {
        // The players take turns moving first.
        let first = usize::try_from(number % 2).unwrap_or_default();
        let players = [arguments.players[first].clone(), arguments.players[1 - first].clone()];
        let opening = openings.of_set(usize::try_from(number / 2).unwrap_or_default());
        let new_setup = || new_setup(app, &pool, arguments, game, number, &players, opening);
        let setup = new_setup()?;
        if number == 0 {
            write_heading(arguments)?;
        }
        let mut played = play_game(app, setup, &**game)?;
        for again in (0..VOID_GAMES_MAX).rev() {
            let Some(void) = played.void_reason() else { break };
            if again == 0 {
                return Err(Failure::new(FailureKind::Failed, anyhow!("{void}")));
            }
            played = play_game(app, new_setup()?, &**game)?;
        }
        for (player, points) in points.iter_mut().enumerate() {
            *points += points_for(&played, if player == 0 { first } else { 1 - first });
        }
        write_game(arguments, &**game, number, &players, &played)?;
        counted += 1;
        let failed = |Verdict { seat, text, .. }| format!("{}: {text}", players[seat.index()]);
        failures.extend(played.verdict.map(failed));
        Ok(())
    });
    if counted > 0 {
        write_points(arguments, points)?;
    }
    result?;
    failures.pop().map_or(Ok(()), |last| Err(player_failures(failures.len() + 1, counted, &last)))
}

/// The openings, one per pair of games.
fn openings(
    arguments: &CompareArguments,
    game: &dyn TableGame,
    games: u32,
) -> Result<Openings, Failure> {
    let Some(plies) = arguments.openings else { return Ok(Openings::start()) };
    let pairs = usize::try_from(games.div_ceil(2)).unwrap_or(usize::MAX);
    Openings::random(game, plies, pairs, arguments.seed, &mut |_| true).or_fail(FailureKind::Usage)
}

fn new_setup(
    app: &AppContext,
    pool: &PlayerPool,
    arguments: &CompareArguments,
    game: &Arc<dyn TableGame>,
    number: u32,
    players: &[String; 2],
    opening: &Opening,
) -> Result<MatchSetup, Failure> {
    let limits = Limits { time: arguments.time, ..Limits::default() };
    let seed = arguments.seed.wrapping_add(u64::from(number / 2));
    let players = players.each_ref().map(PlayerSpec::from_user);
    let mut setup = app.match_setup_in(pool, Arc::clone(game), &players, limits, Some(seed))?;
    setup.position.clone_from(&arguments.position);
    setup.opening = opening.moves.iter().map(|mv| Ply::from(mv.as_str())).collect();
    Ok(setup)
}

/// The failure to report after the last game. A player that fails only loses its game.
fn player_failures(count: usize, games: u32, last: &str) -> Failure {
    let error = match count {
        1 => anyhow!("a player failed in 1 of {games} games: {last}"),
        _ => anyhow!("players failed in {count} of {games} games, most recently {last}"),
    };
    Failure::new(FailureKind::Player, error)
}

/// 1 for a win, ½ for a draw, 0 for a loss.
fn points_for(played: &GameResult, seat: usize) -> f64 {
    let payoff = played
        .ending
        .as_ref()
        .and_then(|ending| ending.payoffs.as_ref())
        .map_or(0, |payoffs| payoffs[seat]);
    f64::from(payoff.signum() + 1) / 2.0
}

fn play_game(
    app: &AppContext,
    setup: MatchSetup,
    game: &dyn TableGame,
) -> Result<GameResult, Failure> {
    let mut efforts = vec![SearchEffort::default(); setup.seats.len()];
    let live = LiveMatch::begin(setup, Input::None)?;
    for message in &live.messages {
        match message {
            Message::Table(sequenced) => match sequenced.event {
                Event::InputRequested { seat, .. } => return Err(no_input_failure(game, seat)),
                event => record_event(&mut efforts, event),
            },
            Message::TableClosed => break,
            Message::Interrupted(by) => return Err(by.into()),
            _ => {}
        }
    }
    let finished = live.finish()?;
    let verdict = Verdict::of(app, &finished);
    let plies = finished.record.plies.len();
    Ok(GameResult { efforts, plies, ending: finished.record.ending, verdict })
}

fn record_event(efforts: &mut [SearchEffort], event: Event) {
    match event {
        Event::ThinkingReported { seat, thinking, .. } => efforts[seat.index()].newest = thinking,
        Event::MovePlayed(PlayedMove { turn: Turn::Seat(seat), elapsed, .. }) => {
            efforts[seat.index()].end_move(elapsed);
        }
        _ => {}
    }
}

fn write_heading(arguments: &CompareArguments) -> CommandResult {
    if !arguments.json {
        let columns =
            ["nodes", "evaluations", "cutoffs", "time"].map(|name| format!("{name:>14}")).concat();
        writeln!(stdout(), "{:>4}  {:<28}{columns}  plies, result", "game", "player")?;
    }
    Ok(())
}

fn write_game(
    arguments: &CompareArguments,
    game: &dyn TableGame,
    number: u32,
    players: &[String; 2],
    played: &GameResult,
) -> CommandResult {
    let mut out = stdout().lock();
    let result = played
        .ending
        .as_ref()
        .map_or_else(String::new, |ending| sentences::ending_sentence(game, ending));
    for (seat, (player, effort)) in
        Seat::all(players.len()).zip(players.iter().zip(&played.efforts))
    {
        let SearchEffort { nodes, evaluations, cutoffs, time, .. } = effort;
        let seconds = time.as_secs_f64();
        if arguments.json {
            let object = json!({
                "game": number + 1, "seat": seat.index() + 1, "player": player, "nodes": nodes,
                "evaluations": evaluations, "cutoffs": cutoffs, "seconds": seconds,
                "plies": played.plies, "result": result,
            });
            writeln!(out, "{object}")?;
            continue;
        }
        let who = format!("{player} ({})", game.seat_name(seat));
        let numbers = format!("{nodes:>14}{evaluations:>14}{cutoffs:>14}{seconds:>12.2} s");
        let end =
            if seat == Seat::FIRST { format!("{}, {result}", played.plies) } else { String::new() };
        writeln!(out, "{}", format!("{:>4}  {who:<28}{numbers}  {end}", number + 1).trim_end())?;
    }
    Ok(())
}

fn write_points(arguments: &CompareArguments, points: [f64; 2]) -> CommandResult {
    let [first, second] = points;
    let names = &arguments.players;
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", json!({"players": names, "points": points}))?;
    } else {
        writeln!(out, "{} {first}–{second} {}", names[0], names[1])?;
    }
    Ok(())
}
