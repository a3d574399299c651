-- compatible: 1
-- Addresses that their owners confirm: one group for each address and form, as SHA-256 only, as is the token of a link.
ALTER TABLE submission ADD COLUMN optin BYTEA;
ALTER TABLE submission ADD COLUMN token BYTEA;
ALTER TABLE submission ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX submission_optin ON submission (optin) WHERE optin IS NOT NULL;
CREATE UNIQUE INDEX submission_token ON submission (token) WHERE token IS NOT NULL;
