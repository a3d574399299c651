-- compatible: 1
-- The mail that told the team of a suspect: its seq in the outbox. Zero: nobody was told yet; -1: it is older than that.
ALTER TABLE submission ADD COLUMN told BIGINT NOT NULL DEFAULT 0;
UPDATE submission SET told = -1 WHERE suspect <> '';
CREATE INDEX submission_untold ON submission (received_at, id) WHERE suspect <> '' AND told = 0;
CREATE INDEX submission_told ON submission (told) WHERE told > 0;
