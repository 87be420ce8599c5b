// A preference file answers with the types of its store.
@_exported import PreferenceStore
