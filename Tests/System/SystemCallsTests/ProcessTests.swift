import Glibc
import SystemCalls
import TestFolders
import Testing

struct ProcessTests {
  @Test("What the kernel says of this process is found by the numbers of its fields")
  func fields() throws {
    let fields = try #require(ProcessFields(of: getpid()))
    #expect(!fields.name.isEmpty && fields.name.utf8.count <= 15)
    #expect(fields[4] == String(getppid()))
    #expect(fields[22].flatMap { Int($0) } ?? 0 > 0)
    #expect(fields[999] == nil)
    #expect(ProcessFields(of: .max) == nil)
  }

  @Test("A list of C strings ends with a null pointer", arguments: [[], ["tool", "", "ا b"]])
  func strings(texts: [String]) {
    let found = withCStrings(texts) { list in
      var texts: [String] = []
      while let text = list[texts.count] { texts.append(String(cString: text)) }
      return texts
    }
    #expect(found == texts)
  }

  @Test("A file is replaced whole, and one that cannot be written leaves nothing beside it")
  func replaced() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/file"
    for text in ["old", "new"] { try replaceFile(path, with: Array(text.utf8)) }
    let file = try OwnedDescriptor(opening: path, O_RDONLY)
    #expect(try readAll(from: file.number, limit: 10) == Array("new".utf8))
    #expect(mkdir("\(folder.path)/folder", 0o700) == 0)
    #expect(throws: SystemError(EISDIR)) { try replaceFile("\(folder.path)/folder", with: []) }
    #expect(Set(fileNames(in: folder.path)) == ["file", "folder"])
  }
}
