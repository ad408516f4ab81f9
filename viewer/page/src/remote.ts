// SPDX-License-Identifier: Apache-2.0
// Where the model comes from: the page itself (an exported file), `ingot view` (which is asked whether files changed), or a
// running simulation that sends its states.
import { parseBundle } from './files';
import { decodeBase64 } from './link';
import type { Bundle } from './protocol';

interface Config {
  mode: 'export' | 'serve' | 'live';
  /** start playing at once */
  play?: boolean;
  /** keyframe to begin with; -1: none */
  key?: number;
  /** the version of the files that the page got, see below */
  version?: string;
  /** secret of this page, for the socket */
  token?: string;
  theme?: 'dark' | 'light';
}

export interface Source {
  config: Config | undefined;
  /** undefined: the page is empty */
  first: Promise<Bundle> | undefined;
  /** hears about new files, errors and states */
  watch(hear: Listener): void;
  sendControl?: (message: object) => void;
}
export interface Listener {
  bundle(bundle: Bundle): void;
  state(state: Float64Array): void;
  lost(message: string): void;
  found(): void;
}

const text = (id: string): string | undefined => document.getElementById(id)?.textContent?.trim() || undefined;

// `ingot view` puts its secret behind the '#', which is sent to nobody by itself
const secret = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
const ask = (what: string): Promise<Response> => fetch(`${what}?token=${encodeURIComponent(secret())}`, { cache: 'no-store' });

async function fetchBundle(): Promise<Bundle> {
  const answer = await ask('bundle');
  if (!answer.ok) throw new Error(await answer.text());
  return parseBundle(new Uint8Array(await answer.arrayBuffer()));
}

// asks twice a second; a model is sent again when a file of it changed
function poll(config: Config, hear: Listener): void {
  let version = config.version, lost = false;
  const look = async (): Promise<void> => {
    try {
      const answer = await ask('version');
      if (!answer.ok) throw new Error(await answer.text());
      const now = await answer.text();
      if (lost) hear.found();
      lost = false;
      if (now !== version) {
        version = now;
        hear.bundle(await fetchBundle());
      }
    } catch {
      if (!lost) hear.lost('ingot view has ended: changes of files are no longer seen.');
      lost = true;
    }
    setTimeout(() => void look(), lost ? 2000 : 500);
  };
  setTimeout(() => void look(), 500);
}

// binary messages: states; the first is the model as a bundle, told apart by its header
function listen(config: Config, hear: Listener, take: (send: (message: object) => void) => void): void {
  const url = new URL('socket', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('token', config.token ?? '');
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
    const bytes = new Uint8Array(event.data);
    if (bytes[0] === 123) hear.bundle(parseBundle(bytes));
    else hear.state(new Float64Array(event.data.slice(8)));
  };
  socket.onopen = () => take((message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)));
  socket.onclose = () => hear.lost('The simulation has ended. The last state stays.');
}

export function findSource(): Source {
  const config = text('ingot-config') ? (JSON.parse(text('ingot-config')!) as Config) : undefined;
  const packed = text('ingot-bundle');
  const source: Source = {
    config,
    first: packed ? Promise.resolve(parseBundle(decodeBase64(packed))) : config?.mode === 'serve' ? fetchBundle() : undefined,
    watch: (hear) => {
      if (config?.mode === 'serve') poll(config, hear);
      if (config?.mode === 'live') listen(config, hear, (send) => (source.sendControl = send));
    },
  };
  return source;
}
