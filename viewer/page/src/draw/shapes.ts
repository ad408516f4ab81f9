// SPDX-License-Identifier: Apache-2.0
// Geometry of the scene's shapes. Unit shapes are shared and scaled; capsules and arrows, whose parts must not be
// stretched, have geometry of their own that follows their size. Texture coordinates of shapes are their x and y.
import * as THREE from 'three';
import type { FieldAsset, MeshAsset } from '../protocol';

export const Shape = {
  plane: 0, hfield: 1, sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, mesh: 7, sdf: 8, arrow: 100, arrow1: 101,
  arrow2: 102, line: 103, linebox: 104, flex: 105, skin: 106, label: 107, triangle: 108,
} as const;

// x and y of each vertex as texture coordinates
function planarTexture(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  const position = geometry.getAttribute('position');
  const uv = new Float32Array(2 * position.count);
  for (let i = 0; i < position.count; i++) {
    uv[2 * i] = position.getX(i);
    uv[2 * i + 1] = position.getY(i);
  }
  geometry.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
  return geometry;
}

const upright = (geometry: THREE.BufferGeometry) => geometry.rotateX(Math.PI / 2);

function unitTriangle(): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), 3));
  return geometry;
}

export const unit = {
  plane: planarTexture(new THREE.PlaneGeometry(2, 2)),
  sphere: planarTexture(upright(new THREE.SphereGeometry(1, 40, 24))),
  cylinder: planarTexture(upright(new THREE.CylinderGeometry(1, 1, 2, 40))),
  box: planarTexture(new THREE.BoxGeometry(2, 2, 2)),
  boxEdges: new THREE.EdgesGeometry(new THREE.BoxGeometry(2, 2, 2)),
  triangle: planarTexture(unitTriangle()),
  line: new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(0, 0, 0), new THREE.Vector3(0, 0, 1)]),
};

// A surface of revolution about z: rings of (radius, height, and the normal's direction in that plane).
type Ring = [radius: number, height: number, out: number, up: number];
const AROUND = 24;

export class Turned {
  readonly geometry = new THREE.BufferGeometry();
  private made = '';

  constructor(private readonly profile: (a: number, b: number) => Ring[], rings: number) {
    const count = rings * (AROUND + 1);
    this.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
    this.geometry.setAttribute('normal', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
    this.geometry.setAttribute('uv', new THREE.BufferAttribute(new Float32Array(2 * count), 2));
    const index: number[] = [];
    for (let ring = 0; ring + 1 < rings; ring++) {
      for (let i = 0; i < AROUND; i++) {
        const a = ring * (AROUND + 1) + i, b = a + AROUND + 1;
        index.push(a, a + 1, b, b, a + 1, b + 1);
      }
    }
    this.geometry.setIndex(index);
  }

  /** follow new sizes */
  fit(a: number, b: number): void {
    const key = `${a} ${b}`;
    if (key === this.made) return;
    this.made = key;
    const position = this.geometry.getAttribute('position'), normal = this.geometry.getAttribute('normal');
    const uv = this.geometry.getAttribute('uv');
    let at = 0;
    for (const [radius, height, out, up] of this.profile(a, b)) {
      for (let i = 0; i <= AROUND; i++, at++) {
        const c = Math.cos((2 * Math.PI * i) / AROUND), s = Math.sin((2 * Math.PI * i) / AROUND);
        position.setXYZ(at, radius * c, radius * s, height);
        normal.setXYZ(at, out * c, out * s, up);
        uv.setXY(at, c * radius / (a || 1), s * radius / (a || 1));
      }
    }
    position.needsUpdate = normal.needsUpdate = uv.needsUpdate = true;
    this.geometry.computeBoundingSphere();
  }
}

const CAP = 9;
function capsuleProfile(radius: number, half: number): Ring[] {
  const rings: Ring[] = [];
  for (const side of [-1, 1]) {
    for (let i = 0; i < CAP; i++) {
      const angle = (side < 0 ? -1 + i / (CAP - 1) : i / (CAP - 1)) * (Math.PI / 2);
      const c = Math.cos(angle), s = Math.sin(angle);
      rings.push([radius * c, radius * s + side * half, c, s]);
    }
  }
  return rings;
}
export const newCapsule = () => new Turned(capsuleProfile, 2 * CAP);

// a shaft with a head; heads keep their shape however long the arrow is
function headRings(radius: number, from: number, length: number): Ring[] {
  const head = Math.min(0.5 * length, 5 * radius), wide = 2 * radius, base = length - head;
  const slope = Math.hypot(wide, head), out = head / slope, up = wide / slope;
  return [
    [radius, from, 1, 0], [radius, base, 1, 0], [radius, base, 0, -1], [wide, base, 0, -1], [wide, base, out, up], [0, length, out, up],
  ];
}
export const newArrow = () => new Turned((radius, length) => [[0, 0, 0, -1], [radius, 0, 0, -1], ...headRings(radius, 0, length)], 8);
export const newDoubleArrow = () =>
  new Turned((radius, length) => {
    const top = headRings(radius, 0, length);
    const bottom = top.slice(1).reverse().map(([r, h, out, up]): Ring => [r, -h, out, -up]);
    return [...bottom, ...top];
  }, 11);
export const newShaft = () =>
  new Turned((radius, length) => [[0, 0, 0, -1], [radius, 0, 0, -1], [radius, 0, 1, 0], [radius, length, 1, 0], [radius, length, 0, 1], [0, length, 0, 1]], 6);

// meshes -------------------------------------------------------------------------------------------------------------------

// corners one by one: vertices, normals and texture coordinates have indices of their own
export function meshGeometry(mesh: MeshAsset): THREE.BufferGeometry {
  const corners = mesh.face.length;
  const position = new Float32Array(3 * corners), normal = new Float32Array(3 * corners), uv = new Float32Array(2 * corners);
  const textured = mesh.faceTexcoord.length > 0;
  for (let i = 0; i < corners; i++) {
    const v = mesh.face[i]!, n = mesh.faceNormal[i]!, t = textured ? mesh.faceTexcoord[i]! : 0;
    position.set(mesh.vert.subarray(3 * v, 3 * v + 3), 3 * i);
    normal.set(mesh.normal.subarray(3 * n, 3 * n + 3), 3 * i);
    uv.set(textured ? mesh.texcoord.subarray(2 * t, 2 * t + 2) : mesh.vert.subarray(3 * v, 3 * v + 2), 2 * i);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
  return geometry;
}

export function hullGeometry(mesh: MeshAsset): THREE.BufferGeometry {
  const position = new Float32Array(3 * mesh.hull.length);
  mesh.hull.forEach((v, i) => position.set(mesh.vert.subarray(3 * v, 3 * v + 3), 3 * i));
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
  geometry.computeVertexNormals();
  return planarTexture(geometry);
}

// a terrain with walls down to its base
export function fieldGeometry(field: FieldAsset): THREE.BufferGeometry {
  const { rows, columns } = field;
  const [sx, sy, top, base] = field.size as [number, number, number, number];
  const x = (c: number) => sx * ((2 * c) / (columns - 1) - 1), y = (r: number) => sy * ((2 * r) / (rows - 1) - 1);
  const z = (r: number, c: number) => top * field.data[r * columns + c]!;
  const surface = new Float32Array(3 * rows * columns), index: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      surface.set([x(c), y(r), z(r, c)], 3 * (r * columns + c));
      if (r + 1 < rows && c + 1 < columns) {
        const a = r * columns + c;
        index.push(a, a + 1, a + columns, a + 1, a + columns + 1, a + columns);
      }
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(surface, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  const flat = geometry.toNonIndexed();
  geometry.dispose();

  const wall: number[] = [], wallNormal: number[] = [];
  const side = (points: [number, number][], nx: number, ny: number) => {
    for (let i = 0; i + 1 < points.length; i++) {
      const [r0, c0] = points[i]!, [r1, c1] = points[i + 1]!;
      const a = [x(c0), y(r0)], b = [x(c1), y(r1)];
      const za = z(r0, c0), zb = z(r1, c1);
      const quad = [[...a, za], [...a, -base], [...b, -base], [...a, za], [...b, -base], [...b, zb]];
      for (const p of quad) {
        wall.push(...p);
        wallNormal.push(nx, ny, 0);
      }
    }
  };
  const along = (n: number, at: (i: number) => [number, number]) => Array.from({ length: n }, (_, i) => at(i));
  side(along(columns, (i) => [0, i]), 0, -1);
  side(along(columns, (i) => [rows - 1, columns - 1 - i]), 0, 1);
  side(along(rows, (i) => [rows - 1 - i, 0]), -1, 0);
  side(along(rows, (i) => [i, columns - 1]), 1, 0);
  const join = (name: string, more: number[]) => {
    const old = flat.getAttribute(name).array as Float32Array;
    const all = new Float32Array(old.length + more.length);
    all.set(old);
    all.set(more, old.length);
    flat.setAttribute(name, new THREE.BufferAttribute(all, 3));
  };
  join('position', wall);
  join('normal', wallNormal);
  const geometryOut = planarTexture(flat);
  // texture coordinates go from -1 to 1 over the field, as on a plane
  const uv = geometryOut.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getX(i) / sx, uv.getY(i) / sy);
  return geometryOut;
}
