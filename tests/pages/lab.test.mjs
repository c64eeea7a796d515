// The lab: a comparison built by hand, its JSON, its address, its file, and the zoom of its time axis.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { accessibilityFaults, browserTest } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */

const BUCKET = { algorithm: 'token-bucket', permits: 2, period_ms: 1000, burst: 5 };
const EIGHT_AT_ONCE = {
  version: 1,
  limiters: [BUCKET, { ...BUCKET, algorithm: 'gcra', burst: 3 }],
  traffic: { pattern: 'explicit', arrivals: [{ at_ms: 0, count: 8 }, { at_ms: 1500 }] },
};

/** Opens the lab; what stands after `#` says with what. */
async function lab(page, url, fragment = '') {
  await page.goto(`${url}lab.html${fragment}`);
  await page.locator('html.ready').waitFor();
}
const withScenario = (scenario, step = 0) => `#scenario=${encodeURIComponent(JSON.stringify(scenario))}&step=${step}`;

const count = (page) => page.locator('rate-stepper .transport .count');
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const json = (page) => page.getByRole('textbox', { name: 'The scenario as JSON' });
const limiter = (page, at) => page.locator('#limiters .limiter').nth(at);
const part = (page, at, name) => limiter(page, at).getByRole('spinbutton', { name, exact: true });

async function open(page, at) {
  if (!(await limiter(page, at).evaluate((node) => node.open))) await limiter(page, at).locator('summary').click();
}

/** Types over what stands in a field; Playwright's own fill() appends in Firefox's number fields. */
async function enter(page, field, text) {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function reads(locator, text) {
  await locator.filter({ hasText: text }).first().waitFor({ timeout: 5000 });
}

/** The totals, a row each: the outcomes that are shown, as numbers. */
const totals = (page) =>
  page.locator('#totals tbody tr').evaluateAll((rows) => rows.map((row) =>
    [...row.querySelectorAll('td[data-kind]:not([hidden])')].map((cell) => `${cell.dataset.kind[0]}${cell.textContent}`).join(' ')));

/** Waits until the address says what is expected, and gives its fragment. */
async function fragment(page, test) {
  for (let tries = 0; tries < 60; tries += 1) {
    const hash = await page.evaluate(() => location.hash);
    if (test(hash)) return hash;
    await page.waitForTimeout(50);
  }
  return assert.fail(`the address stays ${await page.evaluate(() => location.hash)}`);
}
const packedIn = (hash) => {
  const letters = new URLSearchParams(hash.slice(1)).get('z');
  try {
    return letters === null ? null : JSON.parse(inflateRawSync(Buffer.from(letters, 'base64url')).toString());
  } catch {
    return null;
  }
};

browserTest('a comparison is built by hand, and the totals stand side by side', async ({ page, url }) => {
  await lab(page, url, withScenario({ ...EIGHT_AT_ONCE, limiters: [BUCKET] }));
  assert.deepEqual(await totals(page), ['a6 r3']);
  await press(page, 'Add a limiter');
  await limiter(page, 1).getByRole('combobox', { name: 'Algorithm' }).selectOption('leaky-bucket-queue');
  await enter(page, part(page, 1, 'Places in the queue'), '4');
  // One starts, four wait; at 1.5 s three of them have left.
  await reads(page.locator('#totals tbody'), /1.*Leaky bucket \(queue\)/s);
  assert.deepEqual(await totals(page), ['a6 d0 r3', 'a1 d5 r3']);
  await press(page, 'Duplicate limiter 1');
  await enter(page, part(page, 1, 'Burst'), '2');
  assert.deepEqual(await totals(page), ['a6 d0 r3', 'a3 d0 r6', 'a1 d5 r3']);
  await press(page, 'Move limiter 2 down');
  assert.deepEqual(await totals(page), ['a6 d0 r3', 'a1 d5 r3', 'a3 d0 r6']);
  await press(page, 'Remove limiter 3');
  assert.deepEqual(await totals(page), ['a6 d0 r3', 'a1 d5 r3']);
  const pattern = page.locator('#requests').getByRole('combobox', { name: 'Pattern' });
  await pattern.selectOption('steady');
  await enter(page, page.locator('#requests').getByRole('spinbutton', { name: 'Requests a second' }), '4');
  await enter(page, page.locator('#requests').getByRole('spinbutton', { name: 'Duration' }), '1000');
  await reads(count(page), '0 / 4');
  assert.deepEqual(await totals(page), ['a4 d0 r0', 'a1 d3 r0']);
  await page.locator('#requests').getByText('Paste recorded times').click();
  await page.locator('#requests').getByRole('textbox').fill('0, 10 20\n30;40 x50');
  await press(page, 'Use these times');
  await reads(page.locator('#requests .fault'), '“x50” is no number');
  await page.locator('#requests textarea').fill('0, 10 20\n30;40 50');
  await press(page, 'Use these times');
  await reads(count(page), '0 / 6');
  assert.deepEqual(await totals(page), ['a5 d0 r1', 'a1 d4 r1']);
});

browserTest('every algorithm and every parameter can be set, words too', async ({ page, url }) => {
  await lab(page, url, withScenario({ ...EIGHT_AT_ONCE, limiters: [BUCKET] }));
  await open(page, 0);
  const choice = limiter(page, 0).getByRole('combobox', { name: 'Algorithm' });
  const ids = await choice.locator('option').evaluateAll((options) => options.map((option) => option.value));
  assert.equal(ids.length, 8);
  for (const id of ids) {
    await choice.selectOption(id);
    await reads(json(page), '');
    assert.equal(JSON.parse(await json(page).inputValue()).limiters[0].algorithm, id);
    assert.deepEqual(await page.locator('.fault:visible').allInnerTexts(), []);
  }
  await choice.selectOption('fixed-window');
  await limiter(page, 0).getByRole('combobox', { name: 'Windows start' }).selectOption('first-request');
  await choice.selectOption('nginx-limit-req');
  await limiter(page, 0).getByRole('combobox', { name: 'Delay after' }).selectOption('nodelay');
  await enter(page, part(page, 0, 'Burst'), '4');
  const [given] = JSON.parse(await json(page).inputValue()).limiters;
  assert.deepEqual(given, { algorithm: 'nginx-limit-req', permits: 2, period: 'second', burst: 4, delay: 'nodelay' });
  await reads(limiter(page, 0).locator('summary'), '2 per second, burst 4, no delay');
  await enter(page, part(page, 0, 'Burst'), '-4');
  await reads(limiter(page, 0).locator('.fault'), /burst: -4 .*from 0 to/);
  assert.equal(JSON.parse(await json(page).inputValue()).limiters[0].burst, 4);
});

browserTest('eight limiters are the most, and the last one stays', async ({ page, url }) => {
  await lab(page, url, withScenario({ ...EIGHT_AT_ONCE, limiters: [BUCKET] }));
  assert.equal(await page.getByRole('button', { name: 'Remove limiter 1' }).count(), 1);
  await open(page, 0);
  assert.equal(await page.getByRole('button', { name: 'Remove limiter 1' }).getAttribute('aria-disabled'), 'true');
  for (let more = 0; more < 7; more += 1) await press(page, 'Add a limiter');
  assert.equal((await totals(page)).length, 8);
  await press(page, 'Add a limiter');
  await reads(page.locator('#limiters .bench > .below .fault'), '8 limiters are the most');
  await press(page, 'Duplicate limiter 8');
  await reads(limiter(page, 7).locator('.fault'), '8 limiters are the most');
  assert.equal((await totals(page)).length, 8);
  await press(page, 'Remove limiter 8');
  assert.equal(await page.locator('#limiters .below .fault').innerText(), '');
  assert.equal(await page.evaluate(() => document.querySelector('#limiters').shadowRoot.activeElement?.getAttribute('aria-label')), 'Remove limiter 7');
});

browserTest('the JSON goes out and comes in, and a wrong one changes nothing', async ({ page, url }) => {
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 4));
  assert.deepEqual(JSON.parse(await json(page).inputValue()), EIGHT_AT_ONCE);
  for (const [text, said] of [
    [JSON.stringify(EIGHT_AT_ONCE).replace('"burst":3', '"burst":0'), /limiters\[1\]\.burst: 0 .*from 1 to/],
    [JSON.stringify(EIGHT_AT_ONCE).replace('burst', 'brust'), /brust/],
    ['{"version": 1', /not JSON/],
    ['null', /The scenario/],
    ['[]', /The scenario/],
  ]) {
    await json(page).fill(text);
    await press(page, 'Run this text');
    await reads(page.locator('#json-fault'), said);
    assert.equal(await json(page).inputValue(), text);
    assert.deepEqual(await totals(page), ['a6 r3', 'a4 r5']);
    assert.equal((await count(page).innerText()).trim(), '4 / 9');
  }
  await press(page, 'Undo the edit');
  assert.deepEqual(JSON.parse(await json(page).inputValue()), EIGHT_AT_ONCE);
  assert.equal(await page.locator('#json-fault').innerText(), '');
  await json(page).fill(JSON.stringify({ ...EIGHT_AT_ONCE, limiters: [BUCKET] }));
  await json(page).press('Control+Enter');
  assert.deepEqual(await totals(page), ['a6 r3']);
});

browserTest('script in a text stays text', async ({ page, url }) => {
  const nasty = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  await lab(page, url, withScenario({ ...EIGHT_AT_ONCE, traffic: { pattern: 'explicit', arrivals: [{ at_ms: 0, key: nasty }] } }, 1));
  await reads(page.locator('rate-stepper .request'), '<img src=x');
  await json(page).fill(JSON.stringify({ ...EIGHT_AT_ONCE, [nasty]: nasty }));
  await press(page, 'Run this text');
  await reads(page.locator('#json-fault'), '<img src=x');
  await page.getByText('Paste recorded times').click();
  await page.locator('#requests textarea').fill(nasty);
  await press(page, 'Use these times');
  await reads(page.locator('#requests .times .fault'), '<img');
  await lab(page, url, `#scenario=${encodeURIComponent(JSON.stringify({ ...EIGHT_AT_ONCE, limiters: [{ ...BUCKET, algorithm: nasty }] }))}&a`);
  await reads(page.locator('#told'), '<img src=x');
  assert.equal(await page.evaluate(() => window.hit), undefined);
});

browserTest('the address holds the scenario and the step, and opens both again', async ({ page, url, context }) => {
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 6));
  await reads(count(page), '6 / 9');
  const hash = await fragment(page, (now) => now.startsWith('#z='));
  assert.deepEqual(packedIn(hash), EIGHT_AT_ONCE);
  assert.match(hash, /&step=6$/);
  await page.locator('rate-stepper').getByRole('button', { name: 'Next step' }).click();
  const later = await fragment(page, (now) => now.endsWith('step=7'));
  const other = await context.newPage();
  await lab(other, url, later);
  await reads(count(other), '7 / 9');
  assert.deepEqual(JSON.parse(await json(other).inputValue()), EIGHT_AT_ONCE);
  await other.reload();
  await other.locator('html.ready').waitFor();
  await reads(count(other), '7 / 9');
  assert.deepEqual(await totals(other), ['a6 r3', 'a4 r5']);
});

browserTest('back and forward go through the comparisons, each as it was left', async ({ page, url }) => {
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 6));
  const first = await fragment(page, (now) => now.startsWith('#z='));
  await open(page, 1);
  await enter(page, part(page, 1, 'Burst'), '4');
  await fragment(page, (now) => packedIn(now)?.limiters[1].burst === 4);
  await page.waitForTimeout(400);
  await press(page, 'Add a limiter');
  await fragment(page, (now) => packedIn(now)?.limiters.length === 3);
  await page.locator('rate-stepper').getByRole('button', { name: 'To the end' }).click();
  await fragment(page, (now) => now.endsWith('step=9'));
  await page.goBack();
  await page.locator('#totals tbody tr').nth(2).waitFor({ state: 'detached' });
  await reads(count(page), '6 / 9');
  await page.goForward();
  await page.locator('#totals tbody tr').nth(2).waitFor();
  await reads(count(page), '9 / 9');
  await page.goBack();
  await page.goBack();
  await fragment(page, (now) => now === first);
  await reads(count(page), '6 / 9');
  await page.waitForFunction((text) => document.querySelector('#keep').shadowRoot.querySelector('textarea').value.includes(text), '"burst": 3');
  assert.deepEqual(JSON.parse(await json(page).inputValue()), EIGHT_AT_ONCE);
});

browserTest('without compression the address holds plain JSON', async ({ page, url }) => {
  await page.addInitScript(() => {
    delete globalThis.CompressionStream;
  });
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 2));
  await page.locator('rate-stepper').getByRole('button', { name: 'Next step' }).click();
  const hash = await fragment(page, (now) => now.endsWith('step=3'));
  assert.deepEqual(JSON.parse(new URLSearchParams(hash.slice(1)).get('scenario')), EIGHT_AT_ONCE);
  await lab(page, url, '#z=abc');
  await reads(page.locator('#told'), 'cannot read short links');
});

browserTest('a damaged link is told, and the page works on', async ({ page, url }) => {
  for (const [fragmentNow, said] of [['#z=abcdef&step=2', 'link is damaged'], ['#z=%%%', 'link is damaged'], ['#scenario={', 'not JSON'], [withScenario({ version: 2 }), /version: 2/]]) {
    await page.goto('about:blank');
    await lab(page, url, fragmentNow);
    await reads(page.locator('#told'), said);
    assert.equal((await totals(page)).length, 4);
    await fragment(page, (now) => packedIn(now)?.limiters.length === 4);
  }
  // While the page stands, too: what is there stays, and the address holds it again.
  await page.evaluate(() => {
    location.hash = '#z=abcdef';
  });
  await reads(page.locator('#told'), 'link is damaged');
  await fragment(page, (now) => packedIn(now)?.limiters.length === 4);
  await press(page, 'Add a limiter');
  assert.equal(await page.locator('#told').innerText(), '');
});

browserTest('what is too long for a link says so, and a reload keeps it', async ({ page, url }) => {
  await lab(page, url);
  const times_ms = Array.from({ length: 4000 }, (_, at) => Math.round(Math.abs(Math.sin(at)) * 1e7) / 1000).sort((a, b) => a - b);
  const long = { ...EIGHT_AT_ONCE, traffic: { pattern: 'replay', times_ms } };
  await json(page).fill(JSON.stringify(long));
  await press(page, 'Run this text');
  await reads(page.locator('#keep .long'), /would have [\d,]+ characters.*save it to a file/);
  await fragment(page, (now) => /^#step=\d+$/.test(now));
  assert.equal(await page.getByRole('button', { name: 'Copy the link' }).getAttribute('aria-disabled'), 'true');
  await page.locator('rate-stepper').getByRole('button', { name: 'To the end' }).click();
  await fragment(page, (now) => now === '#step=4000');
  await page.reload();
  await page.locator('html.ready').waitFor();
  await reads(count(page), '4,000 / 4,000');
  await page.goBack();
  await reads(count(page), '/ 20');
  assert.equal(await page.locator('#keep .long').innerText(), '');
});

browserTest('a file is loaded and dropped', async ({ page, url }) => {
  await lab(page, url);
  const file = (name, text) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.locator('#keep input[type=file]').setInputFiles(file('mine.json', JSON.stringify(EIGHT_AT_ONCE)));
  await reads(page.locator('#keep .note'), 'mine.json is loaded: 9 requests.');
  assert.deepEqual(await totals(page), ['a6 r3', 'a4 r5']);
  await page.locator('#keep input[type=file]').setInputFiles(file('wrong.json', '{"version": 3}'));
  await reads(page.locator('#json-fault'), /version: 3/);
  assert.deepEqual(await totals(page), ['a6 r3', 'a4 r5']);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'dropped.json'));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, JSON.stringify({ ...EIGHT_AT_ONCE, limiters: [BUCKET] }));
  await reads(page.locator('#keep .note'), 'dropped.json is loaded');
  assert.deepEqual(await totals(page), ['a6 r3']);
  assert.equal(await page.locator('html.dragging').count(), 0);
});

browserTest(
  'a file is saved with a telling name',
  async ({ page, url }) => {
    await lab(page, url, withScenario(EIGHT_AT_ONCE));
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save to a file')]);
    assert.equal(download.suggestedFilename(), 'ratelab-token-bucket-vs-gcra-explicit.json');
    assert.deepEqual(JSON.parse(await readFile(await download.path(), 'utf8')), EIGHT_AT_ONCE);
  },
  // Downloads are not told of over the protocol that the other browser is driven by.
  { browsers: ['chromium'] },
);

browserTest('the link and the JSON are copied', async ({ page, url, browserName, context }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 2));
  await press(page, 'Copy the link');
  await reads(page.locator('#keep .note'), 'The link to step 2 is copied.');
  await press(page, 'Copy the JSON');
  await reads(page.locator('#keep .note'), 'The scenario is copied.');
  if (browserName === 'chromium') {
    assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), EIGHT_AT_ONCE);
  }
});

/** Whether less than all is shown, and the chart as it is painted. */
const zoomed = (page) => page.getByRole('button', { name: 'Show all (0)' }).getAttribute('aria-disabled').then((off) => off === 'false');
const view = (page) => page.evaluate(() => {
  const canvas = document.querySelector('rate-stepper').shadowRoot.querySelector('.timeline canvas');
  return canvas.toDataURL();
});

browserTest('keys zoom and pan the focused chart, and buttons do the same', async ({ page, url }) => {
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 5));
  const canvas = page.locator('rate-stepper .timeline canvas');
  await canvas.focus();
  await page.waitForTimeout(100);
  const whole = await view(page);
  assert.equal(await zoomed(page), false);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  assert.equal(await zoomed(page), true);
  await page.waitForTimeout(100);
  const near = await view(page);
  assert.notEqual(near, whole);
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForTimeout(100);
  await page.locator('rate-stepper').getByText(/^Shown: \d/).waitFor({ state: 'attached' });
  assert.notEqual(await view(page), near);
  assert.equal((await count(page).innerText()).trim(), '5 / 9');
  await page.keyboard.press('0');
  assert.equal(await zoomed(page), false);
  await press(page, 'Zoom in (+)');
  assert.equal(await zoomed(page), true);
  await press(page, 'Zoom out (-)');
  assert.equal(await zoomed(page), false);
});

browserTest('the wheel zooms with Ctrl alone, and scrolls the page without', async ({ page, url }) => {
  await lab(page, url, withScenario(EIGHT_AT_ONCE, 5));
  const canvas = page.locator('rate-stepper .timeline canvas');
  await canvas.scrollIntoViewIfNeeded();
  const spun = (ctrlKey) => canvas.evaluate((node, ctrl) => {
    const event = new WheelEvent('wheel', { deltaY: -120, ctrlKey: ctrl, bubbles: true, cancelable: true, composed: true });
    node.dispatchEvent(event);
    return event.defaultPrevented;
  }, ctrlKey);
  assert.equal(await spun(false), false);
  assert.equal(await zoomed(page), false);
  assert.equal(await spun(true), true);
  assert.equal(await zoomed(page), true);
  // An edit keeps what is zoomed to; other requests on another axis are shown whole.
  await open(page, 0);
  await enter(page, part(page, 0, 'Burst'), '6');
  assert.equal(await zoomed(page), true);
  await page.locator('#requests').getByRole('combobox', { name: 'Pattern' }).selectOption('edge');
  assert.equal(await zoomed(page), false);
});

browserTest('nothing is wider than a narrow phone, and axe finds nothing', async ({ page, url }) => {
  await lab(page, url);
  for (const preset of await page.locator('#presets button').all()) {
    await preset.click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), await preset.innerText());
  }
  for (const at of [0, 7]) await open(page, at);
  await page.getByText('Paste recorded times').click();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
  assert.deepEqual(await accessibilityFaults(page), []);
}, { viewport: { width: 320, height: 640 } });

browserTest('axe finds nothing in the dark either', async ({ page, url }) => {
  await lab(page, url);
  assert.deepEqual(await accessibilityFaults(page), []);
}, { colorScheme: 'dark' });
