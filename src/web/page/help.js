// Dialogs: the rules in three pictures, settings, opening and saving games.

import { Board, orientation, shape } from './board.js';
import { Position } from './game.js';
import { linkOf } from './share.js';
import { engineNames, engines, text } from './server.js';
import { button, check, choice, download, el, keep } from './dom.js';

const dialog = () => document.getElementById('dialog');

function open(title, ...content) {
  const close = button('Close', () => dialog().close(), { class: 'main' });
  dialog().replaceChildren(el('h2', {}, title), ...content, el('div', { class: 'row end' }, close));
  if (!dialog().open) dialog().showModal();
}

// Asks before something that cannot be taken back by a press.
export function confirm(question, words, act) {
  const close = () => dialog().close();
  const done = () => {
    close();
    act.run();
  };
  dialog().replaceChildren(el('h2', {}, question), el('p', {}, words),
    el('div', { class: 'row end' }, button(act.label, done), button('Cancel', close, { class: 'main', autofocus: true })));
  dialog().showModal();
}

// Copies a text; false if the browser refuses.
export async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    // Refused, or no secure connection.
  }
  const before = document.activeElement;
  const field = el('textarea', { class: 'unseen', readonly: true });
  field.value = words;
  (dialog().open ? dialog() : document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  before.focus();
  return done;
}

// A dialog has a place of its own for the confirmation: nothing behind it is read aloud.
export async function copyLink(app, place = null) {
  const { link } = app;
  if (await copied(link)) {
    if (place) place.textContent = 'Link copied.';
    else {
      app.speak('Link copied.');
      app.toast(`Link copied: ${link}`);
    }
    return null;
  }
  const field = el('input', { readonly: true, 'aria-label': 'Link to this game', value: link });
  open('Copy the link', el('p', {}, 'The browser does not let this page copy. Copy the marked link yourself, with Ctrl-C or by a long press.'), field);
  return field.select();
}

// How to get a game from sites whose links do not contain it.
export const ELSEWHERE = 'A link of PlayHex or Little Golem does not contain the game, and this page requests nothing from other sites. Save the game there as SGF, then drop that file here or paste its text.';

function picture(width, stones, marks, words, won = false) {
  const holder = el('div', { class: 'mini' });
  const board = new Board(holder);
  board.lay(width, width);
  const position = new Position(width, width, new Map(stones));
  const result = won ? position.won() : null;
  board.show(position, { marks: new Map(marks), won: result ? result.chain : null, label: words });
  return el('figure', {}, holder, el('figcaption', {}, words));
}

const of = (colour, cells) => cells.split(' ').map((cell) => [cell, colour]);

export function showRules(app) {
  const [red, blue] = [app.side('black'), app.side('white')];
  const first = [...of('black', 'c2'), ...of('white', 'b4')];
  const won = [...of('black', 'd1 c2 c3 b4 b5'), ...of('white', 'c1 b2 b3 d3 d4')];
  open('Hex in three pictures', el('div', { class: 'pictures' },
    picture(5, first, [], `In turn, each side puts a stone on an empty cell. Stones never move. ${red} begins.`),
    picture(5, won, [], `${red} wins by connecting top and bottom, ${blue} by connecting left and right. There is always exactly one winner.`, true),
    picture(5, [...of('black', 'c3 d1')], [['c2', { fill: 'safe' }], ['d2', { fill: 'safe' }]], `A bridge: these stones are as good as connected. If ${blue} takes one lit cell, ${red} takes the other.`)),
  el('p', {}, 'Swap rule: the first stone is an advantage, so the second player may take it over instead of moving. Here the pieces are swapped: the stone changes colour and is mirrored, so it is worth the same to its new owner. A good first stone is neither too strong nor too weak.'),
  el('div', { class: 'row' }, button('First lesson', () => {
    dialog().close();
    app.enter('lesson');
  }), el('span', { class: 'none' }, 'Six short steps: rules, bridges, templates, ladders, the swap.')));
}

export function showSettings(app) {
  const { settings } = app;
  const set = (key) => (value) => {
    settings[key] = value;
    keep('settings', settings);
    // What a link had set for this game, or for the one that waits behind a puzzle or a lesson.
    [app.game, app.mode.before].forEach((game) => { if (game) delete game.shown[key]; });
    app.enter(app.modeName);
  };
  const hours = [10, 9, 12, 1, 2, 3, 4, 5, 6, 7, 8, 11].map((hour) => [hour, `${orientation(hour)} (r${hour})`]);
  open('Settings',
    el('div', { class: 'fields' },
      choice('Orientation', [['auto', 'to fit the screen'], ...hours], app.chosenLie || 'auto', set('lie')),
      choice('Stones', [['colours', 'red and blue'], ['plain', 'black and white']], settings.stones, set('stones')),
      choice('Colours', [['auto', 'system default'], ['light', 'light'], ['dark', 'dark']], settings.theme, set('theme')),
      choice('Move numbers', [['off', 'off'], ['last', 'on the last stone'], ['all', 'on all stones']], app.numbering, set('numbers')),
      engines.all.length > 1 ? choice('Engine', engines.all.map((name) => [name, engineNames[name]]), engines.name, (name) => {
        engines.choose(name);
        app.enter(app.modeName);
      }) : null),
    check('Coordinates', settings.names, set('names')),
    el('h2', {}, 'Keys'),
    el('dl', { class: 'keys' }, [['Tab', 'to the board, where the arrow keys choose a cell and Enter plays'], ['← →', 'elsewhere: back or forward one move'], ['↑ ↓', 'previous or next variation'], ['1 … 9', 'go on with this variation'], ['p', 'promote the variation'], ['Delete', 'delete this move and what follows'], ['Home End', 'to the start or end'], ['u', 'take back'], ['s', 'swap'], ['h', 'a hint'], ['1 2 3 t', 'while setting up: stones of either colour, removal, the side to move'], ['ctrl-V', 'paste a game or a link']].flatMap(([key, what]) => [el('dt', {}, key), el('dd', {}, what)])));
}

// The board as a standalone picture, with its current styles.
function picturedBoard(app) {
  const copy = app.board.svg.cloneNode(true);
  const from = [app.board.svg, ...app.board.svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((one, index) => {
    const style = getComputedStyle(one);
    for (const name of ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline', 'display']) {
      to[index].setAttribute(name, style.getPropertyValue(name));
    }
  });
  copy.querySelectorAll('.touch').forEach((one) => one.remove());
  const [x, y, width, height] = app.board.box;
  const ground = getComputedStyle(document.body).backgroundColor;
  copy.prepend(shape('rect', { x, y, width, height, fill: ground }));
  copy.setAttribute('width', Math.round(width * 40));
  copy.setAttribute('height', Math.round(height * 40));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return { source: new XMLSerializer().serializeToString(copy), width: Math.round(width * 40), height: Math.round(height * 40) };
}

async function saveAs(app, kind) {
  if (kind === 'svg') return download('hex.svg', picturedBoard(app).source, 'image/svg+xml');
  if (kind === 'png') {
    const { source, width, height } = picturedBoard(app);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
    await image.decode();
    const canvas = el('canvas', { width, height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    URL.revokeObjectURL(image.src);
    return canvas.toBlob((blob) => download('hex.png', blob, 'image/png'));
  }
  return download('game.sgf', await text('api/write', { tree: app.game.tree(), as: 'sgf' }), 'application/x-go-sgf');
}

// Makes the link that holds the whole tree, shows it in a field and copies it.
async function shareTree(app, field, done) {
  const { link, long } = await linkOf(await text('api/write', { tree: app.game.tree(), as: 'sgf' }), 'tree');
  field.value = link;
  field.hidden = long;
  if (long) done.textContent = `This tree is too long for a link (${link.length.toLocaleString()} characters): save it as SGF and send the file.`;
  else done.textContent = await copied(link) ? 'Link with variations copied.' : 'Copy the link with variations from the field above.';
}

// Opening and saving games.
export function exporter(app) {
  const show = () => {
    const field = el('textarea', { rows: 5, 'aria-label': 'A game or a link', placeholder: 'HexWorld link, SGF, JSON, moves such as a5 f6, or a drawn board' });
    const link = el('input', { readonly: true, 'aria-label': 'Link to this game', value: app.link });
    const whole = el('input', { readonly: true, hidden: true, 'aria-label': 'Link with all variations' });
    const save = (kind) => () => saveAs(app, kind).catch((error) => app.fail(error));
    const why = el('p', { class: 'remark bad', role: 'alert', hidden: true });
    const done = el('p', { role: 'status', class: 'none' });
    open('Open and save',
      el('p', {}, 'Paste a game, or drop a file anywhere on the page.'), field, why,
      el('p', { class: 'none' }, ELSEWHERE),
      el('div', { class: 'row' }, button('Load', async () => {
        try {
          await app.read(field.value);
          dialog().close();
        } catch (error) {
          why.textContent = field.value.trim() ? `No game found in this text. ${app.words(error.message)}` : 'Paste a game first.';
          why.hidden = false;
        }
      }, { class: 'main' })),
      el('h2', {}, 'Save this game'),
      el('div', { class: 'row' }, button('SGF', save('sgf')), button('SVG', save('svg')), button('PNG', save('png')), button('Copy link', () => copyLink(app, done))),
      el('div', { class: 'row' }, button('Link with variations', () => shareTree(app, whole, done).catch((error) => app.fail(error)), { title: 'Holds all variations, comments and marks' })),
      whole, link, done);
  };
  return button('Open / save', show, { title: 'Paste a game, save it as SGF, SVG, PNG or link' });
}

