//! Opening books for any game, built by drop-out expansion and stored in files; any player can use them. Also weighted
//! books from other programs, and opening names.
//!
//! A [`Book`] is a graph of positions. Each position was searched when it was added. Positions with moves in the book
//! are *expanded*; minimax backs up their scores. [`build`] next expands the position that matters most to both sides
//! (Lincke, "Strategies for the automatic construction of opening books", 2000): the position with the fewest plies and
//! the smallest score drops on its path.
//!
//! A book uses only the table's strings, not a game's own types. A game, its players and a book are independent until a
//! program combines them. A file contains moves and scores in the order they were found, but nothing that the rules
//! imply. Parsing a file plays all its moves, so a file that doesn't fit the rules is refused.
//!
//! ```
//! use opening_book::{Book, BookSettings, BuildOptions, PlayerSearch, Search, build};
//!
//! let name = "tic-tac-toe";
//! let game = game_catalog::table_game(name)?;
//! let mut book = Book::new(game, BookSettings::default());
//! let searches = || -> Result<Box<dyn Search>, String> {
//!     let player = game_catalog::new_player(name, "pvs", &"hash=1".parse().unwrap()).unwrap();
//!     Ok(Box::new(PlayerSearch::new(player, 100, 0)))
//! };
//! let options = BuildOptions { positions: Some(10), ..BuildOptions::new(100, 0, "1.0") };
//! build(&mut book, &options, &searches, &|| false, &mut |_| Ok(()))?;
//! let start = book.game().open(None)?;
//! let moves = book.moves(&*start).unwrap();
//! assert_eq!(moves.len(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod book;
mod builder;
mod error;
mod export;
mod file;
mod graph;
mod openings;
mod player;
mod search;
mod settings;
mod shared;
mod text;
mod weighted;

pub use crate::book::{Book, BookMove};
pub use crate::builder::{BuildEnd, BuildOptions, NewSearch, SearchLike, Verified, build, verify};
pub use crate::error::BookError;
pub use crate::export::weighted_positions;
pub use crate::file::{BookLock, game_of, is_book, read, save, save_bytes};
pub use crate::openings::{Opening, Openings};
pub use crate::player::{BookPlayer, MARGIN_DEFAULT};
pub use crate::search::{PlayerSearch, Search, Searched, of_payoff, one_ply_farther, preference};
pub use crate::settings::{BookSettings, GameBook, Searching};
pub use crate::shared::{
    EXTENSION, default_folder, file_in, present, shared_file, shared_weighted, take_unusable,
    user_file,
};
pub use crate::weighted::{
    BookFormat, WeightedBook, WeightedBookResult, WeightedMove, WeightedPosition,
};
pub use system::files::UnusableFile;
