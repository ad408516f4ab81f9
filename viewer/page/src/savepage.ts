// SPDX-License-Identifier: Apache-2.0
// The page as one file with a model inside, as `ingot export` writes it.
import { writeBundle } from './files';
import type { Bundle } from './protocol';

// the document before anything was changed in it
const pristine = `<!doctype html>\n${document.documentElement.outerHTML}`;

function encodeBase64(bytes: Uint8Array): string {
  const PART = 0x6000; // whole groups of three, and few enough for arguments of a call
  let text = '';
  for (let at = 0; at < bytes.length; at += PART) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PART)));
  return text;
}

export function pageWithModel(bundle: Bundle): Blob {
  const config = JSON.stringify({ mode: 'export', play: true, key: -1 });
  const data = `<script id="ingot-config" type="application/json">${config}</script>\n<script id="ingot-bundle" type="text/plain">${encodeBase64(writeBundle(bundle))}</script>\n`;
  // the model that came with this page gives way
  const empty = pristine.replace(/<script id="ingot-(config|bundle)"[^>]*>[^<]*<\/script>\n?/g, '');
  return new Blob([empty.replace('<script id="ingot-worker"', (start) => data + start)], { type: 'text/html' });
}
