// Puzzles; and openings: the book, and maps of which first stones win.

import { Game, other } from './game.js';
import { aborted, json, stream, Turn } from './server.js';
import { button, choice, el, keep, kept, lit, percent } from './dom.js';
import { record } from './tree.js';

export const puzzles = {
  hints: false,
  turn: new Turn(),
  state: kept('puzzles', { at: 0, solved: {} }),
  list: null,

  async enter(app, panel) {
    this.panel = panel;
    this.before = app.game;
    panel.replaceChildren(el('p', { class: 'none' }, 'Loading the puzzles …'));
    try {
      this.list = this.list || (await json('api/puzzles')).positions;
      if (app.mode === this) this.pose(app, Math.min(this.state.at, this.list.length - 1));
    } catch (error) {
      panel.replaceChildren(el('p', {}, app.words(error.message)), button('Try again', () => app.enter('puzzles'), { class: 'small' }));
    }
  },
  // A puzzle is no game with variations.
  record: false,
  title() { return this.puzzle ? `${this.state.at + 1} of ${this.list.length}` : ''; },
  leave(app) {
    this.turn.end();
    if (this.before) app.game = this.before;
  },
  pose(app, at) {
    const puzzle = this.list[at];
    Object.assign(this.state, { at });
    keep('puzzles', this.state);
    this.puzzle = puzzle;
    this.answer = null;
    this.tried = new Set();
    app.game = new Game(puzzle.width, puzzle.height, puzzle.black, puzzle.white, puzzle.to_move);
    app.game.posed = true;
    this.fill(app);
    app.draw();
  },
  status(app) {
    if (!this.puzzle) return 'Puzzles';
    const side = app.side(this.puzzle.to_move);
    if (this.answer && this.answer.right) return `${this.answer.shown ? 'Shown' : 'Right'}: ${this.puzzle.winning_moves[0]} is the only winning move.`;
    if (this.answer) return `${this.answer.cell} loses. See the reply, then try again.`;
    return `${side} to move and connect ${app.edges(this.puzzle.to_move)}. Only one move wins.`;
  },
  async press(app, cell) {
    const { puzzle } = this;
    if (!puzzle || (this.answer && this.answer.right) || app.game.position.stones.has(cell) || !app.game.position.has(cell)) return;
    if (puzzle.winning_moves.includes(cell)) {
      this.answer = { right: true, cell, line: puzzle.moves };
      this.state.solved[puzzle.id] = !this.tried.size;
      keep('puzzles', this.state);
    } else {
      this.tried.add(cell);
      const known = puzzle.refutations.find((one) => one.move === cell);
      this.answer = { right: false, cell, line: known ? known.moves : [], cells: known ? known.carrier : [] };
      if (!known) this.refute(app, cell);
    }
    this.fill(app);
    app.draw();
  },
  // Shows the solution, which does not count as solved.
  show(app) {
    this.answer = { right: true, shown: true, cell: this.puzzle.winning_moves[0], line: this.puzzle.moves };
    this.fill(app);
    app.draw();
  },
  async refute(app, cell) {
    const mine = this.answer;
    try {
      const why = await json('api/explain', { game: app.game.sent(), move: cell, seconds: 4 }, this.turn.begin());
      if (mine !== this.answer || !why.win) return;
      Object.assign(mine, { line: why.win.best ? [why.win.best, ...why.win.line.slice(1)] : why.win.line, cells: why.win.cells });
      this.fill(app);
      app.draw();
    } catch (error) {
      app.fail(error);
    }
  },
  undo(app) {
    this.answer = null;
    this.fill(app);
    app.draw();
  },
  maySwap() { return false; },
  changed(app) { this.before = app.game; this.puzzle = null; },
  fill(app) {
    const { puzzle, list, state, answer } = this;
    const done = list.filter((one) => one.id in state.solved).length;
    const step = (by) => () => this.pose(app, (state.at + by + list.length) % list.length);
    const remark = answer && (answer.right
      ? `${answer.shown ? 'Shown.' : 'Right.'} ${answer.line.length > 1 ? `It may go on ${answer.line.slice(0, 8).join(' ')}.` : ''} It takes at most ${puzzle.most_moves} moves.`
      : answer.line.length ? `${answer.cell} loses to ${answer.line[0]}: the lit cells are all ${app.side(other(puzzle.to_move))} needs.` : `${answer.cell} loses. Finding the refutation …`);
    const parts = [
      el('p', { class: 'lead' }, `Puzzle ${state.at + 1} of ${list.length}, ${puzzle.width} × ${puzzle.height}. Puzzles get harder; every answer is proved.`),
      !remark ? el('p', { class: 'none' }, 'Click the winning cell.') : el('p', { class: `remark ${answer.right ? 'good' : 'bad'}`, 'aria-live': 'polite' }, lit(app, remark)),
      el('div', { class: 'row' },
        answer && !answer.right ? button('Try again', () => this.undo(app), { class: 'main' }) : null,
        button('‹ Previous', step(-1)), button(answer && answer.right ? 'Next puzzle ›' : 'Skip ›', step(1), { class: answer && answer.right ? 'main' : '' }),
        answer && answer.right ? null : button('Show solution', () => this.show(app))),
      el('div', { class: 'grid', role: 'group', 'aria-label': 'All puzzles' }, list.map((one, at) => button(`${at + 1}`, () => this.pose(app, at), {
        class: one.id in state.solved ? (state.solved[one.id] ? 'solved' : 'helped') : '', 'aria-current': at === state.at ? 'step' : null, title: `${one.width} × ${one.height}` }))),
      el('p', { class: 'none' }, `${done} of ${list.length} solved.`),
    ];
    this.panel.replaceChildren(...parts);
  },
  view(app) {
    const marks = new Map();
    const ghosts = [];
    const { puzzle, answer } = this;
    if (!puzzle || !answer) return { marks, last: null };
    (answer.cells || []).forEach((cell) => marks.set(cell, { fill: 'safe' }));
    ghosts.push({ cell: answer.cell, colour: puzzle.to_move, text: answer.right ? '✓' : '✕' });
    let colour = other(puzzle.to_move);
    const line = answer.right ? answer.line.slice(1, 9) : answer.line.slice(0, 1);
    line.forEach((cell, order) => {
      if (app.game.position.has(cell)) ghosts.push({ cell, colour, text: `${order + 2}` });
      colour = other(colour);
    });
    return { marks, ghosts, last: null };
  },
};

export const book = {
  turn: new Turn(),
  proving: new Turn(),
  enter(app, panel) {
    this.panel = panel;
    this.changed(app);
  },
  leave() {
    this.turn.end();
    this.proving.end();
  },
  async changed(app) {
    this.leave();
    const { game } = app;
    this.entry = null;
    this.map = null;
    this.failed = null;
    this.fill(app);
    if (game.result) return;
    try {
      const empty = !game.position.stones.size && !game.at.parent;
      const signal = this.turn.begin();
      if (empty) this.map = await json('api/openings', { width: game.width, height: game.height }, signal);
      this.entry = await json('api/book', { game: game.sent() }, signal);
    } catch (error) {
      if (aborted(error)) return;
      this.failed = app.words(error.message);
    }
    this.fill(app);
    app.draw();
  },
  async prove(app) {
    const { width, height } = app.game;
    this.map = { known: true, openings: {}, proving: true };
    const take = (data) => {
      this.map.openings = data.openings;
      app.draw();
    };
    this.fill(app);
    try {
      const done = await stream('api/openings/prove', { width, height, seconds: 300 }, this.proving.begin(), (name, data) => take(data));
      take(done);
      this.map.proving = false;
      this.fill(app);
    } catch (error) {
      if (this.map) this.map.proving = false;
      this.fill(app);
      app.fail(error);
    }
  },
  fill(app) {
    const { game } = app;
    const { entry, map, failed } = this;
    const sizes = [...Array(18).keys()].map((n) => [n + 2, `${n + 2} × ${n + 2}`]);
    if (game.width !== game.height) sizes.push(['', `${game.width} × ${game.height}`]);
    const empty = !game.position.stones.size && !game.at.parent;
    const parts = [el('div', { class: 'row' },
      choice('Board', sizes, game.width === game.height ? game.width : '', (value) => app.start(new Game(Number(value)))),
      empty ? null : button('Show which first stones to swap', () => app.start(new Game(game.width, game.height))))];
    if (empty) {
      const [red, blue] = [app.side('black'), app.side('white')];
      const all = map && map.known ? Object.values(map.openings) : [];
      const proved = all.length && all.every((one) => one.winner);
      let words = 'Nothing is known about first stones on this board.';
      if (failed) words = failed;
      else if (!map) words = '…';
      else if (map.known && proved) words = `Proved winner of each first stone: on a ${red.toLowerCase()} cell ${red} wins, so swap; on a ${blue.toLowerCase()} cell ${blue} wins, so do not.`;
      else if (map.known && !map.proving) words = `${red}'s win rate after each first stone, estimated by long searches: swap the redder ones; pale cells are fair first stones.`;
      parts.push(el('h2', {}, 'Which first stones to swap'), el('p', { class: 'lead' }, map && map.proving ? 'Proving the first stones one by one …' : words));
      if (game.width <= 6 && game.height <= 6) parts.push(el('div', { class: 'row' }, button(map && map.proving ? 'Proving …' : 'Prove them now', () => this.prove(app), { disabled: !!(map && map.proving) })));
    }
    if (failed && !empty) parts.push(el('p', {}, failed));
    if (failed) parts.push(button('Try again', () => this.changed(app), { class: 'small' }));
    if (entry && entry.book) {
      parts.push(el('h2', {}, empty ? 'The opening book, without a swap' : 'The opening book'), entry.moves.length
        ? el('table', {}, el('thead', {}, el('tr', {}, ['Move', 'Wins', 'Tries'].map((head) => el('th', { scope: 'col' }, head)))), el('tbody', {}, entry.moves.slice(0, 12).map((one) => el('tr', {}, el('td', {}, button(one.move, () => app.move(one.move), { class: 'pick' })), el('td', {}, percent(one.share)), el('td', {}, one.effort ? one.effort.toLocaleString() : '–')))))
        : el('p', { class: 'none' }, 'This position is not in the book.'));
      if (entry.line.length) parts.push(el('p', {}, 'Best line: ', lit(app, entry.line.join(' '))));
      if (empty && map && map.known) parts.push(el('p', { class: 'none' }, 'The book and the map come from different searches, so their estimates differ by some points.'));
    } else if (entry) parts.push(el('p', { class: 'none' }, 'There are books for 11 × 11, 13 × 13 and 14 × 14.'));
    parts.push(record(app));
    this.panel.replaceChildren(...parts.filter(Boolean));
  },
  view(app) {
    const marks = new Map();
    const { map, entry } = this;
    const empty = !app.game.position.stones.size && !app.game.at.parent;
    if (empty && map && map.known) {
      Object.entries(map.openings).forEach(([cell, one]) => {
        if (one.winner) marks.set(cell, { fill: `as-${one.winner}`, strength: 0.75 });
        else marks.set(cell, { fill: `as-${one.black >= 0.5 ? 'black' : 'white'}`, strength: Math.min(0.9, 0.12 + 4.5 * Math.abs(one.black - 0.5)), text: `${Math.round(one.black * 100)}` });
      });
    } else if (entry && entry.moves) {
      entry.moves.slice(0, 12).forEach((one, order) => marks.set(one.move, { fill: 'heat', strength: order ? 0.35 : 0.8, text: `${Math.round(one.share * 100)}`, kind: order ? '' : 'best' }));
    }
    return { marks };
  },
};
