// The published site: in any folder, from another origin, loaded twice, under the policy it is written for.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { browserTest, DIST } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */

const CORS = { 'Access-Control-Allow-Origin': '*' };
/** Eight at once and one later: the sixth request is the first that is refused. */
const SCENARIO = JSON.stringify({
  version: 1,
  limiters: [{ algorithm: 'token-bucket', permits: 2, period_ms: 1000, burst: 5 }],
  traffic: { pattern: 'explicit', arrivals: [{ at_ms: 0, count: 8 }, { at_ms: 1000 }] },
});

/** A page of somebody's course with these scripts and this markup. */
function host(scripts, body) {
  const loads = scripts.map((source) => `<script type="module" src="${source}"></script>`).join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
${loads}\n${body}</html>`;
}

const stepper = (attributes = '') => `<rate-stepper scenario='${SCENARIO}' ${attributes}>fallback</rate-stepper>`;

/** The outcomes of all steps, as letters; opens a part that is loaded late as well. */
async function letters(/** @type {Page | import('playwright-core').FrameLocator} */ page) {
  const element = page.locator('rate-stepper').first();
  await element.locator('.stepper').waitFor();
  const next = element.getByRole('button', { name: 'Next step' });
  let text = '';
  for (let step = 0; step < 9; step += 1) {
    await next.click();
    text += (await element.locator('.card header .badge').first().innerText()).trim()[0].toUpperCase();
  }
  const late = element.locator('details.fold').last();
  await late.locator('summary').click();
  await late.locator('tbody tr').first().waitFor();
  return text;
}

/** The site's folder with the wasm. */
async function packageFolder() {
  const folders = (await readdir(DIST)).filter((name) => name.startsWith('pkg'));
  assert.equal(folders.length, 1, 'dist/site holds one folder of wasm');
  assert.match(folders[0], /^pkg-[0-9a-f]{16}$/);
  return folders[0];
}

browserTest('a stepper works in a subfolder, on a page two levels deeper', async ({ page, serve }) => {
  const files = { '/a/b/c/d/host.html': host(['../../elements/define.js'], stepper()) };
  const { url, requests } = await serve({ folder: DIST, prefix: '/a/b/', files });
  await page.goto(`${url}a/b/c/d/host.html`);
  assert.equal(await letters(page), 'AAAAARRRA');
  const folder = await packageFolder();
  assert.deepEqual(requests.filter((path) => path.endsWith('.wasm')), [`/a/b/${folder}/ratelab_bg.wasm`]);
});

browserTest('its files may come from another origin that allows it', async ({ page, serve }) => {
  const assets = await serve({ folder: DIST, prefix: '/ratelab/', headers: CORS });
  const { url } = await serve({ files: { '/course/': host([`${assets.url}ratelab/elements/define.js`], stepper()) } });
  await page.goto(`${url}course/`);
  assert.equal(await letters(page), 'AAAAARRRA');
});

browserTest('loading it twice under two addresses starts it once', async ({ page, serve }) => {
  const scripts = ['elements/define.js?a', 'elements/define.js?b'];
  const files = { '/host.html': host(scripts, stepper() + stepper('lang="en"')) };
  const { url, requests } = await serve({ folder: DIST, files });
  await page.goto(`${url}host.html`);
  assert.equal(await letters(page), 'AAAAARRRA');
  assert.equal(requests.filter((path) => path === '/elements/define.js').length, 2);
  assert.equal(requests.filter((path) => path.endsWith('.wasm')).length, 1);
  assert.equal(requests.filter((path) => /stepper-[0-9a-f]+\.js$/.test(path)).length, 1);
});

browserTest('the course and a host page work under the strict content policy', async ({ page, url, serve }) => {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
  const headers = { 'Content-Security-Policy': policy };
  const files = { '/host.html': host(['elements/define.js'], stepper()) };
  const site = await serve({ folder: DIST, files, headers });
  await page.goto(`${site.url}host.html`);
  assert.equal(await letters(page), 'AAAAARRRA');
  await page.goto(site.url);
  const course = page.locator('rate-stepper').first();
  await course.scrollIntoViewIfNeeded();
  await course.locator('.stepper').waitFor();
  assert.ok((await page.locator('h1').innerText()).length > 10, 'the prose is put in');
});

browserTest('it works in a sandboxed frame, which has no origin', async ({ page, serve }) => {
  const inner = await serve({ folder: DIST, files: { '/host.html': host(['elements/define.js'], stepper()) }, headers: CORS });
  const frame = `<iframe title="A stepper" sandbox="allow-scripts" width="900" height="900" src="${inner.url}host.html"></iframe>`;
  const { url } = await serve({ files: { '/course/': host([], frame) } });
  await page.goto(`${url}course/`);
  assert.equal(await letters(page.frameLocator('iframe')), 'AAAAARRRA');
});

browserTest('the whole package lies next to its own wasm, under the same hash', async ({ page, serve }) => {
  const folder = await packageFolder();
  const { url, requests } = await serve({ folder: DIST, prefix: '/x/', headers: CORS, files: { '/blank.html': host([], '') } });
  await page.goto(`${url}blank.html`);
  const outcomes = await page.evaluate(async (address) => {
    const ratelab = await import(address);
    await ratelab.default();
    const limiter = { algorithm: 'gcra', permits: 2, period_ms: 1000, burst: 5 };
    return [...ratelab.decide(limiter, new Float64Array([0, 0, 0, 0, 0, 0, 0, 0, 1e9])).outcomes];
  }, `${url}x/${folder}/full/ratelab.js`);
  assert.deepEqual(outcomes, [0, 0, 0, 0, 0, 2, 2, 2, 0]);
  assert.ok(requests.includes(`/x/${folder}/full/ratelab_bg.wasm`));
});
