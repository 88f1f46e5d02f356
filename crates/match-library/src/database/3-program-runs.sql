-- How long each run of a program has gone on, as far as it has said so: after a kill, when it was last alive.
CREATE TABLE program_runs (
    id INTEGER PRIMARY KEY,
    elapsed_ms INTEGER NOT NULL
) STRICT;
