"use strict";
{
  // What needs this script is shown only where it runs.
  for (const part of document.querySelectorAll(".filter")) part.hidden = false;

  // Filter: parts that contain every word.
  const field = document.getElementById("filter");
  const parts = [...document.querySelectorAll("[data-filter]")];
  const texts = parts.map((part) => (part.dataset.filter || part.textContent).toLowerCase());
  field?.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    parts.forEach((part, at) => {
      part.hidden = !words.every((word) => texts[at].includes(word));
      if (!part.hidden) shown += 1;
    });
    document.getElementById("filtered").value = words.length ? `${shown} of ${parts.length} shown` : "";
  });

  // A box that is wider than the window says so.
  const measure = () => {
    for (const box of document.querySelectorAll(".scroll")) {
      box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1);
    }
  };
  addEventListener("resize", measure);
  document.addEventListener("toggle", measure, true);
  measure();

  // Paper cannot be opened.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
}
