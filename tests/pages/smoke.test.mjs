// The front page comes up, starts the wasm and reports nothing wrong.
import assert from 'node:assert/strict';
import { browserTest, shoot } from './harness.mjs';

browserTest('the front page loads without an error', async ({ page, url, browserName }) => {
  await page.goto(url);
  assert.match(await page.title(), /Ratelab/);
  await page.waitForLoadState('networkidle');
  await shoot(page, `smoke-${browserName}`);
});
