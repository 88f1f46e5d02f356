//! Checks that records survive a round trip through the library unchanged.

use std::time::Duration;

use board_engine::Seat;
use games_package::{
    EndReason, Ending, Failure, FailureKind, Header, Mark, Note, Odds, Ply, Record, RecordedPlayer,
    ThinkingLimits, Thought, TimeControl, Valuation, Variation,
};
use match_library::Library;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::matches::{create, library, played};

/// The characters in moves, names and remarks, including quotes and non-ASCII letters.
const TEXT: &str = "[a-zA-Z0-9 '\":;+é–∅-]{0,12}";

fn duration() -> impl Strategy<Value = Duration> {
    any::<i64>().prop_map(|nanoseconds| Duration::from_nanos(nanoseconds.unsigned_abs() / 2))
}

fn limits() -> impl Strategy<Value = ThinkingLimits> {
    (any::<Option<u32>>(), any::<Option<u64>>())
        .prop_map(|(depth, nodes)| ThinkingLimits { depth, nodes })
}

fn time_control() -> impl Strategy<Value = TimeControl> {
    let time = || (0..86_400_000_000_000_u64).prop_map(Duration::from_nanos);
    prop_oneof![
        Just(TimeControl::Unlimited),
        time().prop_map(TimeControl::PerMove),
        (time(), time())
            .prop_map(|(initial, increment)| TimeControl::Increment { initial, increment }),
        (1_u32..99, time(), time()).prop_map(|(moves, time, increment)| TimeControl::Period {
            moves,
            time,
            increment
        }),
    ]
}

fn note() -> impl Strategy<Value = Note> {
    let valuation = prop_oneof![
        any::<i32>().prop_map(Valuation::Centi),
        any::<u32>().prop_map(Valuation::WinIn),
        any::<u32>().prop_map(Valuation::LossIn),
    ];
    let thought =
        (valuation, any::<u32>()).prop_map(|(valuation, depth)| Thought { valuation, depth });
    let marks = [Mark::Brilliant, Mark::Good, Mark::Interesting, Mark::Dubious, Mark::Blunder];
    let mark = option::of(prop::sample::select(marks.to_vec()));
    ((option::of(thought), mark), (vec(any::<u8>(), 0..3), TEXT, TEXT)).prop_map(
        |((thought, mark), (nags, preface, remark))| Note { thought, mark, nags, preface, remark },
    )
}

fn ply() -> impl Strategy<Value = Ply> {
    (TEXT, duration(), option::of(duration()), note()).prop_map(|(mv, elapsed, clock, note)| Ply {
        mv,
        elapsed,
        clock,
        note,
    })
}

fn variations() -> impl Strategy<Value = Vec<Variation>> {
    let leaf = (0_usize..9, vec(ply(), 1..4)).prop_map(|(after, plies)| Variation {
        after,
        plies,
        variations: Vec::new(),
    });
    let tree = leaf.prop_recursive(4, 12, 3, |inner| {
        (0_usize..9, vec(ply(), 1..3), vec(inner, 0..3))
            .prop_map(|(after, plies, variations)| Variation { after, plies, variations })
    });
    vec(tree, 0..3)
}

/// An ending of a two-player match.
fn ending() -> impl Strategy<Value = Ending> {
    let seat = || (0_usize..2).prop_map(Seat::new);
    let reason = prop_oneof![
        TEXT.prop_map(EndReason::Rules),
        seat().prop_map(EndReason::Resigned),
        Just(EndReason::DrawAgreed),
        (seat(), TEXT).prop_map(|(seat, detail)| EndReason::TimeExpired(seat, detail)),
        (seat(), TEXT).prop_map(|(seat, detail)| {
            EndReason::PlayerFailed(seat, Failure::new(FailureKind::IllegalMove, detail))
        }),
        TEXT.prop_map(EndReason::Adjudicated),
        Just(EndReason::Unstated),
        Just(EndReason::Stopped),
    ];
    (option::of(vec(any::<i16>(), 2)), reason)
        .prop_map(|(payoffs, reason)| Ending { payoffs, reason })
}

fn player() -> impl Strategy<Value = RecordedPlayer> {
    let odds = (option::of(time_control()), limits())
        .prop_map(|(time_control, thinking)| Odds { time_control, thinking });
    (TEXT, TEXT, option::of(TEXT), odds).prop_map(|(spec, name, origin, odds)| RecordedPlayer {
        spec,
        name,
        origin,
        odds,
    })
}

prop_compose! {
    fn any_record()(
        (game, start, final_position) in (TEXT, TEXT, TEXT),
        players in vec(player(), 2),
        time_control in time_control(),
        (thinking, pondering, seed) in (limits(), any::<bool>(), any::<u64>()),
        plies in vec(ply(), 0..20),
        variations in variations(),
        ending in option::of(ending()),
        (tags, preface) in (vec((TEXT, TEXT), 0..4), TEXT),
    ) -> Record {
        Record {
            game, players, time_control, thinking, pondering, seed, start, plies, variations, final_position, ending,
            header: Header { tags, preface },
        }
    }
}

/// Checks that the record is read back unchanged, even if it overwrites another record.
fn check(library: &Library, record: &Record, before: &Record) {
    let id = create(library, before);
    assert_eq!(&library.load(id).unwrap(), before);
    library.write(|batch| batch.save(id, record)).unwrap();
    assert_eq!(&library.load(id).unwrap(), record);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_record_survives_a_round_trip(record in any_record(), before in any_record()) {
        let (_folder, library) = library();
        check(&library, &record, &before);
    }

    #[test]
    fn played_matches_survive_a_round_trip_and_a_replay(choices in vec(any::<u32>(), 1..50)) {
        let (_folder, library) = library();
        let games =
            ["checkers", "chess", "backgammon", "kuhn-poker", "dominoes", "pig", "othello", "connect-four"];
        for game in games {
            let record = played(game, 40, &choices);
            let id = create(&library, &record);
            let loaded = library.load_checked(id).unwrap();
            assert_eq!(loaded.record, record);
            assert_eq!(loaded.end.ply(), record.plies.len());
        }
    }
}
