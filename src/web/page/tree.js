// The list of moves with its variations, and the comment of the current one.

import { el, button } from './dom.js';

const spoken = { 'swap-pieces': 'swap', 'swap-sides': 'swap', pass: 'pass', resign: 'resigns' };

// The tree as nested lists: the main line first, variations in brackets behind the move that they
// replace. `sign(node)` may add a mark such as ?! behind a move.
export function moves(app, sign = () => '') {
  const { game } = app;
  const list = el('div', { class: 'moves', role: 'group', 'aria-label': 'Moves' });
  const one = (node) => {
    const mover = node.parent.position.turn;
    const made = el('button', {
      type: 'button',
      class: `one ${mover}${sign(node) ? ' marked' : ''}`,
      'aria-current': node === game.at ? 'step' : null,
      onclick: () => { game.at = node; app.changed({ visit: false }); },
    }, el('span', { class: 'number' }, `${node.depth}`), ` ${spoken[node.move] || node.move}${sign(node)}`, node.comment ? el('span', { class: 'note', title: node.comment }, ' ✎') : null);
    return made;
  };
  const line = (start, into) => {
    let node = start;
    while (node) {
      into.append(one(node));
      const family = node.parent.children;
      if (family[0] === node) {
        for (const variation of family.slice(1)) {
          const inner = el('div', { class: 'variation' });
          line(variation, inner);
          into.append(inner);
        }
      }
      [node] = node.children;
    }
  };
  if (game.root.children.length) line(game.root.children[0], list);
  else list.append(el('p', { class: 'none' }, 'No moves yet.'));
  // In long games, scrolls the list so that the current move stays visible.
  requestAnimationFrame(() => {
    const now = list.querySelector('[aria-current]');
    if (now) list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 2);
  });
  return list;
}

// The moves, with an input for the comment on the current one.
export function record(app, sign) {
  const { game } = app;
  const field = el('textarea', {
    rows: 2,
    placeholder: 'Comment on this move',
    'aria-label': 'Comment on this move',
    oninput: () => { game.at.comment = field.value; },
    onchange: () => app.changed({ visit: false }),
  });
  field.value = game.at.comment;
  const aside = game.at.parent && game.at.parent.children[0] !== game.at;
  return el('section', { class: 'record' },
    el('h2', {}, 'Moves'),
    moves(app, sign),
    field,
    aside ? button('Make this the main line', () => { game.promote(); app.changed({ visit: false }); }, { class: 'small' }) : null);
}
