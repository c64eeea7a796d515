/** How a request fared. */
export type Outcome = "allowed" | "delayed" | "refused" | "impossible";

/** A limiter: an algorithm and its parameters, as the catalogue lists them. */
export interface LimiterSpec { algorithm: string; [parameter: string]: string | number }

/** A wrong limiter that a lesson shows beside the right one: the mistake, and the right one's parameters. */
export interface FlawedSpec { flawed: string; [parameter: string]: string | number }

/** One line of explicit traffic: `count` requests at one time. */
export interface ArrivalSpec { at_ms: number; count?: number; cost?: number; key?: string }

/** The requests: a pattern and its numbers. */
export type TrafficSpec =
  | { pattern: "explicit"; arrivals: ArrivalSpec[] }
  | { pattern: "steady"; rate_per_s: number; duration_ms: number }
  | { pattern: "poisson"; seed: number; rate_per_s: number; duration_ms: number }
  | { pattern: "bursts"; seed: number; bursts: BurstSpec[] }
  | { pattern: "bursty"; seed: number; rate_per_s: number; duration_ms: number; bursts: BurstSpec[] }
  | { pattern: "edge"; window_ms: number; count: number }
  | { pattern: "replay"; times_ms: number[]; costs?: number[]; keys?: string[] };

/** So many requests, spread by chance over `width_ms` from `at_ms` on. */
export interface BurstSpec { at_ms: number; width_ms: number; count: number }

/** What is shared, saved and embedded: 1 to 8 limiters and the requests that all of them get. */
export interface Scenario { version: 1; kind?: "limiters"; limiters: (LimiterSpec | FlawedSpec)[]; traffic: TrafficSpec }

/** The thrown error's extra fields: which field was wrong, what was given, what is accepted. */
export interface InputError extends Error { field: string; given: string; accepted: Accepted }

/** What a field accepts. */
export type Accepted =
  | { kind: "whole"; min: number; max: number }
  | { kind: "number"; min: number; max: number }
  | { kind: "one-of"; words: string[] }
  | { kind: "whole-or"; max: number; words: string[] }
  | { kind: "list"; min: number; max: number }
  | { kind: "object" }
  | { kind: "text"; max: number }
  | { kind: "steps"; max: number }
  | { kind: "exact"; max: number };

/** A key's state in display numbers; which fields there are depends on the algorithm. Times in milliseconds. */
export type State = Record<string, number | null>;

/** How many requests had each outcome. */
export interface Totals { allowed: number; delayed: number; refused: number; impossible: number }

/** One limiter's decision on one request. Times in milliseconds. */
export interface ReplayDecision {
  outcome: Outcome; wait_ms: number; retry_after_ms: number | null; remaining: number; reset_ms: number; state: State;
}

/** One request with every limiter's decision. */
export interface ReplayStep { at_ms: number; cost: number; key: string; decisions: ReplayDecision[] }

/** A whole run. */
export interface Replay { steps: ReplayStep[]; totals: Totals[] }

/** The unit of a number that people are shown. */
export type Unit = "tokens" | "requests" | "millis" | "share" | "per-second" | "plain";

/** A number with its unit. */
export interface Quantity { value: number; unit: Unit }

/** A sentence, formula or label: its key in the language files and the numbers to put in. */
export interface Message { key: string; values: Record<string, Quantity> }

/** The one number of a key that is drawn over time. */
export interface Gauge {
  unit: Unit; max: number; rest: number; line: "capacity" | "tolerance" | "limit" | "queue"; line_at: number;
}

/** A decision with its reason. */
export interface DecisionView {
  outcome: Outcome; now_ms: number; wait_ms: number; retry_after_ms: number | null; remaining: number; reset_ms: number;
  before: State; after: State; why: Explanation;
}

/** Why: the key of a sentence, the keys of the formulas behind it, and the numbers that go into all of them. */
export interface Explanation { reason: string; formulas: string[]; values: Record<string, Quantity> }

/** One limiter at one step. `decision` is null at position 0; `algorithm` is the mistake's id when `flawed`. */
export interface RowView {
  algorithm: string; flawed: boolean; limit: number; gauge: Gauge; totals: Totals; fresh: State; decision: DecisionView | null;
}

/** One step with everything a person is told about it. `request` is null at position 0. */
export interface StepView {
  position: number; length: number; request: { index: number; at_ms: number; cost: number; key: string } | null;
  rows: RowView[]; agree: boolean;
  /** The run of like steps that the request belongs to: its first position and its last. Null at position 0. */
  run: { first: number; last: number } | null;
}

/** A parameter of an algorithm. Numbers have a range, words a list; `delay` has both. */
export interface Parameter {
  name: string; default: number | string; min?: number; max?: number; unit?: "requests" | "millis"; words?: string[];
}

/** An algorithm with its parameters. */
export interface CatalogueEntry { algorithm: string; parameters: Parameter[] }

/** What lies under a point of a chart: the time there, and the step whose mark it touches (null for none). */
export interface Hit { at_ms: number | null; step: number | null; row: number | null }

/** How a chart puts its labels: text for a message, and a text's width in CSS pixels at a font size. */
export interface Words {
  say(message: Message): string;
  width(text: string, size: number, bold: boolean): number;
}

/** Where and how a chart is drawn, in CSS pixels. `view` is the part of the time axis to show (all when absent);
 * `pointer` is a place to read out; `reveal` false hides all that comes after the position. */
export interface Frame {
  chart: string; width: number; height: number; from_ms?: number; to_ms?: number;
  pointer_x?: number; pointer_y?: number; reveal?: boolean;
}

/** Columns of decisions: outcomes are 0 allowed, 1 delayed, 2 refused, 3 impossible. */
export interface Columns { outcomes: Uint8Array; waitsNs?: Float64Array }
