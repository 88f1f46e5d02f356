-- Names get numbers.
DROP TRIGGER players_are_named;

ALTER TABLE player_names RENAME TO earlier_player_names;

CREATE TABLE player_names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO player_names (name) SELECT name FROM earlier_player_names;

DROP TABLE earlier_player_names;

DROP INDEX players_by_name;

-- The players of all matches between two numbers, so that those of many matches are read at once.
CREATE TABLE player_blocks (
    last INTEGER PRIMARY KEY,       -- the largest number
    first INTEGER NOT NULL,         -- the smallest number
    players BLOB NOT NULL           -- of 9 bytes each, by match and seat
) STRICT;

-- A block is never changed: when a player of one of its matches does, there is none until it is made anew.
CREATE TRIGGER added_players_are_named AFTER INSERT ON players BEGIN
    INSERT INTO player_names (name) VALUES (NEW.name) ON CONFLICT DO NOTHING;
    DELETE FROM player_blocks WHERE first <= NEW.match_id
        AND last = (SELECT min(last) FROM player_blocks WHERE last >= NEW.match_id);
END;

CREATE TRIGGER removed_players_are_in_no_block AFTER DELETE ON players BEGIN
    DELETE FROM player_blocks WHERE first <= OLD.match_id
        AND last = (SELECT min(last) FROM player_blocks WHERE last >= OLD.match_id);
END;
