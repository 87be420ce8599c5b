import BidiText
import Glibc

/// HarfBuzz with a font whose glyphs are named after presentation forms (DejaVu Sans Mono): right
/// about joining by definition, because almost every program draws text with it. The library is
/// opened at run time, so its headers are not needed.
public final class HarfBuzz {
  public static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"

  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Make = @convention(c) () -> Pointer?
  private typealias Take = @convention(c) (Pointer?) -> Void
  private typealias AddText =
    @convention(c) (Pointer?, UnsafePointer<UInt32>, CInt, CUnsignedInt, CInt) -> Void
  private typealias Shape =
    @convention(c) (Pointer?, Pointer?, UnsafeRawPointer?, CUnsignedInt) -> Void
  private typealias Infos =
    @convention(c) (Pointer?, UnsafeMutablePointer<CUnsignedInt>) -> Pointer?
  private typealias Name =
    @convention(c) (Pointer?, UInt32, UnsafeMutablePointer<CChar>, CUnsignedInt) -> CInt

  private let library: Pointer
  private let face: Pointer?

  /// `nil` if the library or the font is not installed.
  public init?() {
    guard let library = dlopen("libharfbuzz.so.0", RTLD_NOW), access(Self.font, R_OK) == 0 else {
      return nil
    }
    self.library = library
    func call<Function>(_ name: String, _ type: Function.Type) -> Function {
      unsafeBitCast(dlsym(library, name), to: type)
    }
    let blob = call(
      "hb_blob_create_from_file", (@convention(c) (UnsafePointer<CChar>) -> Pointer?).self)(
        Self.font)
    let makeFace = call(
      "hb_face_create", (@convention(c) (Pointer?, CUnsignedInt) -> Pointer?).self)
    let makeFont = call("hb_font_create", (@convention(c) (Pointer?) -> Pointer?).self)
    face = makeFont(makeFace(blob, 0))
  }

  private func call<Function>(_ name: String, _ type: Function.Type) -> Function {
    unsafeBitCast(dlsym(library, name), to: type)
  }

  /// The form that is drawn for each character of a right-to-left Arabic text; `nil` where a
  /// ligature has taken it in, or nothing is drawn for it, or the font has no glyph.
  public func forms(of scalars: [Unicode.Scalar]) -> [Unicode.Scalar?] {
    let buffer = call("hb_buffer_create", Make.self)()
    defer { call("hb_buffer_destroy", Take.self)(buffer) }
    call("hb_buffer_set_cluster_level", (@convention(c) (Pointer?, CInt) -> Void).self)(buffer, 2)
    let text = scalars.map(\.value)
    call("hb_buffer_add_utf32", AddText.self)(
      buffer, text, CInt(text.count), 0, CInt(text.count))
    // HB_DIRECTION_RTL; HB_SCRIPT_ARABIC is the tag Arab.
    call("hb_buffer_set_direction", (@convention(c) (Pointer?, CInt) -> Void).self)(buffer, 5)
    call("hb_buffer_set_script", (@convention(c) (Pointer?, UInt32) -> Void).self)(
      buffer, 0x4172_6162)
    call("hb_shape", Shape.self)(face, buffer, nil, 0)
    var count: CUnsignedInt = 0
    // An hb_glyph_info_t is five numbers: glyph, mask, cluster, and two of HarfBuzz's own.
    let infos = call("hb_buffer_get_glyph_infos", Infos.self)(buffer, &count)?
      .assumingMemoryBound(to: UInt32.self)
    var forms = [Unicode.Scalar?](repeating: nil, count: scalars.count)
    for place in 0..<Int(count) {
      guard let infos else { break }
      var name = [CChar](repeating: 0, count: 64)
      _ = call("hb_font_get_glyph_name", Name.self)(face, infos[5 * place], &name, 64)
      let text = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("uni"), let value = UInt32(text.dropFirst(3), radix: 16) else {
        continue
      }
      forms[Int(infos[5 * place + 2])] = Unicode.Scalar(value)
    }
    return forms
  }
}
