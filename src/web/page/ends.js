// The question whether two ends are connected: stones, empty cells or edges that are chosen.

import { json, aborted, Turn } from './server.js';
import { button, el, light, lit } from './dom.js';

const SIDES = [['north', 'top'], ['south', 'bottom'], ['west', 'left'], ['east', 'right']];

export const ends = {
  asking: new Turn(),
  // The ends that have been chosen, null while there is no question; and the answer.
  chosen: null,
  found: null,
  place: el('section', { class: 'about', 'aria-live': 'polite' }),

  clear(app, chosen = null) {
    this.asking.end();
    this.chosen = chosen;
    this.found = null;
    this.show(app);
  },
  // Nothing unless the overlay of connections is shown.
  show(app) {
    const { chosen, found } = this;
    const again = (words) => button(words, () => { this.clear(app, []); app.draw(); }, { class: 'small' });
    const stop = (words) => button(words, () => { this.clear(app); app.draw(); }, { class: 'small' });
    const name = (end) => SIDES.reduce((words, [side, edge]) => (end === side ? app.words(`the ${edge}`) : words), end);
    const parts = [];
    const isShown = app.mode.options.overlay === 'links' && !app.game.result;
    if (isShown && !chosen) parts.push(again('Are two ends connected? …'));
    else if (isShown && found) {
      const cells = found.carrier.length ? el('p', { class: 'row' }, light(app, 'the cells that matter', found.carrier, 'chip')) : '';
      parts.push(el('p', {}, lit(app, app.words(found.words))), cells, el('p', { class: 'row' }, again('Two others …'), stop('Close')));
    } else if (isShown && chosen.length === 2) parts.push(el('p', { class: 'none' }, `Are ${chosen.map(name).join(' and ')} connected? …`), stop('Cancel'));
    else if (isShown) {
      const first = chosen.length ? `From ${name(chosen[0])} to: ` : 'Choose two ends: ';
      const edges = SIDES.filter(([side]) => !chosen.includes(side)).map(([side]) => button(name(side), () => this.choose(app, side), { class: 'small' }));
      parts.push(el('p', {}, `${first}click stones or empty cells, or type them, or take an edge.`), el('p', { class: 'row' }, edges, stop('Cancel')));
    }
    this.place.replaceChildren(...parts);
  },
  // Whether a cell was chosen as an end.
  choose(app, end) {
    if (!this.chosen || this.chosen.length === 2 || this.chosen.includes(end)) return false;
    this.chosen.push(end);
    app.speak(`${end} chosen`);
    if (this.chosen.length === 2) this.ask(app);
    this.show(app);
    app.draw();
    return true;
  },
  async ask(app) {
    const { chosen } = this;
    try {
      const found = await json('api/connection', { game: app.game.sent(), ends: chosen, seconds: 3 }, this.asking.begin());
      if (chosen === this.chosen) this.found = found;
    } catch (error) {
      if (aborted(error) || chosen !== this.chosen) return;
      this.found = { words: error.message, carrier: [] };
    }
    this.show(app);
    app.draw();
  },
  mark(marks) {
    const { chosen, found } = this;
    if (!chosen) return;
    if (found) {
      const fill = { connected: 'safe', first: 'semi', apart: 'dull' }[found.joining];
      found.carrier.forEach((cell) => marks.set(cell, { fill }));
      if (found.joins) marks.set(found.joins, { fill: 'semi', dot: 'key' });
    }
    chosen.forEach((cell) => marks.set(cell, { ...(marks.get(cell) || {}), ring: 'own', said: 'an end' }));
  },
};
