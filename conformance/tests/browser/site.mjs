// The site of the specification in Chromium: `node --test site.mjs` with SITE, its folder. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const site = `${pathToFileURL(process.env.SITE).href}/`;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const TABLE = "table/aclnn.tensor-tensor.html";
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args });
});

after(() => browser?.close());

/** Opens a page. At the end nothing may have been asked of the network or told to the console. */
async function opened(address, options, check) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const told = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (error) => told.push(error.message));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || told.push(request.url()));
  await page.goto(site + address);
  await check(page);
  await page.close();
  assert.deepEqual(told, []);
}

for (const address of ["index.html", TABLE, `${TABLE}#f16-bf16`, "requirement/cumprod.dim.range.html",
  "operator/reinterpret.html", "document/aclnn.cumprod.html", "erratum/aclnn.tensor-tensor.f16-bf16.html", "dtype/f16.html",
  "status/ACLNN_ERR_PARAM_INVALID.html", "profile/latest.html", "case/mindspore.number-tensor.html", "coverage.html",
  "errata.html", "implementations.html", "implementations.html#numpy", "guides.html", "guide/reports.html", "guide/judging.html", "search.html?q=f16"]) {
  test(`${address}: nothing is wider than the window, axe finds nothing`, async () => {
    for (const [colorScheme, width] of [["light", 1280], ["dark", 390]]) {
      await opened(address, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(wide, false, `${width} pixels`);
        await page.evaluate(axe);
        // It would read the style sheet again, which the page does not allow.
        const { violations } = await page.evaluate("axe.run({ preload: false })");
        const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(found.map(({ id, nodes }) => [id, nodes[0].html]), [], `${colorScheme}, ${width} pixels`);
      });
    }
  });
}

test("a search from any page finds a requirement, by keyboard", () =>
  opened("dtype/f16.html", {}, async (page) => {
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("cumprod.dim.range");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search\.html\?q=cumprod\.dim\.range$/);
    const first = page.locator("#results a").first();
    assert.match(await first.textContent(), /^cumprod\.dim\.range/);
    await first.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/requirement\/cumprod\.dim\.range\.html$/);
  }));

test("a search finds cells, status codes, guides and cases as one types", () =>
  opened("search.html", {}, async (page) => {
    for (const [words, address] of [["f16 with rhs bf16", `${TABLE}#f16-bf16`], ["ACL_FLOAT16", "dtype/f16.html"],
      ["161002", "status/ACLNN_ERR_PARAM_INVALID.html"], ["BADGE svg", "guide/reports.html"],
      ["cumprod/vector/rank-1-dim-0", "case/cumprod.html#vector/rank-1-dim-0"]]) {
      await page.getByRole("searchbox").fill(words);
      const found = await page.locator("#results a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      assert.ok(found.includes(address), `${words}: ${found}`);
    }
    await page.getByRole("searchbox").fill("<img src=x onerror=alert(1)>");
    assert.equal(await page.locator("#results a").count(), 0);
    assert.equal(await page.locator("output").textContent(), "0 found");
  }));

test("a row of the table opens what differs, with examples and its run", () =>
  opened("implementations.html", {}, async (page) => {
    const row = page.getByRole("region", { name: "What each follows" }).getByRole("row", { name: /^NumPy/ });
    await row.getByRole("link", { name: "NumPy" }).click();
    const details = page.locator("#numpy");
    await details.waitFor({ state: "visible" });
    assert.match(await details.textContent(), />>> [^]*Fingerprint[^]*products[^]*ascertain run --backend numpy/);
    await details.getByRole("link", { name: "cumprod.out.shape" }).click();
    await page.waitForURL(/requirement\/cumprod\.out\.shape\.html$/);
  }));

test("another edition highlights what it changes", () =>
  opened(TABLE, {}, async (page) => {
    const select = page.getByLabel("Show edition");
    await select.selectOption("2025-09");
    const changed = page.locator(".heat td.changed");
    const ids = await changed.evaluateAll((cells) => cells.map((cell) => cell.id));
    assert.deepEqual(ids, ["f64-c32", "f64-c64", "bf16-f16", "c32-f64", "c64-f64"]);
    assert.equal(await page.locator("#bf16-f16 .doc").textContent(), "f32");
    assert.match(await page.locator("output").textContent(), /^5 cells differ from cann-23\.0\.rc2/);
    await select.selectOption("cann-23.0.rc2");
    assert.equal(await changed.count(), 0);
    assert.equal(await page.locator("#bf16-f16 .doc").textContent(), "f64");
  }));

test("a deep link opens its cell, and the next one opens another", () =>
  opened(`${TABLE}#f16-bf16`, {}, async (page) => {
    const open = page.locator(":popover-open");
    assert.match(await open.textContent(), /lhs f16 with rhs bf16[^]*f32[^]*Erratum[^]*code-8\.1/);
    await page.evaluate(() => { location.hash = "bf16-f16"; });
    await page.locator("#bf16-f16 [popover]").waitFor({ state: "visible" });
    assert.equal(await open.count(), 1);
    assert.match(await open.textContent(), /lhs bf16 with rhs f16/);
  }));

test("a cell opens by keyboard and leads to its citation", () =>
  opened(TABLE, {}, async (page) => {
    await page.locator("#f32-f32 > button").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const open = page.locator(":popover-open");
    assert.equal(await open.getAttribute("id"), "f16-f16.more");
    assert.match(await open.locator("a[href^='https://']").first().textContent(), /cann-23/);
    await page.keyboard.press("Escape");
    assert.equal(await open.count(), 0);
    assert.equal(await page.locator("#f16-f16 > button").evaluate((button) => button === document.activeElement), true);
  }));

test("the cases of a requirement are selected by its link", () =>
  opened("requirement/cumprod.dim.range.html", {}, async (page) => {
    const link = page.getByRole("link", { name: / in cumprod$/ });
    const count = Number((await link.textContent()).split(" ")[0]);
    await link.click();
    await page.waitForURL(/case\/cumprod\.html#tests=cumprod\.dim\.range$/);
    assert.equal(await page.locator("[data-tests]:visible").count(), count);
    await page.getByLabel("Only cases that test").selectOption("anything");
    assert.ok((await page.locator("[data-tests]:visible").count()) > count);
  }));

test("the first stop of the Tab key skips to the content", () =>
  opened("coverage.html", {}, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(":focus").getAttribute("href"), "#main");
  }));

test("without scripts pages can be read, and nothing is offered that does not work", () =>
  opened(TABLE, { javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator(".switch").isVisible(), false);
    await page.locator("#f16-bf16 > button").click();
    assert.equal(await page.locator(":popover-open").count(), 1);
  }));
