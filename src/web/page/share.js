// Files as links: a game with its variations, comments and marks, or a review, which is such a
// file that also holds the review itself, so that it can be read back.

import { keep } from './dom.js';

// The property of SGF that holds a review.
const NAME = 'MPREVIEW';
const HELD = new RegExp(`${NAME}\\[((?:\\\\[^]|[^\\]\\\\])*)\\]`);
const ADDRESS = /#(?:review|tree)=([\w-]+)/;
// Longer links are cut off by many programs.
const LONGEST = 8000;

const judged = ({ share, proved }) => ({ share, proved });
const brief = ({ number, move, colour, symbol, best, verdict, words, before, after }) => ({ number, move, colour, symbol, best, verdict, words, before: judged(before), after: judged(after) });

// The file of a finished review.
export function fileOf({ game, nodes, review, sgf }) {
  const { decided, players, reviewed } = review;
  const data = { of: game.sent(nodes[nodes.length - 1]), review: { decided, players, reviewed: reviewed.map(brief) } };
  const held = `;${NAME}[${JSON.stringify(data).replace(/[\\\]]/g, '\\$&')}]`;
  return sgf.replace(HELD, '').replace(';', () => held);
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The link that holds a file of a kind, review or tree, and whether it is too long to send.
export async function linkOf(text, kind) {
  const packed = await through(text, new CompressionStream('deflate-raw'));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${location.origin}/#${kind}=${letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  return { link, long: link.length > LONGEST };
}

// The file that such a link holds; any other text as it is.
export async function unpacked(text) {
  const found = ADDRESS.exec(text);
  if (!found) return text;
  try {
    const letters = atob(found[1].replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    throw new Error('The link is damaged or incomplete.');
  }
}

// Keeps the review in a file, if there is one, for the game that is read from it.
export function restore(text, tree) {
  const found = HELD.exec(text);
  if (!found) return false;
  // The file may be changed now; its review is written anew.
  if (tree.nodes[0].properties) delete tree.nodes[0].properties[NAME];
  try {
    const { of, review } = JSON.parse(found[1].replace(/\\([^])/g, '$1'));
    if (!Array.isArray(of.moves) || !Array.isArray(review.reviewed) || !review.players) return false;
    keep('review', { done: 1, review, sgf: text, of });
    return true;
  } catch {
    return false;
  }
}
