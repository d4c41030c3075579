{
  // Editions: what the cells of a table say in another one.
  for (const select of document.querySelectorAll(".switch select")) {
    const cells = [...select.closest("article").querySelectorAll(".heat > tbody > tr > td")];
    const short = (result) => (result === "no promotion" ? "none" : result);
    const own = cells.map((cell) => cell.querySelector(".doc").textContent);
    const edition = select.querySelector("[data-own]").dataset.own;
    select.addEventListener("change", () => {
      const chosen = select.selectedOptions[0];
      cells.forEach((cell, at) => {
        const other = cell.dataset[`e${chosen.value}`];
        cell.classList.toggle("changed", other !== undefined);
        cell.querySelector(".doc").textContent = other === undefined ? own[at] : short(other);
      });
      const count = chosen.dataset.differs;
      select.parentElement.querySelector("output").value = "own" in chosen.dataset ? ""
        : `${count} ${count === "1" ? "cell differs" : "cells differ"} from ${edition}; signs and colours stay those of ${edition}`;
    });
  }

  // Keyboard: one stop for each table; arrow keys move from cell to cell.
  for (const table of document.querySelectorAll(".heat")) {
    const rows = [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll("td > button")]);
    rows.flat().forEach((button, at) => { button.tabIndex = at ? -1 : 0; });
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    table.addEventListener("keydown", (event) => {
      const row = rows.findIndex((buttons) => buttons.includes(event.target));
      if (row < 0 || !(event.key in moves)) return;
      const [down, right] = moves[event.key];
      const next = rows[row + down]?.[rows[row].indexOf(event.target) + right];
      event.preventDefault();
      if (!next) return;
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
}
