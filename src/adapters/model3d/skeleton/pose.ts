import { combineRotations, IDENTITY_ROTATION, type Quaternion, rotateVector } from '../geometry/quaternion.js'
import { pointOf, type Shape } from '../geometry/shape.js'
import { add, normalize, subtract, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from './body-frame.js'
import { BONES, type Bone } from './bones.js'
import type { SkinWeights } from './skin-weights.js'

/** Rotations of bones relative to the rest pose, and the translation of the hips in metres. */
export type Pose = { readonly rotations: Partial<Readonly<Record<Bone, Quaternion>>>; readonly hips: Vec3 }

export type JointTransform = { readonly rotation: Quaternion; readonly position: Vec3 }

/** Transforms of all joints in a pose, in the order of `BONES`. */
export function jointTransforms(
  { joints }: BodyFrame,
  { rotations: turns, hips }: Pose,
): readonly JointTransform[] {
  const placed: JointTransform[] = []
  for (const [bone, parent] of BONES) {
    const own = turns[bone] ?? IDENTITY_ROTATION
    const above = placed[BONES.findIndex(([name]) => name === parent)]
    if (above === undefined || parent === null)
      placed.push({ rotation: own, position: add(joints[bone], hips) })
    else {
      const arm = subtract(joints[bone], joints[parent])
      placed.push({
        rotation: combineRotations(above.rotation, own),
        position: add(above.position, rotateVector(above.rotation, arm)),
      })
    }
  }
  return placed
}

/** Moves a point with one bone. */
export function transformPoint(
  { joints }: BodyFrame,
  placed: readonly JointTransform[],
  { bone, point }: { bone: Bone; point: Vec3 },
): Vec3 {
  const { rotation: turn, position: at } = placed[BONES.findIndex(([name]) => name === bone)] ?? {
    rotation: IDENTITY_ROTATION,
    position: joints[bone],
  }
  return add(at, rotateVector(turn, subtract(point, joints[bone])))
}

/** Skins a shape: moves its vertices with the bones of a pose. */
export function posedShape(
  shape: Shape,
  weights: SkinWeights,
  { frame, placed }: { frame: BodyFrame; placed: readonly JointTransform[] },
): Shape {
  const matrices = BONES.map(([bone], joint) => matrixOf(frame.joints[bone], placed[joint]))
  const positions = new Float32Array(shape.positions.length)
  const normals = new Float32Array(shape.normals.length)
  for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
    const matrix = blended(matrices, weights, vertex)
    positions.set(transformVector(matrix, pointOf(shape.positions, vertex), 1), 3 * vertex)
    normals.set(normalize(transformVector(matrix, pointOf(shape.normals, vertex), 0)), 3 * vertex)
  }
  return { ...shape, positions, normals }
}

/** A 3 x 4 matrix in columns: the images of the three axes and of the origin. */
type Matrix = Float64Array

function matrixOf(
  joint: Vec3,
  { rotation: turn, position: at }: JointTransform = { rotation: IDENTITY_ROTATION, position: joint },
): Matrix {
  const axes = [rotateVector(turn, [1, 0, 0]), rotateVector(turn, [0, 1, 0]), rotateVector(turn, [0, 0, 1])]
  return Float64Array.from([...axes, subtract(at, rotateVector(turn, joint))].flat())
}

function blended(matrices: readonly Matrix[], { joints, shares }: SkinWeights, vertex: number): Matrix {
  const sum = new Float64Array(12)
  for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot += 1) {
    const share = (shares[slot] ?? 0) / 255
    const matrix = matrices[joints[slot] ?? 0]
    if (share === 0 || matrix === undefined) continue
    for (let at = 0; at < 12; at += 1) sum[at] = (sum[at] ?? 0) + share * (matrix[at] ?? 0)
  }
  return sum
}

/** `w` is 1 for a position and 0 for a direction. */
function transformVector(m: Matrix, [x, y, z]: Vec3, w: 0 | 1): Vec3 {
  const part = (axis: number) =>
    (m[axis] ?? 0) * x + (m[3 + axis] ?? 0) * y + (m[6 + axis] ?? 0) * z + (m[9 + axis] ?? 0) * w
  return [part(0), part(1), part(2)]
}
