-- The day of a match, as far as it is known: as the file of an imported one writes it, "1998.07.??", or else that on which it began.
ALTER TABLE matches ADD COLUMN day TEXT NOT NULL DEFAULT '????.??.??';

UPDATE matches SET day = coalesce((SELECT date FROM sheets WHERE match_id = id), CASE program WHEN 'import' THEN day
    ELSE strftime('%Y.%m.%d', created_ms / 1000, 'unixepoch') END);

CREATE INDEX matches_by_day ON matches (day);

-- 0 for a draw, 1 if the first seat has won, 2 if another one has.
ALTER TABLE matches ADD COLUMN result INTEGER AS (CASE WHEN end_payoffs = '0,0' THEN 0
    WHEN substr(end_payoffs, 1, 1) = '-' THEN 2 WHEN end_payoffs IS NOT NULL THEN 1 END) VIRTUAL;

-- A match that goes on is not in it, so that a move costs nothing more.
CREATE INDEX matches_by_result ON matches (result, updated_ms) WHERE result IS NOT NULL;
