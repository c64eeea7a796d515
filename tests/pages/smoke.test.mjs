// The front page comes up, starts the wasm and reports nothing wrong; so does the published form of it in a subfolder.
import assert from 'node:assert/strict';
import { browserTest, DIST, shoot } from './harness.mjs';

browserTest('the front page loads without an error', async ({ page, url, browserName }) => {
  await page.goto(url);
  assert.match(await page.title(), /Ratelab/);
  await page.waitForLoadState('networkidle');
  await shoot(page, `smoke-${browserName}`);
});

browserTest('the published site works in a subfolder of any host', async ({ page, serve }) => {
  const host = await serve({ folder: DIST, prefix: '/a/b/' });
  await page.goto(`${host.url}a/b/`);
  await page.waitForLoadState('networkidle');
  assert.match(await page.title(), /Ratelab/);
  const wasm = host.requests.filter((path) => path.endsWith('.wasm'));
  for (const path of wasm) assert.match(path, /^\/a\/b\/pkg-[0-9a-f]{16}\/ratelab_bg\.wasm$/);
});
