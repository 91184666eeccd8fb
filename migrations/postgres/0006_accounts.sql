-- People, matters, and which sessions belong to them, as in the SQLite file.

CREATE TABLE accounts (
    name        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    role        TEXT COLLATE "C" NOT NULL CHECK (role IN ('reader', 'author', 'reviewer', 'administrator')),
    password    TEXT COLLATE "C" NOT NULL,
    created_at  TEXT COLLATE "C" NOT NULL,
    disabled_at TEXT COLLATE "C"
);

CREATE TABLE logins (
    hash       TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
    matter     TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    expires_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX logins_account ON logins (account);

CREATE TABLE matters (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name       TEXT COLLATE "C" NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE matter_people (
    matter   TEXT COLLATE "C" NOT NULL REFERENCES matters (id) ON DELETE CASCADE,
    account  TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
    standing TEXT COLLATE "C" NOT NULL CHECK (standing IN ('member', 'walled')),
    since    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (matter, account)
);
CREATE INDEX matter_people_account ON matter_people (account);

CREATE TABLE matter_sessions (
    session TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    matter  TEXT COLLATE "C" NOT NULL
);
CREATE INDEX matter_sessions_matter ON matter_sessions (matter);
