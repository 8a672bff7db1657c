// A game as a tree of moves, and the rules of Hex. Black connects top and bottom, White left and
// right; a1 is top left.

export const other = (colour) => (colour === 'black' ? 'white' : 'black');
const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];

// The most columns and rows of a board.
export const LONGEST_SIDE = 32;

export const lettersOf = (column) => (column < 26 ? '' : 'a') + String.fromCharCode(97 + (column % 26));

export const nameOf = (column, row) => lettersOf(column) + (row + 1);

export function placeOf(name) {
  const found = /^(a(?=[a-f]))?([a-z])([1-9]\d?)$/.exec(name);
  return found ? [(found[1] ? 26 : 0) + found[2].charCodeAt(0) - 97, Number(found[3]) - 1] : null;
}

// The name of a move where a site has another.
const canonical = (move, square) => (move === 'swap' ? `swap-${square ? 'pieces' : 'sides'}` : move);

// A position: stones by the names of their cells, the side to move, and how many moves were made
// since the start.
export class Position {
  constructor(width, height, stones = new Map(), turn = 'black', made = 0) {
    Object.assign(this, { width, height, stones, turn, made });
  }
  has(name) {
    const place = placeOf(name);
    return !!place && place[0] < this.width && place[1] < this.height;
  }
  around(name) {
    const [column, row] = placeOf(name);
    return AROUND.map(([x, y]) => [column + x, row + y])
      .filter(([x, y]) => x >= 0 && y >= 0 && x < this.width && y < this.height)
      .map(([x, y]) => nameOf(x, y));
  }
  // A swap answers the first move: no stone that was set up, and no pass.
  get maySwap() {
    return this.made === 1 && this.turn === 'white' && this.stones.size === 1 && [...this.stones.values()][0] === 'black';
  }
  // The position after a move, or null if the move is illegal.
  after(move) {
    const stones = new Map(this.stones);
    const next = (turn) => new Position(this.width, this.height, stones, turn, this.made + 1);
    if (move === 'pass') return next(other(this.turn));
    if (move === 'resign') return next(this.turn);
    if (move.startsWith('swap')) {
      if (!this.maySwap) return null;
      if (move === 'swap-sides') return next(this.turn);
      if (this.width !== this.height) return null;
      const [column, row] = placeOf([...stones.keys()][0]);
      stones.clear();
      stones.set(nameOf(row, column), 'white');
      return next('black');
    }
    if (!this.has(move) || stones.has(move)) return null;
    stones.set(move, this.turn);
    return next(other(this.turn));
  }
  // The chain of this stone.
  chain(name) {
    const colour = this.stones.get(name);
    const seen = new Set([name]);
    for (const cell of seen) {
      for (const beside of this.around(cell)) {
        if (this.stones.get(beside) === colour) seen.add(beside);
      }
    }
    return seen;
  }
  // The winner and its chain.
  won() {
    const done = new Set();
    for (const [name, colour] of this.stones) {
      const [column, row] = placeOf(name);
      if (done.has(name) || (colour === 'black' ? row : column) !== 0) continue;
      const chain = this.chain(name);
      chain.forEach((cell) => done.add(cell));
      const last = colour === 'black' ? this.height - 1 : this.width - 1;
      const far = [...chain].some((cell) => placeOf(cell)[colour === 'black' ? 1 : 0] === last);
      if (far) return { winner: colour, chain };
    }
    return null;
  }
}

let numbers = 0;

class Node {
  constructor(parent, move, position) {
    Object.assign(this, { id: ++numbers, parent, move, position, children: [], comment: '', properties: null });
  }
  get line() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }
  get depth() {
    let depth = 0;
    for (let node = this.parent; node; node = node.parent) depth += 1;
    return depth;
  }
  // The cell of the last stone, where a swap may have moved it.
  get last() {
    if (placeOf(this.move)) return this.move;
    if (this.move.startsWith('swap')) return [...this.position.stones.keys()][0];
    return this.parent ? this.parent.last : null;
  }
}

// A move in a HexWorld link.
const SHORT = { 'swap-pieces': ':s', 'swap-sides': ':S', pass: ':p' };
const codeOf = ({ move, parent }) => (move === 'resign' ? `:r${parent.position.turn[0]}` : SHORT[move] || move);

export class Game {
  constructor(width = 11, height = width, black = [], white = [], turn = 'black') {
    const stones = new Map();
    black.forEach((cell) => stones.set(cell, 'black'));
    white.forEach((cell) => stones.set(cell, 'white'));
    this.root = new Node(null, '', new Position(width, height, stones, turn));
    this.at = this.root;
    this.names = {};
    // How the link of the game shows it.
    this.shown = {};
  }
  get width() { return this.root.position.width; }
  get height() { return this.root.position.height; }
  get position() { return this.at.position; }
  get turn() { return this.position.turn; }
  // The result: the winner, and whether the loser resigned.
  get result() {
    const won = this.position.won();
    if (won) return { ...won, resigned: false };
    if (this.at.move === 'resign') return { winner: other(this.turn), chain: new Set(), resigned: true };
    return null;
  }
  // The stones that moves put on the board, with the numbers of these moves.
  get numbers() {
    const found = new Map();
    this.at.line.forEach((move, order) => {
      if (placeOf(move)) found.set(move, order + 1);
      else if (move === 'swap-pieces') {
        const [column, row] = placeOf([...found.keys()][0]);
        found.clear();
        found.set(nameOf(row, column), order + 1);
      }
    });
    return found;
  }
  // Plays a move at the current node; false if it is illegal.
  play(move) {
    if (this.result) return false;
    const known = this.at.children.find((child) => child.move === move);
    const after = known ? known.position : this.position.after(move);
    if (!after) return false;
    const node = known || new Node(this.at, move, after);
    if (!known) this.at.children.push(node);
    this.at = node;
    return true;
  }
  // Drops the current node, with all that follows it.
  takeBack() {
    const { parent } = this.at;
    if (!parent) return false;
    parent.children = parent.children.filter((child) => child !== this.at);
    this.at = parent;
    return true;
  }
  back() { if (this.at.parent) this.at = this.at.parent; }
  forward() { if (this.at.children.length) [this.at] = this.at.children; }
  first() { this.at = this.root; }
  last() { while (this.at.children.length) this.forward(); }
  sibling(step) {
    const family = this.at.parent ? this.at.parent.children : [];
    const found = family[family.indexOf(this.at) + step];
    if (found) this.at = found;
  }
  // Makes the line to the current node the main line.
  promote() {
    for (let node = this.at; node.parent; node = node.parent) {
      const family = node.parent.children;
      family.splice(family.indexOf(node), 1);
      family.unshift(node);
    }
  }
  // The game up to a node, as the server reads it.
  sent(node = this.at) {
    const { width, height, stones, turn } = this.root.position;
    const of = (colour) => [...stones].filter(([, stone]) => stone === colour).map(([cell]) => cell);
    return { width, height, black: of('black'), white: of('white'), to_move: turn, moves: node.line };
  }
  // The whole tree, as the server writes and reads it.
  tree() {
    const nodes = [];
    const at = new Map();
    const open = [this.root];
    while (open.length) {
      const node = open.pop();
      at.set(node, nodes.length);
      const saved = { parent: node.parent ? at.get(node.parent) : null, move: node.move };
      if (node.comment) saved.comment = node.comment;
      // Marks and whatever else a file has.
      if (node.properties) saved.properties = node.properties;
      nodes.push(saved);
      open.push(...[...node.children].reverse());
    }
    const start = this.sent(this.root);
    delete start.moves;
    return { ...start, nodes, names: this.names, shown: this.shown, at: at.get(this.at) };
  }
  static fromTree(tree) {
    const game = new Game(tree.width, tree.height, tree.black, tree.white, tree.to_move);
    game.names = tree.names || {};
    game.shown = tree.shown || {};
    const nodes = [];
    for (const saved of tree.nodes) {
      if (saved.parent === null || saved.parent === undefined) {
        Object.assign(game.root, { comment: saved.comment || '', properties: saved.properties || null });
        nodes.push(game.root);
        continue;
      }
      const parent = nodes[saved.parent];
      const move = canonical(saved.move, game.width === game.height);
      const after = parent && parent.position.after(move);
      if (!after) {
        nodes.push(null);
        continue;
      }
      const node = new Node(parent, move, after);
      Object.assign(node, { comment: saved.comment || '', properties: saved.properties || null });
      parent.children.push(node);
      nodes.push(node);
    }
    if (tree.at !== undefined && nodes[tree.at]) game.at = nodes[tree.at];
    else game.last();
    return game;
  }
  // The current line as a HexWorld hash, `#11,a1b2`, for the address of the page.
  get hash() {
    const size = this.width === this.height ? `${this.width}` : `${this.width}x${this.height}`;
    let turn = 'black';
    let moves = '';
    const { stones } = this.root.position;
    const left = { black: [], white: [] };
    stones.forEach((colour, cell) => left[colour].push(cell));
    while (left.black.length || left.white.length) {
      moves += left[turn].shift() || ':p';
      turn = other(turn);
    }
    if (turn !== this.root.position.turn) moves += ':p';
    let line = '';
    for (let node = this.at; node.parent; node = node.parent) line = codeOf(node) + line;
    return `#${size},${moves}${line}`;
  }
  // The moves that follow, for a link whose cursor is here.
  get ahead() {
    let line = '';
    for (let [node] = this.at.children; node; [node] = node.children) line += codeOf(node);
    return line;
  }
}

// How a link shows its game: `lie`, the orientation of the board, and `numbers` on its stones.
export function shownBy(link) {
  const found = /^\s*\S*#\d+(?:x\d+)?((?:r(?:1[0-2]|[1-9])|c\d+|n)+)(?:,|\s|$)/.exec(link);
  if (!found) return {};
  const shown = {};
  const [, hour] = /r(\d+)/.exec(found[1]) || [];
  if (hour) shown.lie = Number(hour);
  if (found[1].includes('n')) shown.numbers = 'all';
  return shown;
}

// A hash without how its board is shown.
export const plain = (hash) => hash.replace(/^(#\d+(?:x\d+)?)(?:r(?:1[0-2]|[1-9])|c\d+|n)+(?=,|$)/, '$1');

const CODES = { ':s': 'swap-pieces', ':S': 'swap-sides', ':p': 'pass' };

// The game that an unreadable address may mean: on a board of a possible size, the moves before
// the first illegal one. Null if it names neither a size nor a move.
export function repaired(address) {
  let text = address;
  try {
    text = decodeURIComponent(address);
  } catch {
    // A percent sign that encodes nothing.
  }
  const [, width, height, rest] = /^#?\s*(\d+)?(?:x(\d+))?(.*)$/s.exec(text);
  const words = rest.replace(/^(?:[nrc]\d*)*,/, '').match(/:[sSp]|:[rf][bw]|swap-sides|swap|pass|resign|(?:a[a-f]|[a-z])[1-9]\d?/gi) || [];
  const moves = words.map((word) => CODES[word] || (/^:[rf]/.test(word) ? 'resign' : word.toLowerCase()));
  const places = moves.map(placeOf).filter((place) => place && Math.max(...place) < LONGEST_SIDE);
  const side = (digits, axis) => Math.min(LONGEST_SIDE, Math.max(1, Number(digits), ...places.map((place) => place[axis] + 1)));
  const sides = [side(width || 11, 0), side(height || width || 11, 1)];
  if (!height) sides.fill(Math.max(...sides));
  const game = new Game(...sides);
  moves.every((move, number) => {
    // An address has resignations of the side to move alone.
    const by = /^:[rf]([bw])/i.exec(words[number]);
    return !(by && by[1].toLowerCase() !== game.turn[0]) && game.play(canonical(move, sides[0] === sides[1]));
  });
  return width || game.at.parent ? game : null;
}
