extension SettingsState {
  /// The exit message; nil if nothing is pending.
  public var farewell: Text? {
    // An unsaved choice is lost: neither the language nor the direction will change.
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
