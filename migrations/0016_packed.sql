-- Long texts may be compressed from now on: their columns hold bytes. What stands there stays as it is, as the bytes of
-- its text; no JSON begins with the byte that stands before a compressed one.

CREATE TABLE versions_packed (
    session  TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    version  INTEGER NOT NULL CHECK (version >= 0),
    cause    TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    changed  TEXT    NOT NULL,
    ops      BLOB,
    snapshot BLOB,
    PRIMARY KEY (session, version),
    CHECK ((version = 0) = (ops IS NULL)),
    CHECK (ops IS NOT NULL OR snapshot IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO versions_packed (session, version, cause, at, changed, ops, snapshot)
SELECT session, version, cause, at, changed, CAST(ops AS BLOB), CAST(snapshot AS BLOB) FROM versions;

DROP TABLE versions;

ALTER TABLE versions_packed RENAME TO versions;

-- A trace is newer than every one that stands here; that numbers of deleted ones are used again does no harm, and
-- remembering the highest that ever was would cost each turn a page of the log.
CREATE TABLE traces_packed (
    seq     INTEGER PRIMARY KEY,
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id      TEXT    NOT NULL,
    step    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    at      TEXT    NOT NULL,
    body    BLOB    NOT NULL
) STRICT;

INSERT INTO traces_packed (seq, session, id, step, version, at, body)
SELECT seq, session, id, step, version, at, CAST(body AS BLOB) FROM traces;

DROP TABLE traces;

ALTER TABLE traces_packed RENAME TO traces;

CREATE INDEX traces_session ON traces (session, seq);
