/// libFuzzer's way in: any bytes through `TextRepair`. `repair.sh` beside it builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRepair(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let fault = stressRepair(bytes) { fatalError(fault) }
  return 0
}
