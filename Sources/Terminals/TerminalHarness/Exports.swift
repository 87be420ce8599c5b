// A session shows the emulator's types, so `import TerminalHarness` exports them.
@_exported import TerminalEmulator
