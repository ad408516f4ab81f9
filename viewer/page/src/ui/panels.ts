// SPDX-License-Identifier: Apache-2.0
// The panels beside the picture: controls, inspection, plots, what is shown, physics.
import type { RenderChoice } from '../draw/stage';
import * as names from '../names';
import type { Frame, ModelInfo, Request, Visibility } from '../protocol';
import { el, format } from './dom';
import { Plot } from './plot';

export interface PanelActions {
  send(request: Request): void;
  render(choice: Partial<RenderChoice>): void;
  renderChoice(): RenderChoice;
  camera(kind: number, index: number): void;
  orthographic(on: boolean): void;
  visibility: () => Visibility;
  setVisibility(change: (v: Visibility) => void): void;
  reset(key: number): void;
  save(what: 'picture' | 'page' | 'recording' | 'xml' | 'mjb'): void;
  isLight(): boolean;
}

type Page = 'control' | 'inspect' | 'plot' | 'view' | 'physics';
const PAGES: readonly [Page, string][] = [['control', 'Control'], ['inspect', 'Inspect'], ['plot', 'Plots'], ['view', 'View'], ['physics', 'Physics']];

export class Panels {
  readonly root: HTMLElement;
  private readonly tabs = el('div', { id: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
  private readonly pages = el('div', { id: 'pages' });
  private readonly sections = new Map<Page, HTMLElement>();
  private page: Page = 'control';
  private info: ModelInfo | undefined;
  private updates: ((frame: Frame) => void)[] = [];
  private plots: { plot: Plot; take: (frame: Frame) => ArrayLike<number> }[] = [];
  private lastPlotted = -1;
  private flagBoxes: HTMLInputElement[] = [];
  private renderBoxes = new Map<string, HTMLInputElement>();
  private groupButtons: HTMLButtonElement[][] = [];
  private labelChoice = el('select', {});
  private frameChoice = el('select', {});
  private cameraChoice = el('select', {});

  constructor(private readonly actions: PanelActions) {
    for (const [page, title] of PAGES) {
      const section = el('section', { role: 'tabpanel', id: `page-${page}`, 'aria-labelledby': `tab-${page}`, hidden: page !== this.page });
      this.sections.set(page, section);
      this.tabs.append(el('button', { type: 'button', role: 'tab', id: `tab-${page}`, 'aria-controls': `page-${page}`, 'aria-selected': String(page === this.page), onclick: () => this.show(page) }, title));
      this.pages.append(section);
    }
    this.tabs.addEventListener('keydown', (event) => this.moveTab(event));
    this.root = el('aside', { id: 'side', class: 'card', 'aria-label': 'Panels' }, this.tabs, this.pages);
  }

  private moveTab(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    const at = PAGES.findIndex(([page]) => page === this.page);
    const next = PAGES[(at + step + PAGES.length) % PAGES.length]![0];
    this.show(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.stopPropagation();
  }

  show(page: Page): void {
    this.page = page;
    for (const [name, section] of this.sections) {
      section.hidden = name !== page;
      document.getElementById(`tab-${name}`)?.setAttribute('aria-selected', String(name === page));
    }
  }

  setModel(info: ModelInfo): void {
    this.info = info;
    this.updates = [];
    this.plots = [];
    this.lastPlotted = -1;
    this.sections.get('control')!.replaceChildren(...this.controlPage(info));
    this.sections.get('inspect')!.replaceChildren(...this.inspectPage(info));
    this.sections.get('plot')!.replaceChildren(...this.plotPage(info));
    this.sections.get('view')!.replaceChildren(...this.viewPage(info));
    this.sections.get('physics')!.replaceChildren(...this.physicsPage(info));
  }

  update(frame: Frame): void {
    if (frame.time !== this.lastPlotted) {
      this.lastPlotted = frame.time;
      for (const { plot, take } of this.plots) plot.add(frame.time, take(frame));
    }
    if (this.root.hidden) return;
    for (const update of this.updates) update(frame);
    if (this.page === 'plot') for (const { plot } of this.plots) plot.draw(this.actions.isLight());
  }

  // controls -------------------------------------------------------------------------------------------------------------------

  private slider(title: string, low: number, high: number, set: (value: number) => void, get: (frame: Frame) => number): HTMLElement {
    const step = (high - low) / 1000 || 0.001;
    const input = el('input', { type: 'range', min: String(low), max: String(high), step: String(step), 'aria-label': title, title });
    const output = el('output', {});
    let held = false;
    input.addEventListener('pointerdown', () => (held = true));
    input.addEventListener('pointerup', () => (held = false));
    input.addEventListener('blur', () => (held = false));
    input.addEventListener('input', () => {
      set(Number(input.value));
      output.textContent = format(Number(input.value));
    });
    input.addEventListener('dblclick', () => {
      held = false;
      set(Math.min(high, Math.max(low, 0)));
    });
    this.updates.push((frame) => {
      if (held) return;
      const value = get(frame);
      const text = format(value);
      if (output.textContent !== text) {
        input.value = String(value);
        output.textContent = text;
      }
    });
    return el('div', { class: 'row' }, el('span', { title }, title), input, output);
  }

  private controlPage(info: ModelInfo): Node[] {
    const { send } = this.actions;
    const parts: Node[] = [el('h2', {}, `Actuators (${info.actuators.length})`)];
    info.actuators.forEach((actuator, index) => {
      parts.push(this.slider(actuator.name, actuator.low, actuator.high, (value) => send({ kind: 'control', index, value }), (frame) => frame.controls[index]!));
    });
    if (info.actuators.length) {
      parts.push(el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => send({ kind: 'clearControls' }) }, 'Clear controls')));
    } else parts.push(el('p', { class: 'note' }, 'This model has no actuators. Pull its bodies with the hand tool.'));
    if (info.keys.length) {
      parts.push(el('h2', {}, 'Keyframes'), el('div', { class: 'buttons' }, ...info.keys.map((name, key) => el('button', { type: 'button', onclick: () => this.actions.reset(key) }, name))));
    }
    const single = info.joints.filter((joint) => joint.type >= 2);
    if (single.length) {
      parts.push(el('h2', {}, `Joints (${info.joints.length})`));
      for (const joint of single) {
        const turn = joint.type === 3 ? Math.PI : Math.max(0.1, info.extent);
        parts.push(this.slider(joint.name, joint.limited ? joint.low : -turn, joint.limited ? joint.high : turn,
          (value) => send({ kind: 'position', address: joint.address, value }), (frame) => frame.positions[joint.address]!));
      }
    }
    if (info.equalities.length) {
      const boxes = info.equalities.map((name, index) => {
        const box = el('input', { type: 'checkbox', onchange: () => send({ kind: 'equality', index, active: box.checked }) });
        this.updates.push((frame) => (box.checked = Boolean(frame.equalities[index])));
        return el('label', { title: name }, box, el('span', {}, name));
      });
      parts.push(el('h2', {}, 'Equality constraints'), el('div', { class: 'checks' }, ...boxes));
    }
    return parts;
  }

  // inspection -----------------------------------------------------------------------------------------------------------------

  private inspectPage(info: ModelInfo): Node[] {
    const body = el('tbody', {});
    const table = el('table', { class: 'table', hidden: true }, body);
    const hint = el('p', { class: 'note' }, 'Double click a body in the picture, or choose one below.');
    const cell = (name: string) => {
      const value = el('td', {});
      body.append(el('tr', {}, el('td', {}, name), value));
      return value;
    };
    const cells = {
      name: cell('Body'), parent: cell('Parent'), mass: cell('Mass'), position: cell('Position'), quaternion: cell('Quaternion'),
      angular: cell('Angular velocity'), linear: cell('Linear velocity'), force: cell('Mouse force'),
    };
    const buttons: HTMLButtonElement[] = [];
    let shown = -1;
    this.updates.push((frame) => {
      const chosen = frame.selection;
      if ((chosen?.body ?? 0) !== shown) {
        shown = chosen?.body ?? 0;
        table.hidden = !chosen;
        hint.hidden = Boolean(chosen);
        buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i + 1 === shown)));
        if (chosen && this.page === 'inspect') buttons[shown - 1]?.scrollIntoView({ block: 'nearest' });
      }
      if (!chosen || this.page !== 'inspect') return;
      const b = info.bodies[chosen.body]!;
      const list = (values: number[]) => values.map((v) => format(v)).join('  ');
      cells.name.textContent = `${b.name} (${chosen.body})`;
      cells.parent.textContent = info.bodies[b.parent]?.name ?? '';
      cells.mass.textContent = `${format(b.mass, 4)} kg`;
      cells.position.textContent = list(chosen.position);
      cells.quaternion.textContent = list(chosen.quaternion);
      cells.angular.textContent = list(chosen.velocity.slice(0, 3));
      cells.linear.textContent = list(chosen.velocity.slice(3));
      cells.force.textContent = list(chosen.force.slice(0, 3));
    });
    const depth = info.bodies.map(() => 0);
    info.bodies.forEach((b, i) => (depth[i] = i ? depth[b.parent]! + 1 : 0));
    const tree = el('ul', { class: 'tree' });
    info.bodies.slice(1).forEach((b, i) => {
      const button = el('button', { type: 'button', 'aria-pressed': 'false', style: `padding-left: ${6 + 12 * Math.min(10, depth[i + 1]! - 1)}px`, onclick: () => this.actions.send({ kind: 'select', body: i + 1 }) }, b.name);
      buttons.push(button);
      tree.append(el('li', {}, button));
    });
    const counts = el('div', {});
    const { sizes } = info;
    counts.append(el('p', { class: 'note' }, `${sizes.nbody} bodies, ${info.joints.length} joints, ${sizes.nv} degrees of freedom, ${sizes.ngeom} geoms, ${sizes.nu} actuators, ${sizes.nsensordata} sensor values.`));
    return [el('h2', {}, 'Selection'), hint, table, el('h2', {}, `Bodies (${info.bodies.length - 1})`), tree, el('h2', {}, 'Model'), counts, el('h2', {}, 'Save'), this.saveButtons()];
  }

  private saveButtons(): HTMLElement {
    const button = (what: Parameters<PanelActions['save']>[0], title: string, text: string) =>
      el('button', { type: 'button', title, onclick: () => this.actions.save(what) }, text);
    return el('div', { class: 'buttons' },
      button('page', 'This page with the model inside, as one file', 'Page'), button('recording', 'This page with the model and the recorded states', 'Recording'),
      button('picture', 'The picture as PNG', 'Picture'), button('xml', 'The model as the engine writes it', 'MJCF'), button('mjb', 'The compiled model', 'MJB'));
  }

  // plots ----------------------------------------------------------------------------------------------------------------------

  private plotPage(info: ModelInfo): Node[] {
    const add = (title: string, lines: string[], take: (frame: Frame) => ArrayLike<number>): HTMLElement => {
      const plot = new Plot(title, lines);
      this.plots.push({ plot, take });
      return plot.figure;
    };
    const parts: Node[] = [
      el('h2', {}, 'Simulation'),
      add('Energy, J', ['pot', 'kin', 'sum'], (f) => [f.energy[0], f.energy[1], f.energy[0] + f.energy[1]]),
      add('Contacts', [''], (f) => [f.contacts]),
      add('Solver iterations', [''], (f) => [f.iterations]),
      el('h2', {}, 'Time of a step'),
      this.profile(),
    ];
    if (info.sensors.length) parts.push(el('h2', {}, 'Sensors'));
    for (const sensor of info.sensors.slice(0, 40)) {
      const axes = sensor.size === 1 ? [''] : Array.from({ length: sensor.size }, (_, i) => (sensor.size === 3 ? 'xyz'[i]! : String(i)));
      parts.push(add(sensor.name, axes, (f) => f.sensors.subarray(sensor.address, sensor.address + sensor.size)));
    }
    if (info.sensors.length > 40) parts.push(el('p', { class: 'note' }, `${info.sensors.length - 40} more sensors are not plotted.`));
    return parts;
  }

  private profile(): HTMLElement {
    const shown = [3, 10, 4, 5, 6, 7];
    const box = el('div', {});
    const bars = shown.map((timer) => {
      const bar = el('i', { style: 'width: 0' }), output = el('output', {});
      box.append(el('div', { class: 'bar' }, el('span', {}, names.timers[timer]!), el('div', {}, bar), output));
      return { timer, bar, output };
    });
    const total = el('p', { class: 'note' });
    box.append(total);
    const smooth = new Float64Array(names.timers.length);
    this.updates.push((frame) => {
      if (!frame.steps) return;
      for (let i = 0; i < smooth.length; i++) smooth[i] = 0.9 * smooth[i]! + 0.1 * (frame.timers[i] ?? 0);
      if (this.page !== 'plot') return;
      const most = Math.max(1e-6, ...shown.map((i) => smooth[i]!));
      for (const { timer, bar, output } of bars) {
        bar.style.width = `${(100 * smooth[timer]!) / most}%`;
        output.textContent = `${(1000 * smooth[timer]!).toFixed(0)} µs`;
      }
      total.textContent = `A step takes ${(1000 * smooth[0]!).toFixed(0)} µs: ${((1000 * this.info!.option.timestep) / Math.max(1e-9, smooth[0]!)).toFixed(1)} times real time.`;
    });
    return box;
  }

  // what is shown --------------------------------------------------------------------------------------------------------------

  private select(node: HTMLSelectElement, label: string, options: readonly string[], chosen: number, set: (index: number) => void): HTMLElement {
    node.replaceChildren(...options.map((name, i) => el('option', { value: String(i) }, name)));
    node.value = String(chosen);
    node.setAttribute('aria-label', label);
    node.onchange = () => set(Number(node.value));
    return el('div', { class: 'row two' }, el('span', {}, label), node);
  }

  private check(title: string, key: string, on: boolean, set: (on: boolean) => void): { label: HTMLElement; box: HTMLInputElement } {
    const box = el('input', { type: 'checkbox', checked: on, onchange: () => set(box.checked) });
    return { box, label: el('label', { title: key ? `${title} (key ${key})` : title }, box, el('span', {}, title)) };
  }

  private viewPage(info: ModelInfo): Node[] {
    const { visibility, setVisibility } = this.actions;
    const cameras = ['Free', 'Track the selected body', ...info.cameras];
    const flat = this.check('Orthographic', '', false, (on) => this.actions.orthographic(on));
    const renders = names.renderFlags.map(([name, title, key]) => {
      const { label, box } = this.check(title, key, this.actions.renderChoice()[name], (on) => this.actions.render({ [name]: on }));
      this.renderBoxes.set(name, box);
      return label;
    });
    const flags = names.visualFlags.map(([title, key], i) => {
      const { label, box } = this.check(title, key, visibility().flags[i]!, (on) => setVisibility((v) => (v.flags[i] = on)));
      this.flagBoxes[i] = box;
      return label;
    });
    const groups = el('div', { class: 'groups' });
    this.groupButtons = names.groupKinds.map((kind, row) => {
      groups.append(el('span', {}, kind));
      return Array.from({ length: 6 }, (_, group) => {
        const button = el('button', { type: 'button', 'aria-label': `${kind}, group ${group}`, 'aria-pressed': String(visibility().groups[row]![group]), onclick: () => setVisibility((v) => (v.groups[row]![group] = !v.groups[row]![group])) }, String(group));
        groups.append(button);
        return button;
      });
    });
    return [
      el('h2', {}, 'Camera'),
      this.select(this.cameraChoice, 'Camera', cameras, 0, (i) => this.actions.camera(Math.min(i, 2), Math.max(0, i - 2))),
      el('div', { class: 'checks' }, flat.label),
      el('h2', {}, 'Rendering'), el('div', { class: 'checks' }, ...renders),
      el('h2', {}, 'Elements'),
      this.select(this.labelChoice, 'Labels', names.labels, visibility().label, (i) => setVisibility((v) => (v.label = i))),
      this.select(this.frameChoice, 'Frames', names.frames, visibility().frame, (i) => setVisibility((v) => (v.frame = i))),
      el('div', { class: 'checks', style: 'margin-top: 6px' }, ...flags),
      el('h2', {}, 'Groups'), groups,
    ];
  }

  /** after a key changed what is shown */
  showVisibility(v: Visibility, render: RenderChoice, camera: number): void {
    this.flagBoxes.forEach((box, i) => (box.checked = v.flags[i]!));
    this.groupButtons.forEach((row, kind) => row.forEach((button, group) => button.setAttribute('aria-pressed', String(v.groups[kind]![group]))));
    for (const [name, box] of this.renderBoxes) box.checked = render[name as keyof RenderChoice];
    this.labelChoice.value = String(v.label);
    this.frameChoice.value = String(v.frame);
    this.cameraChoice.value = String(camera);
  }

  // physics --------------------------------------------------------------------------------------------------------------------

  private number(title: string, value: number, set: (value: number) => void, low = -Infinity): HTMLInputElement {
    const input = el('input', { type: 'number', step: 'any', value: String(value), 'aria-label': title });
    input.addEventListener('change', () => {
      const next = Number(input.value);
      if (input.value !== '' && Number.isFinite(next) && next >= low) set(next);
      else input.value = String(value);
    });
    return input;
  }

  private physicsPage(info: ModelInfo): Node[] {
    const { option } = info;
    const set = (name: string, index = 0) => (value: number) => {
      this.actions.send({ kind: 'option', name, index, value });
      if (name === 'timestep') option.timestep = value;
    };
    const single = (title: string, name: 'timestep' | 'density' | 'viscosity' | 'impratio' | 'tolerance' | 'iterations', low = 0) =>
      el('div', { class: 'row two' }, el('span', {}, title), this.number(title, option[name], set(name), low));
    const triple = (title: string, name: 'gravity' | 'wind') =>
      el('div', { class: 'row two' }, el('span', {}, title), el('div', { class: 'triple' }, ...option[name].map((value, i) => this.number(`${title} ${'xyz'[i]}`, value, set(name, i)))));
    const choose = (title: string, name: 'integrator' | 'cone' | 'jacobian' | 'solver', words: string[]) =>
      this.select(el('select', {}), title, words, option[name], set(name));
    const bits = (words: string[], name: 'disableflags' | 'enableflags', inverted: boolean) =>
      words.map((title, i) => this.check(title, '', Boolean(option[name] & (1 << i)) !== inverted, (on) => {
        option[name] = on !== inverted ? option[name] | (1 << i) : option[name] & ~(1 << i);
        set(name)(option[name]);
      }).label);
    const warnings = el('p', { class: 'note' }, 'None.');
    this.updates.push((frame) => {
      const found = frame.warnings.map((count, i) => (count ? `${names.warnings[i]}: ${count}` : '')).filter(Boolean);
      const text = found.length ? found.join(', ') : 'None.';
      if (warnings.textContent !== text) warnings.textContent = text;
    });
    return [
      el('h2', {}, 'Warnings'), warnings,
      el('h2', {}, 'Time and forces'),
      single('Time step, s', 'timestep', 1e-9), triple('Gravity', 'gravity'), triple('Wind', 'wind'), single('Density', 'density'), single('Viscosity', 'viscosity'),
      el('h2', {}, 'Algorithms'),
      choose('Integrator', 'integrator', names.integrators), choose('Cone', 'cone', names.cones), choose('Jacobian', 'jacobian', names.jacobians),
      choose('Solver', 'solver', names.solvers), single('Iterations', 'iterations', 1), single('Tolerance', 'tolerance'), single('Impedance ratio', 'impratio', 1e-9),
      el('h2', {}, 'Parts of the physics'), el('div', { class: 'checks' }, ...bits(names.disableFlags, 'disableflags', true)),
      el('h2', {}, 'More'), el('div', { class: 'checks' }, ...bits(names.enableFlags, 'enableflags', false)),
    ];
  }
}
