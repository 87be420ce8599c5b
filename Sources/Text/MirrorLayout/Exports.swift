// A frame contains lines and styles, so `import MirrorLayout` exports their types.
@_exported import BidiText
