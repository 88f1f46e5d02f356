//! Lines of moves on sheets, played by the rules.

use std::slice;
use std::time::Duration;

use board_engine::NotationError;
use games_package::{MOVE_WORDS_MAX, MatchState, Note, Ply, Record, TableGame, Variation};

use super::value_view::ValueView;
use super::{Comment, SheetError, SheetMove, append_comment, append_words, line_words};
use crate::stated_result::StatedResult;

/// All moves in a match as written. A match with an invalid start is written without values.
pub(super) fn written(record: &Record, game: &dyn TableGame) -> Vec<SheetMove> {
    Writer::new(record, game).written(&record.plies, &record.variations, 0)
}

/// The variations of a match without moves, as written.
pub(super) fn written_variations(record: &Record, game: &dyn TableGame) -> Vec<Vec<SheetMove>> {
    let mut line = Writer::new(record, game);
    let written = |own: &Variation| line.written(&own.plies, &own.variations, own.after);
    record.variations.iter().map(written).collect()
}

fn has_values(plies: &[Ply], variations: &[Variation]) -> bool {
    plies.iter().any(|ply| ply.note.thought.is_some())
        || variations.iter().any(|line| has_values(&line.plies, &line.variations))
}

/// Tracks the side to move while lines with values are written.
struct Writer {
    state: Option<Box<dyn MatchState>>,
    view: ValueView,
}

impl Writer {
    fn new(record: &Record, game: &dyn TableGame) -> Self {
        let open = || game.open(Some(&record.start)).ok();
        let needs_mover = has_values(&record.plies, &record.variations);
        Self { state: needs_mover.then(open).flatten(), view: ValueView::of(game) }
    }

    /// Writes a line with its variations; `first` plies were played before it. A variation after the last ply is
    /// written as an alternative to that ply, beginning with the ply itself.
    fn written(&mut self, plies: &[Ply], variations: &[Variation], first: usize) -> Vec<SheetMove> {
        let begin = self.ply();
        let mut moves: Vec<SheetMove> = plies.iter().map(|ply| self.written_ply(ply)).collect();
        for variation in variations {
            let index = variation.after.saturating_sub(first);
            self.take_back_to(begin + index);
            let played = self.ply().saturating_sub(begin);
            plies.iter().take(index).skip(played).for_each(|ply| self.play(ply));
            let line = self.written(&variation.plies, &variation.variations, variation.after);
            if let Some(mv) = moves.get_mut(index) {
                mv.others.push(line);
            } else if let Some(last) = moves.last_mut() {
                let repeated = last.bare();
                last.others.push([vec![repeated], line].concat());
            }
        }
        self.take_back_to(begin);
        moves
    }

    fn written_ply(&mut self, ply: &Ply) -> SheetMove {
        let mut comment = Comment::of(ply);
        let mover = self.state.as_ref().map(|state| state.turn());
        let written = |thought| Some(self.view.written(thought, mover?));
        comment.thought = ply.note.thought.and_then(written);
        self.play(ply);
        SheetMove {
            text: ply.mv.clone(),
            mark: ply.note.mark,
            nags: ply.note.nags.clone(),
            preface: ply.note.preface.clone(),
            comment: comment.to_text(),
            ..SheetMove::default()
        }
    }

    /// Plays a move to keep track of the side to move, which is unknown after an illegal move. An illegal move is
    /// written too.
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

/// The evaluation view, and the illegal moves.
pub(super) struct LineReading {
    pub(super) view: ValueView,
    /// The unreadable words, and the first illegal move in each line, if any.
    pub(super) faults: Vec<SheetError>,
}

/// The legal part of a line.
#[derive(Default)]
pub(super) struct Played {
    pub(super) plies: Vec<Ply>,
    pub(super) variations: Vec<Variation>,
    /// The text before the first legal move, if any. Other text is part of the remark on the ply before it.
    pub(super) preface: String,
    /// `true` if all moves are legal.
    pub(super) is_whole: bool,
}

/// Plays a line with its variations on a match that is positioned before the line. Afterwards the match is after the
/// last legal ply.
pub(super) fn play_line(
    state: &mut dyn MatchState,
    reading: &mut LineReading,
    moves: &[SheetMove],
) -> Played {
    let mut played = Played { is_whole: true, ..Played::default() };
    let mut left = moves;
    while let [mv, behind @ ..] = left {
        let faults = reading.faults.len();
        let step = read_step(state, reading, mv, behind, &mut played.variations);
        match step {
            Ok((ply, behind)) => {
                played.plies.push(ply);
                left = behind;
            }
            Err(error) => {
                // Alternatives to the illegal move become part of the text.
                reading.faults.truncate(faults);
                reading.faults.push(error);
                if is_plain_word(state, &mv.text) {
                    played.annotate(state, reading, mv, behind);
                    left = behind;
                    continue;
                }
                played.is_whole = false;
                let rest = line_words(left);
                append_words(played.comments(), &rest);
                break;
            }
        }
    }
    played
}

/// A missing move. The moves after it don't follow from the position before it.
const NULL_MOVE: &str = "--";

/// Returns `true` if the word is neither a move nor similar to one. The moves after it can then be played without it. A
/// word with a digit, or with two column letters as in `ed`, may be a move.
fn is_plain_word(state: &dyn MatchState, word: &str) -> bool {
    let is_column = |byte| matches!(byte, b'a'..=b'h');
    let is_short_capture = word.len() == 2 && word.bytes().all(is_column) && word != "ch";
    let is_like_move =
        is_short_capture || word == NULL_MOVE || word.bytes().any(|byte| byte.is_ascii_digit());
    (!is_like_move || StatedResult::parse(word).is_some())
        && matches!(state.resolve(word), Err(NotationError::Malformed { .. }))
}

impl Played {
    /// The text that comments are added to.
    fn comments(&mut self) -> &mut String {
        match self.plies.last_mut() {
            Some(last) => &mut last.note.remark,
            None => &mut self.preface,
        }
    }

    /// Attaches a word between moves to the last ply, with the word's own annotations and variations.
    fn annotate(
        &mut self,
        state: &mut dyn MatchState,
        reading: &mut LineReading,
        word: &SheetMove,
        rest: &[SheetMove],
    ) {
        let Some(last) = self.plies.last_mut() else {
            return append_words(&mut self.preface, &line_words(slice::from_ref(word)));
        };
        let text = SheetMove {
            text: word.text.clone(),
            preface: word.preface.clone(),
            ..SheetMove::default()
        };
        append_words(&mut last.note.remark, &line_words(&[text]));
        last.note.mark = last.note.mark.or(word.mark);
        last.note.nags.extend(&word.nags);
        let Comment { clock, elapsed, thought, .. } = Comment::parse(&word.comment);
        let is_second = |is_first: bool, is_stated: bool| !is_first && is_stated;
        if is_second(last.clock.is_none(), clock.is_some())
            || is_second(last.elapsed.is_zero(), elapsed.is_some())
            || thought.is_some()
        {
            // The commands would change the values of the move.
            append_words(&mut last.note.remark, &word.comment.replace("[%", "["));
        } else {
            last.clock = last.clock.or(clock);
            last.elapsed = elapsed.unwrap_or(last.elapsed);
            append_words(&mut last.note.remark, &word.comment);
        }
        if !word.others.is_empty() && state.take_back() {
            let others = read_others(state, reading, &word.others);
            // The move was legal before.
            let _played = state.play_on(&last.mv);
            others.add_to(last, &mut self.variations, rest);
        }
    }
}

/// Reads the next move, which can have several words. Also returns the remaining moves.
fn read_step<'a>(
    state: &mut dyn MatchState,
    reading: &mut LineReading,
    mv: &SheetMove,
    behind: &'a [SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<(Ply, &'a [SheetMove]), SheetError> {
    let faults = reading.faults.len();
    let error = match read_with_variations(state, reading, mv, behind, variations) {
        Ok(ply) => return Ok((ply, behind)),
        Err(error) => error,
    };
    reading.faults.truncate(faults);
    let (joined, behind) = joined_words(state, mv, behind).ok_or(error)?;
    let ply = read_with_variations(state, reading, &joined, behind, variations)?;
    Ok((ply, behind))
}

/// If the first word alone is not a move, reads a move of several words from the start of `words`. Also returns the
/// remaining moves. A move's words must be adjacent.
fn joined_words<'a>(
    state: &dyn MatchState,
    first: &SheetMove,
    rest: &'a [SheetMove],
) -> Option<(SheetMove, &'a [SheetMove])> {
    let mut joined = first.clone();
    for (last, count) in rest.iter().zip(1..MOVE_WORDS_MAX) {
        if !joined.is_bare() {
            return None;
        }
        let text = format!("{} {}", joined.text, last.text);
        let preface = first.preface.clone();
        joined = SheetMove { text, place: first.place, preface, ..last.clone() };
        if !matches!(
            state.resolve(&joined.text),
            Err(NotationError::Malformed { .. } | NotationError::Refused { .. })
        ) {
            return Some((joined, &rest[count..]));
        }
    }
    None
}

/// Reads a move and its alternatives.
fn read_with_variations(
    state: &mut dyn MatchState,
    reading: &mut LineReading,
    mv: &SheetMove,
    rest: &[SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<Ply, SheetError> {
    let others = read_others(state, reading, &mv.others);
    let mut ply = read_move(state, reading.view, mv, rest)?;
    others.add_to(&mut ply, variations, rest);
    Ok(ply)
}

/// The alternatives to a move.
#[derive(Default)]
struct Others {
    legal: Vec<Variation>,
    /// The alternatives without a legal move.
    texts: Vec<String>,
}

/// Reads the alternatives to the next move.
fn read_others(
    state: &mut dyn MatchState,
    reading: &mut LineReading,
    others: &[Vec<SheetMove>],
) -> Others {
    let mut read = Others::default();
    for other in others {
        match read_variation(state, reading, other) {
            Ok(variation) => read.legal.push(variation),
            Err(text) => read.texts.push(text),
        }
    }
    read
}

impl Others {
    /// Adds the alternatives to the ply that was played instead, and to the variations of its line. `rest` is the rest
    /// of that line.
    fn add_to(self, played: &mut Ply, variations: &mut Vec<Variation>, rest: &[SheetMove]) {
        for variation in self.legal {
            if rest.is_empty() && continues(&variation, played) {
                add_continuation(variation, variations);
            } else {
                variations.push(variation);
            }
        }
        for text in self.texts.iter().filter(|text| !text.is_empty()) {
            append_comment(&mut played.note.remark, &format!("({text})"));
        }
    }
}

/// The legal part of the variation after the current ply. The match is unchanged afterwards.
///
/// # Errors
/// The variation as text, if its first move is illegal.
pub(super) fn read_variation(
    state: &mut dyn MatchState,
    reading: &mut LineReading,
    moves: &[SheetMove],
) -> Result<Variation, String> {
    let after = state.ply();
    let Played { mut plies, variations, preface, .. } = play_line(state, reading, moves);
    take_back_to(state, after);
    let Some(first) = plies.first_mut() else { return Err(preface) };
    if !preface.is_empty() {
        let own = std::mem::replace(&mut first.note.preface, preface);
        append_comment(&mut first.note.preface, &own);
    }
    Ok(Variation { after, plies, variations })
}

/// Returns `true` if a variation on the last ply of a line repeats that ply and continues the line: the
/// [writer](Writer::written) writes variations after the last ply this way.
fn continues(variation: &Variation, played: &Ply) -> bool {
    let [first, _, ..] = variation.plies.as_slice() else { return false };
    let remark = first.note.remark.clone();
    let repeated =
        Ply { note: Note { remark, ..Note::default() }, ..Ply::from(played.mv.as_str()) };
    let is_plain = variation.variations.iter().all(|within| within.after > variation.after);
    is_plain && *first == repeated
}

/// Adds a variation that [continues](continues) a line to the line's variations. Words after the repeated ply belong
/// before the next one.
fn add_continuation(mut variation: Variation, variations: &mut Vec<Variation>) {
    let first = variation.plies.remove(0);
    variation.after += 1;
    if let Some(next) = variation.plies.first_mut() {
        let own = std::mem::replace(&mut next.note.preface, first.note.remark);
        append_comment(&mut next.note.preface, &own);
    }
    variations.push(variation);
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
    let thought = thought.map(|thought| view.read(thought, mover));
    let (nags, preface) = (mv.nags.clone(), mv.preface.clone());
    let note = Note { thought, mark: mv.mark, nags, preface, remark };
    Ok(Ply { mv: text, elapsed: elapsed.unwrap_or(Duration::ZERO), clock, note })
}

/// Maximum number of plies to try when disambiguating the moves in one line.
const TRIES_MAX: usize = 10_000;

/// Maximum number of consecutive ambiguous moves for which all combinations are tried.
const AMBIGUOUS_MAX: usize = 10;

/// The candidate that allows most of the rest of the line to be played. `None` if no single candidate is best, or if
/// the search exceeds [`TRIES_MAX`] plies.
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

/// The number of moves in `rest` that can be played after this one. The match is unchanged afterwards.
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
