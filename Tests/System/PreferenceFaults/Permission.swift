import CTracer
import Glibc

/// What some attacks need and a machine may refuse, for instance in a container. Each is tried once.
public enum Permission: Sendable {
  /// To mount a file system in memory.
  case memoryMount
  /// To make an ext4 image and mount it by way of a loop device.
  case loopMount
  /// To run a child under ptrace.
  case tracing
  /// To filter the system calls of a child by seccomp.
  case callFilter
  /// To make files that belong to somebody else.
  case otherOwners

  public var isGiven: Bool {
    switch self {
    case .memoryMount: Self.mountsMemory
    case .loopMount: Self.mountsImages
    case .tracing: Self.traces
    case .callFilter: Self.filters
    case .otherOwners: geteuid() == 0
    }
  }

  /// Why an attack that needs it is skipped.
  public var refusal: String {
    switch self {
    case .memoryMount: "mounting is not permitted"
    case .loopMount: "mounting an ext4 image is not permitted, or mkfs.ext4 is missing"
    case .tracing: SetUpFailure.noPtrace.what
    case .callFilter: "a filter of system calls is not permitted"
    case .otherOwners: "only the superuser can give a file to somebody else"
    }
  }

  private static let mountsMemory = unmounted(Mount.memory())
  private static let mountsImages = unmounted(Mount.ext4())

  private static func unmounted(_ mount: Mount?) -> Bool {
    mount?.unmount()
    return mount != nil
  }

  private static let traces: Bool = {
    let scratch = Scratch()
    guard let child = try? Child.start(["script", scratch.path]) else { return false }
    guard tracer_wait_for_start(child) == 0 else { return false }
    tracer_kill(child)
    return true
  }()

  private static let filters: Bool = {
    let scratch = Scratch()
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    guard
      let child = try? Child.start(
        ["refused", scratch.path, "getrandom=\(ENOSYS)"], output: output)
    else { return false }
    return tracer_wait(child) != Child.noFilter
  }()
}
