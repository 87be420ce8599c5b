// A form is laid out as a frame: `import Forms` names frames, styles and directions too.
@_exported import MirrorLayout
