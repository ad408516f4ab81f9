// SPDX-License-Identifier: Apache-2.0
// A browser for the tests and pictures, and pages with a model inside as `ingot export` writes them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
export const viewerFile = path.join(root, 'build/viewer/viewer.html');

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
}

/** a page whose errors are collected: everything that the console or the page itself reports */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 960, height: 620 }, colorScheme: 'dark', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(300000);
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !/GPU stall|GL Driver Message|software WebGL/.test(message.text()))) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url, { timeout: 0 });
  return { page, errors, context };
}

/**
 * Waits for something to become true, for as long as the page gets on: a busy machine is slow, a page that stands still is broken.
 * It gives up after so many turns of the page's loop that it should have come, or when there was none for two minutes.
 */
export async function waitFor(page, what, argument) {
  let turns = -1, first = -1, moved = Date.now();
  for (;;) {
    try {
      return await page.waitForFunction(what, argument, { timeout: 5000 });
    } catch (error) {
      if (error.name !== 'TimeoutError') throw error;
    }
    const now = await page.evaluate(() => window.ingot?.turns ?? 0);
    if (first < 0) first = now;
    if (now !== turns) [turns, moved] = [now, Date.now()];
    if (turns - first > 3000) throw new Error(`${turns - first} turns of the page, and still not: ${what}`);
    if (Date.now() - moved > 120000) throw new Error(`the page stands still, waiting for: ${what}`);
  }
}

export const ready = (page) => waitFor(page, () => window.ingot?.frame && window.ingot.firstPicture > 0);

/** the files as the bytes of a bundle */
export function bundleBytes(main, files) {
  const head = JSON.stringify({ main, files: files.map(({ name, bytes }) => ({ name, size: bytes.length })) });
  return Buffer.concat([Buffer.from(`${head}\n`), ...files.map((file) => file.bytes)]);
}

export function pageWith(main, files, config = { mode: 'export' }) {
  const data = `<script id="ingot-config" type="application/json">${JSON.stringify(config)}</script>\n<script id="ingot-bundle" type="text/plain">${bundleBytes(main, files).toString('base64')}</script>`;
  return readFileSync(viewerFile, 'utf8').replace('<!--ingot:data-->', () => data);
}
