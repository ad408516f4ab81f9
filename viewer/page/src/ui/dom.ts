// SPDX-License-Identifier: Apache-2.0
// Small helpers to make elements.

type Child = Node | string | undefined | false;
type Props = Record<string, unknown>;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'class') node.className = String(value);
    else if (name in node && !name.includes('-')) (node as unknown as Props)[name] = value;
    else node.setAttribute(name, String(value));
  }
  node.append(...(children.filter(Boolean) as (Node | string)[]));
  return node;
}

const paths: Record<string, string> = {
  play: '<path d="M7 4.5v15l12-7.5z" fill="currentColor"/>',
  pause: '<path d="M8 5v14M16 5v14" stroke-width="3.4"/>',
  next: '<path d="M6 5l8 7-8 7zM18 5v14"/>',
  back: '<path d="M18 5l-8 7 8 7zM6 5v14"/>',
  reset: '<path d="M4 4v6h6M5 10a8 8 0 1 1-1 5"/>',
  hand: '<path d="M8 12V6.5a1.5 1.5 0 0 1 3 0V11V4.500a1.500 1.500 0 0 1 3 0V11V6a1.500 1.500 0 0 1 3 0v8c0 4-2 6-5.500 6C8.500 20 7 18 4.500 13.500a1.500 1.500 0 0 1 2.600-1.500L8 13.300"/>',
  code: '<path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14"/>',
  open: '<path d="M3 7a2 2 0 0 1 2-2h4l2 2.500h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>',
  save: '<path d="M12 4v11M7.500 11l4.500 4.500L16.500 11M4 19.500h16"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600l1.400 1.400M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400"/>',
  help: '<circle cx="12" cy="12" r="9"/><path d="M9.500 9.500a2.500 2.500 0 1 1 3.700 2.200c-.9.500-1.200 1-1.200 1.800M12 16.800v.200"/>',
  panel: '<rect x="3" y="4.500" width="18" height="15" rx="2.500"/><path d="M14.500 4.500v15"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
};

export function icon(name: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = paths[name] ?? '';
  return svg;
}

export function iconButton(name: string, label: string, press: () => void, more: Props = {}): HTMLButtonElement {
  return el('button', { type: 'button', class: 'icon quiet', title: label, 'aria-label': label, onclick: press, ...more }, icon(name));
}

export const format = (value: number, digits = 3): string => {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e5) return value.toExponential(2);
  // no minus in front of zeros
  return size < 0.5 * 10 ** -digits ? (0).toFixed(digits) : value.toFixed(digits);
};
