// SPDX-License-Identifier: Apache-2.0
// The bar below the picture: play, step, reset, speed, and the timeline of recorded states.
import type { Frame } from '../protocol';
import { el, icon, iconButton } from './dom';

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export interface TransportActions {
  play(): void;
  step(count: number): void;
  reset(): void;
  speed(value: number): void;
  seek(index: number): void;
}

export class Transport {
  readonly root: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly time = el('span', { class: 'time' }, '0.000 s');
  private readonly line = el('input', { type: 'range', min: '0', max: '0', step: '1', value: '0', 'aria-label': 'Timeline of recorded states' });
  private readonly speeds = el('select', { 'aria-label': 'Speed', title: 'Speed' }, ...SPEEDS.map((speed) => el('option', { value: String(speed) }, `${speed}×`)));
  private held = false;
  private shownPlaying: boolean | undefined;

  constructor(actions: TransportActions) {
    this.playButton = el('button', { type: 'button', id: 'play', class: 'primary', onclick: () => actions.play() });
    this.speeds.value = '1';
    this.speeds.onchange = () => actions.speed(Number(this.speeds.value));
    this.line.addEventListener('input', () => actions.seek(Number(this.line.value)));
    this.line.addEventListener('pointerdown', () => (this.held = true));
    for (const name of ['pointerup', 'pointercancel', 'blur']) this.line.addEventListener(name, () => (this.held = false));
    this.root = el('footer', { id: 'transport', class: 'card', 'aria-label': 'Time' },
      this.playButton,
      iconButton('back', 'One recorded state back (←)', () => actions.step(-1), { class: 'icon quiet wide' }),
      iconButton('next', 'One step (→)', () => actions.step(1)),
      iconButton('reset', 'Reset (Backspace)', () => actions.reset()),
      this.time, el('div', { class: 'line' }, this.line), this.speeds);
    this.setPlaying(false);
  }

  setSpeed(speed: number): void {
    this.speeds.value = String(speed);
  }
  setPlaying(playing: boolean): void {
    if (playing === this.shownPlaying) return;
    this.shownPlaying = playing;
    const label = playing ? 'Pause (Space)' : 'Play (Space)';
    this.playButton.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.playButton.title = label;
    this.playButton.setAttribute('aria-label', label);
  }
  setLive(live: boolean): void {
    for (const node of this.root.querySelectorAll<HTMLButtonElement | HTMLInputElement | HTMLSelectElement>('button, input, select')) node.disabled = live;
  }

  update(frame: Frame): void {
    this.setPlaying(frame.playing);
    this.time.textContent = `${frame.time.toFixed(3)} s`;
    const { count, index } = frame.history;
    if (this.line.max !== String(Math.max(0, count - 1))) this.line.max = String(Math.max(0, count - 1));
    if (!this.held) this.line.value = String(index);
    this.line.setAttribute('aria-valuetext', `${frame.time.toFixed(2)} seconds`);
  }
}
