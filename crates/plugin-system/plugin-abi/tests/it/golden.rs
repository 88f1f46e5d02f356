//! One message of each kind, with its encoding.

use std::fmt::Debug;
use std::time::Duration;

use plugin_abi::message::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks a message's encoding; `expected` is a Rust byte string.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T, expected: &str) {
    let bytes = encode(message).unwrap();
    assert_eq!(bytes.escape_ascii().to_string(), expected, "{message:?}");
    assert_eq!(decode::<T>(&bytes).as_ref(), Ok(message));
}

fn option(name: &str, kind: OptionKindV1) -> OptionSpecV1 {
    OptionSpecV1 { name: name.into(), description: String::new(), kind }
}

fn setup(time_control: TimeControlV1) -> ToPlayer<'static> {
    ToPlayer::StartV1(SetupV1 {
        game: "g:v".into(),
        seat: 1,
        seat_count: 2,
        time_control,
        depth_max: Some(9),
        node_count_max: None,
        pondering: false,
        seed: 300,
    })
}

fn played_move(turn: TurnV1) -> PlayedMoveV1<'static> {
    PlayedMoveV1 {
        ply: 3,
        turn,
        mv: "9-14".into(),
        position: "P".into(),
        elapsed: Duration::from_millis(1500),
        clock: None,
    }
}

fn table(ending: Option<EndingV1>) -> TableStateV1 {
    TableStateV1 {
        game: "g".into(),
        players: vec!["a".into(), "b".into()],
        time_control: TimeControlV1::Unlimited,
        start: "S".into(),
        moves: vec!["m".into()],
        position: "P".into(),
        turn: TurnV1::Seat(1),
        clocks: vec![Duration::from_secs(2)],
        ending,
    }
}

fn end(reason: EndReasonV1) -> EndingV1 {
    EndingV1 { payoffs: Some(vec![1, -1]), reason }
}

fn failure() -> FailureV1 {
    FailureV1 { kind: "panicked".into(), text: "no".into() }
}

#[test]
fn the_manifest_is_pinned() {
    let options = vec![
        option("i", OptionKindV1::Integer { default: 1, min: -1, max: 64 }),
        option("f", OptionKindV1::Flag { default: true }),
        option("c", OptionKindV1::Choice { default: "x".into(), choices: vec!["x".into()] }),
        option("t", OptionKindV1::Text { default: "y".into() }),
    ];
    let player = |games, options| PlayerInfoV1 {
        name: "p".into(),
        description: "plays".into(),
        games,
        options,
    };
    let manifest = Manifest::V1(ManifestV1 {
        name: "n".into(),
        version: "1.0".into(),
        players: vec![
            player(GamesV1::All, options),
            player(GamesV1::Named(vec!["g".into()]), vec![]),
        ],
    });
    check(
        &manifest,
        r"\x00\x01n\x031.0\x02\x01p\x05plays\x00\x04\x01i\x00\x00\x02\x01\x80\x01\x01f\x00\x01\x01\x01c\x00\x02\x01x\x01\x01x\x01t\x00\x03\x01y\x01p\x05plays\x01\x01\x01g\x00",
    );
}

#[test]
fn the_request_for_a_player_is_pinned() {
    let order = NewPlayerV1 {
        player: "p".into(),
        game: "g:v".into(),
        options: vec![("depth".into(), "6".into())],
    };
    check(&NewPlayer::V1(order), r"\x00\x01p\x03g:v\x01\x05depth\x016");
}

#[test]
fn messages_to_a_player_are_pinned() {
    check(&setup(TimeControlV1::Unlimited), r"\x00\x03g:v\x01\x02\x00\x01\t\x00\x00\xac\x02");
    let second = Duration::from_secs(1);
    check(
        &setup(TimeControlV1::PerMove(second)),
        r"\x00\x03g:v\x01\x02\x01\x01\x00\x01\t\x00\x00\xac\x02",
    );
    check(
        &setup(TimeControlV1::Increment { initial: second, increment: Duration::from_nanos(2) }),
        r"\x00\x03g:v\x01\x02\x02\x01\x00\x00\x02\x01\t\x00\x00\xac\x02",
    );
    check(
        &setup(TimeControlV1::Period { moves: 40, time: second }),
        r"\x00\x03g:v\x01\x02\x03(\x01\x00\x01\t\x00\x00\xac\x02",
    );
    let pondering = SetupV1 {
        game: "g:v".into(),
        seat: 1,
        seat_count: 2,
        time_control: TimeControlV1::Unlimited,
        depth_max: None,
        node_count_max: Some(300),
        pondering: true,
        seed: 1,
    };
    check(&ToPlayer::StartV1(pondering), r"\x00\x03g:v\x01\x02\x00\x00\x01\xac\x02\x01\x01");
    check(&ToPlayer::Close, r"\x03");
    let request =
        PonderRequestV1 { seat: 1, start: "S".into(), moves: "m n".into(), position: "P".into() };
    check(&ToPlayer::PonderV1(request), r"\x04\x01\x01S\x03m n\x01P");
}

#[test]
fn a_request_is_pinned() {
    let request = RequestV1 {
        seat: 0,
        start: "S".into(),
        moves: "m n".into(),
        position: "P".into(),
        legal_moves: vec!["9-13".into(), "9-14".into()].into(),
        time_left: Some(Duration::from_millis(250)),
        budget: None,
        draw_offer: Some(1),
    };
    check(
        &ToPlayer::ChooseV1(request),
        r"\x01\x00\x01S\x03m n\x01P\x02\x049-13\x049-14\x01\x00\x80\xe5\x9aw\x00\x01\x01",
    );
}

#[test]
fn events_are_pinned() {
    let event = |event| ToPlayer::ObserveV1(event);
    check(
        &event(EventV1::ChanceDecided(played_move(TurnV1::Chance))),
        r"\x02\x00\x03\x01\x049-14\x01P\x01\x80\xca\xb5\xee\x01\x00",
    );
    check(
        &event(EventV1::MovePlayed(played_move(TurnV1::Seat(1)))),
        r"\x02\x01\x03\x00\x01\x049-14\x01P\x01\x80\xca\xb5\xee\x01\x00",
    );
    check(
        &event(EventV1::MoveTakenBack(table(None))),
        r"\x02\x02\x01g\x02\x01a\x01b\x00\x01S\x01\x01m\x01P\x00\x01\x01\x02\x00\x00",
    );
    check(
        &event(EventV1::MoveRedone(table(Some(end(EndReasonV1::DrawAgreed))))),
        r"\x02\x03\x01g\x02\x01a\x01b\x00\x01S\x01\x01m\x01P\x00\x01\x01\x02\x00\x01\x01\x02\x02\x01\x02",
    );
}

#[test]
fn endings_are_pinned() {
    let ended = |reason| ToPlayer::ObserveV1(EventV1::MatchEnded(end(reason)));
    check(&ended(EndReasonV1::Rules("r".into())), r"\x02\x04\x01\x02\x02\x01\x00\x01r");
    check(&ended(EndReasonV1::Resigned(1)), r"\x02\x04\x01\x02\x02\x01\x01\x01");
    check(&ended(EndReasonV1::TimeExpired(1)), r"\x02\x04\x01\x02\x02\x01\x03\x01");
    check(
        &ended(EndReasonV1::PlayerFailed(1, failure())),
        r"\x02\x04\x01\x02\x02\x01\x04\x01\x08panicked\x02no",
    );
    check(&ended(EndReasonV1::Stopped), r"\x02\x04\x01\x02\x02\x01\x05");
}

#[test]
fn player_answers_are_pinned() {
    check(&FromPlayer::StartedV1("me".into()), r"\x00\x02me");
    check(&FromPlayer::RepliedV1(ReplyV1::Move("9-14".into())), r"\x01\x00\x049-14");
    check(&FromPlayer::RepliedV1(ReplyV1::MoveAndOfferDraw("9-14".into())), r"\x01\x01\x049-14");
    check(&FromPlayer::RepliedV1(ReplyV1::AcceptDraw), r"\x01\x02");
    check(&FromPlayer::RepliedV1(ReplyV1::Resign), r"\x01\x03");
    check(&FromPlayer::Done, r"\x02");
    check(&FromPlayer::FailedV1(failure()), r"\x03\x08panicked\x02no");
}

#[test]
fn messages_to_the_host_are_pinned() {
    let bare = |valuation| ThinkingV1 {
        depth: 5,
        selective_depth: None,
        nodes: 300,
        evaluations: 200,
        cutoffs: 100,
        table_use: Some(1000),
        rank: 2,
        valuation,
        line: "m n".into(),
    };
    let report = |thinking, expected| check(&ToHost::ReportV1(thinking), expected);
    let centi = bare(ValuationV1::Centi(-1));
    report(centi.clone(), r"\x00\x05\x00\xac\x02\xc8\x01d\x01\xe8\x07\x02\x00\x01\x03m n");
    let full = ThinkingV1 { selective_depth: Some(9), table_use: None, ..centi };
    report(full, r"\x00\x05\x01\t\xac\x02\xc8\x01d\x00\x02\x00\x01\x03m n");
    let win = bare(ValuationV1::WinIn(7));
    report(win, r"\x00\x05\x00\xac\x02\xc8\x01d\x01\xe8\x07\x02\x01\x07\x03m n");
    let loss = bare(ValuationV1::LossIn(7));
    report(loss, r"\x00\x05\x00\xac\x02\xc8\x01d\x01\xe8\x07\x02\x02\x07\x03m n");
    let prompt = PromptV1 { question: "q".into(), refusal: Some("r".into()) };
    check(&ToHost::AskV1(prompt), r"\x01\x01q\x01\x01r");
    check(&ToHost::ResolveV1("9 14".into()), r"\x02\x049 14");
    check(&ToHost::LogV1("l".into()), r"\x03\x01l");
}

#[test]
fn urgencies_are_pinned() {
    check(&ToHost::UrgencyV1, r"\x04");
    check(&FromHost::UrgencyV1(UrgencyV1::None), r"\x05\x00");
    check(&FromHost::UrgencyV1(UrgencyV1::BudgetUsed), r"\x05\x01");
    check(&FromHost::UrgencyV1(UrgencyV1::MoveNow), r"\x05\x02");
    check(&FromHost::UrgencyV1(UrgencyV1::Withdrawn), r"\x05\x03");
    check(&FromHost::UrgencyV1(UrgencyV1::TimedOut), r"\x05\x04");
}

#[test]
fn host_answers_are_pinned() {
    check(&FromHost::Done, r"\x00");
    check(&FromHost::AnsweredV1("a".into()), r"\x01\x01a");
    check(&FromHost::NotAnsweredV1(AskErrorV1::Cancelled), r"\x02\x00");
    check(&FromHost::NotAnsweredV1(AskErrorV1::Nobody), r"\x02\x01");
    check(&FromHost::ResolvedV1("9-14".into()), r"\x03\x049-14");
    check(&FromHost::RefusedV1("why".into()), r"\x04\x03why");
}
