// Runs requests in a WebAssembly module of mustplay with the shipped networks:
// node engine.mjs MODULE.wasm REQUEST...
// Prints events, and each answer as a line of JSON.
import { readFile } from "node:fs/promises";

// The page's script, which node would not take for a module by its name.
const root = new URL("../../", import.meta.url);
const script = await readFile(new URL("src/web/page/engine.js", root), "utf8");
const { Engine } = await import(`data:text/javascript,${encodeURIComponent(script)}`);

const [file, ...requests] = process.argv.slice(2);
const read = (name) => readFile(new URL(`positions/learned/${name}`, root));
const engine = new Engine(
  await WebAssembly.compile(await readFile(file)),
  [await read("network.bin"), await read("network-analyses.bin")],
  { event: (text) => process.stdout.write(text) },
);
for (const request of requests) {
  console.log(JSON.stringify(engine.ask(JSON.parse(request))));
}
