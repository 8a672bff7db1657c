// The engine for other pages and programs: positions in, moves, analyses, proofs and explanations out.

import { Device } from './device.js';

// A position: a text in any format of games that mustplay reads, or an object.
function written(position) {
  if (typeof position === 'string') return position;
  const { size, width = size, height = width, black = [], white = [], toMove = 'black', moves = [] } = position;
  return { width, height, black, white, to_move: toMove, moves: moves.join(' ') };
}

// An engine where `host` is what a browser or node has for it.
export class Core {
  #device;
  #game = { width: 11, height: 11, black: [], white: [], to_move: 'black', moves: '' };

  constructor(host) { this.#device = new Device(host); }

  // Loads the engine, which otherwise happens with the first request. Throws if that fails.
  async ready() {
    await this.request('/api/levels');
    return this;
  }
  // Sets the position that the other methods are about.
  position(position) {
    this.#game = written(position);
    return this;
  }
  // Searches, and reports what is known so far. Ends with the last report.
  analyze({ seconds = 5, every = 0.2, only, onProgress, signal } = {}) {
    return this.request('/api/analysis', { game: this.#game, seconds, every, only }, { signal, onEvent: heard(onProgress) });
  }
  // A move of a level from 1 to 10.
  move({ level = 10, seconds = 5, seed, swap = false, signal } = {}) {
    return this.request('/api/move', { game: this.#game, level, seconds, seed, swap }, { signal });
  }
  // Proves who wins. The proof has a certificate that can be checked without this engine.
  async prove({ seconds = 60, onProgress, signal } = {}) {
    const proof = await this.request('/api/solve', { game: this.#game, seconds }, { signal, onEvent: heard(onProgress) });
    const { winner } = proof;
    return winner ? { ...proof, certificate: await this.request('/api/proof/file') } : proof;
  }
  // Explains the position, or a move in it.
  explain({ move, seconds = 3, signal } = {}) {
    return this.request('/api/explain', { game: this.#game, move, seconds }, { signal });
  }
  // A move to play, and why.
  hint({ seconds = 3, swap = false, signal } = {}) {
    return this.request('/api/hint', { game: this.#game, seconds, swap }, { signal });
  }
  // Ends the running search, which answers with what is known so far.
  stop() { this.#device.search.hurry(); }
  // Ends all workers. A later request starts them again.
  close() { this.#device.close(); }

  // Any request of the HTTP interface: the same addresses, bodies and answers.
  async request(path, body = {}, { onEvent, signal } = {}) {
    const answer = await this.#device.ask(path.replace(/^\//, ''), JSON.stringify(body), signal);
    if (!answer.ok) throw new Error(await answer.text());
    const kind = answer.headers.get('Content-Type') || '';
    if (kind.startsWith('application/json')) return answer.json();
    if (kind.startsWith('text/plain')) return answer.text();
    return last(answer.body, onEvent);
  }
}

const heard = (onProgress) => (name, data) => { if (name === 'progress' && onProgress) onProgress(data); };

// The last event of a stream.
async function last(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let left = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('The engine has stopped.');
    left += value;
    const events = left.split('\n\n');
    left = events.pop();
    for (const event of events) {
      const [head, rest] = event.split('\n');
      const [name, data] = [head.slice(7), JSON.parse(rest.slice(6))];
      if (name === 'error') throw new Error(data.why);
      if (name === 'done') return data;
      if (onEvent) onEvent(name, data);
    }
  }
}

// The plug of PlayHex for engines in the browser, and moves for its lobby without a network. Red is
// Black there, and blue is White.
export class PlayHexCore {
  constructor(engine) { this.engine = engine; }

  // `{ size, color, black, white }`, stones as lists of cells: `{ whiteWin, policy, recommendedMove }`.
  async analyzePosition({ size, color, black = [], white = [] }, { signal } = {}) {
    const body = { size, color, black: black.join(' '), white: white.join(' ') };
    const { whiteWin, policy } = await this.engine.request('/analyze-position', body, { signal });
    const name = (x, y) => `${x < 26 ? '' : 'a'}${String.fromCharCode(97 + (x % 26))}${y + 1}`;
    const best = policy.flatMap((row, y) => row.map((share, x) => ({ share, move: name(x, y) })));
    const most = best.reduce((one, other) => (other.share > one.share ? other : one));
    return { whiteWin, policy, recommendedMove: most.share > 0 ? most.move : null };
  }
  // A move of a level from 1 to 10 after these moves, `swap-pieces` among them.
  calculateMove({ size, moves = [], swapRule = true, level = 4, seconds = 2, seed = 0 }, { signal } = {}) {
    const game = { size, movesHistory: moves.join(' '), swapRule };
    return this.engine.request('/calculate-move', { game, ai: { level, seconds, seed } }, { signal });
  }
}
