// The HTML report of a benchmark of several backends, in Chromium: `node --test bench.mjs` with BENCH, the path of the
// page. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fitsEveryWindow, hasNames, opener, saysThatItScrolls, unfold } from "./support.mjs";

const opened = opener(process.env.BENCH);

fitsEveryWindow(opened, unfold);
hasNames(opened);
saysThatItScrolls(opened, ".scroll");

test("plots are as wide as the window, with all letters in them", () =>
  opened({ viewport: { width: 390, height: 900 } }, async (page) => {
    const plots = await page.locator(".plot").all();
    assert.ok(plots.length > 1);
    for (const plot of plots) {
      assert.equal(await plot.evaluate((plot) => plot.closest(".scroll")), null);
      const outside = await plot.evaluate((plot) => {
        const own = plot.getBoundingClientRect();
        const parts = [...plot.querySelectorAll("text, .mark")].map((part) => part.getBoundingClientRect());
        return parts.filter(({ left, right }) => left < own.left - 1 || right > own.right + 1).length;
      });
      assert.equal(outside, 0);
      const letters = await plot.locator("text").first().evaluate((text) => text.getBoundingClientRect().height);
      assert.ok(letters > 9, `letters of ${letters} pixels`);
    }
  }));

test("numbers on the axis do not touch", () =>
  opened({ viewport: { width: 390, height: 900 } }, async (page) => {
    for (const plot of await page.locator(".plot").all()) {
      const boxes = await plot.locator(".tick text:first-of-type").evaluateAll((all) =>
        all.map((text) => text.getBoundingClientRect()).sort((a, b) => a.left - b.left)
          .map(({ left, right }) => [left, right]));
      assert.ok(boxes.length > 0);
      boxes.slice(1).forEach(([left], at) => assert.ok(left > boxes[at][1], `${left} after ${boxes[at][1]}`));
    }
  }));

test("it says when and where it was measured", () =>
  opened({}, async (page) => {
    const facts = await page.locator(".facts").textContent();
    assert.match(facts, /measured\s*\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    assert.match(facts, /processor/);
  }));

test("on paper everything is open, and nothing is cut off", () =>
  opened({}, async (page) => {
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("details:not([open])").count(), 0);
    assert.equal(await page.locator(".scroll").first().evaluate((box) => getComputedStyle(box).overflowX), "visible");
  }));
