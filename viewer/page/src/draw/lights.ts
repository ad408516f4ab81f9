// SPDX-License-Identifier: Apache-2.0
// The scene's lights as three.js lights. Those that throw shadows get maps that cover what the camera looks at.
import * as THREE from 'three';

const FLOATS = 24;
const SPOT = 0, DIRECTIONAL = 1;
const MOST_SHADOWS = 3;
// three.js divides by pi what a matt surface reflects
const UNIT = Math.PI;

type Lamp = THREE.SpotLight | THREE.DirectionalLight | THREE.PointLight;

export class Lights {
  readonly group = new THREE.Group();
  private readonly ambient = new THREE.AmbientLight(0xffffff, UNIT);
  private lamps: Lamp[] = [];
  private layout = '';

  constructor(private readonly mapSize: number) {
    this.group.add(this.ambient);
  }

  update(lights: Float32Array, target: THREE.Vector3, extent: number, shadows: boolean, fill: number): void {
    const count = Math.floor(lights.length / FLOATS);
    this.arrange(lights, count, shadows);
    const ambient = new THREE.Color(fill, fill, fill);
    for (let i = 0; i < count; i++) {
      const at = i * FLOATS;
      ambient.r += lights[at + 10]!;
      ambient.g += lights[at + 11]!;
      ambient.b += lights[at + 12]!;
      this.place(this.lamps[i]!, lights, at, target, extent);
    }
    this.ambient.color.copy(ambient);
  }

  // new lamps only when their kinds change: each change compiles the materials again
  private arrange(lights: Float32Array, count: number, shadows: boolean): void {
    let left = shadows ? MOST_SHADOWS : 0;
    const kinds = Array.from({ length: count }, (_, i) => {
      const at = i * FLOATS, type = lights[at + 1]!;
      const casts = Boolean(lights[at + 3]) && (type === SPOT || type === DIRECTIONAL) && left > 0;
      if (casts) left--;
      return `${type}${casts ? 's' : ''}`;
    });
    const layout = kinds.join();
    if (layout === this.layout) return;
    this.layout = layout;
    for (const lamp of this.lamps) {
      this.group.remove(lamp, ...('target' in lamp ? [lamp.target] : []));
      lamp.dispose();
    }
    this.lamps = kinds.map((kind) => this.make(kind));
  }

  private make(kind: string): Lamp {
    const type = Number.parseInt(kind, 10);
    const lamp = type === SPOT ? new THREE.SpotLight() : type === DIRECTIONAL ? new THREE.DirectionalLight() : new THREE.PointLight();
    lamp.castShadow = kind.endsWith('s');
    if (lamp.castShadow && lamp.shadow) {
      lamp.shadow.mapSize.set(this.mapSize, this.mapSize);
      lamp.shadow.radius = 3;
    }
    this.group.add(lamp);
    if ('target' in lamp) this.group.add(lamp.target);
    return lamp;
  }

  private place(lamp: Lamp, lights: Float32Array, at: number, target: THREE.Vector3, extent: number): void {
    const pos = new THREE.Vector3(lights[at + 4], lights[at + 5], lights[at + 6]);
    const dir = new THREE.Vector3(lights[at + 7], lights[at + 8], lights[at + 9]);
    lamp.color.setRGB(lights[at + 13]!, lights[at + 14]!, lights[at + 15]!);
    lamp.intensity = UNIT;
    if (lamp instanceof THREE.DirectionalLight) {
      this.placeSun(lamp, dir, target, extent);
      return;
    }
    lamp.position.copy(pos);
    lamp.decay = 0;
    if (lamp instanceof THREE.SpotLight) {
      lamp.target.position.copy(pos).add(dir);
      lamp.angle = Math.min(Math.PI / 2 - 0.01, THREE.MathUtils.degToRad(lights[at + 19] || 45));
      lamp.penumbra = Math.min(1, 0.35 + lights[at + 20]! / 16);
      const shadow = lamp.shadow.camera;
      const reach = pos.distanceTo(target);
      shadow.near = Math.max(0.02 * extent, reach - 3 * extent);
      shadow.far = reach + 4 * extent;
      lamp.shadow.bias = -0.0004;
      lamp.shadow.normalBias = 0.002 * extent;
    }
  }

  // parallel light: a box around what is looked at, moved in whole texels so that edges of shadows stand still
  private placeSun(lamp: THREE.DirectionalLight, dir: THREE.Vector3, target: THREE.Vector3, extent: number): void {
    const half = 1.6 * extent, step = (2 * half) / this.mapSize;
    const anchor = target.clone().divideScalar(step).round().multiplyScalar(step);
    lamp.target.position.copy(anchor);
    lamp.position.copy(anchor).addScaledVector(dir, -4 * extent);
    if (!lamp.castShadow) return;
    const shadow = lamp.shadow.camera;
    shadow.left = shadow.bottom = -half;
    shadow.right = shadow.top = half;
    shadow.near = 0.1 * extent;
    shadow.far = 8 * extent;
    shadow.updateProjectionMatrix();
    lamp.shadow.bias = -0.0004;
    lamp.shadow.normalBias = 0.002 * extent;
  }
}
