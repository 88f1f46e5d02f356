//! A book file's text.
//!
//! ```text
//! rival opening book 1
//! game checkers:english
//! ply-cost 10
//! ballots 3
//! build nodes 20000 seed 1 program 0.1.0     how the positions that follow were searched
//! start 4/13                                 the start of the game: score in hundredths / depth
//! 0 9-13 12/12 9-14 -3/12 10-14 -5/12 …      the moves of position 0, each with the score of the position after it
//! 2 22-17 8/13 22-18 * …                     and so on: * where that position came before, or the game is over
//! ```
//!
//! Positions are numbered in order of appearance. Everything else follows from the rules.

use std::fmt::Write;
use std::sync::Arc;

use games_package::{TableGame, Valuation};

use crate::book::Book;
use crate::error::BookError;
use crate::graph::{KeyedPosition, successors};
use crate::search::Searched;
use crate::settings::{BookSettings, Searching};

/// The first line without the format number.
pub(crate) const TITLE: &str = "rival opening book ";
/// The format number.
const FORMAT: u32 = 1;

const GAME: &str = "game ";
const PLY_COST: &str = "ply-cost ";
const BALLOTS: &str = "ballots ";
const BUILD: &str = "build ";
const START: &str = "start ";
/// Marks a score that is implied by earlier lines.
const KNOWN: &str = "*";

/// The text of a book.
pub(crate) fn write(book: &Book) -> String {
    let BookSettings { ply_cost, ballot_plies } = book.settings;
    let name = book.game.name();
    let mut text =
        format!("{TITLE}{FORMAT}\n{GAME}{name}\n{PLY_COST}{ply_cost}\n{BALLOTS}{ballot_plies}\n");
    let positions = book.graph.positions();
    let Some(start) = positions.first() else { return text };
    text.push_str(&build_line(&book.searchings[start.searching]));
    text.push_str(START);
    push_searched(start.searched, &mut text);
    text.push('\n');
    let (mut known, mut searching) = (1, start.searching);
    for &index in &book.expansions {
        let edges = &positions[index].moves;
        let first_new = edges.iter().find(|edge| edge.to >= known).map(|edge| &positions[edge.to]);
        if let Some(new) = first_new.filter(|new| new.searching != searching) {
            searching = new.searching;
            text.push_str(&build_line(&book.searchings[searching]));
        }
        push_number(index, &mut text);
        for edge in edges {
            let after = &positions[edge.to];
            let is_new = edge.to == known;
            known += usize::from(is_new);
            text.push(' ');
            text.push_str(&edge.mv);
            text.push(' ');
            if is_new && !after.is_over {
                push_searched(after.searched, &mut text);
            } else {
                text.push_str(KNOWN);
            }
        }
        text.push('\n');
    }
    text
}

fn build_line(Searching { nodes, seed, program }: &Searching) -> String {
    format!("{BUILD}nodes {nodes} seed {seed} program {program}\n")
}

fn push_number(number: usize, text: &mut String) {
    let _always_fits = write!(text, "{number}");
}

/// Appends a search result: `-12/9`, `W5/9`, `L4/9`.
fn push_searched(Searched { valuation, depth }: Searched, text: &mut String) {
    let _always_fits = match valuation {
        Valuation::Centi(score) => write!(text, "{score}/{depth}"),
        Valuation::WinIn(plies) => write!(text, "W{plies}/{depth}"),
        Valuation::LossIn(plies) => write!(text, "L{plies}/{depth}"),
    };
}

fn parse_searched(text: &str) -> Option<Searched> {
    let (valuation, depth) = text.split_once('/')?;
    let valuation = if let Some(plies) = valuation.strip_prefix('W') {
        Valuation::WinIn(plies.parse().ok()?)
    } else if let Some(plies) = valuation.strip_prefix('L') {
        Valuation::LossIn(plies.parse().ok()?)
    } else {
        Valuation::Centi(valuation.parse().ok()?)
    };
    Some(Searched { valuation, depth: depth.parse().ok()? })
}

/// The full name of the game that a book with this text belongs to. `name` is the book name used in messages.
pub(crate) fn game_of(text: &str, name: &str) -> Result<String, BookError> {
    let mut lines = text.lines();
    let no_book = || BookError::NoBook { name: name.into() };
    let format = lines.next().and_then(|line| line.strip_prefix(TITLE)).ok_or_else(no_book)?;
    match format.parse() {
        Ok(FORMAT) => {}
        Ok(found) if found > FORMAT => {
            return Err(BookError::Newer { name: name.into(), found, known: FORMAT });
        }
        _ => return Err(no_book()),
    }
    let game = lines.next().and_then(|line| line.strip_prefix(GAME));
    game.map(String::from).ok_or_else(|| damage_error(name, 2, "the game is missing"))
}

/// Parses a book for this game. `name` is the book name used in messages.
///
/// # Errors
/// [`BookError`] if the text is not a book, belongs to another game, or doesn't fit the rules.
pub(crate) fn read(text: &str, game: Arc<dyn TableGame>, name: &str) -> Result<Book, BookError> {
    let found = game_of(text, name)?;
    if found != game.name() {
        let (name, expected) = (name.into(), game.name().into());
        return Err(BookError::OtherGame { name, found, expected });
    }
    if !text.ends_with('\n') {
        return Err(damage_error(name, text.lines().count(), "it is truncated"));
    }
    let mut reader =
        Reader { name, book: Book::new(game, BookSettings::default()), searching: None };
    for (number, line) in (1..).zip(text.lines()).skip(2) {
        reader.read_line(line).map_err(|what| damage_error(name, number, &what))?;
    }
    Ok(reader.book)
}

fn damage_error(name: &str, line: usize, what: &str) -> BookError {
    BookError::Damaged { name: name.into(), what: format!("line {line}: {what}") }
}

/// Parses a book line by line.
struct Reader<'a> {
    name: &'a str,
    book: Book,
    /// The search settings for the following positions.
    searching: Option<usize>,
}

impl Reader<'_> {
    /// Parses a line after the first two.
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(cost) = line.strip_prefix(PLY_COST) {
            let cost = cost.parse().ok().filter(|&cost: &u32| cost > 0);
            self.book.settings.ply_cost = cost.ok_or("the ply cost is invalid")?;
        } else if let Some(plies) = line.strip_prefix(BALLOTS) {
            let plies = plies.parse().ok();
            let plies = plies.filter(|&plies: &u8| plies <= BookSettings::BALLOT_PLIES_MAX);
            self.book.settings.ballot_plies = plies.ok_or("the ballot plies are invalid")?;
        } else if let Some(build) = line.strip_prefix(BUILD) {
            let searching = parse_build(build).ok_or("the build settings are malformed")?;
            self.searching = Some(self.book.number_of(&searching));
        } else if let Some(start) = line.strip_prefix(START) {
            self.read_start(start)?;
        } else {
            self.read_moves(line)?;
        }
        Ok(())
    }

    fn read_start(&mut self, text: &str) -> Result<(), String> {
        let searched = parse_searched(text).ok_or("the score is malformed")?;
        let searching = self.searching.ok_or("the build settings are missing")?;
        if !self.book.graph.positions().is_empty() {
            return Err("it has two start positions".into());
        }
        let start = self.book.start().ok_or("chance decides at its start")?;
        self.book.graph.add(start, searched, searching);
        Ok(())
    }

    fn read_moves(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let index = words.next().and_then(|index| index.parse::<usize>().ok());
        let index = index.ok_or("a position number is missing")?;
        let position = self.book.graph.positions().get(index);
        let position = position.ok_or_else(|| format!("there is no position {index}"))?;
        if position.is_expanded() {
            return Err(format!("position {index} already has its moves"));
        }
        let legal = successors(&*self.book.game, &position.text);
        let mut legal =
            legal.ok_or_else(|| format!("position {index} is not valid in this game"))?;
        let mut moves = Vec::with_capacity(legal.len());
        while let Some(mv) = words.next() {
            let score = words.next().ok_or_else(|| format!("{mv} has no score"))?;
            let found = legal.iter().position(|known| known.mv == mv);
            let found = found
                .ok_or_else(|| format!("{mv} is not legal in position {index}, or occurs twice"))?;
            let position = legal.swap_remove(found).position;
            moves.push((mv.to_owned(), self.read_successor(position, mv, score)?));
        }
        if !legal.is_empty() || moves.is_empty() {
            return Err(format!("position {index} has unlisted legal moves"));
        }
        self.book.graph.expand(index, moves);
        self.book.expansions.push(index);
        Ok(())
    }

    /// The index of the position after a move.
    fn read_successor(
        &mut self,
        position: KeyedPosition,
        mv: &str,
        score: &str,
    ) -> Result<usize, String> {
        let known = self.book.graph.find(position.key);
        let is_needed = known.is_none() && position.end.is_none();
        let searched = match (score, is_needed) {
            (KNOWN, false) => Searched::default(),
            (KNOWN, true) => return Err(format!("the score after {mv} is missing")),
            (_, false) => return Err(format!("the position after {mv} already has a score")),
            (score, true) => {
                parse_searched(score).ok_or_else(|| format!("the score after {mv} is malformed"))?
            }
        };
        let searching =
            self.searching.ok_or_else(|| format!("{} has no start position", self.name))?;
        Ok(known.unwrap_or_else(|| self.book.graph.add(position, searched, searching)))
    }
}

/// Parses `nodes 20000 seed 1 program 0.1.0`.
fn parse_build(text: &str) -> Option<Searching> {
    let words: Vec<&str> = text.split(' ').collect();
    let ["nodes", nodes, "seed", seed, "program", program] = words[..] else { return None };
    Some(Searching {
        nodes: nodes.parse().ok()?,
        seed: seed.parse().ok()?,
        program: program.into(),
    })
}
