extension Migration {
  /// Ties a code that was allowed to the session that allowed it: however the session ends, the
  /// code ends with it.
  static let withdrawal = Migration(
    sqlite: """
      ALTER TABLE device_code ADD COLUMN allowed_by BLOB
        REFERENCES session (token_hash) ON DELETE CASCADE;
      CREATE INDEX device_code_allowed_by ON device_code (allowed_by);
      """,
    postgresql: """
      ALTER TABLE device_code ADD COLUMN allowed_by BYTEA
        REFERENCES session (token_hash) ON DELETE CASCADE;
      CREATE INDEX device_code_allowed_by ON device_code (allowed_by);
      """)
}
