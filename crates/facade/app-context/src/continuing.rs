//! Continues matches, with the recorded seats and clocks, or with different ones.

use std::iter;
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use board_engine::Viewer;
use games_package::{Header, MatchSetup, Odds, Record, TableGame};
use match_library::LoadedMatch;
use players::HumanPlayer;

use crate::context::{AppContext, Limits, any_seed};
use crate::failure::{Failure, FailureKind, OrFail};
use crate::player_request::HUMAN;
use crate::spec::PlayerSpec;

/// A player chosen for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatChoice {
    /// Seat number, from 1.
    pub number: usize,
    /// The player.
    pub player: PlayerSpec,
}

/// Changes to the record's settings.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The seats with new players.
    pub seats: Vec<SeatChoice>,
    /// The limits. The new limits' time control, if any, replaces the record's.
    pub limits: Limits,
    /// The seed that replaces the record's.
    pub seed: Option<u64>,
}

impl AppContext {
    /// Continues a recorded match. `players` has one player per seat; a human who remains in a seat keeps their name.
    ///
    /// # Errors
    /// [`Failure`] if there is no such seat or player.
    pub fn continued_setup(
        &self,
        record: Record,
        game: Arc<dyn TableGame>,
        mut players: Vec<PlayerSpec>,
        changes: &Changes,
    ) -> Result<MatchSetup, Failure> {
        for choice in &changes.seats {
            let index = choice.number.checked_sub(1);
            let seat = index.and_then(|index| players.get_mut(index));
            *seat.ok_or_else(|| no_such_seat(&*game, choice.number))? = choice.player.clone();
        }
        let seed = changes.seed.unwrap_or(record.seed);
        let mut setup = self.match_setup(game, &players, changes.limits, Some(seed))?;
        let Record { players: recorded, mut plies, .. } = record;
        for (index, (seat, player)) in setup.seats.iter_mut().zip(&recorded).enumerate() {
            let is_another = changes.seats.iter().any(|choice| choice.number == index + 1);
            if seat.spec == HUMAN && player.spec == HUMAN && !is_another && !player.name.is_empty()
            {
                seat.player = Box::new(HumanPlayer::named(player.name.as_str()));
            }
        }
        if changes.limits.time.is_none() {
            setup.time_control = record.time_control;
            setup.odds = recorded.iter().map(|player| player.odds).collect();
            for choice in &changes.seats {
                setup.odds[choice.number - 1] = Odds::default();
            }
            self.lift_move_time(&mut setup);
        } else {
            // Clock times from another time control are meaningless here.
            for ply in &mut plies {
                ply.clock = None;
            }
        }
        setup.thinking.depth = setup.thinking.depth.or(record.thinking.depth);
        setup.thinking.nodes = setup.thinking.nodes.or(record.thinking.nodes);
        setup.pondering |= record.pondering;
        setup.opening = plies;
        setup.variations = record.variations;
        setup.header = record.header;
        setup.header.reopen();
        setup.position = Some(record.start);
        Ok(setup)
    }

    /// Continues the match in a file, with the recorded seats and clocks.
    ///
    /// # Errors
    /// [`Failure`] if the player does not exist, or if the file names a program that is not allowed to start.
    pub fn setup_of_file(&self, loaded: LoadedMatch, file: &Path) -> Result<MatchSetup, Failure> {
        let players = players_in_file(&loaded, file);
        self.continued_setup(loaded.record, loaded.game, players, &Changes::default())
    }

    /// The same match, with each player moved to the next seat; in a two-player match, the players swap seats.
    ///
    /// # Errors
    /// [`Failure`] if one of the players no longer exists.
    pub fn switched_setup(
        &self,
        mut record: Record,
        game: Arc<dyn TableGame>,
    ) -> Result<MatchSetup, Failure> {
        // Each player also takes over the new seat's clock.
        record.players.rotate_right(1);
        let players = own_players(&record);
        self.continued_setup(record, game, players, &Changes::default())
    }

    /// Another match between the same players, from the same start with full clocks and a new seed. With `swaps_sides`,
    /// each player moves to the next seat.
    ///
    /// # Errors
    /// [`Failure`] if one of the players no longer exists.
    pub fn rematch_setup(
        &self,
        mut record: Record,
        game: Arc<dyn TableGame>,
        swaps_sides: bool,
    ) -> Result<MatchSetup, Failure> {
        record.plies.clear();
        record.variations.clear();
        record.header = Header::default();
        record.players.rotate_right(usize::from(swaps_sides));
        let players = own_players(&record);
        let changes = Changes { seed: Some(any_seed()), ..Changes::default() };
        self.continued_setup(record, game, players, &changes)
    }

    /// Another match between the same players from this position, with full clocks.
    ///
    /// # Errors
    /// [`Failure`] if the position is not valid in the game, or if one of the players no longer exists.
    pub fn setup_from_position(
        &self,
        record: Record,
        game: Arc<dyn TableGame>,
        position: &str,
    ) -> Result<MatchSetup, Failure> {
        let state = game.open(Some(position)).or_fail(FailureKind::Input)?;
        let start = state.position(Viewer::Arbiter);
        self.rematch_setup(Record { start, ..record }, game, false)
    }
}

/// The players in a match that was played on this computer. The programs that these players name are therefore allowed
/// to start.
pub fn own_players(record: &Record) -> Vec<PlayerSpec> {
    record.players.iter().map(|player| PlayerSpec::from_user(player.spec.as_str())).collect()
}

/// The players that the match's file requests.
pub fn players_in_file(loaded: &LoadedMatch, file: &Path) -> Vec<PlayerSpec> {
    let lines = loaded.player_lines.iter().copied().chain(iter::repeat(None));
    let players = loaded.record.players.iter().zip(lines);
    players
        .map(|(player, line)| PlayerSpec::from_file(player.spec.as_str(), file.display(), line))
        .collect()
}

/// The failure for a seat that the game doesn't have.
pub fn no_such_seat(game: &dyn TableGame, number: usize) -> Failure {
    let (name, count) = (game.name(), game.seat_count());
    let error = anyhow!("{name} has no seat {number}; its seats are 1 to {count}");
    Failure::new(FailureKind::Usage, error)
}
