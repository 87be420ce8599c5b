// A form is laid out as a frame, so `import Forms` also exports frames, styles and directions.
@_exported import MirrorLayout
