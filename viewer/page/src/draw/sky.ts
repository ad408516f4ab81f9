// SPDX-License-Identifier: Apache-2.0
// What is behind everything: the model's skybox, or a calm gradient in the page's colours.
import * as THREE from 'three';

const vertex = `
varying vec3 vRay;
void main() {
  // the far end of the picture's pixel, seen from the eye
  vec4 far = inverse(projectionMatrix) * vec4(position.xy, 1.0, 1.0);
  vRay = mat3(inverse(viewMatrix)) * (far.xyz / far.w);
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;
const fragment = `
varying vec3 vRay;
uniform samplerCube box; uniform bool boxed; uniform vec3 top; uniform vec3 middle; uniform vec3 bottom;
void main() {
  vec3 ray = normalize(vRay);
  // faces are named with y upwards
  if (boxed) gl_FragColor = vec4(textureCube(box, vec3(ray.x, ray.z, -ray.y)).rgb, 1.0);
  else gl_FragColor = vec4(ray.z > 0.0 ? mix(middle, top, smoothstep(0.0, 0.55, ray.z)) : mix(middle, bottom, smoothstep(0.0, 0.3, -ray.z)), 1.0);
}`;

export class Sky {
  readonly mesh: THREE.Mesh;
  private readonly material: THREE.ShaderMaterial;
  boxed = false;

  constructor() {
    this.material = new THREE.ShaderMaterial({
      vertexShader: vertex, fragmentShader: fragment, depthTest: false, depthWrite: false, side: THREE.DoubleSide,
      uniforms: {
        box: { value: null }, boxed: { value: false }, top: { value: new THREE.Color() }, middle: { value: new THREE.Color() },
        bottom: { value: new THREE.Color() },
      },
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1000;
  }

  setBox(cube: THREE.Texture | null): void {
    this.boxed = Boolean(cube);
    this.material.uniforms['box']!.value = cube;
  }
  /** the model's box or the gradient */
  show(box: boolean): void {
    this.material.uniforms['boxed']!.value = box && this.boxed;
  }
  setColors(top: string, middle: string, bottom: string): void {
    const set = (name: string, color: string) => (this.material.uniforms[name]!.value as THREE.Color).set(color);
    set('top', top);
    set('middle', middle);
    set('bottom', bottom);
  }
}
