//! Lines of moves on sheets, played by the rules.

use std::time::Duration;

use board_engine::{NotationError, Seat, Turn};

use super::{Comment, SheetError, SheetMove};
use crate::move_words::WORDS_MAX;
use crate::{MatchState, Note, Ply, Record, TableGame, Thought, Variation};

/// The seat that a game of two calls White; `None` if it calls none so.
pub(super) fn white_seat(game: &dyn TableGame) -> Option<Seat> {
    let is_white = |seat: &Seat| game.seat_name(*seat) == "White";
    (game.seat_count() == 2).then(|| Seat::all(2).find(is_white)).flatten()
}

/// The seat from whose side evaluations are written in files.
#[derive(Clone, Copy)]
pub(super) struct ValueView {
    /// None where each value is as the mover sees it.
    white: Option<Seat>,
}

impl ValueView {
    /// In games of two, values are as White sees them, or the first seat where no seat is called White.
    pub(super) fn of(game: &dyn TableGame) -> Self {
        let white = || white_seat(game).unwrap_or(Seat::FIRST);
        Self { white: (game.seat_count() == 2).then(white) }
    }

    /// Converts an evaluation between the mover's side and the written one, in either direction.
    fn converted(self, thought: Thought, mover: Turn) -> Thought {
        match (mover, self.white) {
            (Turn::Seat(seat), Some(white)) if seat != white => {
                Thought { valuation: thought.valuation.for_other(), ..thought }
            }
            _ => thought,
        }
    }
}

/// All moves of a match, as they are written. A match whose start can't be set up is written without values.
pub(super) fn written(record: &Record, game: &dyn TableGame) -> Vec<SheetMove> {
    let mut line = Writer { state: game.open(Some(&record.start)).ok(), view: ValueView::of(game) };
    line.written(&record.plies, &record.variations, 0)
}

/// Keeps track of the side to move while lines are written.
struct Writer {
    state: Option<Box<dyn MatchState>>,
    view: ValueView,
}

impl Writer {
    /// A line with its variations; `first` plies were played before it. A variation after its last ply is written as
    /// another way to play that ply, with the ply itself before it.
    fn written(&mut self, plies: &[Ply], variations: &[Variation], first: usize) -> Vec<SheetMove> {
        let begin = self.ply();
        let mut moves: Vec<SheetMove> = plies.iter().map(|ply| self.written_ply(ply)).collect();
        for variation in variations {
            let index = variation.after.saturating_sub(first);
            self.take_back_to(begin);
            plies.iter().take(index).for_each(|ply| self.play(ply));
            let line = self.written(&variation.plies, &variation.variations, variation.after);
            if let Some(mv) = moves.get_mut(index) {
                mv.others.push(line);
            } else if let Some(last) = moves.last_mut() {
                let repeated =
                    SheetMove { others: Vec::new(), comment: String::new(), ..last.clone() };
                last.others.push([vec![repeated], line].concat());
            }
        }
        self.take_back_to(begin);
        moves
    }

    fn written_ply(&mut self, ply: &Ply) -> SheetMove {
        let mut comment = Comment::of(ply);
        let mover = self.state.as_ref().map(|state| state.turn());
        let turned = |thought| Some(self.view.converted(thought, mover?));
        comment.thought = comment.thought.and_then(turned);
        self.play(ply);
        SheetMove {
            text: ply.mv.clone(),
            mark: ply.note.mark,
            comment: comment.to_text(),
            ..SheetMove::default()
        }
    }

    /// An illegal move is written all the same; the side to move after it is unknown.
    fn play(&mut self, ply: &Ply) {
        if let Some(state) = &mut self.state
            && state.play_on(&ply.mv).is_err()
        {
            self.state = None;
        }
    }

    fn ply(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.ply())
    }

    fn take_back_to(&mut self, ply: usize) {
        if let Some(state) = &mut self.state {
            take_back_to(&mut **state, ply);
        }
    }
}

/// Plays a line with its variations on a match that is before it, and is there again afterwards.
fn read_line(
    state: &mut dyn MatchState,
    view: ValueView,
    moves: &[SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<Vec<Ply>, SheetError> {
    let first = state.ply();
    let plies = play_line(state, view, moves, variations);
    take_back_to(state, first);
    plies
}

/// Plays a line with its variations on a match that is before it, and after its last ply afterwards.
pub(super) fn play_line(
    state: &mut dyn MatchState,
    view: ValueView,
    moves: &[SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<Vec<Ply>, SheetError> {
    let mut plies = Vec::new();
    let mut left = moves;
    while let [mv, rest @ ..] = left {
        left = rest;
        let ply = match read_with_variations(state, view, mv, rest, variations) {
            Ok(ply) => ply,
            Err(error) => {
                let (joined, rest) = joined_words(state, mv, rest).ok_or(error)?;
                left = rest;
                read_with_variations(state, view, &joined, rest, variations)?
            }
        };
        plies.push(ply);
    }
    Ok(plies)
}

/// The move of several words that these begin with, since the first one alone is none, and the moves after it. Between its
/// words nothing may stand.
fn joined_words<'a>(
    state: &dyn MatchState,
    first: &SheetMove,
    rest: &'a [SheetMove],
) -> Option<(SheetMove, &'a [SheetMove])> {
    let is_bare =
        |mv: &SheetMove| mv.mark.is_none() && mv.comment.is_empty() && mv.others.is_empty();
    let mut joined = first.clone();
    for (last, count) in rest.iter().zip(1..WORDS_MAX) {
        if !is_bare(&joined) {
            return None;
        }
        let text = format!("{} {}", joined.text, last.text);
        joined = SheetMove { text, place: first.place, ..last.clone() };
        if !matches!(
            state.resolve(&joined.text),
            Err(NotationError::Malformed { .. } | NotationError::Refused { .. })
        ) {
            return Some((joined, &rest[count..]));
        }
    }
    None
}

/// Reads a move and the variations in its place.
fn read_with_variations(
    state: &mut dyn MatchState,
    view: ValueView,
    mv: &SheetMove,
    rest: &[SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<Ply, SheetError> {
    let after = state.ply();
    let mut others = Vec::new();
    for other in &mv.others {
        let mut within = Vec::new();
        let line = read_line(state, view, other, &mut within)?;
        others.push(Variation { after, plies: line, variations: within });
    }
    let ply = read_move(state, view, mv, rest)?;
    for other in others {
        add(other, &ply.mv, variations);
    }
    Ok(ply)
}

/// Adds a variation to those of the line around it, in which `played` was played in its place. Where it begins with the
/// same move, it branches off a ply later.
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

fn read_move(
    state: &mut dyn MatchState,
    view: ValueView,
    mv: &SheetMove,
    rest: &[SheetMove],
) -> Result<Ply, SheetError> {
    let mover = state.turn();
    let wrong = |error: NotationError| SheetError::malformed(mv.place, error.to_string());
    let text = match state.play_on(&mv.text) {
        Err(NotationError::Ambiguous { text, candidates }) => {
            let meant = disambiguate(state, &candidates, rest);
            let meant =
                meant.ok_or_else(|| wrong(NotationError::Ambiguous { text, candidates }))?;
            state.play_on(&meant).map_err(wrong)?
        }
        played => played.map_err(wrong)?,
    };
    let Comment { clock, elapsed, thought, remark } = Comment::parse(&mv.comment);
    let thought = thought.map(|thought| view.converted(thought, mover));
    let note = Note { thought, mark: mv.mark, remark };
    Ok(Ply { mv: text, elapsed: elapsed.unwrap_or(Duration::ZERO), clock, note })
}

/// The most plies that are tried to disambiguate the moves of one line.
const TRIES_MAX: usize = 10_000;

/// The most consecutive ambiguous moves of which all combinations are tried.
const AMBIGUOUS_MAX: usize = 10;

/// The candidate after which more of the rest of the line can be played than after any other. None if there is none,
/// or if it is not found within [`TRIES_MAX`] plies.
fn disambiguate(
    state: &mut dyn MatchState,
    candidates: &[String],
    rest: &[SheetMove],
) -> Option<String> {
    let mut tries = TRIES_MAX;
    let mut best = None;
    let mut is_alone = false;
    for candidate in candidates {
        let reached = playable_count(state, candidate, rest, AMBIGUOUS_MAX, &mut tries);
        let order = best.map_or(std::cmp::Ordering::Greater, |(most, _)| reached.cmp(&most));
        match order {
            std::cmp::Ordering::Greater => (best, is_alone) = (Some((reached, candidate)), true),
            std::cmp::Ordering::Equal => is_alone = false,
            std::cmp::Ordering::Less => {}
        }
    }
    best.filter(|_| is_alone && tries > 0).map(|(_, candidate)| candidate.clone())
}

/// How many moves of `rest` can be played after this one. The match is unchanged afterwards.
fn playable_count(
    state: &mut dyn MatchState,
    mv: &str,
    rest: &[SheetMove],
    ambiguous_left: usize,
    tries: &mut usize,
) -> usize {
    let first = state.ply();
    let mut reached = 0;
    if state.play_on(mv).is_err() {
        return 0;
    }
    while let Some(next) = rest.get(reached)
        && *tries > 0
    {
        *tries -= 1;
        match state.play_on(&next.text) {
            Ok(_) => reached += 1,
            Err(NotationError::Ambiguous { candidates, .. }) if ambiguous_left > 0 => {
                let behind = rest.get(reached + 1..).unwrap_or_default();
                let further = candidates.iter().map(|candidate| {
                    1 + playable_count(state, candidate, behind, ambiguous_left - 1, tries)
                });
                reached += further.max().unwrap_or(0);
                break;
            }
            Err(_) => break,
        }
    }
    take_back_to(state, first);
    reached
}

fn take_back_to(state: &mut dyn MatchState, ply: usize) {
    while state.ply() > ply && state.take_back() {}
}
