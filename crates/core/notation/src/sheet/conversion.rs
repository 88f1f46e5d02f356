//! Converts sheets to records, and records to sheets.

use std::borrow::Cow;

use board_engine::{Seat, Viewer};
use games_package::{
    MatchState, Odds, Record, RecordedPlayer, Repair, TableGame, ThinkingLimits, TimeControl,
};

use super::ending;
use super::header::{self, CLOCK, DEPTH, NODES, PLAYER, PONDERING, SEED};
use super::line::{LineReading, Played, play_line, read_variation, written, written_variations};
use super::taken_back::{self, TAKEN_BACK_TAG, with_newest_at_end};
use super::value_view::{ValueView, white_seat};
use super::{Sheet, SheetError, append_words, pgn};
use crate::PlaceInText;

/// The seat's player if the file doesn't specify one.
const UNKNOWN_PLAYER: &str = "human";

/// The match seed if the file has none.
const SEED_DEFAULT: u64 = 0;

/// The tag with this name for the seat with this index.
fn seat_tag(name: &str, index: usize) -> String {
    format!("{name}{}", index + 1)
}

impl Sheet {
    /// The sheet for a match; positions and moves are in the game's notation.
    pub fn of(record: &Record, game: &dyn TableGame) -> Self {
        let position = |start| game.open(start).map(|state| state.position(Viewer::Arbiter)).ok();
        let is_start = |start| position(start).as_ref() == Some(&record.start);
        let of_file = record.header.tag(pgn::START).filter(|start| is_start(Some(start)));
        let start = match of_file {
            None if is_start(None) => None,
            start => Some((start.unwrap_or(&record.start).to_owned(), PlaceInText::default())),
        };
        Self {
            place: PlaceInText::default(),
            game: Some(record.game.clone()),
            players: record.players.iter().map(|player| player.name.clone()).collect(),
            white: white_seat(game).map(Seat::index),
            start,
            tags: header::tags_of(record, game, tags(record, game)),
            tag_places: Vec::new(),
            verbatim_tags: Vec::new(),
            preface: record.header.preface.clone(),
            first_ply: 0,
            moves: written(record, game),
            payoffs: record.ending.as_ref().and_then(|ending| ending.payoffs.clone()),
            movetext_result: header::movetext_result(record, game),
            faults: Vec::new(),
        }
    }

    /// The place of the player tag for the seat with this index; `None` if there is no such tag.
    pub fn player_place(&self, index: usize) -> Option<PlaceInText> {
        let name = seat_tag(PLAYER, index);
        let tag = self.tags.iter().position(|(known, _)| *known == name)?;
        self.tag_places.get(tag).copied()
    }
}

/// The tags of a record. Defaults are omitted, because the source file may not have had them.
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
    for (name, value) in ending::tags(record, game) {
        add(name, value);
    }
    if record.plies.is_empty()
        && let Some(text) = taken_back::text(written_variations(record, game))
    {
        add(TAKEN_BACK_TAG, text);
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

impl Sheet {
    /// The match on the sheet, played by `game`'s rules. If the rules don't end the match, the sheet's ending counts.
    ///
    /// # Errors
    /// [`SheetError`] with the location of the first damage or rule violation.
    pub fn to_record(&self, game: &dyn TableGame) -> Result<Record, SheetError> {
        self.play_strictly(game).map(|played| played.record)
    }

    /// Plays the match on the sheet, like [`to_record`](Self::to_record).
    ///
    /// # Errors
    /// As [`to_record`](Self::to_record).
    pub fn play_strictly(&self, game: &dyn TableGame) -> Result<PlayedSheet, SheetError> {
        if let Some(fault) = self.faults.first() {
            return Err(fault.clone());
        }
        let SheetReading { record, end, faults, .. } = of_sheet(self, game)?;
        let played = PlayedSheet { record, end, repairs: Vec::new() };
        faults.into_iter().next().map_or(Ok(played), Err)
    }

    /// Plays as much of the match on the sheet as can be read: each line ends before its first illegal move, and the
    /// rest of the line becomes part of a comment. The same applies to words that are not moves. Variations are
    /// [repaired](Record::repair_variations).
    ///
    /// # Errors
    /// [`SheetError`] if the game or the start is unknown, or if there is neither a header nor a legal move.
    pub fn play(&self, game: &dyn TableGame) -> Result<PlayedSheet, SheetError> {
        let SheetReading { mut record, mut end, mut faults, is_whole } = of_sheet(self, game)?;
        let mut repairs = Vec::new();
        // Only variations can be misplaced: the match's own moves stay.
        if !faults.is_empty()
            && is_whole
            && pgn::can_be_own(self)
            && let Some((moved, texts)) = with_newest_at_end(self)
            && let Ok(repaired) = of_sheet(&moved, game)
            && repaired.faults.is_empty()
            && let to = repaired.record.plies.len()
            && let Some(line) = repaired.record.variations.iter().rfind(|line| line.after == to)
            && line.plies.iter().map(|ply| &ply.mv).eq(&texts)
            && let Some(first) = line.plies.first()
        {
            repairs.push(Repair::Moved { mv: first.mv.clone(), to });
            (record, end, faults) = (repaired.record, repaired.end, repaired.faults);
        }
        let salvaged = |error: SheetError| Repair::Salvaged { reason: error.to_string() };
        repairs.extend(self.faults.iter().cloned().chain(faults).map(salvaged));
        repairs.extend(record.repair_variations(game));
        Ok(PlayedSheet { record, end, repairs })
    }
}

/// The match on a sheet.
#[derive(Debug)]
pub struct PlayedSheet {
    /// The match; its moves are legal.
    pub record: Record,
    /// The match after its last ply.
    pub end: Box<dyn MatchState>,
    /// The salvaged parts, and the variations that were moved.
    pub repairs: Vec<Repair>,
}

/// The legal part of the match on a sheet.
struct SheetReading {
    record: Record,
    /// The match after its last legal ply.
    end: Box<dyn MatchState>,
    /// The unreadable words, and the first illegal move in each line, if any.
    faults: Vec<SheetError>,
    /// `true` if all moves of the match itself are legal.
    is_whole: bool,
}

/// Plays the match on a sheet.
///
/// # Errors
/// As [`Sheet::play`].
fn of_sheet(sheet: &Sheet, game: &dyn TableGame) -> Result<SheetReading, SheetError> {
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
    let mut reading = LineReading { view: ValueView::of(game), faults: Vec::new() };
    let mut unread_start = None;
    let mut state = match game.open(start) {
        // A file that was truncated within its header.
        Err(error) if sheet.moves.is_empty() && !sheet.has_no_players() => {
            reading.faults.push(wrong(error));
            unread_start = start.map(|start| format!("{}: {start}", pgn::START));
            game.open(None)
        }
        opened => opened,
    }
    .map_err(wrong)?;
    let start = state.position(Viewer::Arbiter);
    let Played { plies, mut variations, preface, is_whole } =
        play_line(&mut *state, &mut reading, &sheet.moves);
    if let (true, Some(text)) = (plies.is_empty(), sheet.tag(TAKEN_BACK_TAG)) {
        // A tag with another meaning stays in the header.
        if let Some(all) = taken_back::variations(text) {
            let read = |moves: &Vec<_>| read_variation(&mut *state, &mut reading, moves).ok();
            variations.extend(all.iter().filter_map(read));
        }
    }
    let (ending, contradiction) = ending::of_sheet(sheet, &*state, game);
    let mut header = header::of_sheet(sheet, &start, ending.as_ref(), game);
    // A header without moves is a match, but text alone is not.
    let is_text = plies.is_empty() && header::says_nothing(&header) && sheet.has_no_players();
    if is_text && let Some(first) = reading.faults.first() {
        return Err(first.clone());
    }
    append_words(&mut header.preface, &preface);
    append_words(&mut header.preface, &unread_start.unwrap_or_default());
    reading.faults.extend(contradiction);
    let record = Record {
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
        header,
        ending,
    };
    Ok(SheetReading { record, end: state, faults: reading.faults, is_whole })
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
