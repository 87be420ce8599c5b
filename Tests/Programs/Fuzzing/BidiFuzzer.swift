import BidiSamples

/// libFuzzer's way in: any bytes through the whole layout. `bidi.sh` beside it builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLayout(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = LayoutInvariants.violation(bytes: bytes) { fatalError(violation) }
  return 0
}
