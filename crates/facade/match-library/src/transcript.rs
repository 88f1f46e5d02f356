//! Reads transcripts: moves without tags and, in some games, without spaces between them, such as `f5d6c3d3c4`. A file
//! can have one transcript per line, or a transcript can have several lines. The rules decide.

use game_catalog::table_game;
use games_package::{MatchState, TableGame};
use notation::{GameText, Sheet, SheetError, SheetFormat, SheetMove};

/// The length of the shortest word that can be several moves. Most first moves are shorter.
const WORD_LENGTH_MIN: usize = 4;

/// Returns `true` if the first word in the text is a move: a letter, then other letters and digits.
pub(crate) fn begins_with_move(text: &[u8]) -> bool {
    let first = text.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
    let word = first.unwrap_or_default();
    word.first().is_some_and(u8::is_ascii_alphabetic)
        && word.iter().any(u8::is_ascii_digit)
        && word.iter().all(u8::is_ascii_alphanumeric)
}

/// The sheets in a file part, with places in the file. Transcripts are separate sheets.
pub(crate) fn sheets_in(
    part: GameText<'_>,
    format: &dyn SheetFormat,
    game: Option<&str>,
) -> Vec<Result<Sheet, SheetError>> {
    let mut sheets = Vec::new();
    for read in format.read(part.text, game) {
        match read {
            Ok(mut sheet) => {
                sheet.move_down(part.lines_before);
                sheets.extend(transcripts(sheet).into_iter().map(Ok));
            }
            Err(error) => sheets.push(Err(error.moved_down(part.lines_before))),
        }
    }
    sheets
}

/// The transcripts in a sheet without tags, line by line. A line is the start of another match if more of its moves can
/// be played from the start than after the lines before it.
fn transcripts(mut sheet: Sheet) -> Vec<Sheet> {
    let lines = |moves: &[SheetMove]| moves.chunk_by(is_same_line).count();
    if !sheet.tags.is_empty() || sheet.start.is_some() || lines(&sheet.moves) < 2 {
        return vec![sheet];
    }
    let game = sheet.game.as_deref().and_then(|game| table_game(game).ok());
    let Some(mut state) = game.and_then(|game| game.open(None).ok()) else { return vec![sheet] };
    let moves = std::mem::take(&mut sheet.moves);
    let mut matches: Vec<Vec<SheetMove>> = Vec::new();
    for line in moves.chunk_by(is_same_line) {
        let begin = state.ply();
        let is_whole = play_words(&mut *state, line);
        let continued = state.ply() - begin;
        match matches.last_mut() {
            Some(last) if is_whole || continued >= playable_from_start(&*state, line) => {
                last.extend_from_slice(line);
            }
            _ => {
                while state.ply() > 0 && state.take_back() {}
                play_words(&mut *state, line);
                matches.push(line.to_vec());
            }
        }
    }
    let last = matches.len().saturating_sub(1);
    let mut sheets = Vec::with_capacity(matches.len());
    for (index, moves) in matches.into_iter().enumerate() {
        let place = moves.first().map_or(sheet.place, |mv| mv.place);
        let game = sheet.game.clone();
        let mut own = Sheet { place, game, white: sheet.white, moves, ..Sheet::default() };
        if index == 0 {
            own.place = sheet.place;
            own.preface = std::mem::take(&mut sheet.preface);
            own.faults = std::mem::take(&mut sheet.faults);
        }
        if index == last {
            own.payoffs = sheet.payoffs.take();
        }
        own.players.clone_from(&sheet.players);
        sheets.push(own);
    }
    sheets
}

fn is_same_line(mv: &SheetMove, other: &SheetMove) -> bool {
    mv.place.line == other.place.line
}

/// The number of moves in the words that can be played from the start.
fn playable_from_start(state: &dyn MatchState, words: &[SheetMove]) -> usize {
    let mut state = state.fork();
    while state.ply() > 0 && state.take_back() {}
    play_words(&mut *state, words);
    state.ply()
}

/// Plays the moves in the words, up to the first illegal move. Returns `true` if all of them are legal.
fn play_words(state: &mut dyn MatchState, words: &[SheetMove]) -> bool {
    words.iter().all(|word| {
        let mut rest = word.text.as_str();
        while !rest.is_empty() {
            match state.play_first(rest) {
                Ok((_, behind)) => rest = behind,
                Err(_) => return state.play_on(rest).is_ok(),
            }
        }
        true
    })
}

/// Splits the words of a transcript into moves. A match is not a transcript if its first word is a single move.
pub(crate) fn split_transcript(sheet: &mut Sheet, game: &dyn TableGame) {
    let is_long = |mv: &SheetMove| mv.text.len() >= WORD_LENGTH_MIN;
    if !sheet.moves.first().is_some_and(is_long) {
        return;
    }
    let start = sheet.start.as_ref().map(|(start, _)| start.as_str());
    let Ok(mut state) = game.open(start) else { return };
    let mut moves = Vec::new();
    for mv in &sheet.moves {
        let mut rest = mv.text.as_str();
        while let Ok((text, behind)) = state.play_first(rest)
            && !behind.is_empty()
        {
            rest = behind;
            moves.push(SheetMove { text, place: mv.place, ..SheetMove::default() });
        }
        moves.push(SheetMove { text: rest.into(), ..mv.clone() });
        if moves.len() == 1 {
            return;
        }
    }
    sheet.moves = moves;
}
