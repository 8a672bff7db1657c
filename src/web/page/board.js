// The board as SVG: stones, marks and overlays.

import { lettersOf, nameOf, placeOf } from './game.js';

const NS = 'http://www.w3.org/2000/svg';
const ROOT3 = Math.sqrt(3);

export function shape(name, attributes = {}, parent = null) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

// Where the arrow keys go on the screen: the axis, and the direction along it.
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1] };
const DIRECTIONS = [[0, -1], [0, 1], [-1, 0], [1, 0], [1, -1], [-1, 1]];

// The orientation of a board is the hour at which a1 is on the face of a clock, as in the links of
// HexWorld: 10 is flat, 9 and 12 are diamonds.
export const FLAT = 10;
const degrees = (hour) => (hour - FLAT) * 30;

const SIDES = ['right', 'bottom', 'left', 'top'];
const CORNERS = ['lower right', 'lower left', 'upper left', 'upper right'];

// Where the edges are on the screen that are at the top, bottom, left and right of a flat board.
export function edgeNames(hour) {
  const name = (usual) => {
    const angle = (usual + degrees(hour) + 360) % 360;
    return hour % 3 ? SIDES[Math.round(angle / 90) % 4] : CORNERS[Math.floor(angle / 90)];
  };
  return { top: name(270), bottom: name(90), left: name(150), right: name(330) };
}

// A description of an orientation.
export function orientation(hour) {
  if (hour % 3 === 0) return `diamond, a1 at the ${{ 3: 'right', 6: 'bottom', 9: 'left', 12: 'top' }[hour]}`;
  const corner = CORNERS[Math.floor(((degrees(hour) + 570) % 360) / 90)];
  return `${hour % 6 === 2 || hour % 6 === 4 ? 'flat' : 'upright'}, a1 at the ${corner}`;
}

export class Board {
  // `handlers` may have press(cell), hover(cell or null) and speak(words). With press the board can
  // be used by keyboard.
  constructor(parent, handlers = {}) {
    this.handlers = handlers;
    this.svg = shape('svg', { role: 'img', class: 'hex' });
    this.title = shape('title', {}, this.svg);
    parent.append(this.svg);
    if (handlers.press) this.takeKeys();
    this.svg.addEventListener('click', (event) => this.pressed(event));
    this.svg.addEventListener('pointermove', (event) => this.hovered(event));
    this.svg.addEventListener('pointerleave', (event) => event.pointerType === 'touch' || this.hovered(null));
  }
  // With the focus on the board the arrow keys choose a cell, and Enter presses it.
  takeKeys() {
    const { svg } = this;
    svg.setAttribute('role', 'application');
    svg.setAttribute('tabindex', '0');
    // A click does not give it the focus: the arrow keys would no longer go through the game.
    svg.addEventListener('mousedown', (event) => {
      event.preventDefault();
      if (document.activeElement !== svg) document.activeElement.blur();
    });
    svg.addEventListener('focus', () => this.pointAt(this.shownLast || nameOf((this.width - 1) >> 1, (this.height - 1) >> 1)));
    svg.addEventListener('blur', () => {
      this.pointAt(null);
      if (this.handlers.hover) this.handlers.hover(null);
    });
    svg.addEventListener('keydown', (event) => {
      if (!this.cursor || event.ctrlKey || event.metaKey || event.altKey) return;
      if (ARROWS[event.key]) this.follow(...ARROWS[event.key]);
      else if (event.key === 'Enter' || event.key === ' ') this.handlers.press(this.cursor);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  // Moves the cursor where an arrow points. If that is between two cells, it goes to the one that
  // is nearer to the line on which it has come.
  follow(axis, direction) {
    const { track, cursor } = this;
    const from = this.cells.get(cursor);
    const line = track && track.axis === axis && track.cursor === cursor ? track.line : from[1 - axis];
    const [column, row] = placeOf(cursor);
    const off = (cell) => Math.abs(this.cells.get(cell)[1 - axis] - line);
    let next = null;
    for (const [x, y] of DIRECTIONS) {
      const cell = nameOf(column + x, row + y);
      const ahead = this.cells.has(cell) && (this.cells.get(cell)[axis] - from[axis]) * direction;
      if (ahead > 1.4 && (!next || off(cell) < off(next) - 0.1)) next = cell;
    }
    if (!next) return;
    this.track = { axis, line, cursor: next };
    this.pointAt(next);
  }
  // Moves the cursor of the keyboard to a cell, and says what is there.
  pointAt(cell) {
    if (cell && !this.cells.has(cell)) return;
    this.cursor = cell;
    this.drawCursor();
    if (!cell) return;
    const { names = {}, marks, numbers } = this.view;
    const stone = this.shown.stones.get(cell);
    const mark = marks && marks.get(cell);
    this.handlers.speak([cell, stone ? names[stone] || stone : 'empty', numbers && numbers.has(cell) && `move ${numbers.get(cell)}`, mark && mark.text, mark && mark.said].filter(Boolean).join(', '));
    if (this.handlers.hover) this.handlers.hover(cell);
  }
  drawCursor() {
    this.pointer.replaceChildren();
    if (!this.cursor) return;
    const [x, y] = this.cells.get(this.cursor);
    shape('polygon', { points: this.hexagon(x, y, 0.9), class: 'cursor' }, this.pointer);
  }
  cellOf(event) {
    const found = event && event.target.closest('[data-cell]');
    return found ? found.dataset.cell : null;
  }
  pressed(event) {
    const cell = this.cellOf(event);
    if (cell && this.handlers.press) this.handlers.press(cell);
  }
  // Touch has no hover: a tap is a press.
  hovered(event) {
    if (event && event.pointerType === 'touch') return;
    const cell = this.cellOf(event);
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (this.handlers.hover) this.handlers.hover(cell, event);
  }
  centre(name) {
    const [column, row] = placeOf(name);
    return this.turned(column * ROOT3 + (row * ROOT3) / 2, row * 1.5);
  }
  turned(x, y) {
    const angle = (this.angle * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return [x * cosine - y * sine, x * sine + y * cosine];
  }
  corner(k, radius) {
    const angle = ((60 * k - 90) * Math.PI) / 180;
    return this.turned(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  hexagon(x, y, radius) {
    const corners = [0, 1, 2, 3, 4, 5].map((k) => this.corner(k, radius));
    return corners.map(([dx, dy]) => `${(x + dx).toFixed(2)},${(y + dy).toFixed(2)}`).join(' ');
  }
  // Draws the empty board if its size or orientation has changed.
  lay(width, height, hour = FLAT) {
    const key = `${width} ${height} ${hour}`;
    if (this.key === key) return;
    this.key = key;
    this.shown = null;
    Object.assign(this, { width, height, angle: degrees(hour) });
    this.svg.replaceChildren(this.title);
    this.cells = new Map();
    const borders = shape('g', { class: 'borders' }, this.svg);
    const ground = shape('g', { class: 'ground' }, this.svg);
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const reach = (x, y, by) => {
      box[0] = Math.min(box[0], x - by);
      box[1] = Math.min(box[1], y - by);
      box[2] = Math.max(box[2], x + by);
      box[3] = Math.max(box[3], y + by);
    };
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const name = nameOf(column, row);
        const [x, y] = this.centre(name);
        this.cells.set(name, [x, y]);
        reach(x, y, 1.15);
        const cell = shape('polygon', { points: this.hexagon(x, y, 1), class: 'cell', 'data-cell': name }, ground);
        if ((column + row * 2) % 3 === 1) cell.classList.add('shade');
      }
    }
    this.drawBorders(borders);
    this.drawNames(reach);
    const [left, top, right, bottom] = box;
    const margin = 0.35;
    this.box = [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
    this.svg.setAttribute('viewBox', this.box.map((n) => n.toFixed(2)).join(' '));
    for (const layer of ['under', 'stones', 'marks', 'over', 'texts', 'pointer', 'touch']) {
      this[layer] = shape('g', { class: `layer ${layer}` }, this.svg);
    }
    if (!this.cells.has(this.cursor)) this.cursor = null;
    this.drawCursor();
    // These receive pointer events, whatever is drawn below.
    for (const [name, [x, y]] of this.cells) {
      shape('polygon', { points: this.hexagon(x, y, 1), class: 'target', 'data-cell': name }, this.touch);
    }
  }
  // A band along each edge, in the colour of its side.
  drawBorders(parent) {
    const { width, height } = this;
    const out = 0.42;
    const band = (cells, corners, colour) => {
      const inner = [];
      const outer = [];
      cells.forEach((name) => {
        const [x, y] = this.centre(name);
        corners.forEach((k) => {
          const [dx, dy] = this.corner(k, 1);
          const [ox, oy] = this.corner(k, 1 + out);
          inner.push([x + dx, y + dy]);
          outer.push([x + ox, y + oy]);
        });
      });
      const points = [...inner, ...outer.reverse()];
      shape('polygon', { points: points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' '), class: `band ${colour}` }, parent);
    };
    const columns = [...Array(width).keys()];
    const rows = [...Array(height).keys()];
    band(columns.map((c) => nameOf(c, 0)), [5, 0, 1], 'black');
    band(columns.map((c) => nameOf(c, height - 1)), [4, 3, 2], 'black');
    band(rows.map((r) => nameOf(0, r)), [0, 5, 4, 3], 'white');
    band(rows.map((r) => nameOf(width - 1, r)), [0, 1, 2, 3], 'white');
  }
  drawNames(reach) {
    const names = shape('g', { class: 'names' }, this.svg);
    names.style.fontSize = `${Math.min(0.62, 0.3 + 0.03 * Math.max(this.width, this.height))}px`;
    const last = { column: this.width - 1, row: this.height - 1 };
    const put = (text, from, dx, dy) => {
      const [x, y] = this.centre(from);
      const [ox, oy] = this.turned(dx, dy);
      reach(x + ox, y + oy, 0.45);
      const label = shape('text', { x: (x + ox).toFixed(2), y: (y + oy).toFixed(2) }, names);
      label.textContent = text;
    };
    for (let column = 0; column < this.width; column += 1) {
      put(lettersOf(column), nameOf(column, 0), -0.95, -1.65);
      put(lettersOf(column), nameOf(column, last.row), 0.95, 1.65);
    }
    for (let row = 0; row < this.height; row += 1) {
      put(`${row + 1}`, nameOf(0, row), -1.85, 0);
      put(`${row + 1}`, nameOf(last.column, row), 1.85, 0);
    }
  }
  // Shows a position. `view` may have: last, won (cells), marks: Map of cell to
  // {fill, text, sub, kind, ring}, ghosts: list of {cell, colour, text}, names of the sides,
  // numbers: Map of cell to the number of its move.
  show(position, view = {}) {
    const { stones, over, marks, texts, under } = this;
    [over, marks, texts, under].forEach((layer) => layer.replaceChildren());
    // During a search only its marks change.
    const { names = {} } = view;
    this.view = view;
    if (this.shown !== position || this.shownLast !== view.last || this.shownWon !== view.won || this.shownNames !== names.black || this.shownNumbers !== view.numbering) {
      Object.assign(this, { shown: position, shownLast: view.last, shownWon: view.won, shownNames: names.black, shownNumbers: view.numbering });
      stones.replaceChildren();
      const spoken = [...position.stones].map(([cell, colour]) => `${names[colour] || colour} ${cell}`).join(', ');
      this.title.textContent = view.label || `${this.width} by ${this.height} board: ${spoken || 'empty'}`;
      for (const target of this.touch.children) target.classList.toggle('taken', position.stones.has(target.dataset.cell));
      for (const [cell, colour] of position.stones) this.stone(stones, cell, colour, view);
    }
    for (const ghost of view.ghosts || []) this.ghost(ghost);
    for (const [cell, mark] of view.marks || []) this.mark(cell, mark, position.stones.has(cell));
    this.svg.dataset.turn = view.turn || '';
  }
  stone(layer, cell, colour, view) {
    const [x, y] = this.cells.get(cell);
    const group = shape('g', { class: `stone ${colour}` }, layer);
    shape('circle', { cx: x.toFixed(2), cy: y.toFixed(2), r: 0.72 }, group);
    // Blue stones have a ring, so the sides differ without colours too.
    if (colour === 'white') shape('circle', { cx: x.toFixed(2), cy: y.toFixed(2), r: 0.5, class: 'ring' }, group);
    if (view.won && view.won.has(cell)) group.classList.add('won');
    const number = view.numbers && view.numbers.get(cell);
    if (number) {
      const label = shape('text', { x: x.toFixed(2), y: y.toFixed(2), class: number > 99 ? 'long' : '' }, group);
      label.textContent = number;
      if (view.last === cell) shape('circle', { cx: x.toFixed(2), cy: y.toFixed(2), r: 0.6, class: 'newest' }, group);
    } else if (view.last === cell) shape('circle', { cx: x.toFixed(2), cy: y.toFixed(2), r: 0.2, class: 'last' }, group);
  }
  ghost({ cell, colour, text }) {
    const [x, y] = this.cells.get(cell);
    shape('circle', { cx: x, cy: y, r: 0.68, class: `ghost ${colour}` }, this.over);
    if (text) this.text(cell, text, 'ghostly');
  }
  mark(cell, mark, taken) {
    const place = this.cells.get(cell);
    if (!place) return;
    const [x, y] = place;
    if (mark.fill) {
      const hex = shape('polygon', { points: this.hexagon(x, y, taken ? 0.98 : 0.9), class: `fill ${mark.fill}` }, taken ? this.under : this.marks);
      if (mark.strength !== undefined) hex.style.fillOpacity = mark.strength.toFixed(2);
    }
    if (mark.ring) shape(taken ? 'circle' : 'polygon', taken ? { cx: x, cy: y, r: 0.8, class: `halo ${mark.ring}` } : { points: this.hexagon(x, y, 0.84), class: `halo ${mark.ring}` }, this.marks);
    if (mark.dot) shape('circle', { cx: x, cy: y, r: 0.24, class: `dot ${mark.dot}` }, this.marks);
    if (mark.text) this.text(cell, mark.text, `${mark.kind || ''} ${mark.sub ? 'above' : ''}`, mark.sub ? -0.18 : 0);
    if (mark.sub) this.text(cell, mark.sub, 'sub', 0.42);
  }
  text(cell, content, kind = '', down = 0) {
    const [x, y] = this.cells.get(cell);
    const label = shape('text', { x: x.toFixed(2), y: (y + down).toFixed(2), class: kind }, this.texts);
    label.textContent = content;
    if (content.length > 3) label.classList.add('long');
  }
}
