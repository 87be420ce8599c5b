/// libFuzzer's entry to the emulator; `Tests/TerminalHarnessTests/Fuzzing/run` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let fault = stress(Array(UnsafeBufferPointer(start: bytes, count: count))) {
    fatalError(fault)
  }
  return 0
}
