extension Migration {
  /// Accounts, sessions and the configuration, as version 1 of the file had them.
  static let accounts = Migration(
    sqlite: """
      CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        login TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        email TEXT,
        phone TEXT,
        note TEXT NOT NULL DEFAULT '',
        password_hash TEXT,
        is_developer INTEGER NOT NULL DEFAULT 0,
        analytics INTEGER NOT NULL DEFAULT 0,
        diagnostics INTEGER NOT NULL DEFAULT 0,
        preferred_locale TEXT NOT NULL,
        choice_device TEXT,
        choice_sequence INTEGER,
        choice_at INTEGER,
        active_profile INTEGER REFERENCES profile (id) ON DELETE SET NULL
      ) STRICT;
      CREATE TABLE profile (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        language_code TEXT NOT NULL
      ) STRICT;
      CREATE INDEX profile_account ON profile (account);
      CREATE TABLE device (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        device TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        seen_at INTEGER NOT NULL,
        PRIMARY KEY (account, device)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE session (
        token_hash BLOB PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX session_account ON session (account, created_at);
      CREATE INDEX session_end ON session (expires_at);
      CREATE TABLE attempt (
        key BLOB PRIMARY KEY,
        count INTEGER NOT NULL,
        since INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX attempt_since ON attempt (since);
      CREATE TABLE notice (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        language TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE market (
        code TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        languages TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE flag (
        name TEXT PRIMARY KEY,
        is_on INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE setting (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      """,
    postgresql: "")
}
