-- Named sequences of research steps. steps: a JSON array of step names.

CREATE TABLE workflows (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    steps      TEXT NOT NULL CHECK (json_valid(steps)),
    created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
