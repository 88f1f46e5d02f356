//! Sheets to records, and records to sheets.

use std::time::Duration;

use board_engine::{Seat, Viewer};

use super::{Comment, PlaceInText, Sheet, SheetError, SheetMove};
use crate::{
    EndReason, Ending, Failure, FailureKind, MatchState, Note, Odds, Ply, Record, RecordedPlayer,
    TableGame, ThinkingLimits, TimeControl, Variation,
};

/// Who sits where a file doesn't say which player it was.
const SOMEBODY: &str = "human";

/// The tags in which a record keeps what notation files have no tags for. With the number of a seat they are of that seat
/// alone: its player as it was asked for, and its odds.
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
    /// What there is to write of a match; positions and moves are in the game's notation.
    pub fn of(record: &Record, game: &dyn TableGame) -> Self {
        let own_start = game.open(None).map(|state| state.position(Viewer::Arbiter)).ok();
        let is_own = own_start.as_ref() == Some(&record.start);
        let start = (!is_own).then(|| (record.start.clone(), PlaceInText::default()));
        Self {
            game: Some(record.game.clone()),
            players: record.players.iter().map(|player| player.name.clone()).collect(),
            start,
            tags: tags(record, game),
            tag_places: Vec::new(),
            moves: written(&record.plies, &record.variations, 0),
            payoffs: record.ending.as_ref().and_then(|ending| ending.payoffs.clone()),
        }
    }

    /// Where the file says which player took the seat with this index; none if it doesn't say.
    pub fn player_place(&self, index: usize) -> Option<PlaceInText> {
        let name = seat_tag(PLAYER, index);
        let tag = self.tags.iter().position(|(known, _)| *known == name)?;
        self.tag_places.get(tag).copied()
    }
}

fn tags(record: &Record, game: &dyn TableGame) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
    for (index, player) in record.players.iter().enumerate() {
        add(&seat_tag(PLAYER, index), player.spec.clone());
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
    add(SEED, record.seed.to_string());
    if record.pondering {
        add(PONDERING, "yes".into());
    }
    let termination = record.ending.as_ref().map_or("unterminated", termination);
    add(TERMINATION, termination.into());
    if let Some(ending) = &record.ending {
        add(REASON, ending.describe(|seat| game.seat_name(seat)));
    }
    tags
}

/// What is granted, as far as it is limited.
fn limits(
    clock: Option<String>,
    thinking: ThinkingLimits,
) -> impl Iterator<Item = (&'static str, String)> {
    let depth = thinking.depth.map(|depth| depth.to_string());
    let nodes = thinking.nodes.map(|nodes| nodes.to_string());
    let all = [(CLOCK, clock), (DEPTH, depth), (NODES, nodes)];
    all.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// The word that PGN has for the way in which a match ended (PGN, 9.8.1).
const fn termination(ending: &Ending) -> &'static str {
    match ending.reason {
        EndReason::Rules(_) | EndReason::Resigned(_) | EndReason::DrawAgreed => "normal",
        EndReason::TimeExpired(_) => "time forfeit",
        EndReason::PlayerFailed(..) => "rules infraction",
        EndReason::Adjudicated(_) => "adjudication",
        EndReason::Stopped => "abandoned",
    }
}

/// A line with its variations; `first` plies were played before it. What goes off after its last ply is written as
/// another way to play that ply, with the ply itself before it.
fn written(plies: &[Ply], variations: &[Variation], first: usize) -> Vec<SheetMove> {
    let mut moves: Vec<SheetMove> = plies.iter().map(written_ply).collect();
    for variation in variations {
        let index = variation.after.saturating_sub(first);
        let line = written(&variation.plies, &variation.variations, variation.after);
        if let Some(mv) = moves.get_mut(index) {
            mv.others.push(line);
        } else if let Some(last) = moves.last_mut() {
            let repeated = SheetMove { others: Vec::new(), comment: String::new(), ..last.clone() };
            last.others.push([vec![repeated], line].concat());
        }
    }
    moves
}

fn written_ply(ply: &Ply) -> SheetMove {
    SheetMove {
        text: ply.mv.clone(),
        mark: ply.note.mark,
        comment: Comment::of(ply).to_text(),
        ..SheetMove::default()
    }
}

impl Record {
    /// The match on a sheet, played by the rules of `game`. Where the rules don't end it, it ended as the sheet says.
    ///
    /// # Errors
    /// [`SheetError`] with the place of the first thing that the rules forbid.
    pub fn from_sheet(sheet: &Sheet, game: &dyn TableGame) -> Result<Self, SheetError> {
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
        let plies = read_line(&mut *state, &sheet.moves, &mut variations)?;
        for ply in &plies {
            // They have been played once.
            let _known = state.play(&ply.mv);
        }
        Ok(Self {
            game: game.name().into(),
            players: players(sheet, game),
            time_control: sheet.parsed(CLOCK).unwrap_or_default(),
            thinking: ThinkingLimits { depth: sheet.parsed(DEPTH), nodes: sheet.parsed(NODES) },
            pondering: sheet.tag(PONDERING).is_some(),
            seed: sheet.parsed(SEED).unwrap_or(0),
            start,
            plies,
            variations,
            final_position: state.position(Viewer::Arbiter),
            ending: ending(sheet, &*state, game.seat_count()),
        })
    }
}

fn players(sheet: &Sheet, game: &dyn TableGame) -> Vec<RecordedPlayer> {
    let player = |index| {
        let spec = sheet.tag(&seat_tag(PLAYER, index)).filter(|spec| !spec.is_empty());
        let name = sheet.players.get(index).cloned().unwrap_or_default();
        RecordedPlayer {
            spec: spec.unwrap_or(SOMEBODY).into(),
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

/// Plays a line with its variations on a match that stands before it, and stands there again afterwards.
fn read_line(
    state: &mut dyn MatchState,
    moves: &[SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<Vec<Ply>, SheetError> {
    let first = state.ply();
    let mut plies = Vec::new();
    for mv in moves {
        let after = state.ply();
        let mut others = Vec::new();
        for other in &mv.others {
            let mut within = Vec::new();
            let line = read_line(state, other, &mut within)?;
            others.push(Variation { after, plies: line, variations: within });
        }
        let ply = read_move(state, mv)?;
        for other in others {
            add(other, &ply.mv, variations);
        }
        plies.push(ply);
    }
    while state.ply() > first && state.take_back() {}
    Ok(plies)
}

/// Adds a variation to those of the line around it, in which `played` was played in its place. Where it begins with the
/// same move, it goes off a ply later.
fn add(mut variation: Variation, played: &str, variations: &mut Vec<Variation>) {
    let is_same = variation.plies.first().is_some_and(|ply| ply.mv == played);
    if is_same {
        variation.plies.remove(0);
        let after = variation.after;
        let (outer, inner) =
            variation.variations.drain(..).partition(|within: &Variation| within.after <= after);
        variations.extend::<Vec<_>>(outer);
        variation.variations = inner;
        variation.after += 1;
    }
    if variation.plies.is_empty() {
        variations.append(&mut variation.variations);
    } else {
        variations.push(variation);
    }
}

fn read_move(state: &mut dyn MatchState, mv: &SheetMove) -> Result<Ply, SheetError> {
    let text =
        state.play(&mv.text).map_err(|error| SheetError::malformed(mv.place, error.to_string()))?;
    let Comment { clock, elapsed, thought, remark } = Comment::parse(&mv.comment);
    let note = Note { thought, mark: mv.mark, remark };
    Ok(Ply { mv: text, elapsed: elapsed.unwrap_or(Duration::ZERO), clock, note })
}

/// How the match ended: by the rules, or else as the sheet says. None if it says nothing that makes sense.
fn ending(sheet: &Sheet, state: &dyn MatchState, seat_count: usize) -> Option<Ending> {
    if let Some(outcome) = state.outcome() {
        return Some(Ending::by_rules(&outcome));
    }
    let termination = sheet.tag(TERMINATION).unwrap_or_default();
    if termination == "abandoned" {
        return Some(Ending::stopped());
    }
    let payoffs = sheet.payoffs.clone().filter(|payoffs| payoffs.len() == seat_count)?;
    let why = sheet.tag(REASON).unwrap_or("the file says so").to_owned();
    let adjudicated =
        || Ending { payoffs: Some(payoffs.clone()), reason: EndReason::Adjudicated(why.clone()) };
    let lowest = Seat::all(seat_count).min_by_key(|seat| payoffs[seat.index()])?;
    let ending = match termination {
        "adjudication" => return Some(adjudicated()),
        "time forfeit" => Ending::forfeit(seat_count, lowest, EndReason::TimeExpired(lowest)),
        "rules infraction" => {
            let failure = Failure::new(FailureKind::IllegalMove, String::new());
            Ending::failed(seat_count, lowest, failure)
        }
        _ if payoffs.iter().all(|payoff| *payoff == 0) => Ending::draw_agreed(seat_count),
        _ => Ending::forfeit(seat_count, lowest, EndReason::Resigned(lowest)),
    };
    // A result that no forfeit leads to was somebody's verdict.
    Some(if ending.payoffs.as_ref() == Some(&payoffs) { ending } else { adjudicated() })
}
