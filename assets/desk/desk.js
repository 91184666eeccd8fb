// What stands beside the page's program: the palette, drafts that were not sent, times of the visitor's own clock, short
// notices. Every word comes from the page; without this script the same links and forms are there.
(() => {
  "use strict";
  const root = document.documentElement;
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const ready = () => root.hasAttribute("data-alive");
  const typing = () => document.activeElement?.matches("input, textarea, select, [contenteditable]");
  const store = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* no room, no right: nothing is kept */ } },
    drop: (key) => { try { localStorage.removeItem(key); } catch { /* the same */ } },
  };

  // Short notices.
  function toast(words) {
    const place = one("#toasts");
    if (!place || !words) return;
    const note = document.createElement("p");
    note.className = "toast";
    note.textContent = words;
    place.append(note);
    setTimeout(() => note.remove(), 8000);
  }
  const word = (name) => one("#toasts")?.dataset[name];

  // Times: the server writes UTC, the visitor has a clock.
  const two = (n) => String(n).padStart(2, "0");
  function localTimes() {
    for (const time of all("time[datetime]")) {
      const at = new Date(time.getAttribute("datetime"));
      if (Number.isNaN(at.getTime()) || !time.getAttribute("datetime").endsWith("Z")) continue;
      const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
      const whole = `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()}, ${clock}`;
      const walk = document.createTreeWalker(time, NodeFilter.SHOW_TEXT);
      for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        const mine = text.data.replace(/\d\d\.\d\d\.\d{4}, \d\d:\d\d UTC/, whole).replace(/^\d\d:\d\d$/, clock);
        if (mine !== text.data) text.data = mine;
      }
    }
  }

  // Drafts: what is typed and not sent survives a closed tab. One per page, in this browser only.
  const keyOf = (field) => (field.id === "start-message" ? `draft:${location.pathname}` : `draft:${location.pathname.split("/").slice(0, 3).join("/")}`);
  const fields = "#chat-text, #start-message";
  function drafts() {
    for (const field of all(fields)) {
      const key = keyOf(field);
      if (field.dataset.drafts !== key) {
        field.dataset.drafts = key;
        const kept = store.get(key);
        if (kept && !field.value) {
          field.value = kept;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          toast(word("kept"));
        }
      }
      // Sent or taken back by the page's program.
      if (field.value.trim()) store.set(key, field.value);
      else store.drop(key);
    }
  }
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!ready() || !field.matches?.(fields)) return;
    if (field.value.trim()) store.set(keyOf(field), field.value);
    else store.drop(keyOf(field));
  });
  document.addEventListener("submit", (event) => {
    for (const field of all(fields, event.target)) store.drop(keyOf(field));
    if (event.target.matches('[action="/sign-out"]')) try { localStorage.clear(); } catch { /* nothing was kept */ }
  });

  // A long run that ends while nobody looks.
  let runs = false;
  let since = 0;
  function ends() {
    const now = !!one(".progress-line:not([hidden])");
    if (runs && !now && document.hidden && Date.now() - since > 2000) {
      const words = word("done");
      toast(words);
      if (store.get("notify") === "on" && globalThis.Notification?.permission === "granted") new Notification("LegalAGI", { body: words });
    }
    if (now && !runs) since = Date.now();
    runs = now;
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-notify]");
    if (!button || !globalThis.Notification) return;
    const granted = (await Notification.requestPermission()) === "granted";
    store.set("notify", granted ? "on" : "off");
    button.textContent = granted ? button.dataset.notify : button.dataset.refused;
  });

  // The palette and the list of keys.
  function show(name) {
    const dialog = document.getElementById(name);
    if (!dialog || dialog.open) return;
    for (const other of all("dialog[open]")) other.close();
    dialog.showModal();
    const field = one("input[name=q]", dialog);
    if (field) {
      field.value = "";
      found(field);
    }
  }
  let asked = 0;
  async function found(field) {
    const dialog = field.closest("dialog");
    const list = one(".palette-list", dialog);
    const words = field.value.trim();
    const small = words.toLocaleLowerCase();
    let shown = 0;
    for (const row of all("li:not([data-found])", list)) {
      row.hidden = !row.textContent.toLocaleLowerCase().includes(small);
      if (!row.hidden) shown += 1;
    }
    const turn = ++asked;
    let rows = [];
    try {
      const answer = await fetch(`/api/sessions?limit=8&q=${encodeURIComponent(words)}`);
      if (answer.ok) rows = (await answer.json()).sessions;
    } catch { /* the sections are there all the same */ }
    if (turn !== asked) return;
    for (const row of all("li[data-found]", list)) row.remove();
    const made = rows.map(({ session_id: id, title }) => {
      const row = document.createElement("li");
      row.dataset.found = id;
      const link = document.createElement("a");
      link.href = `/s/${id}`;
      link.textContent = title;
      row.append(link);
      return row;
    });
    // The newest first; before the sections when they were sought.
    if (words) list.prepend(...made);
    else list.append(...made);
    one("[role=status]", dialog).textContent = shown + rows.length ? "" : dialog.dataset.none;
  }
  document.addEventListener("input", (event) => {
    if (event.target.matches?.("#palette input")) found(event.target);
  });
  // Before the page's program sees them: these links open what lies over the page.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-open]");
    if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      show(opener.dataset.open);
    } else if (event.target.matches?.("dialog[open]")) {
      event.target.close();
    }
  }, true);
  // What lies over the page goes when one of its links is followed.
  document.addEventListener("click", (event) => event.target.closest?.("dialog[open] a[href]")?.closest("dialog").close());
  // Menus close when somebody goes on elsewhere.
  const menus = ".document-look[open], .app-menu[open]";
  document.addEventListener("click", (event) => {
    for (const menu of all(menus)) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      for (const menu of all(menus)) {
        menu.open = false;
        if (menu.contains(document.activeElement)) one("summary", menu).focus();
      }
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.code === "KeyK") {
      event.preventDefault();
      show("palette");
    } else if (event.key === "?" && !typing() && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      show("shortcuts");
    }
    const dialog = event.target.closest?.("#palette");
    if (!dialog) return;
    const links = all(".palette-list li:not([hidden]) a", dialog);
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = event.key === "ArrowDown" ? at + 1 : at - 1;
      if (next < 0) one("input", dialog).focus();
      else links[Math.min(next, links.length - 1)]?.focus();
    } else if (event.key === "Enter" && event.target.matches("input") && links.length && !event.isComposing) {
      event.preventDefault();
      links[0].click();
    }
  });

  // A file that goes along with words: chosen or dropped, sent with its progress, told in the page's own words.
  const filled = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const files = () => one("#chat-file");
  function chosen() {
    const field = files();
    const line = field && one(".attach-chosen", field.form);
    if (!line) return;
    const file = field.files[0];
    line.hidden = !file;
    one("span", line).textContent = file?.name ?? "";
    // The words may be left out then.
    one("#chat-text").required = !file;
  }
  document.addEventListener("change", (event) => { if (event.target === files()) chosen(); });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-drop-file]")) return;
    files().value = "";
    chosen();
    one("#chat-text").focus();
  });
  const composer = (event) => event.target.closest?.(".chat-pane")?.querySelector(".question-form:has(#chat-file)");
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    const form = carries(event) && composer(event);
    for (const other of all("[data-dropping]")) if (other !== form) other.removeAttribute("data-dropping");
    if (!form) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    form.dataset.dropping = "true";
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) for (const form of all("[data-dropping]")) form.removeAttribute("data-dropping");
  });
  document.addEventListener("drop", (event) => {
    const form = carries(event) && composer(event);
    for (const other of all("[data-dropping]")) other.removeAttribute("data-dropping");
    if (!form) return;
    event.preventDefault();
    const only = new DataTransfer();
    if (event.dataTransfer.files[0]) only.items.add(event.dataTransfer.files[0]);
    files().files = only.files;
    chosen();
    one("#chat-text").focus();
  });
  // The page's program sends words alone: an empty field for a file is no part of them.
  document.addEventListener("formdata", (event) => {
    if (files()?.form === event.target && !files().files.length) event.formData.delete("file");
  });
  let going = false;
  document.addEventListener("submit", (event) => {
    const field = files();
    const button = event.submitter;
    if (!ready() || !field?.files.length || field.form !== event.target || button?.matches("[data-choice]")) return;
    // Before the page's program sees it.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!going) send(field.form, field);
  }, true);
  function tell(words) {
    const place = one(".failure-region");
    if (!place) return;
    const told = document.createElement("p");
    told.className = "problem";
    told.textContent = words;
    place.replaceChildren(told);
    told.scrollIntoView({ block: "nearest" });
  }
  function progress(words) {
    const line = one(".progress-line");
    if (!line) return;
    line.hidden = !words;
    if (words) one(".progress-words", line).textContent = words;
  }
  function send(form, field) {
    going = true;
    const { name } = field.files[0];
    const button = one("button.primary", form);
    const request = new XMLHttpRequest();
    const end = (words) => {
      going = false;
      button.disabled = false;
      progress(null);
      if (words) tell(words);
    };
    one(".failure-region")?.replaceChildren();
    request.open("POST", one("[data-takes-files]", form).dataset.takesFiles);
    request.setRequestHeader("accept", "text/html");
    request.upload.onprogress = ({ loaded, total }) => progress(
      loaded < total ? filled(field.dataset.sending, { n: Math.floor((100 * loaded) / total) }) : filled(field.dataset.reading, { name }),
    );
    request.onerror = () => end(one("[data-lost]")?.dataset.lost);
    request.onload = () => {
      if (request.status >= 400) {
        const page = new DOMParser().parseFromString(request.responseText, "text/html");
        end(one(".failure-region .problem", page)?.textContent || one(".problem", page)?.textContent || page.title);
        return;
      }
      end(null);
      field.value = "";
      one("#chat-text", form).value = "";
      store.drop(keyOf(one("#chat-text", form)));
      chosen();
      // The page's program reads the page again, as behind any link.
      const link = document.createElement("a");
      link.href = request.responseURL;
      document.body.append(link);
      link.click();
      link.remove();
    };
    button.disabled = true;
    progress(filled(field.dataset.sending, { n: 0 }));
    request.send(new FormData(form));
  }

  // The browser says itself when the connection goes.
  addEventListener("offline", () => toast(word("offline")));

  let waiting = false;
  function look() {
    waiting = false;
    if (!ready()) return;
    localTimes();
    drafts();
    ends();
  }
  const soon = () => { if (!waiting) { waiting = true; requestAnimationFrame(look); } };
  new MutationObserver(soon).observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-alive"] });
  soon();
  // A hidden page draws nothing: what ended meanwhile is seen by the clock.
  setInterval(() => { if (document.hidden) look(); }, 1500);
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
})();
