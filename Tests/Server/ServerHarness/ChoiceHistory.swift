import PostgreSQLCluster

/// What was decided in a PostgreSQL database, written down by the database itself in the transaction
/// of each choice: a witness that does not depend on the program.
package struct ChoiceHistory {
  package let address: String

  /// Begins to record, in a migrated database.
  package init(at address: String) {
    self.address = address
    let isInstalled = PostgreSQLShell.run(
      """
      CREATE TABLE history (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account BIGINT, device TEXT,
        sequence BIGINT, at BIGINT, language TEXT);
      CREATE FUNCTION record_choice() RETURNS TRIGGER LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO history (account, device, sequence, at, language) VALUES
          (new.id, new.choice_device, new.choice_sequence, new.choice_at, new.preferred_locale);
        RETURN NULL;
      END $$;
      CREATE TRIGGER recorded AFTER UPDATE OF choice_sequence ON account FOR EACH ROW
        EXECUTE FUNCTION record_choice();
      """, at: address)
    precondition(isInstalled != nil)
  }

  private init(_ address: String) { self.address = address }

  /// The same record on another server.
  package func on(_ address: String) -> ChoiceHistory { ChoiceHistory(address) }

  /// How many choices have become current.
  package var count: Int64 { number("SELECT count(*) FROM history") }

  /// How many became current more than once.
  package var repeated: Int64 {
    number(
      """
      SELECT count(*) FROM (SELECT 1 FROM history GROUP BY account, device, sequence
        HAVING count(*) > 1) AS repeated
      """)
  }

  /// How many became current after one that they do not win against.
  package var disordered: Int64 {
    number(
      """
      SELECT count(*) FROM (SELECT
        CASE WHEN device = lag(device) OVER former THEN sequence <= lag(sequence) OVER former
        ELSE (at, device COLLATE "C") < (lag(at) OVER former, lag(device) OVER former)
        END AS is_wrong FROM history WINDOW former AS (PARTITION BY account ORDER BY id)) AS steps
      WHERE is_wrong
      """)
  }

  /// How many of a device's choices from 1 to `last` never became current.
  package func missing(device: String, through last: Int64) -> Int64 {
    number(
      """
      SELECT count(*) FROM generate_series(1, \(last)) n WHERE NOT EXISTS (
        SELECT FROM history WHERE device = '\(device)' AND sequence = n)
      """)
  }

  private func number(_ sql: String) -> Int64 {
    PostgreSQLShell.run(sql, at: address).flatMap { Int64($0) } ?? -1
  }
}
