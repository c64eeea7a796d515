// The page tests' frame: every test runs in each browser, in a fresh context, and fails on any console error, page
// error or failed request that it did not announce.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { BROWSERS, launch, launchKey } from './browsers.mjs';
import { serveFolder } from './servers.mjs';

export { DIST, ROOT, WWW } from './places.mjs';
export { shoot } from './shoot.mjs';

/** A test that takes longer than this many milliseconds fails. */
const TEST_LIMIT = 90_000;
/** So does one that waits this long for something in a page. */
const WAIT_LIMIT = 15_000;

/** @type {Map<string, Promise<import('playwright-core').Browser>>} */
const running = new Map();
after(async () => {
  for (const browser of running.values()) await (await browser).close();
});

/**
 * @typedef {object} Tools what a test is given
 * @property {import('playwright-core').Page} page an empty page
 * @property {import('playwright-core').BrowserContext} context the page's context, for further pages
 * @property {string} url the site's address, with a slash at the end
 * @property {string} browserName 'chromium' or 'firefox'
 * @property {typeof serveFolder} serve starts one more server, closed when the test ends
 * @property {string[]} problems console errors, page errors and failed requests so far
 */

/**
 * @typedef {object} Options
 * @property {{width: number, height: number}} [viewport] 1280 by 800 if absent
 * @property {'light' | 'dark'} [colorScheme]
 * @property {'reduce' | 'no-preference'} [reducedMotion]
 * @property {'active' | 'none'} [forcedColors]
 * @property {number} [deviceScaleFactor]
 * @property {boolean} [hasTouch]
 * @property {boolean} [javaScriptEnabled]
 * @property {string} [locale]
 * @property {RegExp[]} [expected] problems that the test is about; any other still fails it
 * @property {string[]} [browsers] the browsers that can do what is tested; all if absent. Say why next to it
 */

/**
 * Declares one test for each browser.
 *
 * @param {string} name
 * @param {(tools: Tools) => Promise<void>} body
 * @param {Options} [options]
 */
export function browserTest(name, body, options = {}) {
  const { expected = [], browsers = BROWSERS, ...contextOptions } = options;
  for (const browserName of BROWSERS.filter((candidate) => browsers.includes(candidate))) {
    test(`${name} [${browserName}]`, { timeout: TEST_LIMIT }, async () => {
      const url = process.env.RATELAB_URL;
      assert.ok(url, 'RATELAB_URL is not set; run `cargo xtask test pages`, or give it the address of `cargo xtask serve`');
      const browser = await shared(browserName, options);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions });
      context.setDefaultTimeout(WAIT_LIMIT);
      /** @type {Array<() => Promise<void>>} */
      const cleanup = [() => context.close()];
      /** @type {string[]} */
      const problems = [];
      context.on('page', (page) => collect(page, problems));
      try {
        const page = await context.newPage();
        const serve = async (/** @type {Parameters<typeof serveFolder>[0]} */ what) => {
          const server = await serveFolder(what);
          cleanup.push(server.close);
          return server;
        };
        await body({ page, context, url, browserName, serve, problems });
        // Errors travel by message: a round trip brings those of the last action.
        if (!page.isClosed()) await page.evaluate(() => new Promise((done) => {
          setTimeout(done, 0);
        }));
        const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
        assert.deepEqual(unexpected, [], 'the page reported problems');
      } catch (error) {
        // What went wrong in the page is often why the test did not find what it looked for.
        if (error instanceof Error && error.name !== 'AssertionError' && problems.length > 0) {
          const told = `the page reported problems:\n  ${problems.join('\n  ')}`;
          // The runner shows the stack, which holds the message as it was.
          error.message += `\n${told}`;
          error.stack += `\n${told}`;
        }
        throw error;
      } finally {
        for (const undo of cleanup) await undo();
      }
    });
  }
}

/** One browser of each kind for the whole file; in Firefox, one for each kind of surroundings. */
function shared(/** @type {string} */ name, /** @type {Options} */ options) {
  const key = launchKey(name, options);
  let browser = running.get(key);
  if (!browser) {
    browser = launch(name, options);
    running.set(key, browser);
  }
  return browser;
}

/** In Firefox, taking a screenshot adds an empty rule `body {}` for a moment; the policy names it by this hash. */
const BY_SCREENSHOT = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

/** Listens for whatever a person would see in red in the developer tools. */
function collect(/** @type {import('playwright-core').Page} */ page, /** @type {string[]} */ problems) {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => {
    if (!error.message.includes(BY_SCREENSHOT)) problems.push(`error: ${error.stack ?? error}`);
  });
  page.on('requestfailed', (request) => problems.push(`request: ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`request: ${response.url()} answered ${response.status()}`);
  });
}

/**
 * The faults that axe finds in a page, open shadow roots included; one line for each.
 *
 * @param {import('playwright-core').Page} page
 * @param {object} [context] what to look at, in axe's own form; the whole document if absent
 * @returns {Promise<string[]>}
 */
export async function accessibilityFaults(page, context) {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated, not added as a script: the content policy would refuse that.
  await page.evaluate(`${source}; undefined`);
  return page.evaluate(async (where) => {
    // @ts-ignore axe came with the line above
    const { violations } = await window.axe.run(where ?? document);
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${rule.help}`));
  }, context);
}
