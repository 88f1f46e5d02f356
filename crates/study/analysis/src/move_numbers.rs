//! Move numbers.

use std::fmt;

use board_engine::{Seat, Turn};
use games_package::TableGame;

use crate::study::Study;

/// The number of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    /// The number, from 1.
    pub number: usize,
    /// `true` if the number covers two moves and this is the second seat's.
    pub is_reply: bool,
}

/// Formats "12." or, for a reply, "12…".
impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_reply { "…" } else { "." })
    }
}

/// Numbers the moves of a match as its players do. With two seats, the first seat's move and the reply share a number.
/// Every move has its own number if there are more seats, and in games where a move places a single stone. Chance
/// events have no number.
///
/// ```
/// use analysis::MoveNumbers;
/// use board_engine::{Seat, Turn};
///
/// let numbered = |name| {
///     let game = game_catalog::table_game(name).unwrap();
///     let mut numbers = MoveNumbers::of(&*game);
///     let turns = [Seat::FIRST, Seat::SECOND, Seat::FIRST].map(Turn::Seat);
///     turns.map(|turn| numbers.add(turn).unwrap().to_string())
/// };
/// assert_eq!(numbered("chess"), ["1.", "1…", "2."]);
/// assert_eq!(numbered("othello"), ["1.", "2.", "3."]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNumbers {
    has_pairs: bool,
    count: usize,
    last: Option<Seat>,
}

impl MoveNumbers {
    /// The numbering of a match before its first move.
    pub fn of(game: &dyn TableGame) -> Self {
        let has_pairs = game.seat_count() == 2 && !places_stones(game);
        Self { has_pairs, count: 0, last: None }
    }

    /// `true` if a move and its reply share a number.
    pub const fn has_pairs(&self) -> bool {
        self.has_pairs
    }

    /// The last number so far; 0 before the first move.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The number of the next move if `turn` is to move. If it is chance's turn, assumes that the turn passes.
    pub fn next(&self, turn: Turn) -> MoveNumber {
        let is_reply = turn == Turn::Seat(Seat::SECOND) && self.has_pairs;
        let may_reply = is_reply || (turn == Turn::Chance && self.has_pairs);
        let is_same = may_reply && self.last == Some(Seat::FIRST);
        MoveNumber { number: self.count + usize::from(!is_same), is_reply }
    }

    /// Counts a move. Returns its number; `None` for a chance event.
    pub fn add(&mut self, turn: Turn) -> Option<MoveNumber> {
        let Turn::Seat(seat) = turn else { return None };
        let next = self.next(turn);
        *self = Self { count: next.number, last: Some(seat), ..*self };
        Some(next)
    }

    /// Formats consecutive moves with their numbers: "1. e4 e5 2. Nf3". A reply has a number only if it doesn't follow
    /// the move with the same number. Chance events are in parentheses.
    pub fn line(mut self, moves: impl IntoIterator<Item = (Turn, String)>) -> String {
        let mut words = Vec::new();
        let mut is_first = true;
        for (turn, mv) in moves {
            let follows = self.last == Some(Seat::FIRST) && !is_first;
            match self.add(turn) {
                None => words.push(format!("({mv})")),
                Some(number) if number.is_reply && follows => words.push(mv),
                Some(number) => words.push(format!("{number} {mv}")),
            }
            is_first = turn == Turn::Chance;
        }
        words.join(" ")
    }

    /// Names the position after these moves: "move 12… Nf6", or "move 0" for the start.
    pub fn place<'a>(mut self, moves: impl IntoIterator<Item = (Turn, &'a str)>) -> String {
        let named = |(turn, mv)| match self.add(turn) {
            Some(number) => format!("move {number} {mv}"),
            None => format!("({mv})"),
        };
        moves.into_iter().map(named).last().unwrap_or_else(|| "move 0".into())
    }

    /// The number of plies up to and including a move that the user gives as "12" or, for a reply, "12…". All plies if
    /// there is no such move; `None` if the text is not a move number.
    pub fn ply_of(mut self, typed: &str, turns: impl IntoIterator<Item = Turn>) -> Option<usize> {
        let digits = typed.trim_end_matches(['.', '…']);
        let is_reply = typed.ends_with('…') || typed.ends_with("..");
        let number: usize = digits.parse().ok()?;
        if number == 0 {
            return Some(0);
        }
        let wanted = |turn| {
            self.add(turn).is_some_and(|it| {
                it.number > number || (it.number == number && (it.is_reply || !is_reply))
            })
        };
        Some(turns.into_iter().position(wanted).map_or(usize::MAX, |ply| ply + 1))
    }

    /// Counts these moves. Returns the number of the last one; `None` if it is a chance event, or if there is none.
    pub fn add_all(&mut self, turns: impl IntoIterator<Item = Turn>) -> Option<MoveNumber> {
        turns.into_iter().map(|turn| self.add(turn)).last().flatten()
    }
}

/// Returns `true` if each first move touches a single square.
fn places_stones(game: &dyn TableGame) -> bool {
    let routes = game.open(None).map(|start| start.routes()).unwrap_or_default();
    !routes.is_empty() && routes.iter().all(|route| route.len() == 1)
}

/// Positions named by move numbers.
impl Study {
    /// The current position among all moves of the match: "move 2… Nf6 of 4". In a variation, only "move 2… e5".
    pub fn place(&self) -> String {
        let (game, record) = (&**self.game(), self.record());
        let moves = self.moves();
        let moves = moves.iter().map(String::as_str);
        let turns = movers(game, Some(&record.start), moves.clone());
        let numbers = MoveNumbers::of(game);
        let place = numbers.place(turns.into_iter().zip(moves));
        if self.is_in_variation() {
            return place;
        }
        format!("{place} of {}", self.match_numbers().count())
    }

    /// The numbering after all moves of the match.
    fn match_numbers(&self) -> MoveNumbers {
        let mut numbers = MoveNumbers::of(&**self.game());
        let _last = numbers.add_all(self.match_movers());
        numbers
    }

    fn match_movers(&self) -> Vec<Turn> {
        movers(&**self.game(), Some(&self.record().start), self.record().moves())
    }

    /// The number of plies in the match up to and including a typed move: see [`MoveNumbers::ply_of`].
    pub fn ply_of_move(&self, typed: &str) -> Option<usize> {
        MoveNumbers::of(&**self.game()).ply_of(typed, self.match_movers())
    }

    /// The number of moves in the match, in words: "12 moves".
    pub fn counted_moves(&self) -> String {
        counted_moves(self.match_numbers().count())
    }
}

/// The mover of each of these moves. Ends early at a move that can't be played.
pub fn movers<'a>(
    game: &dyn TableGame,
    start: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Vec<Turn> {
    let Ok(mut state) = game.open(start) else { return Vec::new() };
    let mover = |mv: &str| {
        let turn = state.turn();
        state.play_on(mv).is_ok().then_some(turn)
    };
    moves.into_iter().map_while(mover).collect()
}

/// The number of moves in a match with this many plies. `None` if chance events are among the plies, because they don't
/// count.
pub fn move_count(game: &dyn TableGame, plies: usize) -> Option<usize> {
    let start = game.open(None).ok()?;
    if start.turn() == Turn::Chance {
        return None;
    }
    Some(if MoveNumbers::of(game).has_pairs { plies.div_ceil(2) } else { plies })
}

/// The players and the number of moves, if known: "White against Black, 12 moves".
pub fn players_and_moves<'a>(
    names: impl IntoIterator<Item = &'a str>,
    separator: &str,
    count: Option<usize>,
) -> String {
    let names = names.into_iter().map(|name| if name.is_empty() { "?" } else { name });
    let names = names.collect::<Vec<_>>().join(separator);
    count.map_or(names.clone(), |count| format!("{names}, {}", counted_moves(count)))
}

/// Formats "12 moves".
pub fn counted_moves(count: usize) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Turn = Turn::Seat(Seat::FIRST);
    const SECOND: Turn = Turn::Seat(Seat::SECOND);
    const CHANCE: Turn = Turn::Chance;

    /// Checks the number of each move, and of the next move.
    #[track_caller]
    fn check(game: &str, turns: &[Turn], next: Turn, expected: &str) {
        let game = game_catalog::table_game(game).unwrap();
        let mut numbers = MoveNumbers::of(&*game);
        let mut shown: Vec<String> = Vec::new();
        for turn in turns {
            shown.push(numbers.add(*turn).map_or_else(|| "-".into(), |number| number.to_string()));
        }
        shown.push(numbers.next(next).to_string());
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn a_move_and_its_reply_share_a_number() {
        for game in ["chess", "checkers", "checkers:international"] {
            check(game, &[], FIRST, "1.");
            check(game, &[FIRST, SECOND, FIRST], SECOND, "1. 1… 2. 2…");
            check(game, &[SECOND, FIRST], SECOND, "1… 2. 2…");
            check(game, &[FIRST, FIRST], FIRST, "1. 2. 3.");
        }
        check("backgammon", &[CHANCE, FIRST, CHANCE, SECOND], CHANCE, "- 1. - 1… 2.");
        check("backgammon", &[CHANCE, FIRST, CHANCE], SECOND, "- 1. - 1…");
        check("backgammon", &[], CHANCE, "1.");
    }

    #[test]
    fn every_placed_stone_has_its_own_number() {
        for game in ["othello", "hex", "tic-tac-toe", "connect-four"] {
            check(game, &[FIRST, SECOND, FIRST], SECOND, "1. 2. 3. 4.");
        }
    }

    #[test]
    fn a_line_numbers_a_reply_only_if_something_precedes_it() {
        let line = |game: &str, moves: &[(Turn, &str)]| {
            let numbers = MoveNumbers::of(&*game_catalog::table_game(game).unwrap());
            let moves: Vec<(Turn, &str)> = moves.to_vec();
            let texts = moves.iter().map(|(turn, mv)| (*turn, (*mv).to_owned()));
            (numbers.line(texts), numbers.place(moves.iter().copied()))
        };
        let shown = line("chess", &[(FIRST, "e4"), (SECOND, "e5"), (FIRST, "Nf3")]);
        assert_eq!(shown, ("1. e4 e5 2. Nf3".into(), "move 2. Nf3".into()));
        let shown = line("chess", &[(SECOND, "e5"), (FIRST, "Nf3"), (SECOND, "Nc6")]);
        assert_eq!(shown, ("1… e5 2. Nf3 Nc6".into(), "move 2… Nc6".into()));
        let dice = [(CHANCE, "31"), (FIRST, "8/5 6/5"), (CHANCE, "42"), (SECOND, "8/4 6/4")];
        let shown = line("backgammon", &dice);
        assert_eq!(shown.0, "(31) 1. 8/5 6/5 (42) 1… 8/4 6/4");
        assert_eq!(line("othello", &[(FIRST, "d3"), (SECOND, "c5")]).0, "1. d3 2. c5");
        assert_eq!(line("othello", &[]), (String::new(), "move 0".into()));
    }

    #[test]
    fn a_typed_number_is_a_move_or_its_reply() {
        let numbers = MoveNumbers::of(&*game_catalog::table_game("chess").unwrap());
        let turns = [FIRST, SECOND, FIRST, SECOND, FIRST];
        let ply = |typed| numbers.ply_of(typed, turns);
        assert_eq!(["0", "1", "1.", "1…", "2...", "3"].map(ply), [0, 1, 1, 2, 4, 5].map(Some));
        assert_eq!(
            [ply("4"), ply("99999999999999999999"), ply("e4"), ply("")],
            [Some(usize::MAX), None, None, None]
        );
    }

    #[test]
    fn moves_are_counted_without_chance_events() {
        let count = |name, plies| {
            let game = game_catalog::table_game(name).unwrap();
            move_count(&*game, plies)
        };
        assert_eq!([count("chess", 1), count("chess", 7)], [Some(1), Some(4)]);
        assert_eq!([count("othello", 7), count("backgammon", 7)], [Some(7), None]);
        assert_eq!(players_and_moves(["Ada", ""], " – ", Some(1)), "Ada – ?, 1 move");
        assert_eq!(players_and_moves(["Ada", "Bob"], " – ", None), "Ada – Bob");
    }
}
