// Proofs, from the solver or loaded, to step through: try any move for the loser and see the
// reply and the cells the winner still needs.

import { Game, other } from './game.js';
import { json, stream, text, textOf, Turn } from './server.js';
import { button, choice, download, el, lit } from './dom.js';
import { record } from './tree.js';

export const proof = {
  turn: new Turn(),
  seconds: 60,
  walk: null,

  // A proof that is walked through is no game with variations.
  get record() { return !this.walk; },
  enter(app, panel) {
    this.panel = panel;
    this.fill(app);
  },
  leave(app) {
    this.turn.end();
    if (this.walk) this.close(app, false);
  },
  async prove(app) {
    if (app.game.result) return app.toast('The game is over: take back a move first.');
    this.progress = { done: 0, nodes: 0 };
    this.proving = app.game.at;
    this.walk = null;
    this.fill(app);
    const signal = this.turn.begin();
    try {
      const found = await stream('api/solve', { game: app.game.sent(), seconds: this.seconds }, signal, (name, data) => {
        this.progress = data;
        this.fill(app);
        app.draw();
      });
      this.progress = null;
      if (!found || !found.winner) {
        this.fill(app);
        app.draw();
        return app.toast('Not proved in time. Smaller boards and later positions are easier.');
      }
      this.begin(app, found);
    } catch (error) {
      // A newer proof has begun.
      if (this.turn.now && this.turn.now.signal !== signal) return null;
      this.progress = null;
      this.fill(app);
      app.draw();
      app.fail(error);
    }
    return null;
  },
  async pick(app, file) {
    try {
      await this.load(app, await textOf(file));
    } catch {
      app.fail(new Error('This file is damaged.'));
    }
  },
  async load(app, content) {
    try {
      this.begin(app, await json('api/proof', { certificate: JSON.parse(content) }));
    } catch (error) {
      app.fail(error instanceof SyntaxError ? new Error('Not a certificate.') : error);
    }
  },
  begin(app, found) {
    const { position } = found;
    this.before = this.before || app.game;
    this.walk = { ...found, tries: [] };
    app.game = new Game(position.width, position.height, position.black, position.white, position.to_move);
    this.follow(app);
  },
  // Shows the current position of the proof.
  follow(app) {
    const { walk } = this;
    const game = new Game(walk.position.width, walk.position.height, walk.position.black, walk.position.white, walk.position.to_move);
    const put = (cell, colour) => {
      if (!cell) return;
      if (game.turn !== colour) game.play('pass');
      game.play(cell);
    };
    walk.steps.forEach((step) => {
      put(step.tried, other(walk.winner));
      put(step.answer, walk.winner);
    });
    app.game = game;
    this.fill(app);
    app.draw();
  },
  async ask(app, tries) {
    try {
      const at = await json('api/proof/walk', { moves: tries }, this.turn.begin());
      Object.assign(this.walk, at, { tries });
      this.follow(app);
    } catch (error) {
      app.fail(error);
    }
  },
  press(app, cell) {
    const { walk } = this;
    if (!walk) return app.move(cell);
    if (walk.joined) return app.toast(`${app.side(walk.winner)} has won: take back a move and try another.`);
    if (app.game.position.stones.has(cell)) return null;
    return this.ask(app, [...walk.tries, cell]);
  },
  undo(app) {
    if (this.walk) this.ask(app, this.walk.tries.slice(0, -1));
    else if (app.game.takeBack()) app.changed({ visit: false });
  },
  maySwap() { return !this.walk; },
  close(app, shown = true) {
    this.walk = null;
    if (this.before) app.game = this.before;
    this.before = null;
    if (shown) app.changed({ visit: false });
  },
  changed(app) {
    if (this.walk) { this.walk = null; this.before = null; }
    this.fill(app);
  },
  status(app) {
    const { walk } = this;
    if (!walk) return null;
    const [winner, loser] = [app.side(walk.winner), app.side(other(walk.winner))];
    if (walk.joined) return `${winner} has connected ${app.edges(walk.winner)}, as proved.`;
    return walk.tries.length ? `${winner} wins. Try any other move for ${loser}.` : `Proved: ${winner} wins. Try any move for ${loser}.`;
  },
  fill(app) {
    const { walk, progress } = this;
    const parts = [];
    if (walk) parts.push(...this.walked(app));
    else {
      const field = el('input', { type: 'file', accept: '.json,.gz', 'aria-label': 'A certificate', onchange: () => this.pick(app, field.files[0]) });
      const tries = [...app.game.position.stones.keys()].length;
      parts.push(el('p', { class: 'lead' }, 'A proof you can step through: the solver proves who wins this position, then you try to refute it.'),
        el('div', { class: 'row' },
          progress ? button('Stop', () => { this.turn.end(); }) : button(`Prove who wins ${tries ? 'here' : 'the empty board'}`, () => this.prove(app), { class: 'main' }),
          choice('in', [15, 60, 180, 600].map((n) => [n, `${n} s`]), this.seconds, (value) => { this.seconds = Number(value); })),
        progress ? el('div', { 'aria-live': 'polite' }, el('progress', { max: 1, value: progress.done, 'aria-label': 'Proof' }), el('p', { class: 'none' }, `about ${Math.round(progress.done * 100)}% done, ${progress.nodes.toLocaleString()} positions`),
          this.open(app) ? el('p', { class: 'none' }, 'On the board: how much of the refutation of each move is done, in percent; the darker, the more.') : null) : null,
        el('p', { class: 'none' }, 'Boards up to 6 × 6 take seconds; on larger boards, place some stones first.'),
        el('label', { class: 'field file' }, el('span', {}, 'Or load a certificate'), field), record(app));
    }
    this.panel.replaceChildren(...parts.filter(Boolean));
  },
  walked(app) {
    const { walk } = this;
    const [winner, loser] = [app.side(walk.winner), app.side(other(walk.winner))];
    const steps = walk.steps.map((step) => {
      const answer = step.answer ? `${winner} ${step.forced ? 'answers' : 'need not answer, and plays'} ${step.answer}` : `${winner} need not answer`;
      return el('li', {}, lit(app, step.tried ? `${loser} tries ${step.tried}: ${answer}.` : `${winner} starts with ${step.answer}.`));
    });
    return [
      el('p', { class: 'big proved' }, `${winner} wins whatever ${loser} tries.`),
      el('p', {}, `${walk.claims.toLocaleString()} claims, each checked. The lit cells are all ${winner} needs: ${walk.cells.length} now, ${walk.needs.length} at the start. Every other cell could be ${loser}’s.`),
      el('div', { class: 'meter', role: 'img', 'aria-label': `${walk.cells.length} cells still needed` }, walk.needs.map((_, index) => el('i', { class: index < walk.cells.length ? 'on' : '' }))),
      el('div', { class: 'row' },
        button('Take back', () => this.undo(app), { disabled: !walk.tries.length }),
        button('Restart', () => this.ask(app, []), { disabled: !walk.tries.length }),
        button('Certificate', async () => download('proof.json', await text('api/proof/file', {}), 'application/json'), { title: 'Save the proof; mustplay verify checks it' }),
        button('Close the proof', () => this.close(app))),
      el('ol', { class: 'steps' }, steps),
    ];
  },
  // How far the refutations are, while the position that is being proved is shown.
  open(app) {
    const { progress } = this;
    const open = progress && this.proving === app.game.at ? Object.entries(progress.open || {}) : [];
    const shown = open.filter(([cell, share]) => app.game.position.has(cell) && share > 0.01);
    return shown.length ? shown : null;
  },
  view(app) {
    const marks = new Map();
    const { walk } = this;
    if (walk) {
      walk.cells.forEach((cell) => marks.set(cell, { fill: 'safe' }));
      const last = walk.steps[walk.steps.length - 1];
      return { marks, last: last ? last.answer || last.tried : null };
    }
    (this.open(app) || []).forEach(([cell, share]) => marks.set(cell, { fill: 'heat', strength: 0.1 + 0.7 * share, text: `${Math.round(share * 100)}` }));
    return { marks };
  },
};
