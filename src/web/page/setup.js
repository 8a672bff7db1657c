// Setting up a position: stones of either colour, removal, and the side to move.

import { Game, other } from './game.js';
import { button, el, keep, kept } from './dom.js';
import { play } from './play.js';

// How many changes can be undone.
const MOST = 60;

const stonesOf = (stones, colour) => [...stones].filter(([, one]) => one === colour).map(([cell]) => cell);

// Buttons of which one is chosen: a list of [value, words, key].
const radios = (label, list, chosen) => el('div', { class: 'chips', role: 'radiogroup', 'aria-label': label },
  list.map(([value, words, key]) => button([value === 'empty' ? '' : el('i', { class: `disc ${value}` }), words], () => chosen(value), { role: 'radio', title: `Key ${key}`, 'data-value': value })));

const choose = (group, value) => group.childNodes.forEach((one) => one.setAttribute('aria-checked', `${one.dataset.value === value}`));

export const setup = {
  record: false,
  hints: false,
  tool: 'black',
  // The games that undo returns to; the first is the one before all changes.
  past: [],

  enter(app, panel, from) {
    this.app = app;
    if (from && from !== 'setup') this.from = from;
    if (from !== 'setup') this.resume(app);
    this.keys = { 1: () => this.pick('black'), 2: () => this.pick('white'), 3: () => this.pick('empty'), t: () => this.turn(other(app.game.turn)) };
    const sides = ['black', 'white'].map((colour, at) => [colour, `${app.side(colour)} stones`, at + 1]);
    this.tools = radios('A press on a cell puts or removes', [...sides, ['empty', 'Remove', 3]], (tool) => this.pick(tool));
    this.turns = radios('Side to move', ['black', 'white'].map((colour) => [colour, app.side(colour), 't']), (colour) => this.turn(colour));
    this.clear = button('Clear the board', () => this.edit(new Map(), app.game.turn));
    panel.replaceChildren(
      el('section', {}, el('h2', {}, 'Set up a position'),
        el('p', { class: 'lead' }, 'Choose stones, then press cells. Pressing a stone of the chosen colour removes it.'),
        el('div', { class: 'pick-stones' }, this.tools),
        el('div', { class: 'row' }, this.clear)),
      el('section', {}, el('h2', {}, 'Side to move'), this.turns),
      el('section', {}, el('h2', {}, 'Go on from this position'),
        el('div', { class: 'row' },
          button('Analyse it', () => app.enter('analysis'), { class: 'main' }),
          button('Play from here', () => app.enter('play')),
          button('Prove it', () => app.enter('proof')),
          button('Cancel', () => this.cancel()))),
      el('p', { class: 'none' }, 'The address contains the stones as moves, with a pass where a colour moves twice in a row: links have no setup.'),
    );
    this.fill();
  },
  // The changes that a reload interrupted, if they led to this position.
  interrupted(app) {
    const saved = kept('setup', {});
    return saved.now && JSON.stringify(saved.now) === JSON.stringify(app.game.sent()) ? saved : null;
  },
  resume(app) {
    const { past = [], from = this.from, tool = this.tool } = this.interrupted(app) || {};
    Object.assign(this, { from, tool, past: past.map((tree) => Game.fromTree(tree)), game: app.game });
    this.save();
  },
  save() {
    keep('setup', { past: this.past.map((one) => one.tree()), now: this.game.sent(), from: this.from, tool: this.tool });
  },
  leave(app, next) {
    if (next === 'setup') return;
    keep('setup', {});
    const { game } = app;
    if (next !== 'play' || game.at.parent || game.names.black) return;
    play.prepare(game);
    keep('game', game.tree());
  },
  cancel() {
    const { app } = this;
    if (this.past.length) this.show(this.past[0], []);
    app.enter(this.from || 'play');
  },

  edit(stones, turn) {
    const { game } = this.app;
    if (!this.past.length) this.app.shelve();
    const past = [...this.past, game];
    if (past.length > MOST) past.splice(1, 1);
    const next = new Game(game.width, game.height, stonesOf(stones, 'black'), stonesOf(stones, 'white'), turn);
    next.shown = game.shown;
    this.show(next, past);
  },
  // Shows the game after a change, or after an undo.
  show(game, past) {
    const { app } = this;
    const first = !this.past.length;
    Object.assign(this, { game, past });
    app.game = game;
    app.changed({ visit: first });
  },
  canUndo() { return this.past.length > 0; },
  undo() {
    if (this.past.length) this.show(this.past.at(-1), this.past.slice(0, -1));
  },
  // Another game was loaded.
  changed(app) {
    if (app.game !== this.game) Object.assign(this, { game: app.game, past: [] });
    this.save();
    this.fill();
  },

  press(app, cell) {
    const { position } = app.game;
    const stones = new Map(position.stones);
    const put = stones.get(cell) === this.tool ? 'empty' : this.tool;
    if (put !== 'empty') stones.set(cell, put);
    else if (!stones.delete(cell)) return;
    this.edit(stones, position.turn);
    app.speak(`${cell}, ${put === 'empty' ? put : app.side(put)}`);
  },
  pick(tool) {
    const { app } = this;
    this.tool = tool;
    this.save();
    this.fill();
    app.draw();
    app.speak(tool === 'empty' ? 'Remove stones' : `${app.side(tool)} stones`);
  },
  turn(colour) {
    const { app } = this;
    if (colour !== app.game.turn) this.edit(app.game.position.stones, colour);
    app.speak(`${app.side(colour)} to move`);
  },
  maySwap() { return false; },
  fill() {
    const { position } = this.app.game;
    choose(this.tools, this.tool);
    choose(this.turns, position.turn);
    this.clear.disabled = !position.stones.size;
  },
  status(app) {
    const { position, result, turn } = app.game;
    const count = (colour) => `${stonesOf(position.stones, colour).length} ${app.side(colour).toLowerCase()}`;
    const over = result && !result.resigned ? `${app.side(result.winner)} has won` : `${app.side(turn)} to move`;
    return `Position: ${count('black')} and ${count('white')} stones, ${over}.`;
  },
  // The colour of the cell that is pointed at is that of the stone it would get.
  view() { return { last: null, turn: this.tool }; },
};
