//! Tests that each fault is found by the law that forbids it.

use conformance::{
    Effort, Law, Violation, first_uncancelled_payoff, first_violation, obey_the_laws,
    payoffs_cancel,
};

use crate::track::{Fault, Track};

/// Every fault that [`first_violation`] finds, with the law that it breaks.
const FAULTS: [(Fault, Law); 54] = [
    (Fault::NineSeats, Law::SeatsAreCounted),
    (Fault::SecondSeatStarts, Law::SeatsAreCounted),
    (Fault::NamelessSeats, Law::SeatsHaveNames),
    (Fault::EqualNames, Law::SeatsHaveNames),
    (Fault::RepetitionAtOnce, Law::RepetitionMakesSense),
    (Fault::RepetitionOfThree, Law::RepetitionMakesSense),
    (Fault::StartWanders, Law::StartIsFixed),
    (Fault::TurnOfNobody, Law::TurnIsASeat),
    (Fault::ListGrows, Law::ListIsCleared),
    (Fault::OrderChanges, Law::ListIsRepeatable),
    (Fault::MoveTwice, Law::MovesAreListedOnce),
    (Fault::StuckWhileOngoing, Law::OngoingHasMoves),
    (Fault::Miscounts, Law::CountIsLength),
    (Fault::StatusLags, Law::StatusIsThatOfTheList),
    (Fault::ImpossibleDraw, Law::ChanceHasWeights),
    (Fault::ThreePayoffs, Law::OverHasPayoffs),
    (Fault::NoReason, Law::OverHasPayoffs),
    (Fault::PayoffTooHigh, Law::PayoffsAreBounded),
    (Fault::RandomStepCheats, Law::RandomStepIsLegal),
    (Fault::RandomStepGoesOn, Law::RandomStepIsLegal),
    (Fault::PlayDoesNothing, Law::PlayChangesItsArgumentOnly),
    (Fault::PlayRemembers, Law::PlayChangesItsArgumentOnly),
    (Fault::TwoMovesAlike, Law::MovesDiffer),
    (Fault::KeyChanges, Law::EqualPositionsShareKeys),
    (Fault::KeyForgetsTurn, Law::DifferentBoardsDifferInKeys),
    (Fault::KeyHidesTheEnd, Law::KeysTellTheEnd),
    (Fault::NeverReturns, Law::IrreversibleMeansIt),
    (Fault::BlankInMove, Law::MoveTextIsOneWord),
    (Fault::MovesShareText, Law::MoveTextsDiffer),
    (Fault::MovePushedWithoutSign, Law::MoveTextsAgree),
    (Fault::MoveReadBackwards, Law::MoveTextIsReadBack),
    (Fault::TurnIsNotWritten, Law::PositionTextIsReadBack),
    (Fault::MoveParserSlices, Law::GarbledMoveIsRefused),
    (Fault::MoveParserAcceptsAll, Law::GarbledMoveIsRefused),
    (Fault::PositionParserSlices, Law::GarbledPositionIsRefused),
    (Fault::PositionParserAcceptsAll, Law::GarbledPositionIsRefused),
    (Fault::SilentRefusal, Law::RefusalSaysWhy),
    (Fault::DiagramShrinks, Law::DiagramsShareSquares),
    (Fault::SquaresShareName, Law::DiagramsShareSquares),
    (Fault::EdgeIsShort, Law::EdgesHaveALabelEach),
    (Fault::ZonesShareName, Law::ZonesDiffer),
    (Fault::ZoneOfNobody, Law::ZonesDiffer),
    (Fault::PieceOfNobody, Law::PiecesHaveOwners),
    (Fault::PiecesLookAlike, Law::PiecesCanBeShown),
    (Fault::PieceCannotBeShown, Law::PiecesCanBeShown),
    (Fault::RouteLeavesBoard, Law::RoutesAreOnTheBoard),
    (Fault::RouteBeginsNowhere, Law::RoutesBeginAtAPiece),
    (Fault::StepsAreMissing, Law::StepsMakeTheMoves),
    (Fault::SetUpForgetsTurn, Law::SetUpIsThePicture),
    (Fault::ActionsShareNumber, Law::ActionsAreNumbered),
    (Fault::ActionsAreMissing, Law::ActionsMakeTheMoves),
    (Fault::ActionsAreIndexes, Law::ActionsAreStable),
    (Fault::FeaturesAreMissing, Law::FeaturesAreListed),
    (Fault::ObservationIsEmpty, Law::ObservationsArePictures),
];

fn violation(fault: Fault) -> Violation {
    match first_violation(&Track::<0>::new(fault), Effort::QUICK) {
        Err(violation) => violation,
        Ok(()) => panic!("{fault:?} was not found"),
    }
}

#[test]
fn a_sound_game_obeys_all_laws() {
    let game = Track::<0>::new(Fault::None);
    obey_the_laws(&game, Effort::THOROUGH);
    payoffs_cancel(&game, Effort::THOROUGH);
}

#[test]
fn every_fault_is_found_by_the_law_that_forbids_it() {
    for (fault, law) in FAULTS {
        let violation = violation(fault);
        assert_eq!(violation.law, law, "{fault:?} broke another law:\n{violation}");
    }
}

#[test]
fn a_position_of_more_than_128_bytes_is_refused() {
    let check = |result: Result<(), Violation>| result.map_err(|violation| violation.law);
    assert_eq!(check(first_violation(&Track::<119>::new(Fault::None), Effort::QUICK)), Ok(()));
    let large = first_violation(&Track::<120>::new(Fault::None), Effort::QUICK);
    assert_eq!(check(large), Err(Law::PositionIsSmall));
}

#[test]
fn payoffs_that_do_not_sum_to_zero_are_found() {
    let result = first_uncancelled_payoff(&Track::<0>::new(Fault::BothWin), Effort::QUICK);
    assert_eq!(result.unwrap_err().law, Law::PayoffsCancel);
}

#[test]
fn the_seed_of_a_violation_reproduces_it_in_one_playout() {
    let first = violation(Fault::StuckWhileOngoing);
    let seed = first.seed.unwrap();
    let again =
        first_violation(&Track::<0>::new(Fault::StuckWhileOngoing), Effort::QUICK.replaying(seed));
    assert_eq!(again, Err(first));
}

#[test]
fn the_message_names_law_position_move_and_seed() {
    assert_eq!(
        violation(Fault::TwoMovesAlike).to_string(),
        "law broken: no two moves lead to the same position\n  +1 leads there too\n  position: 3 0\n  move: +2\n  \
         seed: 1"
    );
    assert_eq!(
        violation(Fault::EqualNames).to_string(),
        "law broken: each seat has its own name\n  [\"player\", \"player\"]\n  position: 3 0\n  \
         move: none\n  seed: none"
    );
}
