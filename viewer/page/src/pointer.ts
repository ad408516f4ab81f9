// SPDX-License-Identifier: Apache-2.0
// Mouse and fingers on the picture: the camera, the selection, and pulling bodies.
import type { Orbit } from './orbit';
import { FIXED } from './orbit';
import type { Request } from './protocol';

const TRANSLATE = 1, ROTATE = 2;
const MOVE_V = 3, MOVE_H = 4, ROTATE_V = 1, ROTATE_H = 2; // mjtMouse

export interface PointerContext {
  orbit: Orbit;
  send(request: Request): void;
  touched(): void;
  extent(): number;
  tangent(): number; // of half the vertical angle of view
  handTool(): boolean;
  aspect(): number;
  shift(): { x: number; y: number };
}

type Mode = 'none' | 'rotate' | 'pan' | 'zoom' | 'pull' | 'twist' | 'waiting';

export class Pointer {
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private mode: Mode = 'none';
  private horizontal = false;
  private clicked = { time: 0, x: 0, y: 0 };

  constructor(private readonly canvas: HTMLCanvasElement, private readonly context: PointerContext) {
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  private place(event: PointerEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const shift = this.context.shift();
    return { x: (event.clientX - box.left) / box.width - shift.x / 2, y: 1 - (event.clientY - box.top) / box.height - shift.y / 2 };
  }

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.context.touched();
    if (this.fingers.size === 2) {
      this.letGo();
      this.mode = 'pan';
      return;
    }
    this.horizontal = event.shiftKey;
    const pulls = event.ctrlKey || event.metaKey;
    if (this.context.handTool() && event.button === 0 && !pulls) {
      // the answer says whether there is something to hold; until then the drag waits
      const { x, y } = this.place(event);
      this.mode = 'waiting';
      this.context.send({ kind: 'pick', aspect: this.context.aspect(), x, y, grab: TRANSLATE });
      return;
    }
    if (pulls) {
      this.mode = event.button === 2 ? 'pull' : 'twist';
      this.context.send({ kind: 'grab', bits: this.mode === 'pull' ? TRANSLATE : ROTATE });
      return;
    }
    this.mode = event.button === 1 ? 'zoom' : event.button === 2 ? 'pan' : 'rotate';
    if (event.button === 0) this.maybeSelect(event);
  }

  // double clicks and double taps select
  private maybeSelect(event: PointerEvent): void {
    const near = Math.hypot(event.clientX - this.clicked.x, event.clientY - this.clicked.y) < 12;
    if (near && event.timeStamp - this.clicked.time < 400) {
      const { x, y } = this.place(event);
      this.context.send({ kind: 'pick', aspect: this.context.aspect(), x, y, grab: 0 });
    }
    this.clicked = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  }

  /** what the hand tool found */
  picked(hit: boolean): void {
    if (this.mode === 'waiting') this.mode = hit ? 'pull' : 'rotate';
    else if (hit && this.context.handTool() && !this.fingers.size) this.context.send({ kind: 'grab', bits: 0 });
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const height = this.canvas.clientHeight;
    const dx = (event.clientX - before.x) / height, dy = (event.clientY - before.y) / height;
    const spread = this.spread();
    Object.assign(before, { x: event.clientX, y: event.clientY });
    this.context.touched();
    if (this.fingers.size === 2) {
      this.context.orbit.zoom(Math.log(spread / this.spread()), this.context.extent());
      this.context.orbit.pan(dx / 2, dy / 2, false, this.context.tangent());
      return;
    }
    this.drag(dx, dy);
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)) : 1;
  }

  private drag(dx: number, dy: number): void {
    const { orbit, send } = this.context;
    const fixed = orbit.kind === FIXED;
    switch (this.mode) {
      case 'rotate': if (!fixed) orbit.rotate(dx, dy); break;
      case 'pan': orbit.pan(dx, dy, this.horizontal, this.context.tangent()); break;
      case 'zoom': if (!fixed) orbit.zoom(2 * dy, this.context.extent()); break;
      case 'pull': send({ kind: 'drag', action: this.horizontal ? MOVE_H : MOVE_V, x: dx, y: dy }); break;
      case 'twist': send({ kind: 'drag', action: this.horizontal ? ROTATE_H : ROTATE_V, x: dx, y: dy }); break;
      default: break;
    }
  }

  private letGo(): void {
    if (this.mode === 'pull' || this.mode === 'twist' || this.mode === 'waiting') this.context.send({ kind: 'grab', bits: 0 });
  }
  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.letGo();
    this.mode = 'none';
    this.context.touched();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.context.orbit.kind === FIXED) return;
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.context.orbit.zoom(Math.max(-0.5, Math.min(0.5, event.deltaY * lines * 0.0012)), this.context.extent());
    this.context.touched();
  }
}
