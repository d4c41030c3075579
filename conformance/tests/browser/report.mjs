// The HTML report of a backend with findings in promotion tables, in Chromium: `node --test report.mjs` with REPORT,
// the path of the page. scripts/browser.sh runs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filters, fitsEveryWindow, opener, saysThatItScrolls, unfold } from "./support.mjs";

const opened = opener(process.env.REPORT);

fitsEveryWindow(opened, unfold);
saysThatItScrolls(opened, ".scroll:has(.heat)");
filters(opened, "accepted-invalid CUMPROD", /accepted-invalid[^]*cumprod/);

test("without scripts everything can be read, and nothing is offered that does not work", () =>
  opened({ javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator("#filter").isVisible(), false);
    assert.equal(await page.locator(".s-differs").first().isVisible(), true);
  }));
