-- Sessions that a person has deleted and can still bring back. owner: the session that was deleted; its copies for
-- others go along with it and come back with it.

CREATE TABLE trash (
    session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    owner   TEXT NOT NULL,
    at      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
