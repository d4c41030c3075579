// The HTML report of a backend with findings in promotion tables, in Chromium: `node --test report.mjs` with REPORT,
// the path of the page. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filters, fitsEveryWindow, opener, saysThatItScrolls } from "./support.mjs";

const opened = opener(process.env.REPORT);

fitsEveryWindow(opened, (page) => page.locator(".s-differs > button").first().click());
saysThatItScrolls(opened, ".scroll:has(.heat)");
filters(opened, "accepted-invalid CUMPROD", /accepted-invalid[^]*cumprod/);

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
