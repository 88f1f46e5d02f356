//! A book.

use std::fmt;
use std::sync::Arc;

use board_engine::Turn;
use games_package::{MatchState, TableGame, Valuation};

use crate::graph::{Course, Graph, KeyedPosition};
use crate::settings::{BookSettings, Searching};

/// Maximum length of the line after a move.
const LINE_LEN_MAX: usize = 40;

/// A game's positions with their moves and scores.
#[derive(Clone)]
pub struct Book {
    pub(crate) game: Arc<dyn TableGame>,
    pub(crate) settings: BookSettings,
    pub(crate) searchings: Vec<Searching>,
    pub(crate) graph: Graph,
    /// The expanded positions, in the order of their expansion.
    pub(crate) expansions: Vec<usize>,
}

/// A book move for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, in the game's notation.
    pub mv: String,
    /// The score for the side that makes the move, backed up from all book positions after the move.
    pub valuation: Valuation,
    /// The depth of the search behind the score, in plies.
    pub depth: u32,
    /// The number of expanded positions after the move.
    pub positions: usize,
    /// The move, followed by the best play according to the book.
    pub line: Vec<String>,
}

impl Book {
    /// An empty book for this game.
    pub fn new(game: Arc<dyn TableGame>, settings: BookSettings) -> Self {
        let graph = Graph::default();
        Self { game, settings, searchings: Vec::new(), graph, expansions: Vec::new() }
    }

    /// The rules of the book's game.
    pub const fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// The book settings.
    pub const fn settings(&self) -> BookSettings {
        self.settings
    }

    /// The search settings for the book's positions, in the order they were added.
    pub fn searchings(&self) -> &[Searching] {
        &self.searchings
    }

    /// The number of expanded positions.
    pub const fn expanded_count(&self) -> usize {
        self.expansions.len()
    }

    /// The number of all positions, including positions that were only searched.
    pub fn position_count(&self) -> usize {
        self.graph.positions().len()
    }

    /// The score of a position for its side to move, if the position is in the book: backed up if the position is
    /// expanded, otherwise from its own search.
    pub fn valuation(&self, state: &dyn MatchState) -> Option<Valuation> {
        let index = self.graph.find(state.key())?;
        Some(self.graph.positions()[index].valuation)
    }

    /// The book moves for a position, best first; `None` if the book doesn't contain them or the game is over.
    pub fn moves(&self, state: &dyn MatchState) -> Option<Vec<BookMove>> {
        let index = self.graph.find(state.key())?;
        let known = &self.graph.positions()[index];
        if !known.is_expanded() || Turn::Seat(known.seat) != state.turn() {
            return None;
        }
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        let moves = self.graph.valued_moves(index).into_iter().map(|(edge, valuation)| {
            let (mut line, depth) = self.line_from(edge.to);
            line.insert(0, edge.mv.clone());
            let positions = self.graph.expanded_from(edge.to);
            BookMove { mv: edge.mv.clone(), valuation, depth: depth + 1, positions, line }
        });
        let moves: Vec<BookMove> = moves.filter(|known| legal.contains(&known.mv)).collect();
        (!moves.is_empty()).then_some(moves)
    }

    /// The best moves from this position, and the search depth at the last position, counted from this one.
    fn line_from(&self, mut index: usize) -> (Vec<String>, u32) {
        let mut line = Vec::new();
        while line.len() < LINE_LEN_MAX {
            let valued = self.graph.valued_moves(index);
            let Some((edge, _)) = valued.first() else { break };
            line.push(edge.mv.clone());
            index = edge.to;
            if edge.course == Course::Back {
                break;
            }
        }
        let plies = u32::try_from(line.len()).unwrap_or(u32::MAX);
        (line, plies.saturating_add(self.graph.positions()[index].searched.depth))
    }

    /// The book's start position; `None` if chance moves there.
    pub(crate) fn start(&self) -> Option<KeyedPosition> {
        KeyedPosition::of(&*self.game.open(None).ok()?)
    }

    /// The index of these search settings. Adds the settings if they differ from the newest ones.
    pub(crate) fn number_of(&mut self, searching: &Searching) -> usize {
        if self.searchings.last() != Some(searching) {
            self.searchings.push(searching.clone());
        }
        self.searchings.len() - 1
    }
}

/// Prints the book's size.
impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("game", &self.game.name())
            .field("settings", &self.settings)
            .field("expanded", &self.expanded_count())
            .field("positions", &self.position_count())
            .finish_non_exhaustive()
    }
}
