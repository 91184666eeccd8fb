-- A link may open the document of the session itself for a lawyer: then it has no copy. What the lawyer says stands
-- beside the versions. Whether a sign-off still holds is not kept: it follows from the version and the text as they are.
-- link: the link that it came by; empty when the owner said it. text of a sign-off: SHA-256 of the words that were signed.

CREATE TABLE links (
    id         TEXT    NOT NULL PRIMARY KEY,
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    copy       TEXT    UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL CHECK (version >= 0),
    created_at TEXT    NOT NULL,
    revoked_at TEXT
) STRICT, WITHOUT ROWID;

INSERT INTO links (id, session, copy, version, created_at, revoked_at)
SELECT id, session, copy, version, created_at, revoked_at FROM shares;

DROP TABLE shares;
ALTER TABLE links RENAME TO shares;
CREATE INDEX shares_session ON shares (session);

CREATE TABLE remarks (
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id         TEXT    NOT NULL,
    link       TEXT,
    version    INTEGER NOT NULL CHECK (version >= 0),
    clause     TEXT,
    answers    TEXT,
    name       TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    at         TEXT    NOT NULL,
    settled_at TEXT,
    settled_by TEXT    CHECK (settled_by IN ('owner', 'lawyer')),
    PRIMARY KEY (session, id),
    CHECK ((settled_at IS NULL) = (settled_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE signoffs (
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id      TEXT    NOT NULL,
    link    TEXT,
    version INTEGER NOT NULL CHECK (version >= 0),
    text    TEXT    NOT NULL CHECK (length(text) = 64),
    name    TEXT    NOT NULL,
    note    TEXT    NOT NULL,
    at      TEXT    NOT NULL,
    PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
