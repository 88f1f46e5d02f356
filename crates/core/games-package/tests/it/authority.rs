//! Tests for the rights of control holders.

use board_engine::Viewer;
use games_package::{Command, EndReason, Event, MatchSetup};

use crate::games::stones;
use crate::players::{FIRST, SECOND, person};
use crate::table::{Live, setup};

#[test]
fn a_seat_holder_acts_only_for_that_seat() {
    let mut live = Live::begin(MatchSetup {
        opening: vec!["1".into()],
        ..setup(stones(2, 9), [person(), person()])
    });
    live.until(|event| matches!(event, Event::InputRequested { .. }).then_some(()));
    let first = live.control.for_seat(FIRST).unwrap();
    let refusal = |command| first.send(command).unwrap().wait().unwrap_err().to_string();
    let answer = live.answer(SECOND, "1");
    for command in [answer, Command::Resign(SECOND), Command::AcceptDraw(SECOND)] {
        assert_eq!(refusal(command), "that command is for another seat");
    }
    for command in [Command::Pause, Command::TakeBack { plies: 1 }, Command::Restart, Command::Stop]
    {
        assert_eq!(refusal(command), "only the match director can do that");
    }
    assert_eq!(first.for_seat(SECOND).unwrap_err().to_string(), "that command is for another seat");
    let seen = |viewer| first.subscribe(viewer).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(seen(Viewer::Seat(SECOND)), Err("that command is for another seat".into()));
    assert_eq!((seen(Viewer::Seat(FIRST)), seen(Viewer::Public)), (Ok(()), Ok(())));
    let hidden = "only the match director can do that";
    assert_eq!(seen(Viewer::Arbiter), Err(hidden.into()));
    assert_eq!(first.record().unwrap_err().to_string(), hidden);
    first.clone().send(Command::Resign(FIRST)).unwrap().wait().unwrap();
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::Resigned(FIRST));
}
