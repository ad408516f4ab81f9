// SPDX-License-Identifier: Apache-2.0
// The functions of the compiled module (viewer/wasm/*.c) and what emscripten puts beside them.

type Pointer = number;

export interface Exports {
  _malloc(size: number): Pointer;
  _free(at: Pointer): void;

  _web_start(): void;
  _web_error(): Pointer;
  _web_take_warnings(): Pointer;
  _web_version(): Pointer;
  _web_load(path: Pointer): Pointer;
  _web_free_model(m: Pointer): void;
  _web_save_xml(m: Pointer, path: Pointer): number;
  _web_save_binary(m: Pointer, path: Pointer): number;
  _web_name2id(m: Pointer, type: number, name: Pointer): number;
  _web_id2name(m: Pointer, type: number, id: number): Pointer;
  _web_model_array(m: Pointer, name: Pointer): Pointer;
  _web_data_array(m: Pointer, d: Pointer, name: Pointer): Pointer;
  _web_make_data(m: Pointer): Pointer;
  _web_free_data(d: Pointer): void;
  _web_step(m: Pointer, d: Pointer, count: number): number;
  _web_forward(m: Pointer, d: Pointer): number;
  _web_inverse(m: Pointer, d: Pointer): number;
  _web_reset(m: Pointer, d: Pointer, key: number): number;
  _web_state_size(m: Pointer, signature: number): number;
  _web_get_state(m: Pointer, d: Pointer, state: Pointer, signature: number): number;
  _web_set_state(m: Pointer, d: Pointer, state: Pointer, signature: number): number;
  _web_make_worlds(m: Pointer, count: number): Pointer;
  _web_free_worlds(w: Pointer): void;
  _web_worlds_step(w: Pointer, count: number): number;
  _web_worlds_reset(w: Pointer, key: number): number;
  _web_worlds_data(w: Pointer, world: number): Pointer;
  _web_worlds_field(w: Pointer, field: number): Pointer;
  _web_worlds_status(w: Pointer, world: number): Pointer;

  _scene_make(m: Pointer, d: Pointer): Pointer;
  _scene_free(s: Pointer): void;
  _scene_update(s: Pointer): number;
  _scene_ngeom(s: Pointer): number;
  _scene_nlight(s: Pointer): number;
  _scene_geoms(s: Pointer): Pointer;
  _scene_lights(s: Pointer): Pointer;
  _scene_eye(s: Pointer): Pointer;
  _scene_labels(s: Pointer): Pointer;
  _scene_depths(s: Pointer): Pointer;
  _scene_flex_faces(s: Pointer, flex: number): number;
  _scene_flex_face(s: Pointer, flex: number): Pointer;
  _scene_flex_normal(s: Pointer, flex: number): Pointer;
  _scene_flex_texcoord(s: Pointer, flex: number): Pointer;
  _scene_flex_vert(s: Pointer, flex: number): Pointer;
  _scene_flex_nvert(s: Pointer, flex: number): number;
  _scene_flex_edge(s: Pointer, flex: number): Pointer;
  _scene_flex_nedge(s: Pointer, flex: number): number;
  _scene_skin_vert(s: Pointer, skin: number): Pointer;
  _scene_skin_normal(s: Pointer, skin: number): Pointer;
  _scene_flags(s: Pointer): Pointer;
  _scene_groups(s: Pointer): Pointer;
  _scene_set_decor(s: Pointer, label: number, frame: number): void;
  _scene_set_depth(s: Pointer, bvh: number, layer: number): void;
  _scene_set_camera(s: Pointer, type: number, fixed: number, body: number, orthographic: number): void;
  _scene_orbit(s: Pointer): Pointer;
  _scene_pick(s: Pointer, aspect: number, x: number, y: number): number;
  _scene_select(s: Pointer, body: number): void;
  _scene_selected(s: Pointer): number;
  _scene_local(s: Pointer): Pointer;
  _scene_grab(s: Pointer, bits: number): number;
  _scene_drag(s: Pointer, action: number, x: number, y: number): number;
  _scene_advance(s: Pointer, count: number): number;
  _scene_stand(s: Pointer): number;
  _scene_push(s: Pointer): number;
  _scene_energy(s: Pointer): number;
}

export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array | string): void;
  readFile(path: string): Uint8Array;
  readdir(path: string): string[];
  unlink(path: string): void;
  rmdir(path: string): void;
  isDir(mode: number): boolean;
  stat(path: string): { mode: number };
}

export interface Module extends Exports {
  FS: FileSystem;
  HEAP8: Int8Array;
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  UTF8ToString(at: Pointer): string;
  stringToUTF8(text: string, at: Pointer, room: number): void;
  lengthBytesUTF8(text: string): number;
}

export type ModuleFactory = (options: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  print?: (text: string) => void;
  printErr?: (text: string) => void;
  onAbort?: (what: unknown) => void;
}) => Promise<Module>;
