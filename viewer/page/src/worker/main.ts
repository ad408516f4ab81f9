// SPDX-License-Identifier: Apache-2.0
// The worker: it holds the engine and answers the page. An error of the engine is a message; when the module itself
// breaks (a trap, memory that cannot grow) it is made anew, so that the page never dies with it.
import { Ingot, IngotError } from '../../../engine/src/index';
import type { Failure, Reply, Request } from '../protocol';
import { Session } from './session';

let wasm: ArrayBuffer | undefined;
let engine: Ingot | undefined;
let session: Session | undefined;

const send = (reply: Reply, transfer: Transferable[] = []): void => {
  (self as unknown as { postMessage(m: Reply, t: Transferable[]): void }).postMessage(reply, transfer);
};

async function restart(): Promise<void> {
  session = undefined;
  engine = await Ingot.create({ wasm: wasm!.slice(0) });
}

async function fail(what: Failure['what'], error: unknown): Promise<void> {
  if (error instanceof IngotError || error instanceof RangeError) {
    const place = error instanceof IngotError ? error.place : undefined;
    send({ kind: 'failed', what, message: error.message.replaceAll('/model/', ''), ...place && { ...place, file: place.file.replace(/^\/model\//, '') } });
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  send({ kind: 'failed', what: 'engine', message: `the engine stopped: ${text}. It was started again; load the model once more.` });
  await restart();
}

function load(request: Extract<Request, { kind: 'load' }>): void {
  const start = performance.now();
  const { session: next, kept } = Session.open(engine!, request.bundle, request.keep ? session : undefined);
  session?.close();
  session = next;
  const assets = next.assets();
  send({ kind: 'model', info: next.describe(), assets, kept, milliseconds: performance.now() - start });
}

async function handle(request: Request): Promise<void> {
  switch (request.kind) {
    case 'start':
      wasm = request.wasm;
      await restart();
      send({ kind: 'ready', version: engine!.version });
      break;
    case 'load': load(request); break;
    case 'frame': {
      const frame = session?.frame(request.seconds, request.camera);
      if (frame) send(frame, [frame.geoms.buffer as ArrayBuffer, frame.lights.buffer as ArrayBuffer, ...frame.surfaces.map((s) => s.positions.buffer as ArrayBuffer)]);
      break;
    }
    case 'pick':
      if (session) send({ kind: 'picked', ...session.pick(request.aspect, request.x, request.y, request.grab) });
      break;
    case 'save':
      if (session) send({ kind: 'saved', what: request.what, ...session.save(request.what) });
      break;
    default: session?.handle(request);
  }
  const texts = engine?.takeWarnings();
  if (texts?.length) send({ kind: 'warnings', texts });
}

// one after the other, also those that arrive while the engine starts
let queue = Promise.resolve();
self.onmessage = (event: MessageEvent<Request>) => {
  const request = event.data;
  queue = queue.then(() => handle(request)).catch((error: unknown) => fail(request.kind === 'load' ? 'load' : 'run', error));
};
