//! Measures the strength of the levels. Each level plays pairs of games against the level below it, from random
//! openings, with both sides of each opening. Also measures how much the moves lose compared with the best moves.
//!
//! `cargo run --release -p game-catalog --example levels -- GAME PAIRS`

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::env;
use std::sync::Mutex;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use game_catalog::{new_player, table_game};
use games_package::{
    AskError, Host, MatchState, MoveLimit, Options, Player, Prompt, Reply, Request, Setup,
    TableGame, Thinking, ThinkingLimits, TimeControl, Urgency, Valuation,
};
use players::LEVELS;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Failure = Box<dyn std::error::Error>;

/// Number of random plies per opening.
const RANDOM_PLIES: usize = 6;
/// Maximum length of a game in plies; longer games count as draws.
const PLIES_MAX: usize = 300;
/// Analyze one move in this many.
const JUDGED_EVERY: usize = 7;
/// Scores beyond this limit, in hundredths, count as equal because the game is decided.
const DECIDED: i32 = 1_000;
/// Minimum loss, in hundredths, for a move to count as hanging a man.
const MAN: i32 = 80;

/// Statistics on a level's moves.
#[derive(Default)]
struct Judged {
    moves: u32,
    loss: i64,
    hanging: u32,
}

fn main() -> Result<(), Failure> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().ok_or("which game?")?;
    let pairs: u64 = arguments.next().ok_or("how many pairs?")?.parse()?;
    let game = table_game(&name)?;
    let mut judge = Judge::new(game.name())?;
    println!(
        "| level | Elo above the one below | mean loss per move | a man left hanging |\n|---|---|---|---|"
    );
    for (index, level) in LEVELS.iter().enumerate() {
        let below = &LEVELS[index.saturating_sub(1)];
        let mut judged = Judged::default();
        let mut points = Vec::new();
        for seed in 0..pairs {
            let mut pair = 0.0;
            let opening = opening(&*game, seed)?;
            for seat in Seat::all(2) {
                let names = if seat == Seat::FIRST { [level, below] } else { [below, level] };
                let mut players = names
                    .map(|level| seated(game.name(), &format!("name={}", level.name), seed))
                    .into_iter()
                    .collect::<Result<Vec<_>, _>>()?;
                pair += play(&*game, &opening, &mut players, seat, &mut judge, &mut judged)?;
            }
            points.push(pair / 2.0);
        }
        let step = if index == 0 { "–".into() } else { elo_text(&points) };
        let moves = f64::from(judged.moves.max(1));
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let loss = judged.loss as f64 / moves / 100.0;
        let hanging = 100.0 * f64::from(judged.hanging) / moves;
        println!("| {} | {step} | {loss:.2} | {hanging:.1} % |", level.name);
    }
    Ok(())
}

/// A player for this game, ready for a match with this seed.
fn seated(game: &str, options: &str, seed: u64) -> Result<Box<dyn Player>, Failure> {
    let mut player = new_player(game, "level", &options.parse::<Options>()?)?;
    player.start(&setup(game, seed)).map_err(|error| error.to_string())?;
    Ok(player)
}

fn setup(game: &str, seed: u64) -> Setup {
    Setup {
        game: game.into(),
        seat: Seat::FIRST,
        seat_count: 2,
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        seed,
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
    }
}

/// A non-final position after some random plies.
fn opening(game: &dyn TableGame, seed: u64) -> Result<String, Failure> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut state = game.open(None)?;
        for _ in 0..RANDOM_PLIES {
            let moves = legal_moves(&*state);
            if !moves.is_empty() {
                state.play(&moves[chance.random_range(0..moves.len())])?;
            }
        }
        if state.outcome().is_none() {
            return Ok(state.position(Viewer::Arbiter));
        }
    }
}

fn legal_moves(state: &dyn MatchState) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves
}

/// Plays one game and returns the points of the player in `seat`. Also analyzes some of that player's moves.
fn play(
    game: &dyn TableGame,
    opening: &str,
    players: &mut [Box<dyn Player>],
    seat: Seat,
    judge: &mut Judge,
    judged: &mut Judged,
) -> Result<f64, Failure> {
    let mut state = game.open(Some(opening))?;
    for ply in 0..PLIES_MAX {
        if let Some(outcome) = state.outcome() {
            return Ok(f64::from(outcome.payoff(seat).signum() + 1) / 2.0);
        }
        let Turn::Seat(mover) = state.turn() else { return Err("a game of chance".into()) };
        let before = request(&*state, opening, mover);
        let mv = chosen(&mut *players[mover.index()], &before, &Silence::default())?;
        let is_judged = mover == seat && ply % JUDGED_EVERY < 2 && before.legal_moves.len() > 1;
        let best = if is_judged { Some(judge.value(&mut *state, opening, mover)?) } else { None };
        state.play(&mv)?;
        // A lost position can't get any worse.
        if let Some(best) = best.filter(|best| best.abs() < DECIDED / 2) {
            let loss = (best - judge.value(&mut *state, opening, mover)?).max(0);
            judged.moves += 1;
            judged.loss += i64::from(loss);
            judged.hanging += u32::from(loss >= MAN);
        }
    }
    Ok(0.5)
}

fn request(state: &dyn MatchState, start: &str, seat: Seat) -> Request {
    Request {
        seat,
        start: start.into(),
        moves: state.moves(Viewer::Arbiter).join(" "),
        position: state.position(Viewer::Arbiter),
        legal_moves: legal_moves(state),
        time_left: None,
        budget: None,
        draw_offer: None,
        clocks: Vec::new(),
    }
}

fn chosen(player: &mut dyn Player, request: &Request, host: &Silence) -> Result<String, Failure> {
    match player.choose_move(request, host) {
        Ok(Reply::Move(mv)) => Ok(mv),
        Ok(other) => Err(format!("{other:?}").into()),
        Err(error) => Err(error.to_string().into()),
    }
}

/// The strong player that analyzes moves.
struct Judge {
    player: Box<dyn Player>,
}

impl Judge {
    fn new(game: &str) -> Result<Self, Failure> {
        let options: Options = "nodes=5000,hash=1".parse()?;
        Ok(Self { player: new_player(game, "pvs", &options)? })
    }

    /// The score of the position for `seat`, in hundredths. Plays forced moves first, because players don't search
    /// them.
    fn value(
        &mut self,
        state: &mut dyn MatchState,
        start: &str,
        seat: Seat,
    ) -> Result<i32, Failure> {
        if let Some(outcome) = state.outcome() {
            return Ok(i32::from(outcome.payoff(seat).signum()) * DECIDED);
        }
        if let [only] = legal_moves(state).as_slice() {
            state.play(only)?;
            let value = self.value(state, start, seat);
            state.take_back();
            return value;
        }
        let Turn::Seat(mover) = state.turn() else { return Err("a game of chance".into()) };
        let host = Silence::default();
        chosen(&mut *self.player, &request(state, start, mover), &host)?;
        let value = host.newest.into_inner()?.clamp(-DECIDED, DECIDED);
        Ok(if mover == seat { value } else { -value })
    }
}

/// A host that stores the last reported score, in hundredths.
#[derive(Default)]
struct Silence {
    newest: Mutex<i32>,
}

impl Host for Silence {
    fn urgency(&self) -> Urgency {
        Urgency::None
    }

    fn report(&self, thinking: &Thinking) {
        if let Ok(mut newest) = self.newest.lock() {
            *newest = match thinking.valuation {
                Valuation::Centi(value) => value,
                Valuation::WinIn(_) => DECIDED,
                Valuation::LossIn(_) => -DECIDED,
            };
        }
    }

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn log(&self, _: &str) {}
}

/// The Elo difference for these points per pair, with its 95 % interval.
fn elo_text(points: &[f64]) -> String {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let count = points.len().max(1) as f64;
    let mean = points.iter().sum::<f64>() / count;
    let variance = points.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!("{:+.0} ({:+.0} to {:+.0})", elo(mean), elo(mean - error), elo(mean + error))
}
