//! Counts the terms in a position.

use board_engine::Color;
use checkers::rules::Goal;
use checkers::{Checkers, Layout, Position, Variant};

use super::placement::KeySquares;
use super::structure::count_structure;
use super::terms::{Term, Terms, sign};
use crate::evaluation::count;

/// Counts all terms, and returns the number of men.
#[inline]
pub(super) fn count_all<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    terms: &mut T,
) -> i32 {
    let [white, black] = Color::ALL.map(|color| pieces::<V, T>(position, color, terms));
    if white.kings + black.kings > 0 {
        kings::<V, T>(position, Color::White, white, black, terms);
        kings::<V, T>(position, Color::Black, black, white, terms);
    }
    for color in Color::ALL {
        count_structure::<V, T>(position, color, terms);
    }
    runners::<V, T>(position, white, black, terms);
    let mover = sign(position.turn());
    terms.add(Term::Turn, mover);
    if Checkers::<V>::can_capture(&position.passed()) {
        terms.add(Term::Attacked, mover);
    }
    let (white_pieces, black_pieces) = (white.men + white.kings, black.men + black.kings);
    if white_pieces != black_pieces {
        terms.add(Term::Lead, (white_pieces - black_pieces) * 64 / (white_pieces + black_pieces));
    }
    white.men + black.men
}

/// A side's piece counts.
#[derive(Clone, Copy)]
struct Force {
    men: i32,
    kings: i32,
}

/// Men, kings and their mobility.
#[inline]
fn pieces<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    color: Color,
    terms: &mut T,
) -> Force {
    let (men, left) = terms.add_men(position.men(color), color);
    terms.add(Term::Imbalance, sign(color) * (2 * left - men).abs());
    let kings = position.kings(color);
    let kings = if kings.is_empty() { 0 } else { count(kings) };
    let freedom = sign(color) * Checkers::<V>::mobility(position, color).cast_signed();
    terms.add(if kings > 0 { Term::KingsFreedom } else { Term::MenFreedom }, freedom);
    Force { men, kings }
}

/// The value of kings.
fn kings<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    color: Color,
    own: Force,
    other: Force,
    terms: &mut T,
) {
    let (kings, sign) = (position.kings(color), sign(color));
    terms.add(Term::King, sign * own.kings);
    terms.add(Term::MainRoad, sign * count(kings & Layout::<V>::main_road()));
    terms.add(Term::KingEdge, sign * count(kings & KeySquares::<V>::edge()));
    if other.kings > 0 {
        terms.add(Term::Hunted, sign * own.men);
    } else {
        terms.add(Term::SoleKings, sign);
    }
}

/// Men that no opposing man can stop.
#[inline]
fn runners<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    white: Force,
    black: Force,
    terms: &mut T,
) {
    let rows = |color: Color, other: Force| {
        let men = position.men(color) & KeySquares::<V>::far_half(color);
        if men.is_empty() || other.kings > 0 {
            return None;
        }
        let unmet = Layout::<V>::outside_span(men, position.pieces(!color), !color);
        KeySquares::<V>::rows_to_crown(unmet, color)
    };
    let [to_white, to_black] = [rows(Color::White, black), rows(Color::Black, white)];
    if matches!(V::RULES.goal, Goal::FirstKing) {
        terms.add(Term::Race, race(position.turn(), to_white, to_black));
        return;
    }
    for (color, rows) in [(Color::White, to_white), (Color::Black, to_black)] {
        if let Some(rows) = rows {
            terms.add(Term::Runner(rows), sign(color));
        }
    }
}

/// Decides a race to the first king, in which the side to move is a step ahead.
fn race(turn: Color, to_white: Option<u8>, to_black: Option<u8>) -> i32 {
    const NEVER: i32 = 100;
    let plies = |rows: Option<u8>, color| {
        let first = i32::from(turn == color);
        rows.map_or(NEVER, |rows| 2 * i32::from(rows) - first)
    };
    let (white, black) = (plies(to_white, Color::White), plies(to_black, Color::Black));
    match white.cmp(&black) {
        std::cmp::Ordering::Less => 90 - white,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => black - 90,
    }
}
