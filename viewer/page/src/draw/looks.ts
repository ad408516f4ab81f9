// SPDX-License-Identifier: Apache-2.0
// Materials near to MuJoCo's fixed-function look: Phong shading in the colours as given, without conversion between
// colour spaces; 2D textures laid over x and y, cube textures looked up by position, floors with grid, fade and mirror.
import * as THREE from 'three';
import type { MaterialAsset, TextureAsset } from '../protocol';

const BIG_SHININESS = 127;

// four channels, since three.js has no three-channel bytes any more
function toRgba(data: Uint8Array, channels: number, from: number, pixels: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * pixels);
  for (let i = 0; i < pixels; i++) {
    const at = from + i * channels;
    out[4 * i] = data[at]!;
    out[4 * i + 1] = data[channels > 1 ? at + 1 : at]!;
    out[4 * i + 2] = data[channels > 1 ? at + 2 : at]!;
    out[4 * i + 3] = channels > 3 ? data[at + 3]! : 255;
  }
  return out;
}

function smooth(texture: THREE.Texture, anisotropy: number): void {
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
}

export function makeTexture(asset: TextureAsset, anisotropy: number): THREE.Texture {
  if (asset.type === 0) {
    const texture = new THREE.DataTexture(toRgba(asset.data, asset.channels, 0, asset.width * asset.height), asset.width, asset.height);
    smooth(texture, anisotropy);
    return texture;
  }
  // six faces below each other, or one for all
  const side = asset.width, pixels = side * side;
  const faces = Array.from({ length: 6 }, (_, i) => {
    const face = asset.height >= 6 * side ? i : 0;
    const image = new THREE.DataTexture(toRgba(asset.data, asset.channels, face * pixels * asset.channels, pixels), side, side);
    image.needsUpdate = true;
    return image;
  });
  const cube = new THREE.CubeTexture(faces as unknown as HTMLImageElement[]);
  cube.magFilter = THREE.LinearFilter;
  cube.minFilter = THREE.LinearMipmapLinearFilter;
  cube.generateMipmaps = true;
  cube.needsUpdate = true;
  return cube;
}

export interface FloorUniforms {
  mirror: { value: THREE.Texture | null };
  mirrorStrength: { value: number };
  viewport: { value: THREE.Vector2 };
  grid: { value: number }; // spacing; 0: none
  gridColor: { value: THREE.Color };
  fade: { value: THREE.Vector2 }; // distances where an infinite floor begins to vanish and is gone; 0: never
  extent: { value: THREE.Vector2 }; // half sizes
}

const floorHead = `
uniform sampler2D mirror; uniform float mirrorStrength; uniform vec2 viewport; uniform float grid; uniform vec3 gridColor; uniform vec2 fade;
varying vec2 vFloor; varying float vAway;
float gridLine(vec2 at, float step) {
  vec2 cell = at / step, width = fwidth(cell) * 1.2;
  vec2 near = abs(fract(cell - 0.5) - 0.5);
  vec2 line = 1.0 - smoothstep(vec2(0.0), width, near);
  vec2 calm = 1.0 - smoothstep(vec2(0.15), vec2(0.6), width);
  return max(line.x * calm.x, line.y * calm.y);
}`;
const floorBody = `
if (grid > 0.0) {
  float lines = max(0.45 * gridLine(vFloor, grid), gridLine(vFloor, 10.0 * grid));
  diffuseColor.rgb = mix(diffuseColor.rgb, gridColor, 0.22 * lines);
}
if (fade.y > 0.0) diffuseColor.a *= 1.0 - smoothstep(fade.x, fade.y, vAway);`;
const floorEnd = `
if (mirrorStrength > 0.0) outgoingLight = mix(outgoingLight, texture2D(mirror, vec2(1.0 - gl_FragCoord.x / viewport.x, gl_FragCoord.y / viewport.y)).rgb, mirrorStrength);
#include <opaque_fragment>`;

/** a floor's material: grid on plain ones, fading at the horizon, mirror */
export function floorMaterial(): { material: THREE.MeshPhongMaterial; uniforms: FloorUniforms } {
  const uniforms: FloorUniforms = {
    mirror: { value: null }, mirrorStrength: { value: 0 }, viewport: { value: new THREE.Vector2(1, 1) }, grid: { value: 0 },
    gridColor: { value: new THREE.Color(0) }, fade: { value: new THREE.Vector2(0, 0) }, extent: { value: new THREE.Vector2(1, 1) },
  };
  const material = new THREE.MeshPhongMaterial();
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nuniform vec2 extent; varying vec2 vFloor; varying float vAway;')
      .replace('#include <project_vertex>', '#include <project_vertex>\nvFloor = position.xy * extent; vAway = length(mvPosition.xyz);');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${floorHead}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${floorBody}`)
      .replace('#include <opaque_fragment>', floorEnd);
  };
  material.customProgramCacheKey = () => 'floor';
  return { material, uniforms };
}

/** a material whose colour comes from a cube texture, looked up by the position on the object */
export function cubeMaterial(cube: THREE.Texture, uniformly: boolean): THREE.MeshPhongMaterial {
  const material = new THREE.MeshPhongMaterial();
  material.onBeforeCompile = (shader) => {
    shader.uniforms['cube'] = { value: cube };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;')
      .replace('#include <begin_vertex>', `#include <begin_vertex>\nvPlace = position${uniformly ? '' : ' * vec3(length(modelMatrix[0].xyz), length(modelMatrix[1].xyz), length(modelMatrix[2].xyz))'};`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nuniform samplerCube cube; varying vec3 vPlace;')
      .replace('#include <color_fragment>', '#include <color_fragment>\nvec4 texel = textureCube(cube, vPlace); diffuseColor *= texel;');
  };
  material.customProgramCacheKey = () => `cube${uniformly}`;
  return material;
}

/** how a 2D texture lies on a shape: repeated over its size, or over unit length */
export function layTexture(texture: THREE.Texture, asset: MaterialAsset, size: number[], explicit: boolean): void {
  texture.matrixAutoUpdate = false;
  if (explicit) {
    texture.matrix.identity();
    return;
  }
  const scale = (k: number) => 0.5 * asset.repeat[k]! * (asset.uniform || size[k]! <= 0 ? Math.abs(size[k]!) || 1 : 1);
  texture.matrix.set(scale(0), 0, -0.5, 0, -scale(1), -0.5, 0, 0, 1);
}

// peak of a highlight as in OpenGL's lighting: three.js keeps the energy of narrow ones instead
function specularScale(shininess: number): number {
  return 4 / (shininess / 2 + 1);
}

const last = new WeakMap<THREE.Material, string>();
const BRIGHT = 0.62; // specular light of usual lamps, as one number

/** colour, highlight, glow and transparency of a geom; the packed numbers begin at `at` */
export function paint(material: THREE.MeshPhongMaterial, g: Float32Array, at: number, wireframe: boolean, fades: boolean): void {
  const key = `${g[at + 24]} ${g[at + 25]} ${g[at + 26]} ${g[at + 27]} ${g[at + 28]} ${g[at + 29]} ${g[at + 30]} ${wireframe} ${fades}`;
  if (last.get(material) === key) return;
  last.set(material, key);
  const alpha = g[at + 27]!, emission = g[at + 28]!, specular = g[at + 29]!;
  const shininess = Math.max(1, g[at + 30]! * BIG_SHININESS);
  material.color.setRGB(g[at + 24]!, g[at + 25]!, g[at + 26]!);
  material.emissive.copy(material.color).multiplyScalar(emission);
  material.shininess = shininess;
  material.specular.setScalar(specular * BRIGHT * specularScale(shininess));
  material.opacity = alpha;
  const transparent = alpha < 0.999 || fades;
  if (material.transparent !== transparent || material.wireframe !== wireframe) material.needsUpdate = true;
  material.transparent = transparent;
  material.depthWrite = alpha >= 0.999;
  material.wireframe = wireframe;
}
