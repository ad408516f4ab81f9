// SPDX-License-Identifier: Apache-2.0
// Ingot for JavaScript: models, data and many worlds over the C API, arrays by their names in mjModel and mjData.
//
//   const ingot = await Ingot.create({ wasm });
//   const model = ingot.loadText('<mujoco>...</mujoco>');
//   const data = model.makeData();
//   data.step(100);
//   data.array('qpos');            // Float64Array, in place in the engine's memory
//
// Objects that come from the engine are freed by hand: free(). Arrays in place are valid until the memory grows, which
// loading and making things may do; ask for them again then.
import createIngot from 'ingot-module';
import { IngotError } from './error';
import type { Module } from './module';

export { IngotError, findPlace, type Place } from './error';
export type { Module } from './module';

export type NumberArray = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array | BigInt64Array;

/** rows * columns numbers in place, row by row */
export interface ArrayView<T extends NumberArray = NumberArray> {
  data: T;
  rows: number;
  columns: number;
}

/** kinds of objects that have names: mjtObj */
export const ObjectType = {
  body: 1, xbody: 2, joint: 3, dof: 4, geom: 5, site: 6, camera: 7, light: 8, flex: 9, mesh: 10, skin: 11, hfield: 12,
  texture: 13, material: 14, pair: 15, exclude: 16, equality: 17, tendon: 18, actuator: 19, sensor: 20, numeric: 21,
  text: 22, tuple: 23, key: 24, plugin: 25,
} as const;
export type ObjectKind = keyof typeof ObjectType;

/** parts of a state vector: mjtState */
export const State = {
  time: 1, qpos: 2, qvel: 4, act: 8, history: 16, warmstart: 32, ctrl: 64, qfrcApplied: 128, xfrcApplied: 256,
  eqActive: 512, mocapPos: 1024, mocapQuat: 2048, userdata: 4096, plugin: 8192,
  physics: 30, fullPhysics: 8223, user: 8128, integration: 16383,
} as const;

/** fields of many worlds: ingotField */
export const Field = {
  time: 0, qpos: 1, qvel: 2, act: 3, history: 4, warmstart: 5, ctrl: 6, qfrcApplied: 7, xfrcApplied: 8, eqActive: 9,
  mocapPos: 10, mocapQuat: 11, userdata: 12, plugin: 13, sensordata: 14,
} as const;

export interface CreateOptions {
  /** the bytes of ingot.wasm */
  wasm: ArrayBuffer | Uint8Array;
  /** what the C library prints; nothing is printed unless asked for */
  print?: (text: string) => void;
}

export class Ingot {
  private constructor(readonly module: Module) {}

  static async create(options: CreateOptions): Promise<Ingot> {
    const print = options.print ?? (() => {});
    const module = await createIngot({ wasmBinary: options.wasm, print, printErr: print });
    module._web_start();
    return new Ingot(module);
  }

  /** the version of MuJoCo whose API this is */
  get version(): string {
    return this.module.UTF8ToString(this.module._web_version());
  }

  /** files that models are loaded from; folders come by themselves */
  writeFile(path: string, bytes: Uint8Array | string): void {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folder) this.module.FS.mkdirTree(folder);
    this.module.FS.writeFile(path, bytes);
  }
  readFile(path: string): Uint8Array {
    return this.module.FS.readFile(path);
  }
  /** a folder with all that is in it */
  removeTree(path: string): void {
    const { FS } = this.module;
    for (const name of FS.readdir(path)) {
      if (name === '.' || name === '..') continue;
      const inside = `${path}/${name}`;
      if (FS.isDir(FS.stat(inside).mode)) this.removeTree(inside);
      else FS.unlink(inside);
    }
    FS.rmdir(path);
  }

  /** MJCF, URDF or MJB, by the file's extension; throws an IngotError with the place of the mistake */
  load(path: string): Model {
    const m = this.withText(path, (at) => this.module._web_load(at));
    if (!m) throw this.error();
    return new Model(this, m);
  }
  loadText(xml: string): Model {
    this.writeFile('/text.xml', xml);
    return this.load('/text.xml');
  }

  /** texts of warnings since the last call */
  takeWarnings(): string[] {
    return this.module.UTF8ToString(this.module._web_take_warnings()).split('\n').filter(Boolean);
  }

  /** the error of the call that just failed */
  error(): IngotError {
    return new IngotError(this.module.UTF8ToString(this.module._web_error()));
  }
  /** for calls that return 0 when they fail */
  check(done: number): void {
    if (!done) throw this.error();
  }

  withText<T>(text: string, use: (at: number) => T): T {
    const room = this.module.lengthBytesUTF8(text) + 1;
    const at = this.module._malloc(room);
    try {
      this.module.stringToUTF8(text, at, room);
      return use(at);
    } finally {
      this.module._free(at);
    }
  }

  /** what an ingotArray at this address describes; undefined for none */
  arrayAt(at: number): ArrayView | undefined {
    if (!at) return undefined;
    const { HEAP32 } = this.module;
    const word = at >> 2;
    const data = HEAP32[word]! >>> 0, type = HEAP32[word + 1]!, bytes = HEAP32[word + 2]!;
    const rows = HEAP32[word + 6]!, columns = HEAP32[word + 8]!;
    const count = rows * columns;
    const buffer = this.module.HEAPU8.buffer as ArrayBuffer;
    const make = (): NumberArray => {
      switch (type) {
        case 0: return new Float64Array(buffer, data, count);
        case 1: return new Float32Array(buffer, data, count);
        case 2: return new Int32Array(buffer, data, count);
        case 3: return new Uint8Array(buffer, data, count);
        case 4: return new Int8Array(buffer, data, count);
        case 5: return new BigInt64Array(buffer, data, count);
        default: return new Uint8Array(buffer, data, count * bytes);
      }
    };
    return { data: data && count ? make() : new Float64Array(0), rows, columns };
  }
}

/** A compiled model. */
export class Model {
  constructor(readonly engine: Ingot, readonly address: number) {}

  free(): void {
    this.engine.module._web_free_model(this.address);
  }

  /** an array or number of mjModel by its name, in place: 'body_mass', 'opt.gravity', 'nq' */
  view(name: string): ArrayView {
    const view = this.engine.arrayAt(this.engine.withText(name, (at) => this.engine.module._web_model_array(this.address, at)));
    if (!view) throw this.engine.error();
    return view;
  }
  array<T extends NumberArray = Float64Array>(name: string): T {
    return this.view(name).data as T;
  }
  number(name: string): number {
    return Number(this.view(name).data[0] ?? 0);
  }

  /** undefined when the object has no name */
  name(kind: ObjectKind, id: number): string | undefined {
    const at = this.engine.module._web_id2name(this.address, ObjectType[kind], id);
    return at ? this.engine.module.UTF8ToString(at) || undefined : undefined;
  }
  /** undefined when nothing has that name */
  id(kind: ObjectKind, name: string): number | undefined {
    const id = this.engine.withText(name, (at) => this.engine.module._web_name2id(this.address, ObjectType[kind], at));
    return id < 0 ? undefined : id;
  }

  /** the text of this model, if it is the one that was loaded last */
  toXML(): string {
    this.engine.check(this.engine.withText('/saved.xml', (at) => this.engine.module._web_save_xml(this.address, at)));
    return new TextDecoder().decode(this.engine.readFile('/saved.xml'));
  }
  /** the model as an MJB file */
  toBinary(): Uint8Array {
    this.engine.check(this.engine.withText('/saved.mjb', (at) => this.engine.module._web_save_binary(this.address, at)));
    const bytes = this.engine.readFile('/saved.mjb');
    this.engine.module.FS.unlink('/saved.mjb');
    return bytes;
  }

  makeData(): Data {
    const d = this.engine.module._web_make_data(this.address);
    if (!d) throw this.engine.error();
    return new Data(this, d);
  }
  makeWorlds(count: number): Worlds {
    const worlds = this.engine.module._web_make_worlds(this.address, count);
    if (!worlds) throw this.engine.error();
    return new Worlds(this, worlds, count);
  }
}

/** State and results of one world. */
export class Data {
  constructor(readonly model: Model, readonly address: number) {}

  free(): void {
    this.model.engine.module._web_free_data(this.address);
  }

  /** an array or number of mjData by its name, in place: 'qpos', 'xpos', 'ncon', 'sensordata' */
  view(name: string): ArrayView {
    const { engine } = this.model;
    const view = engine.arrayAt(
      engine.withText(name, (at) => engine.module._web_data_array(this.model.address, this.address, at)));
    if (!view) throw engine.error();
    return view;
  }
  array<T extends NumberArray = Float64Array>(name: string): T {
    return this.view(name).data as T;
  }
  number(name: string): number {
    return Number(this.view(name).data[0] ?? 0);
  }

  step(count = 1): void {
    this.model.engine.check(this.model.engine.module._web_step(this.model.address, this.address, count));
  }
  forward(): void {
    this.model.engine.check(this.model.engine.module._web_forward(this.model.address, this.address));
  }
  inverse(): void {
    this.model.engine.check(this.model.engine.module._web_inverse(this.model.address, this.address));
  }
  /** to the initial state, or to a keyframe */
  reset(key = -1): void {
    this.model.engine.check(this.model.engine.module._web_reset(this.model.address, this.address, key));
  }

  private stateSize(signature: number): number {
    const count = this.model.engine.module._web_state_size(this.model.address, signature);
    if (count < 0) throw this.model.engine.error();
    return count;
  }
  getState(signature: number = State.integration): Float64Array {
    const { module } = this.model.engine;
    const count = this.stateSize(signature);
    const at = module._malloc(8 * count + 8);
    try {
      this.model.engine.check(module._web_get_state(this.model.address, this.address, at, signature));
      return module.HEAPF64.slice(at >> 3, (at >> 3) + count);
    } finally {
      module._free(at);
    }
  }
  setState(state: Float64Array, signature: number = State.integration): void {
    const { module } = this.model.engine;
    const count = this.stateSize(signature);
    if (state.length !== count) throw new RangeError(`a state of this model has ${count} numbers, not ${state.length}`);
    const at = module._malloc(8 * count + 8);
    try {
      module.HEAPF64.set(state, at >> 3);
      this.model.engine.check(module._web_set_state(this.model.address, this.address, at, signature));
    } finally {
      module._free(at);
    }
  }
}

export interface WorldStatus {
  state: 'ok' | 'diverged' | 'frozen' | 'failed';
  divergences: number;
  contactsDropped: number;
  dof: number;
  body: number;
  time: number;
}

/** Many worlds of one model, stepped together. */
export class Worlds {
  constructor(readonly model: Model, readonly address: number, readonly count: number) {}

  free(): void {
    this.model.engine.module._web_free_worlds(this.address);
  }
  step(count = 1): void {
    this.model.engine.check(this.model.engine.module._web_worlds_step(this.address, count));
  }
  reset(key = -1): void {
    this.model.engine.check(this.model.engine.module._web_worlds_reset(this.address, key));
  }
  /** number i of world e stands at [i * count + e]; read when a step begins, written when it ends */
  field(name: keyof typeof Field): Float64Array {
    const { module } = this.model.engine;
    const at = module._web_worlds_field(this.address, Field[name]) >> 2;
    if (!at) throw this.model.engine.error();
    const data = module.HEAP32[at]! >>> 0, numbers = module.HEAP32[at + 1]!, worlds = module.HEAP32[at + 2]!;
    return new Float64Array(module.HEAPU8.buffer as ArrayBuffer, data, numbers * worlds);
  }
  /** what the last step computed in a world besides the fields */
  data(world: number): Data {
    const d = world >= 0 && world < this.count ? this.model.engine.module._web_worlds_data(this.address, world) : 0;
    if (!d) throw new RangeError(`there is no world ${world} among ${this.count}`);
    return new Data(this.model, d);
  }
  status(world: number): WorldStatus {
    const { module } = this.model.engine;
    const at = module._web_worlds_status(this.address, world) >> 2;
    if (!at) throw this.model.engine.error();
    const states = ['ok', 'diverged', 'frozen', 'failed'] as const;
    const word = (i: number) => module.HEAP32[at + i]!;
    return {
      state: states[word(0)] ?? 'failed', divergences: word(1), contactsDropped: word(2), dof: word(4), body: word(5),
      time: module.HEAPF64[(at >> 1) + 3]!,
    };
  }
}
