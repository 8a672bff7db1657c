// The engine as a module of WebAssembly: JSON in, JSON out. Runs in workers of pages and in node.

export class Engine {
  // `module` is compiled, and `networks` are the contents of their files. `host.event(text)` gets
  // events as a server sends them, and `host.interrupted()` tells whether to end with what is known.
  constructor(module, networks, host = {}) {
    const foreign = WebAssembly.Module.imports(module).find((one) => one.module !== 'host' || !['now', 'event', 'interrupted'].includes(one.name));
    const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
    if (foreign || !['memory', 'allocate', 'request', 'network', 'release'].every((name) => exports.includes(name))) {
      throw new Error('this is not the engine of mustplay');
    }
    this.module = module;
    this.networks = networks;
    this.host = host;
  }

  // The answer to a request, an object. A request at which the engine fails leaves a fresh one.
  ask(request) {
    try {
      if (!this.exports) this.start();
    } catch (error) {
      this.exports = null;
      return { error: error.message, status: 503, text: `The engine could not be loaded: ${error.message}.` };
    }
    try {
      return this.send('request', new TextEncoder().encode(JSON.stringify(request)));
    } catch (error) {
      this.exports = null;
      return { error: error.message, status: 500, text: 'Internal error; other requests still work.' };
    }
  }

  start() {
    const { host } = this;
    const { exports } = new WebAssembly.Instance(this.module, {
      host: {
        now: () => performance.now(),
        event: (place, length) => host.event && host.event(this.text(place, length)),
        interrupted: () => (host.interrupted && host.interrupted() ? 1 : 0),
      },
    });
    this.exports = exports;
    this.networks.forEach((network) => {
      const { error } = this.send('network', new Uint8Array(network));
      if (error) throw new Error(error);
    });
  }

  send(to, bytes) {
    const { allocate, release, memory } = this.exports;
    const place = allocate(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const answer = this.exports[to](place, bytes.length);
    const [at, length] = new Uint32Array(memory.buffer, answer, 2);
    const text = this.text(at, length);
    release(answer);
    return JSON.parse(text);
  }

  text(place, length) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, place, length));
  }
}

// What a worker does with its messages: the first has the parts of an engine, each other a request,
// which are answered one after another. `post` sends, and `isRaised(flag)` tells whether the flag
// that came with a request has been raised, which ends it.
export function answering(post, isRaised) {
  let engine = null;
  let failure = null;
  let running = {};
  const start = ({ module, networks }) => {
    try {
      engine = new Engine(module, networks, {
        event: (event) => post({ id: running.id, event }),
        interrupted: () => isRaised(running.flag),
      });
    } catch (error) {
      failure = { status: 503, text: `The engine could not be loaded: ${error.message}.` };
    }
  };
  const answer = ({ path, body, flag }) => {
    if (failure) return failure;
    if (isRaised(flag)) return { status: 409, text: 'Replaced by a newer request of this page.' };
    return engine.ask({ do: 'answer', path: `/${path}`, body: body || '' });
  };
  return (data) => {
    if (data.module) start(data);
    else {
      running = data;
      post({ id: data.id, answer: answer(data) });
    }
  };
}
