const compiled = new WebAssembly.Module(
  require("node:fs").readFileSync(require("node:path").join(__dirname, "lisantext.wasm")));
let memory = new Memory(new WebAssembly.Instance(compiled));
