//! Opening books of any game: built by drop-out expansion, kept in files, played from by any player; and the names of openings.
//!
//! A [`Book`] is a graph of positions. Each was searched when it came in, and those whose moves are in the book as well are
//! *expanded*; the score of these is backed up from their moves by minimax. [`build`] expands next what is best for both
//! sides to know (Lincke, "Strategies for the automatic construction of opening books", 2000): the position to which the fewest
//! plies and the smallest drops of the score lead.
//!
//! Its main decision is that a book knows no types of a game: it lives on the table's texts, so that a game, its players and a
//! book have nothing to do with each other until a program puts them together, and that a file holds moves and scores in the
//! order in which they were found and nothing that follows from the rules. Reading one plays all of its moves, so a file that
//! doesn't fit the rules can't be read.
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
mod file;
mod folder;
mod graph;
mod openings;
mod player;
mod search;
mod selection;
mod settings;
mod shared;
mod text;
mod unusable;
mod valuation;
mod verification;

pub use unusable_files::UnusableFile;

pub use crate::book::{Book, BookMove};
pub use crate::builder::{BuildEnd, BuildOptions, NewSearch, build};
pub use crate::error::BookError;
pub use crate::file::{BookLock, game_of, is_book, read, save};
pub use crate::folder::{EXTENSION, default_folder, file_in};
pub use crate::openings::{Opening, Openings};
pub use crate::player::{BookPlayer, MARGIN_DEFAULT};
pub use crate::search::{PlayerSearch, Search, Searched};
pub use crate::settings::{BookSettings, GameBook, Searching};
pub use crate::shared::{present, shared_file, user_file};
pub use crate::unusable::take_unusable;
pub use crate::valuation::{of_payoff, one_ply_farther, preference};
pub use crate::verification::{SearchLike, Verified, verify};
