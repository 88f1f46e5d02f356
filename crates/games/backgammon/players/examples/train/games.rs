//! Plays games without the cube, and reads and writes weights.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use backgammon::{Backgammon, Board, Move};
use backgammon_players::{Chances, Networks};
use board_engine::{Game, Seat, Turn};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Estimates the chances of the side that is about to roll.
pub(crate) type Judge<'a> = &'a dyn Fn(&Board, Seat) -> Chances;

/// Plays one game. Passes each position before a roll to `each`, and finally returns the winner.
pub(crate) fn play(
    judges: [Judge<'_>; 2],
    rng: &mut ChaCha8Rng,
    each: &mut dyn FnMut(&Board, Seat),
) -> (Seat, u8) {
    let game = Backgammon::default();
    let mut position = game.start();
    let mut moves = Vec::new();
    loop {
        let status = game.legal_moves(&position, &mut moves);
        if status.outcome().is_some() {
            let winner = position.board().winner().expect("a game without the cube");
            return (winner, position.board().factor(winner));
        }
        let mv = match game.turn(&position) {
            Turn::Chance => {
                let drawn = game.draw_move(&position, &moves, &mut |n| rng.random_range(0..n));
                drawn.expect("there are rolls")
            }
            Turn::Seat(seat) => best(*position.board(), seat, &moves, judges[seat.index()]),
        };
        game.play(&mut position, mv);
        if matches!(mv, Move::Play(_)) {
            each(position.board(), position.mover());
        }
    }
}

/// The play after which the other side, which is about to roll, has the worst chances.
fn best(board: Board, seat: Seat, moves: &[Move], judge: Judge<'_>) -> Move {
    if let [only] = moves {
        return *only;
    }
    let equity = |mv: &Move| {
        let Move::Play(play) = *mv else { return 0.0 };
        let mut after = board;
        after.play(seat, play);
        judge(&after, seat.opponent()).equity()
    };
    let rated = moves.iter().map(|mv| (equity(mv), *mv));
    rated.min_by(|one, other| one.0.total_cmp(&other.0)).expect("there is a play").1
}

/// Writes the weights at full precision, 4 bytes each.
pub(crate) fn keep(networks: &Networks, path: &Path) -> Result<()> {
    let bytes: Vec<u8> = networks.weights().flat_map(f32::to_le_bytes).collect();
    let beside = path.with_extension("new");
    fs::write(&beside, bytes).with_context(|| format!("writing {}", beside.display()))?;
    fs::rename(&beside, path).with_context(|| format!("replacing {}", path.display()))
}

/// Reads the output of [`keep`].
pub(crate) fn read(path: &Path) -> Result<Networks> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let (chunks, rest) = bytes.as_chunks();
    let weights: Vec<f32> = chunks.iter().copied().map(f32::from_le_bytes).collect();
    match Networks::from_weights(&weights) {
        Some(networks) if rest.is_empty() => Ok(networks),
        _ => bail!("{} contains no weights for networks of this size", path.display()),
    }
}

/// Writes the weights in the program's format, compressed by gzip.
pub(crate) fn write_small(weights: &Path, file: &Path) -> Result<()> {
    let bytes = read(weights)?.to_bytes();
    system::packed::write(file, &bytes)?;
    println!("{} bytes, packed, in {}", bytes.len(), file.display());
    Ok(())
}
