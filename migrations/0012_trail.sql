-- The audit log: entries in a chain of hashes, and the head, which is the one row that writers wait for.
-- `body` is the canonical form that is hashed; it holds ids as hashes, sizes and counts, no words.

CREATE TABLE trail (
    number INTEGER PRIMARY KEY CHECK (number >= 1),
    body   TEXT NOT NULL,
    hash   TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;

CREATE TABLE trail_head (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL,
    hash   TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;

INSERT INTO trail_head (one, number, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
