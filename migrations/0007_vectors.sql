-- Vectors of passages from a model of meaning; there are none unless one is configured.
-- vector: one signed byte per dimension of the unit vector, times 127.
CREATE TABLE vectors (
    node   INTEGER PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE,
    model  TEXT    NOT NULL,
    vector BLOB    NOT NULL
) STRICT;

-- What readers ask to learn whether their copy is still right.
CREATE TABLE vector_changes (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    changes INTEGER NOT NULL
) STRICT;

INSERT INTO vector_changes (one, changes) VALUES (1, 0);
