//! Tests that a variant behaves the same with its static type erased.

use board_engine::{Color, Game, Notation, Seat, Status, Viewer};
use checkers::{
    AnyVariant, AnyVariantVisitor, Checkers, Layout, Naming, VARIANTS, Variant, VariantVisitor,
    hub, with_any_variant, with_variant,
};

use crate::support::AnalysisPosition;

/// Plays a match, and compares every answer from the erased variant with the answer from the variant's own type.
struct PlayedByBoth;

impl VariantVisitor for PlayedByBoth {
    type Output = ();

    fn visit<V: Variant>(self) {
        let one = Checkers::<V>::new();
        let any = AnyVariant::<V::Word>::named(V::RULES.name).unwrap();
        assert_eq!(any.rules().name, V::RULES.name);
        assert_eq!(any.start(), one.start());
        for color in Color::ALL {
            assert_eq!(any.crown(color), Layout::<V>::crown(color));
        }
        assert_eq!(any.repetition(), one.repetition());
        assert_eq!((any.seats(), any.payoff_max()), (one.seats(), one.payoff_max()));
        assert_eq!(any.seat_name(Seat::FIRST), one.seat_name(Seat::FIRST));
        assert_eq!(any.pieces_to_set_up(), one.pieces_to_set_up());
        let (mut position, mut moves) = (one.start(), Vec::new());
        for ply in 0..80_usize {
            check_position::<V>(any, &position);
            if one.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            let mv = moves[(ply * 7 + ply / 3) % moves.len()];
            let mut after = position;
            any.play(&mut after, mv);
            one.play(&mut position, mv);
            assert_eq!(after, position);
        }
    }
}

fn check_position<V: Variant>(any: AnyVariant<V::Word>, position: &AnalysisPosition<V>) {
    let one = Checkers::<V>::new();
    let [mut moves, mut same, mut scratch] = [Vec::new(), Vec::new(), Vec::new()];
    let status = one.legal_moves(position, &mut moves);
    assert_eq!(any.legal_moves(position, &mut same), status);
    assert_eq!(same, moves);
    assert_eq!(any.status(position, &mut scratch), status);
    assert_eq!(any.count_moves(position, &mut scratch), moves.len() as u64);
    assert_eq!(
        any.count_replies(position, &mut same, &mut scratch),
        one.count_replies(position, &mut Vec::new(), &mut scratch)
    );
    assert_eq!(any.turn(position), one.turn(position));
    assert_eq!(any.can_capture(position), Checkers::<V>::can_capture(position));
    assert_eq!(any.key(position), one.key(position));
    assert_eq!(any.counters_key(position), one.counters_key(position));
    assert_eq!(any.material_key(position), one.material_key(position));
    assert_eq!(any.with_colors_reversed(position), one.with_colors_reversed(position));
    assert_eq!(any.can_win(position, Seat::FIRST), one.can_win(position, Seat::FIRST));
    check_texts::<V>(any, position);
    for mv in moves {
        let text = one.format_move(position, mv);
        assert_eq!(any.format_move(position, mv), text);
        assert_eq!(any.format_move_for(position, mv, Viewer::Arbiter), text);
        assert_eq!(any.parse_move(position, &text), Ok(mv));
        assert_eq!(any.renamed_move(&text, Naming::Own), text);
        assert_eq!(any.route(position, mv), one.route(position, mv));
        assert_eq!(any.irreversible(position, mv), one.irreversible(position, mv));
        // Hub can't express a pass.
        if !mv.is_pass() {
            let text = hub::format_move::<V>(mv);
            assert_eq!(any.format_hub_move(mv), text);
            assert_eq!(any.parse_hub_move(position, &text), hub::parse_move::<V>(position, &text));
        }
    }
    if let Status::Over(outcome) = status {
        let said = one.describe_outcome(position, &outcome);
        assert_eq!(any.describe_outcome(position, &outcome), said);
    }
}

fn check_texts<V: Variant>(any: AnyVariant<V::Word>, position: &AnalysisPosition<V>) {
    let (one, viewer) = (Checkers::<V>::new(), Viewer::Arbiter);
    let text = one.format_position(position);
    assert_eq!(any.format_position(position), text);
    assert_eq!(any.parse_position(&text), one.parse_position(&text));
    assert_eq!(any.parse_renamed_position(&text, Naming::Own), one.parse_position(&text));
    assert_eq!(any.format_position_for(position, viewer), text);
    assert_eq!(any.diagram(position, viewer), one.diagram(position, viewer));
    let text = hub::format_position::<V>(position);
    assert_eq!(any.format_hub_position(position), text);
    assert_eq!(any.parse_hub_position(&text), hub::parse_position::<V>(&text));
}

#[test]
fn any_variant_agrees_with_its_own_type() {
    for variant in VARIANTS {
        with_variant(variant.name, PlayedByBoth).unwrap();
    }
}

#[test]
fn any_variant_is_recognized_by_its_name_and_word() {
    struct Name;
    impl AnyVariantVisitor for Name {
        type Output = (String, &'static str);

        fn visit<W: board_engine::Word>(self, game: AnyVariant<W>) -> Self::Output {
            (format!("{game:?}"), game.rules().name)
        }
    }
    let canadian = ("AnyVariant(canadian)".into(), "canadian");
    assert_eq!(with_any_variant("canadian", Name), Some(canadian));
    assert_eq!(with_any_variant("chess", Name), None);
    let small = AnyVariant::<u64>::named("english").unwrap().with("what belongs to it");
    assert_eq!(*small.own(), "what belongs to it");
    assert!(AnyVariant::<u128>::named("english").is_none());
}
