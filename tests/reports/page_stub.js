// As much of a page as report.js asks for: elements from JSON, their attributes, listeners and a box of 962 by 212 pixels.
"use strict";

class Element {
  constructor(tag, attributes = {}, text = "") {
    Object.assign(this, { tag, attributes, textContent: text, children: [], listeners: {}, hidden: false, style: {}, offsetWidth: 100, offsetTop: 0 });
    this.namespaceURI = "svg";
  }
  static of({ tag, attributes, text, children }) {
    const made = new Element(tag, attributes, text);
    children.forEach((one) => made.appendChild(Element.of(one)));
    return made;
  }
  get dataset() {
    const name = (key) => key.slice(5).replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return Object.fromEntries(Object.entries(this.attributes).filter(([key]) => key.startsWith("data-")).map(([key, value]) => [name(key), value]));
  }
  get viewBox() {
    const [, , width, height] = this.attributes.viewBox.split(" ").map(Number);
    return { baseVal: { width, height } };
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 2 * this.viewBox.baseVal.width, height: 2 * this.viewBox.baseVal.height };
  }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  getAttribute(key) { return this.attributes[key]; }
  appendChild(child) { child.parent = this; this.children.push(child); return child; }
  replaceChildren(...children) { this.children = []; children.forEach((one) => this.appendChild(one)); }
  addEventListener(kind, listener) { this.listeners[kind] = listener; }
  setPointerCapture() {}
  matches(selector) {
    const [, tag, key, value] = /^(\w*)(?:\[([\w-]+)(?:=(\w+))?\])?$/.exec(selector);
    return (!tag || tag === this.tag) && (!key || (key in this.attributes && (!value || this.attributes[key] === value)));
  }
  all() { return this.children.flatMap((one) => [one, ...one.all()]); }
  querySelectorAll(selector) { return this.all().filter((one) => one.matches(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0]; }
  closest(selector) { return this.matches(selector) ? this : this.parent?.closest(selector) ?? null; }
  fire(kind, more) { this.listeners[kind]({ button: 0, pointerId: 1, preventDefault() {}, ...more }); }
}

const input = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const frame = Element.of(input.frame);
globalThis.document = {
  querySelectorAll: () => [frame],
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
};
require("vm").runInThisContext(input.script);
const svg = frame.querySelector("svg");
const told = () => ({
  paths: svg.querySelector("[data-part=plot]").querySelectorAll("path").map((one) => one.attributes.d),
  moved: svg.querySelector("[data-part=plot]").querySelectorAll("[data-at]").map((one) => one.attributes.transform),
  ticks: svg.querySelector("[data-part=ticks]").querySelectorAll("text").map((one) => one.textContent),
  card: frame.children.find((one) => one.className === "card"),
  reset: frame.querySelector("button").hidden,
});
const states = [told()];
for (const [kind, more] of input.events) {
  if (kind === "focus") document.activeElement = svg;
  else if (kind === "reset") frame.querySelector("button").fire("click");
  else svg.fire(kind, more);
  const { card, ...state } = told();
  states.push({ ...state, card: card.hidden ? null : card.children.map((one) => one.textContent) });
}
console.log(JSON.stringify(states, (key, value) => (key === "parent" ? undefined : value)));
