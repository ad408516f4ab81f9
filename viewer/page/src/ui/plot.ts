// SPDX-License-Identifier: Apache-2.0
// Curves over the last seconds, on a canvas.
import { el, format } from './dom';

const COLORS_DARK = ['#f59547', '#5ab0f5', '#6fd08c', '#e28cf0', '#f2d15c', '#ff8a80'];
const COLORS_LIGHT = ['#b4530a', '#1565c0', '#1b7f3b', '#8e24aa', '#8a6d00', '#c62828'];
const SAMPLES = 600;

// two to five round values between the ends
function ticks(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / 2));
  const step = power * [5, 2, 1].find((n) => n * power <= (high - low) / 2)!;
  const first = Math.ceil(low / step), last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export class Plot {
  readonly figure: HTMLElement;
  private readonly canvas = el('canvas', { role: 'img' });
  private readonly value = el('span', { class: 'value' });
  private readonly times: number[] = [];
  private readonly rows: number[][];
  private changed = true;

  constructor(title: string, private readonly names: string[]) {
    this.rows = names.map(() => []);
    this.canvas.setAttribute('aria-label', `${title} over time`);
    this.figure = el('figure', { class: 'plot', style: 'margin-inline: 0' }, el('figcaption', {}, el('span', {}, title), this.value), this.canvas);
  }

  clear(): void {
    this.times.length = 0;
    for (const row of this.rows) row.length = 0;
    this.changed = true;
  }

  add(time: number, values: ArrayLike<number>): void {
    // time that goes back starts a new curve
    if (this.times.length && time < this.times[this.times.length - 1]!) this.clear();
    this.times.push(time);
    this.rows.forEach((row, i) => row.push(values[i]!));
    if (this.times.length > SAMPLES) {
      this.times.shift();
      for (const row of this.rows) row.shift();
    }
    this.changed = true;
  }

  draw(light: boolean): void {
    const { canvas } = this;
    if (!this.changed || !canvas.isConnected || !canvas.clientWidth) return;
    this.changed = false;
    const ratio = Math.min(2, devicePixelRatio), width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    const colors = light ? COLORS_LIGHT : COLORS_DARK;
    let low = Infinity, high = -Infinity;
    for (const row of this.rows) {
      for (const value of row) {
        if (!Number.isFinite(value)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    if (low > high) return;
    const pad = 0.08 * (high - low) || Math.abs(high) * 0.1 || 1;
    low -= pad;
    high += pad;
    const left = 44 * ratio, bottom = 15 * ratio;
    const t0 = this.times[0]!, t1 = Math.max(this.times[this.times.length - 1]!, t0 + 1e-6);
    const x = (t: number) => left + ((t - t0) / (t1 - t0)) * (width - left - 4 * ratio), y = (v: number) => 5 * ratio + ((high - v) / (high - low)) * (height - bottom - 5 * ratio);

    context.font = `${10 * ratio}px system-ui, sans-serif`;
    context.fillStyle = light ? '#55606f' : '#a3adbb';
    context.strokeStyle = light ? 'rgba(40,50,70,0.15)' : 'rgba(200,215,235,0.13)';
    context.lineWidth = ratio;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const v of ticks(low, high)) {
      context.beginPath();
      context.moveTo(left, y(v));
      context.lineTo(width, y(v));
      context.stroke();
      const plain = v === 0 || (Math.abs(v) < 1e5 && Math.abs(v) >= 1e-3);
      context.fillText(plain ? String(Number(v.toPrecision(4))) : v.toExponential(), left - 5 * ratio, y(v));
    }
    context.textBaseline = 'alphabetic';
    context.fillText(`${t1.toFixed(1)} s`, width - 2 * ratio, height - 3 * ratio);
    context.textAlign = 'left';
    context.fillText(t0.toFixed(1), left, height - 3 * ratio);

    this.rows.forEach((row, i) => {
      context.strokeStyle = colors[i % colors.length]!;
      context.lineWidth = 1.5 * ratio;
      context.beginPath();
      row.forEach((v, k) => context.lineTo(x(this.times[k]!), y(v)));
      context.stroke();
    });
    this.value.textContent = this.rows.length <= 4
      ? this.rows.map((row, i) => (this.names[i] ? `${this.names[i]} ` : '') + format(row[row.length - 1] ?? 0, 2)).join('  ')
      : `${this.rows.length} values`;
  }
}
