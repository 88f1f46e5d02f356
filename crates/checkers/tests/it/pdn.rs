use board_engine::{Color, Game, Outcome, Seat};
use checkers::pdn::{
    Element, GameType, PdnGame, PdnResult, Reader, ResultKind, commands, format_clock,
    parse_clock_ms, replay, stated_variant,
};
use checkers::{Checkers, English, International, Italian, Russian, Spanish, Thai, Variant};

pub(crate) fn games(text: &str) -> Vec<PdnGame> {
    Reader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

pub(crate) fn game(text: &str) -> PdnGame {
    let [game] = games(text).try_into().unwrap();
    game
}

pub(crate) fn moves(game: &PdnGame) -> Vec<&str> {
    game.main_line().map(|mv| mv.text.as_str()).collect()
}

fn check_rewrites(text: &str, expected: &str) {
    let written = game(text).to_pdn(Color::White).unwrap();
    assert_eq!(written, expected);
    assert_eq!(
        game(&written).to_pdn(Color::White).unwrap(),
        expected,
        "written twice, it is the same"
    );
}

#[test]
fn games_are_read_with_tags_moves_and_result() {
    let text = "[Event \"Club\"]\n[Black \"de \\\"Vries\\\"\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n1. 31-27 *";
    let [first, second] = games(text).try_into().unwrap();
    assert_eq!((first.tag("Event"), first.tag("Black")), (Some("Club"), Some("de \"Vries\"")));
    assert_eq!(moves(&first), ["32-28", "19-23", "28x19", "14x23"]);
    assert_eq!(first.result.as_deref(), Some("1-1"));
    assert_eq!((moves(&second), second.result.as_deref()), (vec!["31-27"], Some("*")));
}

#[test]
fn comments_glyphs_variations_and_set_ups_keep_their_places() {
    let game =
        game("1. 32-28! $14 {good} (1. 31-27 {(} (1. 33-29?!)) 19-23 /FEN \"W:W31:B1\"/ 2. 31-27");
    let [mv, Element::Nag(14), Element::Comment(comment), Element::Variation(line), ..] =
        game.body.as_slice()
    else {
        panic!("{:?}", game.body);
    };
    assert_eq!((matches!(mv, Element::Move(_)), comment.as_str()), (true, "good"));
    assert!(matches!(
        line.as_slice(),
        [Element::Move(_), Element::Comment(_), Element::Variation(_)]
    ));
    assert_eq!(moves(&game), ["32-28", "19-23", "31-27"]);
    assert!(replay::<International>(&game).is_ok());
}

#[test]
fn latin_1_and_utf_8_are_read() {
    let name =
        |bytes: &[u8]| Reader::new(bytes).next().unwrap().unwrap().tag("White").unwrap().to_owned();
    assert_eq!(name("[White \"Björn\"]".as_bytes()), "Björn");
    assert_eq!(name(b"[White \"Bj\xF6rn\"]"), "Björn");
    assert_eq!(name(b"\xEF\xBB\xBF[White \"x\"]"), "x");
}

#[test]
fn the_writer_follows_the_standard() {
    check_rewrites("32-28 19-23(?) {x} 28x19", "1. 32-28 19-23? {x} 2. 28x19 *\n");
    check_rewrites(
        "1. a3-b4 (1. c3-d4 d6-c5) b6-a5*",
        "1. a3-b4 ( 1. c3-d4 d6-c5 ) 1... b6-a5 *\n",
    );
    check_rewrites("1. 32-28* 19-23 2-0", "1. 32-28 $7 19-23 *\n");
    check_rewrites("[FEN \"B:W31:B1\"] 1... 1-6", "[FEN \"B:W31:B1\"]\n1... 1-6 *\n");
}

#[test]
fn the_writer_breaks_lines() {
    let written = game(&"32-28 19-23 ".repeat(40)).to_pdn(Color::White).unwrap();
    assert!(
        written.lines().count() > 5 && written.lines().all(|line| line.len() <= 80),
        "{written}"
    );
    assert_eq!(moves(&game(&written)).len(), 80);
}

#[test]
fn what_pdn_has_no_form_for_is_not_written() {
    let error = |text: &str| game(text).to_pdn(Color::White).unwrap_err().to_string();
    assert_eq!(error("[event \"x\"]"), "\"event\" can't be the name of a tag");
    assert_eq!(error("1. --"), "\"--\" is no move in standard notation");
    let mut bad = game("1. 32-28");
    bad.body.push(Element::Comment("}".into()));
    assert_eq!(
        bad.to_pdn(Color::White).unwrap_err().to_string(),
        "a comment can't contain }: \"}\""
    );
}

#[test]
fn results_belong_to_the_side_that_starts() {
    let text = |result: PdnResult, kind| result.text(kind);
    assert_eq!(text(PdnResult::FirstWins, ResultKind::of(&English::RULES)), "1-0");
    assert_eq!(text(PdnResult::FirstWins, ResultKind::of(&International::RULES)), "2-0");
    assert_eq!(PdnResult::FirstWins.winner(&English::RULES), Some(Color::Black));
    assert_eq!(PdnResult::FirstWins.winner(&International::RULES), Some(Color::White));
    let outcome = Outcome::win(Checkers::<English>::seat_of(Color::White), "no legal move");
    assert_eq!(PdnResult::of(Some(outcome)), PdnResult::SecondWins);
    assert_eq!(PdnResult::of(Some(Outcome::win(Seat::FIRST, "x"))), PdnResult::FirstWins);
}

#[test]
fn the_winner_has_a_tag_that_can_not_be_misunderstood() {
    let mut game = game("1. 11-15");
    game.set_result(PdnResult::FirstWins, &English::RULES);
    assert_eq!((game.tag("Result"), game.tag("Winner")), (Some("1-0"), Some("Black")));
    assert_eq!(game.claimed_result(&English::RULES), PdnResult::FirstWins);
    game.set_result(PdnResult::Draw, &English::RULES);
    assert_eq!((game.tag("Result"), game.tag("Winner")), (Some("1/2-1/2"), None));
    let other = games("[Result \"?\"] 1. 11-15 0-1").remove(0);
    assert_eq!(other.claimed_result(&English::RULES), PdnResult::SecondWins);
}

#[test]
fn game_types_have_the_standards_full_forms() {
    let form = |rules| GameType::of(rules).unwrap().to_string();
    assert_eq!(form(&International::RULES), "20,W,10,10,N2,0");
    assert_eq!(form(&English::RULES), "21,B,8,8,N1,0");
    assert_eq!(form(&Italian::RULES), "22,W,8,8,N2,1");
    assert_eq!(form(&Spanish::RULES), "24,W,8,8,N1,1");
    assert_eq!(form(&Russian::RULES), "25,W,8,8,A0,0");
    assert_eq!(form(&Thai::RULES), "31,B,8,8,N2,0");
    for rules in [International::RULES, Thai::RULES] {
        let game_type = GameType::of(&rules).unwrap();
        assert_eq!(GameType::parse(&game_type.to_string()), Some(game_type));
    }
    for bad in ["", "x", "20,", "20,W,10,10,Q2,0", "20,W,10,10,N4,0", "20,W,10,10,N2,2", "99999999"]
    {
        assert_eq!(GameType::parse(bad), None, "{bad}");
    }
}

#[test]
fn the_variant_is_known_by_its_tags() {
    let name = |text| stated_variant(&game(text)).ok().flatten().map(|stated| stated.variant);
    assert_eq!(name("[GameType \"21,B,8,8,N1,0\"] *"), Some("english"));
    assert_eq!(name("[GameType \"20\"] *"), Some("international"));
    assert_eq!(name("[GameType \"20\"] [Variant \"killer\"] *"), Some("killer"));
    assert_eq!(name("[Event \"x\"] *"), None);
    assert_eq!(name("[GameType \"0\"] *"), None);
}

#[test]
fn a_replay_names_the_first_illegal_move_and_its_place() {
    let game = game("[Event \"é\"]\n1. 32-28 19-23\n   2. 33-29?");
    let error = replay::<International>(&game).unwrap_err();
    assert_eq!((error.place.line, error.place.column, error.ply), (3, 7, 2));
    assert_eq!(
        error.to_string(),
        "line 3, column 7: illegal move 33-29 in W:W28,31,33-50:B1-18,20,23: a capture must be made: 28x19"
            .replace("a capture must be made: 28x19", "28x19 must be taken")
    );
}

#[test]
fn illegal_moves_in_variations_are_found() {
    let game = game("1. 32-28 (1. 31-22) 19-23");
    assert_eq!(replay::<International>(&game).unwrap_err().place.column, 14);
}

#[test]
fn a_null_move_gives_the_turn_away() {
    let game = game("1. 32-28 /FEN \"W::\"/ 33-29");
    assert_eq!(replay::<International>(&game).unwrap().end.turn(), Color::Black);
}

#[test]
fn games_are_made_of_moves() {
    let rules = Checkers::<English>::new();
    let played = replay::<English>(&game("1. 11-15 23-18 2. 8-11")).unwrap();
    let written = PdnGame::of_moves::<English>(
        vec![("Event".into(), "x".into())],
        &rules.start(),
        &played.moves,
    );
    assert_eq!(
        written.to_pdn(Color::Black).unwrap(),
        "[Event \"x\"]\n[GameType \"21\"]\n1. 11-15 23-18 2. 8-11 *\n"
    );
    assert_eq!(replay::<English>(&written).unwrap(), played);
}

#[test]
fn comments_carry_clocks_and_scores() {
    let (found, remark) =
        commands("[%clk 0:00:09.4] good [%eval +0.32] move [%clock w0:00:10 B0:00:15]");
    let found: Vec<_> = found.iter().map(|command| (command.name, command.value)).collect();
    assert_eq!(found, [("clk", "0:00:09.4"), ("eval", "+0.32"), ("clock", "w0:00:10 B0:00:15")]);
    assert_eq!(remark, "good move");
    assert_eq!(commands("[%clk").1, "[%clk");
}

#[test]
fn clocks_are_read_and_written() {
    assert_eq!(parse_clock_ms("1:02:03"), Some(3_723_000));
    assert_eq!(parse_clock_ms("0:00:09.4"), Some(9_400));
    assert_eq!(parse_clock_ms("45"), Some(45_000));
    for bad in ["", ":", "1:", "1:2:3:4", "-1", "1.x", "99999999999999999999"] {
        assert_eq!(parse_clock_ms(bad), None, "{bad}");
    }
    assert_eq!(
        (format_clock(3_723_000), format_clock(9_400)),
        ("1:02:03".into(), "0:00:09.4".into())
    );
}
