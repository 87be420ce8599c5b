extension Migration {
  /// The delivery of a notice: who has taken it until when, how often it failed and why, and when
  /// it was given up.
  static let mail = Migration(
    sqlite: """
      ALTER TABLE notice ADD COLUMN lease TEXT;
      ALTER TABLE notice ADD COLUMN taken_until INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE notice ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE notice ADD COLUMN problem TEXT;
      ALTER TABLE notice ADD COLUMN given_up_at INTEGER;
      """,
    postgresql: """
      ALTER TABLE notice ADD COLUMN lease TEXT;
      ALTER TABLE notice ADD COLUMN taken_until BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE notice ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE notice ADD COLUMN problem TEXT;
      ALTER TABLE notice ADD COLUMN given_up_at BIGINT;
      """)
}
