-- Files whose pages are shown as they are, in parts small enough for one transaction each; a file counts when it
-- is whole. words: what was recognised on an image, as JSON, with places as fractions of the page.

CREATE TABLE page_parts (
    sha256 TEXT    NOT NULL,
    part   INTEGER NOT NULL CHECK (part >= 0),
    bytes  BLOB    NOT NULL,
    PRIMARY KEY (sha256, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE page_files (
    sha256  TEXT    NOT NULL PRIMARY KEY,
    media   TEXT    NOT NULL,
    whole   INTEGER NOT NULL CHECK (whole IN (0, 1)),
    kept_at TEXT    NOT NULL DEFAULT (datetime('now'))
) STRICT, WITHOUT ROWID;

CREATE TABLE page_words (
    sha256 TEXT NOT NULL PRIMARY KEY,
    words  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
