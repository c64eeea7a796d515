// <rate-stepper>: when it starts and ends, and what it is told by its attributes. All it shows is made in face.js.
import { askedBy, positionIn } from './address.js';
import { el } from './dom.js';
import { face } from './face.js';
import { sentenceFor } from './fault.js';
import { opened, plainWords } from './open.js';
import { playback } from './playback.js';
import { localeOf } from './prose.js';
import { palette } from './theme.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** How near to the window a stepper must be to start. */
const NEAR = '400px';

export class RateStepper extends HTMLElement {
  static observedAttributes = ['lesson', 'scenario', 'step', 'lang'];

  /** Ends all that this stepper has going; a new one for each start. */
  #life = new AbortController();
  /** @type {import('./run.js').Run | null} */
  #run = null;
  /** What was shown when it was taken out of the page. @type {import('./open.js').Kept | null} */
  #kept = null;
  /** Goes to the step that is asked for in words, while there is something to step. @type {((step: string | null) => void) | null} */
  #goTo = null;
  /** @type {Stage | null} */
  #stage = null;
  #queued = false;
  #fresh = false;

  /** What it shows and how it is edited, for the page around it; null until `ratelab:ready`. */
  get stage() {
    return this.#stage;
  }

  connectedCallback() {
    const life = this.#begin();
    if (this.hasAttribute('eager')) {
      this.#start(life);
      return;
    }
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        this.#start(life);
      },
      { rootMargin: NEAR },
    );
    near.observe(this);
    life.addEventListener('abort', () => near.disconnect());
  }

  disconnectedCallback() {
    if (this.#run) {
      const { author, scenario, position } = this.#run;
      this.#kept = { author, scenario, position };
    }
    this.#end();
    this.shadowRoot?.replaceChildren(el('slot'));
  }

  /** Several attributes set in one go make one new start. */
  attributeChangedCallback(/** @type {string} */ name, /** @type {string | null} */ before, /** @type {string | null} */ now) {
    if (!this.isConnected || before === now) return;
    if (name === 'step' && this.#goTo) {
      this.#goTo(now);
      return;
    }
    this.#kept = null;
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (!this.isConnected) return;
      this.#end();
      this.connectedCallback();
    });
  }

  #begin() {
    this.#life.abort();
    this.#life = new AbortController();
    return this.#life.signal;
  }

  #end() {
    this.#life.abort();
    this.#run?.free();
    this.#run = null;
    this.#stage = null;
    this.#goTo = null;
  }

  /** What the attributes ask for, and with `address` what the page's address asks for first. */
  #asked() {
    const own = {
      lesson: this.getAttribute('lesson') ?? undefined,
      scenario: this.getAttribute('scenario') ?? undefined,
      step: this.getAttribute('step') ?? undefined,
    };
    if (!this.hasAttribute('address')) return own;
    const asked = askedBy(location.href);
    // The step belongs to what is stepped.
    return asked.lesson ?? asked.scenario ? { ...own, step: undefined, ...asked } : { ...own, ...asked };
  }

  /** @param {AbortSignal} life */
  async #start(life) {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (!root.firstChild) root.append(el('slot'));
    const locale = localeOf(this);
    const asked = this.#asked();
    try {
      const { run, sheet, ...given } = await opened(asked, locale, this.#kept);
      // Only where it is asked for, since most steppers do without.
      const zoom = this.hasAttribute('zoom') ? (await import('./zoom.js')).zoom : null;
      if (life.aborted) {
        run.free();
        return;
      }
      root.adoptedStyleSheets = [sheet];
      // Where it opens is no step of anybody's, and so is told to nobody.
      const first = this.#kept ? null : positionIn(asked.step ?? '0', run.length);
      if (first) run.go(first.position);
      this.#kept = null;
      this.#run = run;
      const shown = this.#show(root, run, { ...given, zoom, signal: life });
      const warn = (/** @type {object | undefined} */ fault) => shown.warn(fault ? sentenceFor(given.words, fault) : '');
      warn(first?.wrong);
      this.#goTo = (text) => {
        const to = text === null ? null : positionIn(text, run.length);
        warn(to?.wrong);
        if (to) run.go(to.position);
      };
      this.#tell('ready');
    } catch (error) {
      if (life.aborted) return;
      const words = await plainWords(locale).catch(() => null);
      this.#fail(root, words ? sentenceFor(words, error) : String(error));
    }
  }

  /**
   * @param {ShadowRoot} root
   * @param {import('./run.js').Run} run
   * @param {Omit<Stage, 'run' | 'play' | 'edit' | 'colours' | 'font'>} given
   */
  #show(root, run, given) {
    const { words, signal } = given;
    const play = playback(run, () => shown.update(play.playing ? 'tick' : 'step', false));
    const samples = palette(signal, () => shown.redraw());
    const stage = {
      ...given,
      run,
      play,
      colours: samples.colours,
      font: () => getComputedStyle(samples.node).fontFamily,
      edit: (/** @type {import('./stage.js').Scenario} */ scenario, /** @type {number | undefined} */ position) => {
        try {
          play.pause();
          this.#fresh = scenario === run.author || given.presets.some((preset) => preset.scenario === scenario);
          run.edit(scenario, position);
          return undefined;
        } catch (error) {
          this.#fresh = false;
          return sentenceFor(words, error);
        }
      },
    };
    const shown = face(stage);
    this.#stage = stage;
    signal.addEventListener('abort', play.pause);
    root.replaceChildren(samples.node, shown.node);
    run.onchange((why) => {
      shown.update(why, this.#fresh);
      this.#fresh = false;
      this.#tell('step');
    });
    shown.update('tick', true);
    const heights = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      this.#tell('resize', { width, height });
    });
    heights.observe(this);
    signal.addEventListener('abort', () => heights.disconnect());
    return shown;
  }

  /**
   * Says what is wrong in the stepper's place; the fallback text stays.
   * @param {ShadowRoot} root
   * @param {string} text
   */
  #fail(root, text) {
    root.replaceChildren(el('p', { class: 'failure', role: 'alert' }, text), el('slot'));
  }

  /**
   * Sent after Rust has returned, so that a listener may ask anything.
   * @param {'ready' | 'step' | 'resize'} name
   * @param {Record<string, number>} [more]
   */
  #tell(name, more = {}) {
    const { position = 0, length = 0 } = this.#run ?? {};
    const detail = { lesson: this.getAttribute('lesson'), position, length, ...more };
    this.dispatchEvent(new CustomEvent(`ratelab:${name}`, { bubbles: true, composed: true, detail }));
  }
}
