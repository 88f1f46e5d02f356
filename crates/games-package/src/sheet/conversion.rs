//! Sheets to records, and records to sheets.

use std::borrow::Cow;

use board_engine::{Seat, Viewer};

use super::line::{ValueView, play_line, white_seat, written};
use super::{PlaceInText, Sheet, SheetError};
use crate::{
    EndReason, Ending, Failure, FailureKind, MatchState, Odds, Record, RecordedPlayer, TableGame,
    ThinkingLimits, TimeControl,
};

/// The player of a seat where a file doesn't specify one.
const UNKNOWN_PLAYER: &str = "human";

/// The seed of a match whose file has none.
const SEED_DEFAULT: u64 = 0;

/// Tags for what the standard tags of notation files don't cover. With the number of a seat they hold for that seat
/// alone: its player's specification, and its odds.
const PLAYER: &str = "Player";
const CLOCK: &str = "Clock";
const SEED: &str = "Seed";
const DEPTH: &str = "DepthLimit";
const NODES: &str = "NodesLimit";
const PONDERING: &str = "Pondering";
const TERMINATION: &str = "Termination";
const REASON: &str = "Reason";

/// The tag of that name of the seat with this index.
fn seat_tag(name: &str, index: usize) -> String {
    format!("{name}{}", index + 1)
}

impl Sheet {
    /// The sheet of a match; positions and moves are in the game's notation.
    pub fn of(record: &Record, game: &dyn TableGame) -> Self {
        let own_start = game.open(None).map(|state| state.position(Viewer::Arbiter)).ok();
        let is_own = own_start.as_ref() == Some(&record.start);
        let start = (!is_own).then(|| (record.start.clone(), PlaceInText::default()));
        Self {
            place: PlaceInText::default(),
            game: Some(record.game.clone()),
            players: record.players.iter().map(|player| player.name.clone()).collect(),
            white: white_seat(game).map(Seat::index),
            start,
            tags: tags(record, game),
            tag_places: Vec::new(),
            preface: String::new(),
            moves: written(record, game),
            payoffs: record.ending.as_ref().and_then(|ending| ending.payoffs.clone()),
        }
    }

    /// The place of the tag for the player of the seat with this index; none if there is none.
    pub fn player_place(&self, index: usize) -> Option<PlaceInText> {
        let name = seat_tag(PLAYER, index);
        let tag = self.tags.iter().position(|(known, _)| *known == name)?;
        self.tag_places.get(tag).copied()
    }
}

/// Defaults are left out: the source file may not have had them.
fn tags(record: &Record, game: &dyn TableGame) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
    for (index, player) in record.players.iter().enumerate() {
        if player.spec != UNKNOWN_PLAYER {
            add(&seat_tag(PLAYER, index), player.spec.clone());
        }
        let clock = player.odds.time_control.map(|control| control.to_string());
        for (name, value) in limits(clock, player.odds.thinking) {
            add(&seat_tag(name, index), value);
        }
    }
    let is_timed = record.time_control != TimeControl::Unlimited;
    let clock = is_timed.then(|| record.time_control.to_string());
    for (name, value) in limits(clock, record.thinking) {
        add(name, value);
    }
    if record.seed != SEED_DEFAULT {
        add(SEED, record.seed.to_string());
    }
    if record.pondering {
        add(PONDERING, "yes".into());
    }
    if let Some(ending) = &record.ending
        && let Some(termination) = termination(ending)
    {
        add(TERMINATION, termination.into());
        add(REASON, described(ending, game));
    }
    tags
}

/// The limits that are set.
fn limits(
    clock: Option<String>,
    thinking: ThinkingLimits,
) -> impl Iterator<Item = (&'static str, String)> {
    let depth = thinking.depth.map(|depth| depth.to_string());
    let nodes = thinking.nodes.map(|nodes| nodes.to_string());
    let all = [(CLOCK, clock), (DEPTH, depth), (NODES, nodes)];
    all.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// The PGN value for the way in which a match ended (PGN, 9.8.1), if it is known.
const fn termination(ending: &Ending) -> Option<&'static str> {
    Some(match ending.reason {
        EndReason::Rules(_) | EndReason::Resigned(_) | EndReason::DrawAgreed => "normal",
        EndReason::TimeExpired(..) => "time forfeit",
        EndReason::PlayerFailed(..) => "rules infraction",
        EndReason::Adjudicated(_) => "adjudication",
        EndReason::Stopped => "abandoned",
        EndReason::Unstated => return None,
    })
}

fn described(ending: &Ending, game: &dyn TableGame) -> String {
    ending.describe(|seat| game.seat_name(seat))
}

impl Record {
    /// The match on a sheet, played by the rules of `game`. Where the rules don't end it, it ended as the sheet says.
    ///
    /// # Errors
    /// [`SheetError`] with the place of the first thing that the rules forbid.
    pub fn from_sheet(sheet: &Sheet, game: &dyn TableGame) -> Result<Self, SheetError> {
        let sheet = &in_seat_order(sheet, game);
        let found = sheet.game.as_deref().ok_or(SheetError::NoGame)?;
        if found != game.name() {
            return Err(SheetError::OtherGame { found: found.into(), game: game.name().into() });
        }
        let (start, place) = match &sheet.start {
            Some((start, place)) => (Some(start.as_str()), *place),
            None => (None, PlaceInText::default()),
        };
        let wrong =
            |error: board_engine::NotationError| SheetError::malformed(place, error.to_string());
        let mut state = game.open(start).map_err(wrong)?;
        let start = state.position(Viewer::Arbiter);
        let mut variations = Vec::new();
        let plies = play_line(&mut *state, ValueView::of(game), &sheet.moves, &mut variations)?;
        Ok(Self {
            game: game.name().into(),
            players: players(sheet, game),
            time_control: sheet.parsed(CLOCK).unwrap_or_default(),
            thinking: ThinkingLimits { depth: sheet.parsed(DEPTH), nodes: sheet.parsed(NODES) },
            pondering: sheet.tag(PONDERING).is_some(),
            seed: sheet.parsed(SEED).unwrap_or(SEED_DEFAULT),
            start,
            plies,
            variations,
            final_position: state.position(Viewer::Arbiter),
            ending: ending(sheet, &*state, game),
        })
    }
}

/// The sheet with its players and payoffs in the order of the game's seats.
fn in_seat_order<'a>(sheet: &'a Sheet, game: &dyn TableGame) -> Cow<'a, Sheet> {
    white_seat(game).map_or(Cow::Borrowed(sheet), |seat| sheet.with_white_at(seat.index()))
}

fn players(sheet: &Sheet, game: &dyn TableGame) -> Vec<RecordedPlayer> {
    let player = |index| {
        let spec = sheet.tag(&seat_tag(PLAYER, index)).filter(|spec| !spec.is_empty());
        let name = sheet.players.get(index).cloned().unwrap_or_default();
        RecordedPlayer {
            spec: spec.unwrap_or(UNKNOWN_PLAYER).into(),
            name,
            origin: None,
            odds: Odds {
                time_control: sheet.parsed(&seat_tag(CLOCK, index)),
                thinking: ThinkingLimits {
                    depth: sheet.parsed(&seat_tag(DEPTH, index)),
                    nodes: sheet.parsed(&seat_tag(NODES, index)),
                },
            },
        }
    };
    (0..game.seat_count()).map(player).collect()
}

/// How the match ended: by the rules, or else as the sheet says. None if its result is missing or invalid. Where a draw
/// may not have been claimed, the result of the sheet takes precedence over the rules.
fn ending(sheet: &Sheet, state: &dyn MatchState, game: &dyn TableGame) -> Option<Ending> {
    let stated = stated_ending(sheet, game);
    let Some(by_rules) = state.ending() else { return stated };
    let has_other_result =
        |stated: &Ending| stated.payoffs.is_some() && stated.payoffs != by_rules.payoffs;
    let overruled = stated.filter(|stated| state.can_play_on() && has_other_result(stated));
    Some(overruled.unwrap_or(by_rules))
}

fn stated_ending(sheet: &Sheet, game: &dyn TableGame) -> Option<Ending> {
    let seat_count = game.seat_count();
    let termination = sheet.tag(TERMINATION).unwrap_or_default();
    let Some(payoffs) = sheet.payoffs.clone().filter(|payoffs| payoffs.len() == seat_count) else {
        return (termination == "abandoned").then(Ending::stopped);
    };
    let lowest = Seat::all(seat_count).min_by_key(|seat| payoffs[seat.index()])?;
    let why = sheet.tag(REASON).unwrap_or("the file says so");
    let known = match termination {
        "adjudication" => {
            let reason = EndReason::Adjudicated(why.to_owned());
            return Some(Ending { payoffs: Some(payoffs), reason });
        }
        "time forfeit" => Ending::forfeit(seat_count, lowest, EndReason::time_expired(lowest)),
        "rules infraction" => {
            let failure = Failure::new(FailureKind::IllegalMove, String::new());
            Ending::failed(seat_count, lowest, failure)
        }
        // Only the reason distinguishes a resignation or an agreement from an end without a noted reason.
        _ => {
            let resigned = Ending::forfeit(seat_count, lowest, EndReason::Resigned(lowest));
            let all = [resigned, Ending::draw_agreed(seat_count)];
            let fits = |ending: &Ending| described(ending, game) == why;
            all.into_iter().find(fits).unwrap_or_else(|| Ending::unstated(payoffs.clone()))
        }
    };
    // Not every result is possible after a forfeit.
    let is_stated = known.payoffs.as_ref() == Some(&payoffs);
    Some(if is_stated { known } else { Ending::unstated(payoffs) })
}
