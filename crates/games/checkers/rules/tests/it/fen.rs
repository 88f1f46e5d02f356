use board_engine::{Game, Notation};
use checkers::{Checkers, English, International, Variant};

fn check_reads<V: Variant>(text: &str, standard: &str) {
    let game = Checkers::<V>::new();
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.format_position(&position), standard);
    assert_eq!(game.parse_position(standard).unwrap(), position, "the standard text says the same");
}

fn check_fails<V: Variant>(text: &str, message: &str) {
    assert_eq!(Checkers::<V>::new().parse_position(text).unwrap_err().to_string(), message);
}

#[test]
fn starting_positions_follow_pdn() {
    let international = Checkers::<International>::new();
    assert_eq!(international.format_position(&international.start()), "W:W31-50:B1-20");
    let english = Checkers::<English>::new();
    assert_eq!(english.format_position(&english.start()), "B:W21-32:B1-12");
}

#[test]
fn kings_follow_men_and_ranges_need_three_squares() {
    check_reads::<English>(
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    );
    check_reads::<English>("w:wk1-k3,k9,k10:b5-6", "W:WK1-3,K9,K10:B5,6");
}

#[test]
fn blanks_final_dot_section_order_leading_zeros_and_unknown_sections_are_read() {
    check_reads::<International>(" W : B 01 , 2 : W K 31 - 33 . ", "W:WK31-33:B1,2");
    check_reads::<International>("B:Xwhat ever:W31:F7:B1", "B:W31:B1");
    check_reads::<International>("W:WK3:B", "W:WK3:B");
    check_reads::<International>("?:WK3:B4", "W:WK3:B4");
}

#[test]
fn counters_of_draw_rules_survive_a_round_trip() {
    check_reads::<International>("W:WK3:BK40:H7:E7", "W:WK3:BK40:H7:E7");
    check_reads::<International>("W:WK3,31:BK40,4:H49:E7", "W:W31,K3:B4,K40:H49");
}

#[test]
fn malformed_positions_name_the_column_and_the_expected_text() {
    check_fails::<English>(
        "",
        "malformed position \"\" at column 1: expected the side to move, W or B",
    );
    check_fails::<English>(
        "W",
        "malformed position \"W\" at column 2: expected \":\" and a section",
    );
    check_fails::<English>(
        "W:W1,,",
        "malformed position \"W:W1,,\" at column 6: expected a square from 1 to 32",
    );
    check_fails::<English>(
        "W:W33:B1",
        "malformed position \"W:W33:B1\" at column 4: expected a square from 1 to 32",
    );
    check_fails::<English>(
        "W:W0",
        "malformed position \"W:W0\" at column 4: expected a square from 1 to 32",
    );
    check_fails::<English>(
        "W:W5é",
        "malformed position \"W:W5é\" at column 5: expected \":\" and a section",
    );
    check_fails::<English>(
        "W:WK1:BK2:H256",
        "malformed position \"W:WK1:BK2:H256\" at column 12: expected a number of plies from 0 to 255",
    );
}

#[test]
fn impossible_positions_name_the_square() {
    check_fails::<English>(
        "W:W1:B9",
        "impossible position \"W:W1:B9\": a white man on its crowning row, square 1",
    );
    check_fails::<International>(
        "W:W31:B9,46",
        "impossible position \"W:W31:B9,46\": a black man on its crowning row, square 46",
    );
    check_fails::<English>(
        "W:W9,K9:B10",
        "impossible position \"W:W9,K9:B10\": two pieces on square 9",
    );
    check_fails::<English>(
        "W:W8-10:BK9",
        "impossible position \"W:W8-10:BK9\": two pieces on square 9",
    );
    check_fails::<English>("W:W:B", "impossible position \"W:W:B\": no piece on the board");
    check_fails::<English>(
        "W:W20-32:B1",
        "impossible position \"W:W20-32:B1\": White has 13 pieces; at most 12 are possible",
    );
}
