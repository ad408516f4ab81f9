// SPDX-License-Identifier: Apache-2.0
// States of the past, for the timeline. When the memory that they may take is full, every second one is dropped and from
// then on only every second one is kept: the whole run stays on the timeline, in less detail.

const ROOM = 96 << 20; // bytes

export class History {
  private states: Float64Array[] = [];
  private times: number[] = [];
  private every = 1;
  private skipped = 0;
  private readonly most: number;
  /** where the shown state stands among the kept ones */
  index = -1;

  constructor(numbers: number) {
    this.most = Math.max(64, Math.min(20000, Math.floor(ROOM / (8 * numbers + 64))));
  }

  get count(): number {
    return this.states.length;
  }
  get first(): number {
    return this.times[0] ?? 0;
  }
  get last(): number {
    return this.times[this.times.length - 1] ?? 0;
  }
  state(index: number): Float64Array | undefined {
    return this.states[index];
  }

  /** what comes after the shown state is another future now */
  record(time: number, state: () => Float64Array): void {
    if (this.index < this.states.length - 1) this.cut();
    if (this.states.length && ++this.skipped < this.every) return;
    this.skipped = 0;
    if (this.states.length >= this.most) this.thin();
    this.states.push(state());
    this.times.push(time);
    this.index = this.states.length - 1;
  }

  clear(): void {
    this.states = [];
    this.times = [];
    this.every = 1;
    this.skipped = 0;
    this.index = -1;
  }

  fill(states: Float64Array[], times: number[]): void {
    this.clear();
    this.states = states;
    this.times = times;
    this.index = 0;
  }

  all(): Float64Array[] {
    return this.states;
  }

  private cut(): void {
    this.states.length = this.index + 1;
    this.times.length = this.index + 1;
  }
  private thin(): void {
    this.states = this.states.filter((_, i) => i % 2 === 0);
    this.times = this.times.filter((_, i) => i % 2 === 0);
    this.every *= 2;
  }
}
