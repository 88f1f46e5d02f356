//! The match ending on a sheet.

use board_engine::Seat;
use games_package::{
    EndReason, Ending, Failure, FailureKind, Header, MatchState, Record, TableGame,
};

use super::{Sheet, SheetError};

/// The tag with the kind of ending (PGN, 9.8.1).
pub(super) const TERMINATION: &str = Header::ENDING_TAGS[0];
/// The tag with the ending as a sentence.
const REASON: &str = Header::ENDING_TAGS[1];

/// The tags that describe how the match ended. `None` if the match's header already has them.
pub(super) fn tags(record: &Record, game: &dyn TableGame) -> Vec<(&'static str, String)> {
    match &record.ending {
        Some(ending) if !is_in_header(record, game) => ending_tags(ending, game),
        _ => Vec::new(),
    }
}

/// The tags of an ending.
pub(super) fn ending_tags(ending: &Ending, game: &dyn TableGame) -> Vec<(&'static str, String)> {
    match termination(ending) {
        Some(kind) => vec![(TERMINATION, kind.into()), (REASON, described(ending, game))],
        None => Vec::new(),
    }
}

/// Returns `true` if the tags in the match's file imply its ending. An ending by the rules needs no tag, and other
/// programs describe it in their own words. No tag contradicts an unknown ending.
pub(super) fn is_in_header(record: &Record, game: &dyn TableGame) -> bool {
    let tags = &record.header.tags;
    if tags.is_empty() {
        return false;
    }
    let Some(ending) = &record.ending else { return true };
    if let EndReason::Rules(_) = ending.reason {
        return true;
    }
    let payoffs = ending.payoffs.clone();
    let stated = Sheet { tags: tags.clone(), payoffs, ..Sheet::default() };
    stated_ending(&stated, game).as_ref() == Some(ending)
}

/// The PGN value for how a match ended (PGN, 9.8.1), if known.
const fn termination(ending: &Ending) -> Option<&'static str> {
    Some(match ending.reason {
        EndReason::Rules(_) | EndReason::Resigned(_) | EndReason::DrawAgreed => "normal",
        EndReason::TimeExpired(..) => "time forfeit",
        EndReason::PlayerFailed(..) => "rules infraction",
        EndReason::Adjudicated(_) => "adjudication",
        EndReason::Stopped => "abandoned",
        EndReason::Unstated => return None,
    })
}

fn described(ending: &Ending, game: &dyn TableGame) -> String {
    ending.describe(|seat| game.seat_name(seat))
}

/// The ending of the match: by the rules, or else from the sheet. `None` if the sheet's result is missing or invalid.
/// The sheet's result, even an unknown one, takes precedence over a draw by the rules that the players may not have
/// claimed. Also returns an error if the rules overrule another winner.
pub(super) fn of_sheet(
    sheet: &Sheet,
    state: &dyn MatchState,
    game: &dyn TableGame,
) -> (Option<Ending>, Option<SheetError>) {
    let stated = stated_ending(sheet, game);
    let Some(by_rules) = state.ending() else { return (stated, None) };
    let payoffs = |ending: &Ending| ending.payoffs.clone();
    let stated_payoffs = stated.as_ref().and_then(payoffs);
    if state.can_play_on() && stated_payoffs != by_rules.payoffs {
        return (stated, None);
    }
    let winners = |payoffs: Vec<i16>| {
        let most = payoffs.iter().max().copied();
        payoffs.iter().map(|payoff| Some(*payoff) == most).collect::<Vec<_>>()
    };
    let [on_sheet, ruled] =
        [stated_payoffs.clone(), payoffs(&by_rules)].map(|all| all.map(winners));
    let contradiction = stated_payoffs.filter(|_| on_sheet != ruled).map(|payoffs| {
        let stated = described(&Ending::unstated(payoffs), game);
        let ruled = described(&by_rules, game);
        let tag = sheet.tags.iter().position(|(name, _)| name == "Result");
        let place = tag.and_then(|tag| sheet.tag_places.get(tag)).copied().unwrap_or(sheet.place);
        let message = format!("the file says \"{stated}\", but by the rules \"{ruled}\"");
        SheetError::malformed(place, message)
    });
    (Some(by_rules), contradiction)
}

fn stated_ending(sheet: &Sheet, game: &dyn TableGame) -> Option<Ending> {
    let seat_count = game.seat_count();
    let termination = sheet.tag(TERMINATION).unwrap_or_default();
    let Some(payoffs) = sheet.payoffs.clone().filter(|payoffs| payoffs.len() == seat_count) else {
        return (termination == "abandoned").then(Ending::stopped);
    };
    let lowest = Seat::all(seat_count).min_by_key(|seat| payoffs[seat.index()])?;
    let why = sheet.tag(REASON).unwrap_or("the file says so");
    let known = match termination {
        "adjudication" => {
            let reason = EndReason::Adjudicated(why.to_owned());
            return Some(Ending { payoffs: Some(payoffs), reason });
        }
        "time forfeit" => Ending::forfeit(seat_count, lowest, EndReason::time_expired(lowest)),
        "rules infraction" => {
            let failure = Failure::new(FailureKind::IllegalMove, String::new());
            Ending::failed(seat_count, lowest, failure)
        }
        // Only the reason distinguishes a resignation or an agreement from an ending without a recorded reason.
        _ => {
            let resigned = Ending::forfeit(seat_count, lowest, EndReason::Resigned(lowest));
            let all = [resigned, Ending::draw_agreed(seat_count)];
            let fits = |ending: &Ending| described(ending, game) == why;
            all.into_iter().find(fits).unwrap_or_else(|| Ending::unstated(payoffs.clone()))
        }
    };
    // Not every result is possible after a forfeit.
    let is_stated = known.payoffs.as_ref() == Some(&payoffs);
    Some(if is_stated { known } else { Ending::unstated(payoffs) })
}
