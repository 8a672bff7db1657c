// Review: a graph of the win rate, bad moves to step through, and better ones.

import { shape } from './board.js';
import { stream, text, textOf, Turn } from './server.js';
import { button, choice, counted, download, el, keep, kept, lit, percent } from './dom.js';
import { Game, placeOf } from './game.js';
import { record } from './tree.js';
import { play } from './play.js';
import { fileOf, linkOf } from './share.js';
import { copied, ELSEWHERE, exporter } from './help.js';

const WIDTH = 640;
const HEIGHT = 150;

export const review = {
  turn: new Turn(),
  seconds: 20,

  enter(app, panel) {
    this.panel = panel;
    this.check(app);
    this.fill(app);
  },
  // The nodes of the reviewed line, if the game is unchanged.
  get line() { return this.found ? this.found.nodes : []; },

  async run(app) {
    const end = app.game.at.children.length ? this.endOf(app.game.at) : app.game.at;
    const nodes = [];
    for (let node = end; node.parent; node = node.parent) nodes.unshift(node);
    if (!nodes.length) return app.toast('There are no moves to review: paste a game, or play one.');
    this.found = { game: app.game, nodes, done: 0, running: true };
    this.shared = null;
    const mine = this.found;
    this.fill(app);
    try {
      const signal = this.turn.begin();
      const sgf = await text('api/write', { tree: this.treeOf(app, end), as: 'sgf' }, signal);
      const last = await stream('api/review', { game: sgf, seconds: this.seconds }, signal, (name, data) => {
        Object.assign(mine, data);
        if (mine === this.found) this.fill(app);
      });
      Object.assign(mine, last);
      if (mine.done === 1) keep('review', { ...last, of: mine.game.sent(end) });
      if (app.mode !== this && mine === this.found && mine.done === 1) app.toast('The review is finished.');
    } catch (error) {
      app.fail(error);
    }
    mine.running = false;
    if (mine === this.found) this.fill(app);
    app.draw();
    return null;
  },
  // The whole game with the line to a node as its main line, so that its comments are kept.
  treeOf(app, end) {
    const tree = app.game.tree();
    const moves = [...end.line];
    const copy = Game.fromTree(tree);
    copy.first();
    moves.forEach((move) => copy.play(move));
    copy.promote();
    return copy.tree();
  },
  endOf(node) {
    let end = node;
    while (end.children.length) [end] = end.children;
    return end;
  },
  // The review of a node.
  of(node) {
    const { found } = this;
    const at = found && found.review ? found.nodes.indexOf(node) : -1;
    return at < 0 ? null : found.review.reviewed[at] || null;
  },
  // Drops the review of another game, and of moves that have been taken back.
  check(app) {
    const { found } = this;
    const same = found && found.game === app.game && found.nodes.every((node) => node.parent.children.includes(node));
    if (same) return;
    this.shared = null;
    if (found) this.turn.end();
    this.found = this.resumed(app);
  },
  // The last finished review, if it is of this game: after a reload, for example.
  resumed(app) {
    const { of, ...saved } = kept('review', {});
    const { moves = null, ...start } = of || {};
    const key = (one) => JSON.stringify([one.width, one.height, [...one.black].sort(), [...one.white].sort(), one.to_move]);
    if (!moves || key(start) !== key(app.game.sent(app.game.root))) return null;
    const nodes = [];
    let node = app.game.root;
    for (const move of moves) {
      node = node.children.find((child) => child.move === move);
      if (!node) return null;
      nodes.push(node);
    }
    return { ...saved, game: app.game, nodes, running: false };
  },
  changed(app) {
    this.check(app);
    this.fill(app);
  },
  async pick(app, file) {
    try {
      await app.read(await textOf(file));
    } catch (error) {
      app.problem(app.words(error.message));
    }
  },
  jump(app, node) {
    app.game.at = node;
    app.changed({ visit: false });
  },

  fill(app) {
    const { found } = this;
    const times = [10, 20, 60, 180].map((n) => [n, `${n} s`]);
    const parts = [el('section', { class: 'head' },
      button(found && found.running ? 'Reviewing …' : 'Review this game', () => this.run(app), { class: 'main', disabled: !!found && found.running }),
      choice('in', times, this.seconds, (value) => { this.seconds = Number(value); }),
      exporter(app))];
    if (!found) {
      const file = el('input', { type: 'file', 'aria-label': 'A file of a game or of a review', onchange: () => this.pick(app, file.files[0]) });
      parts.push(el('p', { class: 'lead' }, 'Paste a game anywhere on this page, or drop a file: a HexWorld link, SGF, JSON or moves. Every move is evaluated, with proofs where possible. A review that was downloaded opens as a review.'),
        el('label', { class: 'field file' }, el('span', {}, 'Or open a file'), file),
        el('p', { class: 'none' }, ELSEWHERE));
    } else {
      if (found.running) parts.push(el('progress', { max: 1, value: found.done, 'aria-label': 'Review' }));
      else if (found.done < 1) parts.push(el('p', { class: 'remark bad' }, `The review ended at ${Math.floor(found.done * 100)}%, because another search began or mustplay did not answer. Press “Review this game” to start again.`));
      if (found.review) parts.push(...this.result(app, found));
    }
    parts.push(record(app, (node) => (this.of(node) || {}).symbol || ''));
    this.panel.replaceChildren(...parts);
  },
  result(app, found) {
    const { reviewed, decided, players } = found.review;
    const bad = reviewed.map((one, index) => ({ ...one, node: found.nodes[index] })).filter((one) => one.symbol);
    const parts = [this.graph(app, found)];
    const now = this.of(app.game.at);
    const step = (way) => {
      const nodes = bad.map((one) => one.node);
      const here = app.game.at.depth;
      const next = way > 0 ? nodes.find((node) => node.depth > here) : nodes.reverse().find((node) => node.depth < here);
      if (next) this.jump(app, next);
      else app.toast(way > 0 ? 'No bad moves after this one.' : 'No bad moves before this one.');
    };
    parts.push(el('div', { class: 'row' }, button('‹ Previous bad move', () => step(-1)), button('Next bad move ›', () => step(1)),
      found.sgf ? [button('Download review', () => download('review.sgf', fileOf(found), 'application/x-go-sgf'), { title: 'SGF with comments and variations, which can be opened here again' }), button('Link to this review', () => this.share(app, found))] : null,
      found.svg ? button('Graph as SVG', () => download('review.svg', found.svg, 'image/svg+xml')) : null), this.shared || '');
    if (now) {
      parts.push(el('section', { class: `remark ${now.symbol ? 'bad' : ''}` },
        el('p', {}, el('b', {}, `${now.number}. ${now.move}${now.symbol || ''} `), lit(app, app.words(now.words)), '.'),
        now.symbol && now.best ? el('p', { class: 'row' }, `What should ${app.side(now.colour)} have played? `, button(now.best, () => { app.game.at = app.game.at.parent; app.move(now.best); }, { class: 'small' }), ` ${now.before.proved === now.colour ? 'wins (proved)' : `estimated ${percent(now.before.share)}`}`) : null,
        now.symbol && placeOf(now.move) ? this.again(app, app.game.at.parent, now.colour) : null));
    } else if (decided) {
      parts.push(el('p', { class: 'lead' }, decided.from_move ? `${app.side(decided.winner)} is proved to win from move ${decided.from_move} on.` : `${app.side(decided.winner)} is proved to win from the start.`));
    }
    const tally = (colour) => {
      const all = reviewed.filter((one) => one.colour === colour && !['opening', 'swap', 'over'].includes(one.verdict));
      const judged = all.filter((one) => one.verdict !== 'estimated' || (one.before.share !== null && one.after.share !== null)).length;
      if (!judged) return `${app.side(colour)}: no move judged ${found.running ? 'yet' : 'in this time'}`;
      const { blunders, mistakes, doubtful } = players[colour];
      return `${app.side(colour)}: ${counted(blunders, 'blunder')} (??), ${counted(mistakes, 'mistake')} (?), ${doubtful} doubtful (?!)${judged < all.length ? `, ${judged} of ${all.length} moves judged` : ''}`;
    };
    parts.push(el('p', { class: 'none' }, `${tally('black')} · ${tally('white')}`));
    return parts;
  },
  // Shows the link of a review, or says that it is too long for one.
  async share(app, found) {
    const { link, long } = await linkOf(fileOf(found), 'review');
    if (long) {
      this.shared = el('p', { class: 'remark', role: 'status' }, `This review is too long for a link (${link.length.toLocaleString()} characters): download it and send the file.`);
      return this.fill(app);
    }
    const field = el('input', { readonly: true, value: link, 'aria-label': 'Link to this review', onfocus: () => field.select() });
    const copy = async () => {
      if (await copied(link)) app.toast('Copied the link.');
      else field.focus();
    };
    this.shared = el('div', { class: 'share', role: 'status' }, field, button('Copy', copy, { class: 'small', 'aria-label': 'Copy the link to this review' }),
      el('p', { class: 'none' }, 'It contains the whole review and opens with mustplay at this address. On another machine, put the part from # on behind the address of mustplay there.'));
    return this.fill(app);
  },
  // A game against a level from the position before a bad move.
  again(app, node, colour) {
    const levels = [...Array(10).keys()].map((n) => [n + 1, `level ${n + 1}`]);
    this.level = this.level || play.options.level || 3;
    return el('p', { class: 'row' }, button('Play from here', () => play.from(app, node, this.level), { class: 'small', title: `Go on from before this move, as ${app.side(colour)}` }),
      choice(`as ${app.side(colour)} against`, levels, this.level, (value) => { this.level = Number(value); }));
  },
  // Black's share after each move: whole where it is proved, paler where it is estimated.
  graph(app, found) {
    const { reviewed } = found.review;
    const svg = shape('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'graph', role: 'img', 'aria-label': 'Win rate over the game' });
    const step = WIDTH / reviewed.length;
    reviewed.forEach((one, index) => {
      const { share, proved } = one.after;
      const black = share === null ? null : one.colour === 'black' ? share : 1 - share;
      const x = index * step;
      const known = black === null ? 0.5 : black;
      const kind = proved ? 'proved' : black === null ? 'unknown' : 'estimated';
      shape('rect', { x, y: HEIGHT * (1 - known), width: step - 0.5, height: HEIGHT * known, class: `black ${kind}` }, svg);
      shape('rect', { x, y: 0, width: step - 0.5, height: HEIGHT * (1 - known), class: `white ${kind}` }, svg);
      if (one.symbol) shape('circle', { cx: x + step / 2, cy: HEIGHT * (1 - known), r: Math.min(6, step), class: `blunder s${one.symbol.length}${one.symbol === '?!' ? 'd' : ''}` }, svg);
      const hit = shape('rect', { x, y: 0, width: step, height: HEIGHT, class: 'hit' }, svg);
      hit.addEventListener('click', () => this.jump(app, found.nodes[index]));
      shape('title', {}, hit).textContent = `${one.number}. ${one.move}${one.symbol || ''}: ${app.words(one.words)}`;
    });
    shape('line', { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: 'middle' }, svg);
    const at = found.nodes.indexOf(app.game.at);
    if (at >= 0) shape('rect', { x: at * step, y: 0, width: step, height: HEIGHT, class: 'now' }, svg);
    return el('figure', { class: 'course' }, svg, el('figcaption', {}, `${app.side('black')}'s win rate after each move: bright where proved, pale where estimated. Click a move to go there.`));
  },
  view(app) {
    const now = this.of(app.game.at);
    const marks = new Map();
    if (now && now.symbol) marks.set(app.game.at.last, { ring: 'bad' });
    if (now && now.symbol && now.best && now.best !== now.move) marks.set(now.best, now.before.proved === now.colour ? { fill: 'win', text: '✓', kind: 'proved' } : { fill: 'heat', strength: 0.8, text: '!', kind: 'proved' });
    return { marks };
  },
};
