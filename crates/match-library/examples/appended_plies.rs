//! How many plies a second one writer adds to 1,000 matches that are played at the same time.
//!
//! `cargo run --release --package match-library --example appended_plies`

#![expect(clippy::print_stdout, reason = "the result")]

use std::error::Error;
use std::time::Instant;

use games_package::{Odds, Ply, Record, RecordedPlayer, ThinkingLimits, TimeControl};
use match_library::{Library, MatchId, NewMatch};

const MATCHES: usize = 1_000;
const PLIES: usize = 60;

/// How many plies are written in one transaction.
const GROUPS: [usize; 4] = [1, 10, 100, 1_000];

fn main() -> Result<(), Box<dyn Error>> {
    for group in GROUPS {
        let folder = tempfile::tempdir()?;
        let library = Library::open(folder.path(), "example")?;
        let record = empty();
        let new = NewMatch::default();
        let create = |_number| library.write(|batch| batch.create(new, &record));
        let ids: Vec<MatchId> = (0..MATCHES).map(create).collect::<Result<_, _>>()?;
        let began = Instant::now();
        for count in 0..PLIES {
            for ids in ids.chunks(group) {
                library.write(|batch| {
                    ids.iter().try_for_each(|id| {
                        batch.append(*id, count, &[Ply::from("22x15")], "B:W21,22,23,K24:B1,2,3,K4")
                    })
                })?;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let rate = (MATCHES * PLIES) as f64 / seconds;
        println!("{group:>5} plies in a transaction: {rate:>8.0} plies/s");
    }
    Ok(())
}

/// The record of a match that begins.
fn empty() -> Record {
    let player = || RecordedPlayer {
        spec: "human".into(),
        name: "Ada".into(),
        origin: None,
        odds: Odds::default(),
    };
    Record {
        game: "a game".into(),
        players: vec![player(), player()],
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        seed: 0,
        start: "start".into(),
        plies: Vec::new(),
        variations: Vec::new(),
        final_position: "start".into(),
        ending: None,
    }
}
