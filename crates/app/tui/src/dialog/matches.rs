//! Plays matches line by line, one after another.

use std::io::{Write, stderr};

use app_context::{AppContext, Failure};
use games_package::{AfterEnd, MatchSetup};
use match_library::SaveTarget;
use match_view::{MatchView, ViewSetup};

use super::{Dialog, DialogEnd, DialogSettings};
use crate::kept_matches::new_slot;
use crate::live::{Inbox, LiveMatch};
use crate::people::{hides_hands, name_only_person, viewer};
use crate::verdict::report_failures;

/// Plays a match, and continues with rematches and loaded matches until a person leaves. `name` is the person's name,
/// if there is only one person. Returns the next step outside of matches.
///
/// # Errors
/// [`Failure`] if the match can't be set up or saved, a player failed, the user interrupts, or `out` can't be written.
pub fn play(
    app: &AppContext,
    inbox: &Inbox,
    (mut setup, mut target): (MatchSetup, SaveTarget),
    name: &str,
    settings: &mut DialogSettings,
    out: &mut dyn Write,
) -> Result<DialogEnd, Failure> {
    loop {
        name_only_person(&mut setup, name);
        let ended = play_one(app, inbox, (setup, &target), settings, out)?;
        inbox.discard_table_messages();
        match ended {
            DialogEnd::Play(next) => setup = *next,
            DialogEnd::PlayFile(next) => (setup, target) = (*next, new_slot()),
            ended => return Ok(ended),
        }
    }
}

fn play_one(
    app: &AppContext,
    inbox: &Inbox,
    (setup, target): (MatchSetup, &SaveTarget),
    settings: &mut DialogSettings,
    out: &mut dyn Write,
) -> Result<DialogEnd, Failure> {
    let game = setup.game.clone();
    let people: Vec<bool> = setup.seats.iter().map(|seat| app.is_person(&seat.spec)).collect();
    let setup = MatchSetup { after_end: AfterEnd::Stay, ..setup };
    let pace = setup.pace;
    let (viewer, hides_hands) = (viewer(app, &setup), hides_hands(app, &setup));
    let mut live = LiveMatch::begin_with_inbox(inbox, setup, viewer)?;
    let model = MatchView::new(ViewSetup { game: game.clone(), people, hides_hands });
    let dialog = Dialog::new(app, inbox, settings, &mut live, model, target);
    let ended = dialog.with_pace(pace).run(out);
    let finished = live.finish()?;
    target.save(&finished.record)?;
    let next = ended?;
    report_failures(app, &*game, &finished, &mut stderr())?;
    Ok(next)
}
