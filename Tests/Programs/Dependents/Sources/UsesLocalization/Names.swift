import Localization

enum Key: String, CaseIterable, MessageKey {
  case only = "Only"

  var isPlural: Bool { false }
}

/// Every type that the library makes public.
func names() -> [Any.Type] {
  [
    ArgumentMismatch.self,
    Catalog<Key>.self,
    CatalogChecker.self,
    CatalogChecker.Widths.self,
    CatalogDiagnostic.self,
    CatalogDiagnostic.Kind.self,
    CatalogDiagnostic.Severity.self,
    CatalogError.self,
    CatalogError.Kind.self,
    CatalogError.XMLFault.self,
    CatalogFinding.self,
    CatalogImport.self,
    CatalogImport.Method.self,
    CompiledCatalog.self,
    CompiledFault.self,
    Language.self,
    LanguageCode.self,
    LanguageDropIn.self,
    LanguageList.self,
    LanguagePreference.self,
    LanguageResolution.self,
    (any MessageKey).self,
    NumberingSystem.self,
    PluralCategory.self,
    PluralCondition.self,
    PluralOperands.self,
    PluralRuleError.self,
    PluralRuleError.Kind.self,
    PluralRules.self,
    PluralRules.Rule.self,
    PseudoLanguage.self,
    StringTable.self,
    SystemLanguage.self,
    Direction.self,
    ExchangedCatalog.self,
    ExchangedCatalog.Text.self,
    ExchangedCatalog.Unit.self,
    ExchangeError.self,
    ExchangeError.Kind.self,
    TextFormat.self,
  ]
}
