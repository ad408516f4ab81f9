// SPDX-License-Identifier: Apache-2.0
// Words for the flags and lists of the API, in the order of their enums, with the keys of MuJoCo's viewer.

export const visualFlags: readonly [name: string, key: string][] = [
  ['Convex hulls', 'H'], ['Textures', 'X'], ['Joints', 'J'], ['Cameras', 'Q'], ['Actuators', 'U'], ['Activations', ','],
  ['Lights', 'Z'], ['Tendons', 'V'], ['Rangefinders', 'Y'], ['Equality', 'E'], ['Inertia', 'I'], ['Scale inertia', "'"],
  ['Perturb force', 'B'], ['Perturb object', 'O'], ['Contact points', 'C'], ['Islands', 'N'], ['Contact forces', 'F'],
  ['Split forces', 'P'], ['Transparent', 'T'], ['Auto connect', 'A'], ['Centre of mass', 'M'], ['Selected point', ''],
  ['Static bodies', 'D'], ['Skins', ';'], ['Flex vertices', ''], ['Flex edges', ''], ['Flex faces', ''], ['Flex skins', ''],
  ['Body volumes', '`'], ['Mesh volumes', '\\'], ['SDF iterations', ''],
];
export const labels = ['None', 'Bodies', 'Joints', 'Geoms', 'Sites', 'Cameras', 'Lights', 'Tendons', 'Actuators', 'Constraints', 'Flexes', 'Skins', 'Selection', 'Selected point', 'Contacts', 'Contact forces', 'Islands'];
export const frames = ['None', 'Bodies', 'Geoms', 'Sites', 'Cameras', 'Lights', 'Contacts', 'World'];
export const groupKinds = ['Geoms', 'Sites', 'Joints', 'Tendons', 'Actuators', 'Flexes', 'Skins'];
export const renderFlags = [
  ['shadow', 'Shadows', 'S'], ['reflection', 'Reflections', 'R'], ['skybox', 'Sky', 'K'], ['fog', 'Fog', 'G'],
  ['wireframe', 'Wireframe', 'W'], ['segment', 'Segments', ''], ['grid', 'Floor grid', ''], ['adapt', 'Adapt resolution', ''],
] as const;
export const integrators = ['Euler', 'RK4', 'implicit', 'implicitfast'];
export const cones = ['pyramidal', 'elliptic'];
export const jacobians = ['dense', 'sparse', 'auto'];
export const solvers = ['PGS', 'CG', 'Newton'];
export const disableFlags = ['Constraints', 'Equality', 'Friction loss', 'Limits', 'Contacts', 'Springs', 'Dampers', 'Gravity', 'Clamp controls', 'Warm start', 'Filter parents', 'Actuation', 'Safe reference', 'Sensors', 'Midphase', 'Euler damping', 'Auto reset', 'Native CCD', 'Islands'];
export const enableFlags = ['Override contacts', 'Energy', 'Forward/inverse', 'Discrete inverse', 'Multi CCD', 'Sleep'];
export const timers = ['step', 'forward', 'inverse', 'position', 'velocity', 'actuation', 'constraint', 'advance', 'kinematics', 'inertia', 'collision', 'make rows', 'project', 'broad phase', 'narrow phase'];
export const warnings = ['inertia', 'contacts lost', 'rows lost', 'scene full', 'bad qpos', 'bad qvel', 'bad qacc', 'bad ctrl'];
