//! The messages of the protocol.

use board_engine::Color;

/// Length of a name in characters.
const NAME_CHARS: usize = 32;

/// Maximum length of a chat message in characters.
const CHAT_CHARS_MAX: usize = 126;

/// The protocol version.
pub(crate) const VERSION: u8 = 1;

/// The messages between the two programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    GameRequest(Proposal),
    /// The answer to a proposal; 0 accepts.
    GameAccept {
        name: String,
        code: u8,
    },
    Move(SentMove),
    /// The sender ends the game instead of moving, or acknowledges that the other side ended it.
    GameEnd {
        reason: Reason,
        /// Whether the sender wants no further game.
        stops: bool,
    },
    Chat(String),
    /// Asks to take back all moves from this color's move with this number (from 1).
    BackRequest {
        number: u16,
        turn: Color,
    },
    /// The answer to a take-back request: 0 yes, 1 not supported, 2 no.
    BackAccept(u8),
}

/// A game that the initiator wants to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proposal {
    pub(crate) version: u8,
    /// The initiator's name.
    pub(crate) name: String,
    /// The follower's color.
    pub(crate) follower: Color,
    pub(crate) minutes: u16,
    /// Number of moves in those minutes, after which either side can end the game; 0 for no limit.
    pub(crate) moves: u16,
    /// The side to move and the squares in Hub notation; `None` for the usual start.
    pub(crate) position: Option<String>,
}

/// A move in the protocol's form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SentMove {
    pub(crate) seconds: u16,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) captures: Vec<u8>,
}

/// The reason why a game ended, from the sender's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    Unknown,
    Loss,
    Draw,
    Win,
}

impl Reason {
    const ALL: [Self; 4] = [Self::Unknown, Self::Loss, Self::Draw, Self::Win];

    /// The reason as a phrase, from the sender's point of view.
    pub(crate) const fn described(self) -> &'static str {
        match self {
            Self::Unknown => "without a result",
            Self::Loss => "as a loss for itself",
            Self::Draw => "as a draw",
            Self::Win => "as a win for itself",
        }
    }
}

impl Message {
    /// The message as a string, without the zero byte.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::GameRequest(proposal) => proposal.text(),
            Self::GameAccept { name, code } => format!("A{}{code}", padded(name)),
            Self::Move(SentMove { seconds, from, to, captures }) => {
                let taken: Vec<String> = captures.iter().map(|one| format!("{one:02}")).collect();
                let taken = taken.concat();
                format!("M{:04}{from:02}{to:02}{:02}{taken}", seconds.min(&9999), captures.len())
            }
            Self::GameEnd { reason, stops } => format!("E{}{}", *reason as u8, u8::from(*stops)),
            Self::Chat(text) => {
                let cut = ascii(text).chars().take(CHAT_CHARS_MAX).collect::<String>();
                format!("C{cut}")
            }
            Self::BackRequest { number, turn } => {
                format!("B{:03}{}", number.min(&999), side(*turn))
            }
            Self::BackAccept(code) => format!("K{code}"),
        }
    }

    /// Parses a message.
    ///
    /// # Errors
    /// The expected content.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let mut fields = Fields(text.get(1..).unwrap_or_default());
        match text.chars().next() {
            Some('R') => Proposal::parse(fields),
            // Some programs don't pad their names, so parse the code from the end.
            Some('A') => {
                let expected = "A, a name and a digit";
                let mut name = fields.0.chars();
                let code = name.next_back().and_then(|digit| digit.to_digit(10)).ok_or(expected)?;
                let (name, code) = (name.as_str(), u8::try_from(code).map_err(|_error| expected)?);
                Ok(Self::GameAccept { name: name.trim().into(), code })
            }
            Some('M') => parse_move(fields),
            Some('E') => {
                let expected = "E, a reason from 0 to 3, and 0 or 1";
                let reason = fields.number(1).and_then(|index| Reason::ALL.get(index as usize));
                let stops = fields.number(1).unwrap_or_default() == 1;
                Ok(Self::GameEnd { reason: *reason.ok_or(expected)?, stops })
            }
            Some('C') => Ok(Self::Chat(fields.0.into())),
            Some('B') => {
                let expected = "B, three digits, and W or Z";
                let number = fields.number(3).ok_or(expected)?;
                Ok(Self::BackRequest { number, turn: fields.side().ok_or(expected)? })
            }
            Some('K') => {
                let code = fields.number(1).ok_or("K and a digit")?;
                Ok(Self::BackAccept(u8::try_from(code).unwrap_or_default()))
            }
            _ => Err("one of the letters R A M E C B K"),
        }
    }
}

impl Proposal {
    fn text(&self) -> String {
        let Self { version, name, follower, minutes, moves, position } = self;
        let start = match position {
            None => "A".into(),
            Some(position) => format!("B{}", sent_position(position)),
        };
        let (minutes, moves) = (minutes.min(&999), moves.min(&999));
        format!("R{version:02}{}{}{minutes:03}{moves:03}{start}", padded(name), side(*follower))
    }

    fn parse(mut fields: Fields<'_>) -> Result<Message, &'static str> {
        let expected =
            "R, version, a name of 32, W or Z, minutes, moves, and A or B with a position";
        let version = fields.number(2).ok_or(expected)?;
        let name = fields.take(NAME_CHARS).ok_or(expected)?.trim().into();
        let follower = fields.side().ok_or(expected)?;
        let minutes = fields.number(3).ok_or(expected)?;
        let moves = fields.number(3).ok_or(expected)?;
        let position = match fields.take(1) {
            Some("A") => None,
            Some("B") => Some(received_position(fields.0).ok_or(expected)?),
            _ => return Err(expected),
        };
        let version = u8::try_from(version).unwrap_or(u8::MAX);
        Ok(Message::GameRequest(Self { version, name, follower, minutes, moves, position }))
    }
}

fn parse_move(mut fields: Fields<'_>) -> Result<Message, &'static str> {
    let expected = "M, seconds, from, to, a number of captures, and as many squares";
    let seconds = fields.number(4).ok_or(expected)?;
    let mut square = || fields.number(2).and_then(|one| u8::try_from(one).ok()).ok_or(expected);
    let (from, to, count) = (square()?, square()?, square()?);
    let captures = (0..count).map(|_| square()).collect::<Result<_, _>>()?;
    Ok(Message::Move(SentMove { seconds, from, to, captures }))
}

/// The rest of a message, parsed field by field.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn take(&mut self, count: usize) -> Option<&'a str> {
        let (field, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(field)
    }

    /// Parses a number with this many digits. Leading blanks are allowed.
    fn number(&mut self, digits: usize) -> Option<u16> {
        let field = self.take(digits)?.trim_start();
        field.bytes().all(|byte| byte.is_ascii_digit()).then(|| field.parse().ok()).flatten()
    }

    fn side(&mut self) -> Option<Color> {
        match self.take(1)? {
            "W" => Some(Color::White),
            "Z" => Some(Color::Black),
            _ => None,
        }
    }
}

/// A side's letter: `W` for white or `Z` for *zwart*, Dutch for black.
const fn side(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

fn padded(name: &str) -> String {
    let name: String = ascii(name).chars().take(NAME_CHARS).collect();
    format!("{name:NAME_CHARS$}")
}

/// The string, reduced to the characters that the protocol allows.
fn ascii(text: &str) -> String {
    let allowed = |letter: char| letter.is_ascii() && !letter.is_ascii_control();
    text.chars().map(|letter| if allowed(letter) { letter } else { '?' }).collect()
}

/// Converts a Hub position, `WbbB…`, to this protocol's letters.
fn sent_position(position: &str) -> String {
    let letter = |letter| match letter {
        'b' => 'z',
        'B' => 'Z',
        other => other,
    };
    position.chars().map(letter).collect()
}

/// Converts a position from this protocol to Hub notation.
fn received_position(text: &str) -> Option<String> {
    let letter = |letter| match letter {
        'z' | 'b' => Some('b'),
        'Z' | 'B' => Some('B'),
        'w' | 'W' | 'e' => Some(letter),
        _ => None,
    };
    let position: Option<String> = text.trim_end().chars().map(letter).collect();
    position.filter(|position| position.len() == 51 && position.starts_with(['W', 'B']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &Message) {
        assert_eq!(Message::parse(text).as_ref(), Ok(expected), "{text}");
        assert_eq!(expected.text(), text);
    }

    #[test]
    fn messages_have_the_form_that_other_programs_use() {
        let proposal = Proposal {
            version: 1,
            name: "Tornado voor Windows 4.0".into(),
            follower: Color::White,
            minutes: 60,
            moves: 65,
            position: None,
        };
        let text = "R01Tornado voor Windows 4.0        W060065A";
        check(text, &Message::GameRequest(proposal.clone()));
        let position = Some(format!("B{}W{}", "b".repeat(20), "e".repeat(29)));
        let set = Proposal { follower: Color::Black, position, ..proposal };
        let squares = format!("Z{}W{}", "z".repeat(20), "e".repeat(29));
        let text = format!("R01Tornado voor Windows 4.0        Z060065B{squares}");
        check(&text, &Message::GameRequest(set));
        let name = "Tornado voor Windows 4.0".into();
        check("ATornado voor Windows 4.0        0", &Message::GameAccept { name, code: 0 });
        let quiet = SentMove { seconds: 1, from: 20, to: 6, captures: Vec::new() };
        check("M0001200600", &Message::Move(quiet));
        let capture = SentMove { seconds: 12, from: 5, to: 25, captures: vec![22, 12, 23, 20] };
        check("M001205250422122320", &Message::Move(capture));
        check("E00", &Message::GameEnd { reason: Reason::Unknown, stops: false });
        check("E31", &Message::GameEnd { reason: Reason::Win, stops: true });
        check("CWhat about move 35?", &Message::Chat("What about move 35?".into()));
        check("B005Z", &Message::BackRequest { number: 5, turn: Color::Black });
        check("K1", &Message::BackAccept(1));
    }

    #[test]
    fn malformed_messages_are_refused() {
        for text in [
            "",
            "X",
            "M",
            "M0001",
            "M00012006",
            "M00012006012",
            "Mabcd200600",
            "E",
            "E4",
            "B05Z",
            "B005X",
            "K",
            "A",
            "A\u{FFFD}",
            "AFake                            é",
            "R01",
            "R01Tornado voor Windows 4.0        W060065C",
            "R01Tornado voor Windows 4.0        W060065BWzz",
            "M0001é",
            "\u{FFFD}",
        ] {
            assert!(Message::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sent_messages_are_short_and_in_ascii() {
        let chat = Message::Chat("ä".repeat(500)).text();
        assert_eq!(chat.len(), 127);
        assert!(chat.is_ascii());
        let name = "x".repeat(99);
        assert_eq!(Message::GameAccept { name, code: 0 }.text().len(), 34);
    }
}
