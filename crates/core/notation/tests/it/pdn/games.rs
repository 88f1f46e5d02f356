//! Tests for parsing and writing games.

use board_engine::Color;
use notation::pdn::{Element, GameType, PdnGame, PdnResult, Reader, ResultKind};

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
fn comments_glyphs_variations_and_setups_keep_their_places() {
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
}

#[test]
fn comments_before_the_tags_belong_to_the_game() {
    let text =
        "{a club} {of 1999}\n[Event \"1\"]\n[Site \"x\"]\n{good} 1. 32-28 *\n[Event \"2\"] *";
    let [first, second] = games(text).try_into().unwrap();
    assert_eq!((first.tags.len(), moves(&first)), (2, vec!["32-28"]));
    let written = first.to_pdn(Color::White).unwrap();
    assert!(written.ends_with("]\n{a club} {of 1999} {good} 1. 32-28 *\n"), "{written}");
    let place = |game: &PdnGame| game.place.map(|place| (place.line, place.column));
    assert_eq!((place(&first), place(&second)), (Some((1, 1)), Some((5, 1))));
}

#[test]
fn comments_alone_are_not_a_game() {
    assert_eq!(games("{nothing}").len(), 0);
    assert_eq!(games("{nothing} * {else} *").len(), 0);
    assert_eq!(games("1. 32-28 * {the end}").len(), 1);
    assert_eq!(games("[Event \"1\"] {not played} [Event \"2\"] *").len(), 2);
}

#[test]
fn comments_between_tags_and_after_the_last_result_belong_to_their_game() {
    let text = "% a file\n[White \"Ann\"] ; a\n; b\n[Black \"Bob\"]\n{c}\n[Site \"x\"]\n\n1. 32-28 2-0 {end}";
    let game = game(text);
    assert_eq!((game.tag("White"), game.tag("Site")), (Some("Ann"), Some("x")));
    let written = game.to_pdn(Color::White).unwrap();
    assert!(written.ends_with("{a} {b} {c} 1. 32-28 {end} 2-0\n"), "{written}");
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
    check_rewrites("1. 32-28* 19-23 2-0", "1. 32-28 $7 19-23 2-0\n");
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
fn data_that_pdn_cannot_express_is_not_written() {
    let error = |text: &str| game(text).to_pdn(Color::White).unwrap_err().to_string();
    let mut named = game("[event \"x\"]");
    assert_eq!(named.to_pdn(Color::White).unwrap(), "[event \"x\"]\n*\n");
    named.tags[0].name = "an event".into();
    let message = named.to_pdn(Color::White).unwrap_err().to_string();
    assert_eq!(message, "\"an event\" is not a valid tag name");
    assert_eq!(error("1. --"), "\"--\" is not a move in standard notation");
    let mut bad = game("1. 32-28");
    bad.body.push(Element::Comment("}".into()));
    assert_eq!(
        bad.to_pdn(Color::White).unwrap_err().to_string(),
        "a comment can't contain }: \"}\""
    );
}

#[test]
fn results_belong_to_the_side_that_starts() {
    let text = |result: PdnResult, game_type| result.text(ResultKind::of(game_type));
    assert_eq!(text(PdnResult::FirstWins, Some(21)), "1-0");
    assert_eq!(text(PdnResult::FirstWins, Some(20)), "2-0");
    assert_eq!(text(PdnResult::Draw, None), "1/2-1/2");
    assert_eq!(PdnResult::FirstWins.winner(Color::Black), Some(Color::Black));
    assert_eq!(PdnResult::SecondWins.winner(Color::White), Some(Color::Black));
    assert_eq!(PdnResult::Draw.winner(Color::White), None);
}

#[test]
fn results_are_payoffs() {
    for result in [PdnResult::FirstWins, PdnResult::SecondWins, PdnResult::Draw] {
        assert_eq!(PdnResult::of_payoffs(result.payoffs()), result);
    }
    assert_eq!(PdnResult::of_payoffs(Some([-1, -1])), PdnResult::BothLose);
    assert_eq!(PdnResult::of_payoffs(None), PdnResult::Unknown);
}

#[test]
fn the_winner_has_an_unambiguous_tag() {
    let mut game = game("1. 11-15");
    game.set_result(PdnResult::FirstWins, ResultKind::Default, Color::Black);
    assert_eq!((game.tag("Result"), game.tag("Winner")), (Some("1-0"), Some("Black")));
    assert_eq!(game.claimed_result(Color::Black), PdnResult::FirstWins);
    game.set_result(PdnResult::Draw, ResultKind::Default, Color::Black);
    assert_eq!((game.tag("Result"), game.tag("Winner")), (Some("1/2-1/2"), None));
    let other = games("[Result \"?\"] 1. 11-15 0-1").remove(0);
    assert_eq!(other.claimed_result(Color::Black), PdnResult::SecondWins);
}

#[test]
fn game_types_are_read_and_written() {
    for text in ["20", "20,W,10,10,N2,0", "21,B,8,8,N1", "30,W,8,8,A0,0"] {
        assert_eq!(GameType::parse(text).unwrap().to_string(), text);
    }
    for bad in ["", "x", "20,", "20,W,10,10,Q2,0", "20,W,10,10,N4,0", "20,W,10,10,N2,2", "99999999"]
    {
        assert_eq!(GameType::parse(bad), None, "{bad}");
    }
}

#[test]
fn game_types_are_compared() {
    let form = |text| GameType::parse(text).unwrap().form.unwrap();
    let difference = |text| form(text).difference(form("20,W,10,10,N2,0"));
    assert_eq!(difference("20,W,8,8,N2,0").as_deref(), Some("board size 8×8, not 10×10"));
    assert_eq!(difference("20,W,10,10,A0"), None);
}
