-- What was told of a session: seq counts from 1 within it, without a gap, and is the id on the event stream.

CREATE TABLE events (
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL CHECK (seq >= 1),
    name    TEXT    NOT NULL,
    data    TEXT    NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
