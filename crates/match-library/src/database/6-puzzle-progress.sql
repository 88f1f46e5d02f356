-- When a rating of a solver last changed; NULL if that is not known.
ALTER TABLE solver_ratings ADD COLUMN rated_ms INTEGER;

-- Matches of which all positions were searched for puzzles, each with how that was done.
CREATE TABLE puzzle_searches (
    digest BLOB PRIMARY KEY         -- of the game, the start, the moves and the limits, 16 bytes
) STRICT, WITHOUT ROWID;
