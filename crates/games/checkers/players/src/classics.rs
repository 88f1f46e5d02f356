//! Players from earlier programs, as opponents and as a measure of progress.

use game_family::{Classic, ClassicSearch, DepthLevels, PlayerAbout, depth_options, no_options};
use players::WinPreference;

use crate::evaluation::DraughtsEvaluator;

pub(crate) static CLASSICS: &[Classic<DraughtsEvaluator>] = &[
    Classic {
        about: PlayerAbout::new(
            "fibonacci",
            "a tournament player: men weighted by Fibonacci numbers, searching as deep as time allows",
            depth_options,
        ),
        evaluator: DraughtsEvaluator::Fibonacci,
        search: ClassicSearch::Iterative,
    },
    Classic {
        about: PlayerAbout::new(
            "advance",
            "a pocket computer: men weighted by the rows advanced",
            |_| vec![ADVANCE.option()],
        ),
        evaluator: DraughtsEvaluator::Advance,
        search: ClassicSearch::ByLevel(&ADVANCE, WinPreference::Faster),
    },
    Classic {
        about: PlayerAbout::new("count", "a desktop game: counts pieces", |_| vec![COUNT.option()]),
        evaluator: DraughtsEvaluator::Pieces,
        search: ClassicSearch::ByLevel(&COUNT, WinPreference::Any),
    },
    Classic {
        about: PlayerAbout::new(
            "mobility",
            "a textbook player: counts moves; a capture counts as five",
            depth_options,
        ),
        evaluator: DraughtsEvaluator::Mobility,
        search: ClassicSearch::Iterative,
    },
    Classic {
        about: PlayerAbout::new(
            "maximin",
            "a course project: counts pieces on every line of four plies",
            no_options,
        ),
        evaluator: DraughtsEvaluator::Pieces,
        search: ClassicSearch::Minimax(4),
    },
];

static ADVANCE: DepthLevels =
    DepthLevels { default: "2", plies: &[("1", 2), ("2", 4), ("3", 6), ("4", 8)] };
static COUNT: DepthLevels =
    DepthLevels { default: "normal", plies: &[("easy", 3), ("normal", 5), ("hard", 9)] };
