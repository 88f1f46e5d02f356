//! Matches that go on: with the seats and the clocks of their records, or with others.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use games_package::{MatchSetup, Odds, Record, TableGame};
use house::{Failure, FailureKind, House, Limits, PlayerSpec};

use crate::arguments::SeatArgument;
use crate::recorded::{self, Recorded, players_of_ours};

/// What is otherwise than in the record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a> {
    /// Who takes which seat in place of who sat there.
    pub(crate) seats: &'a [SeatArgument],
    /// Time, where it is given, goes over that of the record.
    pub(crate) limits: Limits,
    pub(crate) seed: Option<u64>,
}

/// The match in a record, from where it stands, with these players in place of who is changed.
///
/// # Errors
/// If there is no such seat or player.
pub(crate) fn setup(
    house: &House,
    record: Record,
    game: Arc<dyn TableGame>,
    mut players: Vec<PlayerSpec>,
    changes: Changes<'_>,
) -> Result<MatchSetup, Failure> {
    for seat in changes.seats {
        let place = players.get_mut(seat.number - 1);
        let place = place.ok_or_else(|| no_such_seat(&*game, seat.number))?;
        *place = PlayerSpec::from_user(seat.player.as_str());
    }
    let seed = changes.seed.unwrap_or(record.seed);
    let mut setup = house.match_setup(game, &players, changes.limits, Some(seed))?;
    let Record {
        players: recorded,
        mut plies,
        variations,
        time_control,
        thinking,
        pondering,
        start,
        ..
    } = record;
    if changes.limits.time.is_none() {
        setup.time_control = time_control;
        setup.odds = recorded.iter().map(|player| player.odds).collect();
        for seat in changes.seats {
            setup.odds[seat.number - 1] = Odds::default();
        }
        house.lift_move_time(&mut setup);
    } else {
        // What the clocks showed says nothing where time is counted in another way.
        for ply in &mut plies {
            ply.clock = None;
        }
    }
    setup.thinking.depth = setup.thinking.depth.or(thinking.depth);
    setup.thinking.nodes = setup.thinking.nodes.or(thinking.nodes);
    setup.pondering |= pondering;
    setup.opening = plies;
    setup.variations = variations;
    setup.position = Some(start);
    Ok(setup)
}

/// The match in this file, with the seats and the clocks of its record.
///
/// # Errors
/// If it can't be read, or if there is no such player.
pub(crate) fn loaded(house: &House, file: &Path) -> Result<MatchSetup, Failure> {
    let recorded = recorded::load(file)?;
    let players = recorded.players(file);
    let Recorded { record, game, .. } = recorded;
    let changes = Changes { seats: &[], limits: Limits::default(), seed: None };
    setup(house, record, game, players, changes)
}

/// The same match with everybody one seat further: of two, each has the other's.
///
/// # Errors
/// If there is no such player any more.
pub(crate) fn switched(
    house: &House,
    mut record: Record,
    game: Arc<dyn TableGame>,
) -> Result<MatchSetup, Failure> {
    record.players.rotate_right(1);
    // Who gets another's seat gets the other's clock as well.
    let changes = Changes { seats: &[], limits: Limits::default(), seed: None };
    let players = players_of_ours(&record);
    setup(house, record, game, players, changes)
}

/// The failure of who names a seat that the game doesn't have.
pub(crate) fn no_such_seat(game: &dyn TableGame, number: usize) -> Failure {
    let (name, count) = (game.name(), game.seat_count());
    let error = anyhow!("{name} has no seat {number}: its seats are 1 to {count}");
    Failure::new(FailureKind::Usage, error)
}
