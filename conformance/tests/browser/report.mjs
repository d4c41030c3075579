// The HTML report of a backend with findings in promotion tables, in Chromium: `node --test report.mjs` with REPORT,
// the path of the page. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const address = pathToFileURL(process.env.REPORT).href;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args });
});

after(() => browser?.close());

/** Opens the report. At the end nothing may have been asked of the network or told to the console. */
async function opened(options, check) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const told = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (error) => told.push(error.message));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || told.push(request.url()));
  await page.goto(address);
  await check(page);
  await page.close();
  assert.deepEqual(told, []);
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`${colorScheme}, ${width} pixels: nothing is wider than the window, axe finds nothing`, () =>
      opened({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(wide, false);
        for (const state of ["closed", "open"]) {
          if (state === "open") await page.locator(".s-differs > button").first().click();
          await page.evaluate(axe);
          const { violations } = await page.evaluate("axe.run()");
          const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(found.map(({ id, nodes }) => [id, nodes[0].html]), [], state);
        }
      }));
  }
}

test("a box that scrolls sideways says so", () =>
  opened({ viewport: { width: 390, height: 900 } }, async (page) => {
    const box = page.locator(".scroll:has(.heat)").first();
    assert.match(await box.getAttribute("class"), /wide/);
  }));

test("the filter leaves what contains all words", () =>
  opened({}, async (page) => {
    const parts = page.locator("[data-filter]:visible");
    const all = await parts.count();
    await page.getByLabel("Filter").fill("accepted-invalid CUMPROD");
    const some = await parts.count();
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    for (const text of await parts.allTextContents()) assert.match(text, /accepted-invalid[^]*cumprod/);
    assert.equal(await page.locator("#filtered").textContent(), `${some} of ${all} shown`);
    await page.getByLabel("Filter").fill("");
    assert.equal(await parts.count(), all);
  }));

test("a cell opens by keyboard and has its citation", () =>
  opened({}, async (page) => {
    const table = page.locator(".heat").first();
    await table.locator("td > button").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const focused = page.locator(":focus");
    const popover = page.locator(`[id="${await focused.getAttribute("popovertarget")}"]`);
    assert.equal(await popover.isVisible(), false);
    await page.keyboard.press("Enter");
    assert.equal(await popover.isVisible(), true);
    assert.match(await popover.textContent(), /documented/);
    await page.keyboard.press("Tab");
    const link = page.locator(":focus");
    assert.match(await link.getAttribute("href"), /^https:\/\//);
    await page.keyboard.press("Escape");
    assert.equal(await popover.isVisible(), false);
  }));

test("each table is one stop of the Tab key", () =>
  opened({}, async (page) => {
    for (const table of await page.locator(".heat").all()) {
      assert.equal(await table.locator("td > button:not([tabindex='-1'])").count(), 1);
    }
  }));

test("another edition highlights what it changes", () =>
  opened({}, async (page) => {
    const article = page.locator("article.promotion").first();
    const select = article.getByLabel("Show edition");
    const option = select.locator("option:not([data-own])").first();
    const changes = Number(await option.getAttribute("data-differs"));
    assert.ok(changes > 0);
    const before = await article.locator(".doc").allTextContents();
    await select.selectOption(await option.getAttribute("value"));
    assert.equal(await article.locator("td.changed").count(), changes);
    const there = await article.locator(".doc").allTextContents();
    assert.equal(there.filter((text, at) => text !== before[at]).length, changes);
    assert.match(await article.locator("output").textContent(), new RegExp(`^${changes} `));
    await select.selectOption(await select.locator("[data-own]").getAttribute("value"));
    assert.equal(await article.locator("td.changed").count(), 0);
    assert.deepEqual(await article.locator(".doc").allTextContents(), before);
  }));

test("without scripts everything can be read, and nothing is offered that does not work", () =>
  opened({ javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator("#filter").isVisible(), false);
    assert.equal(await page.locator(".switch").first().isVisible(), false);
    await page.locator(".s-differs > button").first().click();
    assert.equal(await page.locator(":popover-open").count(), 1);
  }));
