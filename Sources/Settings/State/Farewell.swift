extension State {
  /// What whoever leaves should know: one line, or nil where everything has come to its own.
  public var farewell: Text? {
    // What was not saved will not be there, neither its language nor its direction.
    if preferenceStanding == .unsaved || !unsavedSettings.isEmpty {
      return .message(.farewellUnsaved)
    }
    return switch (isRestartPending, isSyncPending) {
    case (true, true): .message(.farewellBoth)
    case (true, false): .message(.farewellRestart)
    case (false, true): .message(.farewellSync)
    case (false, false): nil
    }
  }
}
