// mustplay in node.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Core, PlayHexCore } from './core.js';

const inNode = {
  load: (name) => readFile(new URL(name, import.meta.url)).then((file) => file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)),
  worker(hear, lose) {
    const worker = new Worker(new URL('node-worker.js', import.meta.url));
    // A worker that has nothing to do does not keep the program from its end.
    let open = 0;
    const count = (more) => {
      open += more;
      if (open > 0) worker.ref();
      else worker.unref();
    };
    worker.on('message', (message) => {
      if (message.answer) count(-1);
      hear(message);
    });
    worker.on('error', (error) => lose(error.message));
    return {
      postMessage(message) {
        if (message.id) count(1);
        worker.postMessage(message);
      },
      terminate: () => worker.terminate(),
    };
  },
  flag() {
    const sent = new Int32Array(new SharedArrayBuffer(4));
    return { sent, raise: () => Atomics.store(sent, 0, 1) };
  },
};

export class Engine extends Core {
  constructor() { super(inNode); }
}

export class PlayHexEngine extends PlayHexCore {
  constructor(engine = new Engine()) { super(engine); }
}
