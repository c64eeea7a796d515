// First, back, play or pause, forward, last; the scrubber, the count and the speed.
import { button, el, put, set } from './dom.js';
import { SPEEDS } from './playback.js';
import { requestLine } from './text.js';

const PATHS = {
  first: 'M3 2.5h2v11H3Zm10.5 0v11L5.5 8Z',
  back: 'M11.5 2.5v11L4 8Z',
  play: 'M4 2.2v11.6L13.5 8Z',
  pause: 'M4 2.5h3v11H4Zm5 0h3v11H9Z',
  forward: 'M4.5 2.5v11L12 8Z',
  last: 'M2.5 2.5v11l8-5.5Zm8.5 0h2v11h-2Z',
};

/** @param {import('./stage.js').Stage} stage */
export function transport({ run, words, play, signal }) {
  const { t, plain } = words;

  /** A step by hand ends the playing. @param {() => number} to */
  function by(to) {
    return () => {
      play.pause();
      run.go(to());
    };
  }
  const moves = {
    first: by(() => 0),
    back: by(() => run.position - 1),
    forward: by(() => run.position + 1),
    last: by(() => run.length),
    toggle: play.toggle,
  };

  /** @param {'first' | 'back' | 'forward' | 'last'} move */
  const stepButton = (move) => button({ name: t(`transport.${move}`), path: PATHS[move], kind: move }, moves[move], signal);
  const first = stepButton('first');
  const back = stepButton('back');
  const forward = stepButton('forward');
  const last = stepButton('last');
  const toggle = button({ name: t('transport.play'), path: PATHS.play, kind: 'play' }, moves.toggle, signal);

  const scrubber = el('input', { type: 'range', class: 'scrubber', min: 0, step: 1, 'aria-label': t('transport.step') });
  scrubber.addEventListener('input', by(() => Number(scrubber.value)), { signal });
  const count = el('span', { class: 'count' });

  const options = SPEEDS.map((speed) => el('option', { value: speed }, t('transport.speed', { n: speed })));
  const speed = el('select', { class: 'speed', 'aria-label': t('transport.speed-name') }, ...options);
  speed.value = String(play.speed);
  speed.addEventListener('change', () => (play.speed = Number(speed.value)), { signal });

  const group = el('div', { class: 'buttons' }, first, back, toggle, forward, last);
  const node = el('div', { class: 'transport', role: 'group', 'aria-label': t('transport.name') });
  node.append(group, scrubber, count, speed);

  /** @param {import('./stage.js').StepView} view */
  function update(view) {
    const { position, length } = view;
    for (const each of [first, back]) set(each, 'aria-disabled', position === 0 ? 'true' : 'false');
    for (const each of [forward, last]) set(each, 'aria-disabled', position >= length ? 'true' : 'false');
    set(scrubber, 'max', length);
    if (Number(scrubber.value) !== position) scrubber.value = String(position);
    set(scrubber, 'aria-valuetext', t('transport.count-spoken', { position, length }));
    set(scrubber, 'title', requestLine(words, view));
    put(count, t('transport.count', { position: plain(position), length: plain(length) }));
    const name = t(play.playing ? 'transport.pause' : 'transport.play');
    set(toggle, 'aria-label', name);
    set(toggle, 'title', name);
    set(/** @type {Element} */ (toggle.querySelector('path')), 'd', play.playing ? PATHS.pause : PATHS.play);
  }

  return { node, update, moves };
}
