// Analysis: a live search, and what is found without a search: connections, mustplay,
// fill-in, inferior cells, energy.

import { json, stream, aborted, Turn } from './server.js';
import { button, check, el, keep, kept, light, lit, percent } from './dom.js';
import { record } from './tree.js';
import { other } from './game.js';
import { exporter } from './help.js';
import { ends } from './ends.js';

const OVERLAYS = [
  ['search', 'Search', 'Visits and win rate of each move in the search'],
  ['policy', 'Policy', 'The network’s probability for each move before any search, in percent'],
  ['links', 'Connections', 'Point at or tap a stone to see its connections and the cells they need'],
  ['mustplay', 'Mustplay', 'The cells the side to move must play on; moves elsewhere are proved to lose'],
  ['filled', 'Fill-in', 'Empty cells that can be filled in: ✕ dead, useful to neither side; ● captured by the side whose colour is shown. Point at one for the reason'],
  ['inferior', 'Inferior', 'Moves that can be ignored because another is as good: d dominated, v vulnerable, r reversible. Point at one for the reason'],
  ['energy', 'Energy', 'How important each cell is, in percent of the highest: the energy in the board seen as a circuit'],
  ['none', 'Nothing', 'Stones only'],
];

export const analysis = {
  options: kept('analysis', { live: true, overlay: 'search' }),
  searching: new Turn(),
  analysing: new Turn(),
  explaining: new Turn(),
  data: {},
  // The moves that the search of the node `onlyAt` is restricted to; while they are chosen, `picked`.
  only: [],
  picked: null,
  onlyAt: null,

  enter(app, panel) {
    this.panel = panel;
    this.parts = {
      verdict: el('section', { class: 'verdict', 'aria-live': 'polite' }),
      lines: el('section', { class: 'lines' }),
      only: el('section', { class: 'only', 'aria-live': 'polite' }),
      about: el('section', { class: 'about' }),
      words: el('section', { class: 'explain' }),
      record: el('div'),
    };
    const chips = el('div', { class: 'chips', role: 'radiogroup', 'aria-label': 'Shown on the board' },
      OVERLAYS.map(([name, label, title]) => button(label, () => this.overlay(app, name), { role: 'radio', title, 'data-overlay': name, 'aria-checked': `${name === this.options.overlay}` })));
    panel.replaceChildren(
      el('section', { class: 'head' },
        check('Live', this.options.live, (live) => { this.options.live = live; keep('analysis', this.options); this.changed(app); }),
        button('Explain', () => this.explain(app)), exporter(app)),
      this.parts.verdict, this.parts.lines, this.parts.only, el('h2', {}, 'On the board'), chips, this.parts.about, ends.place, this.parts.words, this.parts.record);
    this.changed(app);
  },
  leave() {
    this.resting = false;
    this.picked = null;
    ends.asking.end();
    [this.searching, this.analysing, this.explaining].forEach((turn) => turn.end());
  },
  // While the tab is hidden; the tree stays on the server.
  rest(app) {
    if (!this.searching.now || app.game.result) return;
    this.searching.end();
    this.resting = true;
    this.fill(app);
  },
  wake(app) {
    if (!this.resting) return;
    this.resting = false;
    if (this.options.live) this.search(app);
    this.fill(app);
  },
  // Shows why there is no answer, unless there is one already.
  failed(app, error, mine) {
    if (aborted(error) || mine !== this.data) return;
    mine.failed = app.words(error.message);
    this.fill(app);
  },
  overlay(app, name) {
    this.options.overlay = name;
    keep('analysis', this.options);
    this.panel.querySelectorAll('[data-overlay]').forEach((one) => one.setAttribute('aria-checked', one.dataset.overlay === name));
    this.group = null;
    this.estimate(app);
    this.describe(app);
    ends.clear(app);
    app.draw();
  },
  changed(app) {
    this.leave();
    this.data = {};
    if (this.onlyAt !== app.game.at) this.only = [];
    this.onlyAt = app.game.at;
    this.group = null;
    this.ghosts = null;
    this.parts.words.replaceChildren();
    this.parts.record.replaceChildren(record(app));
    this.fill(app);
    this.fillOnly(app);
    this.describe(app);
    ends.clear(app);
    if (app.game.result) return;
    if (this.options.live) this.search(app);
    this.estimate(app);
    this.analyse(app);
  },
  async search(app) {
    const mine = this.data;
    try {
      const asked = { game: app.game.sent(), every: 0.2, only: this.only.length ? this.only : undefined };
      await stream('api/analysis', asked, this.searching.begin(), (name, data) => {
        if (mine !== this.data) return;
        performance.mark('update-start');
        // A kept analysis is shown until the search has made as many visits.
        if (name === 'kept') mine.kept = data;
        const isShort = mine.kept && name === 'progress' && !data.proved && data.nodes < mine.kept.nodes;
        if (isShort) mine.fresh = data.nodes;
        else if (name === 'network' || name === 'progress') mine[name] = data;
        if (name === 'progress' && !isShort) mine.kept = null;
        if (mine.kept) mine.progress = mine.kept;
        mine.waiting = name === 'waiting';
        this.fill(app);
        if (name === 'network') this.describe(app);
        app.draw();
        performance.measure('update', 'update-start');
      });
      mine.ended = true;
      this.fill(app);
    } catch (error) {
      this.failed(app, error, mine);
    }
  },
  // Without a live search the policy is asked for by itself.
  async estimate(app) {
    const mine = this.data;
    if (this.options.live || this.options.overlay !== 'policy' || mine.network || app.game.result) return;
    try {
      await stream('api/analysis', { game: app.game.sent(), seconds: 0.01 }, this.searching.begin(), (name, data) => {
        if (mine !== this.data || name !== 'network') return;
        mine.network = data;
        this.fill(app);
        this.describe(app);
        app.draw();
      });
    } catch (error) {
      this.failed(app, error, mine);
    }
  },

  // The choice of moves that the search looks at.
  fillOnly(app) {
    const { only, picked } = this;
    const set = (moves) => {
      this.only = moves;
      this.picked = null;
      if (moves.length) {
        this.options.live = true;
        this.panel.querySelector('.head input').checked = true;
      }
      this.changed(app);
      app.draw();
    };
    const pick = (moves) => () => {
      this.picked = moves;
      this.fillOnly(app);
      app.draw();
    };
    const parts = [];
    if (picked) {
      parts.push(el('p', {}, picked.length ? lit(app, `Chosen: ${picked.join(', ')}.`) : 'Click the moves to search on the board, or type them.'),
        button('Search only these', () => set(picked), { class: 'small main', disabled: !picked.length }), button('Cancel', () => { this.picked = null; this.fillOnly(app); app.draw(); }, { class: 'small' }));
    } else if (only.length) {
      parts.push(el('p', {}, el('b', {}, 'Restricted search: '), lit(app, `only ${only.join(', ')}. This says nothing about other moves.`)),
        button('Change', pick([...only]), { class: 'small' }), button('Search all moves', () => set([]), { class: 'small' }));
    } else if (!app.game.result) parts.push(button('Search only some moves …', pick([]), { class: 'small', title: 'Choose the moves that the search looks at' }));
    this.parts.only.replaceChildren(...parts);
  },

  async analyse(app) {
    const mine = this.data;
    try {
      const found = await json('api/position', { game: app.game.sent() }, this.analysing.begin());
      if (mine !== this.data) return;
      mine.position = found;
      this.fill(app);
      this.describe(app);
      app.draw();
      // The pointer may have been on a stone before.
      if (this.pointed) this.hover(app, this.pointed);
    } catch (error) {
      this.failed(app, error, mine);
    }
  },
  async explain(app, move = null) {
    const { words } = this.parts;
    words.replaceChildren(el('h2', {}, move ? `Why ${move}?` : 'Why'), el('p', { class: 'none' }, 'Explaining …'));
    try {
      const reply = await json('api/explain', { game: app.game.sent(), move, seconds: 3 }, this.explaining.begin());
      words.replaceChildren(el('h2', {}, move ? `Why ${move}?` : 'Why'), ...this.reasons(app, reply), this.tried(app, move));
    } catch (error) {
      if (!aborted(error)) words.replaceChildren(el('p', {}, app.words(error.message)));
    }
  },
  // The search's result for a move, next to the best one.
  tried(app, move) {
    const all = (this.data.progress || { moves: [] }).moves;
    const one = all.find((found) => found.move === move);
    if (!one || this.known(app, one) || !one.visits) return '';
    const best = all.find((found) => found !== one);
    return el('p', {}, lit(app, `The search visited ${move} ${short(one.visits)} times and gives it a win rate of ${percent(one.share)}${best && best.visits ? `; with ${best.move} ${best.proved ? 'decided' : percent(best.share)}` : ''}.`));
  },
  // The proved winner, by the search or by connections.
  winner() {
    const { progress, position } = this.data;
    return (progress && progress.proved) || (position && position.decided && position.decided.winner) || null;
  },
  // Whether a move is proved to win or lose: every move of a lost position loses.
  known(app, one) {
    const winner = this.winner();
    return one.proved || (winner && winner !== app.game.turn ? 'loss' : null);
  },
  // The moves of the search, without those tried so seldom that their win rate says nothing.
  moves(app) {
    const { moves } = this.data.progress || { moves: [] };
    const most = Math.max(0, ...moves.map((one) => one.visits));
    if (this.only.length) return moves;
    return moves.filter((one, order) => !order || !most || this.known(app, one) || one.visits >= Math.max(5, most / 100));
  },
  // The sentences of an explanation, with the cells they mention.
  reasons(app, reply) {
    const parts = [el('p', {}, lit(app, app.words(reply.words)))];
    const { win, mustplay } = reply;
    if (win && win.cells.length) {
      parts.push(el('p', { class: 'row' }, light(app, `cells ${app.side(win.winner)} needs`, win.cells, 'chip'),
        win.links.filter((link) => link.cells.length).map((link) => light(app, link.words, link.cells, 'chip'))));
    }
    if (mustplay && mustplay.threat) parts.push(el('p', { class: 'row' }, light(app, 'mustplay', mustplay.cells, 'chip'), light(app, `threat at ${mustplay.threat.key}`, mustplay.threat.cells, 'chip')));
    return parts;
  },

  // Win rate and lines.
  fill(app) {
    const { network, progress, position, failed } = this.data;
    const { verdict, lines } = this.parts;
    const now = progress || network;
    const decided = position && position.decided;
    const proved = this.winner();
    const allLose = !proved && progress && progress.lost;
    const black = proved ? Number(proved === 'black') : now && !allLose ? now.black : null;
    if (!this.bar) {
      this.bar = el('div', { class: 'bar', role: 'img' }, el('i', { class: 'part black' }), el('i', { class: 'part white' }));
    }
    const unknown = black === null || black === undefined;
    const share = unknown ? 0.5 : black;
    this.bar.firstChild.style.flexGrow = share;
    this.bar.lastChild.style.flexGrow = 1 - share;
    this.bar.classList.toggle('proved', !!proved);
    let sentence = 'Start the live analysis, or press Explain.';
    if (app.game.result) sentence = app.usualStatus();
    else if (proved) sentence = `${app.side(proved)} wins: proved${decided && decided.winner === proved ? `, for ${decided.why}` : ''}.`;
    else if (allLose) sentence = `${this.only.length > 1 ? 'All chosen moves lose' : `${this.only[0]} loses`}: proved. Another move may still win.`;
    else if (this.only.length && progress && progress.pv.length) sentence = `Best of the chosen moves: ${progress.pv[0]}, estimated win rate ${percent(app.game.turn === 'black' ? progress.black : 1 - progress.black)} for ${app.side(app.game.turn)}.`;
    else if (now) sentence = `${app.side(black >= 0.5 ? 'black' : 'white')} is ahead: estimated win rate ${percent(Math.max(black, 1 - black))}.`;
    else if (failed) sentence = failed;
    else if (this.options.live) sentence = 'Analysing …';
    const effort = this.resting ? 'paused while this tab was hidden' : this.data.waiting ? 'waiting for a free processor' : this.data.kept ? `${visits(progress)}, kept${this.data.fresh ? `; ${short(this.data.fresh)} now` : ''}` : progress ? visits(progress) : network ? 'without a search' : '';
    this.bar.setAttribute('aria-label', sentence);
    const ends = el('p', { class: 'ends' }, el('span', {}, `${app.side('black')} ${percent(share)}`), el('span', { class: 'none' }, effort), el('span', {}, `${percent(1 - share)} ${app.side('white')}`));
    verdict.replaceChildren(el('p', { class: `big ${proved ? 'proved' : ''}` }, sentence), ...(unknown ? [] : [this.bar, ends]),
      ...(failed ? [el('p', { class: 'row' }, now ? el('span', {}, failed) : '', button('Try again', () => this.changed(app), { class: 'small' }))] : []));
    const best = this.moves(app).slice(0, this.only.length ? 12 : 5);
    const head = el('div', { class: 'line head' }, ['Move', 'Wins', 'Expected', 'Tries', ''].map((word) => el('span', {}, word)));
    lines.replaceChildren(...(best.length ? [head] : []), ...best.map((one, order) => this.line(app, one, order ? [one.move] : progress.pv)));
  },
  line(app, one, pv) {
    const proved = this.known(app, one);
    const score = { win: 'wins', loss: 'loses' }[proved] || percent(one.share);
    const show = () => { this.ghosts = pv; app.draw(); };
    const hide = () => { this.ghosts = null; app.draw(); };
    return el('div', { class: 'line', onpointerenter: show, onpointerleave: hide },
      el('button', { type: 'button', class: 'pick', onclick: () => app.move(one.move), onfocus: show, onblur: hide, title: `Play ${one.move}` }, one.move),
      el('b', { class: proved || 'estimated', title: proved ? 'proved' : 'estimated' }, score),
      el('span', { class: 'pv' }, pv.slice(1, 9).join(' ')),
      el('span', { class: 'visits' }, one.visits ? one.visits.toLocaleString() : ''),
      button('why?', () => this.explain(app, one.move), { class: 'small', 'aria-label': `Why ${one.move}?` }));
  },

  // A sentence about the overlay.
  describe(app) {
    const { about } = this.parts;
    const { position } = this.data;
    const name = this.options.overlay;
    const [, , usual] = OVERLAYS.find(([one]) => one === name);
    let text = usual;
    if (position && name === 'mustplay') {
      const { mustplay } = position;
      text = !mustplay ? 'No threat found: no move is ruled out.' : mustplay.length ? `${app.side(position.to_move)} must play on a lit cell: every other move is proved to lose.` : 'Every move loses: the threats have no cell in common.';
    }
    if (position && name === 'filled' && !position.filled.length) text = 'No cell can be filled in yet.';
    if (position && name === 'inferior' && !position.inferior.length) text = 'No move is known to be inferior.';
    if (this.group) text = this.groupWords(app);
    const close = this.group ? button('Close', () => { this.group = null; this.describe(app); app.draw(); }, { class: 'small close' }) : '';
    const policy = !this.group && name === 'policy' && this.data.network ? this.policyLegend(app) : [];
    about.replaceChildren(el('p', {}, lit(app, text)), ...policy, close);
    // On a phone this comes over the page, since it is below the board.
    about.classList.toggle('pointed', !!this.group);
  },
  // What the shades of the policy mean, and the likeliest moves in words.
  policyLegend(app) {
    const moves = Object.entries(this.data.network.policy).sort((one, two) => two[1] - one[1]);
    if (!moves.length) return [];
    const [, most] = moves[0];
    const shade = (share) => {
      const swatch = el('i', { class: 'swatch' });
      swatch.style.opacity = strength(share, most).toFixed(2);
      return el('span', { class: 'shade' }, swatch, fine(share));
    };
    const first = moves.slice(0, 6);
    const rest = moves.slice(6).reduce((sum, [, share]) => sum + share, 0);
    const words = first.map(([cell, share]) => `${cell} ${fine(share)}`).join(', ');
    return [el('p', { class: 'row scale' }, 'Shades: ', [most, most / 4, most / 16].map(shade)),
      el('p', {}, lit(app, `${words}${moves.length > 6 ? `; the other ${moves.length - 6} moves ${fine(rest)} together` : ''}.`))];
  },
  groupWords(app) {
    const { group, focus } = this;
    const of = (link) => (link.edges.length ? app.words(`the ${this.edge(link.edges[0])}`) : link.to[0]);
    const how = { touch: 'touches', bridge: 'is bridged to', template: 'is safely connected to', full: 'is safely connected to', semi: 'could be connected to' };
    const part = (link) => `${how[link.kind]} ${of(link)}${link.cells.length ? ` (${link.kind === 'semi' ? `by ${link.key || 'one more move'}, ` : ''}${link.cells.length} cell${link.cells.length > 1 ? 's' : ''})` : ''}`;
    const links = focus ? [focus] : group.links;
    const safe = links.filter((link) => link.kind !== 'semi');
    const open = links.filter((link) => link.kind === 'semi').slice(0, 3);
    const all = [...safe, ...open].map(part);
    return `The ${app.side(group.colour)} group of ${group.cells[0]} ${all.length ? all.join('; ') : 'has no connections'}.`;
  },
  edge: (name) => ({ north: 'top', south: 'bottom', west: 'left', east: 'right' }[name] || name),

  // A stone shows its connections, another cell is a move.
  press(app, cell) {
    if (this.picked && (!app.game.position.has(cell) || app.game.position.stones.has(cell))) return app.toast(`${cell} cannot be chosen: choose empty cells.`);
    if (this.picked) {
      const there = this.picked.includes(cell);
      this.picked = there ? this.picked.filter((one) => one !== cell) : [...this.picked, cell];
      app.speak(`${cell} ${there ? 'no longer chosen' : 'chosen'}`);
      this.fillOnly(app);
      return app.draw();
    }
    if (ends.choose(app, cell)) return null;
    if (!app.game.position.stones.has(cell)) return app.move(cell);
    if (this.options.overlay === 'none') this.overlay(app, 'links');
    return this.hover(app, cell);
  },
  hover(app, cell) {
    const { position } = this.data;
    this.pointed = cell;
    const before = this.group;
    const beforeFocus = this.focus;
    this.focus = null;
    this.group = (position && !ends.chosen && this.options.overlay !== 'none' && cell && position.groups.find((group) => group.cells.includes(cell))) || null;
    if (!this.group && before && cell && this.options.overlay === 'links') {
      // From a group on to one of the cells it needs: that connection alone.
      const focus = before.links.find((link) => link.kind !== 'semi' && link.cells.includes(cell));
      if (focus) [this.group, this.focus] = [before, focus];
    }
    let reason = '';
    if (position && cell && this.options.overlay === 'inferior') reason = (position.inferior.find((one) => one.cell === cell) || {}).why || '';
    if (position && cell && this.options.overlay === 'filled') reason = (position.filled.find((one) => one.cell === cell) || {}).why || '';
    const { network } = this.data;
    if (network && cell && this.options.overlay === 'policy' && cell in network.policy) this.parts.about.firstChild.textContent = `${cell}: ${fine(network.policy[cell])} before any search.`;
    else if (reason) this.parts.about.replaceChildren(el('p', {}, lit(app, `${cell} is ${app.words(reason)}.`)));
    else if (before || this.group || this.options.overlay === 'policy') this.describe(app);
    if (before !== this.group || beforeFocus !== this.focus) app.draw();
  },

  view(app) {
    const marks = new Map();
    const ghosts = [];
    if (this.ghosts) {
      let colour = app.game.turn;
      this.ghosts.slice(0, 12).forEach((cell, order) => {
        ghosts.push({ cell, colour, text: `${order + 1}` });
        colour = other(colour);
      });
      return { marks, ghosts };
    }
    if (this.group) {
      const links = this.focus ? [this.focus] : this.group.links;
      const draw = (link) => {
        const kind = link.kind === 'semi' ? 'semi' : 'safe';
        link.cells.forEach((cell) => { if (!marks.has(cell)) marks.set(cell, { fill: kind }); });
        if (link.key && link.kind === 'semi') marks.set(link.key, { fill: 'semi', dot: 'key' });
        link.to.forEach((cell) => marks.set(cell, { ring: kind }));
      };
      links.filter((link) => link.kind !== 'semi').forEach(draw);
      const joined = links.some((link) => link.kind !== 'semi');
      if (!joined) links.slice(0, 2).forEach(draw);
      this.group.cells.forEach((cell) => marks.set(cell, { ring: 'own' }));
      return { marks };
    }
    this.overlayMarks(app, marks);
    (this.picked || this.only).forEach((cell) => marks.set(cell, { ...(marks.get(cell) || {}), ring: 'own', said: this.picked ? 'chosen' : 'searched' }));
    return { marks };
  },
  overlayMarks(app, marks) {
    const { network, progress, position } = this.data;
    const name = this.options.overlay;
    ends.mark(marks);
    if (name === 'search' && progress) {
      const most = Math.max(1, ...progress.moves.map((one) => one.visits));
      this.moves(app).forEach((one, order) => {
        const share = Math.sqrt(one.visits / most);
        const proved = this.known(app, one);
        if (proved) marks.set(one.move, { fill: proved, text: proved === 'win' ? '✓' : '✕', kind: 'proved' });
        else if (share > 0.2 || order < 3) marks.set(one.move, { fill: 'heat', strength: 0.15 + 0.75 * share, text: `${Math.round(one.share * 100)}`, kind: order ? '' : 'best', sub: one.visits ? short(one.visits) : '' });
      });
    } else if ((name === 'policy' || name === 'search') && network) {
      const most = Math.max(...Object.values(network.policy), 1e-9);
      Object.entries(network.policy).forEach(([cell, share]) => {
        if (share > 0.002) marks.set(cell, { fill: 'heat', strength: strength(share, most), text: share >= 0.005 ? `${Math.round(share * 100)}` : '' });
      });
    } else if (position && name === 'mustplay' && position.mustplay) position.mustplay.forEach((cell) => marks.set(cell, { fill: 'must' }));
    else if (position && name === 'filled' && position.filled) position.filled.forEach((one) => marks.set(one.cell, { fill: `as-${one.colour}`, text: one.why.startsWith('dead') ? '✕' : '●', kind: `on-${one.colour}` }));
    else if (position && name === 'inferior' && position.inferior) position.inferior.forEach((one) => marks.set(one.cell, { fill: 'dull', text: one.why[0] }));
    else if (position && name === 'energy' && position.energy) {
      Object.entries(position.energy).forEach(([cell, share]) => {
        if (share > 0.04) marks.set(cell, { fill: 'heat', strength: 0.08 + 0.82 * share, text: share > 0.15 ? `${Math.round(share * 100)}` : '' });
      });
    }
  },
};

// The shade of a probability, next to the highest one.
const strength = (share, most) => 0.1 + 0.8 * Math.sqrt(share / most);

// A probability in percent, with a decimal place where it is small.
const fine = (share) => (share < 0.0005 ? 'under 0.1%' : `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)}%`);

const visits = (progress) => {
  const all = progress.moves.reduce((sum, one) => sum + one.visits, 0);
  return all ? `${short(all)} tries` : '';
};

const short = (count) => (count < 1000 ? `${count}` : count < 1e6 ? `${Math.round(count / 100) / 10}k` : `${Math.round(count / 1e5) / 10}M`);
