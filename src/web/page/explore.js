// The explorer: what is known of a position from games, the book, the network and proofs; the games
// themselves; and maps of which first stones win.

import { Game, other } from './game.js';
import { aborted, json, longestSide, stream, Turn } from './server.js';
import { button, choice, counted, el, keep, kept, lit, percent } from './dom.js';
import { record } from './tree.js';

// How many rows are listed at first, and the most.
const ROWS = 12;
const ALL = 400;
const FILTER = { player: '', as: '', opponent: '', since: '', until: '', rating: '' };
// A table with these heads.
const table = (heads, rows, kind) => el('table', { class: kind }, el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))), el('tbody', {}, rows));

export const explore = {
  turn: new Turn(),
  proving: new Turn(),
  looking: new Turn(),
  filter: kept('filter', FILTER),
  // Two corners of a part of the board; null while none is chosen.
  corners: null,

  enter(app, panel) {
    this.panel = panel;
    this.changed(app);
  },
  leave() {
    this.turn.end();
    this.proving.end();
    this.looking.end();
  },
  async changed(app) {
    this.leave();
    const { game } = app;
    // While the next position is looked up, the panel keeps its form.
    this.found = null;
    this.map = null;
    this.failed = null;
    this.local = null;
    this.corners = null;
    this.fill(app);
    try {
      const signal = this.turn.begin();
      if (this.isEmpty(game) && !game.result) this.map = await json('api/openings', { width: game.width, height: game.height }, signal);
      this.found = await json('api/explore', { game: game.sent(), filter: this.sentFilter(), limit: 20 }, signal);
    } catch (error) {
      if (aborted(error)) return;
      this.failed = app.words(error.message);
    }
    this.fill(app);
    app.draw();
  },
  isEmpty(game) { return !game.position.stones.size && !game.at.parent; },
  get isFiltered() { return Object.values(this.filter).some((value) => value !== ''); },
  sentFilter() { return { ...this.filter, rating: Number(this.filter.rating) || 0 }; },
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
  press(app, cell) {
    const { corners } = this;
    if (!corners || corners.length === 2 || !app.game.position.has(cell)) {
      app.move(cell);
      return;
    }
    corners.push(cell);
    if (corners.length === 2) this.look(app);
    this.fill(app);
    app.draw();
  },
  // What was played in a part of the board.
  async look(app) {
    const { corners } = this;
    try {
      const local = await json('api/explore/window', { game: app.game.sent(), window: corners.join('-'), filter: this.sentFilter() }, this.looking.begin());
      if (corners === this.corners) this.local = local;
    } catch (error) {
      if (corners === this.corners) this.corners = null;
      app.fail(error);
    }
    this.fill(app);
    app.draw();
  },
  async open(app, game, review = false) {
    try {
      const tree = await json('api/explore/game', { id: game.id }, this.looking.begin());
      const opened = Game.fromTree(tree);
      opened.first();
      for (let ahead = review ? 0 : game.moves; ahead > 0; ahead -= 1) opened.forward();
      app.start(opened);
      if (review) await app.enter('review');
    } catch (error) {
      app.fail(error);
    }
  },

  fill(app) {
    const { game } = app;
    const { found, failed } = this;
    const empty = this.isEmpty(game);
    const sizes = [...Array(longestSide() - 1).keys()].map((n) => [n + 2, `${n + 2} × ${n + 2}`]);
    if (game.width !== game.height) sizes.push(['', `${game.width} × ${game.height}`]);
    const parts = [el('div', { class: 'row' },
      choice('Board', sizes, game.width === game.height ? game.width : '', (value) => app.start(new Game(Number(value)))),
      empty ? null : button('To the first stone', () => app.start(new Game(game.width, game.height))))];
    if (empty) parts.push(...this.firstStones(app));
    if (failed) parts.push(el('p', {}, failed), button('Try again', () => this.changed(app), { class: 'small' }));
    if (found) {
      parts.push(...this.moves(app, found));
      if (found.all !== undefined) parts.push(...this.library(app, found));
    }
    parts.push(record(app));
    // What is being typed stays.
    const { activeElement } = document;
    const name = activeElement && this.panel.contains(activeElement) ? activeElement.name : null;
    this.panel.replaceChildren(...parts.filter(Boolean));
    const field = name && this.panel.querySelector(`[name="${name}"]`);
    if (field) field.focus();
  },
  firstStones(app) {
    const { map, failed } = this;
    const { game } = app;
    const [red, blue] = [app.side('black'), app.side('white')];
    const all = map && map.known ? Object.values(map.openings) : [];
    const proved = all.length && all.every((one) => one.winner);
    let words = 'Nothing is known about first stones on this board.';
    if (failed) words = '';
    else if (!map) words = '…';
    else if (map.known && proved) words = `Proved winner of each first stone: on a ${red.toLowerCase()} cell ${red} wins, so swap; on a ${blue.toLowerCase()} cell ${blue} wins, so do not.`;
    else if (map.known && !map.proving) words = `${red}'s win rate after each first stone, estimated by long searches: swap the redder ones; pale cells are fair first stones.`;
    const isSmall = game.width <= 6 && game.height <= 6;
    return [el('h2', {}, 'Which first stones to swap'), el('p', { class: 'lead' }, map && map.proving ? 'Proving the first stones one by one …' : words),
      isSmall ? el('div', { class: 'row' }, button(map && map.proving ? 'Proving …' : 'Prove them now', () => this.prove(app), { disabled: !!(map && map.proving) })) : null];
  },
  // The moves of the position, with what is known of each.
  moves(app, found) {
    const hasGames = found.all !== undefined;
    const { analysis } = found;
    const mover = app.side(found.to_move);
    const rows = found.moves.slice(0, this.whole ? ALL : ROWS).map((one) => el('tr', {},
      el('td', {}, button(one.move.startsWith('swap') ? 'swap' : one.move, () => app.move(one.move), { class: 'pick' })),
      hasGames ? el('td', {}, one.games ? one.games.toLocaleString() : '–') : null,
      hasGames ? el('td', { title: one.interval ? `95% between ${percent(one.interval[0])} and ${percent(one.interval[1])}` : null }, percent(one.share), one.interval ? el('span', { class: 'range' }, ` ${one.interval.map((end) => Math.round(100 * end)).join('–')}`) : null) : null,
      analysis ? el('td', { title: one.analysis ? `${one.analysis.visits.toLocaleString()} visits` : null }, percent(one.analysis && one.analysis.share)) : null,
      el('td', { title: one.book && one.book.effort ? `${one.book.effort.toLocaleString()} tries` : null }, percent(one.book && one.book.share)),
      el('td', {}, percent(one.policy)),
      el('td', { class: one.winner ? `proved ${one.winner}` : '' }, one.winner ? (one.winner === found.to_move ? 'wins' : 'loses') : '')));
    const heads = ['Move', ...(hasGames ? ['Games', `${mover} wins`] : []), ...(analysis ? ['Analysis'] : []), 'Book', 'Policy', 'Proof'];
    const more = found.moves.length > ROWS ? button(this.whole ? 'Fewer' : `All ${found.moves.length} moves`, () => { this.whole = !this.whole; this.fill(app); }, { class: 'small' }) : null;
    const parts = [el('h2', {}, 'Moves')];
    if (hasGames) parts.push(el('p', {}, this.summary(app, found)));
    if (rows.length) parts.push(table(heads, rows, 'explored'), more);
    const { book, network } = found;
    if (book && book.line.length) parts.push(el('p', {}, 'Best line of the book: ', lit(app, book.line.join(' '))));
    const note = [];
    if (analysis) parts.push(el('p', {}, `An analysis of ${counted(analysis.visits, 'visit')}: ${app.side('black')} wins ${percent(analysis.black)}; it expects `, lit(app, `${analysis.line.slice(0, 8).join(' ')}.`)));
    if (network) note.push(`The network's first estimate: ${app.side('black')} wins ${percent(network.black)}.`);
    if (!hasGames) note.push('Games can be added on a server: mustplay games add, then mustplay serve --store.');
    if (book && this.isEmpty(app.game) && this.map && this.map.known) note.push('The book and the map come from different searches, so their estimates differ by some points.');
    if (!book && network) note.push('There are books for 11 × 11, 13 × 13 and 14 × 14.');
    if (note.length) parts.push(el('p', { class: 'none' }, note.join(' ')));
    return parts;
  },
  summary(app, found) {
    const { score } = found;
    const games = `${counted(score.games, 'game')} of ${found.all.toLocaleString()}${this.isFiltered ? ', filtered,' : ''} came to this position`;
    return score.share === null ? `${games}.` : `${games}; ${app.side(found.to_move)} to move won ${percent(score.share)} (${score.interval.map(percent).join(' to ')}).`;
  },
  // Filters, a part of the board, and the games.
  library(app, found) {
    const change = () => {
      keep('filter', this.filter);
      this.changed(app);
    };
    const field = (name, label, attributes = {}) => {
      const input = el('input', { name, value: this.filter[name], autocomplete: 'off', onchange: () => { this.filter[name] = input.value.trim(); change(); }, ...attributes });
      return el('label', { class: 'field' }, el('span', {}, label), input);
    };
    const sides = [['', 'any'], ...['black', 'white'].map((colour) => [colour, app.side(colour)])];
    const filters = el('details', { class: 'filters', open: this.isFiltered },
      el('summary', {}, 'Only some games'),
      el('div', { class: 'fields' },
        field('player', 'Player'), choice('began as', sides, this.filter.as, (value) => { this.filter.as = value; change(); }), field('opponent', 'Opponent'),
        field('since', 'Since', { placeholder: '2020-01-31' }), field('until', 'Until', { placeholder: '2026' }), field('rating', 'Both rated', { inputmode: 'numeric' })),
      this.isFiltered ? button('All games', () => { this.filter = { ...FILTER }; change(); }, { class: 'small' }) : null);
    const games = found.list.map((one) => {
      const player = (colour, side) => `${one[colour] || '?'}${one.ratings[side] === null ? '' : ` (${Math.round(one.ratings[side])})`}`;
      const winner = one.winner ? `, ${app.side(one.winner)} won` : '';
      return el('li', {}, button(`${player('black', 0)} – ${player('white', 1)}`, () => this.open(app, one), { class: 'pick', title: 'Opens the game at this position' }),
        el('span', { class: 'rest' }, `${one.date ? ` ${one.date}` : ''}${winner}${one.next ? `, ${one.next.startsWith('swap') ? 'swap' : one.next}` : ''} `),
        button('Review', () => this.open(app, one, true), { class: 'small' }));
    });
    return [filters, this.part(app), el('h2', {}, 'Games'), games.length ? el('ol', { class: 'games' }, games) : el('p', { class: 'none' }, 'No game came to this position.')];
  },
  part(app) {
    const { corners, local } = this;
    const begin = () => { this.corners = []; this.local = null; this.fill(app); app.draw(); };
    const stop = (words) => button(words, () => { this.corners = null; this.local = null; this.fill(app); app.draw(); }, { class: 'small' });
    if (!corners) return el('p', { class: 'row' }, button('What is played in a part of the board? …', begin, { class: 'small' }));
    if (corners.length < 2) return el('div', { class: 'about' }, el('p', {}, `${corners.length ? `From ${corners[0]} to the opposite corner` : 'Click two opposite corners of the part'}, or type them. Parts at a corner or an edge are found on all boards, in all places that look the same.`), stop('Cancel'));
    if (!local) return el('p', { class: 'none' }, `Looking for ${corners.join('–')} …`);
    const rows = local.moves.slice(0, ROWS).map((one) => el('tr', {},
      el('td', {}, el('span', { class: `disc ${one.colour}` }), one.move), el('td', {}, one.games.toLocaleString()),
      el('td', { title: one.interval ? `95% between ${percent(one.interval[0])} and ${percent(one.interval[1])}` : null }, percent(one.share))));
    return el('div', { class: 'about' }, el('p', {}, `${corners.join('–')} looked like this ${counted(local.times, 'time')}${local.left ? `; in ${local.left.toLocaleString()} of them nothing more was played there` : ''}.`),
      rows.length ? table(['Next there', 'Times', 'Its side wins'], rows, 'explored') : null, el('p', { class: 'row' }, button('Another part …', begin, { class: 'small' }), stop('Close')));
  },
  view(app) {
    const marks = new Map();
    const { map, found, corners, local } = this;
    const { game } = app;
    const isMap = this.isEmpty(game) && map && map.known && !(found && found.score && found.score.games);
    if (local) {
      const most = Math.max(1, ...local.moves.map((one) => one.games));
      local.moves.filter((one) => game.position.has(one.move) && !game.position.stones.has(one.move)).forEach((one) => {
        if (!marks.has(one.move)) marks.set(one.move, { fill: `as-${one.colour}`, strength: 0.15 + 0.7 * (one.games / most), text: `${one.games}` });
      });
    } else if (isMap) {
      Object.entries(map.openings).forEach(([cell, one]) => {
        if (one.winner) marks.set(cell, { fill: `as-${one.winner}`, strength: 0.75 });
        else marks.set(cell, { fill: `as-${one.black >= 0.5 ? 'black' : 'white'}`, strength: Math.min(0.9, 0.12 + 4.5 * Math.abs(one.black - 0.5)), text: `${Math.round(one.black * 100)}` });
      });
    } else if (found) this.markMoves(marks, app, found);
    (corners || []).forEach((cell) => marks.set(cell, { ...(marks.get(cell) || {}), ring: 'own', said: 'a corner of the part' }));
    return { marks };
  },
  // The moves by the number of their games; without games, by the book or the policy.
  markMoves(marks, app, found) {
    const { position } = app.game;
    const listed = found.moves.filter((one) => position.has(one.move)).slice(0, ROWS);
    const most = Math.max(1, ...listed.map((one) => one.games || 0));
    const hasGames = listed.some((one) => one.games);
    const hasBook = listed.some((one) => one.book);
    const hasAnalysis = listed.some((one) => one.analysis);
    listed.forEach((one, order) => {
      let [strength, text] = [0, ''];
      if (hasGames) [strength, text] = one.games ? [0.2 + 0.6 * (one.games / most), percent(one.share).replace('%', '')] : [0, ''];
      else if (hasAnalysis) [strength, text] = one.analysis ? [order ? 0.35 : 0.8, `${Math.round(one.analysis.share * 100)}`] : [0, ''];
      else if (hasBook) [strength, text] = one.book ? [order ? 0.35 : 0.8, `${Math.round(one.book.share * 100)}`] : [0, ''];
      else if (one.policy) [strength, text] = [0.15 + 0.7 * one.policy, `${Math.round(one.policy * 100)}`];
      if (one.winner) marks.set(one.move, { fill: one.winner === found.to_move ? 'safe' : 'dull', text });
      else if (strength) marks.set(one.move, { fill: 'heat', strength, text, kind: order ? '' : 'best' });
    });
    // The side that is not to move wins after every other move that is proved.
    found.moves.filter((one) => one.winner === other(found.to_move) && position.has(one.move) && !marks.has(one.move)).forEach((one) => marks.set(one.move, { fill: 'dull' }));
  },
};
