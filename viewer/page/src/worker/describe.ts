// SPDX-License-Identifier: Apache-2.0
// What the page needs to know of a model: names and ranges for its panels, and what its renderer draws with.
import type { Data, Model, ObjectKind } from '../../../engine/src/index';
import type { Assets, FieldAsset, MaterialAsset, MeshAsset, ModelInfo, OptionInfo, SkinAsset, TextureAsset, Visibility } from '../protocol';

const JOINT_SIZES = [7, 4, 1, 1]; // free, ball, slide, hinge

function titles(m: Model, kind: ObjectKind, count: number): string[] {
  return Array.from({ length: count }, (_, id) => m.name(kind, id) ?? `${kind} ${id}`);
}

export function describeOptions(m: Model): OptionInfo {
  const number = (name: string) => m.number(`opt.${name}`);
  return {
    timestep: number('timestep'),
    gravity: Array.from(m.array<Float64Array>('opt.gravity')),
    wind: Array.from(m.array<Float64Array>('opt.wind')),
    density: number('density'),
    viscosity: number('viscosity'),
    impratio: number('impratio'),
    tolerance: number('tolerance'),
    integrator: number('integrator'),
    cone: number('cone'),
    jacobian: number('jacobian'),
    solver: number('solver'),
    iterations: number('iterations'),
    disableflags: number('disableflags'),
    enableflags: number('enableflags'),
  };
}

function describeJoints(m: Model): ModelInfo['joints'] {
  const types = m.array<Int32Array>('jnt_type'), addresses = m.array<Int32Array>('jnt_qposadr');
  const ranges = m.array('jnt_range'), limited = m.array<Uint8Array>('jnt_limited'), bodies = m.array<Int32Array>('jnt_bodyid');
  return titles(m, 'joint', types.length).map((name, i) => ({
    name, type: types[i]!, address: addresses[i]!, low: ranges[2 * i]!, high: ranges[2 * i + 1]!,
    limited: Boolean(limited[i]), body: bodies[i]!,
  }));
}

function describeActuators(m: Model): ModelInfo['actuators'] {
  const ranges = m.array('actuator_ctrlrange'), limited = m.array<Uint8Array>('actuator_ctrllimited');
  return titles(m, 'actuator', limited.length).map((name, i) => {
    const bounded = Boolean(limited[i]) && ranges[2 * i]! < ranges[2 * i + 1]!;
    return { name, limited: bounded, low: bounded ? ranges[2 * i]! : -1, high: bounded ? ranges[2 * i + 1]! : 1 };
  });
}

function describeBodies(m: Model): ModelInfo['bodies'] {
  const parents = m.array<Int32Array>('body_parentid'), masses = m.array('body_mass'), weld = m.array<Int32Array>('body_weldid');
  const mocap = m.array<Int32Array>('body_mocapid');
  return titles(m, 'body', parents.length).map((name, i) => ({
    name: i ? name : 'world', parent: parents[i]!, mass: masses[i]!, moves: weld[i] !== 0 || mocap[i]! >= 0,
  }));
}

export function describeModel(m: Model, main: string, orbit: number[], visibility: Visibility, depths: Float32Array, texts: string[]): ModelInfo {
  const sensors = m.array<Int32Array>('sensor_adr'), sizes = m.array<Int32Array>('sensor_dim');
  const names = m.array<Int8Array>('names');
  return {
    // the names begin with that of the model
    name: new TextDecoder().decode(Uint8Array.from(names.subarray(0, Math.max(0, names.indexOf(0))))) || main,
    main,
    sizes: {
      nq: m.number('nq'), nv: m.number('nv'), nu: m.number('nu'), nbody: m.number('nbody'), ngeom: m.number('ngeom'),
      nsensordata: m.number('nsensordata'),
    },
    actuators: describeActuators(m),
    joints: describeJoints(m),
    equalities: titles(m, 'equality', m.number('neq')),
    sensors: titles(m, 'sensor', sensors.length).map((name, i) => ({ name, address: sensors[i]!, size: sizes[i]! })),
    bodies: describeBodies(m),
    cameras: titles(m, 'camera', m.number('ncam')),
    keys: titles(m, 'key', m.number('nkey')),
    option: describeOptions(m),
    center: Array.from(m.array<Float64Array>('stat.center')),
    extent: m.number('stat.extent'),
    zfar: depths[0]!,
    orbit,
    visibility,
    fog: { start: depths[1]!, end: depths[2]!, color: Array.from(depths.subarray(4, 7)) },
    haze: depths[3]!,
    texts,
  };
}

// assets -------------------------------------------------------------------------------------------------------------------

// cut rows [first, first + count) of `width` numbers out of an array of the model, as a copy
function cut<T extends Float32Array | Int32Array | Uint8Array>(all: T, first: number, count: number, width: number): T {
  return (first < 0 ? all.slice(0, 0) : all.slice(first * width, (first + count) * width)) as T;
}

// mesh_graph: numbers of vertices and faces, where the edges of each vertex are, the mesh's vertex of each hull vertex, the
// edges, and then the faces as vertices of the mesh
function hullFaces(graph: Int32Array, at: number): Int32Array {
  if (at < 0) return new Int32Array(0);
  const vertices = graph[at]!, faces = graph[at + 1]!;
  const first = at + 2 + 3 * vertices + 3 * faces;
  return graph.slice(first, first + 3 * faces);
}

function meshes(m: Model): MeshAsset[] {
  const ints = (name: string) => m.array<Int32Array>(name);
  const floats = (name: string) => m.array<Float32Array>(name);
  return Array.from({ length: m.number('nmesh') }, (_, i) => {
    const faces = ints('mesh_faceadr')[i]!, count = ints('mesh_facenum')[i]!;
    const texcoords = ints('mesh_texcoordadr')[i]!;
    return {
      vert: cut(floats('mesh_vert'), ints('mesh_vertadr')[i]!, ints('mesh_vertnum')[i]!, 3),
      normal: cut(floats('mesh_normal'), ints('mesh_normaladr')[i]!, ints('mesh_normalnum')[i]!, 3),
      texcoord: cut(floats('mesh_texcoord'), texcoords, texcoords < 0 ? 0 : ints('mesh_texcoordnum')[i]!, 2),
      face: cut(ints('mesh_face'), faces, count, 3),
      faceNormal: cut(ints('mesh_facenormal'), faces, count, 3),
      faceTexcoord: texcoords < 0 ? new Int32Array(0) : cut(ints('mesh_facetexcoord'), faces, count, 3),
      hull: hullFaces(ints('mesh_graph'), ints('mesh_graphadr')[i]!),
    };
  });
}

function fields(m: Model): FieldAsset[] {
  const rows = m.array<Int32Array>('hfield_nrow'), columns = m.array<Int32Array>('hfield_ncol'), at = m.array<Int32Array>('hfield_adr');
  const sizes = m.array('hfield_size'), data = m.array<Float32Array>('hfield_data');
  return Array.from(rows, (n, i) => ({
    rows: n, columns: columns[i]!, size: Array.from(sizes.subarray(4 * i, 4 * i + 4)),
    data: data.slice(at[i]!, at[i]! + n * columns[i]!),
  }));
}

function textures(m: Model): TextureAsset[] {
  const ints = (name: string) => m.array<Int32Array>(name);
  const at = m.view('tex_adr').data, data = m.array<Uint8Array>('tex_data');
  return Array.from(ints('tex_type'), (type, i) => {
    const width = ints('tex_width')[i]!, height = ints('tex_height')[i]!, channels = ints('tex_nchannel')[i]!;
    const first = Number(at[i]!);
    return { type, width, height, channels, data: data.slice(first, first + width * height * channels) };
  });
}

function materials(m: Model): MaterialAsset[] {
  const ROLES = 10, RGB = 1, RGBA = 8; // mjtTextureRole
  const ids = m.array<Int32Array>('mat_texid'), repeat = m.array<Float32Array>('mat_texrepeat');
  const uniform = m.array<Uint8Array>('mat_texuniform');
  return Array.from({ length: m.number('nmat') }, (_, i) => ({
    texture: Math.max(ids[ROLES * i + RGB]!, ids[ROLES * i + RGBA]!),
    repeat: Array.from(repeat.subarray(2 * i, 2 * i + 2)),
    uniform: Boolean(uniform[i]),
  }));
}

function skins(m: Model): SkinAsset[] {
  const ints = (name: string) => m.array<Int32Array>(name);
  return Array.from({ length: m.number('nskin') }, (_, i) => ({
    face: cut(ints('skin_face'), ints('skin_faceadr')[i]!, ints('skin_facenum')[i]!, 3),
    texcoord: cut(m.array<Float32Array>('skin_texcoord'), ints('skin_texcoordadr')[i]!, ints('skin_vertnum')[i]!, 2),
    material: ints('skin_matid')[i]!,
  }));
}

export function collectAssets(m: Model): Assets {
  return {
    meshes: meshes(m), fields: fields(m), textures: textures(m), materials: materials(m), skins: skins(m),
    flexTextures: Array.from(m.array<Int32Array>('flex_texcoordadr'), (at) => at >= 0),
    flexRadius: Array.from(m.array<Float64Array>('flex_radius')),
    planeSizes: m.array('geom_size').slice(),
  };
}

/** joints whose position is a number or several of the state: how many */
export const jointSize = (type: number): number => JOINT_SIZES[type] ?? 1;

/** state that fits another model, by the names of joints and actuators: for a reload with the state kept */
export function carryState(from: Model, old: Data, to: Model, fresh: Data): boolean {
  let carried = false;
  const copy = (kind: 'joint' | 'actuator', move: (a: number, b: number) => void, before: number, after: number) => {
    for (let id = 0; id < after; id++) {
      const name = to.name(kind, id);
      const past = name ? from.id(kind, name) : before === after && !from.name(kind, id) ? id : undefined;
      if (past !== undefined) move(past, id);
    }
  };
  const types = [from.array<Int32Array>('jnt_type').slice(), to.array<Int32Array>('jnt_type').slice()] as const;
  const arrays = (m: Model, name: string) => m.array<Int32Array>(name);
  const WIDTHS = [6, 3, 1, 1];
  copy('joint', (a, b) => {
    if (types[0][a] !== types[1][b]) return;
    const q = [arrays(from, 'jnt_qposadr')[a]!, arrays(to, 'jnt_qposadr')[b]!] as const;
    const v = [arrays(from, 'jnt_dofadr')[a]!, arrays(to, 'jnt_dofadr')[b]!] as const;
    fresh.array('qpos').set(old.array('qpos').subarray(q[0], q[0] + jointSize(types[0][a]!)), q[1]);
    fresh.array('qvel').set(old.array('qvel').subarray(v[0], v[0] + WIDTHS[types[0][a]!]!), v[1]);
    carried = true;
  }, types[0].length, types[1].length);
  copy('actuator', (a, b) => {
    fresh.array('ctrl')[b] = old.array('ctrl')[a]!;
  }, old.array('ctrl').length, fresh.array('ctrl').length);
  if (carried) fresh.array('time')[0] = old.number('time');
  return carried;
}
