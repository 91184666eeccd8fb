-- People with accounts, where they are signed in (as hashes), matters, who works on them, which sessions belong to them.
-- A session without a row in matter_sessions is common. A row that names a matter which is not here hides its session
-- from everybody: what is moved in parts is closed before it is open.

CREATE TABLE accounts (
    name        TEXT NOT NULL PRIMARY KEY,
    role        TEXT NOT NULL CHECK (role IN ('reader', 'author', 'reviewer', 'administrator')),
    password    TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    disabled_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE logins (
    hash       TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    account    TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
    matter     TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX logins_account ON logins (account);

CREATE TABLE matters (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE matter_people (
    matter   TEXT NOT NULL REFERENCES matters (id) ON DELETE CASCADE,
    account  TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
    standing TEXT NOT NULL CHECK (standing IN ('member', 'walled')),
    since    TEXT NOT NULL,
    PRIMARY KEY (matter, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX matter_people_account ON matter_people (account);

CREATE TABLE matter_sessions (
    session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    matter  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX matter_sessions_matter ON matter_sessions (matter);
