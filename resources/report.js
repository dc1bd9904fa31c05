// Charts of the HTML report that zoom: the page's own SVG drawn anew for the part that is looked at. Nothing is loaded from anywhere.
"use strict";

const MANTISSAS = [1, 2, 2.5, 5, 10];
const LEAST_DRAG = 6; // units of the drawing; less is a click
const LEAST_PART = 1 / 200; // of an axis that can be looked at alone
const NEAR = 12;
const SAME = 1.5; // as near to the pointer a point of a curve is what is read, else the line between two

// Returns the smallest of 1, 2, 2.5, 5 times a power of ten that is at least as large.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return MANTISSAS.map((one) => one * power).find((one) => one >= least * (1 - 1e-9));
}

// Returns the round values from low to high, and the words of each.
function ticks(low, high, wanted) {
  const step = roundStep((high - low) / wanted);
  const found = [];
  for (let number = Math.ceil(low / step - 1e-9); number * step <= high + step * 1e-9 && found.length < wanted + 2; number += 1) found.push(number * step);
  return found.map((value) => [value, grouped(value.toFixed(digitsOf(step)))]);
}

function digitsOf(step) {
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6 ? digits : digits + 1;
}

function grouped(words) {
  const [whole, rest] = words.split(".");
  const apart = whole.replace("-", "").length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, "\u202f"); // as core/figures.py has them
  return rest === undefined ? apart : `${apart}.${rest}`;
}

// Returns a value with four significant digits.
function figure(value) {
  if (value === 0) return "0";
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return grouped(value.toFixed(Math.min(digits, 12)));
}

// Returns the points of a path as gpuscope writes it: pieces that begin with M, then steps behind l; "1.4-.3.5" are three numbers.
function points(way) {
  return way.split("M").slice(1).map((part) => {
    const [place, moves] = part.split(/[lh]/).map((numbers) => numbers.match(/-?(\d+\.?\d*|\.\d+)/g).map(Number));
    const piece = [[...place]];
    for (let at = 0; at + 1 < moves.length; at += 2) {
      place[0] += moves[at];
      place[1] += moves[at + 1];
      piece.push([...place]);
    }
    return piece;
  });
}

// Returns a path through the points of pieces.
function pathOf(pieces) {
  return pieces.map((piece) => `M${piece.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}${piece.length === 1 ? "h.01" : ""}`).join("");
}

// Returns an axis from "low high begin end intervals".
function axisOf(words) {
  const [low, high, begin, end, wanted] = words.split(" ").map(Number);
  const all = [Math.min(begin, end), Math.max(begin, end)];
  return { low, high, begin, end, wanted, all, part: [...all] };
}

function isWhole(axis) {
  return axis.part[0] === axis.all[0] && axis.part[1] === axis.all[1];
}

// Returns where something drawn at a place stands when only a part of the axis is looked at.
function moved(axis, place) {
  const [from, to] = axis.part;
  return axis.all[0] + ((place - from) / (to - from)) * (axis.all[1] - axis.all[0]);
}

function unmoved(axis, place) {
  const [from, to] = axis.part;
  return from + ((place - axis.all[0]) / (axis.all[1] - axis.all[0])) * (to - from);
}

// Returns the value that is drawn at a place.
function valueAt(axis, place) {
  return axis.low + ((place - axis.begin) / (axis.end - axis.begin)) * (axis.high - axis.low);
}

function placeOf(axis, value) {
  return axis.begin + ((value - axis.low) / (axis.high - axis.low)) * (axis.end - axis.begin);
}

// Looks at the part between two places; never at too little, never beyond the ends.
function look(axis, from, to) {
  const length = axis.all[1] - axis.all[0];
  const size = Math.min(length, Math.max(to - from, length * LEAST_PART));
  const begin = Math.min(axis.all[1] - size, Math.max(axis.all[0], (from + to - size) / 2));
  axis.part = [begin, begin + size];
}

function zoom(axis, factor, place) {
  const centre = unmoved(axis, place);
  look(axis, centre - (centre - axis.part[0]) * factor, centre + (axis.part[1] - centre) * factor);
}

function shift(axis, share) {
  const size = axis.part[1] - axis.part[0];
  const by = Math.max(axis.all[0] - axis.part[0], Math.min(axis.all[1] - axis.part[1], share * size));
  axis.part = [axis.part[0] + by, axis.part[1] + by];
}

class Chart {
  constructor(frame, number) {
    this.frame = frame;
    this.svg = frame.querySelector("svg");
    this.x = axisOf(this.svg.dataset.x);
    this.y = axisOf(this.svg.dataset.y);
    this.axes = this.svg.dataset.both ? [this.x, this.y] : [this.x]; // those that the wheel and the keys zoom
    this.ticks = this.svg.querySelector("[data-part=ticks]");
    this.plot = this.svg.querySelector("[data-part=plot]");
    this.paths = [...this.plot.querySelectorAll("path")].filter((one) => !one.closest("[data-at]"));
    this.pieces = this.paths.map((one) => points(one.getAttribute("d")));
    this.names = this.paths.map((one) => one.closest("[data-name]")?.dataset.name);
    this.marks = [...this.plot.querySelectorAll("[data-at]")].map((one) => [one, one.dataset.at.split(" ").map(Number)]);
    this.clip(number);
    this.cursor = this.add(this.svg, "line", { class: "cursor", visibility: "hidden" });
    this.box = this.add(this.svg, "rect", { class: "box", visibility: "hidden" });
    this.card = frame.appendChild(document.createElement("div"));
    this.card.className = "card";
    this.card.hidden = true;
    this.reset = frame.appendChild(document.createElement("button"));
    this.reset.type = "button";
    this.reset.textContent = "Reset zoom";
    this.reset.hidden = true;
    this.listen();
  }

  add(parent, name, attributes, words) {
    const made = document.createElementNS(this.svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words !== undefined) made.textContent = words;
    return parent.appendChild(made);
  }

  clip(number) {
    const room = 4; // for markers at the ends
    const [left, right] = this.x.all;
    const [top, bottom] = this.y.all;
    const path = this.add(this.svg, "clipPath", { id: `plot-${number}` });
    this.add(path, "rect", { x: left - room, y: top - room, width: right - left + 2 * room, height: bottom - top + 2 * room });
    this.plot.setAttribute("clip-path", `url(#plot-${number})`);
  }

  listen() {
    this.svg.setAttribute("tabindex", "0");
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("pointerleave", () => this.hide());
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("dblclick", () => this.whole());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.reset.addEventListener("click", () => this.whole());
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    const view = this.svg.viewBox.baseVal;
    return [((event.clientX - box.left) * view.width) / box.width, ((event.clientY - box.top) * view.height) / box.height];
  }

  inside([x, y]) {
    return x >= this.x.all[0] && x <= this.x.all[1] && y >= this.y.all[0] && y <= this.y.all[1];
  }

  press(event) {
    const place = this.place(event);
    if (event.button !== 0 || !this.inside(place)) return;
    this.from = place;
    this.svg.setPointerCapture(event.pointerId);
  }

  // Returns what the pointer was dragged over: all of the height, or the width, where it went hardly that way.
  dragged(place) {
    return [this.x, this.y].map((axis, at) => {
      const ends = [this.from[at], place[at]].map((one) => Math.min(axis.all[1], Math.max(axis.all[0], one))).sort((a, b) => a - b);
      return ends[1] - ends[0] < LEAST_DRAG ? axis.all : ends;
    });
  }

  move(event) {
    const place = this.place(event);
    if (!this.from) return this.tell(place);
    const [[left, right], [top, bottom]] = this.dragged(place);
    const box = { x: left, y: top, width: right - left, height: bottom - top, visibility: "visible" };
    for (const [key, value] of Object.entries(box)) this.box.setAttribute(key, value);
    return this.hide();
  }

  release(event) {
    if (!this.from) return;
    const parts = this.dragged(this.place(event));
    this.drop();
    if (parts[0] === this.x.all && parts[1] === this.y.all) return;
    const found = parts.map((ends, at) => ends.map((one) => unmoved([this.x, this.y][at], one)));
    look(this.x, ...found[0]);
    look(this.y, ...found[1]);
    this.draw();
  }

  drop() {
    this.from = undefined;
    this.box.setAttribute("visibility", "hidden");
  }

  // The wheel scrolls the page until a chart was clicked on or reached with the keyboard.
  wheel(event) {
    if (!event.ctrlKey && document.activeElement !== this.svg) return;
    event.preventDefault();
    const place = this.place(event);
    this.axes.forEach((axis) => zoom(axis, 1.0015 ** event.deltaY, place[axis === this.x ? 0 : 1]));
    this.draw();
  }

  key(event) {
    const middle = (axis) => (axis.all[0] + axis.all[1]) / 2;
    const acts = {
      "+": () => this.axes.forEach((axis) => zoom(axis, 0.7, middle(axis))),
      "-": () => this.axes.forEach((axis) => zoom(axis, 1 / 0.7, middle(axis))),
      ArrowLeft: () => shift(this.x, -0.2),
      ArrowRight: () => shift(this.x, 0.2),
      ArrowUp: () => shift(this.y, -0.2),
      ArrowDown: () => shift(this.y, 0.2),
      Escape: () => this.whole(),
      0: () => this.whole(),
    };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") && isWhole(this.x) && isWhole(this.y)) return; // then they scroll the page
    event.preventDefault();
    act();
    this.draw();
  }

  whole() {
    for (const axis of [this.x, this.y]) axis.part = [...axis.all];
    this.draw();
  }

  draw() {
    this.paths.forEach((path, at) => {
      path.setAttribute("d", pathOf(this.pieces[at].map((piece) => piece.map(([x, y]) => [moved(this.x, x), moved(this.y, y)]))));
    });
    for (const [mark, [x, y]] of this.marks) mark.setAttribute("transform", `translate(${(moved(this.x, x) - x).toFixed(2)} ${(moved(this.y, y) - y).toFixed(2)})`);
    this.drawTicks();
    this.reset.hidden = isWhole(this.x) && isWhole(this.y);
    this.hide();
  }

  drawTicks() {
    this.ticks.replaceChildren();
    const [left, right] = this.x.all;
    const [top, bottom] = this.y.all;
    for (const [place, words] of this.marksOf(this.y, [bottom, top])) {
      this.add(this.ticks, "line", { x1: left, x2: right, y1: place, y2: place, class: "grid" });
      this.add(this.ticks, "text", { x: left - 5, y: place + 2.6, "text-anchor": "end", class: "tick" }, words);
    }
    for (const [place, words] of this.marksOf(this.x, [left, right])) {
      this.add(this.ticks, "line", { x1: place, x2: place, y1: bottom, y2: bottom + 2.5, class: "stroke" });
      this.add(this.ticks, "text", { x: place, y: bottom + 10.5, "text-anchor": "middle", class: "tick" }, words);
    }
  }

  marksOf(axis, ends) {
    const [low, high] = ends.map((one) => valueAt(axis, unmoved(axis, one)));
    return ticks(low, high, axis.wanted).map(([value, words]) => [moved(axis, placeOf(axis, value)), words]);
  }

  // Shows what is drawn at the pointer: every curve there, or the point nearest to it.
  tell(place) {
    const rows = this.inside(place) ? (this.svg.dataset.both ? this.nearest(place) : this.across(place)) : [];
    if (rows.length === 0) return this.hide();
    this.card.replaceChildren(...rows.map(([words, strong]) => {
      const line = document.createElement(strong ? "b" : "span");
      line.textContent = words;
      return line;
    }));
    this.card.hidden = false;
    const box = this.svg.getBoundingClientRect();
    const wide = box.width / this.svg.viewBox.baseVal.width;
    const left = place[0] * wide;
    const room = this.card.offsetWidth + 16;
    this.card.style.left = `${left + room > box.width ? left - room : left + 16}px`;
    this.card.style.top = `${this.svg.offsetTop + 4}px`;
    return undefined;
  }

  across([x]) {
    const at = unmoved(this.x, x);
    const found = new Map();
    this.paths.forEach((_, index) => {
      const near = nearestIn(this.pieces[index], at);
      if (this.names[index] === undefined || !near || Math.abs(moved(this.x, near[0]) - x) > NEAR) return;
      const values = found.get(this.names[index]) ?? [];
      found.set(this.names[index], [...values, figure(valueAt(this.y, near[1]))]);
    });
    for (const [key, value] of Object.entries({ x1: x, x2: x, y1: this.y.all[0], y2: this.y.all[1], visibility: "visible" })) this.cursor.setAttribute(key, value);
    const head = `${this.svg.dataset.xTitle}: ${figure(valueAt(this.x, at))}`;
    return found.size ? [[head, true], ...[...found].map(([name, values]) => [`${name}  ${values.join(", ")}`, false])] : [];
  }

  nearest([x, y]) {
    let best = [NEAR, undefined, undefined];
    for (const [mark, place] of this.marks) {
      const away = Math.hypot(moved(this.x, place[0]) - x, moved(this.y, place[1]) - y);
      if (mark.dataset.name !== undefined && away < best[0]) best = [away, mark.dataset.name, place];
    }
    if (!best[2]) return [];
    const [px, py] = best[2];
    return [[best[1], true], [`${this.svg.dataset.xTitle}: ${figure(valueAt(this.x, px))}`, false], [`${this.svg.dataset.yTitle}: ${figure(valueAt(this.y, py))}`, false]];
  }

  hide() {
    this.card.hidden = true;
    this.cursor.setAttribute("visibility", "hidden");
  }
}

// Returns the point of pieces, sorted by x, that stands for a place: the nearest, or one on the straight line that goes by.
function nearestIn(pieces, place) {
  let best;
  for (const piece of pieces) {
    let [low, high] = [0, piece.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (piece[middle][0] < place) low = middle;
      else high = middle;
    }
    for (const one of [piece[low], piece[high], onLine(piece[low], piece[high], place)]) {
      if (!best || Math.abs(one[0] - place) < Math.abs(best[0] - place) - SAME) best = one;
    }
  }
  return best;
}

function onLine([x0, y0], [x1, y1], place) {
  const x = Math.min(x1, Math.max(x0, place));
  return [x, x1 > x0 ? y0 + ((x - x0) / (x1 - x0)) * (y1 - y0) : y0];
}

document.querySelectorAll("figure.zoomable").forEach((frame, number) => new Chart(frame, number));

// Paper shows what is folded on the screen.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => one.toggleAttribute("open", true)));
