-- What a person calls a session (NULL: it is called by its facts, or by its first words), and when it was put away.

ALTER TABLE sessions ADD COLUMN named TEXT;
ALTER TABLE sessions ADD COLUMN archived_at TEXT;
