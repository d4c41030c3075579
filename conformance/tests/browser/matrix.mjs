// Several reports side by side, in Chromium: `node --test matrix.mjs` with MATRIX, the path of the page.
// scripts/browser.sh runs it.

import { filters, fitsEveryWindow, hasNames, opener, saysThatItScrolls, unfold } from "./support.mjs";

const opened = opener(process.env.MATRIX);

fitsEveryWindow(opened, unfold);
hasNames(opened);
saysThatItScrolls(opened, ".scroll:has(.matrix)");
filters(opened, "CUMPROD dim", /cumprod.*dim/);
