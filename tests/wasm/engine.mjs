// Runs requests in a WebAssembly module of mustplay: node engine.mjs MODULE.wasm REQUEST...
// Prints each answer as a line of JSON.
import { readFile } from "node:fs/promises";

const [file, ...requests] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
for (const one of WebAssembly.Module.imports(module)) {
  if (one.module !== "host" || one.name !== "now") {
    throw new Error(`an unexpected import: ${one.module}.${one.name}`);
  }
}
const { exports } = await WebAssembly.instantiate(module, { host: { now: () => performance.now() } });

function ask(text) {
  const bytes = new TextEncoder().encode(text);
  const place = exports.allocate(bytes.length);
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  const answer = exports.request(place, bytes.length);
  // The memory may have grown.
  const [at, length] = new Uint32Array(exports.memory.buffer, answer, 2);
  const reply = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  exports.release(answer);
  return reply;
}

for (const request of requests) {
  console.log(ask(request));
}
