// Types of what scripts use on a page: functions of other scripts (`window.longtable`), htmx, and
// elements from delegated listeners and look-ups by id. For `tsc` only; never loaded.

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

interface Views {
  union(boxes: Box[]): Box;
  fit(box: Box, viewport: Viewport, most: number): View;
  clamp(view: View, box: Box, bounds: { least: number; most: number }): View;
  zoom(view: View, scale: number, dx?: number, dy?: number): View;
  isInside(view: View, viewport: Viewport, box: Box): boolean;
  groupOutside(view: View, viewport: Viewport, boxes: Box[]): Record<Edge, Box[]>;
  restingView(state: { box: Box; focus: Box; targets: Box[]; viewport: Viewport; readable: number; most: number }): View;
  panToward(view: View, viewport: Viewport, boxes: Box[]): View;
  findGap(edge: Edge, view: View, viewport: Viewport, boxes: Box[]): number | null;
}

interface Steps {
  maxValue(steps: Step[], step: Step, limit: number): number;
  clampSteps(steps: Step[], limit?: number): Step[];
  compose(steps: Step[], before?: string[], after?: string[]): string[];
  labelFor(text: string, number: number, least?: number): string;
  draw(): void;
}

interface Longtable {
  views: Views;
  steps: Steps;
  findNearest(spots: Spot[], tap: { x: number; y: number }): { spot: Spot; isAmbiguous: boolean } | null;
  findTargets(map: Element): Spot[];
  findToward(spots: Spot[], from: Spot, direction: number[]): Spot | null;
  map(svg: Element): any;
  draft(moves: string[], keep?: string, sure?: boolean): void;
  undoMove(place: string): void;
  send(fields: Field[], action?: string): void;
  showPreview(text: string): void;
  findMovedPieces(before: Place[], now: Place[]): [Place, Place | null][];
  captureBoard(): void;
  animate(element: Element, frames: Keyframe[], duration: number, delay?: number, more?: KeyframeAnimationOptions): Animation | null;
  showMoment(line: HTMLElement): void;
  showResult(): void;
  flyNumber(number: HTMLElement, source: Element, duration: number): void;
  playSound(name: string, volume: number, after?: number): Promise<void>;
  refresh(): Promise<void>;
  knownChunks(): string;
  fillStubs(text: string): string | null;
  loadScript(address: string): Promise<unknown>;
  placeBeside(shown: HTMLElement, thing: Element): void;
  openRulesTip(target: Element): void;
  showEarlierLog(pressed: Element): void;
  showSinceLastMove(pressed: Element): void;
  toggleActions(opener: HTMLAnchorElement): void;
  [ofTitle: string]: any;
}

declare var longtable: Longtable;
declare var htmx: any;

interface Window {
  longtable: Longtable;
  htmx: any;
}

// Delegated listeners get elements; every HTML and SVG element has these.
interface EventTarget
  extends Pick<
    Element,
    "closest" | "matches" | "id" | "querySelector" | "getAttribute" | "setAttribute" | "getBoundingClientRect"
  > {}
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
