//! Generates random strings. The `checkers` tests share this file.

use proptest::prelude::*;

/// Strings of characters used in the notations, with an occasional other character.
pub(crate) fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[WBKwbk:,.0-9a-h x-]",
        3 => "[1-9][0-9]?[-x:]",
        3 => "[a-h][1-8][-x:]?",
        2 => "[(){}!?*$/%\"\\[\\]\n+]",
        1 => any::<char>().prop_map(String::from),
        1 => "\\[FEN \"[WB]:W[0-9]{1,2}:B[0-9]{1,2}\"\\]",
        1 => "[12]-[012] ",
        1 => "[0-9]{1,2}\\. ",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}
