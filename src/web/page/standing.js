// Who wins the positions of a tree: what a person has marked, and what follows from that. A side
// that can move to a position that it wins has won. That all moves of a tree lose decides nothing:
// there may be others.

import { choice, counted, el } from './dom.js';

// The properties of SGF that mark a position as won, with the value 2.
const WON = { black: 'GB', white: 'GW' };

const values = (node, name) => (node.properties || {})[name] || [];
const markOf = (node) => Object.keys(WON).find((colour) => values(node, WON[colour]).includes('2')) || null;

// Marks a position as won by a colour, or as open.
function mark(node, colour) {
  const properties = { ...node.properties };
  Object.values(WON).forEach((name) => delete properties[name]);
  if (colour) properties[WON[colour]] = ['2'];
  node.properties = Object.keys(properties).length ? properties : null;
}

const positionKeys = new WeakMap();

// The position of a node as a text, the same for lines that differ in the order of moves only.
function keyOf({ position, move, id }) {
  if (move === 'resign') return `${id}`;
  if (!positionKeys.has(position)) {
    const stones = [...position.stones].map(([cell, colour]) => cell + colour[0]).sort();
    positionKeys.set(position, [position.turn[0], position.maySwap ? 's' : '', ...stones].join(' '));
  }
  return positionKeys.get(position);
}

function everyNode(root) {
  const all = [root];
  for (const node of all) all.push(...node.children);
  return all;
}

// The positions of a game by their keys: `turn`, `after` (the keys that its moves lead to),
// `winner`, and `how` that is known: over, marked or follows. Null if nothing is marked.
function places(game) {
  const all = everyNode(game.root);
  if (!all.some(markOf)) return null;
  const found = new Map();
  for (const node of all) {
    const key = keyOf(node);
    if (!found.has(key)) found.set(key, { turn: node.position.turn, after: new Map(), winner: null, how: null });
    const place = found.get(key);
    const over = node.children.length ? null : node.position.won();
    const marked = markOf(node);
    if (over) Object.assign(place, { winner: over.winner, how: 'over' });
    else if (marked && !place.how) Object.assign(place, { winner: marked, how: 'marked' });
    // After a swap of sides the same player has the other colour.
    for (const child of node.children) if (!['resign', 'swap-sides'].includes(child.move)) place.after.set(keyOf(child), child.move);
  }
  // Passes can lead back to a position, so this goes on until nothing follows.
  const list = [...found.values()].reverse();
  const follows = (place) => {
    const won = place.winner ? null : [...place.after].find(([key]) => found.get(key).winner === place.turn);
    if (won) Object.assign(place, { winner: place.turn, how: 'follows', by: won[1] });
    return !!won;
  };
  while (list.filter(follows).length);
  return found;
}

// The ends of the lines from a position that are neither won nor lost.
function openEnds(found, key) {
  const seen = new Set([key]);
  let ends = 0;
  for (const one of seen) {
    const { winner, after } = found.get(one);
    if (winner) continue;
    if (!after.size) ends += 1;
    for (const next of after.keys()) seen.add(next);
  }
  return ends;
}

export class Standings {
  constructor(app) {
    this.app = app;
    this.places = places(app.game);
  }
  // The winner of a node’s position, and how it is known.
  of(node) { return (this.places && this.places.get(keyOf(node))) || { winner: null, how: null }; }
  // A sign for lists; null where nothing is known.
  sign(node) {
    const { winner } = this.of(node);
    const words = winner && `${this.app.side(winner)} wins`;
    return winner ? el('span', { class: `won ${winner}`, role: 'img', title: words, 'aria-label': words }, ' ●') : null;
  }
  // The same at the end of a label.
  said(node) {
    const { winner } = this.of(node);
    return winner ? `: ${this.app.side(winner)} wins` : '';
  }
  // What is known of a node, in words.
  words(node) {
    if (!this.places) return '';
    const { winner, how, by } = this.of(node);
    const side = winner && this.app.side(winner);
    if (how === 'follows') return `${side} wins with ${by}, after which the position is marked as won or is over.`;
    if (how === 'marked') return `Marked: ${side} wins.`;
    if (how === 'over') return `${side} has won.`;
    if (!this.of(node).after.size) return 'Open.';
    const ends = openEnds(this.places, keyOf(node));
    return ends ? `Open: ${counted(ends, 'open end')} below.` : 'Open: all moves of this tree lose, others may not.';
  }
  // Marks the position of a node.
  chooser(node) {
    const { app } = this;
    const sides = Object.keys(WON).map((colour) => [colour, `${app.side(colour)} wins`]);
    return el('div', { class: 'row standing' },
      choice('Mark as', [['', 'open'], ...sides], markOf(node) || '', (colour) => {
        mark(node, colour);
        app.changed({ visit: false });
      }),
      el('span', { class: 'none', role: 'status' }, this.words(node)));
  }
}
