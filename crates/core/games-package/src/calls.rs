//! Calls into a player's code, shared by all tables: an error or a panic counts as a failure, and long strings are
//! truncated.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Event, Failure, FailureKind, Host, Player, PlayerError, Reply, Request, Setup};

/// The longest string accepted from a player, in bytes: more than any move, name or principal variation needs.
const TEXT_BYTES_MAX: usize = 4096;

/// Starts a player. Returns the player's name.
///
/// # Errors
/// The reason why the player can't play, or the failure.
pub fn start(player: &mut dyn Player, setup: &Setup) -> Result<String, Failure> {
    catch_failure(|| player.start(setup).map(|()| player.name())).map(clipped)
}

/// Asks a player for its move.
///
/// # Errors
/// [`Failure`] with its kind, if the player fails to choose one.
pub fn choose_move(
    player: &mut dyn Player,
    request: &Request,
    host: &dyn Host,
) -> Result<Reply, Failure> {
    catch_failure(|| player.choose_move(request, host)).map(|reply| match reply {
        Reply::Move(text) => Reply::Move(clipped(text)),
        Reply::MoveAndOfferDraw(text) => Reply::MoveAndOfferDraw(clipped(text)),
        Reply::AcceptDraw | Reply::Resign => reply,
    })
}

/// Notifies a player of an event. Returns the failure if the player panics.
pub fn observe(player: &mut dyn Player, event: &Event) -> Option<Failure> {
    catch_panic(|| player.observe(event))
}

/// Calls into a player's code that doesn't return a value. Returns the failure if the code panics.
pub(crate) fn catch_panic(call: impl FnOnce()) -> Option<Failure> {
    let called = catch_failure(|| {
        call();
        Ok(())
    });
    called.err()
}

/// A string from a player, truncated to the maximum length because it is copied for every watcher and into the record.
pub(crate) fn clipped(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(TEXT_BYTES_MAX));
    text
}

fn catch_failure<T>(call: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Failure::new(error.kind(), clipped(error.text().into()))),
        Err(payload) => {
            let text = panic_text(&*payload);
            // The payload also comes from the player, so dropping it may panic again. The second payload is leaked.
            if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                mem::forget(second);
            }
            Err(Failure::new(FailureKind::Panicked, clipped(text)))
        }
    }
}

/// The message of a panic.
fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a message".into())
}
