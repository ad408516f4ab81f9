// SPDX-License-Identifier: Apache-2.0
// A picture of the scene as a plane mirrors it: rendered from the mirrored camera, cut off at the plane.
import * as THREE from 'three';

export class Mirror {
  readonly target = new THREE.WebGLRenderTarget(1, 1, { samples: 4 });
  private readonly camera = new THREE.PerspectiveCamera();

  setSize(width: number, height: number): void {
    this.target.setSize(Math.max(1, width >> 1), Math.max(1, height >> 1));
  }

  /** false when the camera is behind the plane: nothing was drawn */
  render(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera, floor: THREE.Object3D): boolean {
    const normal = new THREE.Vector3(0, 0, 1).transformDirection(floor.matrixWorld);
    const point = new THREE.Vector3().setFromMatrixPosition(floor.matrixWorld);
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, point);
    const eye = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
    if (plane.distanceToPoint(eye) <= 0) return false;

    // The mirrored world through the same camera, with left and right exchanged so that triangles keep their sides: the
    // picture is the wrong way round, and the floor reads it from right to left.
    const reflect = reflection(plane);
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
    const flip = new THREE.Matrix4().makeScale(-1, 1, 1);
    this.camera.matrixWorld.copy(reflect).multiply(camera.matrixWorld).multiply(flip);
    this.camera.matrixWorldInverse.copy(this.camera.matrixWorld).invert();
    this.camera.projectionMatrix.copy(camera.projectionMatrix);
    this.camera.projectionMatrix.elements[8]! *= -1;
    this.camera.projectionMatrix.elements[12]! *= -1;
    clipAt(this.camera, plane);
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();

    const before = renderer.getRenderTarget(), shadows = renderer.shadowMap.autoUpdate;
    floor.visible = false;
    renderer.shadowMap.autoUpdate = false;
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(scene, this.camera);
    renderer.setRenderTarget(before);
    renderer.shadowMap.autoUpdate = shadows;
    floor.visible = true;
    return true;
  }
}

function reflection(plane: THREE.Plane): THREE.Matrix4 {
  const { x, y, z } = plane.normal, w = plane.constant;
  return new THREE.Matrix4().set(
    1 - 2 * x * x, -2 * x * y, -2 * x * z, -2 * x * w,
    -2 * x * y, 1 - 2 * y * y, -2 * y * z, -2 * y * w,
    -2 * x * z, -2 * y * z, 1 - 2 * z * z, -2 * z * w,
    0, 0, 0, 1);
}

// an oblique near plane, after E. Lengyel, Oblique View Frustum Depth Projection and Clipping (2005)
function clipAt(camera: THREE.Camera, plane: THREE.Plane): void {
  const local = plane.clone().applyMatrix4(camera.matrixWorldInverse);
  const clip = new THREE.Vector4(local.normal.x, local.normal.y, local.normal.z, local.constant);
  const e = camera.projectionMatrix.elements;
  const corner = new THREE.Vector4(
    (Math.sign(clip.x) + e[8]!) / e[0]!, (Math.sign(clip.y) + e[9]!) / e[5]!, -1, (1 + e[10]!) / e[14]!);
  clip.multiplyScalar(2 / clip.dot(corner));
  e[2] = clip.x;
  e[6] = clip.y;
  e[10] = clip.z + 1;
  e[14] = clip.w;
}
