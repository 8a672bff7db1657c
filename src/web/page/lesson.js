// The first lesson: six positions with a task. The server has their content and judges every move.

import { Game, other } from './game.js';
import { json, Turn } from './server.js';
import { button, el, keep, kept, lit } from './dom.js';

const START = { at: 0, line: [], answer: null, done: {} };

export const lesson = {
  hints: false,
  // A step is no game with variations.
  record: false,
  name: 'First lesson',
  turn: new Turn(),
  // The step, the moves made in it, the last judgement, and the steps that are done.
  state: kept('lesson', START),
  steps: null,

  get step() { return this.steps && this.steps[this.state.at]; },
  get ended() { return !!this.state.answer && this.state.answer.done; },

  async enter(app, panel) {
    this.panel = panel;
    this.before = app.game;
    panel.replaceChildren(el('p', { class: 'none' }, 'Loading the lesson …'));
    try {
      this.steps = this.steps || (await json('api/lesson')).steps;
      if (app.mode !== this) return;
      const { at, line, answer } = this.state;
      this.pose(app, Math.min(at, this.steps.length - 1), line, answer);
    } catch (error) {
      panel.replaceChildren(el('p', {}, app.words(error.message)), button('Try again', () => app.enter('lesson'), { class: 'small' }));
    }
  },
  leave(app) {
    this.turn.end();
    if (this.before) app.game = this.before;
    this.before = null;
  },
  // Another game was opened: it ends the lesson.
  changed(app) {
    if (app.game === this.before) return;
    this.before = app.game;
    app.enter('play');
  },
  title() { return this.steps ? `${this.state.at + 1} of ${this.steps.length}` : ''; },
  save() { keep('lesson', this.state); },

  // Shows a step after these moves, with the last judgement.
  pose(app, at, line = [], answer = null) {
    this.turn.end();
    const { width, height, black, white, to_move: mover } = this.steps[at].position;
    // A first stone is a move, so that it can be swapped.
    const game = this.steps[at].swap ? new Game(width, height) : new Game(width, height, black, white, mover);
    if (this.steps[at].swap) game.play(black[0]);
    // Before the moves of the step.
    this.start = game.at;
    game.posed = true;
    if (!line.every((move) => game.play(move))) {
      this.pose(app, at);
      return;
    }
    app.game = game;
    Object.assign(this.state, { at, line, answer });
    this.save();
    this.show(app);
  },
  show(app) {
    this.fill(app);
    app.draw();
  },
  status(app) {
    const { step, state } = this;
    if (!step) return 'First lesson';
    if (this.ended) return `Step ${state.at + 1} is done.`;
    if (state.answer && !state.answer.right) return `${state.answer.move} loses. See the reply, then try again.`;
    return app.words(step.task);
  },

  maySwap() { return !!this.step && this.step.swap; },
  press(app, move) {
    const { game } = app;
    if (!this.step || this.ended || this.judging || (!move.startsWith('swap') && (!game.position.has(move) || game.position.stones.has(move)))) return;
    this.judge(app, move);
  },
  // Asks for the judgement of a move, or for the right one.
  async judge(app, move) {
    const { state } = this;
    // A step back in the game is none in the lesson.
    app.game.last();
    this.judging = true;
    try {
      const asked = { step: state.at + 1, moves: state.line, move };
      const answer = await json('api/lesson/move', asked, this.turn.begin());
      this.judging = false;
      if (app.mode !== this) return;
      state.answer = answer;
      if (answer.right) {
        const played = [answer.move, answer.reply].filter(Boolean);
        played.forEach((one) => app.game.play(one));
        state.line = [...state.line, ...played];
        if (answer.done) state.done[state.at] = true;
        if (Object.keys(state.done).length === this.steps.length) state.left = true;
      }
      this.save();
      this.show(app);
      // On a phone it may be below the screen.
      this.panel.querySelector('.remark').scrollIntoView({ block: 'nearest' });
      app.speak(app.words(answer.words));
    } catch (error) {
      this.judging = false;
      app.fail(error);
    }
  },
  canUndo() { return !!this.state.answer; },
  // Takes back a wrong move, or the last right one with its reply.
  undo(app) {
    const { state } = this;
    if (!this.step) return;
    const wrong = state.answer && !state.answer.right;
    const left = state.line.length - (wrong ? 0 : 2 - (state.line.length % 2));
    this.pose(app, state.at, state.line.slice(0, Math.max(0, left)));
  },
  quit(app, mode = 'play') {
    this.state.left = true;
    this.save();
    app.enter(mode);
  },

  fill(app) {
    const { step, steps, state } = this;
    const { answer } = state;
    const wrong = answer && !answer.right;
    const last = state.at + 1 === steps.length;
    const go = (by) => () => this.pose(app, state.at + by);
    const stone = step.position.to_move;
    const focused = this.panel.contains(document.activeElement);
    this.panel.replaceChildren(
      el('div', { class: 'chips', role: 'group', 'aria-label': 'Steps of the lesson' }, steps.map((one, at) => button(`${at + 1}`, () => this.pose(app, at), {
        'aria-current': at === state.at ? 'step' : null, 'aria-label': `Step ${at + 1}: ${one.title}${state.done[at] ? ', done' : ''}`, class: state.done[at] ? 'done' : '' }))),
      el('h2', {}, step.title),
      el('p', {}, lit(app, app.words(step.text))),
      el('p', { class: `remark ${answer ? (answer.right ? 'good' : 'bad') : ''}`, 'aria-live': 'polite' }, answer
        ? lit(app, `${answer.right ? 'Right. ' : ''}${app.words(answer.words)}`)
        : step.swap ? 'Press Swap, or click a cell.' : `Click a cell to play a ${app.side(stone).toLowerCase()} stone.`),
      el('div', { class: 'row' },
        wrong ? button('Try again', () => this.undo(app), { class: 'main' }) : null,
        step.swap && !this.ended ? button('Swap', () => app.swap(), wrong ? {} : { class: 'main' }) : null,
        this.ended ? button('Repeat', go(0)) : button('Show me', () => this.judge(app))),
      el('div', { class: 'row' },
        button('‹ Back', go(-1), { disabled: state.at === 0 }),
        last ? button('Play a game', () => this.quit(app), { class: this.ended ? 'main' : '' }) : button('Next ›', go(1), { class: this.ended ? 'main' : '' }),
        last ? button('Try puzzles', () => this.quit(app, 'puzzles')) : button('Leave the lesson', () => this.quit(app))),
    );
    if (focused) (this.panel.querySelector('.main') || this.panel.querySelector('[aria-current]')).focus();
  },
  view(app) {
    const marks = new Map();
    const ghosts = [];
    const { step, state } = this;
    if (!step) return { marks, last: null };
    const { answer } = state;
    const now = app.game.at.line.length - this.start.line.length === state.line.length;
    const shown = answer && now ? answer.cells : [];
    const cells = !answer && !state.line.length ? step.marked : shown;
    const after = answer && step.swap && answer.right;
    cells.forEach((cell) => marks.set(cell, { fill: after ? 'as-black' : 'safe', said: 'marked' }));
    if (answer && !answer.right && now) {
      const mover = step.position.to_move;
      ghosts.push({ cell: answer.move, colour: mover, text: '✕' });
      if (answer.reply) ghosts.push({ cell: answer.reply, colour: other(mover), text: '2' });
    }
    return { marks, ghosts, last: app.game.at === this.start ? step.last : undefined };
  },
};
