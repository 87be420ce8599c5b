import Testing

@testable import AccountDatabasePostgreSQL

struct DatabaseClockTests {
  @Test(
    "R21, R66: the database's clock counts as this one if they may be equal, however long the answer took",
    arguments: [
      // When the database was asked and had answered here, and its time meanwhile.
      (before: Int64(1000), after: Int64(1040), theirs: Int64(1001), offset: Int64(0)),
      (1000, 1040, 1039, 0),
      // It rounds to whole milliseconds.
      (1000, 1000, 1001, 0),
      (1000, 1002, 1004, 3), (1000, 1002, 990, -11), (1000, 1040, 3_601_020, 3_600_000),
    ])
  func offset(before: Int64, after: Int64, theirs: Int64, offset: Int64) {
    #expect(PostgreSQLDatabase.clockOffset(of: theirs, between: before, and: after) == offset)
  }
}
