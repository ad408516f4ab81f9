// SPDX-License-Identifier: Apache-2.0
// build/wasm/ingot.js, as emscripten writes it
declare module 'ingot-module' {
  const createIngot: import('./module').ModuleFactory;
  export default createIngot;
}
