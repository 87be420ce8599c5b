// The C library of the platform, for everything that imports SystemCalls. Only glibc is built and
// tested.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#else
  #error("there is no C library that is known here")
#endif
