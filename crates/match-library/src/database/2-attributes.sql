-- What a program keeps of a match beside its record, by name.
CREATE TABLE attributes (
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match_id, name)
) STRICT, WITHOUT ROWID;
