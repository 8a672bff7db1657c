// The engine on this device: a worker for each slot of the page. It answers as the server does.

// The addresses of searches and of explanations, without `api/`; other requests take little time.
const SEARCHES = ['analysis', 'move', 'review', 'solve', 'proof', 'proof/walk', 'proof/file', 'openings/prove', 'calculate-move', 'analyze-game'];
const EXPLANATIONS = ['hint', 'explain', 'connection'];
// How long a worker may go on, in milliseconds, after a request of it was ended.
const PATIENCE = 3000;

// The instructions beyond plain WebAssembly of the modules, the fastest first, and a function with
// one of them: a browser that accepts that can run the module.
const ZERO = [65, 0, 253, 15];
const KERNELS = [
  ['relaxed', [...ZERO, ...ZERO, ...ZERO, 253, 147, 2, 26]],
  ['simd128', [...ZERO, 26]],
  ['plain', []],
];

function runs(instructions) {
  const body = [0, ...instructions, 11];
  const type = [1, 4, 1, 96, 0, 0];
  const code = [10, body.length + 2, 1, body.length, ...body];
  return WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...type, 3, 2, 1, 0, ...code]));
}

// The content of a file, uncompressed.
export async function uncompressed(content) {
  const [one, two] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  // Some servers have undone the compression, or have let the browser do so.
  if (one !== 0x1f || two !== 0x8b) return content;
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

// What a browser has for an engine: files next to this script, workers, and flags that a worker sees
// while it computes.
export const inBrowser = {
  address: (name) => new URL(name, import.meta.url),
  async load(name) {
    const answer = await fetch(this.address(name));
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    return answer.arrayBuffer();
  },
  worker(hear, lose) {
    const worker = new Worker(this.address('worker.js'), { type: 'module' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => lose(event.message || 'it has stopped');
    return worker;
  },
  flag() {
    const blob = URL.createObjectURL(new Blob([]));
    return { sent: blob, raise: () => URL.revokeObjectURL(blob) };
  },
};

const refused = (status, words) => new Response(words, { status });

// A worker, which answers one request at a time.
class Slot {
  calls = new Map();
  count = 0;

  constructor(device) { this.device = device; }

  // Ends the requests before this one, and asks.
  ask(path, body, signal) {
    this.calls.forEach((call) => call.end(refused(409, 'Replaced by a newer request of this page.')));
    return new Promise((resolve, reject) => {
      this.count += 1;
      const id = this.count;
      const call = new Call({ id, path, body }, this.device.host.flag(), resolve, reject);
      this.calls.set(id, call);
      call.ended = () => this.watch(id);
      if (signal) {
        if (signal.aborted) call.abort(signal.reason);
        signal.addEventListener('abort', () => call.abort(signal.reason), { once: true });
      }
      this.send(call);
    });
  }
  async send(call) {
    try {
      (await this.started()).postMessage(call.message);
    } catch (error) {
      this.calls.delete(call.message.id);
      call.answer(refused(503, `The engine could not be loaded: ${error.message}.`));
    }
  }
  async started() {
    this.starting ||= this.device.load().then((parts) => {
      this.worker = this.device.host.worker((data) => this.hear(data), (why) => this.lose(why));
      this.worker.postMessage(parts);
      return this.worker;
    }).catch((error) => {
      this.starting = null;
      throw error;
    });
    return this.starting;
  }
  hear({ id, event, answer }) {
    const call = this.calls.get(id);
    if (!call) return;
    if (event) call.event(event);
    else {
      this.calls.delete(id);
      call.answer(new Response(answer.text || '', { status: answer.status, headers: { 'Content-Type': answer.kind || 'text/plain' } }));
    }
  }
  // A request was ended. If its worker goes on all the same, the requests after it get another.
  watch(id) {
    setTimeout(() => {
      const ended = this.calls.get(id);
      if (!ended) return;
      this.end();
      this.calls.delete(id);
      const why = 'it did not stop in time';
      ended.answer(refused(500, `The engine has failed: ${why}.`), why);
      this.calls.forEach((call, other) => { if (call.over) this.calls.delete(other); });
      this.calls.forEach((call) => this.send(call));
    }, PATIENCE);
  }
  // The worker has failed; the next request starts another.
  lose(why) {
    this.end();
    const calls = [...this.calls.values()];
    this.calls.clear();
    calls.forEach((call) => call.answer(refused(500, `The engine has failed: ${why}.`), why));
  }
  end() {
    if (this.worker) this.worker.terminate();
    this.worker = this.starting = null;
  }
  // Asks for the best answer so far.
  hurry() { this.calls.forEach((call) => call.interrupt()); }
}

// A running request.
class Call {
  constructor(request, flag, resolve, reject) {
    this.message = { ...request, flag: flag.sent };
    this.flag = flag;
    this.resolve = resolve;
    this.reject = reject;
  }
  interrupt() { this.flag.raise(); }
  event(text) {
    if (!this.stream) {
      const body = new ReadableStream({ start: (stream) => { this.stream = stream; }, cancel: () => this.stop() });
      this.resolve(new Response(body));
    }
    if (!this.over) this.stream.enqueue(new TextEncoder().encode(text));
  }
  // Ends with a response, a stream with an error if there is one.
  answer(response, why) {
    this.interrupt();
    if (this.over) return;
    if (this.stream && why) this.event(`event: error\ndata: ${JSON.stringify({ why: `The engine has failed: ${why}.` })}\n\n`);
    this.over = true;
    if (this.stream) this.stream.close();
    else this.resolve(response);
  }
  // Tells the engine to stop.
  stop() {
    this.over = true;
    this.interrupt();
    this.ended();
  }
  // A newer request takes its place. A stream ends with what the engine has found.
  end(response) {
    if (this.over) return;
    if (this.stream) {
      this.interrupt();
      this.ended();
      return;
    }
    this.resolve(response);
    this.stop();
  }
  // The answer is no longer wanted.
  abort(reason) {
    if (this.over) return;
    if (this.stream) this.stream.error(reason);
    this.reject(reason);
    this.stop();
  }
}

// An engine, with a worker for each slot, which is started when it is needed.
export class Device {
  constructor(host) {
    this.host = host;
    this.kernel = KERNELS.find(([, instructions]) => runs(instructions))[0];
    this.search = new Slot(this);
    this.explain = new Slot(this);
    this.instant = new Slot(this);
  }
  // The module and the networks, loaded once.
  load() {
    this.loading ||= this.loaded().catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }
  // Starts the worker that will be needed first.
  start() { this.search.started().catch(() => {}); }
  get file() { return `engine-${this.kernel}.gz`; }
  async loaded() {
    const load = async (name) => uncompressed(await this.host.load(name));
    const [module, ...networks] = await Promise.all([
      load(this.file).then((bytes) => WebAssembly.compile(bytes)),
      ...['stones', 'analyses'].map((name) => load(`network-${name}.gz`)),
    ]);
    return { module, networks };
  }
  close() {
    [this.search, this.explain, this.instant].forEach((slot) => slot.lose('it was closed'));
  }
  // Answers a request as `fetch` does.
  async ask(path, body, signal) {
    const name = path.replace(/^api\//, '');
    if (name === 'move/now') {
      this.search.hurry();
      return new Response('{}');
    }
    const slot = SEARCHES.includes(name) ? this.search : EXPLANATIONS.includes(name) ? this.explain : this.instant;
    return slot.ask(path, body, signal);
  }
}
