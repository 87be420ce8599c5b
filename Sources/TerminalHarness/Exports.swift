// What a session shows is the emulator's: `import TerminalHarness` names all of it.
@_exported import TerminalEmulator
