// Keeps the scenario and the step in the address bar: a step changes the entry, another scenario makes a new one to go
// back from. A scenario that is too long for an address is kept beside it, so that a reload still finds it.
import { LONGEST, asked, fragmentOf } from './address.js';

/** @typedef {import('./bench.js').Scenario} Scenario */

/** Changes in quick succession are written once. Browsers refuse more than a few a second for long. */
const CALM_MS = 150;
const MOST_MS = 600;
/** Numbers that are typed or slid within this time make one entry. */
const TYPING_MS = 1500;

/** What is the same while only numbers change. @param {Scenario} scenario */
const shapeOf = ({ limiters, traffic }) => JSON.stringify([limiters.map((limiter) => limiter.algorithm ?? limiter.flawed), traffic.pattern]);

/**
 * @param {{ open(wanted: { scenario?: Scenario, step?: number }): void, failed(error: unknown): void, long(length: number): void }} page
 */
export function keeper(page) {
  /** What the entry holds. @type {{ scenario: Scenario | null, json: string, fragment: string, shape: string, at: number }} */
  let kept = { scenario: null, json: '', fragment: '', shape: '', at: -Infinity };
  /** @type {{ scenario: Scenario, step: number } | null} */
  let pending = null;
  let timer = 0;
  let since = 0;
  /** A later turn makes an earlier one that is still waiting void. */
  let turn = 0;

  /** @param {Scenario} scenario @param {number} step */
  function note(scenario, step) {
    pending = { scenario, step };
    const now = performance.now();
    since ||= now;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(CALM_MS, since + MOST_MS - now)));
  }

  /** Writes what is noted; resolves when the address holds it. */
  async function write() {
    clearTimeout(timer);
    since = 0;
    if (!pending) return;
    const { scenario, step } = pending;
    const mine = (turn += 1);
    let push = false;
    if (scenario !== kept.scenario) {
      const json = JSON.stringify(scenario);
      const fragment = json === kept.json ? kept.fragment : await fragmentOf(json);
      if (mine !== turn) return;
      const now = performance.now();
      const shape = shapeOf(scenario);
      const typing = shape === kept.shape && now - kept.at < TYPING_MS;
      push = kept.scenario !== null && json !== kept.json && !typing;
      // What the page opens with is nothing typed.
      kept = { scenario, json, fragment, shape, at: kept.scenario ? now : -Infinity };
    }
    put(push, step);
    if (pending.scenario === scenario && pending.step === step) pending = null;
  }

  /** @param {boolean} push @param {number} step */
  function put(push, step) {
    const { fragment, json } = kept;
    const long = tooLong(step);
    const hash = long ? `#step=${step}` : `#${fragment}&step=${step}`;
    const state = long ? { scenario: json } : null;
    try {
      history[push ? 'pushState' : 'replaceState'](state, '', location.pathname + hash);
    } catch (error) {
      // Too often, or too much: the page goes on, and the next change is written again.
      kept.at = -Infinity;
      console.warn(error);
    }
    page.long(long ? fragment.length : 0);
  }

  /** @param {number} step */
  const tooLong = (step) => kept.fragment.length + `&step=${step}`.length > LONGEST;

  /** What the entry asks for. */
  async function read() {
    const json = history.state?.scenario;
    const wanted = await asked(location.href);
    return typeof json === 'string' ? { ...wanted, scenario: JSON.parse(json) } : wanted;
  }

  async function follow() {
    clearTimeout(timer);
    pending = null;
    const mine = (turn += 1);
    try {
      const wanted = await read();
      if (mine !== turn) return;
      // What is opened now is what the entry holds already.
      if (wanted.scenario) {
        const { scenario } = wanted;
        const json = JSON.stringify(scenario);
        const fragment = await fragmentOf(json);
        if (mine !== turn) return;
        kept = { scenario, json, fragment, shape: shapeOf(scenario), at: -Infinity };
      }
      page.long(tooLong(wanted.step ?? 0) ? kept.fragment.length : 0);
      page.open(wanted);
    } catch (error) {
      if (mine === turn) page.failed(error);
    }
  }
  addEventListener('popstate', follow);

  return { note, write, read };
}
