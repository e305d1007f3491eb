import { STILL, type Turn, turned, turnVector } from '../geometry/quaternion.js'
import { pointOf, type Shape } from '../geometry/shape.js'
import { add, subtract, unit, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from './body-frame.js'
import { BONES, type Bone } from './bones.js'
import type { Weights } from './skin-weights.js'

/** How each bone is turned from the rest pose, and how far the hips are moved, in metres. */
export type Pose = { readonly turns: Partial<Readonly<Record<Bone, Turn>>>; readonly hips: Vec3 }

export type Placed = { readonly turn: Turn; readonly at: Vec3 }

/** Where each joint is in a pose, in the order of `BONES`. */
export function placeBones({ joints }: BodyFrame, { turns, hips }: Pose): readonly Placed[] {
  const placed: Placed[] = []
  for (const [bone, parent] of BONES) {
    const own = turns[bone] ?? STILL
    const above = placed[BONES.findIndex(([name]) => name === parent)]
    if (above === undefined || parent === null) placed.push({ turn: own, at: add(joints[bone], hips) })
    else {
      const arm = subtract(joints[bone], joints[parent])
      placed.push({ turn: turned(above.turn, own), at: add(above.at, turnVector(above.turn, arm)) })
    }
  }
  return placed
}

/** Where a point near a bone goes with it. */
export function carried(
  { joints }: BodyFrame,
  placed: readonly Placed[],
  { bone, point }: { bone: Bone; point: Vec3 },
): Vec3 {
  const { turn, at } = placed[BONES.findIndex(([name]) => name === bone)] ?? { turn: STILL, at: joints[bone] }
  return add(at, turnVector(turn, subtract(point, joints[bone])))
}

/** The shape as the bones in a pose carry it. */
export function posedShape(
  shape: Shape,
  weights: Weights,
  { frame, placed }: { frame: BodyFrame; placed: readonly Placed[] },
): Shape {
  const matrices = BONES.map(([bone], joint) => matrixOf(frame.joints[bone], placed[joint]))
  const positions = new Float32Array(shape.positions.length)
  const normals = new Float32Array(shape.normals.length)
  for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
    const matrix = blended(matrices, weights, vertex)
    positions.set(applied(matrix, pointOf(shape.positions, vertex), 1), 3 * vertex)
    normals.set(unit(applied(matrix, pointOf(shape.normals, vertex), 0)), 3 * vertex)
  }
  return { ...shape, positions, normals }
}

/** Four columns of three: where the axes go, and where the origin goes. */
type Matrix = Float64Array

function matrixOf(joint: Vec3, { turn, at }: Placed = { turn: STILL, at: joint }): Matrix {
  const axes = [turnVector(turn, [1, 0, 0]), turnVector(turn, [0, 1, 0]), turnVector(turn, [0, 0, 1])]
  return Float64Array.from([...axes, subtract(at, turnVector(turn, joint))].flat())
}

function blended(matrices: readonly Matrix[], { joints, shares }: Weights, vertex: number): Matrix {
  const sum = new Float64Array(12)
  for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot += 1) {
    const share = (shares[slot] ?? 0) / 255
    const matrix = matrices[joints[slot] ?? 0]
    if (share === 0 || matrix === undefined) continue
    for (let at = 0; at < 12; at += 1) sum[at] = (sum[at] ?? 0) + share * (matrix[at] ?? 0)
  }
  return sum
}

/** `whole` is 1 for a place and 0 for a direction. */
function applied(m: Matrix, [x, y, z]: Vec3, whole: 0 | 1): Vec3 {
  const part = (axis: number) =>
    (m[axis] ?? 0) * x + (m[3 + axis] ?? 0) * y + (m[6 + axis] ?? 0) * z + (m[9 + axis] ?? 0) * whole
  return [part(0), part(1), part(2)]
}
