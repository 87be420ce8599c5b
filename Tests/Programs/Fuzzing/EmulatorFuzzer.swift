/// libFuzzer's way in: any bytes through the emulator. `emulator.sh` beside it builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEmulator(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let fault = stress(bytes) { fatalError(fault) }
  return 0
}
