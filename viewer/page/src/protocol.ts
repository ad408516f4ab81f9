// SPDX-License-Identifier: Apache-2.0
// What the page and its worker say to each other. The worker owns the engine; the page draws and asks.

export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

/** files of one model; main is the name of the one to load */
export interface Bundle {
  main: string;
  files: SourceFile[];
  /** states to play back, mjSTATE_INTEGRATION each, one after the other */
  states?: Float64Array;
}

export interface CameraChoice {
  kind: number; // mjtCamera: 0 free, 1 tracking, 2 fixed
  fixed: number;
  body: number;
  orthographic: boolean;
  orbit: number[]; // lookat, distance, azimuth, elevation
}

export interface Visibility {
  flags: boolean[];
  groups: boolean[][]; // geom site joint tendon actuator flex skin, six each
  label: number;
  frame: number;
  depth: number;
}

export type Request =
  | { kind: 'start'; wasm: ArrayBuffer }
  | { kind: 'load'; bundle: Bundle; keep: boolean }
  | { kind: 'frame'; seconds: number; camera: CameraChoice }
  | { kind: 'play'; playing: boolean; speed: number }
  | { kind: 'step'; count: number }
  | { kind: 'reset'; key: number }
  | { kind: 'seek'; index: number }
  | { kind: 'control'; index: number; value: number }
  | { kind: 'clearControls' }
  | { kind: 'position'; address: number; value: number }
  | { kind: 'equality'; index: number; active: boolean }
  | { kind: 'option'; name: string; index: number; value: number }
  | { kind: 'visibility'; visibility: Visibility }
  | { kind: 'pick'; aspect: number; x: number; y: number; grab: number }
  | { kind: 'select'; body: number }
  | { kind: 'grab'; bits: number }
  | { kind: 'drag'; action: number; x: number; y: number }
  | { kind: 'live'; state: Float64Array }
  | { kind: 'save'; what: 'xml' | 'mjb' | 'states' };

export interface ActuatorInfo {
  name: string;
  low: number;
  high: number;
  limited: boolean;
}
export interface JointInfo {
  name: string;
  type: number; // mjtJoint
  address: number;
  low: number;
  high: number;
  limited: boolean;
  body: number;
}
export interface SensorInfo {
  name: string;
  address: number;
  size: number;
}
export interface BodyInfo {
  name: string;
  parent: number;
  mass: number;
  moves: boolean;
}
export interface OptionInfo {
  timestep: number;
  gravity: number[];
  wind: number[];
  density: number;
  viscosity: number;
  impratio: number;
  tolerance: number;
  integrator: number;
  cone: number;
  jacobian: number;
  solver: number;
  iterations: number;
  disableflags: number;
  enableflags: number;
}

export interface ModelInfo {
  name: string;
  main: string;
  sizes: { nq: number; nv: number; nu: number; nbody: number; ngeom: number; nsensordata: number };
  actuators: ActuatorInfo[];
  joints: JointInfo[];
  equalities: string[];
  sensors: SensorInfo[];
  bodies: BodyInfo[];
  cameras: string[];
  keys: string[];
  option: OptionInfo;
  center: number[];
  extent: number;
  zfar: number;
  orbit: number[];
  visibility: Visibility;
  fog: { start: number; end: number; color: number[] };
  haze: number;
  texts: string[]; // files that can be edited
}

export interface MeshAsset {
  vert: Float32Array;
  normal: Float32Array;
  texcoord: Float32Array;
  face: Int32Array;
  faceNormal: Int32Array;
  faceTexcoord: Int32Array;
  hull: Int32Array; // triangles of the hull; may be empty
}
export interface FieldAsset {
  rows: number;
  columns: number;
  size: number[];
  data: Float32Array;
}
export interface TextureAsset {
  type: number; // mjtTexture: 0 2d, 1 cube, 2 skybox
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}
export interface MaterialAsset {
  texture: number; // of the colour; -1: none
  repeat: number[];
  uniform: boolean;
}
export interface SkinAsset {
  face: Int32Array;
  texcoord: Float32Array;
  material: number;
}
export interface Assets {
  meshes: MeshAsset[];
  fields: FieldAsset[];
  textures: TextureAsset[];
  materials: MaterialAsset[];
  skins: SkinAsset[];
  flexTextures: boolean[];
  flexRadius: number[];
  planeSizes: Float64Array; // geom_size of all geoms, three each
}

export interface Surface {
  kind: 'flex' | 'skin';
  id: number;
  positions: Float32Array;
  normals: Float32Array;
  texcoords: Float32Array | undefined;
}

export interface Selection {
  body: number;
  position: number[];
  quaternion: number[];
  velocity: number[]; // angular, then linear, in the world's directions
  force: number[];
}

export interface Frame {
  kind: 'frame';
  geoms: Float32Array;
  lights: Float32Array;
  eye: Float32Array;
  labels: string;
  surfaces: Surface[];
  orbit: number[];
  time: number;
  playing: boolean;
  steps: number; // in this frame
  stepSeconds: number; // wall time of one step, 0 when there was none
  behind: boolean; // steps were left out, the machine is too slow for the speed
  contacts: number;
  rows: number;
  iterations: number;
  energy: [number, number];
  sensors: Float64Array;
  controls: Float64Array;
  positions: Float64Array;
  forces: Float64Array;
  equalities: Uint8Array;
  timers: Float64Array;
  warnings: number[];
  selection: Selection | undefined;
  history: { count: number; index: number; first: number; last: number };
}

export interface Failure {
  kind: 'failed';
  what: 'load' | 'run' | 'engine';
  message: string;
  file?: string;
  line?: number;
  column?: number;
}

export type Reply =
  | { kind: 'ready'; version: string }
  | { kind: 'model'; info: ModelInfo; assets: Assets; kept: boolean; milliseconds: number }
  | Frame
  | Failure
  | { kind: 'picked'; body: number; hit: boolean }
  | { kind: 'warnings'; texts: string[] }
  | { kind: 'saved'; what: 'xml' | 'mjb' | 'states'; bytes: Uint8Array; name: string };
