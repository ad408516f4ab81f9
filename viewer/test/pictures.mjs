// SPDX-License-Identifier: Apache-2.0
// The pictures of docs/guide/viewer.md. usage: node test/pictures.mjs [NAME...]
import { readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launch, openPage, pageWith, ready, root } from './browser-page.mjs';

const out = path.join(root, 'docs/guide/pictures');
const folder = mkdtempSync(path.join(os.tmpdir(), 'ingot-pictures-'));
const model = (name) => ({ name: `${name}.xml`, bytes: readFileSync(path.join(root, 'models', `${name}.xml`)) });
const check = (page, titles) => page.evaluate((names) => {
  for (const label of document.querySelectorAll('#page-view label')) if (names.includes(label.innerText.trim())) label.querySelector('input').click();
}, titles);
// so many steps, frame by frame, so that plots and timeline fill
async function run(page, steps, each = 20) {
  for (let i = 0; i < steps; i += each) {
    const before = await page.evaluate(() => window.ingot.frame.time);
    await page.evaluate((count) => window.ingot.send({ kind: 'step', count }), each);
    await page.waitForFunction((t) => window.ingot.frame.time > t, before);
  }
  await page.waitForTimeout(1500);
}

const pictures = {
  async 'viewer-crane'(page) {
    await page.evaluate(() => window.ingot.send({ kind: 'reset', key: 0 }));
    await page.evaluate(() => { window.ingot.orbit.azimuth = 38; window.ingot.orbit.elevation = -17; window.ingot.orbit.distance *= 0.92; });
    await run(page, 420, 30);
  },
  async 'viewer-plots'(page) {
    await page.evaluate(() => window.ingot.send({ kind: 'reset', key: 0 }));
    await page.click('#tab-plot');
    await check(page, ['Contact points', 'Contact forces']);
    await page.evaluate(() => { window.ingot.orbit.azimuth = 125; window.ingot.orbit.elevation = -22; window.ingot.orbit.distance *= 0.62; });
    await run(page, 150, 5);
  },
  async 'viewer-edit'(page) {
    await page.click('button[aria-label="Edit the model"]');
    await page.evaluate(() => {
      const content = document.querySelector('.cm-content');
      const view = content.cmTile?.view ?? content.cmView?.view;
      const from = view.state.doc.toString().indexOf('type="sphere"');
      view.dispatch({ changes: { from: from + 6, to: from + 12, insert: 'spere' } });
    });
    await page.click('#editor button:text-is("Apply")');
    await page.waitForSelector('#message:not([hidden])');
    await page.waitForTimeout(800);
  },
  async 'viewer-phone'(page) {
    await page.evaluate(() => window.ingot.send({ kind: 'reset', key: 0 }));
    await page.tap('button[aria-label^="Panels"]');
    await run(page, 300, 30);
  },
};
const settings = {
  'viewer-crane': { model: 'crane' },
  'viewer-plots': { model: 'quadruped' },
  'viewer-edit': { model: 'dominoes', colorScheme: 'light' },
  'viewer-phone': { model: 'quadruped', colorScheme: 'light', viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
};

const browser = await launch();
const chosen = process.argv.slice(2);
for (const [name, make] of Object.entries(pictures)) {
  if (chosen.length && !chosen.includes(name)) continue;
  const { model: shown, ...options } = { viewport: { width: 1280, height: 800 }, ...settings[name] };
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, pageWith(`${shown}.xml`, [model(shown)], { mode: 'export', play: false }));
  const { page, errors, context } = await openPage(browser, `file://${file}`, options);
  await ready(page);
  await page.evaluate(() => (window.ingot.stage.choice.adapt = false));
  await make(page);
  // numbers of this machine say nothing about the reader's
  await page.evaluate(() => document.getElementById('figures').remove());
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  if (errors.length) console.log(name, errors);
  await context.close();
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
