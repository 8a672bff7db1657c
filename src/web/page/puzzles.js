// Puzzles.

import { Game, other } from './game.js';
import { json, Turn } from './server.js';
import { button, el, keep, kept, lit } from './dom.js';

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
