//! Measures how many plies per second one writer can add to 1,000 concurrent matches.
//!
//! `cargo run --release --package match-library --example appended_plies`

#![expect(clippy::print_stdout, reason = "the result")]

use std::error::Error;
use std::time::Instant;

use games_package::{Odds, Ply, Record, RecordedPlayer, ThinkingLimits, TimeControl};
use match_library::{Batch, Library, LibraryError, MatchId, NewMatch};

const MATCHES: usize = 1_000;

/// Plies per transaction and plies per match. Every transaction waits for the disk.
const GROUPS: [(usize, usize); 4] = [(1, 2), (10, 10), (100, 60), (1_000, 60)];

fn main() -> Result<(), Box<dyn Error>> {
    println!("plies in a transaction    on the disk    without waiting for it");
    for (group, plies) in GROUPS {
        let synced = rate(group, plies, |library, add| library.write(|batch| add(batch)))?;
        let unsynced =
            rate(group, plies, |library, add| library.write_without_sync(|batch| add(batch)))?;
        println!("{group:>22} {synced:>12.0} /s {unsynced:>23.0} /s");
    }
    Ok(())
}

/// A change to the library.
type Change<'a> = &'a mut dyn FnMut(&mut Batch<'_>) -> Result<(), LibraryError>;

/// Returns the plies per second for transactions of `group` plies, with this number of plies per match.
fn rate(
    group: usize,
    plies: usize,
    write: impl Fn(&Library, Change<'_>) -> Result<(), LibraryError>,
) -> Result<f64, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let library = Library::open(folder.path(), "example")?;
    let (record, new) = (empty(), NewMatch::default());
    let ids: Result<Vec<MatchId>, LibraryError> =
        library.write(|batch| (0..MATCHES).map(|_number| batch.create(new, &record)).collect());
    let ids = ids?;
    let began = Instant::now();
    for count in 0..plies {
        for ids in ids.chunks(group) {
            write(&library, &mut |batch| {
                ids.iter().try_for_each(|id| {
                    batch.append(*id, count, &[Ply::from("22x15")], "B:W21,22,23,K24:B1,2,3,K4")
                })
            })?;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let count = (MATCHES * plies) as f64;
    Ok(count / began.elapsed().as_secs_f64())
}

/// The record of a new match.
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
        header: games_package::Header::default(),
    }
}
