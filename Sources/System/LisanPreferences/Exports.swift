// The results of a preference file have types of its store.
@_exported import PreferenceStore
