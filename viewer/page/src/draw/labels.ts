// SPDX-License-Identifier: Apache-2.0
// Texts of the scene, drawn over the picture.
import * as THREE from 'three';

export class Labels {
  private readonly context: CanvasRenderingContext2D;
  private drawn = false;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d')!;
  }

  /** `labels` has a line for each geom with a text: its number, a tab, the text */
  draw(labels: string, geoms: Float32Array, floats: number, camera: THREE.Camera, ratio: number): void {
    const { canvas, context } = this;
    if (!labels && !this.drawn) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    this.drawn = Boolean(labels);
    if (!labels) return;
    context.font = `${12 * ratio}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    context.lineWidth = 3 * ratio;
    context.lineJoin = 'round';
    const point = new THREE.Vector3();
    for (const line of labels.split('\n')) {
      const tab = line.indexOf('\t');
      if (tab < 0) continue;
      const at = Number(line.slice(0, tab)) * floats;
      point.set(geoms[at + 12]!, geoms[at + 13]!, geoms[at + 14]!).project(camera);
      if (point.z > 1) continue;
      const x = (point.x * 0.5 + 0.5) * canvas.width, y = (0.5 - point.y * 0.5) * canvas.height;
      const text = line.slice(tab + 1);
      context.strokeStyle = 'rgba(10, 12, 16, 0.75)';
      context.strokeText(text, x + 4 * ratio, y);
      context.fillStyle = '#fff';
      context.fillText(text, x + 4 * ratio, y);
    }
  }
}
