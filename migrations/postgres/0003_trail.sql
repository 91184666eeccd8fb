-- The audit log, as in the SQLite file. The row of the head is locked by whoever adds entries: one chain among all servers.

CREATE TABLE trail (
    number BIGINT           NOT NULL PRIMARY KEY CHECK (number >= 1),
    body   TEXT COLLATE "C" NOT NULL,
    hash   TEXT COLLATE "C" NOT NULL CHECK (length(hash) = 64)
);

CREATE TABLE trail_head (
    one    BIGINT           NOT NULL PRIMARY KEY CHECK (one = 1),
    number BIGINT           NOT NULL,
    hash   TEXT COLLATE "C" NOT NULL CHECK (length(hash) = 64)
);

INSERT INTO trail_head (one, number, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
