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
use crate::valuation::preference;

/// By how much a move may be worse than the best one and yet be played, where nothing is said, in hundredths of the game's
/// unit.
pub const MARGIN_DEFAULT: u32 = 5;

/// Plays from a book as long as the position is in it, and then as another player does.
///
/// Among the moves that are hardly worse than the best one the seed of the match decides, all of them equally likely.
pub struct BookPlayer {
    player: Box<dyn Player>,
    book: Arc<Book>,
    margin: u32,
    seed: u64,
}

impl BookPlayer {
    /// This player with a book of its game. A move that is worse than the best one by at most `margin` hundredths of the game's
    /// unit is as good as that.
    pub fn new(player: Box<dyn Player>, book: Arc<Book>, margin: u32) -> Self {
        Self { player, book, margin, seed: 0 }
    }

    /// The move of the book; none if it doesn't know the position.
    fn known(&self, request: &Request) -> Option<BookMove> {
        let state = self.book.game().open(Some(&request.position)).ok()?;
        let moves = self.book.moves(&*state)?;
        let best = preference(moves.first()?.valuation);
        let is_good = |mv: &&BookMove| {
            best - preference(mv.valuation) <= i64::from(self.margin)
                && request.legal_moves.contains(&mv.mv)
        };
        let good: Vec<&BookMove> = moves.iter().filter(is_good).collect();
        // Another number for each move, and the same one when the move is asked for again.
        let plies = request.moves.split_ascii_whitespace().count() as u64;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ plies.rotate_left(32));
        good.choose(&mut rng).map(|&mv| mv.clone())
    }
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
        let Some(BookMove { mv, valuation, depth, line, .. }) = self.known(request) else {
            return self.player.choose_move(request, host);
        };
        let line = line.join(" ");
        host.report(&Thinking { depth, valuation, line, ..Thinking::default() });
        Ok(Reply::play(mv))
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        self.player.ponder(request, host);
    }

    fn observe(&mut self, event: &Event) {
        self.player.observe(event);
    }
}

/// The player and the book.
impl std::fmt::Debug for BookPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BookPlayer")
            .field("player", &self.player.name())
            .field("book", &self.book)
            .field("margin", &self.margin)
            .finish_non_exhaustive()
    }
}
