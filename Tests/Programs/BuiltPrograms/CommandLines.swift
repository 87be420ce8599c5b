/// Command lines for tests that try every command of `lisan`. A new command needs an entry here, and then all of
/// these tests try it.
public enum CommandLines {
  /// By the command, those that change nothing, need neither terminal nor input, and print no JSON.
  public static let harmless = [
    "get": ["get", "get theme", "get --preference", "get nothing"],
    "set": ["set", "set nothing", "set theme nothing"],
    "reset": ["reset", "reset nothing"],
    "list-settings": ["list-settings", "list-settings theme"],
    "list": ["list"], "watch": ["watch nothing"], "env": ["env"],
    "shell": ["shell", "shell nothing"],
    "system": ["system", "system ar --dry-run", "system nothing"],
    "run": ["run nothing-there", "run /etc/passwd"], "logical": ["logical surplus"],
    "sync": ["sync"], "sign-in": ["sign-in surplus word"], "sign-out": ["sign-out"],
    "status": ["status"],
    "check": ["check", "check /nonexistent"], "compile": ["compile /nonexistent"],
    "export": ["export ar texts.unknown"], "import": ["import ar absent.po"],
    "preview": ["preview nothing"],
    "store": ["store verify", "store dump /nonexistent", "store verify /etc/passwd"],
    "config": ["config"], "terminal": ["terminal"], "open": ["open nothing", "open --list"],
    "help": ["help", "help set", "help nothing"], "version": ["version"],
    "": ["--help", "--version", "--nothing", "nothing", "--theme nothing"],
  ]
}
