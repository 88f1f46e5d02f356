//! Writes sheets as text.

use backgammon::{Backgammon, Move, Phase, Position};
use board_engine::{Game, Notation, Seat, printable};
use notation::{Sheet, SheetError};

use super::{NAME, rules};

/// The width of the left player's column.
const COLUMN: usize = 33;
/// The indentation of lines without a number.
const NO_NUMBER: &str = "     ";

/// Formats a match.
///
/// # Errors
/// [`SheetError::Unwritable`] for other games, for a start in the middle of a game, and for an illegal move.
pub(super) fn write(sheet: &Sheet) -> Result<String, SheetError> {
    let unwritable = |what: String| SheetError::Unwritable { format: NAME, what };
    let name = sheet.game.as_deref().unwrap_or_default();
    let game = rules(name).ok_or_else(|| unwritable(format!("{name} matches")))?;
    let start = match &sheet.start {
        Some((text, _)) => game.parse_position(text).ok(),
        None => Some(game.start()),
    };
    let start = start.filter(|start| start.phase() == Phase::Opening);
    let position = start.ok_or_else(|| unwritable("a start in the middle of a game".into()))?;
    let mut writer =
        Writer { text: String::new(), sheet, game, position, cells: Vec::new(), game_count: 0 };
    writer.head();
    for mv in &sheet.moves {
        let known = game.parse_move(&writer.position, &mv.text);
        let known = known.map_err(|_error| unwritable(format!("the move \"{}\"", mv.text)))?;
        if writer.cells.is_empty() {
            writer.begin_game();
        }
        writer.play(known);
    }
    writer.end();
    Ok(writer.text)
}

struct Writer<'a> {
    text: String,
    sheet: &'a Sheet,
    game: Backgammon,
    position: Position,
    /// The sides' actions in this game so far.
    cells: Vec<(Seat, String)>,
    game_count: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn head(&mut self) {
        for (name, value) in &self.sheet.tags {
            self.line(&format!("; [{name} \"{}\"]", printable(value).replace('"', "'")));
        }
        if !self.sheet.tags.is_empty() {
            self.line("");
        }
        self.line(&format!(" {} point match", self.game.match_points().unwrap_or(0)));
    }

    fn begin_game(&mut self) {
        self.game_count += 1;
        let [left, right] = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let name = self.sheet.players.get(seat.index()).map(|name| printable(name));
            let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "?".into());
            format!("{name} : {}", self.position.score(seat))
        });
        self.line("");
        self.line(&format!(" Game {}", self.game_count));
        self.line(&format!(" {left:<width$}  {right}", width = COLUMN + 2));
    }

    fn play(&mut self, mv: Move) {
        let before = self.position;
        let (mover, text) = (before.mover(), self.game.format_move(&before, mv));
        self.game.play(&mut self.position, mv);
        let cell = match mv {
            Move::Roll | Move::Resigned { .. } => None,
            Move::Rolled(roll) => {
                let [high, low] = roll.sorted().dice();
                Some((self.position.mover(), format!("{high}{low}:")))
            }
            Move::Play(play) => {
                if let Some((_, cell)) = self.cells.last_mut()
                    && !play.is_pass()
                {
                    cell.push(' ');
                    cell.push_str(&text.replace(',', " "));
                }
                None
            }
            Move::Double => {
                Some((mover, format!(" Doubles => {}", 2 * u32::from(before.cube().value))))
            }
            Move::Take => Some((mover.opponent(), " Takes".into())),
            Move::Drop => Some((mover.opponent(), " Drops".into())),
        };
        self.cells.extend(cell);
        if let Some((winner, points)) = self.won(&before, mv) {
            self.end_game(winner, points);
        }
    }

    /// The winner and the points, if this move ends a game.
    fn won(&self, before: &Position, mv: Move) -> Option<(Seat, u8)> {
        match mv {
            Move::Drop => Some((before.mover(), before.cube().value)),
            Move::Resigned { winner, points } => Some((winner, points)),
            Move::Play(play) => {
                let mut board = *before.board();
                board.play(before.mover(), play);
                let winner = board.winner()?;
                Some((winner, self.game.points(&board, before.cube(), winner)))
            }
            _ => None,
        }
    }

    fn rows(&mut self) {
        let mut rows: Vec<[String; 2]> = Vec::new();
        for (seat, cell) in std::mem::take(&mut self.cells) {
            match rows.last_mut() {
                Some([_, right]) if seat == Seat::SECOND && right.is_empty() => *right = cell,
                _ if seat == Seat::SECOND => rows.push([String::new(), cell]),
                _ => rows.push([cell, String::new()]),
            }
        }
        for ([left, right], number) in rows.iter().zip(1..) {
            self.line(&format!("{number:>3}) {left:<COLUMN$} {right}"));
        }
    }

    /// Writes the result in the winner's column, after the loser's last move if the loser's column is on the left.
    fn end_game(&mut self, winner: Seat, points: u8) {
        let unit = if points == 1 { "point" } else { "points" };
        let is_over = self.position.phase() != Phase::Opening && self.game.match_points().is_some();
        let match_too = if is_over { " and the match" } else { "" };
        let won = format!(" Wins {points} {unit}{match_too}");
        let is_behind = winner == Seat::SECOND
            && self.cells.last().is_some_and(|(seat, _)| *seat == Seat::FIRST);
        if is_behind {
            self.cells.push((winner, won));
            return self.rows();
        }
        self.rows();
        let indent = if winner == Seat::FIRST { 0 } else { COLUMN + 1 };
        self.line(&format!("{NO_NUMBER}{:indent$}{won}", ""));
    }

    /// Ends a game that the rules have not ended, with the winner given in the sheet.
    fn end(&mut self) {
        match (self.cells.is_empty(), self.game_count) {
            // A game's heading contains the players' names.
            (true, 0) => self.begin_game(),
            (true, _) => return,
            (false, _) => {}
        }
        match self.sheet.payoffs.as_deref() {
            Some(&[first, second]) if first != second => {
                let winner = if first > second { Seat::FIRST } else { Seat::SECOND };
                let points = match self.game.match_points() {
                    Some(goal) => goal - self.position.score(winner).min(goal),
                    None => u8::try_from(first.max(second)).unwrap_or(1),
                };
                self.end_game(winner, points);
            }
            _ => self.rows(),
        }
    }
}
