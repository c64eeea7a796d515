// What one embedded stepper costs its reader over the wire.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browserTest, DIST } from './harness.mjs';

/** All bytes that a page with one stepper asks for, each file compressed as any host would. */
const BUDGET = 80 * 1024;

const HOST = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<script>addEventListener('ratelab:ready', () => { document.title = 'ready'; });</script>
<script type="module" src="site/elements/define.js"></script>
<rate-stepper lesson="token-bucket">A stepper about token buckets.</rate-stepper></html>`;

browserTest(
  'one stepper on a page of one\'s own stays within its budget',
  async ({ page, serve }) => {
    const host = await serve({ folder: DIST, prefix: '/site/', files: { '/host.html': HOST } });
    await page.goto(`${host.url}host.html`);
    await page.waitForFunction(() => document.title === 'ready');
    await page.waitForLoadState('networkidle');

    const asked = [...new Set(host.requests)].filter((path) => path !== '/host.html');
    const files = await Promise.all(asked.map(async (path) => {
      const body = await readFile(join(DIST, path.replace(/^\/site\//, '')));
      return { path, bytes: gzipSync(body, { level: 9 }).length };
    }));
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = files.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${String(bytes).padStart(8)}  ${path}`);
    const share = `${total} bytes of ${BUDGET} in ${files.length} requests`;
    console.log(`one stepper: ${share}\n${list.join('\n')}`);

    assert.ok(files.some(({ path }) => path.endsWith('.wasm')), 'no wasm was asked for');
    assert.ok(total <= BUDGET, `one stepper takes ${share}`);
  },
  // The other browser asks for the same.
  { browsers: ['chromium'] },
);
