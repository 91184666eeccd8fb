// Shows one notice when the server cannot be reached. No page of a matter, no answer and no file is ever kept.
const KEPT = "desk-1";
const NOTICE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then((cache) => cache.addAll([NOTICE, "/pkg/legalagi.css", "/favicon.svg"])).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const kept = () => caches.match(request, { ignoreSearch: true });
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(NOTICE).then((notice) => notice ?? Response.error())));
  } else if (request.method === "GET" && new URL(request.url).pathname === "/pkg/legalagi.css") {
    event.respondWith(fetch(request).catch(() => kept().then((file) => file ?? Response.error())));
  }
});
