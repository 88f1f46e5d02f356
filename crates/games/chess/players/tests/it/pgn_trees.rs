//! Random games with variations and annotations survive a round trip through PGN.

use board_engine::Viewer;
use chess::Chess;
use chess_players::ChessPgn;
use games_package::{
    Ending, Header, Mark, MatchState, Note, Odds, Ply, Record, RecordedPlayer, Rules, TableGame,
    ThinkingLimits, Thought, TimeControl, Valuation, Variation,
};
use notation::{RecordFile, Sheet, SheetFormat};
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;

/// A pattern for the words of a comment.
const TEXT: &str = "([a-zé$(;%!1-9]{1,8}( [a-z.)]{1,5}){0,3})?";

/// A game tree's comments, and numbers that choose its moves.
struct Choices<'a> {
    numbers: &'a [u32],
    texts: &'a [String],
    used: usize,
}

impl Choices<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.used += 1;
        let number = self.numbers[self.used % self.numbers.len()]
            .rotate_left(u32::try_from(self.used % 32).unwrap());
        number as usize % count
    }

    fn text(&mut self) -> String {
        let index = self.below(self.texts.len());
        self.texts[index].clone()
    }

    fn note(&mut self) -> Note {
        let marks = [None, Some(Mark::Good), Some(Mark::Blunder), Some(Mark::Dubious)];
        let valuations =
            [Valuation::Centi(-31), Valuation::WinIn(5), Valuation::LossIn(4), Valuation::Centi(0)];
        let valuation = valuations[self.below(4)];
        let thought = Thought { valuation, depth: u32::try_from(self.below(3)).unwrap() };
        let mark = marks[self.below(4)];
        let count = self.below(3);
        // If the move has no mark, the first of these glyphs would become its mark.
        let nags = (0..count).map(|_| u8::try_from(self.below(249) + 7).unwrap()).collect();
        let thought = (self.below(3) == 0).then_some(thought);
        Note { thought, mark, nags, preface: String::new(), remark: self.text() }
    }

    /// A line of up to `len` plies that doesn't start with the move `not`.
    fn line(
        &mut self,
        state: &mut dyn MatchState,
        len: usize,
        depth: usize,
        not: &str,
    ) -> (Vec<Ply>, Vec<Variation>) {
        let (mut plies, mut variations) = (Vec::new(), Vec::new());
        let mut legal = Vec::new();
        for number in 0..=len {
            state.legal_moves(&mut legal);
            legal.retain(|mv| number > 0 || mv != not);
            if legal.is_empty() {
                break;
            }
            let mv = legal[self.below(legal.len())].clone();
            let is_end = number == len;
            if depth < 3 && !(is_end && plies.is_empty()) && self.below(4) == 0 {
                let after = state.ply();
                let len = 1 + self.below(4);
                let mut fork = state.fork();
                let not = if is_end { "" } else { &mv };
                let (mut own, within) = self.line(&mut *fork, len, depth + 1, not);
                if let Some(first) = own.first_mut() {
                    first.note.preface = self.text();
                    variations.push(Variation { after, plies: own, variations: within });
                }
            }
            if is_end {
                break;
            }
            state.play(&mv).unwrap();
            let clock = (self.below(5) == 0).then(|| Duration::from_millis(61_500));
            plies.push(Ply { clock, note: self.note(), ..Ply::from(mv) });
        }
        (plies, variations)
    }
}

fn tree(numbers: &[u32], texts: &[String], tags: Vec<(String, String)>) -> Record {
    let game = Rules::new("chess:standard", Chess::default());
    let mut choices = Choices { numbers, texts, used: 0 };
    let mut state = game.open(None).unwrap();
    let start = state.position(Viewer::Arbiter);
    let (plies, variations) = choices.line(&mut *state, 30, 0, "");
    let player = |name: String| RecordedPlayer {
        spec: "human".into(),
        name,
        origin: None,
        odds: Odds::default(),
    };
    Record {
        game: "chess:standard".into(),
        players: vec![player(choices.text()), player(choices.text())],
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        seed: 0,
        start,
        plies,
        variations,
        final_position: state.position(Viewer::Arbiter),
        ending: state.ending().or(Some(Ending::unstated(vec![0, 0]))),
        header: Header { tags, preface: choices.text() },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_random_tree_survives_pgn_and_toml(
        numbers in vec(any::<u32>(), 5..80),
        texts in vec(TEXT, 1..8),
        tags in vec(("[A-Z][a-z]{6,9}", TEXT), 0..4),
    ) {
        let game = Rules::new("chess:standard", Chess::default());
        let mut all = vec![("ECO".to_owned(), "A00".to_owned())];
        all.extend(tags);
        let record = tree(&numbers, &texts, all);
        let text = ChessPgn.write(&Sheet::of(&record, &game)).unwrap();
        let mut sheets = ChessPgn.read(text.as_bytes(), None);
        let sheet = sheets.next().unwrap().unwrap();
        prop_assert!(sheets.next().is_none(), "{}", text);
        let read = sheet.to_record(&game).unwrap();
        prop_assert_eq!(&read, &record, "{}", text);
        let again = Record::from_text(&read.to_text()).unwrap();
        prop_assert_eq!(&ChessPgn.write(&Sheet::of(&again, &game)).unwrap(), &text);
    }
}
