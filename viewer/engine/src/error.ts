// SPDX-License-Identifier: Apache-2.0
// Errors of the engine: what it said, and the place in a model file if it named one.

export interface Place {
  file: string;
  line: number;
  column: number;
}

export class IngotError extends Error {
  readonly place: Place | undefined;
  constructor(message: string) {
    super(message.trim() || 'the engine raised an error without a message');
    this.name = 'IngotError';
    this.place = findPlace(message);
  }
}

// the last " at file:line:column" of a message
export function findPlace(message: string): Place | undefined {
  let place: Place | undefined;
  for (const found of message.matchAll(/(?:^|[\s,])at (.+?):(\d+):(\d+)\s*$/gm)) {
    place = { file: found[1]!, line: Number(found[2]), column: Number(found[3]) };
  }
  return place;
}
