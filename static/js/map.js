// Maps that are panned and zoomed: any <svg data-map id data-box="left top wide tall"> in a
// .map-stage. The page is morphed in place after every change: nodes are looked up anew each time.
// `longtable.map(svg)` is what a title's script asks for; `map-gestures.js` hears the pointers.
"use strict";

(() => {
  const { views, spotsOf } = window.longtable;
  const PAN = 0.18; // of the room, by an arrow key
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const numbers = (text) => text.trim().split(/\s+/).map(Number);
  /** @type {Edge[]} */
  const EDGES = ["top", "right", "bottom", "left"];

  class Plan {
    constructor(id) {
      this.id = id;
      /** @type {any} a view, once there is one */
      this.view = null;
      this.touched = false; // whether the person moved the view since it was last at rest
      /** @type {{ box: Box, least: number, most: number } | null} what to see at rest instead of all that is lit */
      this.near = null;
      this.moving = 0;
      this.heard = new Set();
    }
    get svg() {
      return /** @type {HTMLElement} */ (document.getElementById(this.id));
    }
    /** @returns {Element} */
    get stage() {
      return this.svg.closest(".map-stage") ?? this.svg;
    }
    get box() {
      return numbers(this.svg.dataset.box);
    }
    get focus() {
      return numbers(this.svg.dataset.focus || this.svg.dataset.box);
    }
    get bounds() {
      const { least, most, readable } = this.svg.dataset;
      return { least: Number(least ?? 0.12), most: Number(most ?? 5), readable: Number(readable ?? 0.5) };
    }
    get room() {
      const { left, top, width, height } = this.svg.getBoundingClientRect();
      return { left, top, wide: width || 1, tall: height || 1 };
    }
    /** @returns {Box[]} of all that is lit, in units */
    get lit() {
      return spotsOf(this.svg).flatMap(({ element }) => {
        if (!element) return [];
        const { left, top, width, height } = element.getBoundingClientRect();
        const { x, y } = this.unit(left, top);
        return [[x, y, width / this.view.scale, height / this.view.scale]];
      });
    }

    on(name, listener) {
      if (name === "change") this.heard.add(listener);
    }
    unit(clientX, clientY) {
      const { left, top, wide, tall } = this.room;
      const { x, y, scale } = this.view;
      return { x: x + (clientX - left - wide / 2) / scale, y: y + (clientY - top - tall / 2) / scale };
    }
    isInView(box) {
      return views.isInside(this.view, this.room, box);
    }

    apply(isMoving = false) {
      const { room, svg, view } = this;
      const { wide, tall } = room; // asked for once: what is written below would lay the page out again
      const { x, y, scale } = view;
      const shown = [x - wide / scale / 2, y - tall / scale / 2, wide / scale, tall / scale];
      const text = shown.map((n) => n.toFixed(2)).join(" ");
      if (svg.getAttribute("viewBox") !== text) svg.setAttribute("viewBox", text);
      svg.classList.toggle("is-far", scale < this.bounds.readable);
      svg.classList.toggle("is-whole", views.isInside(view, room, this.box)); // then a finger scrolls the page
      if (!isMoving) this.point();
      for (const listener of this.heard) listener(this);
    }
    // The arrows at the edges: how many lit spots lie beyond them.
    point() {
      const { room, lit, view } = this;
      const beyond = views.outside(view, room, lit);
      for (const edge of EDGES) {
        const arrow = this.stage.querySelector(`[data-edge="${edge}"]`);
        if (!arrow) continue;
        const count = String(beyond[edge].length);
        const at = count === "0" ? null : views.gap(edge, view, room, lit);
        if (arrow.hidden !== (count === "0")) arrow.hidden = count === "0";
        arrow.classList.toggle("is-crowded", at === null);
        if (arrow.style.getPropertyValue("--at") !== String(at ?? 0.5)) arrow.style.setProperty("--at", String(at ?? 0.5));
        const label = (arrow.dataset.says ?? "").replace("%n", count);
        if (arrow.getAttribute("aria-label") === label) continue;
        arrow.setAttribute("aria-label", label);
        arrow.lastElementChild?.replaceChildren(count);
      }
    }
    show(next, smooth = false) {
      const goal = views.limited(next, this.box, this.bounds);
      cancelAnimationFrame(this.moving);
      if (!smooth || !this.view || still.matches) {
        this.view = goal;
        this.apply();
        return;
      }
      const from = this.view;
      const start = performance.now();
      const step = (now) => {
        if (!this.svg) return;
        const t = Math.min(1, (now - start) / 220);
        const k = 1 - (1 - t) ** 3;
        this.view = {
          scale: from.scale * (goal.scale / from.scale) ** k,
          x: from.x + (goal.x - from.x) * k,
          y: from.y + (goal.y - from.y) * k,
        };
        this.apply(t < 1);
        if (t < 1) this.moving = requestAnimationFrame(step);
      };
      this.moving = requestAnimationFrame(step);
    }
    whole(smooth = true) {
      this.touched = true;
      this.show(views.fit(this.box, this.room, this.bounds.most), smooth);
    }
    rest(smooth = true) {
      this.touched = false;
      const { box, focus, lit, near, room, bounds } = this;
      const closest = near && views.fit(near.box, room, near.most);
      if (closest) this.show({ ...closest, scale: Math.max(near.least, closest.scale) }, smooth);
      else this.show(views.resting({ box, focus, lit, room, ...bounds }), smooth);
    }
    newest() {
      this.touched = true;
      const { focus, room, bounds } = this;
      const near = views.fit(focus, room, Math.max(bounds.readable, this.view.scale));
      this.show(near, true);
    }
    zoom(factor, clientX, clientY) {
      const { left, top, wide, tall } = this.room;
      const { least, most } = this.bounds;
      const scale = Math.min(most, Math.max(least, this.view.scale * factor));
      const isAt = clientX !== undefined;
      this.touched = true;
      const [dx, dy] = isAt ? [clientX - left - wide / 2, clientY - top - tall / 2] : [0, 0];
      this.show(views.zoomed(this.view, scale, dx, dy), !isAt);
    }
    // Zoom in where two spots are too close to tell apart; false where it cannot be closer.
    closer(clientX, clientY) {
      if (this.view.scale >= this.bounds.most) return false;
      this.zoom(2, clientX, clientY);
      return true;
    }
    pan(dx, dy, smooth = false) {
      const { x, y, scale } = this.view;
      this.touched = true;
      this.show({ scale, x: x + dx / scale, y: y + dy / scale }, smooth);
    }
    look(what) {
      if (what === "in") this.zoom(1.4);
      else if (what === "out") this.zoom(1 / 1.4);
      else if (what === "all") this.whole();
      else if (what === "rest") this.rest();
      else this.newest();
    }
    beyond(edge) {
      const there = views.outside(this.view, this.room, this.lit)[edge];
      this.touched = true;
      if (there.length) this.show(views.along(this.view, this.room, there), true);
    }
    // After a change: a view at rest shows what is lit now; one that was chosen stays.
    follow() {
      if (!this.view) {
        this.view = views.fit(this.box, this.room, this.bounds.most);
        this.apply(true);
        this.rest(false);
      } else if (!this.touched && this.lit.some((box) => !this.isInView(box))) this.rest();
      else this.apply();
    }
  }

  const plans = new Map();
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const plan = plans.get(target.id);
      if (!target.isConnected || !plan?.view) continue;
      if (plan.touched) plan.apply();
      else plan.rest(false);
    }
  });
  function map(svg) {
    if (!svg?.matches?.("svg[data-map][id]")) return null;
    if (!plans.has(svg.id)) plans.set(svg.id, new Plan(svg.id));
    const plan = plans.get(svg.id);
    if (!plan.view) plan.follow();
    sizes.observe(svg);
    return plan;
  }
  const mapOf = (target) => map(target.closest?.("svg[data-map]"));
  const stageOf = (target) => map(target.closest?.(".map-stage")?.querySelector("svg[data-map]"));

  // Buttons and keys

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".map-stage [data-view], .map-stage [data-edge]");
    const plan = button && stageOf(button);
    if (!plan) return;
    if (button.dataset.edge) plan.beyond(button.dataset.edge);
    else plan.look(button.dataset.view);
  });
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const LOOKS = { "+": "in", "=": "in", "-": "out", 0: "all", n: "newest", N: "newest" };
  document.addEventListener("keydown", (event) => {
    const plan = mapOf(event.target);
    if (!plan || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (ARROWS[key]) {
      const [x, y] = ARROWS[key];
      plan.pan(x * plan.room.wide * PAN, y * plan.room.tall * PAN, true);
    } else if (LOOKS[key]) plan.look(LOOKS[key]);
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", ({ target }) => {
    const plan = mapOf(target);
    if (!plan || target === plan.svg || !target.matches(":focus-visible")) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    const { scale } = plan.view;
    const { x, y } = plan.unit(left, top);
    /** @type {Box} */
    const box = [x, y, width / scale, height / scale];
    if (!plan.isInView(box)) plan.show(views.along(plan.view, plan.room, [box]), true);
  });

  document.addEventListener("htmx:before:morph:attr", (event) => {
    const isOurs = plans.has(event.target.id) && event.detail?.attrName === "viewBox";
    if (isOurs) event.preventDefault();
  });
  function follow() {
    for (const svg of document.querySelectorAll("svg[data-map][id]")) map(svg).follow();
  }
  document.documentElement.classList.add("map-live");
  document.addEventListener("longtable:changed", follow);

  window.longtable.map = map;
  follow();
})();
