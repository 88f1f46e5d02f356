//! Commands in comments: `{[%clk 0:00:09] a remark}`.

/// `[%name value]` in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// `clk` time left, `emt` time of the move, `egt` time of the game, `mct` mechanical clock, `eval` score, `clock`
    /// both clocks of a live board.
    pub name: &'a str,
    /// What follows the name.
    pub value: &'a str,
}

/// The commands of a comment, in their order, and what remains of it without them.
pub fn commands(comment: &str) -> (Vec<Command<'_>>, String) {
    let mut commands = Vec::new();
    let mut remark = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        let Some((inside, next)) = after.split_once(']') else { break };
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        commands.push(Command { name, value: value.trim() });
        remark.push_str(before);
        rest = next;
    }
    remark.push_str(rest);
    (commands, remark.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A time as clocks show it, in milliseconds: `1:02:03`, `0:00:09.4`, `2:30`, `45`. `None` if it is none.
pub fn parse_clock_ms(text: &str) -> Option<u64> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut seconds = 0_u64;
    let mut parts = 0;
    for part in whole.split(':') {
        parts += 1;
        let digits =
            !part.is_empty() && part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
        seconds =
            seconds.checked_mul(60)?.checked_add(digits.then(|| part.parse().ok()).flatten()?)?;
    }
    if parts > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}")
        .bytes()
        .take(3)
        .fold(0, |ms, digit| ms * 10 + u64::from(digit - b'0'));
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

/// A time as clocks show it: `1:02:03`, with tenths of a second (an extension of the standard) if there are any.
pub fn format_clock(time_ms: u64) -> String {
    let (seconds, tenths) = (time_ms / 1000, time_ms % 1000 / 100);
    let clock = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if tenths == 0 { clock } else { format!("{clock}.{tenths}") }
}
