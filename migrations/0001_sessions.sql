-- Sessions, their versions, dialogue, traces and requests.
-- Times are RFC 3339 UTC. JSON columns are text that the product wrote.

CREATE TABLE sessions (
    id         TEXT    NOT NULL PRIMARY KEY,
    workspace  TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    version    INTEGER NOT NULL CHECK (version >= 0),
    created_at TEXT    NOT NULL,
    updated_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- ops: RFC 6902 against the version before, over {"state", "aside"}; null for version 0 only.
-- snapshot: the whole document; version 0 has one, so has every sixteenth at the latest.
CREATE TABLE versions (
    session  TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    version  INTEGER NOT NULL CHECK (version >= 0),
    cause    TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    changed  TEXT    NOT NULL,
    ops      TEXT,
    snapshot TEXT,
    PRIMARY KEY (session, version),
    CHECK ((version = 0) = (ops IS NULL)),
    CHECK (ops IS NOT NULL OR snapshot IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- The append-only log of the dialogue; seq counts from 0 within a session.
CREATE TABLE turns (
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL CHECK (seq >= 0),
    version    INTEGER NOT NULL,
    turn_id    TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    at         TEXT    NOT NULL,
    answers_to TEXT,
    choice     TEXT,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE traces (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id      TEXT    NOT NULL,
    step    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    at      TEXT    NOT NULL,
    body    TEXT    NOT NULL
) STRICT;

CREATE INDEX traces_session ON traces (session, seq);

-- scope: the session id, or 'new' for requests that open a session.
-- While a request runs, or was interrupted, it has neither outcome_version nor error.
CREATE TABLE requests (
    scope           TEXT NOT NULL,
    id              TEXT NOT NULL,
    body_hash       TEXT NOT NULL,
    session         TEXT NOT NULL,
    begun_at        TEXT NOT NULL,
    outcome_version INTEGER,
    error           TEXT,
    PRIMARY KEY (scope, id),
    CHECK (outcome_version IS NULL OR error IS NULL)
) STRICT, WITHOUT ROWID;

-- Requests go with their session by a trigger: an index over every request, which a foreign key would need,
-- costs each message a page of the log.
CREATE INDEX requests_opening ON requests (session) WHERE scope = 'new';

CREATE TRIGGER sessions_requests AFTER DELETE ON sessions BEGIN
    DELETE FROM requests WHERE scope = old.id;
    DELETE FROM requests WHERE session = old.id AND scope = 'new';
END;
