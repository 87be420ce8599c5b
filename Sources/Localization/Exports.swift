// A language has a direction: `import Localization` names it.
@_exported import WritingDirection
