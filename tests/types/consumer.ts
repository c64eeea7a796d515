// A program that uses the whole package as its types promise. It is only checked, never run; package.test.mjs runs.
import init, {
  arrivals,
  catalogue,
  decide,
  initSync,
  replay,
  Requests,
  Stepper,
  type CatalogueEntry,
  type Columns,
  type Frame,
  type InputError,
  type LimiterSpec,
  type Outcome,
  type Replay,
  type Scenario,
  type StepView,
  type TrafficSpec,
  type Words,
} from '../../www/pkg/full/ratelab.js';

export async function start(bytes: BufferSource): Promise<void> {
  initSync({ module: bytes });
  await init();
  await init({ module_or_path: new URL('https://example.org/ratelab_bg.wasm') });
  // @ts-expect-error without a page to look next to, the bytes must be given
  initSync();
}

const limiter: LimiterSpec = { algorithm: 'token-bucket', permits: 2, period_ms: 1000, burst: 5 };
const traffic: TrafficSpec = { pattern: 'explicit', arrivals: [{ at_ms: 0, count: 8 }, { at_ms: 1000, cost: 2, key: 'u1' }] };
const scenario: Scenario = { version: 1, limiters: [limiter, { flawed: 'uncapped-bucket', permits: 2 }], traffic };

export function replayed(): string {
  const run: Replay = replay(scenario);
  const outcomes: Outcome[] = run.steps.flatMap((step) => step.decisions.map((decision) => decision.outcome));
  const wait: number | null | undefined = run.steps[0]?.decisions[0]?.retry_after_ms;
  const refused: number | undefined = run.totals[0]?.refused;
  // @ts-expect-error a retry-after may be null
  const certain: number | undefined = run.steps[0]?.decisions[0]?.retry_after_ms;
  // @ts-expect-error there is no such outcome
  const none = outcomes.includes('denied');
  return [outcomes.join(), wait, refused, certain, none].join();
}

export function decided(times: BigUint64Array): Columns {
  const columns = decide(limiter, times);
  const outcomes: Uint8Array = columns.outcomes;
  decide(limiter, new Float64Array(outcomes.length), new Uint32Array(outcomes.length), false, new Uint32Array(outcomes.length));
  decide(limiter, times, undefined, true);
  // @ts-expect-error waits are there only when they were asked for
  columns.waitsNs.length;
  // @ts-expect-error times are a typed array
  decide(limiter, [0, 1, 2]);
  // @ts-expect-error costs are whole numbers
  decide(limiter, times, new Float64Array(1));
  // @ts-expect-error a limiter names its algorithm
  decide({ permits: 2 }, times);
  return columns;
}

export function listed(): (number | string)[] {
  const times: Float64Array = arrivals({ pattern: 'poisson', seed: 1, rate_per_s: 5, duration_ms: 1000 });
  const entries: CatalogueEntry[] = catalogue();
  // @ts-expect-error a pattern has its own numbers
  arrivals({ pattern: 'steady', rate_per_s: 5 });
  // @ts-expect-error there is no such pattern
  arrivals({ pattern: 'waves', rate_per_s: 5, duration_ms: 1000 });
  return [times.length, ...entries.flatMap((entry) => entry.parameters.map((parameter) => parameter.default))];
}

export function stepped(context: CanvasRenderingContext2D, colours: string[]): string {
  const words: Words = { say: (message) => message.key, width: (text, size, bold) => text.length * size * (bold ? 0.6 : 0.5) };
  const stepper = new Stepper(scenario);
  stepper.seek(stepper.length);
  const view: StepView = stepper.view();
  const frame: Frame = { chart: stepper.charts()[0] ?? 'time', width: 600, height: 200 };
  stepper.draw(context, frame, words, colours, 'sans-serif');
  const hit = stepper.hit(frame, words, 10, 10);
  const picture: string = stepper.svg(frame, words, colours, 'sans-serif');
  // @ts-expect-error nothing was requested at position 0
  view.request.at_ms;
  // @ts-expect-error a click may hit no chart
  hit.step;
  // @ts-expect-error the position is changed by seek
  stepper.position = 3;
  // @ts-expect-error a frame says which chart it shows
  stepper.draw(context, { width: 600, height: 200 }, words, colours, 'sans-serif');
  // @ts-expect-error there is one version
  new Stepper({ ...scenario, version: 2 });
  const text = stepper.csv() + picture + (view.rows[0]?.decision?.why.reason ?? '');
  stepper.free();
  return text;
}

export function told(error: InputError): string {
  switch (error.accepted.kind) {
    case 'whole':
    case 'number':
      return `${error.field}: ${error.accepted.min} to ${error.accepted.max}, not ${error.given}`;
    case 'one-of':
      return error.accepted.words.join();
    default:
      // @ts-expect-error not all that is accepted is a range
      return error.accepted.min;
  }
}

export function kept(): number {
  const requests = new Requests(new BigUint64Array([0n, 5n]), new Uint32Array([1, 2]));
  const columns: Columns = requests.decide(limiter, false);
  // @ts-expect-error costs are a Uint32Array
  new Requests(new BigUint64Array([0n]), [1]);
  requests.free();
  return columns.outcomes.length;
}
