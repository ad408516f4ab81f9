// SPDX-License-Identifier: Apache-2.0
// The page of keys and mouse actions.
import { renderFlags, visualFlags } from '../names';
import { el, icon } from './dom';

const keys: [string, string][] = [
  ['Space', 'play, pause'], ['→', 'one step'], ['←', 'one recorded state back'], ['Backspace', 'reset'], ['= and -', 'faster, slower'],
  ['Ctrl L', 'load the model again'], ['Ctrl A', 'look at the whole model'], ['Esc', 'free camera'], ['[ and ]', 'other cameras'],
  ['Page Up', 'select the parent body'], ['F1', 'this help'], ['F6', 'frames'], ['F7', 'labels'], ['Tab', 'panels'], ['0 to 5', 'groups of geoms'],
  ['Shift 0 to 5', 'groups of sites'], ['Ctrl P', 'save a picture'],
];
const mouse: [string, string][] = [
  ['drag', 'turn the camera'], ['right drag', 'move the camera'], ['Shift right drag', 'move it along the ground'], ['wheel, middle drag', 'come nearer'],
  ['double click', 'select a body'], ['Ctrl drag', 'turn the selected body'], ['Ctrl right drag', 'pull the selected body'],
  ['hand tool', 'pull a body by dragging it'], ['one finger, two fingers', 'turn; move and zoom'],
];

export function helpDialog(): HTMLDialogElement {
  const list = (rows: [string, string][]) => el('div', { class: 'keys' }, ...rows.map(([key, what]) => el('div', {}, el('span', {}, what), el('kbd', {}, key))));
  const flags: [string, string][] = [
    ...visualFlags.filter(([, key]) => key).map(([name, key]): [string, string] => [key, name.toLowerCase()]),
    ...renderFlags.filter(([, , key]) => key).map(([, name, key]): [string, string] => [key, name.toLowerCase()]),
  ];
  const dialog: HTMLDialogElement = el('dialog', { 'aria-label': 'Help' },
    el('header', {}, el('h1', {}, 'Keys and mouse'), el('button', { type: 'button', class: 'icon quiet', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'))),
    el('h2', {}, 'Mouse and touch'), list(mouse), el('h2', {}, 'Keys'), list(keys), el('h2', {}, 'What is shown'), list(flags),
    el('p', { class: 'note' }, 'Drop a model on the page to see it: an MJCF, URDF or MJB file with its meshes, a folder, or a zip. Nothing leaves your machine.'));
  return dialog;
}
