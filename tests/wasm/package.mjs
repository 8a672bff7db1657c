// Uses the package of npm as a program does: node package.mjs FOLDER. Prints what it found, as JSON.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const { Engine, PlayHexEngine } = await import(pathToFileURL(`${process.argv[2]}/node.js`));
const engine = new Engine();
const found = {};
const { move } = await engine.position({ size: 5, moves: ["a1"] }).move({ level: 10, seconds: 1 });
found.move = move;
let reports = 0;
const analysis = await engine.position("#11,a10f6").analyze({ seconds: 1, onProgress: () => (reports += 1) });
found.analysis = { reports, best: analysis.moves[0].move };
const proof = await engine.position({ size: 5, moves: ["c3"] }).prove({ seconds: 30 });
found.proof = { winner: proof.winner, certificate: proof.certificate.slice(0, 40) };
found.explained = (await engine.explain()).words;
// A long search that is stopped answers with what it has; one that is aborted does not.
const start = performance.now();
const long = engine.position({ size: 11 }).analyze({ seconds: 600 });
setTimeout(() => engine.stop(), 500);
found.stopped = (await long).moves.length > 0;
const end = new AbortController();
setTimeout(() => end.abort(), 200);
found.aborted = await engine.move({ seconds: 60, signal: end.signal }).catch((error) => error.name);
found.quick = performance.now() - start < 10000;
found.refused = await engine.position("#99,a1").move().catch((error) => error.message);
const playhex = new PlayHexEngine(engine);
const judged = await playhex.analyzePosition({ size: 11, color: "blue", black: ["f6"], white: [] });
found.playhex = { rows: judged.policy.length, white: judged.whiteWin, best: judged.recommendedMove };
found.lobby = await playhex.calculateMove({ size: 5, moves: ["c3"], swapRule: true, level: 3 });
engine.close();
// A request at which the engine fails leaves a fresh one.
const { Engine: Module } = await import(pathToFileURL(`${process.argv[2]}/engine.js`));
const file = async (name) => gunzipSync(await readFile(`${process.argv[2]}/${name}.gz`));
const networks = [await file("network-stones"), await file("network-analyses")];
const module = new Module(await WebAssembly.compile(await file("engine-plain")), networks);
const levels = { do: "answer", path: "/api/levels", body: "" };
const before = module.ask(levels).status;
module.exports = { ...module.exports, request: () => { throw new WebAssembly.RuntimeError("unreachable"); } };
found.failures = [before, module.ask(levels).status, module.ask(levels).status];
console.log(JSON.stringify(found));
