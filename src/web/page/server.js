// Asks the engine, on the server or on this device: JSON in, JSON or a stream of events out. Paths
// are relative, so that the page works below an address with a token as well.

import { Device, inBrowser, uncompressed } from './device.js';
import { LONGEST_SIDE } from './game.js';
import { keep, kept } from './dom.js';

const meta = (name) => document.querySelector(`meta[name=${name}]`).content;
let page = meta('page-token');
export const device = new Device(inBrowser);

export const engineNames = { server: 'server', device: 'this device' };

// The most columns and rows of a board for the chosen engine.
export const longestSide = () => (engines.name === 'device' ? 19 : LONGEST_SIDE);

// The engines that there are, and the chosen one.
export const engines = {
  all: meta('engines').split(' '),
  get name() {
    const { name } = kept('engine', {});
    return this.all.includes(name) ? name : this.all[0];
  },
  choose(name) {
    keep('engine', { name });
    this.prepare();
  },
  // Loads what is needed before it is asked for.
  prepare() { if (this.name === 'device') device.start(); },
  // A page of files alone is there without a network from its second visit on.
  async install() {
    if (this.all.includes('server') || !navigator.serviceWorker) return;
    await navigator.serviceWorker.register('sw.js');
    const { active } = await navigator.serviceWorker.ready;
    await device.load();
    active.postMessage({ keep: inBrowser.address(device.file).href });
  },
};

// Longer bodies are sent compressed: the server accepts 256 KB.
const LONG = 1 << 16;

// What is said when there is no answer at all, rather than an error of the server.
export const LOST = engines.all.includes('server') ? 'No answer from mustplay. Check that “mustplay serve” is running, then try again.' : 'A part of this page cannot be reached. Check the connection, then try again.';
const lost = (error) => (aborted(error) ? error : new Error(LOST));

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    throw lost(error);
  }
}

async function askServer(path, content, signal) {
  const headers = { 'Content-Type': 'application/json' };
  let body = content;
  if (content.length > LONG) {
    headers['Content-Encoding'] = 'gzip';
    body = await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  }
  const request = () => reach(path, {
    method: 'POST',
    headers: { ...headers, 'X-Mustplay-Page': page },
    body,
    signal,
  });
  let answer = await request();
  if (answer.status === 403) {
    // The server was restarted and no longer knows this page.
    const hello = await reach('api/page', { signal });
    if (hello.ok) {
      page = (await hello.json()).page;
      answer = await request();
    }
  }
  return answer;
}

async function ask(path, body, signal) {
  const content = JSON.stringify(body || {});
  const answer = await (engines.name === 'device' ? device.ask(path, content, signal) : askServer(path, content, signal));
  if (!answer.ok) throw new Error((await answer.text()).trim() || answer.statusText);
  return answer;
}

export async function json(path, body, signal) {
  return (await ask(path, body, signal)).json();
}

export async function text(path, body, signal) {
  return (await ask(path, body, signal)).text();
}

// Calls onEvent(name, data) for each event; resolves with the data of the last one, `done`.
export async function stream(path, body, signal, onEvent) {
  const answer = await ask(path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = '';
  for (;;) {
    const { value, done } = await reader.read().catch((error) => { throw lost(error); });
    if (done) throw new Error(LOST);
    left += value;
    const parts = left.split('\n\n');
    left = parts.pop();
    for (const part of parts) {
      const [head, ...rest] = part.split('\n');
      const name = head.slice(7);
      const data = JSON.parse(rest.join('\n').slice(6));
      if (name === 'error') throw new Error(data.why);
      if (name === 'done') return data;
      onEvent(name, data);
    }
  }
}

// One request at a time: a newer one ends the one before it.
export class Turn {
  begin() {
    this.end();
    this.now = new AbortController();
    return this.now.signal;
  }
  end() {
    if (this.now) this.now.abort();
    this.now = null;
  }
}

// The text of a file, which may be compressed.
export async function textOf(file) {
  return new TextDecoder().decode(await uncompressed(await file.arrayBuffer()));
}

export const aborted = (error) => error.name === 'AbortError';
