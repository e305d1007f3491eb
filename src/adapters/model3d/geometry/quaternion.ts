import { add, cross, dot, scale, type Vec3 } from './vector.js'

/** A unit quaternion. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number]

export const IDENTITY_ROTATION: Quaternion = [0, 0, 0, 1]

export const rotationAbout =
  (axis: Vec3) =>
  (radians: number): Quaternion => {
    const sine = Math.sin(radians / 2)
    return [axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(radians / 2)]
  }

/** The head nods down; a leg or arm swings backwards. */
export const pitch = rotationAbout([1, 0, 0])
/** Turns to the character's left. */
export const yaw = rotationAbout([0, 1, 0])
/** Leans to the character's right; the left arm goes up. */
export const roll = rotationAbout([0, 0, 1])

/** The product: the last rotation is applied first. */
export const combineRotations = (...turns: readonly Quaternion[]): Quaternion =>
  turns.reduce(product, IDENTITY_ROTATION)

function product(a: Quaternion, b: Quaternion): Quaternion {
  const [av, bv]: [Vec3, Vec3] = [
    [a[0], a[1], a[2]],
    [b[0], b[1], b[2]],
  ]
  const [x, y, z] = add(add(scale(av, b[3]), scale(bv, a[3])), cross(av, bv))
  return [x, y, z, a[3] * b[3] - dot(av, bv)]
}

export function rotateVector([x, y, z, w]: Quaternion, point: Vec3): Vec3 {
  const axis: Vec3 = [x, y, z]
  const twice = scale(cross(axis, point), 2)
  return add(add(point, scale(twice, w)), cross(axis, twice))
}
