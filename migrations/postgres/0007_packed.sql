-- Long texts may be compressed from now on, as in the SQLite file: their columns hold bytes.

ALTER TABLE versions
    ALTER COLUMN ops TYPE BYTEA USING convert_to(ops, 'UTF8'),
    ALTER COLUMN snapshot TYPE BYTEA USING convert_to(snapshot, 'UTF8');

ALTER TABLE traces
    ALTER COLUMN body TYPE BYTEA USING convert_to(body, 'UTF8');
