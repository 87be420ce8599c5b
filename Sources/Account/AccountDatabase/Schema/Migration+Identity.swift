extension Migration {
  /// Gives the database an identity of 32 hexadecimal digits, by which clients know it again.
  static let identity = Migration(
    sqlite: """
      INSERT INTO setting (name, value) VALUES ('identity', lower(hex(randomblob(16))))
      ON CONFLICT (name) DO NOTHING;
      """,
    postgresql: """
      INSERT INTO setting (name, value)
      VALUES ('identity', replace(gen_random_uuid()::text, '-', ''))
      ON CONFLICT (name) DO NOTHING;
      """)
}
