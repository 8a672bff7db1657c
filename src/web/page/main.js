// The page: one game, one board, and the modes. All but the first mode are in a second file, which
// is loaded when the board has been drawn.

import { Board, edgeNames, FLAT } from './board.js';
import { Game, nameOf, other, placeOf, plain, repaired, shownBy } from './game.js';
import { json, aborted, engineNames, engines, LOST, textOf, Turn } from './server.js';
import { button, el, keep, kept } from './dom.js';
import { play } from './play.js';
import { treeKey } from './tree.js';
import { drawSigns, signsOf } from './signs.js';
import { restore, unpacked } from './share.js';
import { copyLink, ELSEWHERE, showRules, showSettings } from './help.js';

// The modes that have been loaded, and the names of the others.
const MODES = { play };
const LATER = ['analysis', 'review', 'proof', 'puzzles', 'explore', 'setup', 'lesson'];
// Names of orientations in settings of earlier versions.
const LIES = { flat: 10, wide: 9, tall: 12 };
// How long a hidden tab goes on analysing.
const REST = 60000;
// The state of the history's entries that the page has made itself.
const OWN = 'own';
const byId = (id) => document.getElementById(id);

export const app = {
  game: new Game(11),
  settings: kept('settings', { lie: 'auto', theme: 'auto', stones: 'colours', names: true, numbers: 'off' }),
  mode: null,
  lit: null,
  board: null,
  // The node of the hint that is shown or being searched for.
  hinted: null,
  hinting: new Turn(),

  // The name of a side.
  side(colour) {
    const names = this.settings.stones === 'colours' ? { black: 'Red', white: 'Blue' } : { black: 'Black', white: 'White' };
    return names[colour];
  },
  // The edges by colour, which does not depend on the orientation.
  edges(colour) {
    return `the ${this.side(colour).toLowerCase()} edges`;
  },
  // The orientation that the link of the game or the settings choose, if they do.
  get chosenLie() {
    const { lie } = this.settings;
    return this.game.shown.lie || LIES[lie] || Number(lie) || null;
  },
  // The orientation of the board.
  get lie() {
    return this.chosenLie || (matchMedia('(max-width: 720px)').matches && this.game.width > 7 ? 12 : FLAT);
  },
  // Which stones have the numbers of their moves: all, the last or none.
  get numbering() { return this.game.shown.numbers || this.settings.numbers; },
  get numbers() {
    const { game, numbering } = this;
    if (numbering === 'off') return null;
    return numbering === 'all' ? game.numbers : new Map([...game.numbers].filter(([cell]) => cell === game.at.last));
  },
  // The address of the game, as HexWorld writes it.
  get address() {
    const lie = this.chosenLie || FLAT;
    return this.game.hash.replace(',', `${lie === FLAT ? '' : `r${lie}`}${this.numbering === 'all' ? 'n' : ''},`);
  },
  // The link of the game: HexWorld shows it to everyone, and this page reads it.
  get link() {
    const { ahead } = this.game;
    return `https://hexworld.org/board/${this.address}${ahead && `,${ahead}`}`;
  },
  // Translates Black and White in text from the program to the page's colours.
  words(message) {
    const where = edgeNames(this.lie);
    const text = where.top !== 'top' || where.left !== 'left' ? message.replace(/\bthe (top|bottom|left|right)\b/g, (_, edge) => `the ${where[edge]} edge`).replace(/\b(top|left) and (bottom|right)\b/g, (_, one, two) => `${where[one]} and ${where[two]}`) : message;
    if (this.settings.stones !== 'colours') return text;
    return text.replace(/\bBlack\b/g, 'Red').replace(/\bWhite\b/g, 'Blue').replace(/\bblack\b/g, 'red').replace(/\bwhite\b/g, 'blue');
  },

  // Draws board, status and buttons.
  draw() {
    const { game, board, mode } = this;
    if (this.hinted && this.hinted !== game.at) this.forgetHint();
    board.lay(game.width, game.height, this.lie);
    const { result } = game;
    const view = (mode.view && mode.view(this)) || {};
    const marks = new Map(view.marks || []);
    if (this.lit) this.lit.forEach((cell) => marks.set(cell, { ...(marks.get(cell) || {}), fill: 'lit', strength: undefined, ring: 'lit' }));
    const { numbers } = this;
    const signs = signsOf(game.at);
    const busy = new Set([...marks].filter(([, mark]) => mark.text).map(([cell]) => cell));
    signs.forEach(({ cell, words }) => {
      const { said } = marks.get(cell) || {};
      marks.set(cell, { ...(marks.get(cell) || {}), said: said ? `${said}, ${words}` : words });
    });
    // A label takes the place of the dot on the last stone.
    const last = view.last === undefined ? game.at.last : view.last;
    const labelled = signs.some(({ cell, label }) => label && cell === last);
    if (labelled) marks.set(last, { ring: 'own', ...marks.get(last) });
    board.show(game.position, {
      ...view,
      marks,
      last: labelled ? null : last,
      won: result ? result.chain : null,
      // A sign takes the place of a number.
      numbers: numbers && new Map([...numbers].filter(([cell]) => !signs.some((sign) => sign.cell === cell))),
      numbering: this.numbering,
      turn: view.turn || (result ? '' : game.turn),
      names: { black: this.side('black'), white: this.side('white') },
    });
    drawSigns(board, signs, game.position.stones, (cell) => busy.has(cell));
    this.entitle();
    byId('engine').textContent = engineNames[engines.name];
    const status = byId('status');
    const line = (mode.status && mode.status(this)) || this.usualStatus();
    if (status.textContent !== line) status.textContent = line;
    status.dataset.turn = result ? '' : game.turn;
    byId('swap').hidden = !(game.position.maySwap && (!mode.maySwap || mode.maySwap(this)));
    byId('undo').disabled = mode.canUndo ? !mode.canUndo() : !game.at.parent;
    byId('setup').hidden = ['setup', 'puzzles', 'lesson'].includes(this.modeName);
    byId('back').disabled = byId('first').disabled = !game.at.parent;
    byId('forward').disabled = byId('last').disabled = !game.at.children.length;
    byId('hint').disabled = !!result;
    byId('pass').hidden = !this.mayPass;
    byId('hint').hidden = mode.hints === false;
    document.documentElement.dataset.stones = this.settings.stones;
    document.documentElement.dataset.names = this.settings.names ? 'on' : 'off';
    if (this.settings.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.settings.theme;
  },
  // The titles of the page: what it is for, and its game.
  entitle() {
    const { game, mode } = this;
    const { black, white } = game.names;
    const players = black && white ? `${black} against ${white}, ` : '';
    const usual = `${players}${game.width} × ${game.height}, ${game.at.depth ? `move ${game.at.depth}` : 'start'}`;
    const use = mode.name || document.querySelector(`[data-mode=${this.modeName}]`).textContent;
    const title = `${use}: ${(mode.title && mode.title(this)) || usual}`;
    if (byId('heading').textContent === title) return;
    byId('heading').textContent = title;
    document.title = `${title} – mustplay`;
  },
  usualStatus() {
    const { result, turn, at } = this.game;
    if (result && result.resigned) return `${this.side(result.winner)} wins: ${this.side(other(result.winner))} resigned.`;
    if (result) return `${this.side(result.winner)} wins: ${this.edges(result.winner)} are connected.`;
    return `${at.move === 'pass' ? `${this.side(other(turn))} passed. ` : ''}Move ${at.depth + 1}: ${this.side(turn)} to move.`;
  },
  lightUp(cells) {
    this.lit = cells;
    this.draw();
  },

  // The game has changed: save it, draw it and notify the mode.
  changed({ visit = true } = {}) {
    // A puzzle or a step of the lesson is not the visitor's game.
    if (this.game.posed) {
      this.draw();
      return;
    }
    keep('game', this.game.tree());
    const { address } = this;
    if (visit && location.hash !== address) history.pushState(OWN, '', address);
    else this.readdress();
    this.lit = null;
    if (this.mode.changed) this.mode.changed(this);
    this.draw();
  },
  readdress() {
    if (location.hash !== this.address) history.replaceState(OWN, '', this.address);
  },
  // The game is shown in another way; one that the address does not have is not saved.
  reshown() {
    if (this.game.posed || plain(location.hash) !== this.game.hash) return;
    keep('game', this.game.tree());
    this.readdress();
  },
  start(game, options) {
    this.shelve();
    byId('notice').hidden = true;
    this.game = game;
    this.changed(options);
  },
  // Stores the current game so that it can be resumed.
  shelve() {
    const game = this.game.posed ? this.mode.before : this.game;
    if (!game || game.root.children.length === 0 || !game.root.children[0].children.length) return;
    const { list } = kept('games', { list: [] });
    const tree = game.tree();
    const same = (one) => JSON.stringify(one.tree.nodes) === JSON.stringify(tree.nodes);
    keep('games', { list: [{ when: Date.now(), tree }, ...list.filter((one) => !same(one))].slice(0, 20) });
  },
  move(move) {
    if (!this.game.play(move)) return false;
    this.changed();
    return true;
  },
  go(how) {
    this.game[how]();
    this.changed({ visit: false });
  },
  press(cell) {
    if (this.mode.press) this.mode.press(this, cell);
    else this.move(cell);
  },
  swap() {
    if (!this.game.position.maySwap || (this.mode.maySwap && !this.mode.maySwap(this))) return;
    const move = this.game.width === this.game.height ? 'swap-pieces' : 'swap-sides';
    if (this.mode.press) this.mode.press(this, move);
    else this.move(move);
  },
  // Hex has no pass, so none is played against mustplay; an analysis may ask what would follow one.
  get mayPass() {
    const { modeName, game } = this;
    return !game.result && (['analysis', 'review'].includes(modeName) || (modeName === 'play' && !play.options.level));
  },
  pass() {
    if (!this.mayPass) return;
    this.press('pass');
    this.speak(this.usualStatus());
  },
  undo() {
    if (this.mode.undo) this.mode.undo(this);
    else if (this.game.takeBack()) this.changed({ visit: false });
  },
  async hint() {
    if (this.game.result || this.mode.hints === false) return;
    const asked = this.game.at;
    this.toast('Finding a hint …', 60000);
    this.hinted = asked;
    try {
      const swap = !!(this.mode.options && this.mode.options.swap);
      const question = { game: this.game.sent(), seconds: 2.5, swap };
      const hint = await json('api/hint', question, this.hinting.begin());
      if (this.game.at !== asked) return;
      this.toast(this.words(hint.advice), 15000);
      this.hinted = asked;
      this.lightUp(hint.move.startsWith('swap') ? [] : [hint.move]);
    } catch (error) {
      this.fail(error);
    }
  },
  // A hint, also one that is still being searched for, ends with its position.
  forgetHint() {
    this.hinting.end();
    if (!this.hinted) return;
    this.hinted = null;
    this.lit = null;
    byId('toast').hidden = true;
  },

  // For those who do not see the board.
  speak(words) { byId('spoken').textContent = words; },
  toast(text, time = 6000) {
    const toast = byId('toast');
    this.hinted = null;
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => { toast.hidden = true; }, time);
  },
  fail(error) {
    if (!aborted(error)) this.toast(this.words(error.message));
  },
  // Shows an error until it is dismissed, with a game to open instead.
  problem(words, game = null) {
    const dismiss = () => { byId('notice').hidden = true; };
    const offer = game ? [' Did you mean ', button(game.hash, () => this.start(game), { class: 'small' }), '?'] : [];
    byId('notice').replaceChildren(el('span', {}, words, offer), button('Dismiss', dismiss, { class: 'small' }));
    byId('notice').hidden = false;
  },

  // Enters a mode: at once if it has been loaded.
  async enter(name) {
    this.entering = name;
    if (LATER.includes(name) && !MODES[name]) {
      await this.load();
      // Meanwhile the visitor may have gone elsewhere; and without the mode, this one stays.
      if (this.mode && (this.entering !== name || !MODES[name])) return;
    }
    this.forgetHint();
    if (this.mode && this.mode.leave) this.mode.leave(this, name);
    const from = this.modeName;
    this.mode = MODES[name] || play;
    this.modeName = MODES[name] ? name : 'play';
    keep('mode', { name: this.modeName });
    this.lit = null;
    document.querySelectorAll('[data-mode]').forEach((one) => {
      if (one.dataset.mode === this.modeName) one.setAttribute('aria-current', 'page');
      else one.removeAttribute('aria-current');
    });
    const panel = el('div', { class: `panel ${this.modeName}` });
    byId('panel').replaceChildren(panel);
    this.mode.enter(this, panel, from);
    if (from) this.reshown();
    this.draw();
  },

  // Loads the other modes. If the server is not there, the next call tries again, at another
  // address: some browsers remember that one has failed.
  async load() {
    this.loading ||= import(this.failures ? `./later.js?${this.failures}` : './later.js');
    try {
      const { modes } = await this.loading;
      Object.assign(MODES, modes);
    } catch {
      this.loading = null;
      this.failures = (this.failures || 0) + 1;
      this.problem(LOST);
    }
  },

  // Reads a game that was pasted, dropped or given in the address.
  async read(text, options) {
    if (/^\s*\S*(playhex|littlegolem)\S*\s*$/i.test(text)) throw new Error(ELSEWHERE);
    const whole = await unpacked(text);
    const tree = await json('api/read', { text: whole });
    const isReview = restore(whole, tree);
    const game = Game.fromTree(tree);
    game.shown = shownBy(text);
    if (tree.moves !== null) game.first();
    for (let ahead = tree.moves; ahead > 0; ahead -= 1) game.forward();
    const isTree = /#tree=/.test(text);
    if (isTree) game.first();
    this.start(game, options);
    if (isReview) await this.enter('review');
    else if (isTree) await this.enter('analysis');
    return tree;
  },
};

// The node of the tree that the address names, for example after going back.
function nodeAt(hash) {
  const here = app.game.at;
  const open = [app.game.root];
  let found = null;
  while (open.length && !found) {
    const node = open.pop();
    app.game.at = node;
    if (app.game.hash === plain(hash)) found = node;
    open.push(...node.children);
  }
  app.game.at = found || here;
  return found;
}

async function fromAddress() {
  const { hash } = location;
  if (hash.length < 2 || hash === app.address) return app.changed({ visit: false });
  if (nodeAt(hash)) {
    // Going back leaves the board as it is turned now.
    if (history.state !== OWN) app.game.shown = shownBy(hash);
    return app.changed({ visit: false });
  }
  // A new address has two events.
  if (app.reading === hash) return null;
  app.reading = hash;
  try {
    if (!/^#(\d|review=|tree=)/.test(hash)) throw new Error('it has to begin with the size of the board, such as #11,a5f6.');
    await app.read(hash, { visit: false });
  } catch (error) {
    if (error.message === LOST) return app.problem(LOST);
    const why = error.message.replace(/^This cannot be read as a game: (?:line 1, )?/, '');
    const meant = /^#(review|tree)=/.test(hash) ? null : repaired(hash);
    app.problem(`The address ${hash.length > 60 ? `${hash.slice(0, 60)}…` : hash} cannot be read: ${app.words(why)}`, meant && meant.hash !== hash ? meant : null);
    // The game stays, and so does its address.
    app.changed({ visit: false });
  } finally {
    app.reading = null;
  }
  return null;
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('dialog').open) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const found = {
    ArrowLeft: () => app.go('back'),
    ArrowRight: () => app.go('forward'),
    ArrowUp: () => { app.game.sibling(-1); app.changed({ visit: false }); },
    ArrowDown: () => { app.game.sibling(1); app.changed({ visit: false }); },
    Home: () => app.go('first'),
    End: () => app.go('last'),
    u: () => app.undo(),
    s: () => app.swap(),
    h: () => app.hint(),
    ...app.mode.keys,
  }[event.key] || (app.mode.record !== false && treeKey(app, event.key));
  if (!found) return;
  event.preventDefault();
  found();
}

function typed(event) {
  event.preventDefault();
  const field = byId('move');
  const word = field.value.trim().toLowerCase();
  if (word === 'swap' && !byId('swap').hidden) app.swap();
  else if (word === 'swap') app.toast('There is nothing to swap now.');
  else if (word === 'pass' && app.mayPass) app.pass();
  else if (app.game.position.stones.has(word) && app.modeName !== 'setup') app.toast(`${word} is taken.`);
  else if (placeOf(word) && app.game.position.has(word)) app.press(word);
  else if (word) app.toast(`${word} is not a cell of this board: type a cell such as ${nameOf(app.game.width >> 1, app.game.height >> 1)}, or swap.`);
  field.value = '';
}

// Games that are pasted anywhere, or dropped as files.
function exchange() {
  document.addEventListener('paste', (event) => {
    if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    const text = event.clipboardData.getData('text');
    if (text.trim()) app.read(text).then(() => app.toast('Loaded the pasted game.')).catch((error) => app.problem(app.words(error.message)));
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    try {
      const text = file ? await textOf(file) : event.dataTransfer.getData('text');
      if (/"mustplay-certificate\//.test(text.slice(0, 400))) {
        await app.enter('proof');
        if (app.modeName === 'proof') await app.mode.load(app, text);
      } else await app.read(text);
    } catch (error) {
      app.problem(app.words(error.message));
    }
  });
}

// A tab that has been hidden for a while stops its analysis, and goes on when it is seen again.
function hidden() {
  clearTimeout(app.resting);
  if (document.hidden) app.resting = setTimeout(() => app.mode.rest && app.mode.rest(app), REST);
  else if (app.mode.wake) app.mode.wake(app);
}

async function begin() {
  app.board = new Board(byId('board'), {
    press: (cell) => app.press(cell),
    speak: (words) => app.speak(words),
    hover: (cell, event) => app.mode.hover && app.mode.hover(app, cell, event),
  });
  const saved = kept('game', {});
  if (saved.nodes) app.game = Game.fromTree(saved);
  const { name } = kept('mode', { name: 'play' });
  const elsewhere = location.hash.length > 1 && location.hash !== app.address;
  if (name === 'setup') await app.load();
  const isOver = name === 'setup' && (elsewhere || !MODES.setup || !MODES.setup.interrupted(app));
  await app.enter(isOver ? 'play' : name);
  const bind = (id, act) => byId(id).addEventListener('click', act);
  ['first', 'back', 'forward', 'last'].forEach((id) => bind(id, () => app.go(id)));
  bind('undo', () => app.undo());
  bind('swap', () => app.swap());
  bind('pass', () => app.pass());
  bind('hint', () => app.hint());
  bind('link', () => copyLink(app));
  bind('rules', () => showRules(app));
  bind('settings', () => showSettings(app));
  bind('engine', () => showSettings(app));
  byId('typed').addEventListener('submit', typed);
  document.querySelector('.brand').addEventListener('click', (event) => {
    event.preventDefault();
    app.enter('play');
    play.fresh(app);
  });
  document.querySelectorAll('[data-mode]').forEach((one) => one.addEventListener('click', () => app.enter(one.dataset.mode)));
  document.addEventListener('keydown', keys);
  exchange();
  addEventListener('popstate', fromAddress);
  addEventListener('hashchange', fromAddress);
  document.addEventListener('visibilitychange', hidden);
  matchMedia('(max-width: 720px)').addEventListener('change', () => app.draw());
  if (document.hidden) hidden();
  if (location.hash.length < 2) history.replaceState(OWN, '', app.address);
  performance.mark('board');
  engines.prepare();
  await Promise.all([location.hash.length > 1 ? fromAddress() : null, app.load()]);
  performance.mark('ready');
  engines.install().catch(() => {});
}

begin();
