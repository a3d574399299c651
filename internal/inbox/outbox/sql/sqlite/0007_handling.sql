-- compatible: 1
-- What the team did about a submission; no row: nothing yet. It goes with the submission.
CREATE TABLE handling (
  submission_id TEXT    PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
  seen_at       INTEGER NOT NULL DEFAULT 0,
  done_at       INTEGER NOT NULL DEFAULT 0,
  payload       TEXT    NOT NULL DEFAULT '{}'  -- JSON of Handling
);
-- Lists are chosen from indexes alone: without the texts of submissions.
CREATE INDEX handling_state ON handling (submission_id, seen_at, done_at);
CREATE INDEX submission_listed ON submission (received_at, id, site, form, suspect);
