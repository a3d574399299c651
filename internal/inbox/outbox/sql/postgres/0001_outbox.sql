-- compatible: 1
-- Times are milliseconds since 1970 in UTC, waits are milliseconds.

CREATE TABLE submission (
  id          TEXT    PRIMARY KEY,
  reference   TEXT    NOT NULL UNIQUE,
  site        TEXT    NOT NULL,
  form        TEXT    NOT NULL,
  payload     TEXT    NOT NULL,             -- JSON of site.Submission
  digest      BYTEA   NOT NULL,             -- SHA-256 of site, form and values
  idem_key    TEXT    UNIQUE,               -- Idempotency-Key
  suspect     TEXT    NOT NULL DEFAULT '',  -- why it is held
  released    TEXT    NOT NULL DEFAULT '',  -- why it was held, once released
  received_at BIGINT NOT NULL,             -- when it arrived, by the clock of the node
  kept_at     BIGINT NOT NULL,             -- when it was stored, by the clock of the box
  erase_after BIGINT NOT NULL
);
CREATE INDEX submission_digest ON submission (digest, kept_at);
CREATE INDEX submission_received ON submission (received_at, id);

CREATE TABLE outbox (
  seq           BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  submission_id TEXT    REFERENCES submission (id) ON DELETE CASCADE,  -- null for a digest
  send_key      TEXT    NOT NULL,                       -- the idempotency key for the provider
  kind          TEXT    NOT NULL,
  site          TEXT    NOT NULL,
  form          TEXT    NOT NULL,
  message       BYTEA   NOT NULL,                       -- JSON of site.Message in gzip; empty once it is sent
  state         TEXT    NOT NULL,                       -- waiting parked held collected digested skipped sent dead
  direct        BIGINT NOT NULL DEFAULT 0,             -- 1: counts against the hourly limit of its form and kind
  queued_at     BIGINT NOT NULL,
  due_at        BIGINT NOT NULL,
  wait          BIGINT NOT NULL DEFAULT 0,             -- how far due_at was ahead when it was set
  attempts      BIGINT NOT NULL DEFAULT 0,             -- counted attempts since the last retry by hand
  waited        BIGINT NOT NULL DEFAULT 0,             -- sum of the waits between them
  asked         BIGINT NOT NULL DEFAULT 0,             -- 1: the provider asked for the wait
  claim         BIGINT NOT NULL DEFAULT 0,             -- how often it was claimed; guards completion
  leased_by     TEXT    NOT NULL DEFAULT '',
  leased_at     BIGINT NOT NULL DEFAULT 0,
  uncertain_at  BIGINT NOT NULL DEFAULT 0,             -- first attempt that the provider may have taken all the same
  again         BIGINT NOT NULL DEFAULT 0,             -- how often the provider's memory of the key has run out
  sent_at       BIGINT NOT NULL DEFAULT 0,
  provider_id   TEXT    NOT NULL DEFAULT '',
  last_error    TEXT    NOT NULL DEFAULT '',
  digest_seq    BIGINT                                 -- the digest that tells of it
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE state IN ('waiting', 'parked') AND kind <> 'confirmation';
CREATE INDEX outbox_due_last ON outbox (due_at) WHERE state IN ('waiting', 'parked') AND kind = 'confirmation';
CREATE INDEX outbox_submission ON outbox (submission_id);
CREATE INDEX outbox_flood ON outbox (site, form, kind, queued_at) WHERE direct = 1;
CREATE INDEX outbox_unsent ON outbox (state, queued_at) WHERE state IN ('waiting', 'parked', 'dead', 'held', 'collected');
CREATE INDEX outbox_digest ON outbox (digest_seq) WHERE digest_seq IS NOT NULL;

-- Addresses that had a confirmation lately, as SHA-256 only.
CREATE TABLE confirmed (
  address   BYTEA   PRIMARY KEY,
  queued_at BIGINT NOT NULL
);

-- One row that is written to find out whether writing works again; 64 KB once it was needed.
CREATE TABLE probe (
  id     BIGINT PRIMARY KEY,
  filler BYTEA   NOT NULL
);
INSERT INTO probe (id, filler) VALUES (1, '');

-- When the last purge was, and when the clock was first seen far ahead of that.
CREATE TABLE clock (
  id      BIGINT PRIMARY KEY,
  seen_at BIGINT NOT NULL,
  leap_at BIGINT NOT NULL
);
INSERT INTO clock (id, seen_at, leap_at) VALUES (1, 0, 0);
