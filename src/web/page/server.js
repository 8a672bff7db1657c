// Asks the server: JSON in, JSON or a stream of events out. Paths are relative, so that the page
// works below an address with a token as well.

let page = document.querySelector('meta[name=page-token]').content;

// Longer bodies are sent compressed: the server accepts 256 KB.
const LONG = 1 << 16;

// What is said when there is no answer at all, rather than an error of the server.
export const LOST = 'No answer from mustplay. Check that “mustplay serve” is running, then try again.';
const lost = (error) => (aborted(error) ? error : new Error(LOST));

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    throw lost(error);
  }
}

async function ask(path, body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  let content = JSON.stringify(body || {});
  if (content.length > LONG) {
    headers['Content-Encoding'] = 'gzip';
    content = await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  }
  const request = () => reach(path, {
    method: 'POST',
    headers: { ...headers, 'X-Mustplay-Page': page },
    body: content,
    signal,
  });
  let answer = await request();
  if (answer.status === 403) {
    // The server was restarted and no longer knows this page.
    const hello = await reach('api/page', { signal });
    if (hello.ok) {
      page = (await hello.json()).page;
      answer = await request();
    }
  }
  if (!answer.ok) throw new Error((await answer.text()).trim() || answer.statusText);
  return answer;
}

export async function json(path, body, signal) {
  return (await ask(path, body, signal)).json();
}

export async function text(path, body, signal) {
  return (await ask(path, body, signal)).text();
}

// Calls onEvent(name, data) for each event; resolves with the data of the last one, `done`.
export async function stream(path, body, signal, onEvent) {
  const answer = await ask(path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = '';
  for (;;) {
    const { value, done } = await reader.read().catch((error) => { throw lost(error); });
    if (done) throw new Error(LOST);
    left += value;
    const parts = left.split('\n\n');
    left = parts.pop();
    for (const part of parts) {
      const [head, ...rest] = part.split('\n');
      const name = head.slice(7);
      const data = JSON.parse(rest.join('\n').slice(6));
      if (name === 'error') throw new Error(data.why);
      if (name === 'done') return data;
      onEvent(name, data);
    }
  }
}

// One request at a time: a newer one ends the one before it.
export class Turn {
  begin() {
    this.end();
    this.now = new AbortController();
    return this.now.signal;
  }
  end() {
    if (this.now) this.now.abort();
    this.now = null;
  }
}

// The text of a file, which may be compressed.
export async function textOf(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

export const aborted = (error) => error.name === 'AbortError';
