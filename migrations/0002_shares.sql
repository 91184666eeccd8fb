-- Links that open a copy of a session to the other side. Only the hash of a link's token is kept.
-- id: SHA-256 of the token, hex. copy: the session that the link opens, and the only one.

CREATE TABLE shares (
    id         TEXT    NOT NULL PRIMARY KEY,
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    copy       TEXT    NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL CHECK (version >= 0),
    created_at TEXT    NOT NULL,
    revoked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX shares_session ON shares (session);
