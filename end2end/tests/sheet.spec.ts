// The geometry of the contract's sheet: words run in lines, on screen, on a phone, on paper and in plain words.
import type { Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage } from "./page.ts";

// Blocks whose words take more lines than their length needs, and facts that do not stand inline.
async function broken(page: Page): Promise<string[]> {
  return page.locator(".paper").evaluateAll((papers) => {
    const found: string[] = [];
    for (const block of papers.flatMap((paper) => [...paper.querySelectorAll(".clause-words, .paragraph, .heading, .title")])) {
      const range = document.createRange();
      range.selectNodeContents(block);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
      const bottoms: number[] = [];
      for (const { bottom } of rects) if (!bottoms.some((known) => Math.abs(known - bottom) < 6)) bottoms.push(bottom);
      const width = block.getBoundingClientRect().width;
      // A line may stay a fifth empty where long words do not break, and one more begins with the paragraph's indent.
      const spans = [...block.childNodes].map((node) => {
        const one = document.createRange();
        one.selectNodeContents(node);
        const seen = new Map<number, number>();
        for (const rect of one.getClientRects()) {
          const line = Math.round(rect.bottom / 6);
          seen.set(line, Math.max(seen.get(line) ?? 0, rect.width));
        }
        return [...seen.values()].reduce((sum, one) => sum + one, 0);
      });
      const needed = Math.ceil((spans.reduce((sum, one) => sum + one, 0) * 1.25) / width) + 1;
      const text = (block.textContent ?? "").slice(0, 60);
      if (bottoms.length > needed) found.push(`${bottoms.length} lines instead of ${needed}: ${text}`);
    }
    for (const fact of papers.flatMap((paper) => [...paper.querySelectorAll(".clause-words .run-fact, .paragraph .run-fact")])) {
      const shape = getComputedStyle(fact);
      if (!shape.display.startsWith("inline")) found.push(`a fact is ${shape.display}: ${fact.textContent}`);
      const parent = getComputedStyle(fact.parentElement!);
      if (!["block", "inline"].includes(parent.display)) found.push(`the words are ${parent.display}: ${fact.textContent}`);
    }
    return found;
  });
}

for (const [name, size] of [["desktop", { width: 1440, height: 900 }], ["phone", { width: 390, height: 844 }]] as const) {
  test(`the words of the sheet run in lines: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    const session = await (await new HomePage(page).open()).start(LEASE);
    const at = new URL(page.url());
    for (const part of ["contract", "plain"]) {
      await page.goto(`${at.pathname}?view=document&part=${part}`);
      await session.showResult();
      // What is not laid out has no lines to count.
      await expect(session.document.paper.locator(".clause-words, .paragraph").first()).toBeVisible();
      expect(await broken(page), part).toEqual([]);
      await shot(page, `sheet-${name}-${part}`);
    }
    await page.goto(`${at.pathname}?view=document`);
    await session.showResult();
    await expect(session.document.paper).toBeVisible();
    await page.emulateMedia({ media: "print" });
    expect(await broken(page), "print").toEqual([]);
    await page.emulateMedia({ media: "screen" });

    // The break that this test is for: a style of another workspace that lays the words out as a grid.
    await page.evaluate(() => {
      for (const words of document.querySelectorAll<HTMLElement>(".clause-words")) words.style.display = "grid";
    });
    expect((await broken(page)).length).toBeGreaterThan(0);
  });
}
