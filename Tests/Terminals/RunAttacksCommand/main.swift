import Foundation
import RunAttacks

// run-attacks [SECONDS [WORD]]: the attacks whose names contain a word, or all, in turns, for so long in
// all; 60 where not given.
let arguments = CommandLine.arguments.dropFirst()
let seconds = arguments.first.flatMap { Double($0) } ?? 60
exit(await RunAttack.runAll(seconds: seconds, named: arguments.dropFirst().first ?? "") ? 0 : 1)
