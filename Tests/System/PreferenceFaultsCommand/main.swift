import Glibc
import PreferenceFaults

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "child" { exit(Child.run(Array(arguments.dropFirst()))) }
exit(try Campaign.run(arguments))
