// A language has a direction, so `import Localization` exports its type.
@_exported import WritingDirection
