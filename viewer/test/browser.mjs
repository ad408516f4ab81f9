// SPDX-License-Identifier: Apache-2.0
// Tests of the page in a real browser. usage: node test/browser.mjs PROGRAM [NAME...]; names choose tests
//
// Models with meshes, textures and a sky are made here, so that nothing else is needed.
import assert from 'node:assert/strict';
import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { launch, openPage, pageWith, ready, root, viewerFile, waitFor } from './browser-page.mjs';

const [program, ...chosen] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), 'ingot-viewer-'));
const file = (name, content) => {
  const at = path.join(folder, name);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, content);
  return at;
};
const url = (at) => `file://${at}`;

// models -------------------------------------------------------------------------------------------------------------------------

const own = ['crane', 'dominoes', 'double_pendulum', 'gripper', 'quadruped'];
const ownFile = (name) => ({ name: `${name}.xml`, bytes: readFileSync(path.join(root, 'models', `${name}.xml`)) });

// a PNG of one colour per quarter
function png(size, colors) {
  const rows = [];
  for (let y = 0; y < size; y++) {
    const row = Buffer.alloc(1 + 3 * size);
    for (let x = 0; x < size; x++) row.set(colors[(y < size / 2 ? 0 : 2) + (x < size / 2 ? 0 : 1)], 1 + 3 * x);
    rows.push(row);
  }
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes) => {
    let c = 0xffffffff;
    for (const b of bytes) c = crcTable[(c ^ b) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]);
}

const obj = `v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1.5\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5
f 1/1 2/2 5/5\nf 2/2 3/3 5/5\nf 3/3 4/4 5/5\nf 4/4 1/1 5/5\nf 4/4 3/3 2/2\nf 4/4 2/2 1/1\n`;

const textured = {
  main: 'robot/scene.xml',
  files: [
    { name: 'robot/scene.xml', bytes: Buffer.from(`<mujoco model="textured">
  <compiler meshdir="meshes" texturedir="pictures"/>
  <include file="parts.xml"/>
  <worldbody>
    <light pos="0 0 4" dir="0.2 0.2 -1" directional="true"/>
    <geom name="floor" type="plane" size="0 0 1" material="floor"/>
    <camera name="side" pos="0 -4 1.5" xyaxes="1 0 0 0 0.3 1"/>
    <body pos="0 0 1"><freejoint/><geom type="mesh" mesh="pyramid" material="picture"/></body>
    <body name="cube" pos="1.5 0 1"><freejoint/><geom type="box" size=".3 .3 .3" material="cube"/></body>
  </worldbody>
</mujoco>`) },
    { name: 'robot/parts.xml', bytes: Buffer.from(`<mujoco>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.4 0.6 0.8" rgb2="0 0 0" width="64" height="64"/>
    <texture name="checker" type="2d" builtin="checker" rgb1="0.2 0.3 0.4" rgb2="0.1 0.2 0.3" width="128" height="128"/>
    <texture name="faces" type="cube" builtin="flat" mark="cross" rgb1="0.8 0.6 0.2" markrgb="1 1 1" width="64" height="64"/>
    <texture name="picture" type="2d" file="quarters.png"/>
    <material name="floor" texture="checker" texrepeat="2 2" texuniform="true" reflectance="0.3"/>
    <material name="cube" texture="faces"/>
    <material name="picture" texture="picture"/>
    <mesh name="pyramid" file="pyramid.obj" scale="0.4 0.4 0.4"/>
  </asset>
</mujoco>`) },
    { name: 'robot/meshes/pyramid.obj', bytes: Buffer.from(obj) },
    { name: 'robot/pictures/quarters.png', bytes: png(32, [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]) },
  ],
};

const terrain = {
  main: 'terrain.xml',
  files: [
    { name: 'terrain.xml', bytes: Buffer.from(`<mujoco model="terrain">
  <asset><hfield name="hills" file="hills.png" size="2 2 0.5 0.1"/><mesh name="pyramid" file="pyramid.obj" scale=".2 .2 .2"/></asset>
  <worldbody><light pos="0 0 4"/><geom type="hfield" hfield="hills" rgba=".4 .6 .3 1"/>
    <replicate count="5" offset="0.4 0 0"><body pos="-0.8 0 1.2"><freejoint/><geom type="mesh" mesh="pyramid"/></body></replicate>
  </worldbody></mujoco>`) },
    { name: 'hills.png', bytes: png(16, [[0, 0, 0], [200, 200, 200], [90, 90, 90], [255, 255, 255]]) },
    { name: 'pyramid.obj', bytes: Buffer.from(obj) },
  ],
};

const soft = {
  main: 'soft.xml',
  files: [
    { name: 'soft.xml', bytes: Buffer.from(`<mujoco model="soft">
  <option timestep="0.001"/>
  <asset><texture name="t" type="2d" file="quarters.png"/><material name="t" texture="t"/><mesh name="pyramid" file="pyramid.obj" scale=".1 .1 .1"/></asset>
  <worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 .1"/><geom type="sphere" size=".2" pos="0 0 .3"/>
    <body pos=".5 0 .5"><freejoint/><geom type="mesh" mesh="pyramid" material="t"/></body>
    <flexcomp name="cloth" type="grid" count="9 9 1" spacing=".08 .08 .08" pos="0 0 .8" radius=".01" mass=".2" dim="2" material="t"><edge equality="true"/></flexcomp>
  </worldbody></mujoco>`) },
    { name: 'quarters.png', bytes: png(32, [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]) },
    { name: 'pyramid.obj', bytes: Buffer.from(obj) },
  ],
};

const broken = `<mujoco>\n  <worldbody>\n    <body>\n      <geom type="spherre" size="1"/>\n    </body>\n  </worldbody>\n</mujoco>\n`;

// tools of the tests -------------------------------------------------------------------------------------------------------------

const browser = await launch();
async function withPage(at, options, use) {
  const { page, errors, context } = await openPage(browser, at, options);
  try {
    await use(page);
    assert.deepEqual(errors, [], 'the console is silent');
  } finally {
    await context.close();
  }
}
const exported = (name, bundle, config) => url(file(`${name}.html`, pageWith(bundle.main, bundle.files, config ?? { mode: 'export', play: true })));
const drop = (page, files) => page.evaluate((list) => {
  const transfer = new DataTransfer();
  for (const [name, bytes] of list) transfer.items.add(new File([Uint8Array.from(bytes)], name));
  for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, files.map(({ name, bytes }) => [name, [...bytes]]));

// tests ----------------------------------------------------------------------------------------------------------------------------

const tests = {
  async 'our models load, play and step'() {
    for (const name of own) {
      await withPage(exported(name, { main: `${name}.xml`, files: [ownFile(name)] }), {}, async (page) => {
        await ready(page);
        await waitFor(page, () => window.ingot.frame.time > 0.05);
        await page.keyboard.press('Space');
        await waitFor(page, () => !window.ingot.frame.playing);
        const before = await page.evaluate(() => window.ingot.frame.time);
        await page.click('button[aria-label^="One step"]');
        await waitFor(page, (t) => window.ingot.frame.time > t, before);
        const step = await page.evaluate((t) => window.ingot.frame.time - t, before);
        const timestep = await page.evaluate(() => window.ingot.info.option.timestep);
        assert.ok(Math.abs(step - timestep) < 1e-9, `${name}: a step is one step`);
        assert.ok((await page.evaluate(() => window.ingot.frame.geoms.length)) > 0);
      });
    }
  },

  async 'models with meshes, textures, height fields and cloth are drawn'() {
    for (const [name, bundle] of Object.entries({ textured, terrain, soft })) {
      await withPage(exported(name, bundle), {}, async (page) => {
        await ready(page);
        await waitFor(page, () => window.ingot.frame.time > 0.02);
        const shapes = await page.evaluate(() => { const g = window.ingot.frame.geoms; return Array.from({ length: g.length / 32 }, (_, i) => g[32 * i]); });
        const wanted = { textured: [0, 6, 7], terrain: [1, 7], soft: [105, 7] }[name];
        for (const type of wanted) assert.ok(shapes.includes(type), `${name} draws shapes of type ${type}`);
        // at rest, so that drawing does not hold up the picture of it
        await page.keyboard.press('Space');
        await waitFor(page, () => !window.ingot.frame.playing);
        const shot = await page.screenshot();
        assert.ok(shot.length > 20000, `${name}: the picture is not empty`);
      });
    }
  },

  async 'the bits in the page are those of the program'() {
    await withPage(exported('bits', { main: 'crane.xml', files: [ownFile('crane')] }, { mode: 'export', play: false }), {}, async (page) => {
      await ready(page);
      await page.evaluate(() => window.ingot.send({ kind: 'step', count: 500 }));
      await waitFor(page, () => window.ingot.frame.time > 0.99);
      const q = await page.evaluate(() => Array.from(window.ingot.frame.positions));
      const csv = path.join(folder, 'crane.csv');
      execFileSync(program, ['run', path.join(root, 'models/crane.xml'), '--seconds', '1.002', '--csv', csv, '--quantities', 'qpos', '--control', 'zero']);
      const row = readFileSync(csv, 'utf8').trim().split('\n').at(-1).split(',').slice(1).map(Number);
      assert.deepEqual(q, row, 'positions after 500 steps');
    });
  },

  async 'a body is selected, pulled, and falls back'() {
    await withPage(exported('pull', { main: 'quadruped.xml', files: [ownFile('quadruped')] }), {}, async (page) => {
      await ready(page);
      await page.evaluate(() => window.ingot.send({ kind: 'reset', key: 0 }));
      await waitFor(page, () => window.ingot.frame.time > 0.3);
      // where the trunk is in the picture
      const at = await page.evaluate(() => {
        const { camera } = window.ingot.stage, g = window.ingot.frame.geoms;
        for (let i = 0; i < g.length; i += 32) {
          if (g[i] !== 6) continue;
          const p = camera.position.clone().set(g[i + 12], g[i + 13], g[i + 14]).project(camera);
          return { x: (p.x * 0.5 + 0.5) * innerWidth, y: (0.5 - p.y * 0.5) * innerHeight };
        }
      });
      await page.mouse.dblclick(at.x, at.y);
      await waitFor(page, () => window.ingot.frame.selection?.body === 1);
      assert.equal(await page.evaluate(() => document.querySelector('#figures').innerText.includes('Selected')), true);
      const before = await page.evaluate(() => window.ingot.frame.positions[2]);
      await page.keyboard.down('Control');
      await page.mouse.move(at.x, at.y);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(at.x, at.y - 220, { steps: 6 });
      await waitFor(page, (z) => window.ingot.frame.positions[2] > z + 0.1, before);
      assert.ok(await page.evaluate(() => window.ingot.frame.selection.force.some((f) => f !== 0)), 'a force acts while the mouse pulls');
      await page.mouse.up({ button: 'right' });
      await page.keyboard.up('Control');
      await waitFor(page, (z) => window.ingot.frame.positions[2] < z + 0.08 && window.ingot.frame.selection.force.every((f) => f === 0), before);
      // the hand tool does the same without keys
      await page.click('button[aria-label^="Hand"]');
      await page.evaluate(() => window.ingot.send({ kind: 'reset', key: 0 }));
      await waitFor(page, () => window.ingot.frame.time < 0.3);
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x, at.y - 240, { steps: 8 });
      await waitFor(page, () => window.ingot.frame.selection?.force.some((f) => f !== 0));
      await page.mouse.up();
      await waitFor(page, () => window.ingot.frame.selection.force.every((f) => f === 0));
    });
  },

  async 'the timeline goes back and another future begins there'() {
    await withPage(exported('time', { main: 'dominoes.xml', files: [ownFile('dominoes')] }), {}, async (page) => {
      await ready(page);
      await waitFor(page, () => window.ingot.frame.history.count > 6);
      const late = await page.evaluate(() => ({ time: window.ingot.frame.time, count: window.ingot.frame.history.count }));
      await page.evaluate(() => {
        const line = document.querySelector('#transport input[type=range]');
        line.value = '2';
        line.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await waitFor(page, () => window.ingot.frame.history.index === 2 && !window.ingot.frame.playing);
      assert.ok((await page.evaluate(() => window.ingot.frame.time)) < late.time);
      assert.ok((await page.evaluate(() => window.ingot.frame.history.count)) >= late.count, 'the future stays until another begins');
      await page.keyboard.press('ArrowRight');
      await waitFor(page, () => window.ingot.frame.history.count === 4);
    });
  },

  async 'controls, keyframes, equality and options act'() {
    await withPage(exported('controls', { main: 'gripper.xml', files: [ownFile('gripper')] }, { mode: 'export', play: false }), {}, async (page) => {
      await ready(page);
      await page.evaluate(() => {
        const slider = document.querySelector('#page-control input[aria-label=height]');
        slider.value = '0.2';
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await waitFor(page, () => Math.abs(window.ingot.frame.controls[1] - 0.2) < 1e-3);
      await page.click('#page-control button:text-is("hold")');
      await waitFor(page, () => window.ingot.frame.controls[0] === 0.06);
      await page.uncheck('#page-control label:has-text("symmetric") input');
      await waitFor(page, () => window.ingot.frame.equalities[0] === 0);
      await page.click('#tab-physics');
      await page.fill('#page-physics input[aria-label="Gravity z"]', '0');
      await page.press('#page-physics input[aria-label="Gravity z"]', 'Enter');
      await page.click('#tab-plot');
      await page.click('#play');
      await waitFor(page, () => window.ingot.frame.time > 0.1);
      await page.click('#tab-view');
      await page.check('#page-view label:has-text("Contact points") input');
      await waitFor(page, () => { const g = window.ingot.frame.geoms; for (let i = 0; i < g.length; i += 32) if (g[i] === 5 && g[i + 4] === 4) return true; return false; });
    });
  },

  async 'a zip and loose files are dropped in'() {
    await withPage(url(viewerFile), {}, async (page) => {
      await page.waitForSelector('text=Drop a model here');
      const zip = zipSync(Object.fromEntries(textured.files.map(({ name, bytes }) => [name, new Uint8Array(bytes)])));
      await drop(page, [{ name: 'robot.zip', bytes: zip }]);
      await waitFor(page, () => window.ingot.info?.name === 'textured' && window.ingot.frame);
      await drop(page, terrain.files);
      await waitFor(page, () => window.ingot.info?.name === 'terrain');
    });
  },

  async 'URDF, MJB and a folder are dropped in'() {
    const urdf = `<robot name="arm"><link name="base"/><link name="hand"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><geometry><mesh filename="package://arm/meshes/pyramid.obj" scale=".2 .2 .2"/></geometry></collision></link>
      <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;
    await withPage(url(viewerFile), {}, async (page) => {
      await page.waitForSelector('text=Drop a model here');
      const zip = zipSync({ 'arm/urdf/arm.urdf': new Uint8Array(Buffer.from(urdf)), 'arm/meshes/pyramid.obj': new Uint8Array(Buffer.from(obj)) });
      await drop(page, [{ name: 'arm.zip', bytes: zip }]);
      await waitFor(page, () => window.ingot.info?.joints.some((joint) => joint.name === 'turn') && window.ingot.frame);
      assert.ok(await page.evaluate(() => { const g = window.ingot.frame.geoms; for (let i = 0; i < g.length; i += 32) if (g[i] === 7) return true; return false; }), 'the mesh is drawn');
      const mjb = path.join(folder, 'gripper.mjb');
      execFileSync(program, ['convert', 'gripper', mjb]);
      await drop(page, [{ name: 'gripper.mjb', bytes: readFileSync(mjb) }]);
      await waitFor(page, () => window.ingot.info.sizes.nu === 2 && window.ingot.frame.controls.length === 2);
      // a folder comes as entries that are read one after the other, which a test cannot make: these behave as they do
      await page.evaluate((list) => {
        const entryOf = (name, content) => content instanceof Array
          ? { isFile: true, isDirectory: false, name, file: (done) => done(new File([Uint8Array.from(content)], name)) }
          : { isFile: false, isDirectory: true, name, createReader: () => {
            const left = Object.entries(content).map(([inner, value]) => entryOf(inner, value));
            return { readEntries: (done) => done(left.splice(0, 1)) };
          } };
        const tree = {};
        for (const [name, bytes] of list) {
          const parts = name.split('/'), last = parts.pop();
          parts.reduce((at, part) => (at[part] ??= {}), tree)[last] = bytes;
        }
        const dataTransfer = { types: ['Files'], files: [], items: Object.entries(tree).map(([name, content]) => ({ kind: 'file', webkitGetAsEntry: () => entryOf(name, content) })) };
        for (const type of ['dragenter', 'dragover', 'drop']) {
          const event = new Event(type, { bubbles: true, cancelable: true });
          Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
          document.body.dispatchEvent(event);
        }
      }, textured.files.map(({ name, bytes }) => [name, [...bytes]]));
      await waitFor(page, () => window.ingot.info?.name === 'textured' && window.ingot.frame);
    });
  },

  async 'a broken file says where, is mended in the editor, and the state stays'() {
    await withPage(exported('mend', { main: 'double_pendulum.xml', files: [ownFile('double_pendulum')] }), {}, async (page) => {
      await ready(page);
      await drop(page, [{ name: 'broken.xml', bytes: Buffer.from(broken) }]);
      await page.waitForSelector('#message:not([hidden])');
      const text = await page.innerText('#message');
      for (const part of ['broken.xml:4:13', 'spherre', '<geom type="spherre" size="1"/>', '^']) assert.ok(text.includes(part), `the message has ${part}: ${text}`);
      // the model of before goes on
      assert.equal(await page.evaluate(() => window.ingot.info.name), 'double pendulum');
      await page.click('text=Show in the editor');
      await page.waitForSelector('.cm-line.wrong');
      await page.evaluate(() => {
        const at = document.querySelector('.cm-content').cmTile?.view ?? document.querySelector('.cm-content').cmView?.view;
        const whole = at.state.doc.toString(), from = whole.indexOf('spherre');
        at.dispatch({ changes: { from, to: from + 7, insert: 'sphere' } });
      });
      await page.click('#editor button:text-is("Apply")');
      await waitFor(page, () => window.ingot.info.bodies.length === 2);
      assert.ok(await page.isHidden('#message'));
    });
    await withPage(exported('keep', { main: 'quadruped.xml', files: [ownFile('quadruped')] }), {}, async (page) => {
      await ready(page);
      await waitFor(page, () => window.ingot.frame.time > 0.1);
      await page.keyboard.press('Space');
      await waitFor(page, () => !window.ingot.frame.playing);
      const before = await page.evaluate(() => ({ time: window.ingot.frame.time, q: Array.from(window.ingot.frame.positions) }));
      await page.click('button[aria-label="Edit the model"]');
      await page.evaluate(() => {
        const at = document.querySelector('.cm-content').cmTile?.view ?? document.querySelector('.cm-content').cmView?.view;
        const whole = at.state.doc.toString(), from = whole.indexOf('timestep="0.002"');
        at.dispatch({ changes: { from, to: from + 16, insert: 'timestep="0.001"' } });
      });
      await page.click('#editor button:text-is("Apply")');
      await waitFor(page, () => window.ingot.info.option.timestep === 0.001);
      const after = await page.evaluate(() => ({ time: window.ingot.frame.time, q: Array.from(window.ingot.frame.positions) }));
      assert.deepEqual(after, before, 'time and positions are kept');
    });
  },

  async 'ingot export writes a page that works from a file'() {
    const out = path.join(folder, 'crane-export.html'), states = path.join(folder, 'run.states');
    execFileSync(program, ['export', '-o', out]);
    await withPage(url(out), {}, async (page) => {
      await ready(page);
      await waitFor(page, () => window.ingot.frame.time > 0.1 && window.ingot.frame.controls[0] === 1.9);
    });
    execFileSync(program, ['run', 'dominoes', '--seconds', '1', '--every', '10', '--states', states]);
    execFileSync(program, ['export', states, '-o', out]);
    await withPage(url(out), {}, async (page) => {
      await ready(page);
      await waitFor(page, () => window.ingot.frame.history.count === 51);
      await waitFor(page, () => window.ingot.frame.history.index > 5);
      assert.equal(await page.evaluate(() => window.ingot.frame.history.last.toFixed(3)), '1.000');
    });
  },

  async 'the page saves itself with the model and what was recorded'() {
    await withPage(exported('saves', { main: 'crane.xml', files: [ownFile('crane')] }, { mode: 'export', play: false }), {}, async (page) => {
      await ready(page);
      await drop(page, [ownFile('gripper')]);
      await waitFor(page, () => window.ingot.info.name === 'gripper');
      await page.evaluate(() => window.ingot.send({ kind: 'step', count: 7 }));
      await page.evaluate(() => window.ingot.send({ kind: 'step', count: 7 }));
      await waitFor(page, () => window.ingot.frame.history.count === 3);
      await page.click('#tab-inspect');
      for (const [button, name, count] of [['Page', 'page', 0], ['Recording', 'recording', 3]]) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#page-inspect button:text-is("${button}")`)]);
        const at = path.join(folder, `saved-${name}.html`);
        await download.saveAs(at);
        await withPage(url(at), {}, async (copy) => {
          await ready(copy);
          assert.equal(await copy.evaluate(() => window.ingot.info.name), 'gripper');
          if (count) await waitFor(copy, (n) => window.ingot.frame.history.count === n, count);
        });
      }
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#page-inspect button:text-is("MJCF")')]);
      assert.match(readFileSync(await download.path(), 'utf8'), /<mujoco model="gripper">/);
    });
  },

  async 'ingot view serves, watches and reloads'() {
    const model = file('served/robot.xml', readFileSync(path.join(root, 'models/quadruped.xml')));
    const child = spawn(program, ['view', model, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const address = await new Promise((done) => child.stdout.once('data', (data) => done(String(data).split(/\s/)[0])));
      await withPage(address, {}, async (page) => {
        await ready(page);
        await waitFor(page, () => window.ingot.frame.time > 0.02);
        writeFileSync(model, readFileSync(model, 'utf8').replace('model="quadruped"', 'model="changed"'));
        await waitFor(page, () => window.ingot.info.name === 'changed');
        writeFileSync(model, broken);
        await page.waitForSelector('#message:not([hidden])');
        assert.match(await page.innerText('#message'), /robot\.xml:4:13/);
      });
      for (const [headers, status] of [[{ Host: 'evil.example' }, 403], [{ Origin: 'http://evil.example' }, 403], [{ 'Sec-Fetch-Site': 'cross-site' }, 403], [{}, 200]]) {
        const got = execFileSync('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...Object.entries(headers).flatMap(([k, v]) => ['-H', `${k}: ${v}`]), address.replace('#', 'bundle?')], { encoding: 'utf8' });
        assert.equal(Number(got), status, JSON.stringify(headers));
      }
      for (const name of ['robot.xml', 'served/robot.xml', '..%2frobot.xml', 'bundle/robot.xml']) {
        assert.equal((await fetch(address + name)).status, 404, `${name} is not served by name`);
      }
    } finally {
      child.kill('SIGINT');
    }
    assert.equal(await new Promise((done) => child.once('exit', done)), 0);
  },

  async 'a telephone: 390 pixels wide, light'() {
    await withPage(exported('phone', { main: 'crane.xml', files: [ownFile('crane')] }), { viewport: { width: 390, height: 780 }, colorScheme: 'light', hasTouch: true, isMobile: true }, async (page) => {
      await ready(page);
      await waitFor(page, () => window.ingot.frame.time > 0.02);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the screen');
      assert.ok(await page.isHidden('#side'), 'the panels wait until they are wanted');
      await page.tap('button[aria-label^="Panels"]');
      assert.ok(await page.isVisible('#side'));
      const outside = await page.evaluate(() => [...document.querySelectorAll('button, select, input[type=range]')].filter((node) => node.offsetParent && !node.closest('#pages') && (node.getBoundingClientRect().right > innerWidth + 1 || node.getBoundingClientRect().left < -1)).map((node) => node.outerHTML.slice(0, 80)));
      assert.deepEqual(outside, [], 'everything can be reached');
    });
  },

  async 'everything has a name, and the keys work'() {
    await withPage(exported('keys', { main: 'crane.xml', files: [ownFile('crane')] }), {}, async (page) => {
      await ready(page);
      const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, canvas')].filter((node) => !(node.hidden || node.getAttribute('aria-hidden') || node.getAttribute('aria-label') || node.innerText?.trim() || node.closest('label')?.innerText.trim())).map((node) => node.outerHTML.slice(0, 90)));
      assert.deepEqual(nameless, []);
      await page.focus('#view');
      await page.keyboard.press('c');
      await page.click('#tab-view');
      assert.ok(await page.isChecked('#page-view label:has-text("Contact points") input'));
      await page.focus('#view');
      await page.keyboard.press('F1');
      assert.ok(await page.isVisible('dialog'));
      await page.keyboard.press('Escape');
      await page.focus('#view');
      await page.keyboard.press('Backspace');
      await waitFor(page, () => window.ingot.frame.time < 0.5);
    });
  },

  async 'text can be read and focus be seen, dark and light'() {
    for (const colorScheme of ['dark', 'light']) {
      await withPage(exported('contrast', { main: 'gripper.xml', files: [ownFile('gripper')] }, { mode: 'export', play: false }), { colorScheme }, async (page) => {
        await ready(page);
        const faint = [];
        for (const tab of await page.$$eval('[role=tab]', (tabs) => tabs.map((node) => node.id))) {
          await page.click(`#${tab}`);
          faint.push(...(await page.evaluate(() => {
            // rgb(), rgba(), and what colours mixed by the style sheet become: color(srgb ...) from 0 to 1
            const numbers = (text) => {
              const found = (text.match(/[\d.]+/g) ?? []).map(Number);
              return text.startsWith('color(') ? found.map((value, i) => (i < 3 ? 255 * value : value)) : found;
            };
            const light = ([r, g, b]) => [r, g, b].reduce((sum, c, i) => { const x = c / 255; return sum + [0.2126, 0.7152, 0.0722][i] * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); }, 0);
            // what lies behind a node: the colours of its ancestors, one over the other
            const behind = (node) => {
              const layers = [];
              for (let at = node; at; at = at.parentElement) {
                const [r, g, b, a = 1] = numbers(getComputedStyle(at).backgroundColor);
                if (a > 0) layers.push([r, g, b, a]);
                if (a === 1) break;
              }
              return layers.reverse().reduce((under, [r, g, b, a]) => [r, g, b].map((c, i) => a * c + (1 - a) * under[i]), [128, 128, 128]);
            };
            const found = [];
            for (const node of document.querySelectorAll('body *')) {
              const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
              if (!own || !node.offsetParent || node.closest('[disabled], [aria-hidden=true], .cm-editor')) continue;
              const style = getComputedStyle(node), back = behind(node), [r, g, b, a = 1] = numbers(style.color);
              const alpha = a * Number(style.opacity), front = [r, g, b].map((c, i) => alpha * c + (1 - alpha) * back[i]);
              const [low, high] = [light(front), light(back)].sort((x, y) => x - y);
              const ratio = (high + 0.05) / (low + 0.05), large = parseFloat(style.fontSize) >= 24;
              if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${node.tagName} ${node.className} '${node.textContent.trim().slice(0, 30)}'`);
            }
            return found;
          })));
        }
        assert.deepEqual([...new Set(faint)], [], `contrast, ${colorScheme}`);
        // with the Tab key through the page: each stop shows a ring
        await page.evaluate(() => document.activeElement.blur());
        const ringless = [], stops = new Set();
        for (let i = 0; i < 40; i++) {
          await page.keyboard.press('Tab');
          const [name, ring] = await page.evaluate(() => {
            const node = document.activeElement, style = getComputedStyle(node);
            return [`${node.tagName} ${node.id} ${node.getAttribute('aria-label') ?? node.innerText?.slice(0, 20)}`, (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'];
          });
          stops.add(name);
          if (!ring && !name.startsWith('BODY')) ringless.push(name);
        }
        assert.deepEqual([...new Set(ringless)], [], 'focus can be seen');
        assert.ok(stops.size > 15, `the keyboard reaches ${stops.size} things`);
      });
    }
  },

  async 'figures: first picture, physics and frames of a humanoid'() {
    const capsule = (from, to, size) => `<geom type="capsule" fromto="${from} ${to}" size="${size}"/>`;
    const limb = (name, at, parts) => parts.reduceRight((inner, [axis, to, size], i) => `<body name="${name}${i}" pos="${i ? parts[i - 1][1] : at}"><joint name="${name}${i}" axis="${axis}" range="-60 60" armature=".01" damping="1"/>${capsule('0 0 0', to, size)}${inner}</body>`, '');
    // 24 hinges and a free joint, standing on a floor: of the size of MuJoCo's own humanoid
    const sides = ['1', '-1'].map((s) => limb(`leg${s}`, `0 ${0.1 * s} -.05`, [['1 0 0', '0 0 -.05', '.06'], ['0 0 1', '0 0 -.05', '.06'], ['0 1 0', '0 0 -.35', '.06'], ['0 1 0', '0 0 -.35', '.05'], ['0 1 0', '0 0 -.03', '.04'], ['1 0 0', '.15 0 0', '.03']]) + limb(`arm${s}`, `0 ${0.2 * s} .35`, [['2 1 1', `.1 ${0.1 * s} -.1`, '.04'], ['0 -1 1', `.1 ${0.1 * s} -.1`, '.04'], ['0 -1 1', `.1 ${0.1 * s} .1`, '.03'], ['1 0 0', `.05 ${0.02 * s} 0`, '.03'], ['0 1 0', '.05 0 0', '.03'], ['0 0 1', '.05 0 0', '.03']])).join('');
    const humanoid = `<mujoco model="humanoid"><option timestep="0.005"/><worldbody><light pos="0 0 4"/><geom type="plane" size="5 5 .1"/><body pos="0 0 1"><freejoint/>${capsule('0 -.07 0', '0 .07 0', '.07')}${capsule('0 -.07 .3', '0 .07 .3', '.08')}<geom size=".09" pos="0 0 .55"/>${sides}</body></worldbody></mujoco>`;
    const model = file('figures/humanoid.xml', humanoid);
    const child = spawn(program, ['view', model, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const address = await new Promise((done) => child.stdout.once('data', (data) => done(String(data).split(/\s/)[0])));
      await withPage(address, {}, async (page) => {
        await ready(page);
        const first = await page.evaluate(() => window.ingot.firstPicture);
        if (!(await page.evaluate(() => window.ingot.frame.playing))) await page.keyboard.press('Space');
        await waitFor(page, () => window.ingot.frame.time > 0.2);
        const { step, timestep, frames, drawing } = await page.evaluate(async () => {
          const steps = [], start = performance.now();
          let frames = 0;
          const count = () => { frames++; if (performance.now() - start < 2000) requestAnimationFrame(count); };
          requestAnimationFrame(count);
          while (performance.now() - start < 2000) {
            if (window.ingot.frame.stepSeconds) steps.push(window.ingot.frame.stepSeconds);
            await new Promise((done) => setTimeout(done, 20));
          }
          steps.sort((a, b) => a - b);
          return { step: steps[0], timestep: window.ingot.info.option.timestep, frames: frames / 2, drawing: document.getElementById('figures').innerText };
        });
        console.log(`        first picture after ${(first / 1000).toFixed(2)} s; the fastest step ${(1e6 * step).toFixed(0)} us, ${(timestep / step).toFixed(0)} times real time; ${frames.toFixed(0)} frames a second; ${drawing.replaceAll('\n', ' ')}`);
        assert.ok(timestep / step > 5, `physics has ${(timestep / step).toFixed(1)} times the time it needs`);
      });
    } finally {
      child.kill('SIGINT');
    }
  },

  async 'errors of the engine are messages, and the page lives on'() {
    await withPage(exported('life', { main: 'crane.xml', files: [ownFile('crane')] }), {}, async (page) => {
      await ready(page);
      await page.evaluate(() => window.ingot.send({ kind: 'option', name: 'integrator', index: 0, value: 99 }));
      await page.waitForTimeout(500);
      // a model that asks for more memory than there is
      await drop(page, [{ name: 'huge.xml', bytes: Buffer.from('<mujoco><size memory="60G"/><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>') }]);
      await page.waitForSelector('#message:not([hidden])');
      await drop(page, [ownFile('gripper')]);
      await waitFor(page, () => window.ingot.info.name === 'gripper' && window.ingot.frame?.controls.length === 2);
    });
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (chosen.length && !chosen.some((part) => name.includes(part))) continue;
  const start = performance.now();
  try {
    await test();
    console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n        ${String(error?.stack ?? error).replaceAll('\n', '\n        ')}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
console.log(failed ? `${failed} failed` : 'all passed');
process.exit(failed ? 1 : 0);
