-- Notices to programs elsewhere, as in the SQLite file.

CREATE TABLE webhooks (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    session  TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    version  BIGINT           NOT NULL,
    kind     TEXT COLLATE "C" NOT NULL,
    at       TEXT COLLATE "C" NOT NULL,
    receiver TEXT COLLATE "C" NOT NULL,
    attempts BIGINT           NOT NULL DEFAULT 0,
    due      TEXT COLLATE "C" NOT NULL,
    state    TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up')),
    last     TEXT COLLATE "C"
);

CREATE INDEX webhooks_due ON webhooks (state, due);
CREATE INDEX webhooks_session ON webhooks (session);
