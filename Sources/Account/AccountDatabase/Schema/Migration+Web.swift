extension Migration {
  /// Says what a session belongs to. Keeps the codes by which devices sign in (RFC 8628): hashes of
  /// both codes, the device that asks and from where, and the account that allowed it.
  static let web = Migration(
    sqlite: """
      ALTER TABLE session ADD COLUMN kind TEXT NOT NULL DEFAULT 'app';
      CREATE TABLE device_code (
        code_hash BLOB PRIMARY KEY,
        user_code_hash BLOB NOT NULL UNIQUE,
        device TEXT,
        network BLOB NOT NULL,
        address TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        pause INTEGER NOT NULL,
        polled_at INTEGER NOT NULL,
        is_refused INTEGER NOT NULL DEFAULT 0,
        account INTEGER REFERENCES account (id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX device_code_network ON device_code (network);
      CREATE INDEX device_code_end ON device_code (expires_at);
      CREATE INDEX device_code_account ON device_code (account);
      """,
    postgresql: """
      ALTER TABLE session ADD COLUMN kind TEXT NOT NULL DEFAULT 'app';
      CREATE TABLE device_code (
        code_hash BYTEA PRIMARY KEY,
        user_code_hash BYTEA NOT NULL UNIQUE,
        device TEXT COLLATE "C",
        network BYTEA NOT NULL,
        address TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        pause BIGINT NOT NULL,
        polled_at BIGINT NOT NULL,
        is_refused BOOLEAN NOT NULL DEFAULT FALSE,
        account BIGINT REFERENCES account (id) ON DELETE CASCADE
      );
      CREATE INDEX device_code_network ON device_code (network);
      CREATE INDEX device_code_end ON device_code (expires_at);
      CREATE INDEX device_code_account ON device_code (account);
      """)
}
