-- Links to the document itself, remarks and sign-offs: migrations/0011_signoffs.sql tells what they are.

ALTER TABLE shares ALTER COLUMN copy DROP NOT NULL;

CREATE TABLE remarks (
    session    TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id         TEXT COLLATE "C" NOT NULL,
    link       TEXT COLLATE "C",
    version    BIGINT           NOT NULL CHECK (version >= 0),
    clause     TEXT COLLATE "C",
    answers    TEXT COLLATE "C",
    name       TEXT COLLATE "C" NOT NULL,
    text       TEXT COLLATE "C" NOT NULL,
    at         TEXT COLLATE "C" NOT NULL,
    settled_at TEXT COLLATE "C",
    settled_by TEXT COLLATE "C" CHECK (settled_by IN ('owner', 'lawyer')),
    PRIMARY KEY (session, id),
    CHECK ((settled_at IS NULL) = (settled_by IS NULL))
);

CREATE TABLE signoffs (
    session TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id      TEXT COLLATE "C" NOT NULL,
    link    TEXT COLLATE "C",
    version BIGINT           NOT NULL CHECK (version >= 0),
    text    TEXT COLLATE "C" NOT NULL CHECK (length(text) = 64),
    name    TEXT COLLATE "C" NOT NULL,
    note    TEXT COLLATE "C" NOT NULL,
    at      TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session, id)
);
