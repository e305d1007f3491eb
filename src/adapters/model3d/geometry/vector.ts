/** In metres: x to the character's left, y up, z forwards. */
export type Vec3 = readonly [x: number, y: number, z: number]

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2])
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / (length(a) || 1))
/** Mirrors to the other side of the body. */
export const mirror = ([x, y, z]: Vec3): Vec3 => [-x, y, z]

export const lerp = (a: number, b: number, share: number): number => a + (b - a) * share
export const lerpVector = (a: Vec3, b: Vec3, share: number): Vec3 => [
  lerp(a[0], b[0], share),
  lerp(a[1], b[1], share),
  lerp(a[2], b[2], share),
]
export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))
/** 0 up to `from`, 1 from `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from))
  return share * share * (3 - 2 * share)
}
