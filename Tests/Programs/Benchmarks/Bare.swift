import Foundation

/// Programs that do only what a row cannot do without, so that the row's limit is known.
nonisolated enum Bare {
  /// Writes the first file, and the second one for each key but `q`, which ends it.
  static let screen = """
    #include <fcntl.h>
    #include <termios.h>
    #include <unistd.h>
    static char text[2][1 << 16];
    int main(int argc, char **argv) {
      struct termios before, modes;
      long length[2] = {0, 0};
      tcgetattr(0, &before);
      modes = before;
      cfmakeraw(&modes);
      tcsetattr(0, TCSADRAIN, &modes);
      for (int part = 0; part < 2 && part + 1 < argc; part++)
        length[part] = read(open(argv[part + 1], O_RDONLY), text[part], sizeof text[part]);
      write(1, text[0], length[0]);
      for (char key[64]; read(0, key, sizeof key) > 0 && key[0] != 'q';) write(1, text[1], length[1]);
      tcsetattr(0, TCSADRAIN, &before);
      return 0;
    }
    """

  /// Has the agent's libraries, has each of them do its smallest work, and waits.
  static let agent = """
    #include <curl/curl.h>
    #include <sqlite3.h>
    #include <unicode/udat.h>
    #include <unistd.h>
    void dbus_get_version(int *, int *, int *);
    int main(void) {
      int version;
      sqlite3 *database;
      UErrorCode error = 0;
      UChar text[200];
      dbus_get_version(&version, &version, &version);
      curl_global_init(CURL_GLOBAL_DEFAULT);
      sqlite3_open(":memory:", &database);
      sqlite3_exec(database, "CREATE TABLE account (id INTEGER)", 0, 0, 0);
      UDateFormat *format = udat_open(UDAT_MEDIUM, UDAT_FULL, "ar", 0, 0, 0, 0, &error);
      udat_format(format, 1.7e12, text, 200, 0, &error);
      if (error > 0 || write(1, "x", 1) != 1) return 1;
      pause();
    }
    """

  /// Prints a line, after it has started the runtime for concurrent code.
  static let swift = """
    @main struct Empty { static func main() async { print(await Task { "x" }.value) } }
    """

  /// The size of an empty static Swift program, stripped, in megabytes.
  static func emptyProgram(in directory: String) throws -> Double {
    let path = "\(directory)/empty"
    try swift.write(toFile: "\(path).swift", atomically: false, encoding: .utf8)
    _ = try output(
      "/usr/bin/env",
      [
        "swiftc", "-O", "-parse-as-library", "-static-executable", "-use-ld=lld", "-Xlinker",
        "--icf=all", "-o", path, "\(path).swift",
      ])
    _ = try output("/usr/bin/strip", [path])
    guard let size = regularSize(URL(filePath: path)) else { fatalError("\(path) was not built") }
    return size / 1_000_000
  }

  /// Builds the program that has the agent's libraries.
  static func compileAgent(in directory: String) throws -> String {
    let path = "\(directory)/libraries"
    try compileC(agent, to: path, ["-lcurl", "-lsqlite3", "-licui18n", "-licuuc", "-ldbus-1"])
    return path
  }

  /// The resident memory of a program after its first byte of output, in megabytes.
  static func residentMemory(of path: String) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: path)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.runUnblocked()
    defer { process.terminate() }
    guard try pipe.fileHandleForReading.read(upToCount: 1)?.count == 1 else { return .nan }
    return processMemory(process.processIdentifier, "VmRSS") * 1024 / 1_000_000
  }
}
