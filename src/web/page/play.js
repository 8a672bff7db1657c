// Play: against a level, or two players at one board; with or without a clock.

import { Game, other, placeOf } from './game.js';
import { aborted, json, longestSide, Turn } from './server.js';
import { button, check, choice, el, keep, kept } from './dom.js';
import { record } from './tree.js';
import { confirm } from './help.js';

const CLOCKS = [['none', 'no clock'], ['180+2', '3 min + 2 s'], ['300+3', '5 min + 3 s'], ['600+5', '10 min + 5 s'], ['1800+10', '30 min + 10 s']];
const SECONDS = [1, 2, 3, 5, 10, 20, 30];

export const play = {
  options: kept('play', { size: '11', level: 3, me: 'black', swap: true, clock: 'none', seconds: 3, seed: 1, left: null }),
  turn: new Turn(),
  thinking: false,
  // Whether the program has not answered.
  lost: false,

  save() { keep('play', this.options); },
  // The colour of the player, which a swap of sides changes.
  get me() {
    const { me } = this.options;
    return this.app && this.app.game.at.line.includes('swap-sides') ? other(me) : me;
  },
  get program() { return this.options.level === 0 ? null : other(this.me); },

  // Whether to offer the first lesson to a visitor.
  get offersLesson() { return !kept('lesson', {}).left && !kept('games', { list: [] }).list.length; },

  enter(app, panel) {
    Object.assign(this, { app, panel });
    this.fill(app);
    this.ticking = setInterval(() => this.tick(app), 200);
    if (this.program === app.game.turn && !app.game.at.children.length) this.answer(app);
  },
  leave() {
    clearInterval(this.ticking);
    this.stop();
  },
  stop() {
    this.turn.end();
    this.thinking = false;
    this.lost = false;
  },

  fill(app) {
    const { options } = this;
    const levels = [[0, 'two players at this board'], ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [n, `level ${n}${{ 1: ', first steps', 4: ', casual', 7: ', strong', 10: ', its best' }[n] || ''}`])];
    const change = (key, number) => (value) => {
      options[key] = number ? Number(value) : value;
      this.save();
      if (this.thinking && this.program !== app.game.turn) this.stop();
      this.fill(app);
      app.draw();
    };
    const clock = el('div', { class: 'clocks', hidden: options.clock === 'none' },
      ['black', 'white'].map((colour) => el('div', { class: `clock ${colour}`, 'data-side': colour }, '–')));
    this.panel.replaceChildren(
      clock,
      this.offersLesson ? el('div', { class: 'row' }, el('p', {}, 'New to Hex?'), button('First lesson', () => app.enter('lesson')), el('span', { class: 'none' }, 'six short steps')) : '',
      el('section', { class: 'setup' },
        el('h2', {}, 'New game'),
        el('div', { class: 'fields' },
          choice('Against', levels, options.level, change('level', true)),
          options.level === 0 ? null : choice('You are', [['black', `${app.side('black')}, moves first`], ['white', `${app.side('white')}, moves second`]], options.me, change('me')),
          ...this.sizes(app, change('size')),
          choice('Clock', CLOCKS, options.clock, change('clock')),
          options.level < 10 || options.clock !== 'none' ? null : choice('Thinking time', SECONDS.map((n) => [n, `${n} s a move`]), options.seconds, change('seconds', true))),
        check('Swap rule: the second player may take over the first stone', options.swap, change('swap')),
        el('div', { class: 'row' },
          button('New game', () => this.fresh(app), { class: 'main' }),
          button('Resign', () => this.askToResign(app), { disabled: !!app.game.result || !app.game.at.parent }),
          this.helper(app),
          app.game.result ? button('Review this game', () => app.enter('review')) : null)),
      record(app),
      this.earlier(app),
    );
    this.tick(app);
  },

  // The button that makes the program move: now, again, or for the player.
  helper(app) {
    const { game } = app;
    if (this.thinking) return button('Move now', () => this.moveNow(app), { title: 'End the search and play the best move found so far' });
    const own = this.program === game.turn && !game.result;
    const title = own ? 'Let mustplay make its move' : 'Let mustplay make your next move';
    return button(own ? 'Ask mustplay' : 'Play for me', () => this.answer(app, !own), { disabled: !!game.result || this.options.level === 0, title });
  },
  async moveNow(app) {
    try {
      await json('api/move/now', {});
    } catch (error) {
      app.fail(error);
    }
  },

  // The size of the board: a list of squares, and fields for any other.
  sizes(app, change) {
    const { size } = this.options;
    const [width, height = width] = size.split('x');
    const squares = [...Array(longestSide() - 1).keys()].map((n) => [`${n + 2}`, `${n + 2} × ${n + 2}`]);
    const list = choice('Board', [...squares, ['other', 'other …']], width === height && !size.includes('x') ? width : 'other',
      (value) => change(value === 'other' ? `${width}x${height}` : value));
    if (!size.includes('x')) return [list];
    const take = () => {
      if (!sides.every((side) => side.reportValidity())) return;
      this.options.size = sides.map((side) => Number(side.value)).join('x');
      this.save();
    };
    const enter = (event) => {
      if (event.key !== 'Enter') return;
      take();
      this.fresh(app);
    };
    const sides = [width, height].map((value) => el('input', { type: 'number', min: 2, max: longestSide(), required: true, value, onchange: take, onkeydown: enter }));
    return [list, ...sides.map((side, axis) => el('label', { class: 'field' }, el('span', {}, `${['Columns', 'Rows'][axis]}, 2 to ${longestSide()}`), side))];
  },

  // Unfinished games that can be resumed.
  earlier(app) {
    const { list } = kept('games', { list: [] });
    if (!list.length) return '';
    const words = ({ when, tree }) => `${tree.width} × ${tree.height}, ${tree.names.black ? Object.values(tree.names).find((name) => name !== 'You') : 'two people'}, ${tree.nodes.length - 1} moves, ${new Date(when).toLocaleDateString()}`;
    return el('details', { class: 'earlier' }, el('summary', {}, `Earlier games (${list.length})`),
      list.map((one) => button(words(one), () => this.resume(app, one.tree), { class: 'small' })));
  },

  // Resumes an earlier game against the same opponent.
  resume(app, tree) {
    this.stop();
    const { black, white } = tree.names;
    const found = /level (\d+)/.exec(black === 'You' ? white : black);
    Object.assign(this.options, { left: null, level: found ? Number(found[1]) : 0 });
    if (found) this.options.me = black === 'You' ? 'black' : 'white';
    this.save();
    app.start(Game.fromTree(tree));
  },

  // A new game that begins with the moves up to a node: its side to move against a level.
  from(app, node, level) {
    this.stop();
    const { width, height, black, white, to_move: turn, moves } = app.game.sent(node);
    const game = new Game(width, height, black, white, turn);
    moves.forEach((move) => game.play(move));
    // The board stays as the link of the reviewed game turned it.
    game.shown = app.game.shown;
    const me = moves.includes('swap-sides') ? other(game.turn) : game.turn;
    Object.assign(this.options, { level, me, clock: 'none', left: null, seed: Math.floor(Math.random() * 1e6) + 1 });
    this.since = null;
    this.save();
    const it = `mustplay, level ${level}`;
    game.names = me === 'black' ? { black: 'You', white: it } : { black: it, white: 'You' };
    app.start(game);
    app.enter('play');
    app.toast(`You are ${app.side(game.turn)}, against level ${level}. The reviewed game is under “Earlier games”.`);
  },

  fresh(app) {
    const { options } = this;
    const wrong = this.panel.querySelector('.fields :invalid');
    if (wrong) {
      wrong.reportValidity();
      return;
    }
    this.stop();
    const [width, height] = options.size.split('x').map(Number);
    const game = new Game(width, height || width);
    this.prepare(game);
    app.start(game);
    if (this.program === game.turn) this.answer(app);
  },
  // Sets the clocks for a game that begins, and names its players.
  prepare(game) {
    const { options } = this;
    options.seed = Math.floor(Math.random() * 1e6) + 1;
    const [main] = options.clock.split('+').map(Number);
    options.left = options.clock === 'none' ? null : { black: main * 1000, white: main * 1000 };
    this.since = null;
    this.save();
    const me = 'You';
    const it = `mustplay, level ${options.level}`;
    if (options.level) game.names = options.me === 'black' ? { black: me, white: it } : { black: it, white: me };
  },

  status(app) {
    const { game } = app;
    const { result } = game;
    const { options, program } = this;
    if (result) {
      if (!program) return app.usualStatus();
      const who = result.winner === program ? 'mustplay wins' : 'You win';
      return result.resigned ? `${who}: ${result.winner === program ? 'you have resigned' : 'it has resigned'}.` : `${who}: ${app.edges(result.winner)} are connected.`;
    }
    if (this.thinking) return 'mustplay is thinking …';
    const first = !game.at.parent && !game.position.stones.size;
    if (!program) return first ? `${app.side('black')} moves first: click any cell.` : app.usualStatus();
    if (this.lost) return 'mustplay has not answered: press “Ask mustplay” to try again.';
    if (game.turn === program) return `mustplay (${app.side(program)}) is to move: press “Ask mustplay”.`;
    if (game.at.move === 'swap-sides') return `mustplay swapped sides: you are ${app.side(this.me)} now. Your turn.`;
    if (game.at.move === 'swap-pieces' && game.at.parent.position.turn === program) {
      const [before, now] = [game.at.parent.last, game.at.last];
      return before === now ? `${app.side(program)} swapped: your ${before} is now its stone. Your turn.` : `${app.side(program)} swapped: your ${before} is now its ${now}, mirrored. Your turn.`;
    }
    if (first) return `You are ${app.side(this.me)}: connect the two ${app.side(this.me).toLowerCase()} edges. Click any cell.`;
    if (game.position.maySwap && options.swap) return `Your turn: play a stone, or swap to take over the first one.`;
    return `Your turn: ${app.side(this.me)} connects ${app.edges(this.me)}.`;
  },
  maySwap() { return this.options.swap && this.program !== 'white'; },

  press(app, move) {
    if (this.thinking || this.program === app.game.turn) return;
    this.punch(app);
    if (!app.game.play(move)) return;
    app.changed();
    this.answer(app);
  },

  // Asks the program for its move, if it is its turn.
  async answer(app, anyway = false) {
    const { game } = app;
    const { options } = this;
    if (game.result || this.thinking || (!anyway && this.program !== game.turn)) return null;
    this.thinking = true;
    this.lost = false;
    const mover = game.turn;
    const asked = { game: game.sent(), level: options.level || 10, seconds: options.seconds, swap: options.swap, seed: options.seed };
    if (options.left) asked.left = Math.max(1, options.left[mover] / 1000);
    this.since = performance.now();
    this.fill(app);
    app.draw();
    try {
      const { at } = game;
      this.about = at;
      const found = await json('api/move', asked, this.turn.begin());
      this.thinking = false;
      if (app.game === game && game.at === at) {
        this.punch(app);
        app.move(found.move);
        if (placeOf(found.move)) app.speak(`${app.side(mover)} plays ${found.move}.`);
        // After a move it made for the other side, it replies for its own.
        if (anyway) return this.answer(app);
      }
    } catch (error) {
      // Ended by an undo, a new game or another page.
      if (aborted(error)) return null;
      this.thinking = false;
      this.lost = this.program === game.turn;
      app.fail(error);
    }
    if (app.mode === this) this.fill(app);
    app.draw();
    return null;
  },

  // Takes back the program's move and the player's own together.
  undo(app) {
    const { game } = app;
    this.stop();
    if (!game.takeBack()) return;
    if (this.program && game.turn === this.program && game.at.parent) game.takeBack();
    app.changed({ visit: false });
  },
  askToResign(app) {
    confirm('Resign this game?', `Then ${this.program ? 'mustplay' : app.side(other(app.game.turn))} wins.`, { label: 'Resign', run: () => this.resign(app) });
  },
  resign(app) {
    this.stop();
    const loser = this.program ? this.me : app.game.turn;
    if (app.game.turn !== loser) app.game.play('pass');
    app.move('resign');
  },
  changed(app) {
    this.lost = false;
    // Another game was loaded, or another position chosen.
    if (this.thinking && app.game.at !== this.about) this.stop();
    this.fill(app);
  },

  // The clock: the side to move uses time and gets its increment.
  punch(app) {
    const { options } = this;
    if (!options.left) return;
    const { turn } = app.game;
    const now = performance.now();
    if (this.since) options.left[turn] -= now - this.since;
    options.left[turn] += Number(options.clock.split('+')[1] || 0) * 1000;
    this.since = now;
    this.save();
  },
  tick(app) {
    const { options } = this;
    if (!options.left || !this.panel) return;
    const { turn, result, at } = app.game;
    const running = this.since && at.parent && !result;
    for (const colour of ['black', 'white']) {
      const spent = running && colour === turn ? performance.now() - this.since : 0;
      const left = Math.max(0, options.left[colour] - spent);
      const shown = this.panel.querySelector(`[data-side=${colour}]`);
      const seconds = Math.ceil(left / 1000);
      if (shown) {
        shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
        shown.classList.toggle('running', running && colour === turn);
      }
      if (running && colour === turn && left === 0) {
        this.since = null;
        this.stop();
        app.toast(`${app.side(colour)} ran out of time.`);
        app.game.at.comment = `${app.side(colour)} ran out of time.`;
        app.move('resign');
      }
    }
  },
};
