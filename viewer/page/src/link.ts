// SPDX-License-Identifier: Apache-2.0
// The worker as the page sees it. It is made from text inside the page, so that the page works from a file as well.
import { gunzipSync } from 'fflate';
import type { Reply, Request } from './protocol';

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export class Link {
  private readonly worker: Worker;

  constructor(hear: (reply: Reply) => void, broken: (message: string) => void) {
    const source = document.getElementById('ingot-worker')!.textContent!;
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.worker = new Worker(url);
    this.worker.onmessage = (event: MessageEvent<Reply>) => hear(event.data);
    this.worker.onerror = (event) => broken(event.message || 'the worker could not start');
    const packed = document.getElementById('ingot-wasm')!;
    const bytes = gunzipSync(decodeBase64(packed.textContent!.trim()));
    packed.remove();
    const wasm = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    this.send({ kind: 'start', wasm }, [wasm]);
  }

  send(request: Request, transfer: Transferable[] = []): void {
    this.worker.postMessage(request, transfer);
  }
}
