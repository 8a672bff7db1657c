// The list of moves with its variations, those that go on from the current position, and the
// comment of the current move.

import { button, el, keep, lit } from './dom.js';
import { confirm } from './help.js';
import { legend, signsOf } from './signs.js';
import { Standings } from './standing.js';

const spoken = { 'swap-pieces': 'swap', 'swap-sides': 'swap', pass: 'pass', resign: 'resigns' };
const nameOfMove = (node) => spoken[node.move] || node.move;
// How many moves of a variation are listed.
const SHOWN = 6;

function go(app, node) {
  app.game.at = node;
  app.changed({ visit: false });
}

// Moves a variation one place up; the first one is the main line.
function promote(app, node) {
  const family = node.parent.children;
  const place = family.indexOf(node);
  if (place < 1) return;
  family.splice(place, 1);
  family.splice(place - 1, 0, node);
  app.changed({ visit: false });
}

const size = (node) => 1 + node.children.reduce((sum, child) => sum + size(child), 0);

// Deletes a move with all that follows; more than one move only after a question.
function remove(app, node) {
  const run = () => {
    const { game } = app;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    for (let up = game.at; up; up = up.parent) if (up === node) game.at = node.parent;
    app.changed({ visit: false });
  };
  const count = size(node);
  if (count === 1) run();
  else confirm(`Delete ${nameOfMove(node)} and what follows?`, `These are ${count} moves, with their variations and comments.`, { label: 'Delete', run });
}

// What a key does to the variations; undefined if nothing.
export function treeKey(app, key) {
  const { at } = app.game;
  const chosen = /^[1-9]$/.test(key) ? at.children[key - 1] : null;
  if (chosen) return () => go(app, chosen);
  if (key === 'p' && at.parent) return () => promote(app, at);
  if (key === 'Delete' && at.parent) return () => remove(app, at);
  return undefined;
}

// The tree as nested lists: the main line first, variations in brackets behind the move that they
// replace. `sign(node)` may add a mark such as ?! behind a move.
export function moves(app, sign = () => '', standings = new Standings(app)) {
  const { game } = app;
  const list = el('div', { class: 'moves', role: 'group', 'aria-label': 'Moves' });
  const one = (node) => {
    const mover = node.parent.position.turn;
    return el('button', {
      type: 'button',
      class: `one ${mover}${sign(node) ? ' marked' : ''}`,
      'aria-current': node === game.at ? 'step' : null,
      'data-node': node.id,
      onclick: () => go(app, node),
    }, el('span', { class: 'number' }, `${node.depth}`), ` ${nameOfMove(node)}${sign(node)}`, standings.sign(node), node.comment ? note(node) : null);
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

const note = (node) => el('span', { class: 'note', title: node.comment }, ' ✎');

// Stores a comment as it is typed. The panel stays as it is: a press that ends the typing counts.
function comment(app, node, words) {
  node.comment = words;
  keep('game', app.game.tree());
  const listed = document.querySelector(`.moves [data-node="${node.id}"]`);
  if (!listed) return;
  listed.querySelectorAll('.note').forEach((one) => one.remove());
  if (words) listed.append(note(node));
}

// The variations of the current position: to choose, name, promote and delete.
function branches(app, standings) {
  const { children } = app.game.at;
  if (!children.length) return null;
  const row = (node, place) => {
    const line = [];
    for (let next = node; next && line.length < SHOWN; [next] = next.children) line.push(nameOfMove(next));
    const [first, ...rest] = node.comment.split('\n');
    const what = place ? `variation ${place + 1}` : 'main line';
    const name = el('input', {
      value: first,
      placeholder: 'Name',
      'aria-label': `Name of ${line[0]}, ${what}: the first line of its comment`,
      'data-act': `${node.id} name`,
      oninput: () => comment(app, node, [name.value, ...rest].join('\n').trim()),
    });
    return el('li', {},
      el('button', { type: 'button', class: 'small pick', title: place < 9 ? `Go there (${place + 1})` : 'Go there', 'aria-label': `Go to ${what}: ${line.join(" ")}${standings.said(node)}`, 'data-act': `${node.id} go`, onclick: () => go(app, node) },
        el('b', {}, line[0]), standings.sign(node), el('span', { class: 'rest' }, ` ${line.slice(1).join(' ')}`)),
      name,
      button('↑', () => promote(app, node), { class: 'small', disabled: !place, title: 'Promote', 'aria-label': `Promote ${line[0]}`, 'data-act': `${node.id} up` }),
      button('✕', () => remove(app, node), { class: 'small', title: 'Delete', 'aria-label': `Delete ${line[0]} and what follows`, 'data-act': `${node.id} delete` }));
  };
  return [el('h2', {}, children.length > 1 ? `${children.length} variations from here` : 'From here'), el('ol', { class: 'branches' }, children.map(row))];
}

// After the panel was made anew the focus stays where it was: the same control, or the list.
function refocus(section) {
  const held = document.activeElement;
  const act = held && held.dataset.act;
  if (!act) return;
  const caret = held.selectionStart;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const same = section.querySelector(`[data-act="${act}"]:not(:disabled)`);
    const again = same || section.querySelector('.branches .pick, .moves [aria-current], .moves .one');
    if (!again) return;
    again.focus({ preventScroll: true });
    if (same && typeof caret === 'number') same.setSelectionRange(caret, caret);
  });
}

// The moves, the variations from here, and an input for the comment on the current move.
export function record(app, sign) {
  const { at } = app.game;
  const what = at.parent ? 'Comment on this move' : 'Comment on the game';
  const field = el('textarea', { rows: 2, placeholder: what, 'aria-label': what, 'data-act': `${at.id} comment`, oninput: () => comment(app, at, field.value) });
  field.value = at.comment;
  const marked = legend(signsOf(at));
  const standings = new Standings(app);
  const section = el('section', { class: 'record' },
    el('h2', {}, 'Moves'),
    moves(app, sign, standings),
    branches(app, standings),
    marked ? el('p', { class: 'legend' }, 'Marks on the board: ', lit(app, `${marked}.`)) : null,
    field,
    app.modeName === 'play' && !standings.places ? null : standings.chooser(at),
    isAside(at) ? button('Make this the main line', () => { app.game.promote(); app.changed({ visit: false }); }, { class: 'small', 'data-act': 'main' }) : null);
  refocus(section);
  return section;
}

// Whether a node is off the main line.
function isAside(node) {
  for (let up = node; up.parent; up = up.parent) if (up.parent.children[0] !== up) return true;
  return false;
}
