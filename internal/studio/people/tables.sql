-- Times are milliseconds of Unix, a hash is a SHA-256.

CREATE TABLE IF NOT EXISTS person (
	email TEXT PRIMARY KEY,
	role  TEXT NOT NULL,
	sites TEXT NOT NULL,              -- ids with spaces between; empty for all
	since INTEGER NOT NULL,
	seen  INTEGER NOT NULL DEFAULT 0  -- 0 for never
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS invitation (
	hash  BLOB PRIMARY KEY,
	email TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
	until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS session (
	hash  BLOB PRIMARY KEY,
	email TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
	agent TEXT NOT NULL,
	since INTEGER NOT NULL,
	seen  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS session_email ON session (email);

CREATE TABLE IF NOT EXISTS attempt (
	browser BLOB PRIMARY KEY,         -- hash of its token
	email   TEXT REFERENCES person ON DELETE CASCADE, -- NULL where it was not invited: then no code is right
	code    BLOB NOT NULL,            -- hash of the token and the code
	tries   INTEGER NOT NULL DEFAULT 0,
	until   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS slowed (
	who  BLOB PRIMARY KEY,            -- hash of an address or a network
	free INTEGER NOT NULL             -- when nothing is counted any more
) STRICT, WITHOUT ROWID;
