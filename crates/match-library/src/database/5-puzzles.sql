-- Puzzles, and how those who solve them fare. Times of day are milliseconds since 1970, in UTC.
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    solution TEXT NOT NULL,         -- moves with a blank between them
    win_in INTEGER,                 -- the proven number of plies; or else the lead
    lead INTEGER,                   -- in hundredths of the game's unit
    motif TEXT NOT NULL,
    source TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    solved INTEGER NOT NULL DEFAULT 0,
    streak INTEGER NOT NULL DEFAULT 0,
    due_ms INTEGER,                 -- when one that was missed is to be shown again
    UNIQUE (game, position)
) STRICT;

CREATE INDEX puzzles_by_due ON puzzles (due_ms) WHERE due_ms IS NOT NULL;

-- How well puzzles of a game are solved here.
CREATE TABLE solver_ratings (
    game TEXT PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL
) STRICT, WITHOUT ROWID;
