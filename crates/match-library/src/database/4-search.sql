-- The texts of matches that were imported from files of other programs, in place of their plies and variations.
CREATE TABLE sheets (
    match_id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,    -- equal for two copies of one match, 16 bytes
    format TEXT NOT NULL,           -- "pdn"
    date TEXT,                      -- "1998.07.??"; NULL if the file has none
    event TEXT,
    text BLOB NOT NULL              -- as it stood in the file
) STRICT;

-- Every name that a player of a match has or had.
CREATE TABLE player_names (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO player_names SELECT DISTINCT name FROM players;

CREATE TRIGGER players_are_named AFTER INSERT ON players BEGIN
    INSERT INTO player_names VALUES (NEW.name) ON CONFLICT DO NOTHING;
END;

CREATE INDEX players_by_name ON players (name, match_id);

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

-- Matches of which runs up to one know what is no longer so.
CREATE TABLE index_outdated (
    match_id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL            -- the newest run when the match was changed or deleted
) STRICT;

-- A game by whose start can be seen whether the program still has the keys with which the index was made.
CREATE TABLE index_games (
    game TEXT PRIMARY KEY,
    start_key INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE matches ADD COLUMN is_indexed INTEGER NOT NULL DEFAULT 0;

CREATE INDEX matches_not_indexed ON matches (id) WHERE is_indexed = 0;

CREATE INDEX matches_by_program ON matches (program, updated_ms, id);

CREATE INDEX matches_by_game ON matches (game, updated_ms, id);

CREATE TRIGGER deleted_matches_are_outdated AFTER DELETE ON matches WHEN OLD.is_indexed = 1 BEGIN
    INSERT INTO index_outdated SELECT OLD.id, coalesce(max(run), 0) FROM index_runs WHERE true
        ON CONFLICT DO UPDATE SET run = excluded.run;
END;

CREATE TRIGGER changed_matches_are_outdated AFTER UPDATE OF ply_count, final_position ON matches WHEN OLD.is_indexed = 1 BEGIN
    UPDATE matches SET is_indexed = 0 WHERE id = OLD.id;
    INSERT INTO index_outdated SELECT OLD.id, coalesce(max(run), 0) FROM index_runs WHERE true
        ON CONFLICT DO UPDATE SET run = excluded.run;
END;
