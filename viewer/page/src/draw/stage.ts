// SPDX-License-Identifier: Apache-2.0
// Draws frames of the worker with three.js: each geom of the engine's scene becomes an object of a pool, so that what comes
// and goes (contacts, arrows) costs nothing to make.
import * as THREE from 'three';
import type { Assets, Frame, ModelInfo, Surface } from '../protocol';
import { Labels } from './labels';
import { Lights } from './lights';
import { cubeMaterial, floorMaterial, layTexture, makeTexture, paint, type FloorUniforms } from './looks';
import { Mirror } from './mirror';
import { Shape, fieldGeometry, hullGeometry, meshGeometry, newArrow, newCapsule, newDoubleArrow, newShaft, unit, type Turned } from './shapes';
import { Sky } from './sky';

const FLOATS = 32;

// how the renderer draws, as mjtRndFlag, and what goes beyond it
export interface RenderChoice {
  shadow: boolean;
  wireframe: boolean;
  reflection: boolean;
  skybox: boolean;
  fog: boolean;
  segment: boolean;
  grid: boolean;
  adapt: boolean; // fewer pixels where the machine is slow
}
export const defaultChoice: RenderChoice = { shadow: true, wireframe: false, reflection: true, skybox: true, fog: false, segment: false, grid: true, adapt: true };

interface Piece {
  object: THREE.Mesh | THREE.LineSegments;
  material: THREE.MeshPhongMaterial | THREE.LineBasicMaterial;
  turned: Turned | undefined;
  floor: FloorUniforms | undefined;
  texture: THREE.Texture | undefined;
}
interface Pool {
  pieces: Piece[];
  used: number;
}

export interface ThemeColors {
  top: string;
  middle: string;
  bottom: string;
  grid: string;
  fill: number; // light from all sides, for models without a sky of their own
}

export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera = new THREE.PerspectiveCamera();
  choice: RenderChoice = { ...defaultChoice };
  private readonly scene = new THREE.Scene();
  private readonly lights: Lights;
  private readonly sky = new Sky();
  private readonly mirror = new Mirror();
  private readonly labels: Labels;
  private readonly pools = new Map<string, Pool>();
  private geometries = new Map<string, THREE.BufferGeometry>();
  private surfaces = new Map<string, THREE.BufferGeometry>();
  private textures: (THREE.Texture | undefined)[] = [];
  private assets: Assets | undefined;
  private info: ModelInfo | undefined;
  private gridColor = '#000';
  private fill = 0;
  private ratio = 1;
  /** of the picture's middle, in halves of its width and height */
  readonly shift = new THREE.Vector2();

  constructor(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement) {
    THREE.ColorManagement.enabled = false;
    THREE.Object3D.DEFAULT_UP.set(0, 0, 1);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.toneMapping = THREE.NoToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.autoClear = false;
    this.lights = new Lights(Math.min(2048, this.renderer.capabilities.maxTextureSize));
    this.labels = new Labels(overlay);
    this.scene.add(this.sky.mesh, this.lights.group);
    this.camera.matrixAutoUpdate = false;
  }

  setTheme(colors: ThemeColors): void {
    this.sky.setColors(colors.top, colors.middle, colors.bottom);
    this.gridColor = colors.grid;
    this.fill = colors.fill;
    this.scene.fog = null;
  }

  resize(width: number, height: number, ratio: number): void {
    this.ratio = ratio;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.labels.canvas.width = Math.round(width * ratio);
    this.labels.canvas.height = Math.round(height * ratio);
    this.mirror.setSize(width * ratio, height * ratio);
  }
  get aspect(): number {
    const size = this.renderer.getDrawingBufferSize(new THREE.Vector2());
    return size.x / Math.max(1, size.y);
  }

  /** another model: forget the old one's shapes and textures */
  setModel(info: ModelInfo, assets: Assets): void {
    for (const pool of this.pools.values()) for (const piece of pool.pieces) this.drop(piece);
    this.pools.clear();
    for (const geometry of [...this.geometries.values(), ...this.surfaces.values()]) geometry.dispose();
    for (const texture of this.textures) texture?.dispose();
    this.geometries = new Map();
    this.surfaces = new Map();
    this.assets = assets;
    this.info = info;
    const anisotropy = this.renderer.capabilities.getMaxAnisotropy();
    this.textures = assets.textures.map((asset) => (asset.data.length ? makeTexture(asset, anisotropy) : undefined));
    const sky = assets.textures.findIndex((asset) => asset.type === 2);
    this.sky.setBox(sky >= 0 ? this.textures[sky] ?? null : null);
  }

  private drop(piece: Piece): void {
    this.scene.remove(piece.object);
    piece.material.dispose();
    piece.turned?.geometry.dispose();
    piece.texture?.dispose();
  }

  // one frame ------------------------------------------------------------------------------------------------------------------

  draw(frame: Frame, target: THREE.Vector3): void {
    const { info } = this;
    if (!info) return;
    for (const pool of this.pools.values()) pool.used = 0;
    const surfaces = new Map(frame.surfaces.map((surface) => [`${surface.kind} ${surface.id}`, surface]));
    let mirrored: Piece | undefined, strongest = 0;
    for (let at = 0; at < frame.geoms.length; at += FLOATS) {
      const piece = this.place(frame.geoms, at, surfaces);
      const strength = piece?.floor ? frame.geoms[at + 31]! : 0;
      if (piece?.floor) piece.floor.mirrorStrength.value = 0;
      if (this.choice.reflection && strength > strongest) {
        strongest = strength;
        mirrored = piece;
      }
    }
    for (const pool of this.pools.values()) {
      for (let i = pool.used; i < pool.pieces.length; i++) pool.pieces[i]!.object.visible = false;
    }
    this.sky.show(this.choice.skybox);
    this.lights.update(frame.lights, target, info.extent, this.choice.shadow, this.sky.boxed ? 0.02 : this.fill);
    this.scene.fog = this.choice.fog ? this.makeFog(info) : null;
    this.renderer.clear();
    if (mirrored) this.reflect(mirrored, strongest);
    this.renderer.render(this.scene, this.camera);
    this.labels.draw(frame.labels, frame.geoms, FLOATS, this.camera, this.ratio);
  }

  private makeFog(info: ModelInfo): THREE.Fog {
    const [r, g, b] = info.fog.color as [number, number, number];
    return new THREE.Fog(new THREE.Color(r, g, b), info.fog.start * info.extent, info.fog.end * info.extent);
  }

  private reflect(piece: Piece, strength: number): void {
    const floor = piece.floor!;
    this.scene.updateMatrixWorld();
    if (!this.mirror.render(this.renderer, this.scene, this.camera, piece.object)) return;
    floor.mirror.value = this.mirror.target.texture;
    floor.mirrorStrength.value = strength;
    this.renderer.getDrawingBufferSize(floor.viewport.value);
  }

  /** the camera as the engine gives it, or as the page turns it in between */
  setEye(eye: Float32Array): void {
    const position = new THREE.Vector3(eye[0], eye[1], eye[2]);
    const forward = new THREE.Vector3(eye[3], eye[4], eye[5]), up = new THREE.Vector3(eye[6], eye[7], eye[8]);
    const right = new THREE.Vector3().crossVectors(forward, up).normalize();
    this.camera.matrix.makeBasis(right, up, forward.clone().negate()).setPosition(position);
    this.camera.matrixWorld.copy(this.camera.matrix);
    this.camera.matrixWorldInverse.copy(this.camera.matrixWorld).invert();
    const [center, width, bottom, top, near, far, flat] = eye.subarray(9, 16) as unknown as [number, number, number, number, number, number, number];
    const half = width || 0.5 * (top - bottom) * this.aspect;
    if (flat) this.camera.projectionMatrix.makeOrthographic(center - half, center + half, top, bottom, near, far);
    else this.camera.projectionMatrix.makePerspective(center - half, center + half, top, bottom, near, far);
    // panels cover a part of the picture: its middle is where it can be seen
    const e = this.camera.projectionMatrix.elements;
    if (flat) {
      e[12]! += this.shift.x;
      e[13]! += this.shift.y;
    } else {
      e[8]! -= this.shift.x;
      e[9]! -= this.shift.y;
    }
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();
  }

  // geoms ----------------------------------------------------------------------------------------------------------------------

  private place(g: Float32Array, at: number, surfaces: Map<string, Surface>): Piece | undefined {
    const type = g[at]!, matid = g[at + 5]!;
    if (type === Shape.label || type > 1000) return undefined;
    const soft = type === Shape.flex || type === Shape.skin;
    const surface = soft ? surfaces.get(`${type === Shape.flex ? 'flex' : 'skin'} ${g[at + 3]}`) : undefined;
    if (soft && !surface) return undefined;
    const lines = type === Shape.line || type === Shape.linebox || (soft && !surface!.normals.length);
    // shapes of a kind and material share a pool; what has geometry of its own has its number in the key
    const own = type === Shape.mesh || type === Shape.sdf || type === Shape.hfield ? g[at + 1]! : soft ? g[at + 3]! : '';
    const key = `${type} ${own} ${matid} ${lines}`;
    let pool = this.pools.get(key);
    if (!pool) this.pools.set(key, (pool = { pieces: [], used: 0 }));
    let piece = pool.pieces[pool.used];
    if (!piece) {
      const made = this.make(type, g, at, lines, surface);
      if (!made) return undefined;
      pool.pieces.push(made);
      this.scene.add(made.object);
      piece = made;
    }
    pool.used++;
    this.pose(piece, type, g, at);
    if (surface) this.bend(surface, lines);
    this.look(piece, g, at, type);
    piece.object.visible = true;
    return piece;
  }

  private geometryOf(type: number, dataid: number): THREE.BufferGeometry | undefined {
    const key = `${type} ${dataid}`;
    const known = this.geometries.get(key);
    if (known) return known;
    const made = type === Shape.hfield ? this.assets?.fields[dataid] && fieldGeometry(this.assets.fields[dataid]) : this.meshOf(dataid);
    if (made) this.geometries.set(key, made);
    return made;
  }
  private meshOf(dataid: number): THREE.BufferGeometry | undefined {
    const mesh = this.assets?.meshes[dataid >> 1];
    if (!mesh) return undefined;
    return dataid & 1 && mesh.hull.length ? hullGeometry(mesh) : meshGeometry(mesh);
  }

  private make(type: number, g: Float32Array, at: number, lines: boolean, surface: Surface | undefined): Piece | undefined {
    if (lines) {
      const geometry = surface ? this.surfaceGeometry(surface) : type === Shape.line ? unit.line : unit.boxEdges;
      const material = new THREE.LineBasicMaterial();
      const object = new THREE.LineSegments(geometry, material);
      object.frustumCulled = false;
      object.matrixAutoUpdate = false;
      return { object, material, turned: undefined, floor: undefined, texture: undefined };
    }
    const turned = type === Shape.capsule ? newCapsule() : type === Shape.arrow ? newArrow() : type === Shape.arrow1 ? newShaft() : type === Shape.arrow2 ? newDoubleArrow() : undefined;
    const geometry = turned?.geometry ?? this.fixedGeometry(type, g, at, surface);
    if (!geometry) return undefined;
    const { material, floor, texture } = this.material(type, g, at);
    const object = new THREE.Mesh(geometry, material);
    object.matrixAutoUpdate = false;
    object.frustumCulled = !surface && type !== Shape.plane;
    const decor = g[at + 4] === 4;
    object.castShadow = !decor && type !== Shape.plane;
    object.receiveShadow = !decor;
    return { object, material, turned, floor, texture };
  }

  private fixedGeometry(type: number, g: Float32Array, at: number, surface: Surface | undefined): THREE.BufferGeometry | undefined {
    switch (type) {
      case Shape.plane: return unit.plane;
      case Shape.sphere:
      case Shape.ellipsoid: return unit.sphere;
      case Shape.cylinder: return unit.cylinder;
      case Shape.box: return unit.box;
      case Shape.triangle: return unit.triangle;
      case Shape.mesh:
      case Shape.sdf:
      case Shape.hfield: return this.geometryOf(type === Shape.hfield ? type : Shape.mesh, g[at + 1]!);
      default: return surface && this.surfaceGeometry(surface);
    }
  }

  private material(type: number, g: Float32Array, at: number): { material: THREE.MeshPhongMaterial; floor: FloorUniforms | undefined; texture: THREE.Texture | undefined } {
    const asset = this.assets?.materials[g[at + 5]!];
    const source = asset && asset.texture >= 0 ? this.textures[asset.texture] : undefined;
    if (source instanceof THREE.CubeTexture) return { material: cubeMaterial(source, asset!.uniform), floor: undefined, texture: undefined };
    const floor = type === Shape.plane ? floorMaterial() : undefined;
    const material = floor?.material ?? new THREE.MeshPhongMaterial();
    if (type === Shape.triangle || type === Shape.flex || type === Shape.skin || type === Shape.mesh) material.side = THREE.DoubleSide;
    let texture: THREE.Texture | undefined;
    if (source) {
      // a clone has a place of its own on the shape and shares the picture
      material.map = texture = source.clone();
      texture.needsUpdate = true;
    }
    return { material, floor: floor?.uniforms, texture };
  }

  private pose(piece: Piece, type: number, g: Float32Array, at: number): void {
    const m = g.subarray(at + 15, at + 24);
    const far = this.info!.zfar * this.info!.extent;
    let [sx, sy, sz] = [g[at + 9]!, g[at + 10]!, g[at + 11]!];
    if (piece.turned) {
      piece.turned.fit(sx, sz);
      sx = sy = sz = 1;
    } else if (type === Shape.plane) {
      sx = sx > 0 ? sx : far;
      sy = sy > 0 ? sy : far;
      sz = 1;
      piece.floor?.extent.value.set(sx, sy);
    } else if (type === Shape.mesh || type === Shape.sdf || type === Shape.hfield || type === Shape.flex || type === Shape.skin) {
      sx = sy = sz = 1;
    } else if (type === Shape.line) {
      sx = sy = 1;
    }
    if (type === Shape.flex || type === Shape.skin) {
      piece.object.matrix.identity();
      return;
    }
    piece.object.matrix.set(
      m[0]! * sx, m[1]! * sy, m[2]! * sz, g[at + 12]!, m[3]! * sx, m[4]! * sy, m[5]! * sz, g[at + 13]!,
      m[6]! * sx, m[7]! * sy, m[8]! * sz, g[at + 14]!, 0, 0, 0, 1);
  }

  private look(piece: Piece, g: Float32Array, at: number, type: number): void {
    if (piece.material instanceof THREE.LineBasicMaterial) {
      piece.material.color.setRGB(g[at + 24]!, g[at + 25]!, g[at + 26]!);
      return;
    }
    const infinite = type === Shape.plane && (g[at + 9]! <= 0 || g[at + 10]! <= 0);
    if (this.choice.segment) {
      // a colour of its own for each object, spread by the golden ratio
      const id = g[at + 7]!;
      piece.material.color.setRGB(0, 0, 0);
      piece.material.emissive.setHSL((id * 0.61803398875) % 1, 0.65, 0.35 + 0.3 * ((id * 0.38) % 1));
      piece.material.specular.setScalar(0);
    } else {
      paint(piece.material, g, at, this.choice.wireframe, infinite);
    }
    if (piece.texture) layTexture(piece.texture, this.assets!.materials[g[at + 5]!]!, [g[at + 9]!, g[at + 10]!], Boolean(g[at + 6]) || type === Shape.skin || type === Shape.flex);
    if (piece.floor) {
      const far = this.info!.zfar * this.info!.extent;
      const extent = this.info!.extent;
      piece.floor.fade.value.set(infinite ? 0.25 * Math.min(far, 40 * extent) : 0, infinite ? 0.9 * Math.min(far, 40 * extent) : 0);
      piece.floor.grid.value = this.choice.grid && !piece.texture && !this.choice.segment ? 10 ** Math.round(Math.log10(extent / 8)) : 0;
      piece.floor.gridColor.value.set(this.gridColor);
    }
    piece.object.castShadow = piece.object.castShadow && g[at + 27]! > 0.5;
  }

  // deformable surfaces ----------------------------------------------------------------------------------------------------------

  private surfaceGeometry(surface: Surface): THREE.BufferGeometry {
    const key = `${surface.kind} ${surface.id} ${surface.normals.length > 0}`;
    let geometry = this.surfaces.get(key);
    if (!geometry) {
      geometry = new THREE.BufferGeometry();
      this.surfaces.set(key, geometry);
      const skin = surface.kind === 'skin' ? this.assets!.skins[surface.id] : undefined;
      if (skin) {
        geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(skin.face), 1));
        if (skin.texcoord.length) geometry.setAttribute('uv', new THREE.BufferAttribute(skin.texcoord, 2));
      }
    }
    return geometry;
  }

  private bend(surface: Surface, lines: boolean): void {
    const geometry = this.surfaceGeometry(surface);
    const put = (name: string, values: Float32Array, width: number) => {
      const old = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
      if (old && old.array.length === values.length) {
        (old.array as Float32Array).set(values);
        old.needsUpdate = true;
      } else {
        geometry.setAttribute(name, new THREE.BufferAttribute(values, width));
      }
    };
    put('position', surface.positions, 3);
    if (!lines) put('normal', surface.normals, 3);
    if (surface.texcoords) put('uv', surface.texcoords, 2);
    geometry.setDrawRange(0, Infinity);
  }
}
