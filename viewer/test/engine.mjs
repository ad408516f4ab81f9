// SPDX-License-Identifier: Apache-2.0
// The typed layer in Node.js: models, data, worlds, errors with their places.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const dist = path.join(root, 'build/viewer/engine/dist');
const { Ingot, IngotError, State } = await import(path.join(dist, 'index.js'));
const ingot = await Ingot.create({ wasm: readFileSync(path.join(dist, 'ingot.wasm')) });
assert.equal(ingot.version, '3.5.0');

// by name, in place
ingot.writeFile('/models/gripper.xml', readFileSync(path.join(root, 'models/gripper.xml')));
const model = ingot.load('/models/gripper.xml');
assert.equal(model.number('nu'), 2);
assert.equal(model.id('actuator', 'height'), 1);
assert.equal(model.id('actuator', 'none'), undefined);
assert.equal(model.name('joint', 0), 'lift');
const data = model.makeData();
data.array('ctrl')[1] = 0.1;
data.step(200);
assert.ok(Math.abs(data.number('time') - 0.4) < 1e-9);
assert.ok(data.array('qpos')[0] > 0.01);
assert.throws(() => data.array('nothing'), IngotError);

// states: what is set is what is got, and steps from there repeat
const state = data.getState();
data.step(50);
const later = data.getState();
data.setState(state);
data.step(50);
assert.deepEqual(data.getState(), later);
assert.throws(() => data.setState(new Float64Array(3)), RangeError);
assert.equal(data.getState(State.qpos).length, model.number('nq'));
data.reset(1);
assert.equal(data.array('ctrl')[0], 0.06);

// many worlds: each as it is alone
const worlds = model.makeWorlds(3);
worlds.field('ctrl').set([0, 0.03, 0.06], 0);
worlds.step(100);
for (const world of [0, 1, 2]) {
  const alone = model.makeData();
  alone.array('ctrl')[0] = 0.03 * world;
  alone.step(100);
  const nq = model.number('nq');
  assert.deepEqual(Array.from({ length: nq }, (_, i) => worlds.field('qpos')[3 * i + world]), Array.from(alone.array('qpos')));
  assert.equal(worlds.status(world).state, 'ok');
  alone.free();
}
assert.throws(() => worlds.data(3), RangeError);
worlds.free();

// mistakes have places
assert.throws(() => ingot.loadText('<mujoco>\n<worldbody>\n<geom type="spherre"/>\n</worldbody></mujoco>'), (error) => {
  assert.ok(error instanceof IngotError);
  assert.deepEqual(error.place, { file: '/text.xml', line: 3, column: 7 });
  return true;
});
assert.throws(() => ingot.load('/none.xml'), IngotError);
// misuse is an error as well, and the engine goes on
assert.throws(() => data.getState(1 << 20), (error) => error instanceof IngotError && /signature/.test(error.message));
data.step(1);
assert.ok(model.toXML().includes('<mujoco'));
assert.ok(model.toBinary().length > 1000);
data.free();
model.free();
console.log('the typed layer: good');
