// <rate-stepper>: when it starts and ends, and what it is told by its attributes. All it shows is made in face.js.
import { askedBy, positionIn } from './address.js';
import { el } from './dom.js';
import { face } from './face.js';
import { scenarioFrom, sentenceFor } from './fault.js';
import { playback } from './playback.js';
import { lessonOf, localeOf, wordsOf } from './prose.js';
import { Run } from './run.js';
import { palette, styleSheet } from './theme.js';
import { engine } from './wasm.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('./stage.js').Scenario} Scenario */

/** How near to the window a stepper must be to start. */
const NEAR = '400px';
const PROSE = ['common', 'algorithms', 'chart'];

export class RateStepper extends HTMLElement {
  static observedAttributes = ['lesson', 'scenario', 'step', 'lang'];

  /** Ends all that this stepper has going; a new one for each start. */
  #life = new AbortController();
  /** @type {Run | null} */
  #run = null;
  /** What was shown when it was taken out of the page, to go on with. @type {{ author: Scenario, scenario: Scenario, position: number } | null} */
  #kept = null;
  #queued = false;
  #fresh = false;

  /** What it shows, for the page around it to read and to edit; null until `ratelab:ready`. */
  get run() {
    return this.#run;
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
    const to = positionIn(now);
    if (name === 'step' && this.#run && to !== undefined) {
      this.#run.go(to);
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
  }

  /** What the attributes ask for, and with `address` what the page's address asks for first. */
  #asked() {
    const own = {
      lesson: this.getAttribute('lesson') ?? undefined,
      scenario: this.getAttribute('scenario') ?? undefined,
      step: this.getAttribute('step') ?? undefined,
    };
    return this.hasAttribute('address') ? { ...own, ...askedBy(location.href) } : own;
  }

  /** @param {AbortSignal} life */
  async #start(life) {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (!root.firstChild) root.append(el('slot'));
    const { lesson: id, scenario: json, step } = this.#asked();
    const locale = localeOf(this);
    const words = await wordsOf(locale, PROSE, null).catch(() => null);
    try {
      const [ratelab, sheet] = await Promise.all([engine(), styleSheet()]);
      root.adoptedStyleSheets = [sheet];
      // Only where it is asked for, since most steppers do without.
      const zoom = this.hasAttribute('zoom') ? (await import('./zoom.js')).zoom : null;
      const lesson = id === undefined ? null : await lessonOf(id);
      // A scenario of the author's own stands without the lesson's examples and what is said of them.
      const taught = json === undefined ? lesson : null;
      const lessonWords = await wordsOf(locale, PROSE, taught && id);
      if (life.aborted) return;
      const scenario = json === undefined ? lesson?.scenario : scenarioFrom(json);
      const run = new Run(ratelab.Stepper, this.#kept?.author ?? /** @type {Scenario} */ (scenario ?? null));
      // Where it opens is no step of anybody's, and so is told to nobody.
      if (this.#kept) run.edit(this.#kept.scenario, this.#kept.position);
      else run.go(positionIn(step) ?? 0);
      this.#kept = null;
      this.#run = run;
      this.#show(root, run, {
        words: lessonWords,
        signal: life,
        catalogue: ratelab.catalogue(),
        linked: lesson?.linked ?? false,
        presets: taught?.presets ?? [],
        zoom,
      });
      this.#tell('ready');
    } catch (error) {
      if (!life.aborted) this.#fail(root, words ? sentenceFor(words, error) : String(error));
    }
  }

  /**
   * @param {ShadowRoot} root
   * @param {Run} run
   * @param {Pick<Stage, 'words' | 'signal' | 'catalogue' | 'linked' | 'presets' | 'zoom'>} given
   */
  #show(root, run, given) {
    const { words, signal } = given;
    const play = playback(run, () => shown.update(play.playing ? 'tick' : 'step', false));
    const samples = palette(signal, () => shown.redraw());
    const shown = face({
      ...given,
      run,
      play,
      colours: samples.colours,
      font: () => getComputedStyle(samples.node).fontFamily,
      edit: (scenario, position) => {
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
    });
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
