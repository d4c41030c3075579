// The comparison of two reports, of which the second has broken cases, in Chromium: `node --test compare.mjs` with
// COMPARE, the path of the page. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filters, fitsEveryWindow, opener, unfold } from "./support.mjs";

const opened = opener(process.env.COMPARE);

fitsEveryWindow(opened, unfold);
filters(opened, "accepted-invalid CUMPROD", /accepted-invalid[^]*cumprod/);

test("an example opens by keyboard and has the command that asks it again", () =>
  opened({}, async (page) => {
    const example = page.locator("article.group details:not([open])").first();
    await example.locator("summary").focus();
    await page.keyboard.press("Enter");
    const text = await page.locator("article.group").first().locator("details[open]").nth(1).textContent();
    assert.match(text, /expected[^]*got[^]*ascertain run --backend .* --filter /);
  }));

test("each kind of change can be reached from the head", () =>
  opened({}, async (page) => {
    for (const link of await page.locator("nav a").all()) {
      const section = page.locator(await link.getAttribute("href"));
      assert.equal(await section.count(), 1);
      await link.click();
      assert.equal(await section.evaluate((heading) => heading.getBoundingClientRect().top < innerHeight), true);
    }
  }));
