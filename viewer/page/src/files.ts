// SPDX-License-Identifier: Apache-2.0
// Models that come into the page: from the program's bundle, from files, folders and zips dropped on it.
import { unzipSync } from 'fflate';
import type { Bundle, SourceFile } from './protocol';

const MODEL = /\.(xml|mjcf|urdf|mjb)$/i;

/** a line of JSON, then the bytes of the files and of the states one after the other */
export function parseBundle(bytes: Uint8Array): Bundle {
  const end = bytes.indexOf(10);
  if (end < 0) throw new Error('the bundle has no header');
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as {
    main: string; files: { name: string; size: number }[]; states?: number;
  };
  let at = end + 1;
  const take = (size: number) => bytes.slice(at, (at += size));
  const files = head.files.map(({ name, size }) => ({ name, bytes: take(size) }));
  const states = head.states ? new Float64Array(take(head.states).buffer) : undefined;
  return { main: head.main, files, ...states && { states } };
}

export function writeBundle(bundle: Bundle): Uint8Array {
  const head = JSON.stringify({
    main: bundle.main, files: bundle.files.map(({ name, bytes }) => ({ name, size: bytes.length })),
    states: bundle.states ? bundle.states.byteLength : 0,
  });
  const first = new TextEncoder().encode(`${head}\n`);
  const states = bundle.states ? new Uint8Array(bundle.states.buffer, bundle.states.byteOffset, bundle.states.byteLength) : new Uint8Array(0);
  const parts = [first, ...bundle.files.map((file) => file.bytes), states];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// one clean relative path, or undefined for what leaves its folder
function cleanName(name: string): string | undefined {
  const parts: string[] = [];
  for (const part of name.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (!parts.length) return undefined;
      parts.pop();
    } else if (part && part !== '.') parts.push(part);
  }
  return parts.join('/') || undefined;
}

function unzip(bytes: Uint8Array): SourceFile[] {
  const files: SourceFile[] = [];
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    const clean = cleanName(name);
    if (clean && !name.endsWith('/') && !clean.startsWith('__MACOSX')) files.push({ name: clean, bytes: content });
  }
  return files;
}

// The file that a folder of models means: a scene before others, then the one that no other includes, high up.
function chooseMain(files: SourceFile[]): string {
  const models = files.filter((file) => MODEL.test(file.name));
  if (!models.length) throw new Error('no model among these files: an .xml, .urdf or .mjb is needed');
  const texts = models.map((file) => (/\.mjb$/i.test(file.name) ? '' : new TextDecoder().decode(file.bytes)));
  const base = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const score = (file: SourceFile, i: number): number => {
    const used = texts.some((text, k) => k !== i && text.includes(`"${base(file.name)}"`));
    const root = /<(mujoco|robot)[\s>]/.test(texts[i]!) || /\.mjb$/i.test(file.name);
    const depth = file.name.split('/').length;
    return (root ? 0 : 100) + (used ? 40 : 0) + (/^scene\.xml$/i.test(base(file.name)) ? -20 : 0) + depth;
  };
  return models.map((file, i) => ({ name: file.name, value: score(file, i) })).sort((a, b) => a.value - b.value)[0]!.name;
}

export function bundleOf(files: SourceFile[]): Bundle {
  const all = files.flatMap((file) => (/\.zip$/i.test(file.name) ? unzip(file.bytes) : [file]));
  return { main: chooseMain(all), files: all };
}

async function readEntry(entry: FileSystemEntry, path: string): Promise<SourceFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [{ name: path + file.name, bytes: new Uint8Array(await file.arrayBuffer()) }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: SourceFile[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!batch.length) return found;
    for (const inner of batch) found.push(...(await readEntry(inner, `${path}${entry.name}/`)));
  }
}

/** everything that a drop brings, folders included */
export async function readDrop(transfer: DataTransfer): Promise<SourceFile[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  if (!entries.length) return readFiles(transfer.files);
  return (await Promise.all(entries.map((entry) => readEntry(entry, '')))).flat();
}

export async function readFiles(list: FileList): Promise<SourceFile[]> {
  return Promise.all(Array.from(list, async (file) => ({
    name: cleanName(file.webkitRelativePath || file.name) ?? file.name, bytes: new Uint8Array(await file.arrayBuffer()),
  })));
}

export function download(name: string, bytes: Uint8Array | Blob, type = 'application/octet-stream'): void {
  const blob = bytes instanceof Blob ? bytes : new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
