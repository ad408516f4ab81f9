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
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !/GPU stall|GL Driver Message|software WebGL/.test(message.text()))) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url, { timeout: 120000 });
  return { page, errors, context };
}

export const ready = (page) => page.waitForFunction(() => window.ingot?.frame && window.ingot.firstPicture > 0, undefined, { timeout: 120000 });

/** the files as the bytes of a bundle */
export function bundleBytes(main, files) {
  const head = JSON.stringify({ main, files: files.map(({ name, bytes }) => ({ name, size: bytes.length })) });
  return Buffer.concat([Buffer.from(`${head}\n`), ...files.map((file) => file.bytes)]);
}

export function pageWith(main, files, config = { mode: 'export' }) {
  const data = `<script id="ingot-config" type="application/json">${JSON.stringify(config)}</script>\n<script id="ingot-bundle" type="text/plain">${bundleBytes(main, files).toString('base64')}</script>`;
  return readFileSync(viewerFile, 'utf8').replace('<!--ingot:data-->', () => data);
}
