-- Format 9. Times of day are milliseconds since 1970, in UTC.

-- Matches, as games_package::Record has them.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT UNIQUE,               -- a public name; NULL if the match is called by its number
    program TEXT NOT NULL,          -- the program that added it
    is_listed INTEGER NOT NULL,     -- whether others may find it in a list
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    final_position TEXT NOT NULL,
    ply_count INTEGER NOT NULL,     -- of the main line
    preface TEXT NOT NULL DEFAULT '',   -- the comment before the first move
    seed INTEGER NOT NULL,          -- 64 bits; SQLite shows them with a sign
    time_control TEXT NOT NULL,
    depth_max INTEGER,
    nodes_max INTEGER,              -- 64 bits, as the seed
    pondering INTEGER NOT NULL,
    end_reason TEXT,                -- NULL if the match is unfinished
    end_payoffs TEXT,               -- "1,-1"
    end_seat INTEGER,               -- from 1
    end_rule TEXT,
    end_failure TEXT,
    end_detail TEXT,
    is_indexed INTEGER NOT NULL DEFAULT 0,
    -- The day as the file of an imported match writes it, "1998.07.??", or else the day on which the match began.
    day TEXT NOT NULL DEFAULT '????.??.??',
    -- 0 for a draw, 1 if the first seat has won, 2 if another one has.
    result INTEGER AS (CASE WHEN end_payoffs = '0,0' THEN 0 WHEN end_payoffs = '-1,-1' THEN NULL
        WHEN substr(end_payoffs, 1, 1) = '-' THEN 2 WHEN end_payoffs IS NOT NULL THEN 1 END) VIRTUAL
) STRICT;

CREATE INDEX matches_by_update ON matches (updated_ms, id);
CREATE INDEX matches_by_program ON matches (program, updated_ms, id);
CREATE INDEX matches_by_game ON matches (game, updated_ms, id);
CREATE INDEX matches_by_day ON matches (day);
CREATE INDEX matches_not_indexed ON matches (id) WHERE is_indexed = 0;

-- Without unfinished matches, so that a move costs nothing more.
CREATE INDEX matches_by_result ON matches (result, updated_ms) WHERE result IS NOT NULL;

CREATE TABLE players (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat INTEGER NOT NULL,          -- from 0
    spec TEXT NOT NULL,
    name TEXT NOT NULL,
    origin TEXT,
    time_control TEXT,
    depth_max INTEGER,
    nodes_max INTEGER,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

-- Tags of the file of a match that has plies.
CREATE TABLE tags (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- in the order of the file, from 0
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

-- Line 0 is the match as it was played, and has no row here.
CREATE TABLE variations (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    line INTEGER NOT NULL,          -- from 1
    parent INTEGER NOT NULL,        -- the line that it branches off from, a smaller number
    after INTEGER NOT NULL,         -- how many plies were played before it, from the start of the match
    PRIMARY KEY (match_id, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE plies (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    line INTEGER NOT NULL,
    number INTEGER NOT NULL,        -- in its line, from 0
    move TEXT NOT NULL,
    elapsed_ns INTEGER NOT NULL,
    clock_ns INTEGER,
    score TEXT,                     -- "+0.35", "win in 5"
    depth INTEGER,
    mark TEXT,                      -- "?!"
    nags BLOB NOT NULL,             -- numeric annotation glyphs other than the mark, one byte each
    preface TEXT NOT NULL,          -- the comment before the move
    remark TEXT NOT NULL,
    PRIMARY KEY (match_id, line, number)
) STRICT, WITHOUT ROWID;

-- The texts of matches that were imported from files of other programs, in place of their plies and variations.
CREATE TABLE sheets (
    match_id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,    -- equal for two copies of one match, 16 bytes
    format TEXT NOT NULL,           -- "pdn"
    date TEXT,                      -- "1998.07.??"; NULL if the file has none
    event TEXT,
    text BLOB NOT NULL              -- exactly as in the file
) STRICT;

-- Data that a program stores with a match in addition to its record, by name.
CREATE TABLE attributes (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match_id, name)
) STRICT, WITHOUT ROWID;

-- Which running program plays a match.
CREATE TABLE claims (
    match_id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    holder TEXT NOT NULL            -- the name of a lock file that the program holds while it runs
) STRICT;

CREATE INDEX claims_by_holder ON claims (holder);

-- How long each run of a program has lasted, as it last reported.
CREATE TABLE program_runs (
    id INTEGER PRIMARY KEY,
    elapsed_ms INTEGER NOT NULL
) STRICT;

-- Every name that a player of a match has or had, with a number.
CREATE TABLE player_names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- The players of all matches between two numbers, so that those of many matches are read at once.
CREATE TABLE player_blocks (
    last INTEGER PRIMARY KEY,       -- the largest number
    first INTEGER NOT NULL,         -- the smallest number
    players BLOB NOT NULL           -- of 9 bytes each, by match and seat
) STRICT;

-- A block never changes: when a player of one of its matches does, it is deleted until it is built again.
CREATE TRIGGER added_players_are_named AFTER INSERT ON players BEGIN
    INSERT INTO player_names (name) VALUES (NEW.name) ON CONFLICT DO NOTHING;
    DELETE FROM player_blocks WHERE first <= NEW.match_id
        AND last = (SELECT min(last) FROM player_blocks WHERE last >= NEW.match_id);
END;

CREATE TRIGGER removed_players_are_in_no_block AFTER DELETE ON players BEGIN
    DELETE FROM player_blocks WHERE first <= OLD.match_id
        AND last = (SELECT min(last) FROM player_blocks WHERE last >= OLD.match_id);
END;

-- Which positions and which materials occur in which matches: sorted runs of blocks, which are merged as they become many.
CREATE TABLE index_runs (
    run INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL,          -- 0 positions, 1 material
    level INTEGER NOT NULL,         -- runs of one level have about one size
    block_count INTEGER NOT NULL,
    is_complete INTEGER NOT NULL    -- 0 while others are merged into it
) STRICT;

CREATE TABLE index_blocks (
    run INTEGER NOT NULL REFERENCES index_runs ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- in its run, from 0
    first_key INTEGER NOT NULL,     -- 64 bits, ordered as signed numbers
    occurrences BLOB NOT NULL,      -- of 16 bytes each
    UNIQUE (run, number)
) STRICT;

CREATE INDEX index_blocks_by_key ON index_blocks (run, first_key, number);

-- Matches whose entries are outdated in all runs up to one.
CREATE TABLE index_outdated (
    match_id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL            -- the newest run when the match was changed or deleted
) STRICT;

-- The key of each game's start, which shows whether the program still has the keys with which the index was built.
CREATE TABLE index_games (
    game TEXT PRIMARY KEY,
    start_key INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER deleted_matches_are_outdated AFTER DELETE ON matches WHEN OLD.is_indexed = 1 BEGIN
    INSERT INTO index_outdated SELECT OLD.id, coalesce(max(run), 0) FROM index_runs WHERE true
        ON CONFLICT DO UPDATE SET run = excluded.run;
END;

CREATE TRIGGER changed_matches_are_outdated AFTER UPDATE OF ply_count, final_position ON matches WHEN OLD.is_indexed = 1 BEGIN
    UPDATE matches SET is_indexed = 0 WHERE id = OLD.id;
    INSERT INTO index_outdated SELECT OLD.id, coalesce(max(run), 0) FROM index_runs WHERE true
        ON CONFLICT DO UPDATE SET run = excluded.run;
END;

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
    due_ms INTEGER,                 -- when a missed puzzle is shown again
    UNIQUE (game, position)
) STRICT;

CREATE INDEX puzzles_by_due ON puzzles (due_ms) WHERE due_ms IS NOT NULL;

-- How well puzzles of a game are solved here.
CREATE TABLE solver_ratings (
    game TEXT PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    rated_ms INTEGER                -- when the rating last changed; NULL if unknown
) STRICT, WITHOUT ROWID;

-- Matches whose positions were all searched for puzzles, each with the limits of the search.
CREATE TABLE puzzle_searches (
    digest BLOB PRIMARY KEY         -- of the game, the start, the moves and the limits, 16 bytes
) STRICT, WITHOUT ROWID;
