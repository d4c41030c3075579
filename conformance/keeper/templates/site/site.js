{
  // An address may name a cell of a table, which opens, or a requirement, whose cases alone are shown.
  const tests = document.getElementById("tests");
  const select = () => {
    const rows = [...document.querySelectorAll("[data-tests]")];
    for (const row of rows) row.hidden = tests.value !== "" && !row.dataset.tests.split(" ").includes(tests.value);
    const shown = rows.filter((row) => !row.hidden).length;
    tests.parentElement.querySelector("output").value = tests.value === "" ? "" : `${shown} of ${rows.length} cases`;
  };
  tests?.addEventListener("change", select);
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.matches(".heat td")) target.querySelector("[popover]").showPopover();
    if (target?.matches("#tests option")) {
      target.selected = true;
      select();
    }
  };
  addEventListener("hashchange", follow);
  follow();

  // Searches: what has every word, the best title first.
  const results = document.getElementById("results");
  if (results) {
    const MOST = 60;
    const field = document.getElementById("find");
    const ofCases = INDEX.cases.map((id) => {
      const area = id.split("/", 1)[0];
      return ["case", id, `case/${area}.html#${id.slice(area.length + 1)}`, ""];
    });
    const entries = [...INDEX.entries, ...ofCases].map((entry) => [...entry, entry[1].toLowerCase()]);
    const search = () => {
      const asked = field.value.trim().toLowerCase();
      const words = asked.split(/\s+/).filter(Boolean);
      const rank = ([, , , text, title]) => {
        if (!words.length || !words.every((word) => title.includes(word) || text.includes(word))) return -1;
        if (title === asked || title.startsWith(`${asked} `)) return 0;
        if (title.startsWith(asked)) return 1;
        const whole = title.split(/[^\p{L}\p{N}_]+/u);
        if (words.every((word) => whole.includes(word))) return 2;
        return words.every((word) => title.includes(word)) ? 3 : 4;
      };
      const ranked = entries.map((entry) => [rank(entry), entry]).filter(([at]) => at >= 0).sort(([a], [b]) => a - b);
      results.replaceChildren(...ranked.slice(0, MOST).map(([, [kind, title, address]]) => {
        const item = document.createElement("li");
        const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
        const of = Object.assign(document.createElement("span"), { className: "kind", textContent: kind });
        item.append(of, link);
        return item;
      }));
      const more = ranked.length > MOST ? `; the first ${MOST} are shown` : "";
      document.getElementById("found").value = words.length ? `${ranked.length} found${more}` : "Type words to search for: a dtype, a requirement, a status code, a case.";
    };
    field.value = new URLSearchParams(location.search).get("q") ?? "";
    field.addEventListener("input", search);
    field.form.addEventListener("submit", (event) => event.preventDefault());
    search();
  }
}
