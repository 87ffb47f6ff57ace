-- Every record is kept as JSON in "data"; the other columns exist to find and order it.

CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    opened REAL NOT NULL,
    data TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT NOT NULL,
    parent_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
    root_id TEXT NOT NULL,
    depth INTEGER NOT NULL,
    updated REAL NOT NULL,
    archived REAL,
    data TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_parent ON sessions (parent_id);
CREATE INDEX sessions_by_root ON sessions (root_id);
CREATE INDEX sessions_by_project ON sessions (project_id, updated);
CREATE INDEX sessions_by_update ON sessions (updated);

-- "seq" orders messages: clocks step back, and two processes may write into one session.
CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    created REAL NOT NULL,
    completed REAL,
    length INTEGER NOT NULL DEFAULT 0,
    data TEXT NOT NULL
) STRICT;
CREATE INDEX messages_in_order ON messages (session_id, seq, id, role, length);
CREATE INDEX messages_open ON messages (session_id) WHERE completed IS NULL;

CREATE TABLE parts (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    length INTEGER NOT NULL,
    data TEXT NOT NULL
) STRICT;
CREATE INDEX parts_in_order ON parts (message_id, position);

-- Text that streamed in since its part was last stored as a whole.
CREATE TABLE part_pieces (
    seq INTEGER PRIMARY KEY,
    part_id TEXT NOT NULL REFERENCES parts (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX part_pieces_by_part ON part_pieces (part_id);
CREATE INDEX part_pieces_by_session ON part_pieces (session_id);

CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    lease TEXT NOT NULL,
    started REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_session ON runs (session_id);

CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    session_id TEXT,
    owner_session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    root_session_id TEXT NOT NULL,
    name TEXT,
    state TEXT NOT NULL,
    lease TEXT,
    created REAL NOT NULL,
    data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tasks_by_session ON tasks (session_id);
CREATE INDEX tasks_by_owner ON tasks (owner_session_id);
CREATE INDEX tasks_by_state ON tasks (state);
CREATE INDEX tasks_by_root ON tasks (root_session_id);
CREATE UNIQUE INDEX task_names ON tasks (root_session_id, name) WHERE name IS NOT NULL;

-- Delivered items stay, so that a key can never be used twice.
CREATE TABLE queue (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    priority INTEGER NOT NULL,
    key TEXT UNIQUE,
    delivered REAL,
    data TEXT NOT NULL
) STRICT;
CREATE INDEX queue_waiting ON queue (session_id, priority, seq) WHERE delivered IS NULL;

CREATE TABLE requests (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    root_session_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    state TEXT NOT NULL,
    created REAL NOT NULL,
    data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_by_state ON requests (state, created);
CREATE INDEX requests_by_session ON requests (session_id);

CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    scope_id TEXT NOT NULL,
    permission TEXT NOT NULL,
    pattern TEXT NOT NULL,
    created REAL NOT NULL,
    revoked REAL,
    data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX approvals_in_force
    ON approvals (scope, scope_id, permission, pattern) WHERE revoked IS NULL;

CREATE TABLE todos (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    data TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    key TEXT PRIMARY KEY,
    data TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What answers cost. It outlives the conversation: deleting one does not give the money back.
CREATE TABLE usage (
    message_id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    created REAL NOT NULL,
    model TEXT NOT NULL,
    agent TEXT NOT NULL,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    reasoning INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    cost REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_by_time ON usage (created);

-- Rows are named by the "seq" of what they index; the text itself is only in the records.
CREATE VIRTUAL TABLE message_words USING fts5 (
    text, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
CREATE VIRTUAL TABLE title_words USING fts5 (
    text, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
CREATE TRIGGER message_words_follow AFTER DELETE ON messages BEGIN
    DELETE FROM message_words WHERE rowid = OLD.seq;
END;
CREATE TRIGGER title_words_follow AFTER DELETE ON sessions BEGIN
    DELETE FROM title_words WHERE rowid = OLD.seq;
END;
