// Starts the browsers of this machine; nothing is downloaded.
import { chromium, firefox } from 'playwright-core';

/** The browsers that every test runs in. RATELAB_BROWSERS=firefox narrows it while working on one of them. */
export const BROWSERS = (process.env.RATELAB_BROWSERS ?? 'chromium,firefox').split(',');

const CHROMIUM = process.env.RATELAB_CHROMIUM ?? '/usr/bin/chromium';
const FIREFOX = process.env.RATELAB_FIREFOX ?? '/usr/bin/firefox-esr';
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * What a test may ask of the browser's surroundings.
 *
 * @typedef {object} Surroundings
 * @property {'light' | 'dark'} [colorScheme]
 * @property {'reduce' | 'no-preference'} [reducedMotion]
 * @property {'active' | 'none'} [forcedColors]
 * @property {boolean} [hasTouch]
 */

/**
 * Starts one browser without a window. A browser that is missing is an error.
 *
 * Chromium takes the surroundings per context; Firefox ignores them there without a word, so that it gets them here, as
 * preferences of the whole browser. (For the same reason `page.emulateMedia()` does nothing in Firefox.)
 *
 * @param {string} name 'chromium' or 'firefox'
 * @param {Surroundings} [surroundings]
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launch(name, surroundings = {}) {
  switch (name) {
    case 'chromium':
      return chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
    case 'firefox':
      return firefox.launch({
        // The channel is spoken to over WebDriver BiDi, as any released Firefox can be.
        channel: 'moz-firefox',
        executablePath: FIREFOX,
        firefoxUserPrefs: preferences(surroundings),
      });
    default:
      throw new Error(`'${name}' is not one of the browsers: chromium, firefox`);
  }
}

/**
 * The surroundings that make a browser of its own necessary, as a key to find it by.
 *
 * @param {string} name
 * @param {Surroundings} surroundings
 */
export function launchKey(name, surroundings) {
  return name === 'firefox' ? `${name} ${JSON.stringify(preferences(surroundings))}` : name;
}

/** Firefox's names for the surroundings. */
function preferences(/** @type {Surroundings} */ { colorScheme, reducedMotion, forcedColors, hasTouch }) {
  return {
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
    'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
    'browser.display.document_color_use': forcedColors === 'active' ? 2 : 0,
    'dom.w3c_touch_events.enabled': hasTouch ? 1 : 0,
  };
}
