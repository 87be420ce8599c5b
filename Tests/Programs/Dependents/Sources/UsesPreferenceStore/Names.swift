import PreferenceStore

/// Every type that the library makes public.
func names() -> [Any.Type] {
  [
    Commit.self,
    FileIdentifier.self,
    FileKind.self,
    FileReport.self,
    FileReport.Content.self,
    FileReport.Slot.self,
    KeyValues.self,
    LockBudget.self,
    ReadAnswer<StoredRecord>.self,
    ReadFailure.self,
    RecordFormat.self,
    SlotFault.self,
    StoreError.self,
    StoreError.Field.self,
    StoreFile.self,
    StoreWatch.self,
    StoredRecord.self,
    (any StoredValue).self,
  ]
}
