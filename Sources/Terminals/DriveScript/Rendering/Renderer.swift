import CSystem
import Glibc
import SystemCalls
import TerminalHarness

/// Draws screens and films into files. The ending of the file's name says how.
///
/// SVG is made here. PNG is drawn by librsvg (`rsvg-convert`), which shapes letters by HarfBuzz, and
/// GIF is put together from PNG by ImageMagick (`convert`).
enum Renderer {
  static func writePicture(
    of screen: Screen, to path: String, look: PictureLook = PictureLook()
  ) throws(DriveFailure) {
    switch ending(path) {
    case "svg": try Files.write(screen.svg(look: look), to: path)
    case "txt":
      try Files.write(ScreenFile.text(Screen.withoutBlankEnds(screen.logicalRows)), to: path)
    case "png":
      try inScratch { folder throws(DriveFailure) in
        let picture = try png(of: screen, look, name: "picture", in: folder)
        try Files.write(picture, to: path)
      }
    default: throw DriveFailure(.formatUnknown, path, ".svg .png .txt")
    }
  }

  static func writeFilm(
    _ recording: Recording, title: String, speed: Double, longestPause: Duration?, to path: String,
    look: PictureLook
  ) throws(DriveFailure) {
    let format = ending(path)
    guard films.contains(format) else { throw DriveFailure(.formatUnknown, path, filmEndings) }
    if format == "cast" {
      let played = recording.played(speed: speed, longestPause: longestPause)
      return try Files.write(
        Asciicast.text(played, version: Asciicast.version(of: path)), to: path)
    }
    guard
      let film = recording.film(
        speed: speed, longestPause: longestPause, limit: recording.mostFrames)
    else {
      throw DriveFailure(.tooManyFrames, "\(recording.mostFrames)")
    }
    switch format {
    case "svg": try Files.write(film.svg(title: title, look: look), to: path)
    case "gif":
      try inScratch { folder throws(DriveFailure) in try writeGIF(film, look, folder, path) }
    // A still picture shows the end.
    default: try writePicture(of: film.frames[film.frames.count - 1].screen, to: path, look: look)
    }
  }

  /// The endings of films.
  static let films = ["svg", "gif", "png", "txt", "cast"]
  static let filmEndings = films.map { ".\($0)" }.joined(separator: " ")

  /// The largest file that another program may draw.
  private static let mostBytes = 1 << 28

  static func ending(_ path: String) -> String {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    // The name that VHS has for texts.
    return ending == "ascii" ? "txt" : ending
  }

  // MARK: Other programs

  /// The programs that draw a file of this name, and Debian's packages of them.
  static func tools(for path: String) -> [(name: String, package: String)] {
    let drawing = ("rsvg-convert", "librsvg2-bin")
    switch ending(path) {
    case "png": return [drawing]
    case "gif": return [drawing, ("convert", "imagemagick")]
    default: return []
    }
  }

  private static func inScratch(_ body: (String) throws(DriveFailure) -> Void) throws(DriveFailure)
  {
    let folder = Scratch.newPath()
    defer { Scratch.remove(folder) }
    try Scratch.make(folder)
    try body(folder)
  }

  private static func png(
    of screen: Screen, _ look: PictureLook, name: String, in folder: String
  ) throws(DriveFailure) -> [UInt8] {
    var look = look
    look.placesEachLetter = true
    let source = "\(folder)/\(name).svg"
    let picture = "\(folder)/\(name).png"
    try Files.write(screen.svg(look: look), to: source)
    try run(
      ["rsvg-convert", "--format", "png", "--output", picture, source], package: "librsvg2-bin")
    return try Files.bytes(at: picture, limit: mostBytes)
  }

  private static func writeGIF(
    _ film: Film, _ look: PictureLook, _ folder: String, _ path: String
  ) throws(DriveFailure) {
    var arguments = ["convert", "-loop", "0"]
    var end = Duration.zero
    var written = 0
    for (index, frame) in film.frames.enumerated() {
      _ = try png(of: frame.screen, look, name: "\(index)", in: folder)
      // GIF counts hundredths of a second in sixteen bits; players turn values below 2 into 10. The
      // ends of frames are rounded: rounded lengths would not add up.
      end += frame.duration
      var rest = max(2, Int((end.inSeconds * 100).rounded()) - written)
      written += rest
      while rest > 0 {
        // No remainder is below two.
        let delay = rest <= 65_535 ? rest : min(65_535, rest - 2)
        arguments += ["-delay", "\(delay)", "\(folder)/\(index).png"]
        rest -= delay
      }
    }
    arguments += ["-layers", "Optimize", "\(folder)/film.gif"]
    try run(arguments, package: "imagemagick")
    let drawn = try Files.bytes(at: "\(folder)/film.gif", limit: mostBytes)
    try Files.write(drawn, to: path)
  }

  /// Runs a program to its end.
  private static func run(_ arguments: [String], package: String) throws(DriveFailure) {
    var process: pid_t = 0
    var descriptor: Int32 = -1
    // The shell joins standard error, which says why a program failed. Its own 127 means that there is none.
    let failure = withCStrings(["sh", "-c", #"exec "$0" "$@" 2>&1"#] + arguments) {
      cs_command_start($0, &process, &descriptor)
    }
    guard failure == 0 else {
      throw DriveFailure(.toolMissing, arguments[0], package)
    }
    let output = OwnedDescriptor(owning: descriptor)
    let said = (try? readAll(from: output.number, limit: 1 << 20)) ?? []
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status >> 8 & 0xFF
    guard code != 127 else { throw DriveFailure(.toolMissing, arguments[0], package) }
    guard status == 0 else {
      let reason = String(decoding: said.prefix { $0 >= 0x20 }.prefix(200), as: UTF8.self)
      throw DriveFailure(
        .toolFailed, arguments[0], reason.isEmpty ? "\(code)" : "\(code): \(reason)")
    }
  }
}
