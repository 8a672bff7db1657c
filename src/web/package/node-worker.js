// A worker of node: the engine.

import { parentPort } from 'node:worker_threads';
import { answering } from './engine.js';

const hear = answering((message) => parentPort.postMessage(message), (flag) => Atomics.load(flag, 0) !== 0);
parentPort.on('message', hear);
