//! Tests of draws by counting, and of the draw counters.

use board_engine::{Color, Game};
use checkers::rules::{Draws, Limit};
use checkers::{
    Brazilian, Checkers, Czech, Frisian, International, Killer, Losing, Pool, Russian, Turkish,
    VARIANTS, Variant, VariantVisitor, with_variant,
};

use crate::support::{after, check_draw, moves, outcome, position};

#[test]
fn captures_do_not_prolong_the_sixteen_moves_of_international() {
    // 31 of 32 plies are over when the third king is captured, so one is left, not ten.
    let position = after::<International>("W:WK6,K16,K26:BK40:E29", "26-12 40x7");
    assert_eq!(position.ending_plies(), 9);
    // At the start of the sixteen moves, the new ending's limit of ten plies is shorter.
    let position = after::<International>("W:WK6,K16,K26:BK40:E1", "26-12 40x7");
    assert_eq!(position.ending_plies(), 0);
}

#[test]
fn russian_endings_have_the_limits_of_the_federation() {
    check_draw::<Russian>("W:WKa3,Kb2,Kc3:BKf8:E29", false);
    check_draw::<Russian>("W:WKa3,Kb2,Kc3:BKf8:E30", true);
    check_draw::<Russian>("W:WKg1,Kh2:BKb4:E10", true);
    check_draw::<Russian>("W:WKg1,h2,f2:BKb4,a7:E59", false);
    check_draw::<Russian>("W:WKg1,h2,f2:BKb4,a7:E60", true);
    check_draw::<Russian>("W:WKg1,h2,f2:BKb4,a7,c7:E119", false);
    check_draw::<Russian>("W:WKg1,h2,f2:BKb4,a7,c7:E120", true);
    check_draw::<Russian>("W:WKg1,h2,f2:BKb4,a7,c7,e7,g7:H30", true);
}

#[test]
fn a_lone_king_on_the_main_road_draws_in_five_moves() {
    check_draw::<Russian>("W:WKg1,Kh2,Kf8:BKb2:E10", false);
    check_draw::<Russian>("W:WKg1,Kh2,Kf8:BKb2:E10:R9", false);
    check_draw::<Russian>("W:WKg1,Kh2,Kf8:BKb2:E10:R10", true);
    check_draw::<Russian>("W:WKg1,h2,f6:BKb2:E10:R10", true);
    check_draw::<Russian>("W:WKg1,Kh2,Kf8,Ke7:BKb2:E10:R10", false);
    check_draw::<International>("W:WK1,K2,21:BK28:E10:R9", false);
    check_draw::<International>("W:WK1,K2,21:BK28:E10:R10", true);
    check_draw::<International>("W:WK1,K2,21:BK29:E10:R10", false);
    check_draw::<Brazilian>("W:WKg1,Kh2,Kf8:BKb2:R10", false);
}

#[test]
fn plies_on_the_main_road_are_counted_alongside_the_ending() {
    let counts = |fen, moves| {
        let position = after::<Russian>(fen, moves);
        (position.ending_plies(), position.main_road_plies())
    };
    let fen = "W:WKg1,Kh2,Kf8:BKb2:E4:R4";
    assert_eq!(counts(fen, "g1-e3"), (5, 5));
    assert_eq!(counts(fen, "g1-e3 b2-h8"), (6, 6));
    assert_eq!(counts(fen, "g1-e3 b2-a3"), (6, 0), "off the road, in the same ending");
    assert_eq!(counts("W:WKg1,Kh2,Kf8:BKc1:E6", "f8-h6 c1-b2"), (8, 0), "it has just arrived");
}

#[test]
fn without_kings_nothing_is_counted() {
    let text = |fen| {
        let game = Checkers::<International>::new();
        board_engine::Notation::format_position(&game, &position::<International>(fen))
    };
    assert_eq!(text("W:W31:B4:H12:E3:R2"), "W:W31:B4");
    assert_eq!(text("W:WK31:B4,5:H12:E3:R2"), "W:WK31:B4,5:H12");
}

#[test]
fn a_promotion_restarts_the_count_of_a_balanced_russian_ending() {
    assert_eq!(after::<Russian>("W:WKg1,h2,f2:BKb4,a5:E20", "h2-g3").ending_plies(), 21);
    assert_eq!(after::<Russian>("W:WKg1,h2,b6:BKb4,h6:E20", "b6-c7").ending_plies(), 21);
    assert_eq!(after::<Russian>("W:WKg1,h2,c7:BKh4,h6:E20", "c7-d8").ending_plies(), 0);
}

#[test]
fn brazilian_endings_have_five_moves() {
    check_draw::<Brazilian>("W:WKg1,Kh2:BKb4,Ka3:E10", true);
    check_draw::<Brazilian>("W:WKg1,Kh2:BKb4,a5:E10", true);
    check_draw::<Brazilian>("W:WKg1:BKb4,a5:E10", true);
    check_draw::<Brazilian>("W:WKg1,Kh2,Kh4:BKb4:H39", false);
    check_draw::<Brazilian>("W:WKg1,Kh2,Kh4:BKb4:H40", true);
}

#[test]
fn three_kings_must_win_within_thirteen_moves_in_pool() {
    check_draw::<Pool>("W:WK1,K2,K3:BK32:E25", false);
    check_draw::<Pool>("W:WK1,K2,K3:BK32:E26", true);
}

#[test]
fn fifteen_moves_without_progress_are_a_draw_in_czech() {
    check_draw::<Czech>("W:WKg1,h2:BKb4:H29", false);
    check_draw::<Czech>("W:WKg1,h2:BKb4:H30", true);
}

#[test]
fn two_kings_have_seven_moves_in_frisian() {
    check_draw::<Frisian>("W:WK46,K47:BK30:E13", false);
    check_draw::<Frisian>("W:WK46,K47:BK30:E14", true);
    check_draw::<Frisian>("W:WK46:BK30:E4", true);
}

#[test]
fn a_frisian_king_must_rest_after_three_moves_if_its_side_has_a_man() {
    let fen = "W:WK47,45:BK4,5";
    let position = after::<Frisian>(fen, "47-36 5-10 36-47 10-15 47-36 15-20");
    let mut legal = Vec::new();
    Checkers::<Frisian>::new().legal_moves(&position, &mut legal);
    assert_eq!(legal.len(), 1, "the man alone may move");
    assert_eq!(moves::<Frisian>("W:W45,K36:B20,K4:+336+0"), ["45-40"]);
    assert!(moves::<Frisian>("W:WK36:BK4:+336+0").len() > 1, "without men no king rests");
}

#[test]
fn a_move_by_another_piece_frees_a_frisian_king() {
    let text = |moves| {
        let position = after::<Frisian>("W:W45,K36:B20,K4:+336+0", moves);
        board_engine::Notation::format_position(&Checkers::<Frisian>::new(), &position)
    };
    assert_eq!(text("45-40"), "B:W40,K36:B20,K4");
    assert_eq!(text("45-40 4-10"), "W:W40,K36:B20,K10:+0+110");
}

#[test]
fn two_kings_may_win_without_limit_in_killer() {
    check_draw::<Killer>("W:WK3,K31:BK40", false);
}

#[test]
fn one_piece_each_is_a_draw_in_turkish() {
    let rule = "one piece on each side (Türk Daması Kuralları, 19 b)";
    // The last man can be crowned immediately, or never, or both have men.
    for fen in ["W:WKa1:BKh5", "W:WKa1:Bh5", "B:WKa1:Bh2", "W:Wa2:Bh5", "B:Wa2:BKh5"] {
        let drawn = outcome::<Turkish>(fen).unwrap();
        assert_eq!((drawn.payoffs(), drawn.reason()), ([0, 0].as_slice(), rule), "{fen}");
    }
    assert_eq!(outcome::<Turkish>("W:WKa1:Bh5,h6"), None);
}

#[test]
fn nothing_is_settled_in_turkish_while_the_side_to_move_can_capture() {
    assert_eq!(outcome::<Turkish>("W:WKa1:BKa5"), None);
    assert_eq!(moves::<Turkish>("W:WKa1:BKa5"), ["a1xa6", "a1xa7", "a1xa8"]);
    assert_eq!(outcome::<Turkish>("B:WKd4:Bd5"), None, "the man takes the king");
    // A king is sacrificed for the last opposing king.
    let won = after::<Turkish>("W:WKb2,Kh1:BKd5", "b2-d2 d5xd1 h1xa1");
    assert!(won.pieces(Color::Black).is_empty());
}

/// Every limit in a variant's draw rules.
struct Limits;

impl VariantVisitor for Limits {
    type Output = Vec<Limit>;

    fn visit<V: Variant>(self) -> Vec<Limit> {
        let Draws { occurrences, king_plies, endings, .. } = V::RULES.draws;
        let of_endings = endings.iter().flat_map(|ending| [ending.plies, ending.main_road_plies]);
        [occurrences, king_plies].into_iter().chain(of_endings).collect()
    }
}

#[test]
fn every_draw_names_its_rule_with_its_number() {
    for variant in VARIANTS {
        let limits = with_variant(variant.name, Limits).unwrap();
        for Limit { count, rule } in limits.into_iter().filter(|limit| limit.count > 0) {
            let number = if count == 3 { "threefold".into() } else { (count / 2).to_string() };
            assert!(rule.contains(&number), "{}: {rule} for {count}", variant.name);
        }
    }
}

#[test]
fn only_variants_with_a_rule_book_cite_articles() {
    let cites =
        |name| with_variant(name, Limits).unwrap().iter().any(|limit| limit.rule.contains('('));
    for name in ["english", "international", "brazilian", "russian", "czech", "frisian"] {
        assert!(cites(name), "{name}");
    }
    for name in ["canadian", "pool", "italian", "spanish", "thai", "killer", "losing", "parlour"] {
        assert!(!cites(name), "{name}");
    }
}

#[test]
fn kings_may_wander_without_limit_in_losing() {
    check_draw::<International>("W:WK3,K31,16:BK40,K44:H50", true);
    check_draw::<Losing>("W:WK3,K31,16:BK40,K44:H50", false);
}
