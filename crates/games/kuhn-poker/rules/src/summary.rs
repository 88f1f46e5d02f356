//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Win chips. Both players put one chip into the pot and get one of three cards: king, queen, jack.
The first player checks or bets one chip.
After a check, the second player checks, which reveals the cards, or bets one chip.
After a bet, the other player calls with one chip, which reveals the cards, or folds and loses the pot.
The higher card wins the pot: king, queen, jack.
Moves: check, bet, call and fold, or their first letters.";
