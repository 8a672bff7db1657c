// Small helpers for the document.

// Creates an element with attributes and children. `on…` are listeners; strings become text.
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const button = (label, click, attributes = {}) => el('button', { type: 'button', onclick: click, ...attributes }, label);

export const percent = (share) => (share === null || share === undefined ? '–' : `${Math.round(share * 100)}%`);

export const counted = (count, what) => `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`;

export function choice(label, values, current, chosen) {
  const list = el('select', { onchange: () => chosen(list.value) },
    values.map(([value, name]) => el('option', { value, selected: String(value) === String(current) }, name)));
  return el('label', { class: 'field' }, el('span', {}, label), list);
}

export function check(label, current, chosen) {
  const box = el('input', { type: 'checkbox', onchange: () => chosen(box.checked), checked: current });
  return el('label', { class: 'check' }, box, el('span', {}, label));
}

// Text whose cells light up on the board when pointed at.
export function lit(app, words, sets = []) {
  const parts = [];
  let last = 0;
  for (const found of words.matchAll(/\b(?:a[a-f]|[a-z])(?:[12]\d|3[0-2]|[1-9])\b/g)) {
    if (!app.game.position.has(found[0])) continue;
    parts.push(words.slice(last, found.index));
    parts.push(light(app, found[0], [found[0]]));
    last = found.index + found[0].length;
  }
  parts.push(words.slice(last));
  return el('span', {}, parts, sets.map(([name, cells]) => [' ', light(app, name, cells, 'chip')]));
}

// A word that lights cells.
export function light(app, word, cells, kind = 'cell-name') {
  const show = () => app.lightUp(cells);
  const hide = () => app.lightUp(null);
  return el('span', { class: kind, tabindex: '0', onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide }, word);
}

// Reads what this tab stored, otherwise what the last tab stored.
export function kept(key, usual) {
  try {
    const name = `mustplay-${key}`;
    const text = sessionStorage.getItem(name) || localStorage.getItem(name);
    return text ? { ...usual, ...JSON.parse(text) } : { ...usual };
  } catch {
    return { ...usual };
  }
}

export function keep(key, value) {
  try {
    const text = JSON.stringify(value);
    localStorage.setItem(`mustplay-${key}`, text);
    // Earlier games are shared by all tabs.
    if (key !== 'games') sessionStorage.setItem(`mustplay-${key}`, text);
  } catch {
    // The page works without storage.
  }
}

export function download(name, content, kind) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
