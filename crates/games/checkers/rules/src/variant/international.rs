//! International draughts, on its own board and on others, and the variants with flying kings and the largest capture
//! that derive from it: Canadian, Brazilian, Killer, Breakthrough, Frisian, Frysk and Losing.

use std::marker::PhantomData;

use board_engine::{Color, Word};

use super::{English, Variant};
use crate::rules::{
    BoardSetup, Draws, Ending, EndingChange, Goal, KingRun, Kings, Limit, Material, MenCapture,
    MenTake, MoveLines, Names, PlayingSquares, Precedence, Promotion, Rules, Settled, Style, Taken,
};

/// International draughts: a 10×10 board, 20 men each, flying kings, and a compulsory largest capture.
pub type International = InternationalOn<u64, 10, 4>;

/// The rules of [`International`] draughts on a square board with `SIZE` columns, an even number from 6 to 14, and
/// `MEN_ROWS` rows of men on each side. `W` is `u64` up to 10×10 and `u128` above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InternationalOn<W: Word, const SIZE: u8, const MEN_ROWS: u8>(PhantomData<W>);

impl<W: Word, const SIZE: u8, const MEN_ROWS: u8> Variant for InternationalOn<W, SIZE, MEN_ROWS> {
    type Word = W;

    const RULES: Rules = Rules {
        name: match SIZE {
            6 => "international-6",
            8 => "international-8",
            10 => "international",
            12 => "international-12",
            _ => "international-14",
        },
        description: match SIZE {
            10 => {
                "International draughts: 10×10, flying kings, men capture all around, most pieces must be taken"
            }
            6 => "International draughts on 6×6 with 6 men each",
            8 => "International draughts on 8×8 with 12 men each",
            12 => "International draughts on 12×12 with 30 men each",
            _ => "International draughts on 14×14 with 42 men each",
        },
        rule_book: "FMJD, Annex 1, Official Rules for International Draughts",
        // 2.1, 2.4: a hundred squares, a dark corner at each player's left.
        board: BoardSetup {
            width: SIZE,
            height: SIZE,
            squares: PlayingSquares::Dark,
            men_rows: MEN_ROWS,
            rows_behind: 0,
        },
        // Section 3: the player with the white pieces moves first.
        starts: Color::White,
        lines: MoveLines::Diagonals,
        // 4.1: captures are made forward and backward.
        men_capture: MenCapture::AllAround,
        men_take: MenTake::All,
        // Section 3 and 4.3: a king moves and captures over any number of free squares.
        kings: Kings::Flying,
        // Section 4: the most pieces must be captured; a king counts as much as a man, and neither has precedence.
        precedence: Precedence::Most,
        // 4.4, 4.5: the pieces are lifted after the capture, and none is passed twice.
        taken: Taken::AtTheEnd,
        // Section 4: a man that only passes its crowning row stays a man.
        promotion: Promotion::AtTheEnd,
        goal: Goal::LastMove,
        draws: Draws {
            // 6.1: the same position for the third time, with the same player to move.
            occurrences: Limit::new(3, "threefold repetition (FMJD 6.1)"),
            // 6.2: 25 moves each with kings alone and without a capture.
            king_plies: Limit::new(50, "25 moves each with only kings and no captures (FMJD 6.2)"),
            endings: &[
                // 6.4: two kings, a king and a man, or a king against a king: five moves each.
                Ending::with_limit(
                    Material::pieces(1, 2),
                    Material::KING,
                    Limit::new(
                        10,
                        "5 moves each with at most two pieces against a king (FMJD 6.4)",
                    ),
                ),
                // 6.3: three kings, two kings and a man, or a king and two men against a king: sixteen moves each; five
                // if that king stays on the main diagonal. The five moves are in the current rules, but neither in the
                // French rules of 2010 nor in order 722 (3.5) issued by the Russian ministry of sport in 2013.
                Ending::with_limit(
                    Material::pieces(3, 3),
                    Material::KING,
                    Limit::new(32, "16 moves each with three pieces against a king (FMJD 6.3)"),
                )
                .or_on_the_main_road(Limit::new(
                    10,
                    "5 moves each with three pieces against a king on the main diagonal (FMJD 6.3)",
                )),
            ],
            // 6.3: if a piece is captured within the sixteen moves, the limit of sixteen still applies. Rule 6.4
            // therefore allows five moves, or the rest of the sixteen if fewer are left.
            ending_change: EndingChange::KeepsTheLimit,
            settled: Settled::Nothing,
            king_run: KingRun::Unlimited,
        },
        // PDN 3.0, GameType 20,W,10,10,N2,0.
        style: Style {
            names: Names::FromTheTop,
            capture: 'x',
            game_type: if SIZE == 10 { Some(20) } else { None },
        },
    };
}

/// International draughts on 144 squares, as played in Quebec.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Canadian;

impl Variant for Canadian {
    type Word = u128;

    const RULES: Rules = Rules {
        name: "canadian",
        description: "Canadian draughts: the international rules on 12×12 with 30 men each",
        rule_book: "the international rules; no federation publishes separate ones",
        // The limit in rule 6.2 of the international rules, but not the limits on endings with few pieces.
        draws: Draws {
            king_plies: Limit::new(50, "25 moves each with only kings and no captures"),
            ..Draws::THREEFOLD
        },
        // PDN 3.0, GameType 27,W,12,12,N2,0.
        style: Style { game_type: Some(27), ..International::RULES.style },
        ..InternationalOn::<u128, 12, 5>::RULES
    };
}

/// Brazilian draughts: the international rules on 8×8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Brazilian;

impl Variant for Brazilian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "brazilian",
        description: "Brazilian draughts: the international rules on 8×8 with 12 men each",
        rule_book: "CBD, Regras Oficiais do Jogo de Damas (64 casas)",
        board: English::RULES.board,
        draws: Draws {
            // Item 16 of the federation's summary: twenty moves each with kings alone and without a capture.
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::new(
                40,
                "20 moves each with only kings and no captures (CBD, rule 16)",
            ),
            // The endings of the same summary: two kings against two, against one, or against a king and a man, and a
            // king against a king or against a king and a man: five moves each. The summary doesn't mention the main
            // road, and the full rules were not found.
            endings: &[
                Ending::with_limit(
                    Material::kings(2),
                    Material::pieces(1, 2),
                    Limit::new(10, "5 moves each with two kings against at most two pieces (CBD)"),
                ),
                Ending::with_limit(
                    Material::pieces(1, 2),
                    Material::KING,
                    Limit::new(10, "5 moves each with at most two pieces against a king (CBD)"),
                ),
            ],
            ending_change: EndingChange::CountsAnew,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 26,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(26) },
        ..International::RULES
    };
}

/// International draughts in which two kings win against one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Killer;

impl Variant for Killer {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "killer",
        description: "Killer draughts: international, but a king that takes a king last lands directly behind it",
        rule_book: "Killer draughts (mindsports.nl), else the international rules",
        kings: Kings::LandingBehindKings,
        // As in Canadian draughts, because endings with few pieces are won here.
        draws: Canadian::RULES.draws,
        ..International::RULES
    };
}

/// International draughts won by the first king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breakthrough;

impl Variant for Breakthrough {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "breakthrough",
        description: "Breakthrough draughts: international, the first king wins",
        rule_book: "the international rules with a different goal, as on lidraughts",
        goal: Goal::FirstKing,
        // Without kings, no position can recur.
        draws: Draws { occurrences: Limit::NONE, ..Draws::THREEFOLD },
        style: Style { game_type: Some(96), ..International::RULES.style },
        ..International::RULES
    };
}

/// Frisian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frisian;

impl Variant for Frisian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "frisian",
        description: "Frisian draughts: 10×10, captures in eight directions, the highest value must be taken",
        rule_book: "Official Rules for Frisian Draughts (2011)",
        // Articles 7 and 9: captures along diagonals, rows and columns; moves along diagonals.
        lines: MoveLines::DiagonalsAndStraightCaptures,
        // The highest value, with a king counting a little less than two men; then captures by a king.
        precedence: Precedence::HighestValue,
        draws: Draws {
            // Threefold repetition as on lidraughts, because no article was found.
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            endings: &[
                // Section C. Two kings against one: seven moves each.
                Ending::with_limit(
                    Material::kings(2),
                    Material::KING,
                    Limit::new(
                        14,
                        "7 moves each with two kings against one (Frisian rules, section C)",
                    ),
                ),
                // One king against one is a draw unless a king can be captured immediately or by force in the next
                // move. Like lidraughts, Rival allows each side two moves to prove it.
                Ending::with_limit(
                    Material::KING,
                    Material::KING,
                    Limit::new(4, "2 moves each with king against king (Frisian rules, section C)"),
                ),
            ],
            ending_change: EndingChange::CountsAnew,
            // A side with men must not move the same king more than three consecutive times, except for captures.
            king_run: KingRun::Three,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 40,W,10,10,N2,0.
        style: Style { game_type: Some(40), ..International::RULES.style },
        ..International::RULES
    };
}

/// Frisian draughts with five men each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frysk;

impl Variant for Frysk {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "frysk",
        description: "Frysk!: Frisian draughts with 5 men each",
        board: BoardSetup { men_rows: 1, ..Frisian::RULES.board },
        style: Style { game_type: Some(97), ..Frisian::RULES.style },
        ..Frisian::RULES
    };
}

/// International draughts in which the side that can't move wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Losing;

impl Variant for Losing {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "losing",
        description: "Losing draughts, antidraughts: international, a side that can't move wins",
        rule_book: "the international rules with a different goal, as on lidraughts",
        goal: Goal::NoMove,
        // As on lidraughts, only repetition draws.
        draws: Draws::THREEFOLD,
        style: Style { game_type: Some(98), ..International::RULES.style },
        ..International::RULES
    };
}

/// American pool checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool;

impl Variant for Pool {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "pool",
        description: "American pool checkers: 8×8, flying kings, men capture all around, free choice, Black starts",
        rule_book: "APCA, Tournament Rules of Play",
        // Rule 7: the player with the black pieces makes the first move.
        starts: Color::Black,
        precedence: Precedence::Any,
        draws: Draws {
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            // Three kings against a lone king must win within thirteen moves, even if the fourteenth is a capture. The
            // wording of rules 26 and 28 and of the repetition rule was not found, so they follow descriptions of the
            // game.
            endings: &[Ending::with_limit(
                Material::kings(3),
                Material::KING,
                Limit::new(26, "13 moves each with three kings against one"),
            )],
            ..Brazilian::RULES.draws
        },
        // PDN 3.0, GameType 23,B,8,8,N1,0.
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(23) },
        ..Brazilian::RULES
    };
}
