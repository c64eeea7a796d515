// The stepper as a person meets it: its figures, its keys, its edits, its bad input, and its manners as a guest.
import assert from 'node:assert/strict';
import { accessibilityFaults, browserTest } from './harness.mjs';
import { SIX, TWO, badge, bare, choose, count, course, enter, next, numberField, reads, scenario, totals } from './stepping.mjs';

browserTest('eight at once and one later: AAAAARRRA in both rows', async ({ page, url }) => {
  const stepper = await course(page, url);
  await choose(stepper, 'Eight at once');
  for (const row of [0, 1]) {
    let letters = '';
    await next(stepper).focus();
    await page.keyboard.press('Home');
    for (let step = 1; step <= 9; step += 1) {
      await next(stepper).click();
      letters += (await badge(stepper, row).innerText()).trim()[0].toUpperCase();
    }
    assert.equal(letters, 'AAAAARRRA');
    assert.deepEqual(await totals(stepper, row), ['6 allowed', '3 refused']);
  }
});

browserTest('the runaway client: 69 pass, 931 are refused; the exercise: 10 and 5', async ({ page, url }) => {
  const stepper = await course(page, url);
  for (const [name, expected] of [
    ['Runaway client', ['69 allowed', '931 refused']],
    ['Exercise', ['10 allowed', '5 refused']],
  ]) {
    await choose(stepper, name);
    await stepper.getByRole('button', { name: 'To the end' }).click();
    for (const row of [0, 1]) assert.deepEqual(await totals(stepper, row), expected);
  }
});

browserTest('the sixth request: the reason, the formula and the state', async ({ page, url }) => {
  const stepper = await course(page, url);
  await reads(count(stepper), '6 / 13');
  const card = stepper.locator('.card');
  assert.match(await card.nth(0).innerText(), /0 tokens are there, the request costs 1: refused/);
  assert.match(await card.nth(0).innerText(), /retry after = \(1 − 0\) ÷ 2\/s = 0\.5\ss/);
  assert.match(await card.nth(1).innerText(), /2\.5\ss > \(5 − 1\) × 0\.5\ss = 2\ss/);
  assert.equal((await stepper.locator('.agree').innerText()).trim(), 'All rows agree');
  // Cut, never rounded up: a level just under 1 is not shown as 1.
  await stepper.evaluate((node, json) => node.setAttribute('scenario', json), scenario(
    { pattern: 'explicit', arrivals: [{ at_ms: 0, count: 5 }, { at_ms: 499.9999 }] },
  ));
  await reads(count(stepper), '6 / 6');
  assert.match(await card.nth(0).innerText(), /0\.999 tokens are there/);
});

browserTest('keys work inside, do not scroll the page, and Space plays', async ({ page, url }) => {
  const stepper = await course(page, url);
  await stepper.locator('.request').click();
  const top = await page.evaluate(() => scrollY);
  for (const [key, shown] of [['ArrowRight', '7 / 13'], ['ArrowLeft', '6 / 13'], ['Home', '0 / 13'], ['End', '13 / 13']]) {
    await page.keyboard.press(key);
    await reads(count(stepper), shown);
  }
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await stepper.getByRole('button', { name: 'Pause' }).waitFor();
  await reads(count(stepper), /^[1-9]\d* \/ 13/);
  await page.keyboard.press(' ');
  await stepper.getByRole('button', { name: 'Play' }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), top);
});

browserTest('the focus stays on Next past the end', async ({ page, url }) => {
  const stepper = await bare(page, url, { scenario: SIX });
  await next(stepper).focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Enter');
  await reads(count(stepper), '6 / 6');
  const button = next(stepper);
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  assert.ok(await button.evaluate((node) => node === node.getRootNode().activeElement));
});

browserTest('Page Up and Page Down go over runs of like steps, but not in a field', async ({ page, url }) => {
  const stepper = await course(page, url);
  await stepper.locator('.request').click();
  await page.keyboard.press('Home');
  for (const shown of ['5 / 13', '7 / 13', '9 / 13']) {
    await page.keyboard.press('PageDown');
    await reads(count(stepper), shown);
  }
  assert.equal((await stepper.locator('.alike').innerText()).trim(), '2 of 2 alike');
  await page.keyboard.press('PageUp');
  await reads(count(stepper), '7 / 13');
  await page.keyboard.press('ArrowRight');
  await reads(count(stepper), '8 / 13');
  await numberField(stepper, 'Burst').focus();
  await page.keyboard.press('PageDown');
  await reads(count(stepper), '8 / 13');
});

browserTest('one button goes to the next step on which the rows differ, and rests where there is none', async ({ page, url }) => {
  const stepper = await course(page, url);
  const button = stepper.getByRole('button', { name: 'On to where the rows differ' });
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  await choose(stepper, 'Clock goes back');
  await button.click();
  await reads(count(stepper), '7 / 11');
  await reads(stepper.locator('.agree'), 'The rows differ');
  await button.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Enter');
  await reads(count(stepper), '10 / 11');
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  await stepper.evaluate((node, json) => node.setAttribute('scenario', json), scenario({ pattern: 'explicit', arrivals: [{ at_ms: 0 }] }, [TWO[0]]));
  await reads(count(stepper), '1 / 1');
  assert.equal(await stepper.locator('.jump:visible').count(), 0);
});

browserTest('the wrong rules stand beside the right one, named as wrong', async ({ page, url }) => {
  const stepper = await course(page, url);
  await choose(stepper, 'Clock goes back');
  await stepper.getByRole('slider', { name: 'Step' }).fill('6');
  assert.match(await stepper.locator('.card').nth(2).locator('.state').innerText(), /\s-20\s/);
  await stepper.getByRole('button', { name: 'To the end' }).click();
  assert.deepEqual(await Promise.all([0, 1, 2].map((row) => totals(stepper, row))), [
    ['4 allowed', '7 refused'], ['8 allowed', '3 refused'], ['4 allowed', '7 refused'],
  ]);
  const named = stepper.locator('.card').filter({ has: page.locator('.wrong:visible') });
  assert.deepEqual(await named.locator('h3').allInnerTexts(), ['An interval paid twice', 'Negative elapsed time']);
  await choose(stepper, 'No cap');
  await stepper.getByRole('button', { name: 'To the end' }).click();
  assert.deepEqual([await totals(stepper, 0), await totals(stepper, 1)], [['10 allowed', '8 refused'], ['17 allowed', '1 refused']]);
});

browserTest('a step that is none is told, and the stepper works', async ({ page, url }) => {
  const stepper = await bare(page, url, { lesson: 'token-bucket', step: '2.5' });
  const warning = stepper.locator('.warning');
  await reads(warning, 'step: 2.5 does not work here. It takes a whole number from 0 to 13.');
  await reads(count(stepper), '0 / 13');
  await next(stepper).click();
  await reads(count(stepper), '1 / 13');
  for (const [step, shown] of [['99', '13 / 13'], ['-1', '0 / 13'], ['six', '0 / 13'], ['', '0 / 13']]) {
    await stepper.evaluate((node, text) => node.setAttribute('step', text), step);
    await reads(warning, 'from 0 to 13');
    await reads(count(stepper), shown);
  }
  await stepper.evaluate((node) => node.setAttribute('step', '4'));
  await reads(count(stepper), '4 / 13');
  assert.equal(await warning.innerText(), '');
});

browserTest('the scrubber and the table go to a step', async ({ page, url }) => {
  const stepper = await course(page, url);
  await stepper.getByRole('slider', { name: 'Step' }).fill('3');
  await reads(count(stepper), '3 / 13');
  await stepper.getByText('All steps as a table').click();
  await stepper.locator('.steps tbody tr').nth(10).click();
  await reads(count(stepper), '11 / 13');
  assert.equal(await stepper.locator('.steps [aria-current=step] th').innerText(), '11');
});

browserTest('an edit runs again, keeps the position and every node', async ({ page, url }) => {
  const stepper = await course(page, url);
  const burst = numberField(stepper, 'Burst');
  const before = await burst.elementHandle();
  await enter(page, burst, '6');
  await reads(badge(stepper, 0), 'allowed');
  await reads(badge(stepper, 1), 'allowed');
  await reads(count(stepper), '6 / 13');
  assert.ok(await burst.evaluate((node, old) => node === old && node === node.getRootNode().activeElement, before));
  await choose(stepper, 'Reset');
  await reads(badge(stepper, 0), 'refused');
  assert.equal(await burst.inputValue(), '5');
});

browserTest('every slider and number takes a change without an error', async ({ page, url }) => {
  const stepper = await course(page, url);
  for (const slider of await stepper.locator('.fields input[type=range]').all()) {
    await slider.focus();
    for (const key of ['ArrowRight', 'End', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  }
  await reads(count(stepper), '/ 13');
  assert.deepEqual(await stepper.locator('.fault').allInnerTexts().then((texts) => texts.filter(Boolean)), []);
});

browserTest('a wrong number is told beside its field, keeps what was typed, and the rest goes on', async ({ page, url }) => {
  const stepper = await course(page, url);
  const burst = numberField(stepper, 'Burst');
  for (const wrong of ['0', '-3', '2.5', '1e300', '']) {
    await enter(page, burst, wrong);
    await reads(stepper.locator('.fault'), /burst: .*whole number from 1 to 1,000,000,000/);
    assert.equal(await burst.inputValue(), wrong);
  }
  await next(stepper).click();
  await reads(count(stepper), '7 / 13');
  await enter(page, numberField(stepper, 'Requests a period'), '3');
  assert.equal(await stepper.locator('.fault:visible').count(), 1);
  await enter(page, burst, '4');
  assert.equal(await stepper.locator('.fault:visible').count(), 0);
});

browserTest('a wrong scenario is told in the stepper\'s place, and another try works', async ({ page, url }) => {
  const stepper = await bare(page, url, { scenario: SIX });
  await stepper.locator('.stepper').waitFor();
  const one = (limiter) => scenario({ pattern: 'explicit', arrivals: [{ at_ms: 0 }] }, [limiter]);
  const good = TWO[0];
  const failure = stepper.locator('.failure');
  for (const [json, said] of [
    [one({ ...good, permits: 0 }), /limiters\[0\]\.permits: 0 .*from 1 to/],
    [one({ ...good, burst: -1 }), /limiters\[0\]\.burst: -1 .*from 1 to/],
    [one(good).replace('"burst":5', '"burst":1e300'), /burst: 1e300/],
    [one({ ...good, algorithm: 'tocken-bucket' }), /algorithm: "tocken-bucket" .*one of: token-bucket, gcra/],
    [one({ ...good, brust: 5 }), /brust/],
    [one(good).replace('5', 'NaN'), /not JSON/],
    ['{"version": 1,', /not JSON/],
    ['null', /The scenario: nothing/],
    ['[1, 2]', /The scenario: a list of 2/],
    [scenario({ pattern: 'steady', rate_per_s: 1e9, duration_ms: 1e6 }), /at most 100,000 steps in all/],
  ]) {
    await stepper.evaluate((node, value) => node.setAttribute('scenario', value), json);
    await reads(failure, said);
    assert.equal(await failure.getAttribute('role'), 'alert');
  }
  await stepper.evaluate((node, value) => node.setAttribute('scenario', value), SIX);
  await stepper.locator('.stepper').waitFor();
  await reads(count(stepper), '0 / 6');
});

browserTest('an unknown lesson is told by name', async ({ page, url }) => {
  const stepper = await bare(page, url, { lesson: 'no such' });
  await reads(stepper.locator('.failure'), 'There is no lesson called “no such”.');
});

browserTest('the address opens a scenario and a step, and a broken one is told', async ({ page, url }) => {
  await page.goto(`${url}#step=2&scenario=${encodeURIComponent(SIX)}`);
  const stepper = page.locator('rate-stepper').first();
  await stepper.scrollIntoViewIfNeeded();
  await reads(count(stepper), '2 / 6');
  await page.goto('about:blank');
  await page.goto(`${url}#scenario=${encodeURIComponent('{"version"')}`);
  await stepper.scrollIntoViewIfNeeded();
  await reads(stepper.locator('.failure'), 'not JSON');
  // The step that the page itself names is not asked of another scenario.
  await page.goto('about:blank');
  await page.goto(`${url}#scenario=${encodeURIComponent(scenario({ pattern: 'explicit', arrivals: [{ at_ms: 0 }] }))}`);
  await stepper.scrollIntoViewIfNeeded();
  await reads(count(stepper), '0 / 1');
  assert.equal(await stepper.locator('.warning').innerText(), '');
});

browserTest('two steppers share one WebAssembly and step apart', async ({ page, url }) => {
  const fetched = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && fetched.push(request.url()));
  await bare(page, url, { scenario: SIX }, { lesson: 'token-bucket', step: '6' });
  const [first, second] = await page.locator('rate-stepper').all();
  await reads(count(first), '0 / 6');
  await second.scrollIntoViewIfNeeded();
  await reads(count(second), '6 / 13');
  await next(first).click();
  await reads(count(first), '1 / 6');
  await reads(count(second), '6 / 13');
  assert.equal(fetched.length, 1);
});

browserTest('taken out while playing, put back, and the longest run after that', async ({ page, url }) => {
  const stepper = await bare(page, url, { lesson: 'token-bucket', step: '3' });
  await stepper.getByRole('button', { name: 'Play' }).click();
  await page.evaluate(async () => {
    const node = document.querySelector('rate-stepper');
    node.remove();
    await new Promise((done) => {
      setTimeout(done, 700);
    });
    document.body.append(node);
  });
  await reads(count(stepper), '3 / 13');
  const long = scenario({ pattern: 'steady', rate_per_s: 1000, duration_ms: 100_000 });
  await stepper.evaluate((node, json) => node.setAttribute('scenario', json), long);
  await stepper.getByRole('button', { name: 'To the end' }).click();
  await reads(count(stepper), '100,000 / 100,000');
});

browserTest('a listener may read everything during an event', async ({ page, url }) => {
  const stepper = await bare(page, url, { lesson: 'token-bucket' });
  await stepper.locator('.stepper').waitFor();
  await page.evaluate(() => {
    window.seen = [];
    document.addEventListener('ratelab:step', (event) => {
      const node = event.target;
      window.seen.push([event.detail.position, event.detail.length, node.shadowRoot.querySelector('.count').textContent]);
      if (event.detail.position === 1) node.setAttribute('step', '5');
    });
  });
  await next(stepper).click();
  assert.deepEqual(await page.evaluate(() => window.seen), [[1, 13, '1 / 13'], [5, 13, '5 / 13']]);
});

browserTest('ready comes first, with the position that was asked for', async ({ page, url }) => {
  await page.addInitScript(() => {
    window.seen = [];
    for (const name of ['ready', 'step', 'resize']) {
      document.addEventListener(`ratelab:${name}`, ({ detail }) => window.seen.push([name, detail.position, detail.length]));
    }
  });
  const stepper = await course(page, url);
  await next(stepper).click();
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => window.seen);
  assert.deepEqual(seen.filter(([name]) => name !== 'resize'), [['ready', 6, 13], ['step', 7, 13]]);
  assert.ok(seen.some(([name]) => name === 'resize'));
});

browserTest('the focus is seen in forced colours', async ({ page, url }) => {
  const stepper = await bare(page, url, { scenario: SIX });
  const button = next(stepper);
  const before = await button.evaluate((node) => getComputedStyle(node).outlineStyle);
  await button.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const after = await button.evaluate((node) => [getComputedStyle(node).outlineStyle, getComputedStyle(node).outlineWidth]);
  assert.equal(before, 'none');
  assert.deepEqual(after, ['solid', '3px']);
}, { forcedColors: 'active' });

browserTest('the chart: a mark is gone to, an empty place gets a request, and it can be taken out again', async ({ page, url }) => {
  const stepper = await bare(page, url, { scenario: SIX });
  const canvas = stepper.locator('.timeline canvas');
  await stepper.locator('.stepper').waitFor();
  const box = await canvas.boundingBox();
  await canvas.click({ position: { x: box.width * 0.6, y: box.height - 60 } });
  await reads(count(stepper), '0 / 7');
  await stepper.getByRole('button', { name: 'To the end' }).click();
  assert.match(await stepper.locator('.request').innerText(), /Request 7 at \d/);
  await stepper.getByRole('button', { name: 'Remove this one' }).click();
  await reads(count(stepper), '6 / 6');
  await stepper.getByRole('button', { name: 'Add one here' }).click();
  await reads(count(stepper), '6 / 7');
  await canvas.focus();
  await page.keyboard.press('ArrowLeft');
  await reads(count(stepper), '5 / 7');
  await page.keyboard.press('Shift+ArrowRight');
  await reads(stepper.locator('.hint').first(), 'Enter goes there');
  // The request that is nearest in time: of several at once the first.
  await page.keyboard.press('Enter');
  await reads(count(stepper), '1 / 7');
});

browserTest('requests can be edited line by line, and a pattern written out', async ({ page, url }) => {
  const stepper = await course(page, url);
  await stepper.getByText('Change the requests').click();
  await stepper.getByRole('button', { name: 'Add a line' }).click();
  await reads(count(stepper), '6 / 14');
  await enter(page, stepper.getByRole('spinbutton', { name: 'How many' }).last(), '3');
  await reads(count(stepper), '6 / 16');
  await enter(page, stepper.getByRole('spinbutton', { name: 'Cost each' }).last(), '0');
  await reads(stepper.locator('.fault'), /cost: 0/);
  await stepper.getByRole('combobox', { name: 'Pattern' }).selectOption('steady');
  await reads(count(stepper), '6 / 20');
  await enter(page, numberField(stepper, 'Requests a second'), '2');
  await reads(count(stepper), '6 / 8');
  await stepper.getByRole('button', { name: 'Write it out as a list' }).click();
  assert.equal(await stepper.locator('.lines tbody tr').count(), 8);
});

browserTest('requests have clients; other seeds and recorded times; examples put all of it back', async ({ page, url }) => {
  const stepper = await course(page, url);
  await stepper.getByText('Change the requests').click();
  const pattern = stepper.getByRole('combobox', { name: 'Pattern' });
  await enter(page, stepper.getByRole('textbox', { name: 'Client' }).first(), '7');
  await reads(stepper.locator('.request'), 'Request 6 of 7 at 0');
  await stepper.getByText('All steps as a table').click();
  const cells = stepper.locator('.steps tbody tr').nth(5).locator('th, td');
  await reads(cells.nth(3), '7');
  await reads(cells.nth(4), 'refused');
  await pattern.selectOption('replay');
  await reads(count(stepper), '6 / 13');
  await reads(stepper.locator('.request'), 'Request 6 of 7 at 0');
  await enter(page, stepper.getByRole('spinbutton', { name: 'Time (ms)' }).nth(5), '250');
  await reads(stepper.locator('.request'), 'at 250');
  await pattern.selectOption('poisson');
  const before = await stepper.locator('.request').innerText();
  await stepper.getByRole('button', { name: 'New seed' }).click();
  assert.equal(await numberField(stepper, 'Seed').inputValue(), '8');
  assert.notEqual(await stepper.locator('.request').innerText(), before);
  for (const kind of ['bursts', 'bursty', 'edge', 'explicit']) {
    await pattern.selectOption(kind);
    assert.deepEqual((await stepper.locator('.fault').allInnerTexts()).filter(Boolean), [], kind);
  }
  await choose(stepper, 'Eight at once');
  await reads(count(stepper), '0 / 9');
  assert.equal(await stepper.getByRole('spinbutton', { name: 'How many' }).first().inputValue(), '8');
});

browserTest('what is typed into a field is not heard by the page around', async ({ page, url }) => {
  const stepper = await course(page, url);
  await page.evaluate(() => {
    window.heard = [];
    for (const type of ['keydown', 'keypress', 'keyup']) document.addEventListener(type, (event) => window.heard.push(event.key));
  });
  await numberField(stepper, 'Burst').focus();
  await page.keyboard.press('7');
  await page.keyboard.press('s');
  await stepper.getByRole('slider', { name: 'Burst' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await page.evaluate(() => window.heard), []);
});

browserTest('the live region speaks once a step, and not while playing', async ({ page, url }) => {
  const stepper = await bare(page, url, { lesson: 'token-bucket' });
  await stepper.locator('.stepper').waitFor();
  await stepper.evaluate((node) => {
    window.told = [];
    const live = node.shadowRoot.querySelector('.stepper > .spoken');
    new MutationObserver(() => window.told.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await next(stepper).click();
  await page.waitForTimeout(600);
  const told = await page.evaluate(() => window.told);
  assert.equal(told.length, 1);
  assert.match(told[0], /^Request 1 at 0\ss, cost 1.* Token bucket: allowed\. .* GCRA: allowed\. /);
  await stepper.getByRole('button', { name: 'Play' }).click();
  await page.waitForTimeout(3000);
  assert.equal((await page.evaluate(() => window.told)).length, 1);
});

browserTest('the page\'s dark switch is followed, live, also by the canvas', async ({ page, url }) => {
  const stepper = await course(page, url);
  const look = () => stepper.evaluate((node) => {
    const canvas = node.shadowRoot.querySelector('.timeline canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let [ink, sum] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] > 200) [ink, sum] = [ink + 1, sum + data[at] + data[at + 1] + data[at + 2]];
    }
    return { paper: getComputedStyle(node.shadowRoot.querySelector('.stepper')).backgroundColor, ink: sum / ink };
  });
  await page.waitForTimeout(200);
  const light = await look();
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
  await page.waitForTimeout(400);
  const dark = await look();
  assert.equal(light.paper, 'rgb(255, 255, 255)');
  assert.notEqual(dark.paper, light.paper);
  assert.ok(Math.abs(dark.ink - light.ink) > 60, `${light.ink} ${dark.ink}`);
}, { colorScheme: 'light' });

browserTest('sizes do not depend on the root font of the page', async ({ page, url }) => {
  const stepper = await course(page, url);
  const sizes = () => stepper.evaluate((node) => ['.play', '.reason', 'h3', '.fault', '.state td'].map((selector) => {
    const style = getComputedStyle(node.shadowRoot.querySelector(selector));
    return [selector, style.fontSize, style.paddingTop, style.minHeight].join(' ');
  }));
  const before = await sizes();
  await page.evaluate(() => (document.documentElement.style.fontSize = '23px'));
  assert.deepEqual(await sizes(), before);
});

browserTest('nothing scrolls sideways at 320 pixels, with everything open', async ({ page, url }) => {
  const stepper = await course(page, url);
  for (const name of ['Runaway client', 'Costs']) {
    await choose(stepper, name);
    await stepper.evaluate((node) => node.shadowRoot.querySelectorAll('details').forEach((fold) => (fold.open = true)));
    await page.waitForTimeout(200);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${name}: ${width}`);
  }
}, { viewport: { width: 320, height: 640 } });

/** Opens the editor of the requests, which is loaded then. */
async function editor(stepper) {
  await stepper.evaluate((node) => node.shadowRoot.querySelectorAll('details').forEach((fold) => (fold.open = true)));
  await stepper.locator('#pattern').waitFor();
  return stepper.locator('.list tbody tr');
}

browserTest('a run too long for a list keeps its pattern, and says why', async ({ page, url }) => {
  const stepper = await bare(page, url, { scenario: scenario({ pattern: 'steady', rate_per_s: 1000, duration_ms: 3000 }) });
  await count(stepper).waitFor();
  await editor(stepper);
  for (const pattern of ['explicit', 'replay']) {
    await stepper.locator('#pattern').selectOption(pattern);
    await reads(stepper.locator('.traffic .fault'), '3,000');
    assert.equal(await stepper.locator('#pattern').inputValue(), 'steady');
    await reads(count(stepper), '/ 3,000');
  }
});

browserTest('after an edit that is taken, every field of the list shows what is so', async ({ page, url }) => {
  const arrivals = [{ at_ms: 0 }, { at_ms: 100 }, { at_ms: 200 }];
  const stepper = await bare(page, url, { scenario: scenario({ pattern: 'explicit', arrivals }) });
  await count(stepper).waitFor();
  const rows = await editor(stepper);
  const times = () => rows.evaluateAll((all) => all.map((row) => row.querySelector('input').value));
  const wrong = () => stepper.locator('.list [aria-invalid=true]').count();
  await enter(page, rows.nth(0).locator('input').first(), '-5');
  assert.equal(await wrong(), 1);
  await enter(page, rows.nth(1).locator('input').first(), '150');
  assert.deepEqual([await times(), await wrong()], [['0', '150', '200'], 0]);
  await enter(page, rows.nth(0).locator('input').first(), '-7');
  await rows.nth(0).locator('.remove').click();
  assert.deepEqual([await times(), await wrong()], [['150', '200'], 0]);
});

browserTest('charts are as sharp as the screen', async ({ page, url }) => {
  const stepper = await course(page, url);
  await page.waitForTimeout(200);
  for (const canvas of await stepper.locator('canvas').all()) {
    const [width, client, ratio] = await canvas.evaluate((node) => [node.width, node.clientWidth, devicePixelRatio]);
    assert.equal(width, client * ratio);
  }
}, { deviceScaleFactor: 2 });

browserTest('with reduced motion a step is still at once', async ({ page, url }) => {
  const stepper = await course(page, url);
  // By key: under the pointer, a button would change its look as the screenshot scrolls.
  await next(stepper).press('ArrowRight');
  // Time for the first painting on a slow machine; an animation would run on beyond it.
  await page.waitForTimeout(300);
  const first = await stepper.screenshot();
  await page.waitForTimeout(500);
  assert.ok(first.equals(await stepper.screenshot()));
}, { reducedMotion: 'reduce' });

browserTest('where WebAssembly cannot come, the fallback text stays and the reason is told', async ({ page, url }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  const stepper = await bare(page, url, { lesson: 'token-bucket' });
  await reads(stepper.locator('.failure'), 'The stepper could not start');
  assert.ok(await page.getByText('fallback text').isVisible());
}, { expected: [/request: .*wasm/, /console: .*wasm/] });

browserTest('every limiter and every mistake has its words, whatever the outcome', async ({ page, url }) => {
  const rate = { permits: 2, period_ms: 1000 };
  const rows = [
    ...TWO,
    { algorithm: 'leaky-bucket-meter', ...rate, burst: 5 },
    { algorithm: 'leaky-bucket-queue', ...rate, queue: 5 },
    { algorithm: 'fixed-window', limit: 5, window_ms: 1000 },
    { algorithm: 'sliding-window-log', limit: 5, window_ms: 1000 },
    { algorithm: 'sliding-window-counter', limit: 5, window_ms: 1000 },
    { algorithm: 'sliding-window-counter', limit: 5, window_ms: 1000, estimate: 'exact' },
  ];
  const mistakes = ['negative-elapsed', 'paid-twice', 'no-cap'].map((flawed) => ({ flawed, ...rate, burst: 5 }));
  const nginx = ['nodelay', 2].map((delay) => ({ algorithm: 'nginx-limit-req', permits: 2, period: 'second', burst: 3, delay }));
  const arrivals = [{ at_ms: 0, count: 7 }, { at_ms: 900, cost: 3 }, { at_ms: 1100, cost: 2 }, { at_ms: 4000, cost: 9 }, { at_ms: 3000 }];
  const plain = [{ at_ms: 0, count: 7 }, { at_ms: 900 }, { at_ms: 4000 }];
  const stepper = await bare(page, url, { scenario: SIX });
  for (const [limiters, requests] of [[rows, arrivals], [mistakes, arrivals], [nginx, plain]]) {
    await stepper.evaluate((node, json) => node.setAttribute('scenario', json), scenario({ pattern: 'explicit', arrivals: requests }, limiters));
    await reads(count(stepper), '0 / ');
    await stepper.locator('.card').nth(limiters.length - 1).waitFor();
    const steps = Number(await stepper.getByRole('slider', { name: 'Step' }).getAttribute('max'));
    for (let step = 0; step <= steps; step += 1) {
      const text = await stepper.evaluate((node) => [...node.shadowRoot.querySelectorAll('.card, .fields')].map((part) => part.innerText).join('\n'));
      assert.doesNotMatch(text, /[{}]|NaN|undefined|[a-z]+(-[a-z]+)*\.[a-z]/, `step ${step}`);
      await next(stepper).press('ArrowRight');
    }
  }
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  browserTest(`axe finds nothing in ${colorScheme}`, async ({ page, url }) => {
    const stepper = await course(page, url);
    await stepper.evaluate((node) => node.shadowRoot.querySelectorAll('details').forEach((fold) => (fold.open = true)));
    await enter(page, numberField(stepper, 'Burst'), '0');
    await page.waitForTimeout(300);
    assert.deepEqual(await accessibilityFaults(page), []);
  }, { colorScheme });
}
