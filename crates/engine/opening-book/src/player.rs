//! A player that plays from a book.

use std::sync::Arc;
use std::time::Duration;

use games_package::{
    Event, Host, Player, PlayerError, PonderRequest, Reply, Request, Setup, Thinking,
};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::book::{Book, BookMove};
use crate::search::preference;
use crate::weighted::{WeightedBook, WeightedMove};

/// The default margin between a played move and the best one, in hundredths of the game's unit.
pub const MARGIN_DEFAULT: u32 = 5;

/// Plays from a book as long as the position is in the book, and then like another player.
///
/// The player chooses uniformly among the moves that are only slightly worse than the best one, using the match seed.
pub struct BookPlayer {
    player: Box<dyn Player>,
    source: BookSource,
    seed: u64,
}

/// A Rival book or a book from another program.
#[derive(Debug)]
enum BookSource {
    Scored { book: Arc<Book>, margin: u32 },
    Weighted(Arc<dyn WeightedBook>),
}

impl BookPlayer {
    /// Wraps this player with a book for its game. Moves that are worse than the best move by at most `margin`
    /// hundredths of the game's unit count as equal to it.
    pub fn new(player: Box<dyn Player>, book: Arc<Book>, margin: u32) -> Self {
        Self { player, source: BookSource::Scored { book, margin }, seed: 0 }
    }

    /// Wraps this player with a weighted book for its game. A move's probability is proportional to its weight.
    pub fn weighted(player: Box<dyn Player>, book: Arc<dyn WeightedBook>) -> Self {
        Self { player, source: BookSource::Weighted(book), seed: 0 }
    }

    /// The book's move with its search result; `None` if the position is not in the book.
    fn book_reply(&self, request: &Request) -> Option<(String, Option<Thinking>)> {
        // A different number for each move, but the same number for a repeated request.
        let plies = request.moves.split_ascii_whitespace().count() as u64;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ plies.rotate_left(32));
        match &self.source {
            BookSource::Scored { book, margin } => {
                let BookMove { mv, valuation, depth, line, .. } =
                    scored_move(book, *margin, request, &mut rng)?;
                let line = line.join(" ");
                Some((mv, Some(Thinking { depth, valuation, line, ..Thinking::default() })))
            }
            BookSource::Weighted(book) => {
                let mut moves = book.moves(&request.position);
                moves.retain(|known| request.legal_moves.contains(&known.mv));
                // The sum of the weights may exceed 16 bits.
                let weight = |known: &WeightedMove| u32::from(known.weight);
                let chosen = moves.choose_weighted(&mut rng, weight).ok()?;
                Some((chosen.mv.clone(), None))
            }
        }
    }
}

/// A random move from a scored book, among the moves that are only slightly worse than the best one.
fn scored_move(
    book: &Book,
    margin: u32,
    request: &Request,
    rng: &mut ChaCha8Rng,
) -> Option<BookMove> {
    let state = book.game().open(Some(&request.position)).ok()?;
    let moves = book.moves(&*state)?;
    let best = preference(moves.first()?.valuation);
    let is_good = |mv: &&BookMove| {
        best - preference(mv.valuation) <= i64::from(margin) && request.legal_moves.contains(&mv.mv)
    };
    let good: Vec<&BookMove> = moves.iter().filter(is_good).collect();
    good.choose(rng).map(|&mv| mv.clone())
}

impl Player for BookPlayer {
    fn name(&self) -> String {
        self.player.name()
    }

    fn origin(&self) -> Option<String> {
        self.player.origin()
    }

    fn start_time(&self) -> Duration {
        self.player.start_time()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.seed = setup.seed;
        self.player.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if request.legal_moves.len() < 2 {
            return self.player.choose_move(request, host);
        }
        let Some((mv, thinking)) = self.book_reply(request) else {
            return self.player.choose_move(request, host);
        };
        if let Some(thinking) = thinking {
            host.report(&thinking);
        }
        Ok(Reply::play(mv))
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        self.player.ponder(request, host);
    }

    fn observe(&mut self, event: &Event) {
        self.player.observe(event);
    }
}

/// Shows the player and the book.
impl std::fmt::Debug for BookPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BookPlayer")
            .field("player", &self.player.name())
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}
