// The samples of TerminalEmulator's documentation, one after the other.
import TerminalEmulator

var emulator = Emulator(size: TerminalSize(columns: 20, rows: 4))
emulator.feed("\u{1B}[1mbold")
let row = emulator.screen.rows[0]  // "bold"
let isBold = emulator.screen.cell(0, 0).style.bold  // true

emulator.feed("\u{1B}[6n\u{1B}[?9999h")
let answers = readable(emulator.drainReplies())  // "␛[1;5R"
let unknown = emulator.unknownSequences  // ["␛[?9999h"]
