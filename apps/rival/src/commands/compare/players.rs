//! Two players over whole games.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Turn};
use games_package::{Ending, Event, MatchSetup, PlayedMove, TableGame, Thinking};
use serde_json::json;

use crate::arguments::{CompareArguments, LimitArguments};
use crate::commands::watch::{nobody_answers, player_failure};
use crate::failure::{CommandResult, Failure};
use crate::house::House;
use crate::live::{Input, LiveMatch, Message};
use crate::sentences;

/// What one player did in one game.
#[derive(Clone, Debug, Default)]
struct Effort {
    nodes: u64,
    evaluations: u64,
    cutoffs: u64,
    time: Duration,
    /// The newest report on the move that is being thought about: each tells of the whole thought so far.
    newest: Thinking,
}

impl Effort {
    /// A move is made: what was thought about it counts.
    fn end_move(&mut self, elapsed: Duration) {
        let thought = std::mem::take(&mut self.newest);
        self.nodes += thought.nodes;
        self.evaluations += thought.evaluations;
        self.cutoffs += thought.cutoffs;
        self.time += elapsed;
    }
}

/// One game: what each seat did, and how it ended.
struct Played {
    efforts: Vec<Effort>,
    plies: usize,
    ending: Option<Ending>,
}

pub(super) fn run(
    house: &House,
    arguments: &CompareArguments,
    game: &Arc<dyn TableGame>,
    games: u32,
) -> CommandResult {
    let mut points = [0.0; 2];
    for number in 0..games {
        // Each moves first in every second game.
        let first = usize::try_from(number % 2).unwrap_or_default();
        let players = [arguments.players[first].clone(), arguments.players[1 - first].clone()];
        let limits = LimitArguments { time: arguments.time, ..LimitArguments::default() };
        let seed = arguments.seed.wrapping_add(u64::from(number / 2));
        let mut setup = house.match_setup(Arc::clone(game), &players, &limits, Some(seed))?;
        setup.position.clone_from(&arguments.position);
        if number == 0 {
            write_heading(arguments)?;
        }
        let played = play(setup, &**game)?;
        for (player, points) in points.iter_mut().enumerate() {
            *points += share(&played, if player == 0 { first } else { 1 - first });
        }
        write_game(arguments, &**game, number, &players, &played)?;
    }
    write_points(arguments, points)
}

/// 1 for a win, ½ for a draw, 0 for a loss.
fn share(played: &Played, seat: usize) -> f64 {
    let payoff = played
        .ending
        .as_ref()
        .and_then(|ending| ending.payoffs.as_ref())
        .map_or(0, |payoffs| payoffs[seat]);
    f64::from(payoff.signum() + 1) / 2.0
}

fn play(setup: MatchSetup, game: &dyn TableGame) -> Result<Played, Failure> {
    let mut efforts = vec![Effort::default(); setup.seats.len()];
    let live = LiveMatch::begin(setup, Input::None)?;
    for message in &live.messages {
        match message {
            Message::Table(event) => match *event {
                Event::InputRequested { seat, .. } => return Err(nobody_answers(game, seat)),
                event => note(&mut efforts, event),
            },
            Message::TableClosed => break,
            Message::Interrupted => return Err(Failure::interrupted()),
            Message::Line(_) | Message::EndOfInput => {}
        }
    }
    let record = live.finish()?.record;
    player_failure(game, &record)?;
    Ok(Played { efforts, plies: record.plies.len(), ending: record.ending })
}

fn note(efforts: &mut [Effort], event: Event) {
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
            ["nodes", "evaluations", "cut-offs", "time"].map(|name| format!("{name:>14}")).concat();
        writeln!(stdout(), "{:>4}  {:<28}{columns}  plies, result", "game", "player")?;
    }
    Ok(())
}

fn write_game(
    arguments: &CompareArguments,
    game: &dyn TableGame,
    number: u32,
    players: &[String; 2],
    played: &Played,
) -> CommandResult {
    let mut out = stdout().lock();
    let result = played
        .ending
        .as_ref()
        .map_or_else(String::new, |ending| sentences::ending_sentence(game, ending));
    for (seat, (player, effort)) in
        Seat::all(players.len()).zip(players.iter().zip(&played.efforts))
    {
        let Effort { nodes, evaluations, cutoffs, time, .. } = effort;
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
        writeln!(out, "{} {first} : {second} {}", names[0], names[1])?;
    }
    Ok(())
}
