// SPDX-License-Identifier: Apache-2.0
// The page: it wires the worker, the picture and the panels together.
import * as THREE from 'three';
import { Stage, type RenderChoice } from './draw/stage';
import { bundleOf, download, readDrop, readFiles } from './files';
import { Link } from './link';
import { labels as labelNames, frames as frameNames, renderFlags, visualFlags } from './names';
import { FIXED, FREE, Orbit, TRACKING } from './orbit';
import { Pointer } from './pointer';
import type { Bundle, Failure, Frame, ModelInfo, Reply, Request, SourceFile, Visibility } from './protocol';
import { findSource } from './remote';
import { pageWithModel } from './savepage';
import { el, icon, iconButton } from './ui/dom';
import { Editor } from './ui/editor';
import { helpDialog } from './ui/help';
import { Panels } from './ui/panels';
import { SPEEDS, Transport } from './ui/transport';

const themes = {
  dark: { top: '#2b3442', middle: '#3d4857', bottom: '#1b2027', grid: '#ffffff', fill: 0.13 },
  light: { top: '#b9cbe0', middle: '#eef2f6', bottom: '#c9ced6', grid: '#000000', fill: 0.26 },
};

const app = document.getElementById('app')!;
const canvas = document.getElementById('view') as HTMLCanvasElement;
const source = findSource();
const orbit = new Orbit();
const stage = new Stage(canvas, document.getElementById('overlay') as HTMLCanvasElement);

let info: ModelInfo | undefined;
let bundle: Bundle | undefined;
let attempt: Bundle | undefined; // what the worker is loading
let frame: Frame | undefined;
let visibility: Visibility = { flags: [], groups: [], label: 0, frame: 0, depth: 1 };
let playing = false, speed = 1, waiting = false, lively = 10, hand = false;
let theme: 'dark' | 'light' = 'dark';
const live = source.config?.mode === 'live';
const started = performance.now();

const link = new Link(hear, (message) => fail({ kind: 'failed', what: 'engine', message }));

/** ask the worker for something that changes the picture */
function send(request: Request, transfer: Transferable[] = []): void {
  link.send(request, transfer);
  lively = 10;
  // a running simulation elsewhere is told as well
  if (live && ['control', 'clearControls', 'option', 'equality'].includes(request.kind)) source.sendControl?.(request);
}

// the page's parts ---------------------------------------------------------------------------------------------------------------

const modelName = el('span', { class: 'model' });
const picker = el('input', { type: 'file', multiple: true, hidden: true, 'aria-label': 'Model files' });
picker.onchange = () => picker.files?.length && void take(readFiles(picker.files));
const handButton = iconButton('hand', 'Hand: pull bodies by dragging them', () => setHand(!hand), { 'aria-pressed': 'false' });
const panelButton = iconButton('panel', 'Panels (Tab)', () => togglePanels(), { 'aria-pressed': 'true' });
const help = helpDialog();
const logo = icon('');
logo.innerHTML = '<path d="M6.500 7h11l4.500 11H2z" fill="var(--accent)"/><path d="M6.500 7h11l1.400 3.400H5.100z" fill="#fff" opacity="0.4"/>';

const head = el('header', { id: 'head', class: 'card' },
  el('div', { class: 'brand' }, logo, el('span', { class: 'word' }, 'Ingot'), modelName),
  handButton,
  iconButton('open', 'Open a model', () => picker.click()),
  iconButton('code', 'Edit the model', () => editor.toggle()),
  iconButton('save', 'Save a picture (Ctrl P)', () => savePicture(), { class: 'icon quiet wide' }),
  iconButton('sun', 'Dark or light', () => setTheme(theme === 'dark' ? 'light' : 'dark')),
  iconButton('help', 'Help (F1)', () => help.showModal(), { class: 'icon quiet wide' }),
  panelButton, picker);

const figures = el('dl', { id: 'figures' });
const figure = (name: string) => {
  const value = el('dd', {});
  figures.append(el('dt', {}, name), value);
  return value;
};
const numbers = { rate: figure('Frames'), real: figure('Real time'), contacts: figure('Contacts'), body: figure('Selected') };

const transport = new Transport({
  play: () => play(!playing),
  step: (count) => {
    playing = false;
    send({ kind: 'step', count });
  },
  reset: () => send({ kind: 'reset', key: -1 }),
  speed: (value) => {
    speed = value;
    send({ kind: 'play', playing, speed });
  },
  seek: (index) => {
    if (playing) play(false);
    send({ kind: 'seek', index });
  },
});

const editor = new Editor(() => recenter(), () => bundle && load({ ...bundle, files: editor.edited(bundle.files) }, true));
const panels = new Panels({
  send,
  render: (choice) => setRender(choice),
  renderChoice: () => stage.choice,
  camera: (kind, index) => setCamera(kind, index),
  orthographic: (on) => {
    orbit.orthographic = on;
    lively = 10;
  },
  visibility: () => visibility,
  setVisibility: (change) => changeVisibility(change),
  reset: (key) => send({ kind: 'reset', key }),
  save: (what) => save(what),
  isLight: () => theme === 'light',
});

const message = el('div', { id: 'message', class: 'card', role: 'alert', hidden: true });
const toast = el('div', { id: 'toast', class: 'card', role: 'status' });
const dropSign = el('div', { id: 'drop', hidden: true }, 'Drop a model: MJCF, URDF, MJB, a folder or a zip');
const loading = el('div', { id: 'loading' }, 'Loading the engine');
app.append(figures, loading, head, editor.root, panels.root, transport.root, message, toast, dropSign, help);

let toastTimer = 0;
function say(text: string): void {
  toast.textContent = text;
  toast.classList.add('shown');
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => toast.classList.remove('shown'), 3500);
}

// loading ------------------------------------------------------------------------------------------------------------------------

function load(next: Bundle, keep: boolean): void {
  attempt = next;
  send({ kind: 'load', bundle: next, keep });
}

async function take(files: Promise<SourceFile[]>): Promise<void> {
  try {
    load(bundleOf(await files), false);
  } catch (error) {
    fail({ kind: 'failed', what: 'load', message: error instanceof Error ? error.message : String(error) });
  }
}

function fail(failure: Failure): void {
  loading.hidden = true;
  waiting = false;
  if (failure.what !== 'load') playing = false;
  const parts: Node[] = [];
  const { file, line, column } = failure;
  const files = attempt?.files;
  const text = file && line ? new TextDecoder().decode(files?.find((f) => f.name === file)?.bytes ?? new Uint8Array()).split('\n')[line - 1] : undefined;
  const title = failure.what === 'load' ? 'This model cannot be loaded' : failure.what === 'run' ? 'The simulation stopped' : 'The engine stopped';
  parts.push(el('header', {}, el('strong', {}, title), el('button', { type: 'button', class: 'quiet', onclick: () => (message.hidden = true), 'aria-label': 'Close the message' }, icon('close'))));
  parts.push(el('p', {}, failure.message));
  if (file && line && text !== undefined) {
    const spaces = ' '.repeat(Math.max(0, (column ?? 1) - 1));
    parts.push(el('pre', {}, `${file}:${line}:${column}\n${text.trimEnd()}\n${spaces}^`));
    parts.push(el('button', { type: 'button', onclick: () => showSource(file, line, column ?? 1) }, 'Show in the editor'));
  }
  if (editor.open) editor.mark(file, line);
  message.replaceChildren(...parts);
  message.hidden = false;
}

// a model that did not load can be mended in the editor too
function showSource(file: string, line: number, column: number): void {
  if (attempt && attempt !== bundle) {
    bundle = attempt;
    editor.setFiles(bundle.files, bundle.main);
  }
  editor.goTo(file, line, column);
  message.hidden = true;
}

function welcome(reply: Extract<Reply, { kind: 'model' }>): void {
  const again = Boolean(info) && attempt!.main === bundle?.main && reply.kept;
  bundle = attempt;
  info = reply.info;
  message.hidden = true;
  loading.hidden = true;
  if (!again || editor.open === false) editor.setFiles(bundle!.files, bundle!.main);
  editor.mark(undefined, undefined);
  if (!again) {
    visibility = structuredClone(info.visibility);
    orbit.setHome(info.orbit);
    setFitting(info);
  } else {
    send({ kind: 'visibility', visibility });
  }
  modelName.textContent = info.name;
  document.title = `${info.name} · Ingot`;
  stage.setModel(info, reply.assets);
  panels.setModel(info);
  panels.showVisibility(visibility, stage.choice, cameraIndex());
  if (again) say('Loaded again, state kept');
  else if (source.config?.play && !live) playing = true;
  else playing = false;
  if (!again && (source.config?.key ?? -1) >= 0 && !bundle!.states) send({ kind: 'reset', key: source.config!.key! });
  send({ kind: 'play', playing, speed });
}

// a narrow picture needs more distance for the same width
function setFitting(model: ModelInfo): void {
  const aspect = stage.aspect * (1 - Math.abs(stage.shift.x));
  if (aspect < 1.2) orbit.distance = model.orbit[3]! * Math.min(2, 1.2 / aspect);
}

// replies ------------------------------------------------------------------------------------------------------------------------

function hear(reply: Reply): void {
  switch (reply.kind) {
    case 'ready': reached('engine'); void begin(); break;
    case 'model': reached('model'); welcome(reply); reached('panels'); break;
    case 'frame': arrive(reply); break;
    case 'failed': fail(reply); break;
    case 'picked': pointer.picked(reply.hit); break;
    case 'warnings': for (const text of reply.texts.slice(-1)) say(text); break;
    case 'saved': saved(reply); break;
  }
}

async function begin(): Promise<void> {
  try {
    if (source.first) load(await source.first, false);
    else if (!live) loading.textContent = 'Drop a model here: MJCF, URDF, MJB, a folder or a zip';
  } catch (error) {
    fail({ kind: 'failed', what: 'load', message: error instanceof Error ? error.message : String(error) });
  }
  source.watch({
    bundle: (next) => load(next, true),
    state: (state) => send({ kind: 'live', state }, [state.buffer as ArrayBuffer]),
    lost: (text) => say(text),
    found: () => say('ingot view is back'),
  });
}

let firstPicture = 0;
const moments: Record<string, number> = {}; // when the page came so far, in milliseconds
const reached = (name: string) => (moments[name] ??= Math.round(performance.now() - started));
let pushing = false;
function arrive(next: Frame): void {
  waiting = false;
  reached('frame');
  if (live) {
    // a pull with the mouse goes to the simulation, and its end too
    const force = next.selection?.force ?? [];
    const now = force.some((part) => part !== 0);
    if (now || pushing) source.sendControl?.({ kind: 'force', body: now ? next.selection!.body : 0, force });
    pushing = now;
  }
  frame = next;
  if (!live) playing = next.playing;
  transport.update(next);
  panels.update(next);
  measure(next);
}

// frames and numbers ---------------------------------------------------------------------------------------------------------------

const rates = { frames: 0, since: performance.now(), drawing: 0, step: 0 };
function measure(next: Frame): void {
  if (next.stepSeconds) rates.step = rates.step ? 0.95 * rates.step + 0.05 * next.stepSeconds : next.stepSeconds;
  const now = performance.now();
  if (now - rates.since < 500) return;
  const fps = (1000 * rates.frames) / (now - rates.since);
  numbers.rate.textContent = rates.frames ? `${fps.toFixed(0)}/s, ${(rates.drawing / rates.frames).toFixed(1)} ms` : 'still';
  numbers.real.textContent = rates.step && info ? `${(info.option.timestep / rates.step).toFixed(1)}× possible` : '';
  numbers.real.classList.toggle('warn', next.behind);
  numbers.contacts.textContent = `${next.contacts}, ${next.rows} rows`;
  numbers.body.textContent = next.selection && info ? info.bodies[next.selection.body]!.name : 'none';
  Object.assign(rates, { frames: 0, since: now, drawing: 0 });
}

let last = performance.now(), drawn = 0, turns = 0;
const target = new THREE.Vector3();
function loop(now: number): void {
  requestAnimationFrame(loop);
  turns++;
  if (!info) return;
  if (!waiting) {
    waiting = true;
    link.send({ kind: 'frame', seconds: (now - last) / 1000, camera: orbit.choice() });
    last = now;
  }
  if (!frame) return;
  if (playing || live || lively > 0) {
    if (!playing) lively--;
    const start = performance.now();
    stage.setEye(orbit.eye(frame));
    if (orbit.kind === FIXED) target.fromArray(info.center);
    else target.fromArray(orbit.lookat);
    stage.draw(frame, target);
    rates.frames++;
    rates.drawing += performance.now() - start;
    // the time from picture to picture counts: drawing goes on after the call returns
    if (playing && drawn && start - drawn < 1000) adapt(start - drawn);
    drawn = start;
    firstPicture ||= performance.now() - started;
    reached('picture');
  }
}

// the middle of the picture is the middle of what the panels leave free
function recenter(): void {
  const box = (node: HTMLElement) => (node.hidden ? undefined : node.getBoundingClientRect());
  const side = box(panels.root), code = box(editor.root);
  const narrow = app.clientWidth <= 760;
  const x = narrow ? 0 : ((code?.right ?? 0) - (side ? app.clientWidth - side.left : 0)) / app.clientWidth;
  const bottom = box(transport.root)!;
  const covered = app.clientHeight - (narrow && side ? side.top : bottom.top);
  stage.shift.set(x, (covered - (narrow ? 60 : 20)) / app.clientHeight);
  lively = 10;
}

// Pictures that take long get fewer pixels, down to a third: software rendering is slow in proportion to them.
let detail = 1, slow = 0;
function adapt(milliseconds: number): void {
  if (!stage.choice.adapt || detail < 0.4) return;
  slow = milliseconds > 50 ? slow + 1 : Math.max(0, slow - 2);
  if (slow < 12) return;
  slow = 0;
  detail *= 0.75;
  resize();
}

function resize(): void {
  const touch = matchMedia('(pointer: coarse)').matches;
  const ratio = Math.min(touch ? 1.5 : 2, devicePixelRatio) * (stage.choice.adapt ? detail : 1);
  stage.resize(app.clientWidth, app.clientHeight, ratio);
  recenter();
}
addEventListener('resize', resize);

// choices --------------------------------------------------------------------------------------------------------------------------

function play(on: boolean): void {
  if (live) return;
  playing = on;
  transport.setPlaying(on);
  send({ kind: 'play', playing, speed });
}
function changeSpeed(by: number): void {
  const at = SPEEDS.indexOf(speed);
  speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))]!;
  transport.setSpeed(speed);
  send({ kind: 'play', playing, speed });
}
function setHand(on: boolean): void {
  hand = on;
  handButton.setAttribute('aria-pressed', String(on));
  canvas.classList.toggle('hand', on);
}
function setRender(choice: Partial<RenderChoice>): void {
  Object.assign(stage.choice, choice);
  if (choice.adapt !== undefined) resize();
  lively = 10;
  panels.showVisibility(visibility, stage.choice, cameraIndex());
}
function changeVisibility(change: (v: Visibility) => void): void {
  change(visibility);
  panels.showVisibility(visibility, stage.choice, cameraIndex());
  send({ kind: 'visibility', visibility });
}
const cameraIndex = (): number => (orbit.kind === FIXED ? 2 + orbit.fixed : orbit.kind);
function setCamera(kind: number, index: number): void {
  if (kind === TRACKING && !frame?.selection) {
    say('Select a body first, by a double click');
    kind = FREE;
  }
  orbit.kind = kind;
  orbit.fixed = index;
  orbit.body = frame?.selection?.body ?? 0;
  lively = 10;
  panels.showVisibility(visibility, stage.choice, cameraIndex());
}
function nextCamera(by: number): void {
  const count = info?.cameras.length ?? 0;
  if (!count) return;
  const at = orbit.kind === FIXED ? orbit.fixed : by > 0 ? -1 : count;
  setCamera(FIXED, (at + by + count) % count);
}
function togglePanels(): void {
  panels.root.hidden = !panels.root.hidden;
  panelButton.setAttribute('aria-pressed', String(!panels.root.hidden));
  recenter();
}
function setTheme(next: 'dark' | 'light'): void {
  theme = next;
  document.documentElement.dataset['theme'] = next;
  stage.setTheme(themes[next]);
  lively = 10;
}
function savePicture(): void {
  if (!frame) return;
  stage.draw(frame, target);
  canvas.toBlob((blob) => blob && download(`${info?.name ?? 'ingot'}.png`, blob));
}

function saved(reply: Extract<Reply, { kind: 'saved' }>): void {
  if (reply.what !== 'states') return download(reply.name, reply.bytes);
  const states = new Float64Array(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength / 8);
  download(`${info!.name}.html`, pageWithModel({ main: bundle!.main, files: bundle!.files, states }));
}
function save(what: 'picture' | 'page' | 'recording' | 'xml' | 'mjb'): void {
  if (!info || !bundle) return;
  if (what === 'picture') savePicture();
  else if (what === 'page') download(`${info.name}.html`, pageWithModel({ main: bundle.main, files: bundle.files }));
  else send({ kind: 'save', what: what === 'recording' ? 'states' : what });
}

const pointer = new Pointer(canvas, {
  orbit,
  send,
  touched: () => (lively = 10),
  extent: () => info?.extent ?? 1,
  tangent: () => (frame ? frame.eye[12]! / Math.max(1e-9, frame.eye[13]!) : 0.4),
  handTool: () => hand,
  aspect: () => stage.aspect,
  shift: () => stage.shift,
});

// keys -----------------------------------------------------------------------------------------------------------------------------

const parentOf = (body: number): number => info?.bodies[body]?.parent ?? 0;
const named: Record<string, () => void> = {
  ' ': () => play(!playing),
  ArrowRight: () => send({ kind: 'step', count: 1 }),
  ArrowLeft: () => send({ kind: 'step', count: -1 }),
  Backspace: () => send({ kind: 'reset', key: -1 }),
  '=': () => changeSpeed(1),
  '+': () => changeSpeed(1),
  '-': () => changeSpeed(-1),
  Escape: () => setCamera(FREE, 0),
  '[': () => nextCamera(-1),
  ']': () => nextCamera(1),
  PageUp: () => frame?.selection && send({ kind: 'select', body: parentOf(frame.selection.body) }),
  F1: () => (help.open ? help.close() : help.showModal()),
  F6: () => changeVisibility((v) => (v.frame = (v.frame + 1) % frameNames.length)),
  F7: () => changeVisibility((v) => (v.label = (v.label + 1) % labelNames.length)),
  Tab: () => togglePanels(),
};
const withControl: Record<string, () => void> = {
  a: () => {
    orbit.align();
    lively = 10;
    panels.showVisibility(visibility, stage.choice, cameraIndex());
  },
  l: () => bundle && load(bundle, false),
  p: () => savePicture(),
};

function onKey(event: KeyboardEvent): void {
  const at = event.target as HTMLElement;
  const onPicture = at === canvas || at === document.body;
  if (at.closest('input:not([type=range]):not([type=checkbox]), select, textarea, .cm-editor')) return;
  // buttons and sliders keep the keys that work them; Tab moves the focus unless the picture has it
  const own = !onPicture && (['Enter', 'Tab', ' '].includes(event.key) || event.key.startsWith('Arrow') || event.key.startsWith('Page'));
  if (own || (help.open && event.key !== 'F1') || !info) return;
  const done = () => event.preventDefault();
  if (event.ctrlKey || event.metaKey) {
    const action = withControl[event.key.toLowerCase()];
    if (action) done(), action();
    return;
  }
  if (event.altKey) return;
  if (event.key === 'Tab' && (event.shiftKey || at !== canvas)) return;
  const action = named[event.key];
  if (action) return done(), action();
  const digit = /^Digit([0-5])$/.exec(event.code);
  if (digit) {
    const row = event.shiftKey ? 1 : 0, group = Number(digit[1]);
    return changeVisibility((v) => (v.groups[row]![group] = !v.groups[row]![group]));
  }
  const letter = event.key.toUpperCase();
  const flag = visualFlags.findIndex(([, key]) => key === letter);
  if (flag >= 0) return changeVisibility((v) => (v.flags[flag] = !v.flags[flag]));
  const render = renderFlags.find(([, , key]) => key === letter);
  if (render) setRender({ [render[0]]: !stage.choice[render[0]] });
}
addEventListener('keydown', onKey);

// drops ----------------------------------------------------------------------------------------------------------------------------

let inside = 0;
addEventListener('dragenter', (event) => {
  event.preventDefault();
  inside++;
  dropSign.hidden = false;
});
addEventListener('dragleave', () => {
  inside = Math.max(0, inside - 1);
  dropSign.hidden = inside === 0;
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  inside = 0;
  dropSign.hidden = true;
  if (event.dataTransfer) void take(readDrop(event.dataTransfer));
});

// begin ----------------------------------------------------------------------------------------------------------------------------

if (live) transport.setLive(true);
if (innerWidth <= 760) togglePanels();
setTheme(source.config?.theme ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'));
resize();
recenter();
requestAnimationFrame(loop);

// for tests and for people who look inside
Object.assign(window, {
  ingot: {
    get frame() { return frame; },
    get info() { return info; },
    get firstPicture() { return firstPicture; },
    get turns() { return turns; }, // of the loop that draws: how far the page came, on a slow machine too
    moments,
    get stepSeconds() { return rates.step; },
    orbit, stage, send,
  },
});
