// What tests of pages in Chromium have in common. CHROMIUM is the path of the program.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args });
});

after(() => browser?.close());

/** Opens the page at a path. At the end nothing may have been asked of the network or told to the console. */
export const opener = (path) => async (options, check) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const told = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (error) => told.push(error.message));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || told.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  await check(page);
  await page.close();
  assert.deepEqual(told, []);
};

/** Nothing that axe finds is serious. */
export async function accessible(page, state) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate("axe.run()");
  const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(found.map(({ id, nodes }) => [id, nodes[0].html]), [], state);
}

/** Tests a page in light and dark, in a wide and in a narrow window. `open` opens what can be opened. */
export function fitsEveryWindow(opened, open) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      test(`${colorScheme}, ${width} pixels: nothing is wider than the window, axe finds nothing`, () =>
        opened({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
          for (const state of ["closed", "open"]) {
            if (state === "open") await open(page);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
            assert.equal(wide, false, state);
            await accessible(page, state);
          }
        }));
    }
  }
}

/** Opens everything that a click unfolds. */
export const unfold = (page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));

/** Tests that every box, picture and part of the page has a name of its own, and that Tab reaches the boxes. */
export function hasNames(opened) {
  test("boxes and pictures have names of their own, and boxes can be reached by keyboard", () =>
    opened({}, async (page) => {
      await unfold(page);
      const names = await page.evaluate(() => {
        const label = (part) => part.getAttribute("aria-label")
          ?? document.getElementById(part.getAttribute("aria-labelledby"))?.textContent;
        return [...document.querySelectorAll("[role=img], [role=region]")].map(label);
      });
      assert.ok(names.length > 0 && names.every(Boolean), names.join("\n"));
      assert.equal(new Set(names).size, names.length, names.join("\n"));
      assert.equal(await page.locator(".scroll:not([tabindex='0'])").count(), 0);
    }));
}

/** Tests that in a narrow window the box that `selector` finds says that it scrolls sideways. */
export function saysThatItScrolls(opened, selector) {
  test("a box that scrolls sideways says so", () =>
    opened({ viewport: { width: 390, height: 900 } }, async (page) => {
      assert.match(await page.locator(selector).first().getAttribute("class"), /wide/);
    }));
}

/** Tests that the filter leaves the parts that contain all words. `what` is what they then match. */
export function filters(opened, words, what) {
  test("the filter leaves what contains all words", () =>
    opened({}, async (page) => {
      const parts = page.locator("[data-filter]:visible");
      const all = await parts.count();
      await page.getByLabel("Filter").fill(words);
      const some = await parts.count();
      assert.ok(some > 0 && some < all, `${some} of ${all}`);
      for (const text of await parts.allTextContents()) assert.match(text, what);
      assert.equal(await page.locator("#filtered").textContent(), `${some} of ${all} shown`);
      await page.getByLabel("Filter").fill("");
      assert.equal(await parts.count(), all);
    }));
}
