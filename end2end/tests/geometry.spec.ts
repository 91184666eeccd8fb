// What needs no picture to be seen: nothing sticks out, nothing is cut, nothing lies over its neighbour, and whatever
// can be pressed is large enough, or far enough from the next (WCAG 2.2, 2.5.8).
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, test } from "./fixtures.ts";
import { HomePage, hydrated } from "./page.ts";

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];
const PAGES = ["/", "/contract", "/research", "/norms", "/trial", "/matters", "/search", "/settings", "/types", "/offline", "/styleguide"];

/** Everything that is wrong with what is in sight, in words. */
async function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const told = (one: Element) => {
      const words = (one.textContent || one.getAttribute("aria-label") || one.getAttribute("name") || "").replace(/\s+/g, " ").trim();
      return `${one.tagName.toLowerCase()}.${[...one.classList].join(".")} «${words.slice(0, 40)}»`;
    };
    const seen = (one: Element) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false }) && !one.closest(".visually-hidden, .skip");
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(seen);

    // What a scroller hides cannot be pressed, and lies over nothing.
    const shown = (one: Element) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      for (let above = one.parentElement; above; above = above.parentElement) {
        if (!/auto|scroll|hidden|clip/.test(getComputedStyle(above).overflow)) continue;
        const edge = above.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };

    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    for (const pane of all("main, .result-pane, .chat-pane, .chat-history, .question-form, .card-pane, .review-list, .app-bar, .paper")) {
      if (pane.scrollWidth > pane.clientWidth + 1) found.push(`${told(pane)} holds ${pane.scrollWidth - pane.clientWidth} px more than its width`);
    }

    // Words of what is pressed or labels something: whole, inside their box.
    const boxes = all("button, a.button, .chip span, .origin, .severity, .status, .eyes, .proof, .view-tabs a, .segments a, .level-step, summary");
    for (const box of boxes) {
      const outer = box.getBoundingClientRect();
      const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const lines: DOMRect[] = [];
      while (walk.nextNode()) {
        if (!seen(walk.currentNode.parentElement!)) continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        lines.push(...range.getClientRects());
      }
      for (const inner of lines) {
        if (inner.width < 2 || inner.height < 2) continue;
        const out = Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top - 4, inner.bottom - outer.bottom - 4);
        if (out > 1.5) {
          found.push(`${told(box)}: its words stick out by ${Math.round(out)} px`);
          break;
        }
      }
      const style = getComputedStyle(box);
      if (style.textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth) found.push(`${told(box)} is cut`);
    }
    // A box lies over no other one, unless it holds it or is laid over the page on purpose.
    const floats = (one: Element) => !!one.closest(".toast, .document-menu, .origin-card, dialog, .chat-input, .card-form > button, .skip");
    const flat = boxes.filter((box) => !floats(box)).map((box) => ({ box, at: shown(box) }));
    flat.forEach(({ box, at }, n) => {
      for (const { box: other, at: there } of flat.slice(n + 1)) {
        if (box.contains(other) || other.contains(box)) continue;
        const wide = Math.min(at.right, there.right) - Math.max(at.left, there.left);
        const high = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
        if (wide > 2 && high > 2) found.push(`${told(box)} and ${told(other)} lie over each other`);
      }
    });

    // A finger needs 24 px, or as much room around. Links in running words are as high as their line.
    const running = (one: Element) => one.tagName === "A" && getComputedStyle(one).display === "inline" && !!one.closest("p, li, td, th, dd, summary, .paper");
    const labelled = (one: HTMLElement) => one.closest("label") ?? (one as HTMLInputElement).labels?.[0];
    const area = (one: HTMLElement) => {
      const isTick = one.matches("input[type=radio], input[type=checkbox]");
      const whole = (isTick && labelled(one)) || one;
      const [rect, part] = [whole.getBoundingClientRect(), shown(whole)];
      // A target that is half scrolled away is as large as it is when it is not.
      return part.width < 2 || part.height < 2 ? new DOMRect() : part.width < rect.width || part.height < rect.height ? new DOMRect(part.x, part.y, Math.max(part.width, 24), Math.max(part.height, 24)) : rect;
    };
    const targets = all("a[href], button, input:not([type=hidden]), select, textarea, summary").filter((one) => !running(one));
    // An open menu lies over the page on purpose.
    const over = (one: Element) => !!one.closest(".document-menu, .origin-card, .app-menu > div, dialog");
    const rects = targets.map(area);
    rects.forEach((at, n) => {
      if (at.width === 0 || (at.width >= 23.5 && at.height >= 23.5)) return;
      const x = at.left + at.width / 2;
      const y = at.top + at.height / 2;
      const close = rects.findIndex((there, m) => {
        if (m === n || there.width === 0 || over(targets[m]) !== over(targets[n]) || targets[n].contains(targets[m]) || targets[m].contains(targets[n])) return false;
        if (targets[n].closest("label") && targets[n].closest("label") === targets[m].closest("label")) return false;
        const dx = Math.max(there.left - x, 0, x - there.right);
        const dy = Math.max(there.top - y, 0, y - there.bottom);
        return Math.hypot(dx, dy) < 12;
      });
      if (close >= 0) found.push(`${told(targets[n])} is ${Math.round(at.width)} × ${Math.round(at.height)} px, close to ${told(targets[close])}`);
    });
    return found;
  });
}

for (const size of SIZES) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size });

    for (const path of PAGES) {
      test(`nothing is out of its place: ${path}`, async ({ page }) => {
        await page.goto(path);
        await hydrated(page);
        expect(await faults(page)).toEqual([]);
        if (path !== "/styleguide") return;
        // The samples open as far as they can.
        await page.evaluate(() => document.querySelectorAll("main details:not([name])").forEach((one) => one.setAttribute("open", "")));
        expect(await faults(page), "everything open").toEqual([]);
      });
    }

    test("nothing is out of its place: a contract", async ({ page }) => {
      const session = await (await new HomePage(page).open()).start(LEASE);
      const at = `/s/${session.id}`;
      for (const view of ["document", "facts", "document&part=plain"]) {
        await page.goto(`${at}?view=${view}`);
        await hydrated(page);
        expect(await faults(page), `${view}: dialogue`).toEqual([]);
        await session.showResult();
        expect(await faults(page), view).toEqual([]);
      }
      for (const path of ["why", "share", "signoff"]) {
        await page.goto(`${at}/${path}`);
        await hydrated(page);
        expect(await faults(page), path).toEqual([]);
      }
      // A page in a language that the workspace does not speak says so above the panes, which keep their room.
      await page.context().addCookies([{ name: "lang", value: "en", url: new URL("/", page.url()).href }]);
      await page.goto(at);
      await hydrated(page);
      await expect(page.locator(".speaks")).toBeVisible();
      const panes = page.locator(".result-pane, .chat-pane");
      const widths = (await panes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))).filter((width) => width > 0);
      expect(Math.min(...widths)).toBeGreaterThan(300);
      expect(await faults(page), "another language").toEqual([]);
    });
  });
}

for (const theme of ["light", "dark", "contrast"]) {
  test(`every part of the style guide can be read and reached, ${theme}`, async ({ page }) => {
    await page.goto(`/styleguide?theme=${theme}`);
    await hydrated(page);
    await page.evaluate(() => document.querySelectorAll("main details:not([name])").forEach((one) => one.setAttribute("open", "")));
    // One page shows a part several times: names that are unique elsewhere are not unique here.
    const axe = new AxeBuilder({ page }).disableRules(["duplicate-id-aria", "landmark-unique", "duplicate-id"]);
    const { violations } = await axe.analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(" | ")}`)).toEqual([]);
  });
}

test("the test sees what it is for", async ({ page }) => {
  await page.setViewportSize(SIZES[1]);
  await page.goto("/settings");
  await hydrated(page);
  expect(await faults(page)).toEqual([]);
  await page.evaluate(() => {
    const row = document.querySelector<HTMLElement>("main .theme-switch")!;
    Object.assign(row.style, { gap: "0", flexDirection: "column" });
    for (const link of row.querySelectorAll<HTMLElement>("a")) Object.assign(link.style, { padding: "0", lineHeight: "1" });
    const button = document.querySelector<HTMLElement>("main button")!;
    Object.assign(button.style, { width: "40px", whiteSpace: "nowrap", overflow: "hidden" });
    document.querySelector<HTMLElement>("main h1")!.style.width = "500px";
  });
  const found = (await faults(page)).join("\n");
  for (const words of ["too wide", "stick out", "close to"]) expect(found).toContain(words);
});
