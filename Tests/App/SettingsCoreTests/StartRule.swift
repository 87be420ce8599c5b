/// Code that must not run before the first frame of `lisan`. `SourceTests` searches the files for it.
struct StartRule {
  /// The words that may not appear in a line of code.
  let forbidden: [String]
  let reason: String
  /// Paths below the rooms of `Sources`; `Target/*` is every file of a target.
  let files: [String]

  static let all = [
    StartRule(
      forbidden: ["Set<", "Set(", "Dictionary", ": Set "],
      reason:
        "the Swift runtime makes a type for each set and dictionary, which costs more than searching a short array",
      files: [
        "LisanApp/Start/LisanProgram.swift",
        "LisanApp/Start/Launch.swift",
        "LisanApp/Start/Launch+Preference.swift",
        "LisanApp/CommandLine/Configuration.swift",
        "LisanApp/CommandLine/ConfigurationFile.swift",
        "CommandLineTool/Invocation.swift",
        "CommandLineTool/CommandLineSyntax.swift",
        "CommandLineTool/SettingValue.swift",
        "LisanApp/Start/Paths.swift",
        "LisanApp/Screen/ScreenProgram.swift",
        "LisanApp/Screen/ScreenTerminal.swift",
        "Localization/Catalog/Catalog.swift",
        "Localization/Compiled/CompiledFile.swift",
        "Localization/Compiled/CompiledFormat.swift",
        "Localization/Compiled/CompiledTexts.swift",
        "Localization/Compiled/SourceStamp.swift",
        "Localization/Language/PluralCondition.swift",
        "Forms/Card.swift",
        "Forms/Form.swift",
        "Forms/FormLayout.swift",
        "Forms/FormRow.swift",
        "Forms/Part.swift",
        "Forms/PartShape.swift",
        "SettingsCore/Sections/SectionContent.swift",
        "SettingsCore/View/Footer.swift",
        "SettingsCore/View/StatusRows.swift",
        "SettingsCore/View/ViewMemory.swift",
        "SystemCalls/*",
      ]),
    StartRule(
      forbidden: ["ClosedRange<", "[Range<"],
      reason:
        "a stored range, or an array of ranges, has the runtime search all conformances of the program for that of its bound",
      files: [
        "Localization/Language/PluralCondition.swift",
        "Forms/Card.swift",
        "Forms/Form.swift",
        "Forms/FormLayout.swift",
        "Forms/FormRow.swift",
        "Forms/Part.swift",
        "Forms/PartShape.swift",
        "SettingsCore/Sections/SectionContent.swift",
        "SettingsCore/View/Footer.swift",
        "SettingsCore/View/StatusRows.swift",
        "SettingsCore/View/ViewMemory.swift",
      ]),
    StartRule(
      forbidden: ["String(describing", "String(reflecting", "dump("],
      reason:
        "the description of a type is looked up by reflection, which costs more than a frame",
      files: [
        "LisanApp/Start/LisanProgram.swift",
        "LisanApp/Start/Launch.swift",
        "LisanApp/Screen/ScreenProgram.swift",
        "LisanApp/Screen/ScreenTerminal.swift",
        "Terminal/TerminalScreen.swift",
        "SystemCalls/*",
      ]),
    StartRule(
      forbidden: ["firstRange(of", "ranges(of", ".split(", ".joined("],
      reason:
        "the library's generic search costs more than a loop over the bytes",
      files: [
        "LisanApp/Start/Paths.swift",
        "SystemCalls/*",
      ]),
    StartRule(
      forbidden: ["LisanCommand.all"],
      reason: "a command line without a command needs no table of all commands",
      files: ["LisanApp/Start/*"]),
  ]
}
