// SPDX-License-Identifier: Apache-2.0
// The engine as WebAssembly gives the bits of the native program: hashes of the model and of the state after a run, for
// the models given as arguments. usage: node test/hash.mjs PROGRAM MODEL...
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const { Ingot, IngotError } = await import(path.join(root, 'build/viewer/engine/dist/index.js'));

// the program's own hash: multiply and fold
function hash(bytes) {
  let h = 0xcbf29ce484222325n;
  for (const byte of bytes) h = ((h ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return h.toString(16).padStart(16, '0');
}

const SECONDS = 1;
const [program, ...models] = process.argv.slice(2);
const wasm = readFileSync(path.join(root, 'build/wasm/ingot.wasm'));

// the files beside a model, as a browser would get them
function filesOf(model) {
  const folder = path.dirname(model), seen = new Set([model]), queue = [model];
  const text = /\.(xml|mjcf|urdf)$/i;
  while (queue.length) {
    const file = queue.pop();
    if (!text.test(file)) continue;
    const xml = readFileSync(file, 'utf8');
    const dirs = [...xml.matchAll(/(?:assetdir|meshdir|texturedir)="([^"]*)"/g)].map((found) => found[1]);
    for (const [, name] of xml.matchAll(/(?:file|fileup|filedown|fileleft|fileright|filefront|fileback)="([^"]*)"/g)) {
      for (const dir of ['', ...dirs]) {
        for (const base of [folder, path.dirname(file)]) {
          const at = path.join(base, dir, name);
          if (existsSync(at) && !seen.has(at)) {
            seen.add(at);
            queue.push(at);
          }
        }
      }
    }
  }
  return [...seen];
}

let different = 0, same = 0;
for (const model of models) {
  let native;
  try {
    native = JSON.parse(execFileSync(program, ['run', model, '--json', '--seconds', String(SECONDS), '--control', 'zero'], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 }));
  } catch {
    native = undefined;
  }
  const ingot = await Ingot.create({ wasm });
  for (const file of filesOf(path.resolve(model))) ingot.writeFile(file, readFileSync(file));
  let line;
  try {
    const m = ingot.load(path.resolve(model));
    const d = m.makeData();
    const steps = native ? native.steps : 10;
    d.step(steps);
    const mine = { model_hash: hash(m.toBinary()), state_hash: hash(new Uint8Array(d.getState().buffer)) };
    const good = native && mine.model_hash === native.model_hash && mine.state_hash === native.state_hash;
    line = good ? `same bits, ${steps} steps, state ${mine.state_hash}` : `DIFFERENT: native ${native?.model_hash} ${native?.state_hash}, wasm ${mine.model_hash} ${mine.state_hash}`;
    good ? same++ : different++;
  } catch (error) {
    if (!(error instanceof IngotError)) throw error;
    // a model that neither of them takes is alike as well
    line = native ? `DIFFERENT: wasm says ${error.message}` : 'refused by both';
    native ? different++ : same++;
  }
  console.log(`${path.basename(model)}: ${line}`);
}
console.log(`${same} of ${models.length} alike`);
process.exit(different || !models.length ? 1 : 0);
