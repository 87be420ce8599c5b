import Foundation
import ServerAttacks

// server-attacks [SECONDS [WORD]]: the attacks whose names contain a word, or all, in turns, for so
// long in all; 600 where not given.
let arguments = CommandLine.arguments.dropFirst()
let seconds = arguments.first.flatMap { Double($0) } ?? 600
exit(runAttacks(seconds: seconds, named: arguments.dropFirst().first ?? "") ? 0 : 1)
