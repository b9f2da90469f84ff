// What scripts find on a page: what they lend each other (`window.longtable`), htmx, and elements
// as delegated listeners and look-ups by id meet them. Checked by `tsc`, never loaded.

/** What a map shows: the unit in the middle, and how many pixels a unit has. */
interface View {
  x: number;
  y: number;
  scale: number;
}

/** Left, top, width and height in a map's units. */
type Box = [left: number, top: number, wide: number, tall: number];

/** The name and the value of what a form sends. */
type Field = [name: string, value: string];

/** The size of what a map is seen through, in pixels. */
interface Room {
  wide: number;
  tall: number;
}

/** A point on the screen that can be pressed; `r` is how far it reaches. */
interface Spot {
  x: number;
  y: number;
  r?: number;
  element?: HTMLElement;
}

/** A number that is composed: its bounds, and the move it makes (stepper.js). */
interface Step {
  least: number;
  most: number;
  value: number;
  unit?: string;
  each?: string;
  isZero?: boolean;
  stepper?: HTMLElement;
}

/** Where a piece lies: in its map or zone, and on the screen; pixels (animation.js). */
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
  fit(box: Box, room: Room, most: number): View;
  limited(view: View, box: Box, bounds: { least: number; most: number }): View;
  zoomed(view: View, scale: number, dx?: number, dy?: number): View;
  isInside(view: View, room: Room, box: Box): boolean;
  outside(view: View, room: Room, boxes: Box[]): Record<Edge, Box[]>;
  resting(asked: { box: Box; focus: Box; lit: Box[]; room: Room; readable: number; most: number }): View;
  along(view: View, room: Room, boxes: Box[]): View;
  gap(edge: Edge, view: View, room: Room, boxes: Box[]): number | null;
}

interface Steps {
  room(steps: Step[], step: Step, limit: number): number;
  preset(steps: Step[], limit?: number): Step[];
  compose(steps: Step[], before?: string[], after?: string[]): string[];
  says(text: string, number: number, least?: number): string;
  draw(): void;
}

interface Longtable {
  views: Views;
  steps: Steps;
  nearest(spots: Spot[], tap: { x: number; y: number }): { spot: Spot; isAmbiguous: boolean } | null;
  spotsOf(map: Element): Spot[];
  toward(spots: Spot[], from: Spot, way: number[]): Spot | null;
  map(svg: Element): any;
  draft(moves: string[], keep?: string, sure?: boolean): void;
  takeBack(place: string): void;
  send(fields: Field[], action?: string): void;
  say(text: string): void;
  moved(before: Place[], now: Place[]): [Place, Place | null][];
  remember(): void;
  animate(element: Element, frames: Keyframe[], duration: number, delay?: number, more?: KeyframeAnimationOptions): Animation | null;
  moment(line: HTMLElement): void;
  stage(): void;
  fly(number: HTMLElement, source: Element, duration: number): void;
  sound(name: string, volume: number, after?: number): Promise<void>;
  refresh(): Promise<void>;
  have(): string;
  whole(text: string): string | null;
  later(address: string): Promise<unknown>;
  beside(shown: HTMLElement, thing: Element): void;
  note(thing: Element): void;
  showEarlierLog(asked: Element): void;
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

// Listeners are on the document and hear elements; every HTML and SVG element has these.
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

// What a listener on the document hears comes from an element.
interface Document {
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K] & { target: Element }) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface DocumentEventMap {
  "longtable:waiting": CustomEvent<{ waiting?: number; unread?: number; table?: string }>;
  "longtable:heard": CustomEvent<string[]>;
  "htmx:config:request": CustomEvent;
  "htmx:before:request": CustomEvent;
  "htmx:after:request": CustomEvent;
  "htmx:before:swap": CustomEvent;
  "htmx:after:swap": CustomEvent;
  "htmx:before:morph:attr": CustomEvent;
}
