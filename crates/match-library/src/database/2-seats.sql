-- What a server keeps beside the record.
CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat INTEGER NOT NULL,          -- from 0
    token_hash BLOB UNIQUE,         -- BLAKE3 of the token by which a person holds the seat
    person TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

-- The commands of clients that were carried out: one that is sent again is not.
CREATE TABLE commands (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    command TEXT NOT NULL,
    PRIMARY KEY (match_id, command)
) STRICT, WITHOUT ROWID;

-- Anything else that a program keeps with a match, by name.
CREATE TABLE attributes (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match_id, name)
) STRICT, WITHOUT ROWID;
