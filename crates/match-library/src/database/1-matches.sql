-- Matches, as games_package::Record has them. Times of day are milliseconds since 1970, in UTC.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT UNIQUE,               -- a public name; NULL if the match is called by its number
    program TEXT NOT NULL,          -- the program that keeps it
    is_listed INTEGER NOT NULL,     -- whether others may find it in a list
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    final_position TEXT NOT NULL,
    ply_count INTEGER NOT NULL,     -- of the main line
    seed INTEGER NOT NULL,          -- 64 bits; SQLite shows them with a sign
    time_control TEXT NOT NULL,
    depth_max INTEGER,
    nodes_max INTEGER,              -- 64 bits, as the seed
    pondering INTEGER NOT NULL,
    end_reason TEXT,                -- NULL if the match can go on
    end_payoffs TEXT,               -- "1,-1"
    end_seat INTEGER,               -- from 1
    end_rule TEXT,
    end_failure TEXT,
    end_detail TEXT
) STRICT;

CREATE INDEX matches_by_update ON matches (updated_ms, id);

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
    remark TEXT NOT NULL,
    PRIMARY KEY (match_id, line, number)
) STRICT, WITHOUT ROWID;

-- Which running program plays a match.
CREATE TABLE claims (
    match_id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    holder TEXT NOT NULL            -- the name of a lock file that the program holds while it runs
) STRICT;

CREATE INDEX claims_by_holder ON claims (holder);

-- Files from before there was a database, which are never imported again.
CREATE TABLE imported_files (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
