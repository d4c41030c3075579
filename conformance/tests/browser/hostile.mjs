// The HTML report of a backend whose texts try to do something, in Chromium: `node --test hostile.mjs` with HOSTILE, the
// path of the page. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

test("text of a backend is shown and does nothing", async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args });
  try {
    const page = await browser.newPage();
    const told = [];
    page.on("console", (message) => told.push(message.text()));
    page.on("pageerror", (error) => told.push(error.message));
    page.on("dialog", (dialog) => { told.push(dialog.message()); dialog.dismiss(); });
    page.on("request", (request) => /^(file|data):/.test(request.url()) || told.push(request.url()));
    await page.goto(pathToFileURL(process.env.HOSTILE).href);
    // All that is closed is opened and pointed at.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      for (const element of document.querySelectorAll("body *")) {
        for (const kind of ["mouseover", "focus"]) element.dispatchEvent(new Event(kind));
      }
    });
    assert.equal(await page.locator("img, iframe, object, embed, body script ~ script, svg[onload]").count(), 0);
    const text = await page.locator("body").innerText();
    for (const part of ["<script>alert(1)</script>", "\\u{1b}[31mred", "\\u{202e}txet", "]]>", "{{ 7*7 }}"]) {
      assert.ok(text.includes(part), `${part} is shown`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false);
    assert.deepEqual(told, []);
  } finally {
    await browser.close();
  }
});
