//! The usual names of chess openings.

use std::sync::LazyLock;

use board_engine::{Game, Notation};
use chess::{Chess, Position};
use cozy_chess::{Board, File, Piece, Rank, Square};
use games_package::{Rules, TableGame};
use opening_book::{Opening, Openings};

/// The list from `lichess-org/chess-openings`, which is in the public domain (CC0 1.0). Each line has a code, a name
/// and moves. `openings/README.md` gives its source.
const LISTS: [&str; 5] = [
    include_str!("openings/a.tsv"),
    include_str!("openings/b.tsv"),
    include_str!("openings/c.tsv"),
    include_str!("openings/d.tsv"),
    include_str!("openings/e.tsv"),
];

/// The length of the longest opening in the list, in plies.
const PLIES_MAX: usize = 40;

/// All openings. The first call plays the moves of all openings, which takes a few hundredths of a second.
pub(crate) fn openings() -> &'static Openings {
    static OPENINGS: LazyLock<Openings> = LazyLock::new(|| Openings::new(parse_lists(), essence));
    &OPENINGS
}

/// The opening of a match that starts with these moves from the usual start, up to the first illegal move.
pub(crate) fn opening_after<'a>(moves: impl Iterator<Item = &'a str>) -> Option<&'static Opening> {
    let mut state = Rules::new("chess", Chess::default()).open(None).ok()?;
    for text in moves.take(PLIES_MAX) {
        if state.play_on(text).is_err() {
            break;
        }
    }
    openings().of_match(&*state)
}

/// The number of FEN fields that describe only the position: pieces, side to move, castling rights.
const FIELDS: usize = 3;

/// The part of a FEN that identifies an opening. The en passant square counts only if a pawn can capture there: some
/// programs write it after every double step, so equal positions would otherwise differ.
fn essence(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').take(FIELDS).collect();
    let position = Chess::default().parse_position(text).ok();
    let taken_in_passing = position.and_then(|position| taken_in_passing(position.board()));
    let file = taken_in_passing.map_or_else(|| "-".into(), |file| file.to_string());
    format!("{} {file}", fields.join(" "))
}

/// The file of the pawn that can be captured en passant.
fn taken_in_passing(board: &Board) -> Option<File> {
    board.en_passant().filter(|file| {
        let behind = Square::new(*file, Rank::Sixth.relative_to(board.side_to_move()));
        board.generate_moves(|moves| moves.piece == Piece::Pawn && moves.to.has(behind))
    })
}

fn parse_lists() -> Vec<Opening> {
    let mut line = OpeningLine::default();
    let rows = LISTS.into_iter().flat_map(|list| list.lines().skip(1));
    rows.filter_map(|row| read(row, &mut line)).collect()
}

/// The opening on a row of the list.
fn read(row: &'static str, line: &mut OpeningLine) -> Option<Opening> {
    let mut fields = row.split('\t');
    let (code, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let position = line.follow(moves)?;
    Some(Opening { code, name, position })
}

/// The most recently played line, because neighbors in the list share most of their moves.
#[derive(Default)]
struct OpeningLine {
    game: Chess,
    /// Each move with the position after it.
    played: Vec<(&'static str, Position)>,
}

impl OpeningLine {
    /// The position after moves such as `1. e4 e5 2. Nf3`. `None` if one of the moves is illegal.
    fn follow(&mut self, moves: &'static str) -> Option<String> {
        let moves = moves.split(' ').filter(|word| !word.ends_with('.'));
        let mut count = 0;
        for text in moves {
            if self.played.get(count).is_none_or(|(played, _)| *played != text) {
                self.played.truncate(count);
                let mut position = self.position();
                let mv = self.game.parse_move(&position, text).ok()?;
                self.game.play(&mut position, mv);
                self.played.push((text, position));
            }
            count += 1;
        }
        self.played.truncate(count);
        Some(self.game.format_position(&self.position()))
    }

    fn position(&self) -> Position {
        self.played.last().map_or_else(|| self.game.start(), |(_, position)| position.clone())
    }
}
