// A frame is made of lines and styles: `import MirrorLayout` names them all.
@_exported import BidiText
