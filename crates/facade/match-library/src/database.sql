-- Format 9. Timestamps are milliseconds since 1970, in UTC.

-- Matches, with the fields of games_package::Record.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT UNIQUE,               -- a public name; NULL if the match is identified by its number
    program TEXT NOT NULL,          -- the program that added it
    is_listed INTEGER NOT NULL,     -- whether it appears in public lists
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    final_position TEXT NOT NULL,
    ply_count INTEGER NOT NULL,     -- of the main line
    preface TEXT NOT NULL DEFAULT '',   -- the comment before the first move
    seed INTEGER NOT NULL,          -- 64 bits; SQLite shows it as a signed number
    time_control TEXT NOT NULL,
    depth_max INTEGER,
    nodes_max INTEGER,              -- 64 bits, like the seed
    pondering INTEGER NOT NULL,
    end_reason TEXT,                -- NULL if the match is unfinished
    end_payoffs TEXT,               -- "1,-1"
    end_seat INTEGER,               -- from 1
    end_rule TEXT,
    end_failure TEXT,
    end_detail TEXT,
    is_indexed INTEGER NOT NULL DEFAULT 0,
    -- The day in the notation of the imported file, "1998.07.??"; for other matches, the day on which the match began.
    day TEXT NOT NULL DEFAULT '????.??.??',
    -- 0 for a draw, 1 for a win of the first seat, 2 for a win of another seat.
    result INTEGER AS (CASE WHEN end_payoffs = '0,0' THEN 0 WHEN end_payoffs = '-1,-1' THEN NULL
        WHEN substr(end_payoffs, 1, 1) = '-' THEN 2 WHEN end_payoffs IS NOT NULL THEN 1 END) VIRTUAL
) STRICT;

CREATE INDEX matches_by_update ON matches (updated_ms, id);
CREATE INDEX matches_by_program ON matches (program, updated_ms, id);
CREATE INDEX matches_by_game ON matches (game, updated_ms, id);
CREATE INDEX matches_by_day ON matches (day);
CREATE INDEX matches_not_indexed ON matches (id) WHERE is_indexed = 0;

-- Excludes unfinished matches, so that a move needs no update of this index.
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

-- The tags in the file of an imported match that is stored as plies.
CREATE TABLE tags (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- in the order of the file, from 0
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

-- Line 0 is the main line. It has no row here.
CREATE TABLE variations (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    line INTEGER NOT NULL,          -- from 1
    parent INTEGER NOT NULL,        -- the line from which it branches off; a smaller number
    after INTEGER NOT NULL,         -- number of plies before it, from the start of the match
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

-- The texts of matches imported from files of other programs, stored instead of plies and variations.
CREATE TABLE sheets (
    match_id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,    -- 16 bytes; equal for copies of the same match
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

-- Claims: the running program that plays a match.
CREATE TABLE claims (
    match_id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    holder TEXT NOT NULL            -- the name of a file that the program keeps locked while it runs
) STRICT;

CREATE INDEX claims_by_holder ON claims (holder);

-- The duration of each run of a program, as last reported.
CREATE TABLE program_runs (
    id INTEGER PRIMARY KEY,
    elapsed_ms INTEGER NOT NULL
) STRICT;

-- Numbers for all current and former names of players.
CREATE TABLE player_names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- Blocks with the players of consecutive matches, so that one read covers many matches.
CREATE TABLE player_blocks (
    last INTEGER PRIMARY KEY,       -- the largest match number
    first INTEGER NOT NULL,         -- the smallest match number
    players BLOB NOT NULL           -- 9 bytes per player, ordered by match and seat
) STRICT;

-- Blocks are immutable. A change of a player deletes the block of its match; the block is rebuilt later.
CREATE TRIGGER added_players_are_named AFTER INSERT ON players BEGIN
    INSERT INTO player_names (name) VALUES (NEW.name) ON CONFLICT DO NOTHING;
    DELETE FROM player_blocks WHERE first <= NEW.match_id
        AND last = (SELECT min(last) FROM player_blocks WHERE last >= NEW.match_id);
END;

CREATE TRIGGER removed_players_are_in_no_block AFTER DELETE ON players BEGIN
    DELETE FROM player_blocks WHERE first <= OLD.match_id
        AND last = (SELECT min(last) FROM player_blocks WHERE last >= OLD.match_id);
END;

-- The index of positions and material: sorted runs of blocks. Runs are merged when there are many.
CREATE TABLE index_runs (
    run INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL,          -- 0 positions, 1 material
    level INTEGER NOT NULL,         -- runs of the same level have similar sizes
    block_count INTEGER NOT NULL,
    is_complete INTEGER NOT NULL    -- 0 while other runs are merged into it
) STRICT;

CREATE TABLE index_blocks (
    run INTEGER NOT NULL REFERENCES index_runs ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- in its run, from 0
    first_key INTEGER NOT NULL,     -- 64 bits, ordered as a signed number
    occurrences BLOB NOT NULL,      -- 16 bytes each
    UNIQUE (run, number)
) STRICT;

CREATE INDEX index_blocks_by_key ON index_blocks (run, first_key, number);

-- Matches with outdated entries in all runs up to a given run.
CREATE TABLE index_outdated (
    match_id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL            -- the newest run at the change or deletion of the match
) STRICT;

-- The key of each game's starting position. A different key means that the index was built with other keys.
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
    solution TEXT NOT NULL,         -- moves separated by spaces
    win_in INTEGER,                 -- the proven number of plies to the win; NULL if there is a lead
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

-- The user's puzzle rating in each game.
CREATE TABLE solver_ratings (
    game TEXT PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    rated_ms INTEGER                -- when the rating last changed; NULL if unknown
) STRICT, WITHOUT ROWID;

-- Matches that were completely searched for puzzles with given search limits.
CREATE TABLE puzzle_searches (
    digest BLOB PRIMARY KEY         -- of the game, the start, the moves and the limits, 16 bytes
) STRICT, WITHOUT ROWID;
