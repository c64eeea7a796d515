// Starts the browsers of this machine; nothing is downloaded.
import { chromium, firefox } from 'playwright-core';

/** The browsers that every test runs in. RATELAB_BROWSERS=firefox narrows it while working on one of them. */
export const BROWSERS = (process.env.RATELAB_BROWSERS ?? 'chromium,firefox').split(',');

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
 * Starts one browser without a window. A browser that is missing is an error.
 *
 * @param {string} name 'chromium' or 'firefox'
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launch(name) {
  switch (name) {
    case 'chromium':
      return chromium.launch({ executablePath: process.env.RATELAB_CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_ARGS });
    case 'firefox':
      return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.RATELAB_FIREFOX });
    default:
      throw new Error(`'${name}' is not one of the browsers: chromium, firefox`);
  }
}
