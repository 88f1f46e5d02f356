//! Writes a file of random matches in a notation, for measuring the library:
//!
//! ```sh
//! cargo run --release -p match-library --example million_games -- checkers 1000000 games.pdn
//! ```

use std::env;
use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::{Context, bail};
use game_catalog::{sheet_format, table_game};
use games_package::{MatchState, TableGame};
use notation::{Sheet, SheetMove};

/// Number of player names.
const PLAYERS: u32 = 5_000;

/// Maximum length of a match in plies.
const PLIES_MAX: usize = 120;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [game, count, file] = arguments.as_slice() else {
        bail!("usage: million_games GAME COUNT FILE");
    };
    let count: u32 = count.parse().context("the number of matches")?;
    let game = table_game(game)?;
    let format = sheet_format(game.name())?;
    let mut out = BufWriter::new(File::create(file)?);
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    for number in 0..count {
        out.write_all(format.write(&random_match(&*game, number, &mut rng)?)?.as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// A match of random moves. Half of the moves are the first legal move, so many matches share their first moves.
fn random_match(game: &dyn TableGame, number: u32, rng: &mut Rng) -> anyhow::Result<Sheet> {
    let mut state = game.open(None)?;
    let mut moves = Vec::new();
    let mut texts = Vec::new();
    while state.outcome().is_none() && moves.len() < PLIES_MAX {
        state.legal_moves(&mut texts);
        let index = if rng.below(2) == 0 { 0 } else { rng.below(u32::try_from(texts.len())?) };
        let text = state.play(&texts[index as usize])?;
        moves.push(SheetMove { text, ..SheetMove::default() });
    }
    let player = |rng: &mut Rng| format!("Player {}", rng.below(PLAYERS).min(rng.below(PLAYERS)));
    let payoffs = outcome(&*state, rng);
    let tag = |name: &str, value: String| (name.to_owned(), value);
    Ok(Sheet {
        game: Some(game.name().into()),
        players: vec![player(rng), player(rng)],
        tags: vec![
            tag("Event", format!("Open {}", number / 500)),
            tag(
                "Date",
                format!("{}.{:02}.{:02}", 1950 + number % 75, 1 + number % 12, 1 + number % 28),
            ),
            tag("WhiteElo", (1500 + rng.below(1200)).to_string()),
            tag("BlackElo", (1500 + rng.below(1200)).to_string()),
        ],
        moves,
        payoffs: Some(payoffs),
        ..Sheet::default()
    })
}

/// The result according to the rules, or a random result if the game is unfinished.
fn outcome(state: &dyn MatchState, rng: &mut Rng) -> Vec<i16> {
    let by_rules = state.outcome().map(|outcome| outcome.payoffs().to_vec());
    by_rules
        .unwrap_or_else(|| [vec![1, -1], vec![0, 0], vec![-1, 1]][rng.below(3) as usize].clone())
}

/// An xorshift generator (Marsaglia, 2003).
struct Rng(u64);

impl Rng {
    /// A number below `count`.
    fn below(&mut self, count: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(((self.0 >> 32) * u64::from(count)) >> 32).unwrap_or(0)
    }
}
