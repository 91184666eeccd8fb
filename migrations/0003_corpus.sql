-- Legal sources: editions of documents, their nodes, their pages, and the index of their words.
-- An edition is written in pieces and becomes visible at once: state 0 is being written, 1 is held, 2 is to be removed.
-- mark: what the importing process knows its row by.

-- Files read whole: the same bytes are read again only by a newer reader.
CREATE TABLE corpus_files (
    sha256      TEXT    NOT NULL PRIMARY KEY,
    reader      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    imported_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE editions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    state        INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
    mark         TEXT    NOT NULL UNIQUE,
    edition      TEXT    NOT NULL,
    document     TEXT    NOT NULL,
    short        TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    jurisdiction TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    label        TEXT    NOT NULL,
    valid_from   TEXT,
    valid_to     TEXT,
    nodes        INTEGER NOT NULL,
    texts        INTEGER NOT NULL,
    pages        INTEGER NOT NULL,
    sha256       TEXT    NOT NULL,
    file         TEXT    NOT NULL,
    remarks      TEXT    NOT NULL,
    imported_at  TEXT    NOT NULL
) STRICT;

CREATE UNIQUE INDEX editions_held ON editions (edition) WHERE state = 1;
CREATE INDEX editions_file ON editions (sha256);

-- id: the edition's id in the upper bits, the place in reading order in the lower twenty; so what stands below a node
-- is the range from id to last. key: the path folded, for lookups that do not mind case and look-alikes.
-- hash: SHA-256 over address, title and text.
CREATE TABLE nodes (
    id      INTEGER PRIMARY KEY,
    last    INTEGER NOT NULL,
    edition INTEGER NOT NULL REFERENCES editions (id) ON DELETE CASCADE,
    parent  INTEGER,
    kind    TEXT    NOT NULL,
    path    TEXT    NOT NULL,
    key     TEXT    NOT NULL,
    leaf    TEXT    NOT NULL,
    address TEXT    NOT NULL,
    title   TEXT    NOT NULL,
    text    TEXT    NOT NULL,
    page    INTEGER,
    lossy   INTEGER NOT NULL CHECK (lossy IN (0, 1)),
    hash    TEXT    NOT NULL,
    UNIQUE (edition, path)
) STRICT;

CREATE INDEX nodes_leaf ON nodes (edition, leaf);
CREATE INDEX nodes_parent ON nodes (parent);

CREATE TABLE pages (
    edition INTEGER NOT NULL REFERENCES editions (id) ON DELETE CASCADE,
    page    INTEGER NOT NULL CHECK (page > 0),
    printed TEXT    NOT NULL,
    text    TEXT    NOT NULL,
    image   TEXT    NOT NULL,
    PRIMARY KEY (edition, page)
) STRICT, WITHOUT ROWID;

-- Words come cut and folded from the program, parted by spaces; the index keeps no text of its own.
-- rowid: the node. title and body as written, then as stems; crumbs: stems of the headings above.
CREATE VIRTUAL TABLE passages USING fts5 (
    title, body, title_stem, body_stem, crumbs,
    content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '.-/_'"
);

-- Parts of words, for languages without a stemmer.
CREATE VIRTUAL TABLE grams USING fts5 (
    body,
    content = '', contentless_delete = 1, tokenize = 'trigram'
);

CREATE VIRTUAL TABLE passages_terms USING fts5vocab (passages, 'row');
