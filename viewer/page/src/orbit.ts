// SPDX-License-Identifier: Apache-2.0
// The page's camera: free, tracking a body, or one of the model's. Free and tracking ones turn at once with the mouse,
// without waiting for the worker.
import type { CameraChoice, Frame } from './protocol';

export const FREE = 0, TRACKING = 1, FIXED = 2;

export class Orbit {
  kind = FREE;
  fixed = 0;
  body = 0;
  orthographic = false;
  lookat: [number, number, number] = [0, 0, 0];
  distance = 1;
  azimuth = 90;
  elevation = -20;
  private home: number[] = [];

  setHome(orbit: number[]): void {
    this.home = orbit;
    this.align();
  }
  /** back to where the model wants to be looked at from */
  align(): void {
    if (!this.home.length) return;
    this.kind = FREE;
    this.set(this.home);
  }
  private set(orbit: number[]): void {
    this.lookat = [orbit[0]!, orbit[1]!, orbit[2]!];
    [this.distance, this.azimuth, this.elevation] = [orbit[3]!, orbit[4]!, orbit[5]!];
  }

  choice(): CameraChoice {
    return {
      kind: this.kind, fixed: this.fixed, body: this.body, orthographic: this.orthographic,
      orbit: [...this.lookat, this.distance, this.azimuth, this.elevation],
    };
  }

  private axes(): { forward: number[]; up: number[]; right: number[] } {
    const a = (this.azimuth * Math.PI) / 180, e = (this.elevation * Math.PI) / 180;
    const ca = Math.cos(a), sa = Math.sin(a), ce = Math.cos(e), se = Math.sin(e);
    return { forward: [ce * ca, ce * sa, se], up: [-se * ca, -se * sa, ce], right: [sa, -ca, 0] };
  }

  rotate(dx: number, dy: number): void {
    this.azimuth -= dx * 180;
    this.elevation = Math.max(-89.9, Math.min(89.9, this.elevation - dy * 180));
  }
  zoom(amount: number, extent: number): void {
    this.distance = Math.max(0.005 * extent, Math.min(100 * extent, this.distance * Math.exp(amount)));
  }
  /** by parts of the picture's height */
  pan(dx: number, dy: number, horizontal: boolean, tangent: number): void {
    if (this.kind !== FREE) return;
    const { forward, up, right } = this.axes();
    const scale = 2 * this.distance * tangent;
    const flat = Math.hypot(forward[0]!, forward[1]!) || 1;
    const along = horizontal ? [forward[0]! / flat, forward[1]! / flat, 0] : up;
    for (let i = 0; i < 3; i++) this.lookat[i]! += scale * (-dx * right[i]! + dy * along[i]!);
  }

  /** the eye to draw with: the engine's for fixed cameras, otherwise where the mouse has it by now */
  eye(frame: Frame): Float32Array {
    if (this.kind === FIXED) return frame.eye;
    if (this.kind === TRACKING) this.lookat = [frame.orbit[0]!, frame.orbit[1]!, frame.orbit[2]!];
    const { forward, up } = this.axes();
    const eye = frame.eye.slice();
    for (let i = 0; i < 3; i++) {
      eye[i] = this.lookat[i]! - this.distance * forward[i]!;
      eye[3 + i] = forward[i]!;
      eye[6 + i] = up[i]!;
    }
    return eye;
  }
}
