-- Sessions that nobody may delete, and what was deleted, held and released: ids as SHA-256, no words, so that these rows
-- may outlive what they are about.

CREATE TABLE holds (
    session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    at      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    seq     INTEGER PRIMARY KEY,
    at      TEXT NOT NULL,
    what    TEXT NOT NULL CHECK (what IN ('deleted', 'held', 'released')),
    session TEXT NOT NULL CHECK (length(session) = 64)
) STRICT;
