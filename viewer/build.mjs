// SPDX-License-Identifier: Apache-2.0
// Builds the engine's package (build/viewer/engine) and the page (build/viewer/viewer.html), one file with everything in
// it: style, script, worker and engine. `ingot view`, `ingot export` and Python put a model into that file.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import path from 'node:path';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const wasmFolder = path.join(root, 'build/wasm');
const out = path.join(root, 'build/viewer');

const common = {
  bundle: true, minify: true, target: 'es2022', legalComments: 'none', logLevel: 'warning', absWorkingDir: here,
  alias: { 'ingot-module': path.join(wasmFolder, 'ingot.js') },
  // emscripten's script asks for them only when it runs in Node.js
  external: ['fs', 'path', 'crypto'],
};
const bundle = async (options) => (await build({ ...common, ...options, write: false })).outputFiles[0].text;

async function buildEngine() {
  const folder = path.join(out, 'engine'), dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  await build({
    ...common, minify: false, entryPoints: ['engine/src/index.ts'], format: 'esm', platform: 'neutral', outfile: path.join(dist, 'index.js'),
    // the script of the module decides at run time where it is
    banner: { js: "import { createRequire as ingotRequire } from 'ingot-require';\nvar require = ingotRequire;" }, external: [...common.external, 'ingot-require'],
  });
  // in browsers nothing is required; in Node.js `fs` and the like are
  const text = readFileSync(path.join(dist, 'index.js'), 'utf8').replace(
    /^import \{ createRequire as ingotRequire \} from ['"]ingot-require['"];\nvar require = ingotRequire;/m,
    'const require = globalThis.process?.versions?.node ? (await import("node:module")).createRequire(import.meta.url) : undefined;\nconst __dirname = "";\nconst __filename = "";');
  writeFileSync(path.join(dist, 'index.js'), text);
  execFileSync(process.execPath, [path.join(here, 'node_modules/typescript/bin/tsc'), '-p', 'engine/tsconfig.json', '--outDir', dist], { cwd: here, stdio: 'inherit' });
  cpSync(path.join(here, 'engine/package.json'), path.join(folder, 'package.json'));
  cpSync(path.join(here, 'engine/README.md'), path.join(folder, 'README.md'));
  cpSync(path.join(wasmFolder, 'ingot.wasm'), path.join(dist, 'ingot.wasm'));
  cpSync(path.join(here, 'engine/src/ingot-module.d.ts'), path.join(dist, 'ingot-module.d.ts'));
}

// text inside of a script element must not end it
const inScript = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

async function buildPage() {
  const worker = await bundle({ entryPoints: ['page/src/worker/main.ts'], format: 'iife' });
  const script = await bundle({ entryPoints: ['page/src/main.ts'], format: 'iife' });
  const style = await bundle({ entryPoints: ['page/src/style.css'] });
  const wasm = gzipSync(readFileSync(path.join(wasmFolder, 'ingot.wasm')), { level: 9 }).toString('base64');
  const html = readFileSync(path.join(here, 'page/index.html'), 'utf8')
    .replace('/*style*/', () => style.trim())
    .replace('/*worker*/', () => inScript(worker.trim()))
    .replace('/*wasm*/', () => wasm)
    .replace('/*script*/', () => inScript(script.trim()));
  writeFileSync(path.join(out, 'viewer.html'), html);
  console.log(`build/viewer/viewer.html: ${(html.length / 1e6).toFixed(2)} MB (engine ${(wasm.length / 1e6).toFixed(2)}, worker ${(worker.length / 1e6).toFixed(2)}, page ${(script.length / 1e6).toFixed(2)})`);
}

mkdirSync(out, { recursive: true });
const what = process.argv[2] ?? 'all';
if (what === 'all' || what === 'engine') await buildEngine();
if (what === 'all' || what === 'page') await buildPage();
