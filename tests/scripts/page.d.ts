// Types of what several scripts use on a page: values that they pass to each other, htmx, and elements
// from delegated listeners and look-ups by id. For `tsc` only; never loaded.

/** The view of a map: the unit in the middle, and the pixels of a unit. */
interface View {
  x: number;
  y: number;
  scale: number;
}

/** Left, top, width and height in a map's units. */
type Box = [left: number, top: number, wide: number, tall: number];

/** The name and the value of a form field. */
type Field = [name: string, value: string];

/** The visible size of a map, in pixels. */
interface Viewport {
  wide: number;
  tall: number;
}

/** A point on the screen that can be pressed, and its radius `r`. */
interface Spot {
  x: number;
  y: number;
  r?: number;
  element?: HTMLElement;
}

/** A number of a stepper: its bounds, and the move that it makes (stepper.js). */
interface Step {
  least: number;
  most: number;
  value: number;
  unit?: string;
  each?: string;
  isZero?: boolean;
  stepper?: HTMLElement;
}

/** The place of a piece: in its frame (a map or a zone), and on the screen in pixels (animation.js). */
interface Place {
  name: string;
  frame: string;
  x: number;
  y: number;
  left: number;
  top: number;
  element?: Element;
}

type Edge = "top" | "right" | "bottom" | "left";

declare var htmx: any;

interface Window {
  htmx: any;
}

// Delegated listeners get elements; every HTML and SVG element has these.
interface EventTarget
  extends Pick<
    Element,
    "closest" | "matches" | "id" | "getAttribute" | "setAttribute" | "getBoundingClientRect"
  > {
  querySelector: ParentNode["querySelector"];
}
interface Element {
  dataset: DOMStringMap;
  hidden: boolean | string;
  style: CSSStyleDeclaration;
  click(): void;
  focus(options?: FocusOptions): void;
  hidePopover(): void;
}

// Events that bubble to the document have an element as target.
interface Document {
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K] & { target: Element }) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface DocumentEventMap {
  "longtable:waiting": CustomEvent<{ waiting?: number; unread?: number; table?: string }>;
  "longtable:sounds": CustomEvent<string[]>;
  "htmx:config:request": CustomEvent;
  "htmx:before:request": CustomEvent;
  "htmx:after:request": CustomEvent;
  "htmx:before:swap": CustomEvent;
  "htmx:after:swap": CustomEvent;
  "htmx:before:morph:attr": CustomEvent;
}
