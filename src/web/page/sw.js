// The service worker of the page as files: what was loaded once is there without a network.

const KEPT = 'mustplay FILES';
const ALL = NAMES;

const own = async (event) => {
  const keep = await caches.open(KEPT);
  const url = new URL(event.request.url);
  if (!url.pathname.includes('/FILES/')) {
    // The page may be a newer one.
    try {
      const answer = await fetch(event.request);
      if (answer.ok) return answer;
    } catch {
      // There is no network.
    }
    return (await keep.match(event.request, { ignoreSearch: true })) || keep.match('./');
  }
  const found = await keep.match(event.request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) await keep.put(event.request, answer.clone());
  return answer;
};

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((keep) => keep.addAll(ALL)).then(() => self.skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('mustplay ') && name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(old());
});

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'GET' && url.origin === location.origin && url.href.startsWith(registration.scope)) event.respondWith(own(event));
});

// A file that a page has loaded before it had this worker.
addEventListener('message', (event) => {
  event.waitUntil(caches.open(KEPT).then((keep) => keep.add(event.data.keep)));
});
