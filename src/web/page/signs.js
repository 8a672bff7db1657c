// The marks of a game’s file, as SGF has them: drawn on the board, and told in words.

import { shape } from './board.js';
import { nameOf, placeOf } from './game.js';

const KINDS = { TR: ['triangle', '△'], SQ: ['square', '□'], CR: ['circle', '○'], MA: ['cross', '✕'], SL: ['selected', '◇'] };
// Half the size of a mark.
const HALF = 0.36;
const TRIANGLE = [[0, -1.1], [0.95, 0.6], [-0.95, 0.6]];
const SQUARE = [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]];
const DIAMOND = [[0, -1.1], [1.1, 0], [0, 1.1], [-1.1, 0]];

// The cells of a value: one, or the corners of a rectangle.
function cellsOf(value) {
  const corners = value.toLowerCase().split(':').map((part) => placeOf(part.trim()));
  const [from, to = from] = corners;
  if (!from || !to) return [];
  const cells = [];
  for (let row = Math.min(from[1], to[1]); row <= Math.max(from[1], to[1]); row += 1) {
    for (let column = Math.min(from[0], to[0]); column <= Math.max(from[0], to[0]); column += 1) cells.push(nameOf(column, row));
  }
  return cells;
}

// The marks of a node: their cells, kinds and words.
export function signsOf(node) {
  const properties = node.properties || {};
  const signs = [];
  for (const [name, [kind, symbol]] of Object.entries(KINDS)) {
    for (const cell of (properties[name] || []).flatMap(cellsOf)) signs.push({ cell, kind, symbol, words: kind === 'selected' ? kind : `marked with a ${kind}` });
  }
  for (const value of properties.LB || []) {
    const [cell, ...label] = value.split(':');
    const text = label.join(':').trim();
    if (text) signs.push({ cell: cell.trim().toLowerCase(), kind: 'label', symbol: `“${text}”`, label: text, words: `labelled ${text}` });
  }
  return signs.filter(({ cell }) => node.position.has(cell));
}

// The marks in one line: what is drawn, and where.
export function legend(signs) {
  const groups = new Map();
  signs.forEach(({ symbol, kind, cell }) => {
    const name = kind === 'label' ? symbol : `${symbol} ${kind}`;
    groups.set(name, [...(groups.get(name) || []), cell]);
  });
  return [...groups].map(([name, cells]) => `${name}: ${cells.join(', ')}`).join('; ');
}

// Draws the marks over the stones, small and at the top where `busy(cell)` tells that there is a
// figure already.
export function drawSigns(board, signs, stones, busy) {
  if (signs.length) board.svg.setAttribute('aria-description', `Marks: ${legend(signs)}`);
  else board.svg.removeAttribute('aria-description');
  for (const { cell, kind, label } of signs) {
    const [x, middle] = board.cells.get(cell);
    const [y, half] = busy(cell) ? [middle - 0.6, HALF / 2] : [middle, HALF];
    const size = busy(cell) ? ' small' : '';
    const colour = stones.has(cell) ? `sign over ${stones.get(cell)}${size}` : `sign${size}`;
    const points = (corners) => corners.map(([dx, dy]) => `${(x + dx * half).toFixed(2)},${(y + dy * half).toFixed(2)}`).join(' ');
    const outline = (corners) => shape('polygon', { points: points(corners), class: colour }, board.marks);
    if (kind === 'triangle') outline(TRIANGLE);
    else if (kind === 'square') outline(SQUARE);
    else if (kind === 'selected') outline(DIAMOND);
    else if (kind === 'circle') shape('circle', { cx: x, cy: y, r: half, class: colour }, board.marks);
    else if (kind === 'cross') shape('path', { d: `M${x - half} ${y - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`, class: colour }, board.marks);
    else board.text(cell, label, colour, y - middle);
  }
}
