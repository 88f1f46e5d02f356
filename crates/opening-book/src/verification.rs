//! Checking a book by searching some of its positions again.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::book::Book;
use crate::error::BookError;
use crate::search::{Search, Searched};
use crate::settings::Searching;

/// What a check has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many positions were searched again.
    pub checked: usize,
    /// Positions that got another score: each with what the book says and what was found now.
    pub other: Vec<(String, Searched, Searched)>,
}

/// Makes what searches as some positions of a book were searched.
pub type SearchLike<'a> = &'a dyn Fn(&Searching) -> Result<Box<dyn Search>, String>;

/// Searches positions of a book again, in the way in which the book says that they were searched: at most `samples` of them,
/// drawn by `seed`. That their moves are legal and complete is known when a book has been read.
///
/// # Errors
/// [`BookError::Search`] if a position can't be searched.
pub fn verify(
    book: &Book,
    samples: usize,
    seed: u64,
    new_search: SearchLike<'_>,
) -> Result<Verified, BookError> {
    let positions = book.graph.positions();
    let searched: Vec<usize> =
        (0..positions.len()).filter(|&index| !positions[index].is_over).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = BTreeSet::new();
    while drawn.len() < samples.min(searched.len()) {
        drawn.insert(searched[rng.random_range(0..searched.len())]);
    }
    let mut verified = Verified { checked: drawn.len(), other: Vec::new() };
    for index in drawn {
        let position = &positions[index];
        let failed = |why| BookError::Search { position: position.text.clone(), why };
        let mut search = new_search(&book.searchings[position.searching]).map_err(failed)?;
        let found = search.search(&*book.game, &position.text, &|| false).map_err(failed)?;
        if found != position.searched {
            verified.other.push((position.text.clone(), position.searched, found));
        }
    }
    Ok(verified)
}
