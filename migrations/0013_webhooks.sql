-- Notices to programs elsewhere, committed with the version that they tell of, and what came of each. No words.

CREATE TABLE webhooks (
    id       TEXT    NOT NULL PRIMARY KEY,
    session  TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    version  INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    receiver TEXT    NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due      TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up')),
    last     TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX webhooks_due ON webhooks (state, due);
