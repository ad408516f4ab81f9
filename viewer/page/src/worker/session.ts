// SPDX-License-Identifier: Apache-2.0
// One loaded model with its state: time, the past, options, the mouse. Everything that may fail throws an IngotError.
import { State, type Data, type Ingot, type Model } from '../../../engine/src/index';
import type { Bundle, CameraChoice, Frame, ModelInfo, Request, Selection, Surface, Visibility } from '../protocol';
import { carryState, collectAssets, describeModel } from './describe';
import { History } from './history';

const GEOM_FLOATS = 32, LIGHT_FLOATS = 24, GEOM_FLEX = 105, GEOM_SKIN = 106;
const FRAME_BUDGET = 14; // milliseconds of stepping for one frame: what is left of 60 frames a second
const ROOT = '/model';

export class Session {
  private readonly scene: number;
  private readonly history: History;
  private playing = false;
  private speed = 1;
  private owed = 0; // simulated seconds that are due
  private stale = true; // positions changed by hand: derived quantities must be computed again
  private grabbed = 0;
  private replayed: boolean; // recorded states are shown, nothing is simulated
  private live = false; // states come from outside
  private timers: Float64Array | undefined;
  private byHand = 0; // single steps since the last frame

  private constructor(private readonly engine: Ingot, readonly model: Model, readonly data: Data, private readonly bundle: Bundle) {
    this.scene = engine.module._scene_make(model.address, data.address);
    if (!this.scene) throw engine.error();
    this.history = new History(engine.module._web_state_size(model.address, State.integration));
    const numbers = engine.module._web_state_size(model.address, State.integration);
    // a single state is where to begin, not something to play
    this.replayed = (bundle.states?.length ?? 0) > numbers;
  }

  /** loads the files; `before` lends its state if it fits */
  static open(engine: Ingot, bundle: Bundle, before: Session | undefined): { session: Session; kept: boolean } {
    if (engine.module.FS.readdir('/').includes(ROOT.slice(1))) engine.removeTree(ROOT);
    for (const file of bundle.files) engine.writeFile(`${ROOT}/${file.name}`, file.bytes);
    const model = engine.load(`${ROOT}/${bundle.main}`);
    let data: Data | undefined;
    try {
      data = model.makeData();
      const session = new Session(engine, model, data, bundle);
      const kept = before ? carryState(before.model, before.data, model, data) : false;
      if (bundle.states?.length) session.fillHistory(bundle.states);
      session.refresh();
      session.record();
      return { session, kept };
    } catch (error) {
      data?.free();
      model.free();
      throw error;
    }
  }

  close(): void {
    this.engine.module._scene_free(this.scene);
    this.data.free();
    this.model.free();
  }

  describe(): ModelInfo {
    const texts = this.bundle.files.map((file) => file.name).filter((name) => /\.(xml|mjcf|urdf)$/i.test(name));
    return describeModel(this.model, this.bundle.main, Array.from(this.orbit()), this.visibility(), this.depths(), texts);
  }
  assets() {
    return collectAssets(this.model);
  }

  handle(request: Request): void {
    switch (request.kind) {
      case 'play':
        this.playing = request.playing;
        this.speed = request.speed;
        this.owed = 0;
        if (this.playing && this.replayed && this.history.index >= this.history.count - 1) this.seek(0);
        break;
      case 'step': this.stepBy(request.count); break;
      case 'reset': this.reset(request.key); break;
      case 'seek': this.seek(request.index); break;
      case 'control': this.data.array('ctrl')[request.index] = request.value; this.stale = true; break;
      case 'clearControls': this.data.array('ctrl').fill(0); this.stale = true; break;
      case 'position': this.data.array('qpos')[request.address] = request.value; this.touch(); break;
      case 'equality': this.data.array<Uint8Array>('eq_active')[request.index] = request.active ? 1 : 0; this.touch(); break;
      case 'option': this.setOption(request.name, request.index, request.value); break;
      case 'visibility': this.setVisibility(request.visibility); break;
      case 'select': this.engine.module._scene_select(this.scene, request.body); break;
      case 'grab': this.grab(request.bits); break;
      case 'drag':
        this.engine.check(this.engine.module._scene_drag(this.scene, request.action, request.x, request.y));
        this.stale = true;
        break;
      case 'live': this.showState(request.state); break;
      default: break;
    }
  }

  // time ---------------------------------------------------------------------------------------------------------------------

  private touch(): void {
    this.stale = true;
    this.replayed = false;
  }

  private refresh(): void {
    this.engine.check(this.engine.module._scene_stand(this.scene));
    this.stale = false;
  }

  private record(): void {
    if (!this.replayed) this.history.record(this.data.number('time'), () => this.data.getState());
  }

  private advance(count: number): void {
    this.engine.check(this.engine.module._scene_advance(this.scene, count));
  }

  private stepBy(count: number): void {
    this.playing = false;
    if (this.replayed || count < 0) return this.seek(this.history.index + count);
    this.advance(count);
    this.byHand += count;
    this.record();
    this.stale = true;
  }

  private reset(key: number): void {
    this.replayed = false;
    this.data.reset(key);
    this.owed = 0;
    this.refresh();
    this.history.clear();
    this.record();
  }

  private seek(index: number): void {
    const at = Math.max(0, Math.min(this.history.count - 1, index));
    const state = this.history.state(at);
    if (!state) return;
    this.data.setState(state);
    this.history.index = at;
    this.refresh();
    this.owed = 0;
  }

  private showState(state: Float64Array): void {
    this.live = true;
    this.data.setState(state);
    this.refresh();
  }

  private fillHistory(states: Float64Array): void {
    const numbers = this.engine.module._web_state_size(this.model.address, State.integration);
    if (states.length % numbers) throw new RangeError(`the recorded states do not belong to this model: it has ${numbers} numbers a state`);
    const rows = Array.from({ length: states.length / numbers }, (_, i) => states.slice(i * numbers, (i + 1) * numbers));
    if (this.replayed) this.history.fill(rows, rows.map((row) => row[0]!));
    this.data.setState(rows[0]!);
  }

  // the recorded state of this moment
  private replay(seconds: number): number {
    this.owed += seconds * this.speed;
    let index = this.history.index;
    const now = this.history.state(index)![0]!;
    while (index < this.history.count - 1 && this.history.state(index + 1)![0]! - now <= this.owed) index++;
    if (index === this.history.index) return 0;
    const left = this.owed - (this.history.state(index)![0]! - now);
    this.seek(index);
    this.owed = left;
    if (index === this.history.count - 1) this.playing = false;
    return 1;
  }

  // as many steps as this frame's time holds, and no more than leave the page responsive
  private simulate(seconds: number): { steps: number; milliseconds: number; behind: boolean } {
    this.owed += Math.min(seconds, 0.1) * this.speed;
    const timestep = this.model.number('opt.timestep');
    const due = Math.floor(this.owed / timestep + 1e-9);
    const start = performance.now();
    let steps = 0, spent = 0;
    while (steps < due && spent < FRAME_BUDGET) {
      const each = steps ? spent / steps : FRAME_BUDGET / 8;
      const chunk = Math.max(1, Math.min(due - steps, Math.floor((FRAME_BUDGET - spent) / Math.max(each, 1e-3) / 2)));
      this.advance(chunk);
      steps += chunk;
      spent = performance.now() - start;
    }
    const behind = steps < due;
    this.owed = behind ? 0 : this.owed - steps * timestep;
    if (steps) this.record();
    return { steps, milliseconds: spent, behind };
  }

  // one frame ------------------------------------------------------------------------------------------------------------------

  frame(seconds: number, camera: CameraChoice): Frame {
    this.setCamera(camera);
    let steps = 0, milliseconds = 0, behind = false;
    const byHand = this.byHand;
    this.byHand = 0;
    if (this.playing && !this.live) {
      if (this.replayed) this.replay(seconds);
      else ({ steps, milliseconds, behind } = this.simulate(seconds));
    }
    // states from elsewhere are shown as they are: the mouse only says what it would do
    if (this.live) this.engine.check(this.engine.module._scene_push(this.scene));
    else if (!steps && (this.stale || this.grabbed)) this.refresh();
    this.stale = false;
    this.engine.check(this.engine.module._scene_energy(this.scene));
    this.engine.check(this.engine.module._scene_update(this.scene));
    return this.pack(steps || byHand, steps ? milliseconds : 0, behind);
  }

  private pack(steps: number, milliseconds: number, behind: boolean): Frame {
    const { module } = this.engine;
    const floats = (at: number, count: number) => module.HEAPF32.slice(at >> 2, (at >> 2) + count);
    const geoms = floats(module._scene_geoms(this.scene), module._scene_ngeom(this.scene) * GEOM_FLOATS);
    const d = this.data;
    const energy = d.array('energy');
    return {
      kind: 'frame',
      geoms,
      lights: floats(module._scene_lights(this.scene), module._scene_nlight(this.scene) * LIGHT_FLOATS),
      eye: floats(module._scene_eye(this.scene), 16),
      labels: module.UTF8ToString(module._scene_labels(this.scene)),
      surfaces: this.surfaces(geoms),
      orbit: Array.from(this.orbit()),
      time: d.number('time'),
      playing: this.playing,
      steps,
      stepSeconds: steps ? milliseconds / 1000 / steps : 0,
      behind,
      contacts: d.number('ncon'),
      rows: d.number('nefc'),
      iterations: this.iterations(),
      energy: [energy[0] ?? 0, energy[1] ?? 0],
      sensors: d.array('sensordata').slice(),
      controls: d.array('ctrl').slice(),
      positions: d.array('qpos').slice(),
      forces: d.array('actuator_force').slice(),
      equalities: d.array<Uint8Array>('eq_active').slice(),
      timers: this.takeTimers(),
      warnings: this.warningCounts(),
      selection: this.selection(),
      history: { count: this.history.count, index: this.history.index, first: this.history.first, last: this.history.last },
    };
  }

  private iterations(): number {
    const islands = Math.max(1, this.data.number('nisland'));
    return this.data.array<Int32Array>('solver_niter').subarray(0, islands).reduce((sum, n) => sum + n, 0);
  }

  // vertices of flexes and skins that the scene shows
  private surfaces(geoms: Float32Array): Surface[] {
    const { module } = this.engine;
    const found: Surface[] = [];
    const floats = (at: number, count: number) => module.HEAPF32.slice(at >> 2, (at >> 2) + count);
    for (let i = 0; i < geoms.length; i += GEOM_FLOATS) {
      const type = geoms[i], id = geoms[i + 3]!;
      if (type === GEOM_FLEX) {
        const faces = module._scene_flex_faces(this.scene, id);
        if (faces) {
          found.push({
            kind: 'flex', id,
            positions: floats(module._scene_flex_face(this.scene, id), 9 * faces),
            normals: floats(module._scene_flex_normal(this.scene, id), 9 * faces),
            texcoords: geoms[i + 6] ? floats(module._scene_flex_texcoord(this.scene, id), 6 * faces) : undefined,
          });
        } else {
          found.push(this.flexLines(id));
        }
      } else if (type === GEOM_SKIN) {
        const count = this.model.array<Int32Array>('skin_vertnum')[id]!;
        found.push({
          kind: 'skin', id, texcoords: undefined,
          positions: floats(module._scene_skin_vert(this.scene, id), 3 * count),
          normals: floats(module._scene_skin_normal(this.scene, id), 3 * count),
        });
      }
    }
    return found;
  }

  // a flex without faces is drawn by its edges
  private flexLines(id: number): Surface {
    const { module } = this.engine;
    const edges = module._scene_flex_nedge(this.scene, id), at = module._scene_flex_edge(this.scene, id) >> 2;
    const vert = module._scene_flex_vert(this.scene, id) >> 2;
    const positions = new Float32Array(6 * edges);
    for (let i = 0; i < 2 * edges; i++) {
      const from = vert + 3 * module.HEAP32[at + i]!;
      positions.set(module.HEAPF32.subarray(from, from + 3), 3 * i);
    }
    return { kind: 'flex', id, positions, normals: new Float32Array(0), texcoords: undefined };
  }

  // milliseconds of each timer per step since the last frame: mjtTimer
  private takeTimers(): Float64Array {
    const bytes = this.data.view('timer').data;
    const view = new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    const count = Math.floor(bytes.byteLength / 16);
    const now = new Float64Array(2 * count), rates = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      now[2 * i] = view.getFloat64(16 * i, true);
      now[2 * i + 1] = view.getInt32(16 * i + 8, true);
    }
    const before = this.timers;
    const steps = before ? now[1]! - before[1]! : 0;
    for (let i = 0; before && steps > 0 && i < count; i++) rates[i] = (now[2 * i]! - before[2 * i]!) / steps;
    this.timers = now;
    return rates;
  }

  private warningCounts(): number[] {
    const bytes = this.data.view('warning').data;
    const words = new Int32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength >> 2);
    return Array.from({ length: words.length / 2 }, (_, i) => words[2 * i + 1]!);
  }

  private selection(): Selection | undefined {
    const body = this.engine.module._scene_selected(this.scene);
    if (body <= 0) return undefined;
    const row = (name: string, width: number) => Array.from(this.data.array(name).subarray(width * body, width * (body + 1)));
    return { body, position: row('xpos', 3), quaternion: row('xquat', 4), velocity: row('cvel', 6), force: row('xfrc_applied', 6) };
  }

  // camera, options, mouse ---------------------------------------------------------------------------------------------------------

  private orbit(): Float64Array {
    const at = this.engine.module._scene_orbit(this.scene) >> 3;
    return this.engine.module.HEAPF64.subarray(at, at + 6);
  }

  private depths(): Float32Array {
    const at = this.engine.module._scene_depths(this.scene) >> 2;
    return this.engine.module.HEAPF32.slice(at, at + 8);
  }

  private setCamera(camera: CameraChoice): void {
    this.engine.module._scene_set_camera(this.scene, camera.kind, camera.fixed, camera.body, camera.orthographic ? 1 : 0);
    const orbit = this.orbit();
    // a tracking camera's point is the engine's own
    for (let i = camera.kind === 1 ? 3 : 0; i < 6; i++) orbit[i] = camera.orbit[i]!;
  }

  private visibility(): Visibility {
    const { module } = this.engine;
    const flags = module._scene_flags(this.scene), groups = module._scene_groups(this.scene);
    return {
      flags: Array.from(module.HEAPU8.subarray(flags, flags + 31), Boolean),
      groups: Array.from({ length: 7 }, (_, i) => Array.from(module.HEAPU8.subarray(groups + 6 * i, groups + 6 * i + 6), Boolean)),
      label: 0,
      frame: 0,
      depth: 1,
    };
  }

  private setVisibility(choice: Visibility): void {
    const { module } = this.engine;
    module.HEAPU8.set(choice.flags.map(Number), module._scene_flags(this.scene));
    module.HEAPU8.set(choice.groups.flat().map(Number), module._scene_groups(this.scene));
    module._scene_set_decor(this.scene, choice.label, choice.frame);
    module._scene_set_depth(this.scene, choice.depth, 0);
  }

  private setOption(name: string, index: number, value: number): void {
    this.model.view(`opt.${name}`).data[index] = value;
    this.touch();
  }

  /** the body under the mouse becomes the selected one, and is held if asked for */
  pick(aspect: number, x: number, y: number, grab: number): { body: number; hit: boolean } {
    const body = this.engine.module._scene_pick(this.scene, aspect, x, y);
    if (grab && body > 0) this.grab(grab);
    return { body, hit: body > 0 };
  }

  private grab(bits: number): void {
    if (bits && this.engine.module._scene_selected(this.scene) <= 0) return;
    this.engine.check(this.engine.module._scene_grab(this.scene, bits));
    this.grabbed = bits;
    if (bits) this.replayed = false;
    this.stale = true;
  }

  save(what: 'xml' | 'mjb' | 'states'): { bytes: Uint8Array; name: string } {
    const stem = this.bundle.main.replace(/^.*\//, '').replace(/\.[a-z]+$/i, '');
    if (what === 'mjb') return { bytes: this.model.toBinary(), name: `${stem}.mjb` };
    if (what === 'xml') return { bytes: new TextEncoder().encode(this.model.toXML()), name: `${stem}_saved.xml` };
    const rows = this.history.all();
    const all = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0));
    let at = 0;
    for (const row of rows) {
      all.set(row, at);
      at += row.length;
    }
    return { bytes: new Uint8Array(all.buffer), name: `${stem}.states` };
  }
}
